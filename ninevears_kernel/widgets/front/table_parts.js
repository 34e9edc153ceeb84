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
const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const inShort = (says) => plain(says.split(". ")[0]); // what is decided, without what it brings
const plain = (sentence) => sentence.replace(/\.$/, ""); // on a button
const said = (sentence, name) => (sentence === name ? "" : sentence); // not twice
const coins = (count) => h("span", { className: "coins" }, [...Array(count)].map(() => h("i", { className: "coin", "aria-hidden": "true" })));
const shield = (side) => h("i", { className: `shield ${(side ?? "").toLowerCase()}`, "aria-hidden": "true" });

const DIE = 0x267f; // the character before a die of 1
const MANY_DICE = 2; // more of them are told apart in words
const diceSaid = (rolled) => (rolled.length > MANY_DICE ? h("small", { className: "said" }, rolled.map(([face, says]) => `${says} ${face}`).join(", ")) : null);
const dice = (rolled, most = 6) => rolled.slice(0, most).map(([face, says]) => h("span", { className: "die", title: says }, String.fromCodePoint(DIE + face)));

// A clause's number, small; a click tells what it says.
const paragraph = (clause, tell = null) =>
  clause ? h("sup", { className: "p" }, tell ? h("button", { type: "button", title: clause, onclick: (event) => { event.stopPropagation(); tell(clause); } }, clause.replace(/^\w+ /, "")) : clause.replace(/^\w+ /, "")) : null;

// Chances as a bar, with what comes of them below. Each: chance, sentence, whose success (or null), whole per cent, the
// chance in words. A side has its own colour and pattern, what is nobody's success has others.
const SIDES_PARTS = { Bourbon: "p0", Alliance: "p1" }, OTHER_PARTS = ["p2", "p3", "p4"];
const MOST_ENDS = 4; // so many outcomes are told in words
const partsOf = (outcomes) => { let others = 0; return outcomes.map(([, , side]) => SIDES_PARTS[side] ?? OTHER_PARTS[others++ % OTHER_PARTS.length]); };
const share = ([, , , whole]) => `${whole}%`;
// With `words` a part is named, or bare where its name has no room: a figure alone says nothing.
const bar = (outcomes, kind, least, words = []) => {
  const parts = partsOf(outcomes), told = outcomes.map(share);
  const label = (chance, index) => (words[index] ? h("span", { className: "named" }, `${told[index]} ${words[index]}`) : chance < least ? "" : told[index]);
  return h("span", { className: kind, role: "img", "aria-label": outcomes.map(([, says], index) => `${told[index]}: ${says}`).join(" "), title: outcomes.map(([, says], index) => `${told[index]} ${says}`).join("\n") },
    outcomes.map(([chance], index) => h("i", { className: `part ${parts[index]}`, style: `width:${chance * 100}%` }, label(chance, index))));
};
const odds = (outcomes) => {
  const parts = partsOf(outcomes);
  return h("div", {}, bar(outcomes, "odds", 0.08),
    h("ol", { className: "outcomes" }, outcomes.slice(0, MOST_ENDS).map((one, index) => { const [, says, , , words] = one, said = share(one); return h("li", {}, h("i", { className: `key ${parts[index]}` }), h("b", {}, `${said} `), says, words && words !== said ? h("small", {}, ` ${words}`) : null); })));
};

// A side's own successes first, the enemy's last, so that two bars can be compared.
const ownFirst = (outcomes, own) => {
  const rank = ([, , side]) => (side === own ? 0 : side === null ? 1 : 2);
  return [...outcomes].sort((one, other) => rank(one) - rank(other));
};

// The same within an option, to compare: a line, and the own success in words; without one, what is most likely.
const oddsLine = (outcomes, own) => {
  const sorted = ownFirst(outcomes, own), won = sorted.filter(([, , side]) => side === own);
  const best = (won.length ? won : sorted).reduce((found, one) => (one[0] > found[0] ? one : found));
  return [bar(sorted, "oddsline", 0.14), h("small", {}, `${share(best)} ${inShort(best[1])}`)];
};

const HEADING = 90; // letters of a result that would fill a heading

// Dice that have fallen: what came, the sums, and the odds before the roll, what came checked.
// `low`: they stand in a fold, so that what comes next is in sight.
const rolledCard = ({ dice: fallen, says, steps }, { outcomes, came, sums }, words, tell, low = false) => {
  const parts = partsOf(outcomes);
  const head = says.length > HEADING && came !== null ? inShort(outcomes[came][1]) + "." : says; // the whole story is told under the map
  const before = h("ol", {}, outcomes.slice(0, MOST_ENDS).map((end, index) => { const [chance, one, , , inWords] = end, said = share(end); return h("li", { className: came === index ? "came" : "" },
      h("span", { title: one }, inShort(one)), h("span", { className: "oddsline", "aria-hidden": "true" }, h("i", { className: `part ${parts[index]}`, style: `width:${chance * 100}%` })), h("b", {}, said, inWords && inWords !== said ? h("small", {}, ` ${inWords}`) : null, came === index ? " ✓" : null)); }));
  return h("section", { className: "result rolled" }, h("div", { className: "what" }, h("span", { className: "fallen" }, dice(fallen)), h("div", {}, h("h3", { className: head.length > HEADING ? "long" : "" }, head), h("p", {}, sums.join(" ")), sums.length ? null : diceSaid(fallen))),
    low ? h("details", {}, h("summary", {}, words.before), before) : [h("h4", { className: "sc" }, words.before), before],
    h("details", {}, h("summary", {}, words.how), reasons(steps, tell)));
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
const hand = (cards, pick, choose, marked) => {
  const all = [...cards.actions.map((count) => [String(count), "", String(count)]), ...cards.events.map(({ name, says }) => [name, " ev", says])];
  return all.map(([name, kind, says], index) => {
    const option = pick(name), first = all.findIndex((one) => one[0] === name) === index; // of cards alike one is marked
    return option === undefined ? h("span", { className: `cd${kind}`, title: says }, name)
      : h("button", { type: "button", className: `cd can${kind}${option === marked && first ? " on" : ""}`, title: says, "data-key": `card-${name}`, onclick: () => choose(option) }, name);
  });
};
const backs = (cards) => [...Array(cards.actions).fill("bk"), ...Array(cards.events).fill("bk e")].map((name) => h("span", { className: `cd ${name}` }));

// How the war ended, and what may be done then: `next`.
const ending = (question, next, tell) =>
  h("div", { className: `ending ${(question.winner ?? "").toLowerCase()}` }, shield(question.winner), h("span", { className: "sc" }, question.who), h("h2", {}, question.asks, paragraph(question.clause, tell)), h("div", { className: "chips" }, next));
