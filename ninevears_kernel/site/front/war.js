// The page of the war: months, events and cards, from what was worked out when the page was made.
const at = (id) => document.getElementById(id);
const bytesOf = (id) => Uint8Array.from(atob(at(id).textContent), (sign) => sign.charCodeAt(0));
const [drawing, war, steps] = await Promise.all([
  inflated(bytesOf("drawing")), inflated(bytesOf("war")), unpackedBytes(bytesOf("steps")).arrayBuffer()]);
const sheet = new Sheet(drawing, steps);
const { words, months, events } = war;
const LAST = months.length - 1, START = months.indexOf("1688-09"), PHONE = matchMedia("(max-width: 900px)");
const FILTERS = { theatre: war.theatres, kind: war.kinds, person: war.people, certainty: war.certainties };
const STEP = 0.15; // of the window, by which an arrow key moves the map

const shown = { month: START, event: null, space: null, theatre: "", kind: "", person: "", certainty: "" };
const order = Object.keys(events);

function made(tag, name, ...parts) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  node.append(...parts); // strings become text, never markup
  return node;
}
const sign = (one) => document.createRange().createContextualFragment(war.signs[one.sign]);

// ---- the months, each whole: the first, and what changed

const states = [war.first];
for (const { spaces = {}, words: said = {}, marks = {} } of war.changes) {
  const last = states.at(-1), now = { spaces: last.spaces.slice(), words: last.words.slice(), marks: { ...last.marks, ...marks } };
  Object.assign(now.spaces, spaces);
  Object.assign(now.words, said);
  for (const key of Object.keys(marks)) if (!marks[key]) delete now.marks[key];
  states.push(now);
}

// ---- what is chosen

const taken = (one) => (!shown.theatre || one.theatre === shown.theatre) && (!shown.kind || one.kind === shown.kind)
  && (!shown.person || one.people.includes(shown.person)) && (!shown.certainty || one.certainty === shown.certainty);
const monthOf = (one) => Math.max(0, one.months[0]);
const here = () => war.shown[shown.month].filter((id) => taken(events[id]));

// The campaigns that are drawn, as in the notebook: of the commander who is chosen the whole year, else of those
// who lead in the events of the month, as far as they have come.
function ways() {
  const year = months[shown.month].slice(0, 4);
  const people = shown.person ? [shown.person] : [...new Set(here().flatMap((id) => events[id].first ?? []))];
  return people.flatMap((person) => {
    const way = war.ways[person]?.[year];
    if (!way) return [];
    const done = way.stops.filter(([id]) => events[id].months[0] <= shown.month).length;
    return shown.person || done > 1 ? [{ person, way, done, whole: Boolean(shown.person) }] : [];
  });
}

function marks() {
  const found = { ...states[shown.month].marks };
  for (const { person, way, done, whole } of ways()) {
    const legs = way.legs.filter(({ to }) => whole || to < done);
    for (const leg of legs)
      for (const [name, mark] of Object.entries(to(leg, done))) found[`path/${person}/${leg.to}/${name}`] = mark;
    if (legs.length && way.start) found[`path/${person}/start`] = way.start;
  }
  const chosen = new Set(here());
  for (const [key, mark] of Object.entries(war.marks[shown.month])) if (chosen.has(key.split("/")[0])) found[`event/${key}`] = mark;
  const badge = found[`event/${shown.event}`];
  if (badge) found["event/chosen"] = ["symbols", war.ring, badge[2]];
  return found;
}
const to = (leg, done) => (leg.to < done ? leg.done : leg.ahead);

const toldWays = () => ways().map(({ way, done, whole }) => {
  const stops = whole ? way.stops : way.stops.slice(0, done);
  return way.says.replace("{}", stops.map(([, past, ahead], place) => (place < done ? past : ahead)).join(" → "));
});

function toldMonth() {
  const told = war.told[shown.month], ids = here();
  const outside = ids.filter((id) => events[id].space === undefined).length;
  return [told.counts[ids.length], ...(outside ? [told.elsewhere[outside]] : []), ...told.held];
}

// ---- the map

const board = new Board(sheet, {
  picked: (space) => { if (space !== null) { shown.space = space; panel(); tell(states[shown.month].words[space][0]); } },
});
const own = new CSSStyleSheet();
own.replaceSync("[data-stack],[data-stack] *{pointer-events:auto;cursor:pointer}");
board.host.shadowRoot.adoptedStyleSheets.push(own);
board.host.shadowRoot.addEventListener("click", (event) => {
  const stack = event.composedPath()[0].closest?.("[data-stack]");
  if (stack) open(stack.dataset.stack.split("/").at(-1));
});
at("map").prepend(board.host);
const painted = new Map(), dressed = [];
function draw() {
  states[shown.month].spaces.forEach((name, index) => {
    if (dressed[index] !== name) board.dress(index, (dressed[index] = name));
  });
  const wanted = marks();
  for (const key of painted.keys()) if (!wanted[key]) { board.draw(key, null); painted.delete(key); }
  for (const [key, mark] of Object.entries(wanted)) if (painted.get(key) !== mark) { board.draw(key, mark); painted.set(key, mark); }
}
const lookAt = (view) => board.fly(board.boxOf(view));
const viewNow = () => war.viewOf[shown.theatre] ?? "all";

// An event that the window does not show comes to its middle.
function bring(id) {
  const badge = board.marks.get(`event/${id}`)?.at?.find(Boolean);
  if (!badge || !board.box) return;
  const [x, y] = badge, { box } = board;
  if (x < box.x || y < box.y || x > box.x + box.w || y > box.y + box.h) board.fly({ ...box, x: x - box.w / 2, y: y - box.h / 2 });
}

// ---- words

// The number of an event on its badge: the same, whatever else is filtered out.
function numbered(id) {
  const numbers = war.shown[shown.month].filter((one) => events[one].space !== undefined);
  return events[id].space === undefined ? "" : `${numbers.indexOf(id) + 1}. `;
}

function lists() {
  const on = [], off = [];
  for (const id of here()) (events[id].space === undefined ? off : on).push(id);
  for (const [list, ids] of [["here", on], ["elsewhere", off]]) {
    const name = JSON.stringify(ids);
    if (at(list).dataset.ids !== name) {
      at(list).dataset.ids = name;
      at(list).replaceChildren(...ids.map((id) => {
        const button = made("button", "", sign(events[id]), made("span", "", numbered(id) + events[id].line));
        button.type = "button";
        button.dataset.event = id;
        button.addEventListener("click", () => open(id));
        return made("li", "", button);
      }));
      if (!ids.length) at(list).append(made("li", "", words["nothing-here"]));
    }
    for (const button of at(list).querySelectorAll("button")) {
      if (button.dataset.event === shown.event) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }
}

function card(one) {
  const facts = made("dl", "", ...one.facts.flatMap(([label, says]) => [made("dt", "", label), made("dd", "", says)]));
  const listed = (heading, items) => (items.length ? [made("h3", "", heading), made("ul", "", ...items.map((item) => made("li", "", item)))] : []);
  return made("article", "card", made("h2", "", sign(one), ` ${one.name}`), made("p", "", one.sentence), facts,
    ...listed(words["books-differ"], one.differ), ...listed(words.sources, one.sources));
}

function panel() {
  const said = toldMonth().map((sentence) => made("p", "", sentence));
  const space = shown.space === null ? [] : [made("p", "space", states[shown.month].words[shown.space][0])];
  const event = shown.event ? card(events[shown.event]) : made("p", "", made("i", "", words.choose));
  at("panel").replaceChildren(made("p", "month", war.named[shown.month]), ...said, ...space, event,
    ...toldWays().map((sentence) => made("p", "way", sentence)));
}

function twin() {
  const listed = made("ul", "", ...here().map((id) => made("li", "", numbered(id) + events[id].says)));
  at("told").replaceChildren(...toldMonth().map((sentence) => made("p", "", sentence)), listed,
    ...toldWays().map((sentence) => made("p", "", sentence)));
  at("caption").textContent = war.told[shown.month].table;
  const heads = words.columns.map((name) => Object.assign(made("th", "", name), { scope: "col" }));
  const rows = states[shown.month].words.map(([, ...cells], index) =>
    made("tr", "", Object.assign(made("th", "", sheet.spaces[index].name), { scope: "row" }), ...cells.map((cell) => made("td", "", cell))));
  at("held").replaceChildren(made("table", "", made("thead", "", made("tr", "", ...heads)), made("tbody", "", ...rows)));
}

const tell = (text) => { at("status").textContent = text; };

function bars() {
  const counts = months.map(() => 0);
  for (const one of Object.values(events)) if (taken(one) && one.months[0] >= 0) counts[one.months[0]] += 1;
  const most = Math.max(1, ...counts);
  at("bars").replaceChildren(...counts.map((count) => {
    const bar = made("i");
    bar.style.height = `${(100 * count) / most}%`;
    return bar;
  }));
}

// ---- where one is, as a link

function link() {
  const asked = new URLSearchParams();
  if (shown.event) asked.set("event", shown.event);
  if (!shown.event || monthOf(events[shown.event]) !== shown.month) asked.set("month", months[shown.month]);
  for (const name of Object.keys(FILTERS)) if (shown[name]) asked.set(name, shown[name]);
  return `${location.href.split(/[?#]/)[0]}?${asked}`;
}

// What a link asks for; what the page does not have is told.
function follow() {
  const asked = new URLSearchParams(location.search), missing = [];
  for (const [name, options] of Object.entries(FILTERS)) {
    const wanted = asked.get(name);
    if (wanted && !options.some(([id]) => id === wanted)) missing.push(wanted);
    else shown[name] = wanted ?? "";
  }
  const event = asked.get("event"), month = asked.get("month");
  if (event && events[event]) {
    shown.event = event;
    shown.month = monthOf(events[event]);
    if (!taken(events[event])) for (const name of Object.keys(FILTERS)) shown[name] = "";
  } else if (event) missing.push(event);
  if (month && months.includes(month)) shown.month = months.indexOf(month);
  else if (month) missing.push(month);
  return missing;
}

// ---- what is shown

function show() {
  if (shown.event && !here().includes(shown.event)) shown.event = null;
  draw();
  lists();
  panel();
  twin();
  at("slider").value = shown.month;
  at("slider").setAttribute("aria-valuetext", war.named[shown.month]);
  at("now").textContent = war.named[shown.month];
  at("bars").querySelector(".here")?.classList.remove("here");
  at("bars").children[shown.month]?.classList.add("here");
  at("back").setAttribute("aria-disabled", String(shown.month === 0));
  at("on").setAttribute("aria-disabled", String(shown.month === LAST));
  at("play").setAttribute("aria-disabled", String(timer !== null));
  at("stop").setAttribute("aria-disabled", String(timer === null));
  for (const name of Object.keys(FILTERS)) at(name).value = shown[name];
  document.title = `${war.told[shown.month].title} · ${words.title}`;
  try { history.replaceState(null, "", link()); } catch { /* a page that was opened from a folder has no history of its own */ }
}

function go(month) {
  const wanted = Math.max(0, Math.min(LAST, month));
  if (wanted !== shown.month) { shown.month = wanted; shown.event = null; }
  show();
  tell(timer === null ? toldMonth()[0] : ""); // nobody can listen to a month a second
}

function open(id) {
  const one = events[id];
  if (!war.shown[shown.month].includes(id)) shown.month = monthOf(one);
  shown.event = id;
  shown.space = null;
  show();
  bring(id);
  at("panel").scrollTop = at("panel").querySelector(".card").offsetTop - at("panel").offsetTop - 8;
  if (PHONE.matches) at("panel").scrollIntoView({ block: "nearest" });
  tell(`${one.line}.`);
}

function step(by) {
  const ids = order.filter((id) => taken(events[id]));
  const now = ids.indexOf(shown.event);
  let wanted = now + by;
  if (now < 0) wanted = by > 0 ? ids.findIndex((id) => monthOf(events[id]) >= shown.month) : ids.findLastIndex((id) => monthOf(events[id]) < shown.month);
  if (ids[wanted] === undefined) return tell(words[by > 0 ? "no-later" : "no-earlier"]);
  const id = ids[wanted];
  shown.month = monthOf(events[id]);
  open(id);
}

let timer = null;
function stop() {
  clearTimeout(timer);
  timer = null;
  show();
}
function play() {
  if (timer !== null) return;
  if (shown.month === LAST) shown.month = 0;
  const later = () => { timer = setTimeout(next, Number(at("pace").value)); };
  const next = () => {
    if (shown.month === LAST) return stop();
    go(shown.month + 1);
    later();
  };
  later();
  go(shown.month);
}

// ---- what is pressed

for (const [name, options] of Object.entries(FILTERS)) {
  at(name).append(new Option(words[`all-${name}`], ""), ...options.map(([id, label]) => new Option(label, id)));
  at(name).addEventListener("change", () => {
    shown[name] = at(name).value;
    filtered(name === "theatre");
  });
}
function filtered(moved) {
  bars();
  show();
  if (moved) lookAt(viewNow());
  tell(toldMonth()[0]);
}
const press = (id, act) => at(id).addEventListener("click", act);
press("clear", () => { const was = viewNow(); for (const name of Object.keys(FILTERS)) shown[name] = ""; filtered(was !== "all"); });
press("play", play);
press("stop", stop);
press("back", () => go(shown.month - 1));
press("on", () => go(shown.month + 1));
press("previous", () => step(-1));
press("next", () => step(1));
press("nearer", () => board.zoom(STEP_ZOOM));
press("further", () => board.zoom(1 / STEP_ZOOM));
press("whole", () => lookAt("all"));
press("print", () => print());
press("copy", async () => {
  try { await navigator.clipboard.writeText(link()); tell(words.copied); } catch { prompt(words["copy-by-hand"], link()); }
});
const root = document.documentElement;
press("theme", () => {
  root.setAttribute("theme", root.getAttribute("theme") === "dark" ? "light" : "dark");
  try { localStorage.setItem("ninevears-theme", root.getAttribute("theme")); } catch { /* it is forgotten */ }
});
at("slider").addEventListener("input", () => go(Number(at("slider").value)));
const KEYS = { "+": () => board.zoom(STEP_ZOOM), "=": () => board.zoom(STEP_ZOOM), "-": () => board.zoom(1 / STEP_ZOOM), 0: () => lookAt("all"), n: () => step(1), p: () => step(-1) };
at("map").addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== at("map")) return;
  const arrow = ARROWS[event.key], act = KEYS[event.key.toLowerCase()];
  if (!arrow && !act) return;
  event.preventDefault();
  if (act) return act();
  const { box } = board;
  board.look({ ...box, x: box.x + arrow[0] * box.w * STEP, y: box.y + arrow[1] * box.h * STEP });
});

// On paper it is day, and the map fills its place: of what the window shows the part that lies on the sheet.
let before = null;
addEventListener("beforeprint", () => {
  before = root.getAttribute("theme");
  root.setAttribute("theme", "light");
  const { x, y, w, h } = board.box, left = Math.max(0, x), top = Math.max(0, y);
  const part = [left, top, Math.min(sheet.size.x, x + w) - left, Math.min(sheet.size.y, y + h) - top];
  if (part[2] > 0 && part[3] > 0) for (const svg of [board.svg, board.over]) svg.setAttribute("viewBox", part.join(" "));
});
addEventListener("afterprint", () => {
  root.setAttribute("theme", before);
  board.drawn = null;
  board.look(board.box);
});

const missing = follow();
bars();
if (PHONE.matches && !Object.keys(FILTERS).some((name) => shown[name])) at("filters").open = false;
board.look(board.boxOf(shown.theatre ? viewNow() : war.viewOf[events[shown.event]?.theatre] ?? "all"));
if (shown.event) open(shown.event);
else show();
if (missing.length) tell(words["not-here"].replace("{}", missing.join(", ")));
performance.mark("ninevears-shown");
