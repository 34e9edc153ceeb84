// The war table: one screen from what a seat sees (`state`), which asks its seat by messages. It knows no notebook:
// whoever carries it gives `link`: {state, sheet, send(message), listen(heard)}.

const NARROW = 700, WIDE = 940; // pixels from which the column stands beside the map
const DUELS = ["battle-card", "siege-card", "intercept", "meet"]; // decisions whose odds are shown beside each option
const FEW = 8; // options that are listed as they are, without groups
const THEATRES = ["low-countries", "rhine", "italy", "spain", "britain", "ireland"];
const LAB_EDGE = 16, PAGE_EDGE = 4; // pixels of the window that are not the table's
const TABS = ["decide", "log", "sequence", "why", "readings"];
const MOST_REFUSED = 4; // so many refused things are shown at once
const TAB_KEYS = { d: "decide", l: "log", s: "sequence", w: "why", r: "readings" };
const REPLAY_STEP = 650; // milliseconds from one line of what happened to the next

class WarTable {
  constructor(root, link) {
    Object.assign(this, { root, link, state: link.state, sheet: link.sheet, words: link.sheet.words });
    Object.assign(this, { tab: "decide", group: null, place: null, marked: null, found: "", preview: null, refused: {}, answer: null, waiting: 0, readings: null, rule: null, told: -1, shows: null });
    this.ruleOf = (clause) => this.ask({ clause });
    this.boards = [];
    this.build();
    link.listen((heard) => this.hear(heard));
    this.arrive();
  }

  close() {
    this.watch.disconnect();
    this.stop();
    for (const board of this.boards) board.close();
    this.root.replaceChildren();
  }

  // ---- what is always there

  build() {
    const { words } = this;
    const at = (name) => (this[name] = h("div", { className: name }));
    this.strip = h("header", { className: "strip" });
    this.main = new Board(this.sheet, this.listener());
    this.side = ["low-countries", "rhine"].map((name) => ({ name, board: new Board(this.sheet, this.listener()) }));
    this.boards = [this.main, ...this.side.map(({ board }) => board)];
    this.views = h("div", { className: "views", role: "group", "aria-label": words.theatres },
      ["all", ...THEATRES].map((name) => h("button", { type: "button", "data-view": name, onclick: () => this.go(name) }, words.views[name])));
    this.zoom = h("div", { className: "zoom" },
      h("button", { type: "button", "aria-label": words.nearer, onclick: () => this.main.zoom(STEP_ZOOM) }, "+"),
      h("button", { type: "button", "aria-label": words.farther, onclick: () => this.main.zoom(1 / STEP_ZOOM) }, "−"));
    this.tip = h("div", { className: "tip", hidden: true, role: "tooltip" });
    this.map = h("div", { className: "fr sheet", tabIndex: 0, role: "application", "aria-label": words.map, onkeydown: (event) => this.mapKey(event) },
      this.main.host, this.views, this.zoom);
    this.docked = h("div", { className: "ins" }, this.side.map(({ name, board }) =>
      h("div", { className: "fr" }, board.host, h("span", { className: "cap" }, words.views[name]))));
    this.bd = h("section", { className: "bd", "aria-label": words.board }, this.map, this.docked, at("pop"), this.tip);
    this.dp = h("section", { className: "dp", "aria-label": words.happened });
    this.tabs = h("div", { className: "tabs", role: "tablist" }, TABS.map((name) =>
      h("button", { type: "button", role: "tab", "data-tab": name, onclick: () => this.turn(name) }, words.tabs[name])));
    this.said = h("div", { className: "heard", role: "status", "aria-live": "polite" });
    this.choose = h("button", { type: "button", className: "choose", onclick: () => this.commit() });
    this.undo = h("button", { type: "button", className: "undo", onclick: () => this.ask({ undo: true }) }, `↶ ${words.undo}`);
    this.panel = h("div", { className: "pn" }, this.tabs, at("q"), at("mid"), at("pv"), at("over"), h("div", { className: "act" }, this.undo, this.choose));
    this.whyField = h("input", { type: "text", maxLength: 200, placeholder: words.whyHint, "aria-label": words.whyHint,
      onkeydown: (event) => event.key === "Enter" && this.ask({ why: this.whyField.value.trim() }) });
    const frame = h("div", { className: "tb", tabIndex: -1, onkeydown: (event) => this.key(event) }, this.strip, this.bd, this.dp, h("aside", { className: "as" }, this.panel), this.said);
    this.frame = frame;
    const shadow = this.root.shadowRoot ?? this.root.attachShadow({ mode: "open" });
    shadow.replaceChildren(h("style", { textContent: this.sheet.tableStyle }), frame);
    this.pop.hidden = true;
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.root);
  }

  listener() {
    return {
      picked: (index, board) => this.pick(index, board),
      hovered: (index, board) => this.tell(index, board),
      looked: () => { this.placePop(); this.tip.hidden = true; },
      moved: (board) => board === this.main && this.press(""),
    };
  }

  fit() {
    const width = this.root.clientWidth;
    // a notebook keeps its bars above and below; on a page of its own the table ends where the window ends
    const panel = this.root.closest(".jp-WindowedPanel-outer, .jp-Notebook");
    const above = panel ? innerHeight - panel.clientHeight + LAB_EDGE : this.root.getBoundingClientRect().top + scrollY + PAGE_EDGE;
    this.frame.style.setProperty("--above", `${Math.round(above)}px`);
    this.frame.dataset.carrier = this.root.closest(".jp-NotebookPanel") ? "lab" : "page";
    this.frame.dataset.width = width >= WIDE ? "wide" : width >= NARROW ? "middle" : "narrow";
    if (!this.main.box && this.main.host.clientWidth) this.go("all", false);
    for (const { name, board } of this.side) if (board.host.clientWidth) board.look(board.box ?? board.boxOf(name));
    this.placePop();
  }

  // ---- what is heard

  // Whether another window plays and this one looks on.
  get looksOn() {
    const { looks_on: looks } = this.state;
    return Boolean(looks && (looks.elsewhere || (looks.pen && looks.pen !== this.link.view)));
  }

  ask(message) {
    this.waiting++;
    this.frame.classList.add("busy");
    this.link.send(this.link.view ? { ...message, view: this.link.view } : message);
  }

  hear({ state, change, reply }) {
    if (state) this.state = state;
    if (change) this.change(change);
    if (reply) {
      this.waiting = Math.max(0, this.waiting - 1);
      if (!this.waiting) this.frame.classList.remove("busy");
      if (reply.preview) this.compared[reply.preview.text] = reply.preview;
      if (reply.preview && this.marked !== null && reply.preview.text === this.state.options[this.marked]?.text) this.preview = reply.preview;
      if (reply.plan && reply.plan.decision === this.state.question.name) {
        this.plan = reply.plan;
        this.target = reply.plan.way.length > 1 && reply.plan.here ? { ...reply.plan.here } : null;
        this.group = null;
        this.seePlan = true;
      }
      if (reply.went?.stopped) this.announce(reply.went.stopped);
      for (const file of [reply.save, reply.log, reply.picture]) if (file) handOut(file);
      if (reply.link) this.shared = reply;
      if (reply.rule) this.rule = reply.rule;
      if (reply.readings) this.readings = reply.readings;
      if (reply.refused) this.refused[reply.at] = reply.refused;
      if (reply.asked) this.answer = reply;
      if (reply.trouble && !this.state.question.curtain) { this.answer = { asked: "", says: reply.trouble, why: reply.why, trouble: "" }; this.tab = "why"; }
    }
    if (state || change) this.arrive();
    else this.draw();
    if (this.seePlan) {
      this.seePlan = false;
      const { from, targets } = this.plan;
      const spaces = [from, ...targets.filter(({ ground, cost }) => ground === "enemy" || cost < 3).map(({ space }) => space)];
      const box = this.main.around(spaces);
      if (this.frame.dataset.board === "theatre" && this.main.box.w < 2 * box.w && spaces.every((space) => this.main.shows(space))) return;
      this.frame.dataset.board = "theatre";
      requestAnimationFrame(() => (this.main.fly(box), this.press("")));
    }
  }

  // ---- a march as one plan

  // The plan with another force or way; what is not named stays.
  replan(more) {
    this.planAsked = { ...this.planAsked, ...more };
    if (more.leaders || more.corps) delete this.planAsked.way;
    for (const [key, value] of Object.entries(this.planAsked)) if (value === null) delete this.planAsked[key];
    this.ask({ plan: this.planAsked });
  }

  // Marks where the force is to go; once more to go there.
  aim(target) {
    if (this.target && this.target.space === target.space && Boolean(this.target.besiege) === Boolean(target.besiege)) return this.commit();
    Object.assign(this, { target, place: target.space ?? null });
    this.draw();
    this.announce(target.says);
  }

  // Who goes is sent as it was shown.
  going() {
    const { plan, target } = this;
    const force = plan.decision === "march" ? {} : { leaders: plan.leaders.filter(({ goes }) => goes).map(({ name }) => name), corps: plan.corps.filter(({ goes }) => goes).map(({ kind, goes }) => `${goes} ${kind}`) };
    if (target.besiege) return { space: plan.from, ...force, besiege: true };
    return { space: plan.from, ...force, way: target.way, stop: this.stops && Boolean(target.left) };
  }

  change({ spaces = {}, words = {}, marks = {}, ...parts }) {
    Object.assign(this.state.spaces, spaces);
    Object.assign(this.state.words, words);
    for (const [key, mark] of Object.entries(marks)) {
      if (mark) this.state.marks[key] = mark;
      else delete this.state.marks[key];
      for (const board of this.boards) board.draw(key, mark);
    }
    for (const board of this.boards) for (const [index, classes] of Object.entries(spaces)) board.dress(Number(index), classes);
    Object.assign(this.state, parts);
  }

  // A new moment: nothing is marked, nothing open.
  arrive() {
    const stays = this.tab === "sequence" || this.tab === "log" ? this.tab : "decide";
    this.stop();
    Object.assign(this, { group: null, place: null, marked: null, found: "", preview: null, refused: {}, answer: null, shows: null, rule: null, compared: {}, plan: null, planAsked: {}, target: null, stops: true, finding: false });
    if (!this.painted) {
      this.painted = true;
      for (const board of this.boards) {
        this.state.spaces.forEach((classes, index) => board.dress(index, classes));
        for (const [key, mark] of Object.entries(this.state.marks)) board.draw(key, mark);
      }
    }
    const { groups } = this.state;
    if (groups.length === 1) this.group = groups[0].verb;
    this.tab = stays;
    this.fit();
    this.draw();
    if (!(this.state.question.mine && PLANNED.includes(this.state.question.name))) this.lookThere();
    this.travelled();
    const { question } = this.state;
    if (question.mine && PLANNED.includes(question.name)) this.ask({ plan: (this.planAsked = {}) });
    if (question.mine && DUELS.includes(question.name) && this.options.length <= FEW) for (const { text } of this.options) this.ask({ preview: text });
    this.announce(`${question.who}: ${question.asks}`);
  }

  // The map goes to where the decision is; all of Europe when it is everywhere.
  lookThere() {
    const asked = [...new Set(this.state.options.map(({ place }) => place).filter((place) => place !== null))];
    const last = this.state.happened.at(-1)?.place ?? null; // a battle or a siege is where something just happened
    const places = asked.length || last === null || !DUELS.includes(this.state.question.name) ? asked : [last];
    if (!this.main.host.clientWidth) return;
    const box = places.length && this.main.around(places);
    const local = box && box.w < this.sheet.size.x * 0.45 && box.h < this.sheet.size.y * 0.45;
    this.frame.dataset.board = local ? "theatre" : "europe";
    requestAnimationFrame(() => (local ? (this.main.fly(box), this.press("")) : this.go(this.frame.dataset.width === "narrow" ? this.busiest(places) : "all")));
  }

  // On a small screen Europe is too small: the theatre with most of the places.
  busiest(places) {
    const within = (name) => { const { x, y, w, h: high } = this.main.boxOf(name); return places.filter((place) => { const { spot } = this.sheet.spaces[place]; return spot.x > x && spot.x < x + w && spot.y > y && spot.y < y + high; }).length; };
    return THEATRES.reduce((best, name) => (within(name) > within(best) ? name : best));
  }

  // The last way that was gone travels on the map.
  travelled() {
    const last = this.state.happened.filter(({ ways }) => ways.length).at(-1);
    const ways = last ? last.ways.map((way) => ({ way, name: (last.side ?? "").toLowerCase() })) : [];
    for (const board of this.boards) board.travel(ways, true);
  }

  go(name, animate = true) {
    const box = this.main.boxOf(name);
    this.frame.dataset.board = name === "all" ? "europe" : "theatre";
    requestAnimationFrame(() => (animate ? this.main.fly(box) : this.main.look(box)));
    this.press(name);
  }

  press(name) {
    for (const button of this.views.children) button.setAttribute("aria-pressed", String(button.dataset.view === name));
  }

  // ---- what is chosen

  get options() { return this.state.options; }

  shown() {
    const { group } = this;
    return group === null ? this.options.map((_, index) => index) : this.state.groups.find(({ verb }) => verb === group)?.options ?? [];
  }

  at(place) { return this.options.map((_, index) => index).filter((index) => this.options[index].place === place); }

  open(verb) {
    const group = this.state.groups.find((one) => one.verb === verb);
    Object.assign(this, { group: this.group === verb ? null : verb, place: null, found: "" });
    if (group.options.length === 1) this.mark(group.options[0]);
    else { this.unmark(); this.draw(); }
  }

  pick(index) {
    if (index === null) return this.letGo();
    const target = this.plan?.targets.find(({ space }) => space === index);
    if (target) return this.aim(target);
    const here = this.at(index), inGroup = here.filter((one) => this.shown().includes(one));
    if (this.place === index && this.marked !== null && this.options[this.marked].place === index && here.length === 1) return this.commit();
    this.place = index;
    this.unmark();
    if (this.state.question.mine && !(index in this.refused)) this.ask({ at: index });
    if (inGroup.length === 1) this.mark(inGroup[0]);
    this.draw();
    this.announce(this.state.words[index]);
  }

  mark(index) {
    if (this.marked === index) return this.commit();
    this.marked = index;
    this.preview = null;
    const option = this.options[index];
    if (option.place !== null) this.place = option.place;
    this.plan = this.target = null;
    if (option.verb === "campaign") this.ask({ plan: (this.planAsked = { space: option.place }) });
    this.ask({ preview: option.text });
    this.draw();
    this.announce(option.says);
  }

  unmark() { this.marked = null; this.preview = null; }

  letGo() {
    if (this.target) { this.target = null; return this.draw(); }
    if (this.plan && !PLANNED.includes(this.state.question.name)) this.plan = null;
    if (this.marked !== null || this.place !== null) Object.assign(this, { place: null });
    else if (this.state.groups.length > 1) this.group = null;
    this.unmark();
    this.draw();
  }

  commit() {
    if (this.target) return this.ask({ go: this.going() });
    if (this.marked === null || this.waitsForChoice) return;
    this.ask({ choose: this.options[this.marked].text });
  }

  turn(tab) {
    this.tab = tab;
    if (tab === "readings" && !this.readings) this.ask({ readings: true });
    this.draw();
    if (tab === "why") this.whyField.focus(); // what is typed next is the question, and no key of the table
  }

  // ---- keys

  key(event) {
    event.stopPropagation();
    const field = event.composedPath()[0].tagName === "INPUT";
    if (event.key === "Escape") {
      if (this.rule || this.keys || this.menu) { this.shut(); this.draw(); } else this.letGo();
      event.preventDefault();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !field) { this.ask({ undo: true }); event.preventDefault(); return; }
    if (field || event.ctrlKey || event.metaKey || event.altKey) return;
    const button = event.composedPath()[0].tagName === "BUTTON";
    const answers = !button || event.composedPath()[0].matches(".pick,.chip,.choose,.cd");
    if (event.key === "Enter" && answers && (this.marked !== null || this.target)) this.commit();
    else if (/^[1-9]$/.test(event.key)) [...this.mid.querySelectorAll("button.pick")].filter((one) => one.checkVisibility())[Number(event.key) - 1]?.click();
    else if (event.key === "u") this.ask({ undo: true });
    else if (event.key === "/") { this.finding = true; this.turn("decide"); this.mid.querySelector("input")?.focus(); }
    else if (event.key === "[" || event.key === "]") this.theatre(event.key === "]" ? 1 : -1);
    else if (event.key in TAB_KEYS) this.turn(TAB_KEYS[event.key]);
    else if (event.key === "m") { this.menu = !this.menu; this.draw(); }
    else if (event.key === "?") { this.keys = !this.keys; this.draw(); }
    else if (event.key === " " && !button) this.replay();
    else if (event.key === "f" && this.place !== null) this.main.fly(this.main.around([this.place]));
    else return;
    event.preventDefault();
  }

  shut() { Object.assign(this, { rule: null, keys: false, menu: false, shared: null }); }

  theatre(by) {
    const names = ["all", ...THEATRES];
    const now = names.findIndex((name) => this.views.querySelector(`[data-view="${name}"]`).getAttribute("aria-pressed") === "true");
    this.go(names[(now + by + names.length) % names.length]);
  }

  mapKey(event) {
    const direction = ARROWS[event.key];
    if (event.target !== this.map || event.ctrlKey || event.metaKey || event.altKey) return;
    if (direction) this.walk(direction);
    else if (event.key === "Enter" && this.cursor !== undefined && (this.marked === null || this.place !== this.cursor)) this.pick(this.cursor);
    else if (event.key === "+" || event.key === "=") this.main.zoom(STEP_ZOOM);
    else if (event.key === "-") this.main.zoom(1 / STEP_ZOOM);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // From place to place by the links; what can be chosen is nearer than what cannot.
  walk([right, down]) {
    const { spaces } = this.sheet;
    const can = [...(this.main.can ?? [])];
    const here = this.cursor ?? this.place ?? can[0] ?? 0;
    if (this.cursor === undefined) return this.stand(here);
    let found = null, least = Infinity;
    for (const index of [...spaces[here].links, ...can]) {
      const [x, y] = [spaces[index].spot.x - spaces[here].spot.x, spaces[index].spot.y - spaces[here].spot.y];
      const length = Math.hypot(x, y), along = (x * right + y * down) / length;
      if (length && along > 0.5 && length / along < least) [found, least] = [index, length / along];
    }
    if (found !== null) this.stand(found);
  }

  stand(index) {
    for (const board of this.boards) { board.paths[this.cursor]?.classList.remove("cursor"); board.paths[index].classList.add("cursor"); }
    this.cursor = index;
    if (!this.main.shows(index)) this.main.fly({ ...this.main.around([index], this.main.box.h * 0.6) });
    this.tell(index, this.main);
    this.announce(this.state.words[index]);
  }

  announce(words) { this.said.textContent = words; }

  // ---- what is drawn

  draw() {
    const { activeElement } = this.frame.getRootNode();
    const key = activeElement?.dataset?.key;
    const had = activeElement && activeElement !== this.frame && this.frame.contains(activeElement);
    this.frame.dataset.side = (this.state.question.side ?? "").toLowerCase();
    this.drawStrip();
    this.drawQuestion();
    for (const button of this.tabs.children) button.setAttribute("aria-selected", String(button.dataset.tab === this.tab));
    const scroll = this.mid.scrollTop;
    this.mid.replaceChildren(...(this.tab === "decide" ? this.decide() : PANELS[this.tab](this)).filter(Boolean));
    this.mid.scrollTop = scroll;
    this.drawPreview();
    this.drawHappened();
    this.drawRings();
    this.drawPop();
    const shut = () => { this.shut(); this.draw(); };
    this.over.replaceChildren(...(this.rule ? [ruleCard(this, shut)] : this.keys ? [keysCard(this, shut)] : this.menu ? [menuCard(this, shut)] : []));
    if (this.over.firstChild && !this.over.contains(this.frame.getRootNode().activeElement)) this.over.querySelector(key ? `[data-key="${key}"], .shut` : ".shut")?.focus();
    // the keyboard stays where it was, or at least in the table
    if (!had || this.frame.contains(activeElement)) return;
    (this.frame.querySelector(`[data-key="${key}"]`) ?? this.frame).focus({ preventScroll: true });
  }

  drawStrip() {
    const { strip, words } = { strip: this.state.strip, words: this.words };
    const phase = strip.phases.findIndex(([name]) => name === strip.phase);
    const card = (name) => { const found = this.state.question.mine ? this.options.findIndex((option) => option.card === name) : -1; return found < 0 ? undefined : found; };
    const cards = hand(strip.hand, card, (option) => this.mark(option), this.marked), theirs = backs(strip.theirs);
    const points = strip.resources ?? strip.actions;
    const cost = this.marked === null ? 0 : this.options[this.marked].price ?? 0;
    this.strip.replaceChildren(...[
      h("div", { className: "yr" }, h("b", {}, String(strip.year)), h("div", {},
        h("div", { className: "ph", "aria-hidden": "true" }, strip.phases.map((_, index) => h("i", { className: index < phase ? "d" : index === phase ? "n" : "" }))),
        h("span", {}, strip.phases[phase]?.[1] ?? ""))),
      track(strip, words),
      points === null ? null : h("div", { className: "res" }, h("span", { className: "sc" }, strip.resources === null ? words.actions : words.resources),
        h("div", { className: "coins" }, [...Array(Math.min(points, 8))].map((_, index) => h("i", { className: `${strip.resources === null ? "pip" : "coin"}${index >= points - cost ? " gone" : ""}` })), h("b", {}, String(points)))),
      h("div", { className: "hg" }, h("span", { className: "sc" }, words.hand), h("div", { className: "hand" }, cards.length ? cards : h("span", { className: "cd none" }, words.noCards))),
      h("div", { className: "hg theirs" }, h("span", { className: "sc" }, words.theirs), h("div", { className: "hand", role: "img", "aria-label": `${words.theirs}: ${theirs.length}` }, theirs)),
      h("div", { className: "mn" }, h("button", { type: "button", "data-key": "menu", onclick: () => { this.menu = !this.menu; this.draw(); } }, words.menu.title)),
    ].filter(Boolean));
  }

  drawQuestion() {
    const { question } = this.state, { plan } = this;
    // a march that is planned asks where to, at once
    const goes = plan ? plan.leaders.filter((one) => one.goes).map(({ name }) => name).join(", ") : "";
    const asks = plan && goes ? this.words.plan.asks.replace("{leaders}", goes).replace("{space}", this.sheet.spaces[plan.way.at(-1) ?? plan.from].name).replace("{points}", plan.here?.left ?? plan.points) : question.asks;
    this.q.className = `q ${(question.side ?? "").toLowerCase()}`;
    this.q.replaceChildren(shield(question.side), h("span", { className: "sc" }, question.who, paragraph(question.clause, this.ruleOf)), h("h2", {}, asks));
  }

  option(index, detail = "") {
    const option = this.options[index];
    return h("button", { type: "button", className: `ab pick${this.marked === index ? " on" : ""}`, "data-key": `option-${index}`, "aria-pressed": String(this.marked === index), onclick: () => this.mark(index) },
      h("span", { className: "says" }, plain(option.says), detail ? h("small", {}, detail) : null, this.compared[option.text]?.outcomes.length ? oddsLine(this.compared[option.text].outcomes) : null), option.price ? h("span", { className: "pr" }, coins(option.price)) : null);
  }

  not(one, full = true) {
    const [why] = one.why;
    return h("button", { type: "button", className: "ab no", onclick: () => { this.answer = { asked: one.text, says: one.says, why: one.why }; this.turn("why"); } },
      h("i", { className: "lock", "aria-hidden": "true" }), h("span", {}, h("b", {}, `${plain(one.says)}:`), " ", why.says, paragraph(why.clause), full && why.remedy ? h("small", {}, `${this.words.fix} ${why.remedy}`) : null));
  }

  decide() {
    const { question, groups, refused } = this.state;
    const above = notices(this);
    if (question.over) return [...above, ending(this.state.strip, question, this.words)];
    if (question.curtain) return [...above, h("button", { type: "button", className: "ab pick", onclick: () => this.ask({ sit: true }) }, question.sit)];
    if (this.looksOn) return [...above, this.results()];
    if (!question.mine) return [...above, this.results(), h("button", { type: "button", className: "ab", onclick: () => this.ask({ next: true }) }, this.words.next)];
    const parts = [...above, this.results()];
    if (this.plan) parts.push(...planning.panel(this));
    if (this.plan && PLANNED.includes(question.name)) parts.push(this.stepwise());
    else if (this.plan) parts.push(h("button", { type: "button", className: "chip", onclick: () => this.letGo() }, `← ${this.words.plan.other}`));
    else if (this.options.length <= FEW) parts.push(h("div", { className: "list" }, this.options.map((_, index) => this.option(index))));
    else {
      if (groups.length > 1) parts.push(h("div", { className: "kinds" }, groups.map((group) => this.kind(group))));
      if (this.group !== null || this.finding) parts.push(...this.places());
    }
    if (this.plan) return parts; // it tells what is closed to the march
    parts.push(...(this.place !== null && this.refused[this.place] ? this.refused[this.place].slice(0, MOST_REFUSED) : this.near(refused)).map((one) => this.not(one)));
    return parts;
  }

  // The decision as the engine asks it, for what a plan has no word for.
  stepwise() {
    const rest = this.options.map((_, index) => index).filter((index) => !["to", "march"].includes(this.options[index].verb));
    return h("details", { className: "stepwise", open: !this.plan.targets.length }, h("summary", {}, this.words.plan.stepwise), h("div", { className: "list" }, rest.map((index) => this.option(index))));
  }

  // Of what is refused: what belongs to the open kind, or else the nearest.
  near(refused) {
    const { group } = this;
    return group === null ? refused.slice(0, MOST_REFUSED / 2) : refused.filter(({ text, kind }) => kind === "passed over" || text.split(" ")[0] === group);
  }

  kind(group) {
    const single = group.options.length === 1;
    const on = this.group === group.verb || (single && this.marked === group.options[0]);
    const price = group.prices.length ? h("span", { className: "pr" }, group.prices.map((one, index) => [index ? ` ${this.words.or} ` : "", coins(one)])) : null;
    return h("button", { type: "button", className: `kd pick${on ? " on" : ""}`, "data-key": `kind-${group.verb}`, "aria-pressed": String(on), onclick: () => (single ? this.mark(group.options[0]) : this.open(group.verb)) },
      h("b", {}, group.name), h("small", {}, single ? said(plain(this.options[group.options[0]].says), group.name) : group.detail, price));
  }

  // The places of the open group; what stands at the marked place comes first.
  places() {
    const shown = this.shown();
    const byPlace = Map.groupBy ? Map.groupBy(shown, (index) => this.options[index].place) : shown.reduce((found, index) => found.set(this.options[index].place, [...(found.get(this.options[index].place) ?? []), index]), new Map());
    const find = h("input", { type: "search", className: "find", "data-key": "find", placeholder: this.words.find, "aria-label": this.words.find, value: this.found,
      oninput: (event) => { this.found = event.target.value; this.refind(chips); }, onkeydown: (event) => event.key === "Enter" && chips.querySelector("button:not([hidden])")?.click() });
    const chips = h("div", { className: "chips" });
    const front = new Set(this.state.groups.filter(({ verb }) => this.group === null || verb === this.group).flatMap((group) => group.front));
    const all = [...byPlace];
    const facing = all.filter(([place, indexes]) => place !== null && indexes.some((index) => front.has(index)));
    const other = all.filter((one) => !facing.includes(one));
    for (const [heading, places] of [[this.words.facing, facing], [facing.length ? this.words.elsewhere : "", other]]) {
      if (!places.length) continue;
      if (heading && facing.length && other.length) chips.append(h("h4", { className: "sc" }, heading));
      for (const [place, indexes] of places) {
        if (place === null) chips.append(...indexes.map((index) => this.option(index)));
        else chips.append(h("button", { type: "button", className: `chip${this.place === place ? " on" : ""}`, "data-key": `place-${place}`, onclick: () => this.pick(place) }, this.sheet.spaces[place].name));
      }
    }
    this.refind(chips);
    const here = this.place === null ? [] : this.at(this.place).filter((index) => shown.includes(index));
    return [here.length > 1 ? h("div", { className: "list" }, here.map((index) => this.option(index))) : null, byPlace.size > 2 ? find : null, chips];
  }

  refind(chips) {
    const words = this.found.trim().toLowerCase();
    for (const chip of chips.querySelectorAll("button")) chip.hidden = !chip.textContent.toLowerCase().includes(words);
  }

  // Dice that were just rolled by the own choice, or in answer to it; how the result comes about on demand.
  results() {
    const shown = this.shows === null ? null : this.lines?.[this.shows];
    const rolled = shown ?? this.state.happened.filter((one) => one.dice.length).at(-1);
    if (!rolled) return null;
    return h("details", { className: "result", open: Boolean(shown) }, h("summary", {}, dice(rolled.dice), h("span", {}, rolled.says)), reasons(rolled.steps, this.ruleOf));
  }

  drawPreview() {
    const option = this.target ?? (this.marked === null ? null : this.options[this.marked]);
    this.choose.disabled = option === null;
    this.choose.replaceChildren(h("b", {}, option ? plain(option.says) : this.words.nothing), option ? h("kbd", {}, "Enter") : "");
    const { curtain, mine } = this.state.question;
    this.undo.disabled = !this.state.strip.places || curtain;
    const brings = this.preview;
    this.pv.hidden = !option && !mine;
    if (!option) return this.pv.replaceChildren(h("p", { className: "note hint" }, this.words.hint));
    if (this.target) return this.pv.replaceChildren(...planning.preview(this));
    const rows = [];
    if (option.price) rows.push([this.words.pay, h("span", {}, String(option.price))]);
    if (brings) {
      const [first, ...more] = brings.changes;
      if (first) rows.push([this.words.then, h("span", {}, first, more.length ? h("small", {}, ` ${more.join(" ")}`) : null)]);
      else if (brings.steps.length) rows.push([this.words.then, h("span", {}, brings.steps[0][0], paragraph(brings.steps[0][1], this.ruleOf))]);
      for (const [says, clause] of brings.rolls.slice(0, 3)) rows.push([this.words.roll, h("span", {}, says, paragraph(clause))]);
      if (brings.until) rows.push([this.words.until, h("span", {}, brings.until)]);
    }
    this.pv.replaceChildren(h("h3", {}, plain(option.says), paragraph(option.clause, this.ruleOf)), ...(brings?.outcomes.length ? [odds(brings.outcomes)] : []),
      h("dl", {}, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])));
  }

  // What was done since the own last choice, in numbered lines; a line flies the map there and shows the way.
  drawHappened() {
    const { words, state: { happened } } = this;
    const lines = happened;
    const sides = new Set(lines.map((line) => line.side));
    const side = sides.size === 1 ? lines[0].side : null;
    this.lines = lines;
    this.numbers = lines.map((line, index) => [line.place, index + 1, (line.side ?? "").toLowerCase()]).filter(([place]) => place !== null);
    const moves = lines.some(({ ways, place }) => ways.length || place !== null);
    this.dp.replaceChildren(h("div", {}, h("div", { className: `hd ${(side ?? "").toLowerCase()}` }, h("h3", {}, shield(side), side ? words.sides[side] : lines.length ? words.since : words.quiet),
      moves ? h("button", { type: "button", className: "replay", "data-key": "replay", onclick: () => this.replay() }, this.playing ? words.pause : `▶ ${words.replay}`) : null),
      h("ol", {}, lines.map((line, index) => h("li", { className: this.shows === index ? "on" : "" }, h("button", { type: "button", "data-key": `line-${index}`, onclick: () => { this.stop(); this.show(index); } },
        h("i", { className: (line.side ?? "").toLowerCase() }, String(index + 1)), h("span", {}, line.says, line.dice.length ? h("em", {}, " ", dice(line.dice)) : null)))))));
    this.dp.querySelector("li.on")?.scrollIntoView({ block: "nearest" });
  }

  // One line on the map: its way travels, and the map goes there when it is out of sight.
  show(index) {
    const line = this.lines[index];
    if (!line) return;
    this.shows = index;
    const spaces = [...line.ways.flat(), ...(line.place === null ? [] : [line.place])];
    if (spaces.length && !spaces.every((space) => this.boards.some((board) => board.host.clientWidth && board.box && board.shows(space)))) this.main.fly(this.main.around(spaces));
    const ways = line.ways.map((way) => ({ way, name: (line.side ?? "").toLowerCase() }));
    for (const board of this.boards) board.travel(ways, true);
    this.announce(line.says);
    if (this.tab === "decide" && !this.playing) this.draw();
    else this.drawHappened();
  }

  replay() {
    if (this.playing) return this.stop();
    let index = 0;
    const next = () => {
      if (index >= this.lines.length) return this.stop();
      this.show(index++);
      this.playing = setTimeout(next, REPLAY_STEP);
    };
    this.playing = setTimeout(next, 0);
    this.drawHappened();
  }

  stop() {
    clearTimeout(this.playing);
    if (this.playing) { this.playing = null; this.drawHappened(); }
  }

  drawRings() {
    if (this.plan && this.tab === "decide") {
      const { legal, labels, ways } = planning.marks(this);
      for (const board of this.boards) { board.ring(legal, [], labels); board.travel(ways); }
      return;
    }
    const legal = new Map();
    if (this.state.question.mine)
      for (const index of this.shown()) {
        const { place } = this.options[index];
        if (place !== null) legal.set(place, this.place === place || (this.marked !== null && this.options[this.marked].place === place) ? "on" : "");
      }
    for (const board of this.boards) board.ring(legal, this.numbers);
  }

  drawPop() {
    const here = this.place === null || this.tab !== "decide" ? [] : this.at(this.place);
    const no = this.place === null ? [] : this.refused[this.place] ?? [];
    this.pop.hidden = Boolean(this.plan) || this.place === null || !this.state.question.mine || (!here.length && !no.length) || this.frame.dataset.width !== "wide";
    if (this.pop.hidden) return this.pop.replaceChildren();
    this.pop.replaceChildren(h("h3", {}, this.sheet.spaces[this.place].name), h("p", {}, this.state.words[this.place]),
      h("div", { className: "act" }, here.slice(0, 6).map((index) => this.option(index)), no.slice(0, 3).map((one) => this.not(one, false))));
    this.placePop();
  }

  placePop() {
    if (!this.pop || this.pop.hidden || this.place === null) return;
    const frame = this.bd.getBoundingClientRect();
    const board = [...this.boards].reverse().find((one) => one.host.clientWidth && one.box && one.shows(this.place)) ?? this.main;
    const host = board.host.getBoundingClientRect(), { x, y } = board.pixel(this.place);
    const [left, top] = [host.x - frame.x + x, host.y - frame.y + y];
    const { offsetWidth: wide, offsetHeight: high } = this.pop;
    const beside = left + 22 + wide < frame.width ? left + 22 : left - 22 - wide;
    this.pop.style.left = `${Math.max(6, beside)}px`;
    this.pop.style.top = `${Math.max(44, Math.min(top - high / 2, frame.height - high - 6))}px`;
  }

  tell(index, board) {
    this.tip.hidden = index === null || index === this.place || !this.pop.hidden;
    if (this.tip.hidden) return;
    this.tip.textContent = this.state.words[index];
    const frame = this.bd.getBoundingClientRect(), host = board.host.getBoundingClientRect(), { x, y } = board.pixel(index);
    const [left, top] = [host.x - frame.x + x, host.y - frame.y + y];
    this.tip.style.left = `${Math.max(6, Math.min(left - this.tip.offsetWidth / 2, frame.width - this.tip.offsetWidth - 6))}px`;
    this.tip.style.top = `${top - 18 - this.tip.offsetHeight > 4 ? top - 18 - this.tip.offsetHeight : top + 18}px`;
  }
}

// ---- who carries it

function layTokens(sheet) {
  if (document.getElementById("ninevears-table-tokens")) return;
  const style = document.createElement("style");
  style.id = "ninevears-table-tokens";
  style.textContent = sheet.tokens;
  document.head.append(style);
}

// Opens a table in an element. A carrier brings what Python packed (`sheet`, `steps`, `state`, as bytes), sends
// messages and lets the table listen to what comes: {state}, {change}, {reply}.
// `view` is the name of this window, the same after it is loaded again.
export async function openTable(element, { sheet, steps, state, send, listen, view = windowName() }) {
  const [drawing, first] = await Promise.all([sheetOf(sheet, steps), inflated(state)]);
  layTokens(drawing);
  element.classList.add("ninevears-table");
  const table = new WarTable(element, { sheet: drawing, state: first, send, listen, view });
  table.ask({ here: true });
  return table;
}

let views = 0;
function windowName() {
  const random = () => Math.random().toString(36).slice(2);
  try {
    const name = (sessionStorage.ninevearsWindow ??= random());
    return `${name}-${++views}`;
  } catch { return random(); } // a page that may keep nothing
}

// The carrier of notebooks (anywidget).
export default {
  initialize() {},

  async render({ model, el }) {
    const heard = [];
    let hear = (what) => heard.push(what);
    let before = Promise.resolve();
    model.on("msg:custom", (_, buffers) => { before = before.then(async () => hear(await inflated(buffers[0]))); });
    el.dataset.lmSuppressShortcuts = "true";
    const table = await openTable(el, {
      sheet: model.get("sheet"), steps: model.get("steps"), state: model.get("state"),
      send: (message) => model.send(message), listen: (listener) => { hear = listener; heard.splice(0).forEach(listener); } });
    return () => table.close();
  },
};
