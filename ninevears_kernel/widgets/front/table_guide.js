// A guide beside the table: one sentence that stands where the next click is, and the last word of a guided war.
// `state.guide` is null, or {says, space | at, marked, over, learnt} (docs/table.md).

const GUIDE_GAP = 16; // pixels between what the guide points at and its sentence

const guide = {
  // What it says now, which changes when its place is marked.
  says: ({ state: { guide }, place, marked }) => (guide.marked && place === guide.space ? guide.marked : guide.at === "hand" && marked !== null ? "" : guide.says),

  // The box that it points at, in pixels of the window: a card, a place of the map, or the button once that is marked.
  target(table) {
    const { guide } = table.state;
    if (guide.at === "hand") return (table.marked === null ? table.strip.querySelector(".cd.can") : table.choose)?.getBoundingClientRect();
    if (guide.space === undefined) return null;
    if (table.place === guide.space) return table.choose.getBoundingClientRect();
    const board = [...table.boards].reverse().find((one) => one.host.clientWidth && one.box && one.shows(guide.space));
    if (!board) return null;
    const host = board.host.getBoundingClientRect(), { x, y } = board.pixel(guide.space);
    return new DOMRect(host.x + x - 12, host.y + y - 12, 24, 24);
  },

  draw(table) {
    const { bubble, state } = table;
    const says = state.guide && !state.guide.over && state.question.mine && table.tab === "decide" ? guide.says(table) : "";
    bubble.hidden = !says;
    if (!says) return;
    if (bubble.textContent !== says) bubble.textContent = says;
    guide.place(table);
  },

  place(table) {
    const { bubble, frame } = table;
    if (bubble.hidden) return;
    const target = guide.target(table), within = frame.getBoundingClientRect();
    bubble.dataset.at = "";
    if (!target || frame.dataset.width === "narrow") return;
    const { offsetWidth: wide, offsetHeight: high } = bubble;
    const [x, y] = [target.x - within.x, target.y - within.y];
    const below = target.bottom < within.y + 90; // in the strip
    bubble.dataset.at = below ? "below" : x > wide + GUIDE_GAP + 6 ? "left" : "right";
    const left = below ? x + target.width / 2 - wide / 2 : x > wide + GUIDE_GAP + 6 ? x - wide - GUIDE_GAP : x + target.width + GUIDE_GAP;
    const top = below ? y + target.height + GUIDE_GAP : y + target.height / 2 - high / 2;
    bubble.style.left = `${Math.max(6, Math.min(left, within.width - wide - 6))}px`;
    bubble.style.top = `${Math.max(6, Math.min(top, within.height - high - 6))}px`;
  },

  // The end: what was used on the way, and once more.
  end: (table) => h("div", { className: "ending learnt" }, h("h3", {}, table.state.guide.says),
    h("ul", {}, table.state.guide.learnt.map(([says, clause]) => h("li", {}, says, paragraph(clause, table.ruleOf)))),
    h("button", { type: "button", className: "ab pick", "data-key": "again", onclick: () => table.ask({ again: true }) }, table.words.again)),
};
