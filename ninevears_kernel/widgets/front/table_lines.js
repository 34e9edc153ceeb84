// What happened since the own last choice, in numbered lines beside the map.

const REPLAY_STEP = 650; // milliseconds from one line of what happened to the next
const LONG = 70, SHORT = 42, BROAD = 1300; // letters from which a line takes both columns; on a small screen

const lines = {
  // A line flies the map there and shows the way.
  draw(table) {
    const { words } = table;
    const told = (table.lines = table.state.happened);
    const { side, says } = table.state.news;
    table.numbers = told.flatMap((line, index) => [...new Set(line.places), ...(line.box ? [line.box] : [])].map((place) => [place, index + 1, (line.side ?? "").toLowerCase()]));
    const moves = told.some(({ ways, places, box }) => ways.length || places.length || box);
    table.dp.replaceChildren(h("div", {}, h("div", { className: `hd ${(side ?? "").toLowerCase()}` }, h("h3", {}, shield(side), says),
      moves ? h("button", { type: "button", className: "replay", "data-key": "replay", onclick: () => lines.replay(table) }, table.playing ? words.pause : `▶ ${words.replay}`) : null),
      h("ol", {}, told.map((line, index) => h("li", { className: `${table.shows === index ? "on" : ""}${lines.said(line, side).length + (line.paid ?? "").length > (table.width >= BROAD ? LONG : SHORT) ? " long" : ""}` }, h("button", { type: "button", "data-key": `line-${index}`, onclick: () => { lines.stop(table); lines.show(table, index); } },
        h("i", { className: (line.side ?? "").toLowerCase() }, String(index + 1)), h("span", {}, lines.said(line, side), line.paid ? h("small", {}, ` ${line.paid}`) : null, line.dice.length ? h("em", {}, " ", dice(line.dice)) : null)))))));
    table.dp.querySelector("li.on")?.scrollIntoView({ block: "nearest" });
  },

  // Under a heading that names the side no line names it again.
  said: (line, side) => (side && line.side === side ? line.short : line.says),

  // One line on the map: its way travels, and the map goes there when it is out of sight.
  show(table, index) {
    const line = table.lines[index];
    if (!line) return;
    table.shows = index;
    const spaces = [...line.ways.flat(), ...line.places, ...(line.box ? [line.box] : [])];
    if (spaces.length && !spaces.every((space) => table.boards.some((board) => board.host.clientWidth && board.box && board.shows(space)))) table.main.fly(table.main.around(spaces));
    lines.travel(table, line);
    table.announce(line.says);
    if (table.tab === "decide" && !table.playing) table.draw();
    else lines.draw(table);
  },

  // The ways of a line, each in the colour of whoever went it: one marches, another comes to meet them.
  travel(table, line) {
    const ways = (line?.ways ?? []).map((way, index) => ({ way, name: (line.whose[index] ?? "").toLowerCase() }));
    for (const board of table.boards) board.travel(ways, true);
  },

  replay(table) {
    if (table.playing) return lines.stop(table);
    let index = 0;
    const next = () => {
      if (index >= table.lines.length) return lines.stop(table);
      lines.show(table, index++);
      table.playing = setTimeout(next, REPLAY_STEP);
    };
    table.playing = setTimeout(next, 0);
    lines.draw(table);
  },

  stop(table) {
    clearTimeout(table.playing);
    if (table.playing) { table.playing = null; lines.draw(table); }
  },
};
