// What the table's coach tells: the review of a war with its turning points, a closer look at one of them, a hint.
// Each comes in pieces; the next is asked for when one is here, until it is over or the reader stops.

const coach = {
  hear(table, { review, closer, hint }) {
    if (hint) table.hinted = hint;
    if (review) {
      table.review = review;
      if (review.done < review.of && table.tab === "review") table.ask({ review: { year: review.year } });
    }
    if (!closer) return;
    (table.closer ??= {})[closer.entry] = closer;
    if (closer.done < closer.of && table.looking === closer.entry && table.tab === "review") table.ask({ closer: closer.entry });
    else if (table.looking === closer.entry) table.looking = null;
  },

  // One person against the computer: between people nobody is helped.
  helps: ({ state: { served, seats } }) => !served && seats && Object.values(seats).filter((one) => one === "person").length === 1 && !Object.values(seats).includes("away"),

  chip: (says, onclick, key) => h("button", { type: "button", className: "chip", "data-key": key, onclick }, says),

  hint(table) {
    const { state: { strip, sequence, question, guide: guided }, words: { coach: words }, ruleOf } = table;
    if (!coach.helps(table) || guided) return null;
    const found = table.hinted?.place === strip.places ? table.hinted : null;
    const before = strip.year - 1;
    const quiet = (says, onclick, key) => h("button", { type: "button", className: "quiet", "data-key": key, onclick }, says);
    const over = strip.phase === "event" && before >= sequence.years[0] ? quiet(filled(words.moments, { year: before }), () => { table.turn("review"); table.ask({ review: { year: before } }); }, "moments") : null;
    if (!found) return h("div", { className: "quietly" }, over, question.mine ? quiet(words.hint, () => table.ask({ hint: true }), "hint") : null);
    const lines = (rows, mark) => rows.map((says) => h("small", {}, mark ? h("b", {}, `${mark} `) : null, says));
    return h("div", { className: "notice hinted" },
      found.plans.map(({ says, chances, risks }, index) => h("p", {}, index ? `${words.orElse} ` : "", h("b", {}, plain(says)), lines(chances), lines(risks, words.risk))),
      found.look.length ? h("p", { className: "note" }, `${words.lookAt} `, found.look.map(({ says, clause }, index) => [index ? "; " : "", says, paragraph(clause, ruleOf)])) : null);
  },

  swing(table, one, index) {
    const { words: { coach: words }, ruleOf } = table, found = table.closer?.[one.entry], looks = table.looking === one.entry;
    const begin = () => { table.looking = one.entry; table.ask({ closer: one.entry }); };
    return h("li", { className: one.small ? "small" : "" }, h("b", {}, `${index + 1}. `, shield(one.side), ` ${one.head}`), paragraph(one.clause, ruleOf), h("p", {}, one.says.join(" ")),
      one.note ? h("p", { className: "note" }, one.note) : null,
      h("div", { className: "chips" },
        coach.chip(words.look, () => table.ask({ jump: { entry: one.entry } }), `look-${one.entry}`),
        coach.chip(words.otherwise, () => { table.ask({ jump: { entry: one.entry } }); table.ask({ branch: true }); table.turn("decide"); }, `otherwise-${one.entry}`),
        looks ? coach.chip(`${words.stop} ${found ? `${found.done}/${found.of}` : ""}`, () => { table.looking = null; table.draw(); }, `closer-${one.entry}`)
          : !one.closer || (found && found.done >= found.of) ? null : coach.chip(words.closer, begin, `closer-${one.entry}`)),
      found && !looks ? h("p", { className: "verdict", role: "status" }, found.says) : null);
  },

  panel(table) {
    const { review, words: { coach: words } } = table;
    if (!review) return [h("p", { className: "note" }, words.growing)];
    const of = (year, says) => h("button", { type: "button", className: `chip${review.year === year ? " on" : ""}`, "data-key": `year-${year}`, onclick: () => table.ask({ review: { year } }) }, says);
    const growing = review.done < review.of;
    return [
      h("h3", {}, review.title), h("div", { className: "curve", innerHTML: review.curve }), h("p", { className: "note" }, review.error),
      growing ? h("progress", { max: review.of, value: review.done, "aria-label": words.growing }) : h("p", {}, review.sum),
      growing ? null : h("div", { className: "chips" }, of(null, words.whole), review.years.map((year) => of(year, String(year)))),
      growing ? null : h("h3", {}, words.points), h("ol", { className: "swings" }, review.swings.map((one, index) => coach.swing(table, one, index))),
      review.luck && !growing ? [h("h3", {}, words.luck), h("div", { className: "curve", innerHTML: review.luck })] : null,
      growing ? null : h("details", {}, h("summary", {}, words.asTable), h("table", { className: "figures" }, h("tr", {}, review.heads.map((says) => h("th", { scope: "col" }, says))), review.rows.map((row) => h("tr", {}, row.map((says) => h("td", {}, says)))))),
    ].flat();
  },
};
PANELS.review = coach.panel;
