// What the table's coach tells: the review of a war as a screen of its own, a closer look at a turning point, a hint.
// Each comes in pieces; the next is asked for when one is here, until it is over or the reader stops.

const coach = {
  hear(table, { review, closer, choices, hint, scene }) {
    if (hint) table.hinted = hint;
    if (review) {
      table.review = review;
      table.scenes = {};
      for (const year of Object.keys(table.choices ?? {})) if (!review.looked.includes(Number(year))) delete table.choices[year]; // of another war
      const { activeElement } = table.rv.getRootNode(), key = table.rv.contains(activeElement) ? activeElement.dataset.key ?? "" : null;
      table.rv.innerHTML = review.html;
      if (key !== null) (table.rv.querySelector(`[data-key="${key}"]`) ?? table.frame).focus({ preventScroll: true });
      const bar = table.rv.querySelector("progress");
      if (bar) Object.assign(bar, { max: review.of, value: review.done, ariaLabel: table.words.coach.growing });
      const kept = review.swings.length ? table.rv.querySelector(`[data-card="${table.card}"]`) : null; // it was open before
      if (kept) for (const one of table.rv.querySelectorAll(".swing")) one.open = one === kept;
      for (const one of table.rv.querySelectorAll(".swing")) one.addEventListener("toggle", () => coach.opened(table, one));
      coach.seat(table);
      if (review.done < review.of && table.reviewing) table.ask({ review: { year: review.year } });
    }
    if (scene) {
      const map = table.rv.querySelector(`[data-map="${scene.entry}"]`);
      if (map) map.innerHTML = scene.svg;
    }
    if (choices) {
      (table.choices ??= {})[choices.year] = choices;
      const looks = table.looksAt === `choices-${choices.year}`;
      if (!choices.over && looks && table.reviewing) table.ask({ choices: choices.year });
      else if (looks) table.looksAt = null;
      for (const entry of choices.over ? Object.keys(table.closer ?? {}) : []) { // of these it says the same from now on
        if (choices.html.includes(`data-value='${entry}'`)) delete table.closer[entry];
      }
    }
    if (!closer) return;
    (table.closer ??= {})[closer.entry] = closer;
    if (closer.done < closer.of && table.looksAt === closer.entry && table.reviewing) table.ask({ closer: closer.entry });
    else if (table.looksAt === closer.entry) table.looksAt = null;
  },

  // A card that is open has its map.
  opened(table, card) {
    const { map } = card.querySelector(".map")?.dataset ?? {};
    if (card.open) table.card = card.dataset.card;
    if (!card.open || !map || table.scenes[map]) return;
    table.scenes[map] = true;
    table.ask({ scene: Number(map) });
  },

  // Shows the review over map and column, or gives them back; it comes back with the year that was open.
  show(table, year = table.review?.year ?? null) {
    if (year !== table.review?.year) table.card = null;
    table.reviewing = true;
    table.draw();
    table.frame.focus({ preventScroll: true }); // Escape is heard from there
    table.ask({ review: { year } });
  },

  shut(table) {
    Object.assign(table, { reviewing: false, looksAt: null });
    table.draw();
    table.frame.focus({ preventScroll: true });
  },

  draw(table) {
    table.frame.toggleAttribute("data-reviewing", table.reviewing);
    table.rv.hidden = !table.reviewing;
    if (table.reviewing) coach.seat(table);
  },

  // The look at a year's own choices, under its moments: its button, how far it is, what it found.
  seatChoices(table, place) {
    const { review, words: { coach: words } } = table, year = Number(place.dataset.choices);
    const found = table.choices?.[year], looks = table.looksAt === `choices-${year}`;
    const chip = (does, says) => h("button", { type: "button", className: "chip", "data-does": does, "data-value": String(year), "data-key": "choices" }, says);
    const bar = looks && place.querySelector("progress");
    if (bar) {
      Object.assign(bar, { max: found?.of ?? 1, value: found?.done ?? 0 });
      bar.nextElementSibling.textContent = found?.says ?? "";
      return; // the button stays under the pointer
    }
    const state = `${looks} ${found?.over} ${found?.done} ${review?.choices}`;
    if (place.dataset.state === state) return; // a card that is open stays open
    place.dataset.state = state;
    const focused = place.contains(table.rv.getRootNode().activeElement), list = h("div", { className: "found" });
    if (found && !looks) list.innerHTML = found.html;
    place.replaceChildren(...[
      looks ? h("progress", { max: found?.of ?? 1, value: found?.done ?? 0, "aria-label": review.choices }) : null,
      looks ? h("small", {}, found?.says ?? "") : null,
      looks ? chip("stop", words.stop) : review?.choices && !found?.over ? chip("choices", found ? words.goOn : review.choices) : null,
      found?.over || looks ? null : h("small", {}, words.choicesMean),
      list].filter(Boolean));
    for (const one of list.querySelectorAll(".swing")) one.addEventListener("toggle", () => coach.opened(table, one));
    const first = place.querySelector("button, summary");
    if (focused) (first ?? table.frame).focus({ preventScroll: true });
  },

  // The closer looks, each on the card of its choice.
  seat(table) {
    for (const place of table.rv.querySelectorAll("[data-choices]")) coach.seatChoices(table, place);
    const { review, words: { coach: words } } = table;
    for (const place of table.rv.querySelectorAll("[data-closer]")) {
      const entry = Number(place.dataset.closer), found = table.closer?.[entry], looks = table.looksAt === entry;
      const chip = (does, says) => h("button", { type: "button", className: "chip", "data-does": does, "data-value": String(entry), "data-key": `closer-${entry}` }, says);
      const can = review?.swings.find((one) => one.looks === entry)?.closer && !(found && found.done >= found.of);
      const bar = looks && place.querySelector("progress");
      if (bar) { Object.assign(bar, { max: found?.of ?? 1, value: found?.done ?? 0 }); continue; } // the button stays under the pointer
      const focused = place.contains(table.rv.getRootNode().activeElement);
      place.replaceChildren(...[
        looks ? h("progress", { max: found?.of ?? 1, value: found?.done ?? 0, "aria-label": words.closer }) : null,
        looks ? chip("stop", words.stop) : can ? chip("closer", words.closer) : null,
        looks || can ? h("small", {}, words.closerMeans) : null,
        found?.says && !looks ? h("p", { role: "status" }, found.says) : null].filter(Boolean));
      if (focused) (place.querySelector("button") ?? place.closest("details").querySelector("summary")).focus({ preventScroll: true });
    }
  },

  pressed(table, button) {
    const { does, value } = button?.dataset ?? {}, entry = Number(value);
    if (does === "back") coach.shut(table);
    else if (does === "step") coach.step(table, button, entry);
    else if (does === "year") { table.card = null; table.rv.scrollTop = 0; table.ask({ review: { year: value ? entry : null } }); }
    else if (does === "card") {
      const card = table.rv.querySelector(`[data-card="${value}"]`);
      card.open = true;
      card.scrollIntoView({ block: "nearest" });
      card.querySelector("summary").focus({ preventScroll: true });
    } else if (does === "look" || does === "otherwise") {
      const { space, box = null } = button.closest(".acts").querySelector("[data-does=look]").dataset;
      const better = does === "otherwise" ? button.dataset.better ?? table.closer?.[entry]?.better : null;
      table.looked = { entry, place: space === undefined ? null : Number(space), box, better };
      if (does === "otherwise") { table.card = null; table.rv.scrollTop = 0; } // the next review is that of another way
      coach.shut(table);
      if (table.state.strip.places === entry) sight.lookThere(table); // it is there already, and the map may not be
      table.ask({ jump: { entry } });
      if (does === "otherwise") table.ask({ branch: true });
    } else if (does === "clause") {
      const shown = button.getAttribute("aria-expanded") === "true";
      coach.rule(table, null);
      button.setAttribute("aria-expanded", String(!shown));
      if (!shown) table.ask({ clause: value });
    } else if (does === "choices") { table.looksAt = `choices-${value}`; table.ask({ choices: entry }); table.draw(); }
    else if (does === "closer") { table.looksAt = entry; table.ask({ closer: entry }); table.draw(); }
    else if (does === "stop") { table.looksAt = null; table.draw(); }
  },

  // A clause in our words, under the sentence that names it; without one none is shown any more.
  rule(table, rule) {
    const asked = table.rv.querySelector("[data-does=clause][aria-expanded=true]");
    for (const old of table.rv.querySelectorAll(".told .clause")) old.remove();
    if (rule) asked?.closest("p").after(h("div", { className: "clause", role: "note" }, h("b", {}, `${rule.clause} ${rule.title}`), h("p", {}, rule.says), rule.note ? h("small", {}, rule.note) : null));
    else asked?.setAttribute("aria-expanded", "false");
  },

  // What a step of the curve was, under the pointer or the keyboard.
  point(table, { target }) {
    const step = target.closest(".step, g[data-does=card]");
    if (!step) return;
    const panel = target.closest(".panel");
    panel.querySelector(".at").textContent = step.getAttribute("aria-label");
    for (const one of panel.querySelectorAll(".step.on")) one.classList.remove("on");
    if (step.matches(".narrow .step")) step.classList.add("on"); // a finger covers it
  },

  // From step to step where a finger is too wide for them.
  step(table, button, by) {
    const steps = [...button.closest(".panel").querySelectorAll(".narrow .step")], now = steps.findIndex((one) => one.matches(".on"));
    const next = steps[Math.min(Math.max(now < 0 ? (by > 0 ? 0 : steps.length - 1) : now + by, 0), steps.length - 1)];
    if (next) coach.point(table, { target: next });
  },

  // Along the curve from step to step; a number opens its card.
  walk(table, event) {
    const { key, target } = event;
    const opens = key === "Enter" && target.matches("g[data-does]");
    const next = !target.matches(".step") ? null : key === "ArrowRight" ? target.nextElementSibling : key === "ArrowLeft" ? target.previousElementSibling : null;
    if (!opens && !next?.matches(".step")) return;
    event.preventDefault(); // else Enter would shut the card again, which has the keyboard then
    if (opens) return coach.pressed(table, target);
    target.setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus({ preventScroll: true });
  },

  // One person against the computer: between people nobody is helped.
  helps: ({ state: { served, seats } }) => !served && seats && Object.values(seats).filter((one) => one === "person").length === 1 && !Object.values(seats).includes("away"),

  // The button that asks for a hint, beside the question.
  offer(table) {
    const { strip, question, guide: guided } = table.state;
    if (!coach.helps(table) || guided || !question.mine || table.tab !== "decide" || table.hinted?.place === strip.places) return null;
    return h("button", { type: "button", className: "quiet", "data-key": "hint", onclick: () => table.ask({ hint: true }) }, table.words.coach.hint);
  },

  // Above the options, when a year has begun: what the last one turned on.
  moments(table) {
    const { state: { strip, sequence, guide: guided }, words: { coach: words } } = table, before = strip.year - 1;
    if (!coach.helps(table) || guided || strip.phase !== "event" || before < sequence.years[0]) return null;
    return h("div", { className: "quietly" }, h("button", { type: "button", className: "quiet", "data-key": "moments", onclick: () => coach.show(table, before) }, filled(words.moments, { year: before })));
  },

  // A plan of a hint: what it covers can be marked here, which shuts it; of a march its force and where it goes.
  advised(table, { text, says, march }) {
    const index = table.options.findIndex((one) => one.text === text);
    const mark = () => {
      table.rest(); // the pointer is on nothing that the hint covered
      table.hinted = null;
      table.unfold(index);
      if (table.marked === index) table.draw(); // a second time would choose it
      else table.mark(index, false, march);
    };
    return index < 0 ? h("b", {}, plain(says)) : h("button", { type: "button", className: "advised", "data-key": `advised-${index}`, onclick: mark }, h("b", {}, plain(says)));
  },

  // The hint that was asked for, over the foot of the column: the options stay where they are.
  hint(table) {
    const { state: { strip, guide: guided }, words: { coach: words, close }, ruleOf } = table;
    const found = table.hinted?.place === strip.places && table.tab === "decide" ? table.hinted : null;
    if (!found || !coach.helps(table) || guided) return [];
    const lines = (rows, mark) => rows.map((says) => h("small", {}, mark ? h("b", {}, `${mark} `) : null, says));
    return [h("div", { className: "rule hinted", role: "region", "aria-label": words.hint }, h("button", { type: "button", className: "shut", "aria-label": close, onclick: () => { table.hinted = null; table.draw(); } }, "×"),
      found.plans.map(({ text, says, chances, risks, march }, index) => h("p", {}, index ? `${words.orElse} ` : "", coach.advised(table, { text, says, march }), lines(chances), lines(risks, words.risk))),
      found.look.length ? h("p", { className: "note" }, `${words.lookAt} `, found.look.map(({ says, clause }, index) => [index ? " " : "", says, index + 1 < found.look.length ? ";" : ".", paragraph(clause, ruleOf)])) : null)];
  },
};
