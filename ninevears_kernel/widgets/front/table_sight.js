// Where the map looks, and what lies over it: rings round what can be chosen, the card of a place, a tip.

const THEATRES = ["low-countries", "rhine", "italy", "spain", "britain", "ireland"];
const SEA_VIEW = 4200; // so much of the sheet is seen round the mark of a sea

const sight = {
  // The map goes to where the decision is; all of Europe when it is everywhere.
  lookThere(table) {
    const { space } = table.state.guide ?? {}, { looked } = table;
    const asked = looked ? [looked.place].filter((one) => one !== null) : space !== undefined ? [space] : [...new Set(table.state.options.map(({ place }) => place).filter((place) => place !== null))];
    const last = table.state.happened.at(-1)?.place ?? null; // a battle or a siege is where something just happened
    const { place = null } = table.state.question; // troops that go into winter quarters are seen too, and where they stand
    const about = looked || place === null || asked.includes(place) ? asked : [...asked, place];
    const places = about.length || last === null || !DUELS.includes(table.state.question.name) ? about : [last];
    if (!table.main.box && !table.main.host.clientWidth) return; // nobody sees it
    const near = (box) => box && box.w < table.sheet.size.x * 0.45 && box.h < table.sheet.size.y * 0.45 && box;
    const fell = table.fell?.side === table.state.strip.side ? table.fell.place : null; // own dice are looked at where they fell
    const sea = looked ? looked.box : table.frame.dataset.width === "narrow" && !places.length ? sight.sea(table) : null; // Europe shows it elsewhere
    const box = near(places.length && table.main.around(places)) || (fell !== null && table.main.around([fell])) || (sea !== null && table.main.around([sea], SEA_VIEW));
    const local = Boolean(box);
    table.frame.dataset.board = local ? "theatre" : "europe";
    requestAnimationFrame(() => (local ? (table.main.fly(box), sight.press(table, "")) : sight.go(table, table.frame.dataset.width === "narrow" ? sight.busiest(table, places) : "all")));
  },

  // Where the page scrolls it goes by itself to where all options are seen, and no farther than the question; back to
  // the map when they are few.
  intoView(table) {
    if (table.frame.dataset.width !== "narrow" || table.frame.dataset.carrier !== "page" || table.tab !== "decide") return;
    const top = (one) => one.getBoundingClientRect().top, above = table.strip.offsetHeight;
    const beyond = table.mid.getBoundingClientRect().bottom - top(table.choose.parentElement);
    const first = table.bubble.hidden || table.ready ? table.q : table.bubble; // what the guide says is read before
    const least = top(table.frame) + scrollY, most = top(first) + scrollY - above;
    scrollTo({ top: Math.max(least, Math.min(most, scrollY + beyond)), behavior: "instant" });
  },

  // The mark of the sea that the whole question is about, or null: King William's War has the Atlantic's.
  sea(table) {
    const { options, state: { question } } = table;
    if (!question.mine || options.some(({ place }) => place !== null)) return null;
    const [box, ...more] = new Set(options.map((one) => one.box).filter(Boolean));
    return box && !more.length ? box : null;
  },

  // On a small screen Europe is too small: the theatre with most of the places.
  busiest(table, places) {
    const within = (name) => { const { x, y, w, h: high } = table.main.boxOf(name); return places.filter((place) => { const { spot } = table.sheet.spaces[place]; return spot.x > x && spot.x < x + w && spot.y > y && spot.y < y + high; }).length; };
    return THEATRES.reduce((best, name) => (within(name) > within(best) ? name : best));
  },

  // The last way that was gone travels on the map.
  travelled(table) {
    lines.travel(table, table.state.happened.findLast(({ ways }) => ways.length));
  },

  go(table, name, animate = true) {
    const box = table.main.boxOf(name);
    table.frame.dataset.board = name === "all" ? "europe" : "theatre";
    requestAnimationFrame(() => (animate ? table.main.fly(box) : table.main.look(box)));
    sight.press(table, name);
  },

  press(table, name) {
    for (const button of table.views.children) button.setAttribute("aria-pressed", String(button.dataset.view === name));
  },

  rings(table) {
    if (table.plan && !table.looksOn && table.tab === "decide") {
      const { legal, labels, ways } = planning.marks(table);
      for (const board of table.boards) { board.ring(legal, [], labels); board.travel(ways); }
      return;
    }
    const legal = new Map();
    if (table.state.question.mine && !table.looksOn)
      for (const index of table.shown()) {
        const { place } = table.options[index];
        if (place !== null) legal.set(place, table.place === place || (table.marked !== null && table.options[table.marked].place === place) ? "on" : "");
      }
    const { place = null, box = null } = table.looked ?? {}; // of a moment that the review showed
    const boxes = [box, table.options[table.marked ?? table.lit]?.box ?? sight.sea(table), table.lines[table.shows]?.box].filter((one) => one);
    for (const board of table.boards) board.ring(legal, table.numbers, [], boxes, table.state.question.place ?? null, place);
  },

  pop(table) {
    const here = table.place === null || table.tab !== "decide" ? [] : table.at(table.place);
    const no = table.place === null ? [] : table.refused[table.place] ?? [];
    table.pop.hidden = !table.popped || (!here.length && !no.length);
    if (table.pop.hidden) return table.pop.replaceChildren();
    table.tip.hidden = true; // it would say the same
    const { name } = table.sheet.spaces[table.place];
    table.pop.replaceChildren(h("h3", {}, name), h("p", {}, table.state.words[table.place].replace(`${name}: `, "")),
      h("div", { className: "act" }, here.slice(0, 6).map((index) => column.option(table, index, true)), no.slice(0, 3).map((one) => column.not(table, one, false, true))));
    sight.placePop(table);
  },

  placePop(table) {
    if (!table.pop || table.pop.hidden || table.place === null) return;
    const frame = table.bd.getBoundingClientRect();
    const board = [...table.boards].reverse().find((one) => one.host.clientWidth && one.box && one.shows(table.place)) ?? table.main;
    const host = board.host.getBoundingClientRect(), { x, y } = board.pixel(table.place);
    const [left, top] = [host.x - frame.x + x, host.y - frame.y + y];
    const { offsetWidth: wide, offsetHeight: high } = table.pop;
    const beside = left + 22 + wide < frame.width ? left + 22 : left - 22 - wide;
    table.pop.style.left = `${Math.max(6, beside)}px`;
    table.pop.style.top = `${Math.max(44, Math.min(top - high / 2, frame.height - high - 6))}px`;
  },

  tell(table, index, board) {
    for (const one of table.frame.querySelectorAll("[data-place]")) one.classList.toggle("lit", one.dataset.place === String(index));
    table.tip.hidden = index === null || index === table.place || !table.pop.hidden;
    if (table.tip.hidden) return;
    const [alone, ...more] = table.at(index).filter((one) => table.shown().includes(one));
    const target = table.plan?.targets.find(({ space }) => space === index);
    const does = target ?? (alone === undefined || more.length ? null : table.options[alone]);
    table.tip.replaceChildren(table.state.words[index], does ? h("b", {}, plain(does.says)) : "", target?.course.length ? bar(target.course, "oddsline", 0.09, target.ends) : "");
    const frame = table.bd.getBoundingClientRect(), host = board.host.getBoundingClientRect(), { x, y } = board.pixel(index);
    const [left, top] = [host.x - frame.x + x, host.y - frame.y + y];
    table.tip.style.left = `${Math.max(6, Math.min(left - table.tip.offsetWidth / 2, frame.width - table.tip.offsetWidth - 6))}px`;
    table.tip.style.top = `${top - 18 - table.tip.offsetHeight > 4 ? top - 18 - table.tip.offsetHeight : top + 18}px`;
  },
};
