// A guide beside the table: one sentence that stands where the next click is, and the last word of a guided war.
// `state.guide` is null, or {says, space | at, marked, sure, over, learnt} (docs/table.md).

const GUIDE_GAP = 16; // pixels between what the guide points at and its sentence

const guide = {
  // Whether it is seen to: the card of the hand is marked, or the place is open, or an army there is asked where to.
  marked: ({ state: { guide }, place, plan, ready }) => (guide.at === "hand" ? ready : place === guide.space || plan?.from === guide.space),

  // The box that it points at, in pixels of the window: what chooses, once something is marked; else a card, what is
  // wanted of a place that is open, or the place on the map.
  target(table) {
    const { at, space } = table.state.guide;
    const box = (selector) => table.frame.querySelector(selector)?.getBoundingClientRect();
    if (table.ready) return table.choose.getBoundingClientRect();
    if (at === "hand") return box(".hand .cd.can");
    if (space === undefined) return null;
    const campaign = table.options.findIndex((one) => one.verb === "campaign" && one.place === space);
    const wanted = table.plan?.from === space ? box("[data-key=besiege]") : table.place === space ? box(`.pop [data-key=option-${campaign}]`) : null;
    if (wanted) return wanted;
    const board = guide.board(table, space);
    if (!board) return null;
    const host = board.host.getBoundingClientRect(), { x, y } = board.pixel(space);
    return new DOMRect(host.x + x - 12, host.y + y - 12, 24, 24);
  },

  board: (table, space) => [...table.boards].reverse().find((one) => one.host.clientWidth && one.box && one.shows(space)),

  draw(table) {
    const { bubble, state } = table;
    const open = state.guide && !state.guide.over && state.question.mine && table.tab === "decide" && !table.menu && !table.rule;
    const { says: first, marked, sure } = open ? state.guide : {};
    const says = !open ? "" : table.ready ? sure ?? marked ?? "" : guide.marked(table) ? marked ?? "" : first;
    bubble.hidden = !says;
    if (state.guide && state.strip.places && !table.led) { // the text above it has been read
      table.led = true;
      table.frame.scrollIntoView({ block: "nearest" });
    }
    if (!says) return;
    if (bubble.textContent !== says) bubble.textContent = says;
    guide.place(table);
  },

  // Beside what it points at: on the side where it covers the fewest places that can be chosen.
  place(table) {
    const { bubble, frame } = table;
    if (bubble.hidden || frame.dataset.width === "narrow") return;
    const target = guide.target(table), within = frame.getBoundingClientRect();
    bubble.hidden = !target;
    if (!target) return;
    const { offsetWidth: wide, offsetHeight: high } = bubble;
    const [x, y] = [target.x - within.x, target.y - within.y], [middle, centre] = [x + target.width / 2, y + target.height / 2];
    const sides = {
      left: [x - wide - GUIDE_GAP, centre - high / 2],
      right: [x + target.width + GUIDE_GAP, centre - high / 2],
      above: [middle - wide / 2, y - high - GUIDE_GAP],
      below: [middle - wide / 2, y + target.height + GUIDE_GAP],
    };
    const spots = [...(table.main.can ?? [])].flatMap((space) => {
      const board = guide.board(table, space);
      if (!board) return [];
      const host = board.host.getBoundingClientRect(), at = board.pixel(space);
      return [[host.x - within.x + at.x, host.y - within.y + at.y]];
    });
    const outside = ([left, top]) => left < 4 || top < 4 || left + wide > within.width - 4 || top + high > within.height - 4;
    const covered = ([left, top]) => spots.filter(([across, down]) => across > left - 20 && across < left + wide + 40 && down > top - 14 && down < top + high + 14).length;
    const inStrip = y < table.strip.offsetHeight; // below it, so as not to hide the strip
    const worst = (side) => (outside(sides[side]) ? spots.length + 2 : inStrip && side !== "below" ? spots.length + 1 : covered(sides[side]));
    const best = Object.keys(sides).reduce((one, other) => (worst(other) < worst(one) ? other : one));
    bubble.dataset.at = best;
    bubble.style.left = `${sides[best][0]}px`;
    bubble.style.top = `${sides[best][1]}px`;
  },

  // The end: what was used on the way, and once more.
  end: (table) => h("div", { className: "ending learnt" }, h("h3", {}, table.state.guide.says),
    h("ul", {}, table.state.guide.learnt.map(([says, clause]) => h("li", {}, says, paragraph(clause, table.ruleOf)))),
    h("button", { type: "button", className: "ab pick", "data-key": "again", onclick: () => table.ask({ again: true }) }, table.words.again)),
};
