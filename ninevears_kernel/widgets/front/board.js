// A drawing of the sheet on the table: pans and zooms by its own viewBox, marks what is legal, tells what is clicked.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const FLIGHT = 300; // milliseconds from one view to another
const STEP_ZOOM = 1.5;
const CLICK = 5; // pixels within which a press is no drag
const TWICE = 400; // milliseconds within which two clicks are one double click
const PEN = 0.85; // pixels of a stroke of the hills
const FAR = 26; // units of the sheet in a pixel, from which the strokes of its hills run together
const MANY = 12; // rings from which they are drawn light
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// Rules of the drawing, parsed once for all boards. A board has a root of its own, so that its patterns, which it
// scales to its zoom, are nobody else's.
const drawn = new WeakMap();
function rules(sheet) {
  if (!drawn.has(sheet)) {
    const made = new CSSStyleSheet();
    made.replaceSync(sheet.style + BOARD_STYLE);
    drawn.set(sheet, made);
  }
  return drawn.get(sheet);
}

// The map without marks, parsed once for all boards.
const blanks = new WeakMap();
function blank(sheet) {
  if (!blanks.has(sheet)) {
    const panes = sheet.panes.map((pane) => `<g class="${pane}">${sheet.printed[pane] ?? ""}</g>`);
    const spaces = sheet.spaces.map(({ id }, index) => `<path data-space="${index}" data-name="${id}" data-shape="space/${id}"/>`).join("");
    const svg = sheet.element("svg", `<defs>${sheet.defs}</defs><g>${sheet.ground}</g><g class="spaces">${spaces}</g>${panes[0]}${sheet.lines}${panes.slice(1).join("")}`);
    svg.setAttribute("class", "nv");
    blanks.set(sheet, svg);
  }
  return blanks.get(sheet).cloneNode(true);
}

// What is drawn over a map, by its markup: each is parsed once.
const signs = new Map(), MOST_SIGNS = 4000;
function parsed(sheet, markup) {
  if (signs.size > MOST_SIGNS) signs.clear();
  if (!signs.has(markup)) signs.set(markup, sheet.element("g", markup));
  return signs.get(markup).cloneNode(true);
}

const BOARD_STYLE = `:host{display:block;position:relative;overflow:hidden;contain:strict}
svg{position:absolute;inset:0;width:100%;height:100%;display:block;touch-action:pan-y;user-select:none;cursor:default;will-change:transform;transform-origin:0 0}
svg *,svg.over{pointer-events:none}
[id^=nv-hill] path{vector-effect:none;stroke-width:var(--pen)}.far .relief{opacity:.3}
path.space,.glow *{pointer-events:auto}
path.space.hovered,path.space.cursor{stroke:var(--nv-ink);stroke-width:2px;vector-effect:non-scaling-stroke}
path.space.cursor{stroke:var(--accent);stroke-width:3px}
path.space.can{cursor:pointer}
.ways path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.ways .case{stroke:#fffbe8;stroke-opacity:.95}.ways .line{stroke:#5a4632}
.ways .bourbon .line{stroke:#1f3f86}.ways .alliance .line{stroke:#8a4a02}.ways .plan .line{stroke:var(--accent)}
.ways .head{stroke:#fffbe8;fill:#5a4632}.ways .bourbon .head{fill:#1f3f86}.ways .alliance .head{fill:#8a4a02}.ways .plan .head{fill:var(--accent)}
.glow .risk{fill:#fffbe8;stroke:#2b1a0e;stroke-width:1}
.glow .out{fill:none;stroke:#2b1a0e;stroke-width:4.6}
.glow .in{fill:#fffbe8;fill-opacity:.01;stroke:#fffbe8;stroke-width:2.6}
.glow g{cursor:pointer}.glow .halo{fill:none;stroke:#fffbe8;stroke-opacity:.4;stroke-width:10}
.many .out{stroke-width:4}.many .in{stroke-width:2.5}.many .halo{display:none}
.glow g.lit .out{stroke-width:7}.glow g.lit .in{stroke:#fffbe8;stroke-width:4.4}
.glow g.on .out{stroke:#fff;stroke-width:9}.glow g.on .in{stroke:var(--accent);stroke-width:4.5}
.glow g.seen{pointer-events:none}.glow g.seen .in{stroke-dasharray:4 3}.glow g.asked .out{stroke:#fffbe8;stroke-width:8.5}.glow g.asked .in{stroke:#2b1a0e;stroke-width:3.6}
.glow text{font-size:12px;font-weight:700;text-anchor:middle;fill:#2a1600;stroke:none}
.glow .number{fill:#dd9a24;stroke:#2a1600;stroke-width:1.5}
.glow .number.bourbon{fill:#9dbdf2}
.window{fill:var(--accent);fill-opacity:.08;stroke:var(--accent);stroke-width:2.5px;vector-effect:non-scaling-stroke}`;

class Board {
  constructor(sheet, heard) {
    Object.assign(this, { sheet, heard, marks: new Map(), paths: [], level: -1, classes: [] });
    this.host = document.createElement("div");
    this.host.className = "nv board";
    const root = this.host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [rules(sheet)];
    this.svg = blank(sheet);
    this.svg.setAttribute("aria-hidden", "true");
    // what changes with every click lies on a sheet of its own, so that the map below is not painted again
    this.over = sheet.element("svg", `<g class="ways"></g><g class="glow"></g>`);
    this.over.setAttribute("class", "over");
    this.over.setAttribute("aria-hidden", "true");
    root.append(this.svg, this.over);
    this.hatch = this.svg.querySelector("#nv-hatch");
    this.paths = [...this.svg.querySelectorAll("path[data-space]")];
    this.groups = Object.fromEntries(sheet.panes.map((pane) => [pane, this.svg.querySelector(`:scope > g.${pane}`)]));
    this.glow = this.over.querySelector("g.glow");
    this.ways = this.over.querySelector("g.ways");
    for (const [key, mark] of Object.entries(sheet.marks)) this.draw(key, mark);
    this.listen();
    // what was asked for is fitted anew: what was fitted would grow with each shape that the window has had
    this.watch = new ResizeObserver(() => this.box && this.look(this.asked));
    this.watch.observe(this.host);
  }

  close() { this.watch.disconnect(); this.host.remove(); }

  listen() {
    const svg = this.host;
    const space = (event) => event.composedPath()[0].closest?.("[data-space]")?.dataset.space;
    // from one place to another within the board nothing is heard outside its root
    this.host.shadowRoot.addEventListener("pointerover", (event) => this.hover(space(event)));
    svg.addEventListener("pointerleave", () => this.hover(undefined));
    let from = null, pinch = null;
    const fingers = new Map();
    const apart = () => { const [a, b] = [...fingers.values()]; return { far: Math.hypot(a.x - b.x, a.y - b.y), clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 }; };
    const lift = ({ pointerId }) => { fingers.delete(pointerId); if (fingers.size < 2) pinch = null; };
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 2) { from = null; pinch = apart(); return; }
      from = { x: event.clientX, y: event.clientY, box: this.box, moved: false, id: event.pointerId };
    });
    svg.addEventListener("pointermove", (event) => {
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pinch && fingers.size === 2) {
        const now = apart();
        this.zoom(now.far / pinch.far, now);
        pinch = now;
        return;
      }
      if (!from) return;
      const [right, down] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.moved && Math.hypot(right, down) < CLICK) return;
      if (!from.moved) { from.moved = true; cancelAnimationFrame(this.flight); svg.setPointerCapture(from.id); }
      const unit = this.unit;
      this.look({ ...from.box, x: from.box.x - right * unit, y: from.box.y - down * unit }, false);
      this.heard.moved?.(this);
    });
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, lift);
    let last = -TWICE;
    svg.addEventListener("pointerup", (event) => {
      const was = from;
      from = null;
      if (was?.moved) this.look(this.box);
      if (!was || was.moved) return;
      const once = event.pointerType === "mouse" && event.timeStamp - last > TWICE; // and not the second of two clicks
      last = event.timeStamp;
      this.heard.picked(space(event) === undefined ? null : Number(space(event)), once);
    });
    svg.addEventListener("pointercancel", () => { from = null; });
    // the wheel belongs to the page; with Ctrl, and when two fingers pinch, to the map
    this.host.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 200), event);
    }, { passive: false });
  }

  hover(space) {
    const index = space === undefined ? null : Number(space);
    if (index === this.hovered) return;
    this.paths[this.hovered]?.classList.remove("hovered");
    this.hovered = index;
    this.paths[index]?.classList.add("hovered");
    this.heard.hovered?.(index, this);
  }

  // ---- where it looks

  zoom(by, at) {
    cancelAnimationFrame(this.flight);
    const { box } = this;
    const frame = this.host.getBoundingClientRect();
    const [right, down] = at ? [(at.clientX - frame.x) / frame.width, (at.clientY - frame.y) / frame.height] : [0.5, 0.5];
    const width = Math.min(box.w / by, this.sheet.size.x * 1.1), height = (width * box.h) / box.w;
    this.look({ x: box.x + (box.w - width) * right, y: box.y + (box.h - height) * down, w: width, h: height });
    this.heard.moved?.(this);
  }

  boxOf(name) {
    const [[south, west], [north, east]] = this.sheet.views[name];
    const [a, b] = [this.sheet.unit([west, north]), this.sheet.unit([east, south])];
    return { x: a.x, y: a.y, w: b.x - a.x, h: b.y - a.y };
  }

  // Where a space is on the sheet, or a mark by its key (that of a sea stands at no space).
  spotOf(what) {
    if (this.sheet.spaces[what]) return this.sheet.spaces[what].spot;
    const spot = this.marks.get(what)?.at?.find(Boolean);
    return spot ? { x: spot[0], y: spot[1] } : null;
  }

  around(indexes, least = 2600) {
    const spots = indexes.map((index) => this.spotOf(index)).filter(Boolean);
    const xs = spots.map(({ x }) => x), ys = spots.map(({ y }) => y);
    const w = Math.max(least, (Math.max(...xs) - Math.min(...xs)) * 1.5), h = Math.max(least, (Math.max(...ys) - Math.min(...ys)) * 1.5);
    const [x, y] = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
    return { x: x - w / 2, y: y - h / 2, w, h };
  }

  fly(box) {
    const from = this.box, begin = performance.now();
    cancelAnimationFrame(this.flight);
    if (STILL.matches || !from) return this.look(box);
    const to = this.fitted(box);
    if (!this.svg.style.transform && Object.keys(to).every((key) => Math.abs(to[key] - from[key]) < this.unit)) return; // it is there
    const step = (now) => {
      const part = Math.min(1, (now - begin) / FLIGHT), eased = part * part * (3 - 2 * part);
      this.look(Object.fromEntries(Object.keys(to).map((key) => [key, from[key] + (to[key] - from[key]) * eased])), part === 1);
      if (part < 1) this.flight = requestAnimationFrame(step);
      else this.asked = box;
    };
    this.flight = requestAnimationFrame(step);
  }

  // A box with the shape of the window; what was asked for is in it.
  fitted({ x, y, w, h }) {
    const { clientWidth: wide, clientHeight: high } = this.host;
    if (!wide || !high) return { x, y, w, h };
    const scale = Math.max(w / wide, h / high);
    return { x: x + (w - scale * wide) / 2, y: y + (h - scale * high) / 2, w: scale * wide, h: scale * high };
  }

  look(asked, settled = true) {
    if (!this.host.clientWidth || !(asked.w > 0)) return; // nobody sees it
    const box = this.fitted(asked);
    if (settled || !this.asked) this.asked = asked;
    this.box = box;
    this.unit = box.w / (this.host.clientWidth || 1);
    // while it moves, what is painted is moved and scaled; it is painted anew when it has come to rest
    const { drawn } = this;
    if (settled && drawn && !this.svg.style.transform && Object.keys(box).every((key) => drawn[key] === box[key])) return this.heard.looked?.(this);
    const moved = settled || !drawn ? "" : `translate(${(drawn.x - box.x) / this.unit}px,${(drawn.y - box.y) / this.unit}px) scale(${drawn.w / box.w})`;
    for (const svg of [this.svg, this.over]) svg.style.transform = moved;
    if (moved) return;
    this.drawn = box;
    for (const svg of [this.svg, this.over]) svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    this.hatch?.setAttribute("patternTransform", `scale(${this.unit})`);
    const level = this.sheet.level(this.sheet.unitZoom - Math.log2(this.unit));
    this.svg.classList.toggle("far", this.unit > FAR);
    this.svg.style.setProperty("--pen", PEN * this.unit); // within markers a pen that does not scale keeps the width of another view
    if (level !== this.level) {
      this.svg.classList.remove(`level-${this.level}`);
      this.svg.classList.add(`level-${level}`);
      this.level = level;
      for (const mark of this.marks.values()) this.stand(mark);
    }
    this.scaleGlow();
    this.scaleWays();
    this.heard.looked?.(this);
  }

  // Where a space is in the window of the board, in pixels.
  pixel(index) {
    const spot = this.spotOf(index) ?? { x: 0, y: 0 };
    return { x: (spot.x - this.box.x) / this.unit, y: (spot.y - this.box.y) / this.unit };
  }

  shows(index) {
    const { x, y } = this.pixel(index);
    return x > 12 && y > 12 && x < this.host.clientWidth - 12 && y < this.host.clientHeight - 12;
  }

  // ---- what is on it

  draw(key, mark) {
    const old = this.marks.get(key);
    if (!mark) {
      old?.element.remove();
      this.marks.delete(key);
      return;
    }
    const [pane, markup, at, space] = mark;
    const element = parsed(this.sheet, markup);
    element.dataset.mark = key;
    if (old) old.element.replaceWith(element);
    else this.groups[pane].append(element);
    const standing = { element, at, city: this.sheet.spaces[space]?.spot };
    this.marks.set(key, standing);
    this.stand(standing);
  }

  stand({ element, at, city }) {
    if (!at || this.level < 0) return;
    const spot = at[this.level];
    element.style.display = spot ? "" : "none";
    if (!spot) return;
    const unit = 2 ** (this.sheet.unitZoom - this.sheet.levels[this.level]);
    const [x, y] = city ? [city.x + (spot[0] / 10) * unit, city.y + (spot[1] / 10) * unit] : spot;
    element.setAttribute("transform", `translate(${x} ${y}) scale(${(spot[2] ?? 1) * unit})`);
  }

  dress(index, classes) {
    this.classes[index] = classes;
    const name = `space ${classes}${index === this.hovered ? " hovered" : ""}${this.can?.has(index) ? " can" : ""}`;
    if (this.paths[index].getAttribute("class") !== name) this.paths[index].setAttribute("class", name);
  }

  // Rings round the places of `legal` (index: class), numbers of what the enemy did, and words beside places.
  // `boxes`: keys of marks, such as that of a sea, that are ringed.
  // `asked`: the place that the question is about, or null; `place`: that of a moment which a review showed.
  ring(legal, numbers = [], labels = [], boxes = [], asked = null, place = null) {
    const drawn = JSON.stringify([[...legal], numbers, labels, boxes, asked, place]);
    if (this.ringed === drawn) return;
    this.ringed = drawn;
    this.can = new Set(legal.keys());
    this.classes.forEach((classes, index) => this.dress(index, classes));
    this.glow.replaceChildren(
      ...[...legal].map(([index, name]) => this.sign(index, name, ["halo", "out", "in"].map((ring) => (name.startsWith("foe") ? `<path class="${ring}" d="M0 -14L14 0L0 14L-14 0z"/>` : `<circle class="${ring}" r="11"/>`)).join(""))),
      ...(asked === null || legal.has(asked) ? [] : [this.sign(asked, "seen asked", `<circle class="out" r="15"/><circle class="in" r="15"/>`)]),
      ...labels.map(([index, words]) => this.sign(index, "seen label", `<rect class="risk" x="14" y="-31" width="48" height="19" rx="9"/><text x="38" y="-17">${words}</text>`)),
      ...(place === null ? [] : [this.sign(place, "seen asked", `<circle class="out" r="18"/><circle class="in" r="18"/>`)]),
      ...boxes.map((box) => this.sign(box, "seen box", `<rect class="out" x="-26" y="-18" width="52" height="36" rx="6"/><rect class="in" x="-26" y="-18" width="52" height="36" rx="6"/>`)),
      ...numbers.map(([index, number, side]) => this.sign(index, "seen", `<circle class="number ${side}" r="9" cx="-15" cy="-13"/><text x="-15" y="-9">${number}</text>`)));
    this.glow.classList.toggle("many", legal.size > MANY);
    this.scaleGlow();
  }

  // The ring of a place that is pointed at elsewhere.
  light(index) {
    for (const ring of this.glow.children) ring.classList.toggle("lit", Number(ring.dataset.space) === index && !ring.classList.contains("seen"));
  }

  // Ways drawn over the map, each {way: spaces, name: its class}; one that is new travels from its start.
  travel(ways, moving = false) {
    this.ways.replaceChildren(...ways.map(({ way, name }) => {
      const spots = way.map((index) => this.sheet.spaces[index].spot);
      const line = `M${spots.map(({ x, y }) => `${x} ${y}`).join("L")}`;
      const [before, end] = spots.slice(-2);
      const turn = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
      const element = this.sheet.element("g", `<path class="case" d="${line}"/><path class="line" d="${line}"/><path class="head" d="M-13 -7L0 0L-13 7z" data-x="${end.x}" data-y="${end.y}" data-turn="${turn}"/>`);
      element.setAttribute("class", name);
      return element;
    }));
    this.scaleWays();
    if (moving && !STILL.matches)
      for (const path of this.ways.querySelectorAll(".case, .line")) {
        const long = path.getTotalLength();
        path.animate([{ strokeDasharray: long, strokeDashoffset: long }, { strokeDasharray: long, strokeDashoffset: 0 }], FLIGHT);
      }
  }

  scaleWays() {
    if (!this.unit) return;
    const unit = this.unit * Math.min(1.1, Math.max(0.5, 9 / this.unit));
    for (const path of this.ways.querySelectorAll("path")) {
      path.style.strokeWidth = unit * (path.classList.contains("case") ? 8 : path.classList.contains("line") ? 4.5 : 1.5 / unit);
      if (path.dataset.turn) path.setAttribute("transform", `translate(${path.dataset.x} ${path.dataset.y}) rotate(${path.dataset.turn}) scale(${unit}) translate(-8 0)`);
    }
  }

  sign(index, name, markup) {
    const element = parsed(this.sheet, markup);
    element.setAttribute("class", name);
    element.dataset.space = index;
    return element;
  }

  scaleGlow() {
    if (!this.unit) return;
    const size = this.unit * Math.min(1.1, Math.max(0.62, 9 / this.unit));
    for (const element of this.glow.children) {
      const { x, y } = this.spotOf(element.dataset.space) ?? { x: 0, y: 0 };
      element.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
    }
  }
}

// The whole sheet, small: it shows where the board looks, and a click looks elsewhere.
class Locator {
  constructor(sheet, goes) {
    this.host = document.createElement("div");
    this.host.className = "nv locator";
    this.host.setAttribute("aria-hidden", "true"); // the row of theatres is for the keyboard
    Object.assign(this, { sheet, classes: [] });
    const { x, y } = sheet.size;
    this.host.addEventListener("click", (event) => {
      const frame = this.host.getBoundingClientRect();
      goes({ x: ((event.clientX - frame.x) / frame.width) * x, y: ((event.clientY - frame.y) / frame.height) * y });
    });
  }

  // Nothing is drawn before somebody sees it.
  build() {
    const { sheet } = this, { x, y } = sheet.size;
    const root = this.host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [rules(sheet)];
    const spaces = sheet.spaces.map(({ id }, index) => `<path class="space ${this.classes[index] ?? ""}" data-shape="space/${id}"/>`).join("");
    const svg = sheet.element("svg", `<defs>${sheet.defs}</defs><g>${sheet.ground}</g><g class="spaces">${spaces}</g><rect class="window"/>`);
    svg.setAttribute("class", "nv level-0");
    svg.setAttribute("viewBox", `0 0 ${x} ${y}`);
    root.append(svg);
    this.paths = svg.querySelectorAll(".spaces path");
    this.window = svg.querySelector(".window");
    svg.querySelector("#nv-hatch")?.setAttribute("patternTransform", `scale(${x / 172})`);
  }

  dress(index, classes) {
    this.classes[index] = classes;
    this.paths?.[index].setAttribute("class", `space ${classes}`);
  }

  show({ x, y, w, h: high }) {
    if (!this.window) this.build();
    for (const [name, value] of Object.entries({ x, y, width: w, height: high })) this.window.setAttribute(name, value);
  }
}
