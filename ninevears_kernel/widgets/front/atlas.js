// One widget: a sheet, the state of the war on it, the maps that show it, and the page around them.

const NARROW = 760; // pixels under which the maps stand one under another
const WIDE = 1200; // and from which the insets and the panel have each a column of their own
const GAP = 6; // pixels between maps
const WIDEST = Math.cos((75 * Math.PI) / 180); // how far a link may point away from the arrow that walks it

let atlases = 0;

class Atlas {
  constructor(model) {
    Object.assign(this, { model, number: ++atlases, plates: new Map(), pages: new Set(), selected: null, hovered: null, cursor: null });
  }

  async read() {
    const sent = (name) => this.model.get(name);
    [this.sheet, this.state] = await Promise.all([sheetOf(sent("sheet"), sent("steps")), inflated(sent("state"))]);
    while (!globalThis.L) await new Promise((done) => setTimeout(done, 16)); // Leaflet comes with ipyleaflet, maybe later
    this.selected = this.index(this.model.get("selected"));
    layOut(this.sheet);
  }

  index(id) { return this.sheet.place.get(id) ?? null; }

  // Looks for views of the maps that have no plate yet; they come up when the page draws them.
  async attach() {
    const manager = this.model.widget_manager;
    const model = async (ref) => manager.get_model(ref.slice("IPY_MODEL_".length));
    const territories = await model(this.model.get("territories"));
    const maps = this.model.get("maps");
    let missing = 0;
    for (const [number, ref] of maps.entries()) {
      const views = Object.values((await model(ref)).views ?? {});
      if (!views.length) missing++;
      for (const promise of views) {
        const view = await promise;
        const map = view.obj;
        if (this.plates.get(map)) continue;
        const layers = await Promise.all(view.layer_views?.views ?? []);
        const layer = layers.find((one) => one.model === territories)?.obj;
        if (map?._loaded && !map.getSize().x && map.getContainer().clientWidth) map.invalidateSize({ animate: false, pan: false }); // it was measured out of sight
        if (!map?._loaded || !layer || !map.getSize().x) { missing++; continue; }
        const plate = new Plate(this, map, layer, this.model.get("views")[number], number === 0);
        this.plates.set(map, plate);
        view.once("remove", () => { this.plates.delete(map); plate.close(); });
      }
    }
    return missing === 0;
  }

  show(plate) {
    this.sheet.spaces.forEach((_, index) => plate.dress(index));
    for (const [key, mark] of Object.entries(this.state.marks)) plate.draw(key, mark);
  }

  each(act) { for (const plate of this.plates.values()) act(plate); }

  // Only what changed comes from the kernel: classes and words of spaces by number, marks by key (null: gone).
  change({ revision, spaces = {}, words = {}, marks = {}, panel, twin }) {
    if (revision <= this.state.revision) return; // all of it came with a whole state
    if (revision > this.state.revision + 1) return this.model.send({ ready: this.state.revision }); // one was lost
    this.state.revision = revision;
    if (panel !== undefined) this.state.panel = panel;
    if (twin !== undefined) this.state.twin = twin;
    if (panel !== undefined || twin !== undefined) this.tellAll();
    Object.assign(this.state.spaces, spaces);
    Object.assign(this.state.words, words);
    for (const [key, mark] of Object.entries(marks)) {
      if (mark) this.state.marks[key] = mark;
      else delete this.state.marks[key];
    }
    this.each((plate) => {
      for (const index of Object.keys(spaces)) plate.dress(Number(index));
      for (const [key, mark] of Object.entries(marks)) plate.draw(key, mark);
    });
  }

  restore(state) {
    const before = this.state.marks;
    this.state = state;
    this.tellAll();
    this.each((plate) => {
      for (const key of Object.keys(before)) plate.draw(key, null);
      this.show(plate);
    });
  }

  turn(what, index) {
    const before = this[what];
    this[what] = index;
    this.each((plate) => { for (const one of [before, index]) if (one !== null) plate.dress(one); });
  }

  hover(index, plate) {
    if (index === this.hovered) return;
    this.turn("hovered", index);
    plate.tell(index);
  }

  select(index, tell = true) {
    if (index === undefined || index === this.selected) return;
    this.turn("selected", index);
    if (index !== null) {
      const { lat, lon } = this.sheet.spaces[index];
      this.each((plate) => plate.main && plate.map.panInside([lat, lon], { padding: [40, 40] }));
    } else this.each((plate) => plate.map.closePopup());
    if (!tell) return;
    this.model.set("selected", index === null ? "" : this.sheet.spaces[index].id);
    this.model.save_changes();
  }

  nearest(plate) {
    if (this.selected !== null) return this.selected;
    const centre = plate.map.getCenter();
    const far = ({ lat, lon }) => centre.distanceTo([lat, lon]);
    return this.sheet.spaces.reduce((best, space, index, all) => (far(space) < far(all[best]) ? index : best), 0);
  }

  // To the linked space that lies best in this direction; where no link leads there, over the sea to the nearest.
  walk(direction, plate) {
    if (this.cursor === null) return this.walkTo(this.nearest(plate), plate);
    const { spaces, words } = this.sheet;
    const here = spaces[this.cursor];
    const best = (candidates, widest) => {
      let found = null, least = Infinity;
      for (const index of candidates) {
        const [right, down] = [spaces[index].spot.x - here.spot.x, spaces[index].spot.y - here.spot.y];
        const length = Math.hypot(right, down);
        const along = (right * direction[0] + down * direction[1]) / length;
        if (along > widest && length / along ** 2 < least) [found, least] = [index, length / along ** 2];
      }
      return found;
    };
    const linked = best(here.links, WIDEST);
    const index = linked ?? best([...spaces.keys()].filter((one) => one !== this.cursor), 0.5);
    if (index === null) return this.announce(words.edge);
    this.walkTo(index, plate, linked === null ? words.jump : "");
  }

  walkTo(index, plate, before = "") {
    this.turn("cursor", index);
    if (!plate) return this.each((one) => one.tell(null));
    const { lat, lon } = this.sheet.spaces[index];
    plate.map.panInside([lat, lon], { padding: [60, 60] });
    plate.tell(index);
    this.announce([before, this.state.words[index]].filter(Boolean).join(" "));
  }

  announce(words) {
    for (const page of this.pages) page.announce(words);
  }

  tellAll() { for (const page of this.pages) page.tell(); }

  // ---- what is asked of the kernel

  open(stack, plate) {
    this.opening = plate;
    this.model.send({ open: stack });
  }

  openAt(index, plate) {
    const found = plate.stackAt(index);
    if (found) this.open(found, plate);
    else this.announce(this.sheet.words.empty);
  }

  opened({ stack, markup, words }) {
    const { lat, lon } = this.sheet.spaces[Number.parseInt(stack)];
    const plate = this.opening;
    if (!plate) return;
    L.popup({ className: "nv-stack", autoPanPadding: [20, 20], maxWidth: 420 }).setLatLng([lat, lon]).setContent(markup).openOn(plate.map);
    plate.map.getContainer().querySelector(".leaflet-popup-close-button")?.setAttribute("aria-label", this.sheet.words.close);
    this.announce(words);
  }

  goTo(view, animate = true) {
    this.each((plate) => plate.main && plate.goTo(view, animate));
    this.look(view);
  }

  // Which named part the main map shows; "": the reader has moved it.
  look(view) {
    for (const page of this.pages) page.press(view);
    if (this.model.get("view") === view) return;
    this.model.set("view", view);
    this.model.save_changes();
  }

  heard({ selected, view, change, state, opened, say, trouble }) {
    if (state) this.restore(state);
    if (change) this.change(change);
    if (selected !== undefined) this.select(this.index(selected), false);
    if (view) this.goTo(view);
    if (opened) this.opened(opened);
    if (say) this.announce(say);
    for (const page of this.pages) page.complain(trouble ?? "");
  }
}

// ---- what stands around the maps

class Page {
  constructor(atlas, element) {
    Object.assign(this, { atlas, element });
    const { sheet, number } = atlas;
    element.classList.add("nv", "ninevears-page");
    element.innerHTML = `${sheet.bar}<div class="panel"></div><div class="words" hidden></div>${sheet.legend}
      <div role="status" aria-live="polite" class="heard"></div><div class="heard" id="ninevears-help-${number}"></div>`;
    element.lastChild.textContent = sheet.words.help;
    const find = (selector) => element.querySelector(selector);
    find(".key").open = atlas.model.get("views").length > 1; // a map with insets is one to learn by: it shows its key
    Object.assign(this, { bar: find(".bar"), panel: find(".panel"), words: find(".words"), status: find("[role=status]"),
      search: find("input"), trouble: find(".trouble"), keys: find("details.keys"), inWords: find("[data-words]") });
    const list = find("datalist");
    list.id = `ninevears-names-${number}`;
    this.search.setAttribute("list", list.id);
    for (const name of sheet.names) list.append(new Option(name, name));
    this.bar.addEventListener("click", ({ target }) => {
      const view = target.closest("[data-view]")?.dataset.view;
      if (view) atlas.goTo(view);
    });
    this.inWords.addEventListener("click", () => atlas.model.send({ words: this.words.hidden }));
    // Enter is no change where a list of names hangs on a field; and a change after Enter is no new question.
    this.search.addEventListener("input", () => { this.sought = ""; });
    this.search.addEventListener("change", () => this.find());
    this.search.addEventListener("focus", () => this.search.select());
    this.search.addEventListener("keydown", ({ key }) => {
      if (key !== "Enter") return;
      this.sought = "";
      this.find();
    });
    this.press(atlas.model.get("view"));
    this.tell();
    this.watch = new ResizeObserver(([{ target }]) => this.fit(target));
  }

  // The maps are laid out with this element, beside each other where there is room, once all are in the page.
  settle() {
    const root = this.element.closest(".ninevears-map");
    if (!root || root.classList.contains("laid-out")) return !!root;
    root.classList.add("laid-out");
    this.fit(root);
    this.watch.observe(root);
    return true;
  }

  fit(root) {
    const width = root.clientWidth;
    root.style.setProperty("--nv-across", `${width}px`);
    root.classList.toggle("narrow", width < NARROW);
    const [main, ...insets] = root.querySelectorAll(":scope > .leaflet-widgets");
    root.classList.toggle("wide", width >= WIDE && insets.length > 0);
    root.style.setProperty("--nv-inset", `${(main.offsetHeight + GAP) / insets.length - GAP}px`); // together as high as the map
  }

  tell() {
    const { panel, twin } = this.atlas.state;
    if (this.panel.innerHTML !== panel) this.panel.innerHTML = panel;
    this.words.innerHTML = twin ?? "";
    this.words.hidden = !twin;
    this.inWords.setAttribute("aria-pressed", String(!!twin));
    const { selected, sheet } = this.atlas;
    if (document.activeElement !== this.search) this.search.value = selected === null ? "" : sheet.spaces[selected].name;
  }

  find() {
    const name = this.search.value.trim();
    if (name && name !== this.sought) this.atlas.model.send({ find: (this.sought = name) });
  }

  press(view) {
    for (const button of this.bar.querySelectorAll("[data-view]"))
      button.setAttribute("aria-pressed", String(button.dataset.view === view));
  }

  announce(words) { this.status.textContent = words; }

  complain(words) { if (this.trouble.textContent !== words) this.trouble.textContent = words; }
}

// ---- the widget

const known = new Map(); // what was made of each widget model, by its number

function atlasOf(model) {
  const number = model.get("number");
  if (!known.has(number)) {
    const atlas = new Atlas(model);
    atlas.ready = atlas.read();
    known.set(number, atlas);
  }
  return known.get(number);
}

export default {
  initialize({ model }) {
    const atlas = atlasOf(model);
    // One after the other: a long message takes longer to unpack than the short one that follows it.
    let before = atlas.ready;
    model.on("msg:custom", (_, buffers) => {
      before = before.then(async () => atlas.heard(await inflated(buffers[0]))).catch((problem) => console.warn("ninevears map:", problem));
    });
    model.on("change:selected", async () => {
      await atlas.ready;
      atlas.select(atlas.index(model.get("selected")), false);
      atlas.tellAll();
    });
    // What was sent before this module listened is lost: the kernel compares revisions and sends all again if need be.
    atlas.ready.then(() => model.send({ ready: atlas.state.revision }));
    return () => {
      known.delete(atlas.model.get("number"));
      atlas.state = { spaces: [], words: [], marks: {} };
    };
  },

  async render({ model, el }) {
    const atlas = atlasOf(model);
    await atlas.ready;
    const page = new Page(atlas, el);
    atlas.pages.add(page);
    let waiting = true;
    (async () => {
      // Maps come up after their widgets, and those in a closed tab when it is opened: look again, less and less often.
      for (let pause = 16; waiting; pause = Math.min(pause * 1.3, 1000)) {
        if (page.settle() && await atlas.attach().catch((problem) => console.warn("ninevears map:", problem))) pause = 1000;
        await new Promise((done) => setTimeout(done, pause));
      }
    })();
    return () => { waiting = false; page.watch.disconnect(); atlas.pages.delete(page); el.replaceChildren(); };
  },
};
