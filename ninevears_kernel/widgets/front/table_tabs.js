// What is read at the table and not played: the log, the sequence of play, why something is refused, how the rules
// are read, the keys. Each is given the table and makes elements.

const PANELS = {
  // In words; as it is kept on demand.
  log(table) {
    const { state, words } = table, kept = table.kept ?? table.expert;
    const turn = h("button", { type: "button", className: "chip", "data-key": "notation", onclick: () => { table.kept = !kept; table.draw(); table.endOfLog(); } }, kept ? words.inWords : words.inNotation);
    const line = ([side, says]) => h("p", {}, side ? shield(side) : null, h("span", {}, says));
    return [kept ? h("pre", { className: "log", tabIndex: 0 }, state.log.join("\n")) : h("div", { className: "story", tabIndex: 0 }, (table.story ?? []).map(line)), turn];
  },

  // Next and Back by a decision, by steps and phases of this year, and by year.
  sequence(table) {
    const { state: { sequence, strip, served }, words, ruleOf } = table;
    const go = (says, message, enabled = true) => h("button", { type: "button", className: "ab", disabled: !enabled, onclick: () => table.ask(message) }, says);
    const steps = ({ steps }) => h("ol", {}, steps.map((step) => h("li", { className: step.state },
      h("button", { type: "button", className: "stp", "aria-current": step.state === "now" ? "step" : null, disabled: served, onclick: () => table.ask({ jump: { entry: step.place } }) }, step.side ? shield(step.side) : null, step.says), paragraph(step.clause, ruleOf))));
    return [
      served ? null : h("div", { className: "walk" }, go(`← ${words.back}`, { step: -1 }, sequence.place > 0), go(`${words.on} →`, { step: 1 }, sequence.place < sequence.known || !table.state.question.mine)),
      h("div", { className: "rail" }, sequence.phases.map((phase) => h("section", { className: phase.state },
        h("h3", {}, h("button", { type: "button", className: "stp", disabled: served, onclick: () => table.ask({ jump: { phase: phase.place } }) }, phase.says), paragraph(phase.clause, ruleOf)), phase.state === "now" || phase.state === "done" ? steps(phase) : null))),
      served ? null : h("div", { className: "years", role: "group", "aria-label": words.years }, sequence.years.map((year) => h("button", { type: "button", className: `chip${year === strip.year ? " on" : ""}`, onclick: () => table.ask({ jump: { year, phase: "event" } }) }, String(year)))),
    ];
  },

  why(table) {
    const { answer, words, ruleOf } = table;
    const field = h("label", { className: "whynot" }, words.whyAsk, table.whyField);
    if (!answer) return [field];
    return [
      h("h3", {}, answer.says ?? answer.asked),
      answer.then ? h("p", { className: "note" }, answer.then) : null,
      answer.why.length ? h("ol", { className: "whys" }, answer.why.map((one) => h("li", {}, one.says, paragraph(one.clause, ruleOf), one.remedy ? h("small", {}, `${words.fix} ${one.remedy}`) : null))) : h("p", {}, answer.trouble ?? words.allowed),
      h("button", { type: "button", className: "chip", "data-key": "back", onclick: () => table.turn("decide") }, `← ${words.tabs.decide}`),
      field,
    ];
  },

  readings({ readings, words, ruleOf }) {
    if (!readings) return [];
    return [h("p", { className: "note" }, words.readingsNote), ...readings.map((one) => h("section", { className: "reading" }, h("h3", {}, one.title, paragraph(one.clause, ruleOf)),
      h("ul", {}, one.options.map((option) => h("li", { className: option.chosen ? "chosen" : "" }, option.says))), h("small", {}, one.reason)))];
  },
};

// A clause in our words, over the column.
const ruleCard = ({ rule, words }, close) =>
  h("div", { className: "rule", role: "dialog", "aria-label": rule.title }, h("button", { type: "button", className: "shut", "aria-label": words.close, onclick: close }, "×"),
    h("span", { className: "sc" }, rule.clause), h("h3", {}, rule.title), h("p", {}, rule.says), rule.note ? h("p", { className: "note" }, rule.note) : null);

const keysCard = ({ words }, close) =>
  h("div", { className: "rule keys", role: "dialog", "aria-label": words.keys }, h("button", { type: "button", className: "shut", "aria-label": words.close, onclick: close }, "×"),
    h("h3", {}, words.keys), h("dl", {}, words.keyList.map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)])));

// What is done with the war besides playing it: files, a link, another war, who plays, the ways of "what if".
function menuCard(table, close) {
  const { words: { menu, close: shut, sides }, state: { seats, branches, sequence, served } } = table;
  const chip = (says, onclick, key) => h("button", { type: "button", className: "chip", "data-key": key, onclick }, says);
  const ask = (says, message) => chip(says, () => table.ask(message));
  const done = (message) => { close(); table.ask(message); };
  const turn = (part) => chip(menu[part], () => { table.part = table.part === part ? null : part; table.draw(); }, part);
  const select = (name, key, options, chosen, onchange) => h("label", {}, name, h("select", { "data-key": key, onchange: onchange && (({ target }) => onchange(target.value)) },
    options.map(([value, says]) => h("option", { value, selected: value === chosen }, says))));
  const players = Object.entries(menu.players);
  const seat = (side, key, onchange) => select([shield(side), ` ${sides[side]} `], `${key}-${side}`, players, seats[side], onchange);

  const open = () => {
    const link = h("input", { type: "text", placeholder: menu.openHint, "aria-label": menu.openHint, "data-key": "open-link", onkeydown: ({ key }) => key === "Enter" && link.value.trim() && done({ open: link.value.trim() }) });
    const file = h("input", { type: "file", accept: ".war,.log,.json,.txt", hidden: true, onchange: async () => done({ open: await file.files[0].text() }) });
    return h("div", { className: "asked" }, link, file, chip(menu.file, () => file.click(), "open-file"), h("p", { className: "note" }, menu.leaves));
  };
  const begin = () => {
    const value = (key) => card.querySelector(`[data-key="${key}"]`).value;
    return h("div", { className: "asked seats" }, seat("Bourbon", "new"), seat("Alliance", "new"),
      select(menu.year, "new-year", sequence.years.map((year) => [String(year), String(year)]), String(sequence.years[0])),
      chip(menu.begin, () => done({ new: { Bourbon: value("new-Bourbon"), Alliance: value("new-Alliance"), year: Number(value("new-year")) } }), "begin"),
      h("p", { className: "note" }, menu.earlier, " ", menu.leaves));
  };
  const shared = table.shared && h("div", { className: "shared" }, h("input", { readOnly: true, value: table.shared.link, "aria-label": menu.link, onfocus: (event) => event.target.select() }),
    chip(menu.copy, () => { navigator.clipboard?.writeText(table.shared.link); table.announce(menu.copied); }), h("p", { className: "note" }, table.shared.says));
  const card = h("div", { className: "rule menu", role: "dialog", "aria-label": menu.title }, h("button", { type: "button", className: "shut", "aria-label": shut, onclick: close }, "×"),
    h("h3", {}, menu.title),
    h("div", { className: "chips" }, served ? null : [turn("new"), turn("open"), ask(menu.save, { save: true })], ask(menu.log, { log: true }), ask(menu.picture, { picture: true }), ask(menu.link, { link: true })),
    table.part === "open" ? open() : null, shared,
    ...(served ? [] : [h("h4", { className: "sc" }, menu.seats), h("div", { className: "seats" }, ["Bourbon", "Alliance"].map((side) => seat(side, "seat", (value) => table.ask({ seats: { [side]: value } })))),
    h("h4", { className: "sc" }, menu.branches), h("p", { className: "note" }, menu.branchNote),
    h("div", { className: "list" }, branches.length > 1 ? branches.map((one) => h("button", { type: "button", className: `ab${one.now ? " on" : ""}`, "data-key": `branch-${one.number}`, onclick: () => one.now || table.ask({ switch: one.number }) }, h("span", { className: "says" }, one.says, h("small", {}, one.begins)))) : null,
      h("button", { type: "button", className: "ab", "data-key": "branch", onclick: () => table.ask({ branch: true }) }, menu.branch))]),
    h("label", { className: "expertly" }, h("input", { type: "checkbox", checked: table.expert, "data-key": "expert", onchange: ({ target }) => { table.expert = target.checked; remembered("expert", target.checked ? "yes" : "no"); table.draw(); } }), ` ${menu.expert}`));
  if (table.part === "new") card.querySelector(".chips").after(begin());
  return card;
}

// A file for the person: what a seat may see, or a war to go on with.
function handOut({ name, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: name.endsWith(".svg") ? "image/svg+xml" : "text/plain" }));
  const anchor = h("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// What stands above the options: a war that was kept, another window that plays, the way of a "what if".
function notices(table) {
  const { state: { kept, looks_on: looks, branches, question, served, sequence: { place, known } }, words: { menu } } = table;
  if (served) return []; // one goes neither back nor aside by oneself
  const now = branches?.find((one) => one.now);
  return [
    kept?.says ? h("div", { className: "notice" }, h("button", { type: "button", className: "choose", "data-key": "continue", onclick: () => table.ask({ continue: true }) }, h("b", {}, kept.says)),
      h("button", { type: "button", className: "chip", "data-key": "fresh", onclick: () => table.ask({ fresh: true }) }, kept.fresh)) : null,
    kept?.trouble ? h("p", { className: "notice" }, kept.trouble) : null,
    table.looksOn ? h("div", { className: "notice" }, h("span", {}, looks.says), h("button", { type: "button", className: "chip", "data-key": "take", onclick: () => table.ask({ take: true }) }, looks.take)) : null,
    place < known && !question.curtain ? h("p", { className: "whatif behind" }, menu.behind.replace("{count}", known - place), " ", h("button", { type: "button", className: "chip", "data-key": "present", onclick: () => table.ask({ jump: { entry: known } }) }, menu.present), " ",
      table.looked ? h("button", { type: "button", className: "chip", "data-key": "to-review", onclick: () => coach.show(table) }, table.words.coach.again) : null) : null,
    now && branches.length > 1 && now.number > 1 && !question.over ? h("p", { className: "whatif" }, h("b", {}, `${menu.whatIf} `), now.says, now.begins ? `: ${plain(now.begins)}` : "", " ", h("button", { type: "button", className: "chip", onclick: () => { table.ask({ switch: branches[0].number }); table.ask({ jump: { entry: branches[0].known } }); } }, menu.backToFirst)) : null,
  ].filter(Boolean);
}
