// One Leaflet map with the sheet on it: what is drawn, how it follows the zoom, and what mouse and keyboard do there.

const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const PAN = 120; // pixels that Shift and an arrow move the map
const TIP_GAP = 18; // pixels between a city and what is said of it
const TIP_EDGE = 6; // and between this and the edge of the map

class Plate {
  constructor(atlas, map, layer, view, main) {
    Object.assign(this, { atlas, map, layer, main, view: null, marks: new Map(), paths: [] });
    const { sheet } = atlas;
    map.off("mousemove mouseover mouseout mousedown mouseup preclick"); // ipyleaflet would send each to the kernel
    const draw = (pane, markup) => {
      const element = sheet.element("svg", markup);
      element.setAttribute("viewBox", `0 0 ${sheet.size.x} ${sheet.size.y}`);
      element.setAttribute("preserveAspectRatio", "none");
      element.setAttribute("aria-hidden", "true");
      return L.svgOverlay(element, sheet.bounds, { pane: `ninevears-${pane}` }).addTo(map).getElement();
    };
    this.under = draw("under", sheet.ground);
    const panes = sheet.panes.map((pane) => `<g class="${pane}">${sheet.printed[pane] ?? ""}</g>`);
    this.over = draw("over", panes[0] + sheet.lines + panes.slice(1).join("")); // the relief lies under the borders
    this.groups = Object.fromEntries(sheet.panes.map((pane) => [pane, this.over.querySelector(`:scope > g.${pane}`)]));
    this.drawSpaces();
    for (const [key, mark] of Object.entries(sheet.marks)) this.draw(key, mark);
    this.listen();
    map.invalidateSize({ animate: false, pan: false });
    this.goTo(view, false);
    this.rescale();
    atlas.show(this);
  }

  drawSpaces() {
    const { atlas, layer, map } = this;
    Object.assign(layer.options, {
      renderer: L.svg({ padding: 0.6 }),
      noClip: true,
      smoothFactor: 0,
      style: () => ({}),
      onEachFeature: (feature, path) => {
        const { index } = feature.properties;
        this.paths[index] = path;
        path.on("mouseover", () => atlas.hover(index, this));
        path.on("mouseout", () => atlas.hover(null, this));
        path.on("click", () => atlas.select(index));
      },
    });
    // ipyleaflet sees the same layer in several maps as several Leaflet layers, each with its own paths
    layer.clearLayers();
    layer.addData(atlas.sheet.data);
    if (!map.hasLayer(layer)) layer.addTo(map);
  }

  listen() {
    const { atlas, map, over } = this;
    const stack = (event) => event.target.closest?.("[data-stack]")?.dataset.stack;
    over.addEventListener("click", (event) => {
      const found = stack(event);
      if (!found) return;
      event.stopPropagation();
      atlas.select(Number.parseInt(found));
      atlas.open(found, this);
    });
    over.addEventListener("pointerover", (event) => stack(event) && atlas.hover(Number.parseInt(stack(event)), this));
    over.addEventListener("pointerout", (event) => stack(event) && atlas.hover(null, this));
    L.DomEvent.disableClickPropagation(over);
    map.on("zoomend viewreset", () => this.rescale());
    map.on("zoomanim", (event) => this.rescale(event.zoom));
    map.on("moveend", () => this.placeTip());
    map.on("resize", () => {
      if (this.view) this.goTo(this.view, false);
      else this.bound();
    });
    this.watch = new ResizeObserver(() => map.getContainer().clientWidth && map.invalidateSize({ animate: false }));
    this.watch.observe(map.getContainer());
    const moved = () => this.leave();
    map.on("dragstart boxzoomend", moved);
    const container = map.getContainer();
    this.heedWheel(container, moved);
    container.addEventListener("dblclick", moved);
    container.querySelector(".leaflet-control-zoom")?.addEventListener("click", moved);
    container.classList.add("nv");
    container.tabIndex = 0;
    container.setAttribute("role", "application");
    container.setAttribute("aria-roledescription", atlas.sheet.words.map);
    container.setAttribute("aria-label", this.main ? atlas.sheet.words.name : atlas.sheet.words.inset);
    container.setAttribute("aria-describedby", `ninevears-help-${atlas.number}`);
    container.addEventListener("keydown", (event) => this.key(event));
    container.addEventListener("focus", () => container.matches(":focus-visible") && atlas.walkTo(atlas.cursor ?? atlas.nearest(this), this));
    container.addEventListener("blur", () => atlas.walkTo(null));
  }

  // The wheel belongs to the page: it is the map's with Ctrl, and after a click until the mouse leaves it. A map
  // that shows the whole sheet has nothing to go back to, and lets the page scroll.
  heedWheel(container, moved) {
    let taken = false;
    container.addEventListener("pointerdown", () => { taken = true; }, { capture: true });
    container.addEventListener("pointerleave", () => { taken = false; });
    container.addEventListener("wheel", (event) => {
      const smallest = event.deltaY > 0 && this.map.getZoom() <= this.map.getMinZoom() + 1e-6;
      if (event.ctrlKey || event.metaKey || (taken && !smallest)) moved();
      else event.stopPropagation(); // before Leaflet hears it
    }, { capture: true, passive: true });
  }

  // JupyterLab holds closed models, and with them their views, for ever: so nothing that is large may hang on them.
  close() {
    this.watch.disconnect();
    this.layer.clearLayers();
    this.map.remove();
    this.map.off();
    this.map.getContainer().replaceChildren();
    this.marks.clear();
    Object.assign(this, { paths: [], under: null, over: null, groups: null, tip: null, help: null });
  }

  key(event) {
    if (event.target !== this.map.getContainer() || event.ctrlKey || event.metaKey || event.altKey) return;
    const { atlas, map } = this;
    const direction = DIRECTIONS[event.key];
    if (direction && event.shiftKey) { map.panBy([direction[0] * PAN, direction[1] * PAN]); this.leave(); }
    else if (direction) atlas.walk(direction, this);
    else if (event.key === "Enter" || event.key === " ") atlas.select(atlas.cursor);
    else if (event.key === "Escape") { this.hideKeys(); map.closePopup(); atlas.select(null); }
    else if (event.key === "+" || event.key === "=") { map.zoomIn(); this.leave(); }
    else if (event.key === "-") { map.zoomOut(); this.leave(); }
    else if (event.key === "Home") this.main ? atlas.goTo("all") : this.goTo(this.first, true);
    else if (event.key === "o" && atlas.cursor !== null) atlas.openAt(atlas.cursor, this);
    else if (event.key === "/") [...atlas.pages][0]?.search.focus();
    else if (event.key === "?") this.showKeys();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The keys lie over the map: their list under it may be out of sight.
  showKeys() {
    const { atlas, map } = this;
    const listed = [...atlas.pages][0]?.keys;
    if (!listed || this.help) return this.hideKeys();
    listed.open = true;
    this.help = document.createElement("div");
    this.help.className = "nv-keys";
    this.help.setAttribute("aria-hidden", "true"); // it is announced
    this.help.append(listed.querySelector("ul").cloneNode(true));
    L.DomEvent.disableClickPropagation(this.help).disableScrollPropagation(this.help);
    this.help.addEventListener("click", () => this.hideKeys());
    map.getContainer().append(this.help);
    atlas.announce(atlas.sheet.words.help);
  }

  hideKeys() {
    if (!this.help) return;
    this.help.remove();
    this.help = null;
    const listed = [...this.atlas.pages][0]?.keys;
    if (listed) listed.open = false;
  }

  goTo(view, animate) {
    const box = this.atlas.sheet.views[view];
    if (!box) return;
    this.first ??= view;
    this.view = view;
    this.map.setMaxBounds(null); // it would set out to pan back while the map is being resized
    this.map.options.minZoom = 0;
    this.map.fitBounds(box, { animate });
    this.bound();
    this.map.setMaxBounds(L.latLngBounds(this.atlas.sheet.bounds).pad(0.15));
  }

  // Never smaller than the whole sheet. Leaflet says no zoom below the least, so that this is none first. It would
  // go to a new least zoom by itself, in steps that end where the map was when they began.
  bound() {
    const { map } = this;
    map.options.minZoom = 0;
    const least = map.getBoundsZoom(this.atlas.sheet.bounds);
    if (map.getZoom() < least) map.setZoom(least, { animate: false });
    map.setMinZoom(least);
  }

  leave() {
    this.view = null;
    if (this.main) this.atlas.look("");
  }

  // ---- marks

  draw(key, mark) {
    const old = this.marks.get(key);
    if (!mark) {
      old?.element.remove();
      this.marks.delete(key);
      return;
    }
    const [pane, markup, at, space] = mark;
    const element = this.atlas.sheet.element("g", markup);
    element.dataset.mark = key;
    if (old) old.element.replaceWith(element);
    else this.groups[pane].append(element);
    const standing = { element, at, city: this.atlas.sheet.spaces[space]?.spot };
    this.marks.set(key, standing);
    this.stand(standing);
  }

  // A mark of a space stands tenths of a pixel from its city, another where it says.
  stand({ element, at, city }) {
    if (!at) return;
    const spot = at[this.level];
    element.style.display = spot ? "" : "none";
    if (!spot) return;
    const [x, y] = city ? [city.x + (spot[0] / 10) * this.unit, city.y + (spot[1] / 10) * this.unit] : spot;
    element.setAttribute("transform", `translate(${x} ${y}) scale(${(spot[2] ?? 1) * this.unit})`);
  }

  rescale(zoom = this.map.getZoom()) {
    const { sheet } = this.atlas;
    const level = sheet.level(zoom);
    if (level === this.level) return;
    this.level = level;
    this.unit = 2 ** (sheet.unitZoom - sheet.levels[level]);
    this.over.setAttribute("class", `${this.over.getAttribute("class").replace(/ ?level-\d+/, "")} level-${level}`);
    for (const mark of this.marks.values()) this.stand(mark);
  }

  // The stack that stands in a space, as the kernel names it.
  stackAt(index) {
    return this.over.querySelector(`[data-stack^="${index}/"]`)?.dataset.stack;
  }

  // ---- spaces

  dress(index) {
    const { atlas } = this;
    const path = this.paths[index];
    const element = path?.getElement();
    if (!element) return;
    const more = [atlas.selected === index && "selected", atlas.hovered === index && "hovered", atlas.cursor === index && "cursor"];
    element.setAttribute("class", ["leaflet-interactive space", atlas.state.spaces[index], ...more.filter(Boolean)].join(" "));
    element.dataset.space = index;
    element.dataset.name = atlas.sheet.spaces[index].id;
    if (more.some(Boolean)) path.bringToFront();
  }

  tell(index) {
    const { atlas, map } = this;
    this.told = index;
    if (index === null) { this.tip?.remove(); return; }
    this.tip ??= L.tooltip({ className: "nv-tip", direction: "top", offset: [0, 0], opacity: 1 });
    const words = document.createElement("span");
    words.textContent = atlas.state.words[index];
    const { lat, lon } = atlas.sheet.spaces[index];
    this.tip.setLatLng([lat, lon]).setContent(words).addTo(map);
    this.placeTip();
  }

  // Over its city, or under it where there is no room above; and never beyond the edge of the map.
  placeTip() {
    const { atlas, map, tip, told } = this;
    if (told === null || told === undefined || !tip?.isOpen?.()) return;
    const { lat, lon } = atlas.sheet.spaces[told];
    const { offsetWidth: wide, offsetHeight: high } = tip.getElement();
    const { x: across, y: down } = map.getSize();
    const city = map.latLngToContainerPoint([lat, lon]);
    const within = (value, least, most) => Math.max(least, Math.min(value, most));
    const above = city.y - TIP_GAP - high >= TIP_EDGE;
    tip.options.direction = above ? "top" : "bottom";
    const x = within(city.x, wide / 2 + TIP_EDGE, across - wide / 2 - TIP_EDGE);
    const y = above ? Math.min(city.y - TIP_GAP, down - TIP_EDGE) : Math.max(city.y + TIP_GAP, TIP_EDGE);
    tip.setLatLng(map.containerPointToLatLng([x, y]));
  }
}
