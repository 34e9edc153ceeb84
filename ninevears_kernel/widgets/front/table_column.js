// The strip and the column: what is asked, the options by kind and place, what is refused, what the marked one brings.

const HOVER = matchMedia("(hover: hover)");
const NEWS = 1; // so many times it is told what a question is about
const MOST_SEEN = 16; // so many places are seen at a glance: more are searched
const MOST_NAMED = 3; // leaders of a place who are listed each by themselves
const MOST_CHIPS = 18; // so many of a kind are listed, those behind the front no further
const OTHER = { Bourbon: "Alliance", Alliance: "Bourbon" };
const MOST_REFUSED = 4; // so many refused things are shown at once

const column = {
  strip(table) {
    const { words, state: { strip, question: { curtain } } } = table;
    const phase = strip.phases.findIndex(([name]) => name === strip.phase);
    const card = (name) => { const found = table.state.question.mine ? table.options.findIndex((option) => option.card === name) : -1; return found < 0 ? undefined : found; };
    const cards = hand(strip.hand, card, (option) => table.mark(option), table.marked);
    const looks = table.frame.dataset.plays === "no"; // whoever plays no side sees the two sides
    const theirs = looks && strip.others ? hand(strip.others, () => undefined, () => {}, null) : backs(strip.theirs);
    const own = looks && strip.covered ? backs(strip.covered) : cards, sides = looks && OTHER[strip.side] ? [words.sides[strip.side], words.sides[OTHER[strip.side]]] : [words.hand, words.theirs];
    const none = () => h("span", { className: "cd none" }, words.noCards);
    const { name: asked } = table.state.question; // none are dealt out yet, or all are spent
    const points = asked === "order" || (strip.resources === 0 && asked !== "spend") ? null : strip.resources ?? strip.actions;
    const cost = table.marked === null ? 0 : table.options[table.marked].price ?? 0;
    table.strip.replaceChildren(...[
      h("div", { className: "yr" }, h("b", {}, String(strip.year)), h("div", {},
        h("div", { className: "ph", "aria-hidden": "true" }, strip.phases.map((_, index) => h("i", { className: index < phase ? "d" : index === phase ? "n" : "" }))),
        h("span", {}, strip.phases[phase]?.[1] ?? ""))),
      track(strip, words),
      points === null ? null : h("div", { className: "res" }, h("span", { className: "sc" }, strip.resources === null ? words.actions : words.resources),
        h("div", { className: "coins" }, [...Array(Math.min(points, 8))].map((_, index) => h("i", { className: `${strip.resources === null ? "pip" : "coin"}${index >= points - cost ? " gone" : ""}` })), h("b", {}, String(points)))),
      curtain ? null : h("div", { className: "hg" }, h("span", { className: "sc" }, sides[0]), h("div", { className: "hand" }, own.length ? own : none())),
      curtain ? null : h("div", { className: "hg theirs" }, h("span", { className: "sc" }, sides[1]), h("div", { className: "hand", role: "img", "aria-label": `${sides[1]}: ${theirs.length}` }, theirs.length ? theirs : none())),
      h("div", { className: "mn" }, h("button", { type: "button", "data-key": "menu", onclick: () => { table.menu = !table.menu; table.draw(); } }, words.menu.title)),
    ].filter(Boolean));
  },

  question(table) {
    const { question } = table.state, { plan } = table;
    // a march that is planned asks where to, at once
    const goes = plan ? plan.leaders.filter((one) => one.goes).map(({ name }) => name).join(", ") : "";
    const asks = plan && goes ? filled(table.words.plan.asks, { leaders: goes, space: table.sheet.spaces[plan.way.at(-1) ?? plan.from].name }) : question.asks;
    if (question.over || table.state.guide?.over) return table.q.replaceChildren(); // the ending says it
    table.q.className = `q ${(question.side ?? "").toLowerCase()}`;
    table.q.replaceChildren(shield(question.side), h("span", { className: "sc" }, question.who, paragraph(question.clause, table.ruleOf)), coach.offer(table) ?? "", h("h2", {}, asks), question.about && !plan && table.tab === "decide" && table.met[table.asked] <= NEWS ? h("p", {}, question.about) : "");
  },

  // An option, wherever it stands: under the pointer it is lit in all its places.
  // `here`: its place stands above it.
  option(table, index, here = false) {
    const option = table.options[index];
    return h("button", { type: "button", className: `ab pick${table.marked === index ? " on" : ""}`, "data-key": `option-${index}`, "aria-pressed": String(table.marked === index), ...column.lights(table, index),
      onclick: (event) => table.mark(index, table.single(event)) },
      h("span", { className: "says" }, plain(here ? option.here : option.says), table.expert ? h("small", { className: "notation" }, option.text, paragraph(option.clause)) : null, h("span", { className: "compared" }, column.compared(table, option.text))),
      option.price ? h("span", { className: "pr" }, coins(option.price)) : null);
  },

  lights(table, index) {
    const off = () => table.lit === index && table.light(null);
    const on = (event) => event.pointerType === "mouse" && !table.rests(event) && table.light(index);
    return { "data-option": index, "data-place": table.options[index].place, onpointerenter: on, onpointermove: on, onpointerleave: off,
      onfocus: ({ target }) => target.matches(":focus-visible") && table.light(index), onblur: off };
  },

  // Its odds within an option of a duel.
  compared(table, text) {
    const outcomes = DUELS.includes(table.state.question.name) ? table.previews[text]?.outcomes : null;
    return outcomes?.length ? oddsLine(outcomes, table.state.strip.side) : [];
  },

  not(table, one, full = true, here = false) {
    const [why] = one.why;
    return h("button", { type: "button", className: "ab no", onclick: () => { table.answer = { asked: one.text, says: one.says, why: one.why }; table.turn("why"); } },
      h("i", { className: "lock", "aria-hidden": "true" }), h("span", {}, h("b", {}, `${plain(here ? one.here : one.says)}:`), " ", why.says, paragraph(why.clause), full && why.remedy ? h("small", {}, `${table.words.fix} ${why.remedy}`) : null));
  },

  decide(table) {
    const { question, groups, refused } = table.state;
    const above = [...notices(table), guide.steps(table)];
    if (table.state.guide?.over) return [...above, guide.end(table)];
    if (question.over) {
      const anew = [table.words.menu.new, () => { Object.assign(table, { menu: true, part: "new" }); table.draw(); }];
      const next = [...(table.state.served ? [] : [anew]), [table.words.tabs.sequence, () => table.turn("sequence")], ...(table.state.served && !table.state.served.review ? [] : [[table.words.tabs.review, () => table.turn("review")]])];
      return [...above, ending(question, next.map(([says, onclick]) => h("button", { type: "button", className: "chip", onclick }, says)), table.ruleOf)];
    }
    if (question.curtain) return [...above, h("button", { type: "button", className: "ab pick", onclick: () => table.ask({ sit: true }) }, question.sit)];
    if (table.looksOn) return [...above, column.results(table)];
    if (!question.mine) return [...above, column.results(table), table.state.served ? null : h("button", { type: "button", className: "ab", onclick: () => table.ask({ next: true }) }, table.words.next)];
    const onward = table.plan && !PLANNED.includes(question.name); // what the last dice brought makes room for where to go
    const parts = [...above, onward ? null : column.results(table), coach.moments(table)];
    if (table.plan) parts.push(...planning.panel(table));
    if (table.plan && PLANNED.includes(question.name)) parts.push(column.stepwise(table));
    else if (table.plan) parts.push(h("div", { className: "chips" }, h("button", { type: "button", className: "chip", onclick: () => table.letGo() }, `← ${table.words.plan.other}`),
      h("button", { type: "button", className: "chip", "data-key": "stepwise", onclick: () => table.ask({ choose: table.options[table.marked].text }) }, table.words.plan.stepwise)));
    else if (table.options.length <= FEW) parts.push(h("div", { className: "list" }, table.options.map(({ place }, index) => column.option(table, index, place === null))));
    else {
      const picked = column.picked(table), wide = table.frame.dataset.width === "wide";
      if (picked && !wide) parts.push(picked); // next to the map, where the place was
      const stands = table.group === null && !table.finding ? table.standing : [];
      parts.push(...groups.filter(({ verb }) => stands.includes(verb)).map((group) => h("section", { className: "stands" },
        column.kind(table, group, true), column.variants(table, group), column.chips(table, { ...group, options: table.shown(group.verb) }, false))));
      const others = groups.filter(({ verb }) => !stands.includes(verb));
      if (groups.length > 1) parts.push(h("div", { className: "kinds" }, others.map((group) => column.kind(table, group))));
      if (table.group !== null || table.finding) parts.push(wide ? picked : null, ...column.places(table));
    }
    if (table.plan) return parts; // it tells what is closed to the march
    const there = table.place !== null && !table.popped && table.refused[table.place];
    parts.push(...(there ? there.slice(0, column.most(table)) : column.near(table, refused)).map((one) => column.not(table, one, Boolean(there) || one.kind === "passed over")));
    return parts;
  },

  // The decision as the engine asks it, for what a plan has no word for.
  stepwise(table) {
    const rest = table.options.map((_, index) => index).filter((index) => !["to", "march"].includes(table.options[index].verb));
    return h("details", { className: "stepwise", open: !table.plan.targets.length }, h("summary", {}, table.words.plan.stepwise), h("div", { className: "list" }, rest.map((index) => column.option(table, index))));
  },

  // Of what is refused: what belongs to the open kind, or else the nearest.
  near(table, refused) {
    const { group } = table;
    return group === null ? refused.slice(0, column.most(table) / 2) : refused.filter(({ text, kind }) => kind === "passed over" || text.split(" ")[0] === group);
  },

  // An expert sees all that is refused.
  most: (table) => (table.expert ? Infinity : MOST_REFUSED),

  // `stands`: its places stand below, each strength beside it.
  kind(table, group, stands = false) {
    const single = group.options.length === 1;
    const on = table.group === group.verb || (single && table.marked === group.options[0]);
    const price = group.prices.length && !(stands && group.variants.length) ? h("span", { className: "pr" }, group.prices.map((one, index) => [index ? ` ${table.words.or} ` : "", coins(one)])) : null;
    return h("button", { type: "button", className: `kd pick${on ? " on" : ""}`, "data-key": `kind-${group.verb}`, "aria-pressed": String(on), ...(single ? column.lights(table, group.options[0]) : {}),
      onclick: (event) => (single ? table.mark(group.options[0], table.single(event)) : table.open(group.verb)) },
      h("b", {}, group.name), h("small", {}, single ? column.alone(table, group) : group.detail, price));
  },

  // What the only option of a kind adds to its name: its place, or else its words, when it has no price.
  alone(table, { name, options: [index] }) {
    const { place, price, says, loses } = table.options[index];
    if (loses) return filled(table.words.loses, { count: loses });
    return place !== null ? table.sheet.spaces[place].name : price ? "" : said(plain(says).replace(`${name}: `, ""), name);
  },

  // The options of the place that is marked, where its card does not stand on the map.
  picked(table) {
    const here = table.place === null || table.popped ? [] : table.at(table.place).filter((index) => table.shown().includes(index));
    return here.length > 1 ? h("div", { className: "list" }, here.map((index) => column.option(table, index))) : null;
  },

  // The places of the open group.
  places(table) {
    const shown = table.shown();
    const find = h("input", { type: "search", className: "find", "data-key": "find", placeholder: table.words.find, "aria-label": table.words.find, value: table.found,
      oninput: (event) => { table.found = event.target.value; column.refind(table, chips); }, onkeydown: (event) => event.key === "Enter" && chips.querySelector("button:not([hidden], .more)")?.click() });
    const chips = column.chips(table, { verb: table.group, options: shown, front: table.state.groups.filter(({ verb }) => table.group === null || verb === table.group).flatMap(({ front }) => front) });
    column.refind(table, chips);
    const count = new Set(shown.map((index) => table.options[index].place)).size;
    const variants = column.variants(table, table.state.groups.find(({ verb }) => verb === table.group)), finds = count > MOST_SEEN || (table.finding && count > 1);
    return [variants || finds ? h("div", { className: "which" }, variants, finds ? find : null) : null, chips];
  },

  // How strong, where that may be had at several prices.
  variants(table, group) {
    if (!group?.variants.length) return null;
    return h("div", { className: "variants", role: "group", "aria-label": group.name }, group.variants.map(([name, price]) =>
      h("button", { type: "button", "data-key": `variant-${group.verb}-${name}`, "aria-pressed": String(name === table.variantOf(group)), onclick: () => { Object.assign(table, { variant: name, place: null, marked: null }); table.draw(); } }, name, coins(price))));
  },

  // The places of a kind, those that face the enemy first; `headed`: each part with a heading.
  chips(table, { verb, options, front }, headed = true) {
    const byPlace = new Map();
    for (const index of options) { const { place } = table.options[index]; byPlace.set(place, [...(byPlace.get(place) ?? []), index]); }
    const facing = new Set(front), all = [...byPlace];
    let left = headed || all.length <= table.most ? Infinity : table.most - 1; // beside other kinds few stand open
    const first = all.filter(([place, indexes]) => place !== null && indexes.some((index) => facing.has(index)));
    const other = all.filter((one) => !first.includes(one));
    const chips = h("div", { className: "chips" });
    for (const [heading, places] of [[table.words.facing, first], [table.words.elsewhere, other]]) {
      if (headed && first.length && other.length) chips.append(h("h4", {}, heading));
      for (const [place, indexes] of places) {
        if (left-- <= 0) continue;
        const hides = headed && places === other && !table.everywhere && all.length > MOST_CHIPS + 1 && first.length + places.findIndex(([one]) => one === place) >= MOST_CHIPS && place !== table.place;
        if (place === null) chips.append(...indexes.map((index) => column.option(table, index)));
        else if (column.named(table, indexes)) chips.append(...indexes.map((index) => h("button", { type: "button", className: `chip${table.marked === index ? " on" : ""}`, "data-key": `place-${verb}-${place}-${index}`, ...column.lights(table, index), onclick: (event) => table.mark(index, table.single(event)) }, table.sheet.spaces[place].name, h("small", {}, ` ${table.options[index].leader}`))));
        else chips.append(h("button", { type: "button", className: `chip${table.place === place ? " on" : ""}${hides ? " behind" : ""}`, "data-key": `place-${verb}-${place}`, ...(indexes.length === 1 ? column.lights(table, indexes[0]) : { "data-place": place }), onclick: (event) => table.pick(place, table.single(event), "column", verb) }, table.sheet.spaces[place].name, headed ? column.leaders(table, indexes) : null));
      }
    }
    const behind = chips.querySelectorAll(".behind").length, rest = left < 0 ? -left : 0;
    if (rest > 0) chips.append(h("button", { type: "button", className: "chip more", "data-key": `more-${verb}`, onclick: () => table.open(verb) }, filled(table.words.more, { count: rest })));
    if (behind) chips.append(h("button", { type: "button", className: "chip more", "data-key": "everywhere", onclick: () => { table.everywhere = true; table.draw(); } }, filled(table.words.more, { count: behind })));
    return chips;
  },

  // Whether a place stands once for each leader there: their names tell its options apart, and each is one click.
  named(table, indexes) {
    const names = indexes.map((index) => table.options[index].leader);
    return names.length > 1 && names.length <= MOST_NAMED && new Set(names).size === names.length && names.every((name) => name && !name.includes(","));
  },

  // Whom the options of a place are about.
  leaders(table, indexes) {
    const names = [...new Set(indexes.map((index) => table.options[index].leader).filter(Boolean))];
    return names.length ? h("small", {}, ` ${names.join(", ")}`) : null;
  },

  refind(table, chips) {
    const words = table.found.trim().toLowerCase();
    chips.classList.toggle("found", Boolean(words)); // then those behind come out too
    for (const chip of chips.querySelectorAll("button:not(.more)")) chip.hidden = !chip.textContent.toLowerCase().includes(words);
  },

  // Dice that were just rolled by the own choice, or in answer to it; how the result comes about on demand.
  results(table) {
    const shown = table.shows === null ? null : table.lines?.[table.shows];
    const rolled = shown ?? table.fell;
    if (!rolled) return null;
    const before = table.odds[rolled.number];
    if (before) return rolledCard(rolled, before, table.words, table.ruleOf, table.low || !table.frame.dataset.width.startsWith("wide"));
    return h("details", { className: "result", open: Boolean(shown) || table.expert }, h("summary", {}, dice(rolled.dice), h("span", {}, rolled.says, diceSaid(rolled.dice))), reasons(rolled.steps, table.ruleOf));
  },

  // What stands under the marked thing on the button: its price, and whether it can be had back.
  costs(table, chosen) {
    const { words } = table;
    if (table.target) return [chosen.cost === undefined ? null : planning.spent(table, chosen), chosen.course?.length || chosen.besiege ? words.dice : null].filter(Boolean).join(" · ");
    const brings = table.previews[chosen.text];
    return [chosen.price ? `${words.pay}: ${chosen.price}` : null, brings?.rolls.length ? words.dice : brings?.free ? words.free : null].filter(Boolean).join(" · ");
  },

  // What stands on the button while nothing is marked: how many clicks, or keys, what is looked at takes.
  awaits(table, looked) {
    const { words, plan } = table;
    if (!looked) return plan ? words.plan.mark : words.nothing;
    if (table.frame.getRootNode().activeElement?.matches(":focus-visible")) return words.byKeys;
    if (looked === table.gazed) return table.safe(looked) ? words.once : words.twice;
    if (looked.verb === "campaign") return words.goes;
    return !table.previews[looked.text] ? words.nothing : table.previews[looked.text].free ? words.once : words.twice;
  },

  preview(table) {
    const chosen = table.target ?? (table.ready ? table.options[table.marked] : null);
    table.choose.disabled = chosen === null;
    const cost = chosen && column.costs(table, chosen);
    const { curtain, mine } = table.state.question, { served } = table.state;
    const waits = served && (!mine || served.paused);
    // what is under the pointer is looked at, where the column stands still
    const wide = table.frame.dataset.width === "wide";
    const looked = !wide ? null : table.gazed ?? (table.lit === null ? null : table.options[table.lit]);
    table.choose.replaceChildren(h("span", {}, h("b", {}, chosen ? plain(chosen.says) : waits ? (served.paused ? table.words.paused : table.words.waits[table.state.question.side] ?? "") : column.awaits(table, looked)), cost ? h("small", {}, cost) : null), chosen ? h("kbd", {}, "Enter") : "");
    const option = chosen ?? looked;
    table.undo.hidden = Boolean(served) && !served.undo;
    table.undo.disabled = !table.state.strip.places || curtain || table.looksOn;
    const brings = option && table.previews[option.text];
    table.pv.classList.toggle("on", chosen !== null);
    table.pv.hidden = !option && (!mine || table.looksOn || table.tab !== "decide");
    if (!option) return table.pv.replaceChildren(h("p", { className: "note hint" }, HOVER.matches ? table.words.hintMouse : table.words.hint));
    if (option === table.target || option === table.gazed) return table.pv.replaceChildren(...planning.preview(table, option));
    const rows = [];
    if (option.price) rows.push([table.words.pay, h("span", {}, brings?.pays || String(option.price))]);
    if (brings) {
      const [first, ...more] = brings.changes, then = brings.rolls.length ? table.words.sure : table.words.then; // dice come after it
      if (first) rows.push([then, h("span", {}, first, more.length ? h("small", {}, ` ${more.join(" ")}`) : null)]);
      else if (brings.steps.length) rows.push([then, h("span", {}, brings.steps[0][0], paragraph(brings.steps[0][1], table.ruleOf))]);
      for (const says of brings.pools) rows.push([table.words.inPool, h("span", {}, says)]);
      for (const [says, clause] of brings.rolls.slice(0, 3)) rows.push([table.words.roll, h("span", {}, says, paragraph(clause))]);
      for (const [, says, words] of brings.besides) rows.push([table.words.besides, h("span", {}, says, h("small", {}, ` ${words}`))]);
      const until = brings.given ? brings.until.slice(brings.given.length).trim() : brings.until; // what is given stands before the bar
      if (until) rows.push([table.words.until, h("span", {}, until)]);
    }
    table.pv.replaceChildren(h("h3", {}, plain(option.says), paragraph(option.clause, table.ruleOf)), ...(brings?.outcomes.length ? [brings.given ? h("p", { className: "given" }, brings.given) : null, odds(ownFirst(brings.outcomes, table.state.strip.side))].filter(Boolean) : []),
      h("dl", {}, rows.map(([name, value], index) => [h("dt", {}, index && rows[index - 1][0] === name ? "" : name), h("dd", {}, value)])));
  },
};
