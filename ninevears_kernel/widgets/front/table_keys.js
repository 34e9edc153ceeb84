// What the keyboard does, in the table and on its map.

const TAB_KEYS = { d: "decide", l: "log", s: "sequence", w: "why", r: "readings" };

const keys = {
  pressed(table, event) {
    event.stopPropagation();
    const field = event.composedPath()[0].tagName === "INPUT";
    if (event.key === "Escape") {
      if (table.over.firstChild) { table.shut(); table.draw(); } else if (table.reviewing) coach.shut(table); else table.letGo();
      event.preventDefault();
      return;
    }
    if (event.repeat && event.key === "Enter") { event.preventDefault(); return; } // held down it would answer what comes next
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !field) { table.takeBack(); event.preventDefault(); return; }
    if (table.reviewing && event.key !== "?" && event.key !== "m") return; // the keys of the map have nothing to press
    if (field || event.ctrlKey || event.metaKey || event.altKey) return;
    const button = event.composedPath()[0].tagName === "BUTTON";
    const answers = !button || event.composedPath()[0].matches(".pick,.chip,.choose,.cd");
    if (event.key === "Enter" && answers && table.ready) table.commit();
    else if (/^[1-9]$/.test(event.key)) [...table.mid.querySelectorAll("button.pick"), ...table.pop.querySelectorAll("button.pick")].filter((one) => one.checkVisibility())[Number(event.key) - 1]?.click();
    else if (event.key === "u") table.takeBack();
    else if (event.key === "/") { table.finding = true; table.turn("decide"); table.mid.querySelector("input")?.focus(); }
    else if (event.key === "[" || event.key === "]") keys.theatre(table, event.key === "]" ? 1 : -1);
    else if (event.key in TAB_KEYS) table.turn(TAB_KEYS[event.key]);
    else if (event.key === "m") { table.menu = !table.menu; table.draw(); }
    else if (event.key === "?") { table.keys = !table.keys; table.draw(); }
    else if (event.key === " " && !button) lines.replay(table);
    else if (event.key === "f" && table.place !== null) table.main.fly(table.main.around([table.place]));
    else return;
    event.preventDefault();
  },

  theatre(table, by) {
    const names = ["all", ...THEATRES];
    const now = names.findIndex((name) => table.views.querySelector(`[data-view="${name}"]`).getAttribute("aria-pressed") === "true");
    sight.go(table, names[(now + by + names.length) % names.length]);
  },

  onMap(table, event) {
    const direction = ARROWS[event.key];
    if (event.target !== table.map || event.ctrlKey || event.metaKey || event.altKey) return;
    if (direction) keys.walk(table, direction);
    else if (event.key === "Enter" && table.cursor !== undefined && (!table.ready || table.place !== table.cursor)) table.pick(table.cursor, false, "map");
    else if (event.key === "+" || event.key === "=") table.main.zoom(STEP_ZOOM);
    else if (event.key === "-") table.main.zoom(1 / STEP_ZOOM);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },

  // From place to place by the links; what can be chosen is nearer than what cannot.
  walk(table, [right, down]) {
    const { spaces } = table.sheet;
    const can = [...(table.main.can ?? [])];
    const here = table.cursor ?? table.place ?? can[0] ?? 0;
    if (table.cursor === undefined) return keys.stand(table, here);
    let found = null, least = Infinity;
    for (const index of [...spaces[here].links, ...can]) {
      const [x, y] = [spaces[index].spot.x - spaces[here].spot.x, spaces[index].spot.y - spaces[here].spot.y];
      const length = Math.hypot(x, y), along = (x * right + y * down) / length;
      if (length && along > 0.5 && length / along < least) [found, least] = [index, length / along];
    }
    if (found !== null) keys.stand(table, found);
  },

  stand(table, index) {
    for (const board of table.boards) { board.paths[table.cursor]?.classList.remove("cursor"); board.paths[index].classList.add("cursor"); }
    table.cursor = index;
    if (!table.main.shows(index)) table.main.fly({ ...table.main.around([index], table.main.box.h * 0.6) });
    sight.tell(table, index, table.main);
    table.announce(table.state.words[index]);
  },
};
