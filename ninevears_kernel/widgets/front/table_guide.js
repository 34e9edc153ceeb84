// A guide beside the table: one sentence that stands where the next click is, what is to be done meanwhile, and the last
// word of a guided war. `state.guide` is null, or {says, space | at, open, marked, astray, sure, steps, over, learnt, next}
// (docs/table.md).

const GUIDE_GAP = 16; // pixels between what the guide points at and its sentence
const GUIDE_TIP = 24; // pixels from a corner of the sentence to its tip, where it does not stand in the middle
const GUIDE_STEP = 24; // pixels from one place to the next, where none beside what it points at is free
const HIDES = 1000, STRAYS = 40, BARELY = 0.3; // how bad it is to hide what can be clicked, what is asked or told, a place of the map

const guide = {
  // What is said now: of what is marked, of the army that is asked where to, of the place that is open; else where to begin.
  words({ state: { guide, question }, place, plan, ready }) {
    if (ready) return guide.sure ?? guide.marked;
    if (plan) return plan.from === guide.space || PLANNED.includes(question.name) ? guide.marked ?? guide.says : guide.astray;
    return place === guide.space && guide.at === undefined ? guide.open ?? guide.marked : guide.says;
  },

  // The box that it points at, in pixels of the window: a card, the end of the round, what is wanted of a place that is
  // open, the place on the map with its name and its pieces; else the question.
  target(table) {
    const { at, space } = table.state.guide;
    const box = (selector) => table.frame.querySelector(selector)?.getBoundingClientRect();
    if (at === "hand") return box(".hand .cd.can");
    if (at === "end") return box("[data-key=kind-end]") ?? box(`[data-key=option-${table.options.findIndex(({ verb }) => verb === "end")}]`);
    if (space === undefined || (table.plan && table.plan.from !== space)) return box(".q");
    const campaign = table.options.findIndex((one) => one.verb === "campaign" && one.place === space);
    const wanted = table.plan ? box("[data-key=besiege]") : table.place === space ? box(`.pop [data-key=option-${campaign}]`) : null;
    if (wanted) return wanted;
    const board = guide.board(table, space);
    return board ? guide.drawn(board, space) : box(".q");
  },

  // A place of the map with its name and its pieces.
  drawn(board, space) {
    const host = board.host.getBoundingClientRect(), { x, y } = board.pixel(space), { spot } = board.sheet.spaces[space];
    const marks = [...board.marks.values()].filter(({ city }) => city === spot).map(({ element }) => element.getBoundingClientRect());
    const boxes = [new DOMRect(host.x + x - 12, host.y + y - 12, 24, 24), ...marks.filter(({ width }) => width)];
    const [west, north] = ["left", "top"].map((side) => Math.max(host[side], Math.min(...boxes.map((one) => one[side]))));
    const [east, south] = ["right", "bottom"].map((side) => Math.min(host[side], Math.max(...boxes.map((one) => one[side]))));
    return new DOMRect(west, north, east - west, south - north);
  },

  board: (table, space) => [...table.boards].reverse().find((one) => one.host.clientWidth && one.box && one.shows(space)),

  draw(table) {
    const { bubble, state } = table;
    const open = state.guide?.says && !state.guide.over && state.question.mine && table.tab === "decide" && !table.menu && !table.rule;
    const says = (open && guide.words(table)) || "";
    bubble.hidden = !says;
    if (state.guide && !table.led && (table.ready || table.place !== null || state.strip.places)) { // the text above it has been read
      table.led = true;
      table.frame.scrollIntoView({ block: "nearest" });
    }
    if (!says) return;
    const anew = bubble.textContent !== says;
    if (anew) bubble.textContent = says;
    const beside = table.ready ? table.choose.parentNode : table.frame; // the button makes room for it
    if (bubble.parentNode !== beside) beside.prepend(bubble);
    bubble.classList.toggle("docked", table.ready);
    guide.place(table);
    if (!anew || table.ready || table.frame.dataset.width !== "narrow") return; // elsewhere it is in sight
    bubble.style.scrollMargin = `${table.strip.offsetHeight + 6}px 0 ${table.choose.parentNode.offsetHeight + 6}px`;
    bubble.scrollIntoView({ block: "nearest" });
  },

  // Beside what it points at, and never over what can be clicked; of such places where it covers the fewest that can be
  // chosen on the map. Where there is none, as near as can be.
  place(table) {
    const { bubble, frame } = table;
    if (bubble.hidden || table.ready || frame.dataset.width === "narrow") return;
    const target = guide.target(table), within = frame.getBoundingClientRect();
    bubble.hidden = !target;
    if (!target) return;
    const { offsetWidth: wide, offsetHeight: high } = bubble;
    const [x, y] = [target.x - within.x, target.y - within.y], [middle, centre] = [x + target.width / 2, y + target.height / 2];
    const along = (size) => [size / 2, Math.min(GUIDE_TIP, size / 2), size - Math.min(GUIDE_TIP, size / 2)];
    const spots = [
      ...along(high).flatMap((tip) => [{ at: "left", tip, left: x - wide - GUIDE_GAP, top: centre - tip }, { at: "right", tip, left: x + target.width + GUIDE_GAP, top: centre - tip }]),
      ...along(wide).flatMap((tip) => [{ at: "above", tip, left: middle - tip, top: y - high - GUIDE_GAP }, { at: "below", tip, left: middle - tip, top: y + target.height + GUIDE_GAP }]),
    ];
    const cost = guide.cost(table, within, wide, high);
    const least = (some) => some.reduce((best, spot) => { const bad = cost(spot); return bad < best.bad ? { ...spot, bad } : best; }, { bad: Infinity });
    let best = least(spots);
    if (best.bad >= HIDES) {
      const free = [];
      for (let top = 4; top + high < within.height - 4; top += GUIDE_STEP)
        for (let left = 4; left + wide < within.width - 4; left += GUIDE_STEP)
          if (left + wide < x || left > x + target.width || top + high < y || top > y + target.height) free.push({ at: "free", tip: 0, left, top, far: Math.hypot(left + wide / 2 - middle, top + high / 2 - centre) });
      const other = least(free);
      if (other.bad < best.bad) best = other;
    }
    bubble.dataset.at = best.at;
    bubble.style.left = `${best.left}px`;
    bubble.style.top = `${best.top}px`;
    bubble.style.setProperty("--tip", `${best.tip - 7}px`);
  },

  // How bad it is that the sentence stands somewhere.
  cost(table, within, wide, high) {
    const inside = (boxes) => boxes.filter((box) => box?.width).map((box) => [box.left - within.x, box.top - within.y, box.right - within.x, box.bottom - within.y]);
    const parts = (selector) => inside([...table.frame.querySelectorAll(selector)].map((one) => (one.checkVisibility() ? one.getBoundingClientRect() : null)));
    const boxes = parts("button,a,input,select,summary");
    const meant = [table.place, table.plan?.from, table.state.guide.space].filter((one) => one !== null && one !== undefined);
    const told = [...parts(".q,.result,.pv.on,.pop"), ...inside(meant.map((space) => { const board = guide.board(table, space); return board && guide.drawn(board, space); }))];
    const spots = table.sheet.spaces.flatMap((_, space) => {
      const board = guide.board(table, space);
      if (!board) return [];
      const host = board.host.getBoundingClientRect(), at = board.pixel(space);
      return [[host.x - within.x + at.x, host.y - within.y + at.y, board.can?.has(space) ? 1 : BARELY]];
    });
    return ({ left, top, far = 0 }) => {
      const outside = left < 4 || top < 4 || left + wide > within.width - 4 || top + high > within.height - 4;
      const under = ([west, north, east, south]) => west < left + wide && east > left && north < top + high && south > top;
      const covered = spots.filter(([across, down]) => across > left - 20 && across < left + wide + 40 && down > top - 14 && down < top + high + 14);
      const strays = told.filter(under).length + (top < table.strip.offsetHeight ? 1 : 0);
      return (outside ? 9 * HIDES : 0) + HIDES * boxes.filter(under).length + STRAYS * strays + covered.reduce((sum, [, , bad]) => sum + bad, 0) + far / 100;
    };
  },

  // What is to be done, step by step; the present one is marked.
  steps({ state: { guide } }) {
    if (!guide?.steps) return null;
    const { title, list, now } = guide.steps;
    return h("details", { className: "task", open: true }, h("summary", {}, title), h("ol", {}, list.map((says, index) => h("li", index === now ? { "aria-current": "step" } : {}, says))));
  },

  // The end: what was used on the way, what comes next, and once more.
  end(table) {
    const { says, learnt, next } = table.state.guide;
    return h("div", { className: "ending learnt" }, h("h3", {}, says),
      h("ul", {}, learnt.map(([one, clause]) => h("li", {}, one, paragraph(clause, table.ruleOf)))),
      // a lab would be left, and asks whether it may: there it opens beside this one
      next ? h("a", { className: "ab onward", "data-key": "onward", href: next.file, target: table.frame.dataset.carrier === "lab" ? "_blank" : "" }, next.says) : null,
      h("button", { type: "button", className: next ? "chip" : "ab pick", "data-key": "again", onclick: () => table.ask({ again: true }) }, table.words.again));
  },
};
