// The parts of which a table is made, for every screen that shows a decision: an option, a price, odds, dice, a
// victory track. Each is given data as the table's protocol has it, and makes an element.

const h = (tag, props = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list" && name !== "role") element[name] = value;
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(3).filter((one) => one !== null && one !== undefined && one !== ""));
  return element;
};
const plain = (sentence) => sentence.replace(/\.$/, ""); // on a button
const said = (sentence, name) => (sentence === name ? "" : sentence); // not twice
const coins = (count) => h("span", { className: "coins" }, [...Array(count)].map(() => h("i", { className: "coin", "aria-hidden": "true" })));
const shield = (side) => h("i", { className: `shield ${(side ?? "").toLowerCase()}`, "aria-hidden": "true" });

const DIE = 0x267f; // the character before a die of 1
const dice = (rolled, most = 6) => rolled.slice(0, most).map(([face, says]) => h("span", { className: "die", title: says }, String.fromCodePoint(DIE + face)));

// A clause's number, small; a click tells what it says.
const paragraph = (clause, tell = null) =>
  clause ? h("sup", { className: "p" }, tell ? h("button", { type: "button", title: clause, onclick: (event) => { event.stopPropagation(); tell(clause); } }, clause.replace(/^\w+ /, "")) : clause.replace(/^\w+ /, "")) : null;

// Chances as a bar, with what comes of them below.
const partOf = (index, turned) => `p${turned && index < 2 ? 1 - index : Math.min(index, 3)}`; // the first part is the own side's
const odds = (outcomes, turned = false) => {
  const part = (index) => partOf(index, turned);
  return h("div", {}, h("div", { className: "odds", role: "img", "aria-label": outcomes.map(([chance, says]) => `${Math.round(chance * 100)} %: ${says}`).join(" ") },
    outcomes.map(([chance], index) => h("span", { className: `part ${part(index)}`, style: `width:${chance * 100}%` }, chance > 0.08 ? `${Math.round(chance * 100)} %` : ""))),
    h("ol", { className: "outcomes" }, outcomes.slice(0, 4).map(([chance, says], index) => h("li", {}, h("i", { className: `key ${part(index)}` }), h("b", {}, `${Math.round(chance * 100)} % `), says))));
};

// The same within an option, to compare: a line, and what is most likely in words.
const oddsLine = (outcomes, turned = false) => {
  const likely = outcomes.reduce((best, one) => (one[0] > best[0] ? one : best));
  return [h("span", { className: "oddsline", title: outcomes.map(([chance, says]) => `${Math.round(chance * 100)} % ${says}`).join("\n") },
    outcomes.map(([chance], index) => h("i", { className: `part ${partOf(index, turned)}`, style: `width:${chance * 100}%` }, chance > 0.14 ? `${Math.round(chance * 100)} %` : ""))), h("small", {}, `${Math.round(likely[0] * 100)} % ${likely[1]}`)];
};

// Sentences with their clauses, one to a line.
const reasons = (steps, tell) => h("ol", { className: "steps" }, steps.map(([says, clause]) => h("li", {}, says, paragraph(clause, tell))));

// The victory track with both ends, the levels of victory, and how the war would end now.
function track(strip, words) {
  const at = (points) => `${(100 * points) / strip.highest}%`;
  const bands = strip.bands.map((band, index) => ({ ...band, to: strip.bands[index + 1]?.from ?? strip.highest }));
  return h("div", { className: "vp", role: "img", "aria-label": `${words.track}: ${strip.points}. ${words.ifNow} ${strip.now}` },
    shield("Bourbon"),
    h("div", { className: "nw" }, h("i", {}, words.ifNow), ` ${strip.now}`),
    h("div", { className: "trk" }, bands.map((band) => h("span", { className: `${band.side.toLowerCase()} ${band.from >= 20 && band.from < 30 ? "mi" : ""}`, style: `width:${at(band.to - band.from)}` })),
      h("em", { className: "end" }, "0"), h("em", { className: "end last" }, String(strip.highest)),
      h("b", { className: "mk", style: `left:${at(strip.points)}` }, String(strip.points))),
    h("div", { className: "lv" }, bands.map((band) => h("span", { style: `width:${at(band.to - band.from)}`, className: strip.points >= band.from && strip.points < band.to ? "on" : "" }, band.name))),
    shield("Alliance"));
}

// The cards of a hand; one that may be played now can be clicked (`pick` gives its option, or undefined).
const hand = (cards, pick, choose, marked) => [...cards.actions.map(String).map((name) => [name, "", name]), ...cards.events.map(({ name, says }) => [name, " ev", says])].map(([name, kind, says]) => {
  const option = pick(name);
  return option === undefined ? h("span", { className: `cd${kind}`, title: says }, name)
    : h("button", { type: "button", className: `cd can${kind}${option === marked ? " on" : ""}`, title: says, "data-key": `card-${name}`, onclick: () => choose(option) }, name);
});
const backs = (cards) => [...Array(cards.actions).fill("bk"), ...Array(cards.events).fill("bk e")].map((name) => h("span", { className: `cd ${name}` }));

// How the war ended.
const ending = (strip, question, words) =>
  h("div", { className: `ending ${(question.winner ?? "").toLowerCase()}` }, shield(question.winner), h("h3", {}, question.asks), h("p", {}, `${strip.year} · ${words.track}: ${strip.points}`));
