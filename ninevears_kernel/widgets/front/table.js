// The war table: one screen from what a seat sees (`state`), which asks its seat by messages. It knows no notebook:
// whoever carries it gives `link`: {state, sheet, send(message), listen(heard)}.

const NARROW = 700, WIDE = 940; // pixels from which the column stands beside the map
const DUELS = ["battle-card", "siege-card", "intercept", "meet", "strengthen"]; // decisions whose odds are shown beside each option
const FEW = 8; // options that are listed as they are, without groups
const STANDING = 12, BRIEFLY = 6; // places of a kind that stand open beside the other kinds; on a low screen, and beside dice that have fallen
const ROOM = 24, LARGE = 1100, TALL = 840, MORE = 12, LOW = 800, FEWER = 12; // places of all of them; on a large screen more, on a low or a narrow one fewer; beside dice that have fallen one kind
const LAB_EDGE = 16, PAGE_EDGE = 4; // pixels of the window that are not the table's
const TABS = ["decide", "log", "sequence", "review", "why", "readings"];
const ANSWERS = ".pick,.chip,.cd,.choose"; // buttons that answer the question
const LOOK = 90; // milliseconds that the pointer rests on an option before it is looked at

class WarTable {
  constructor(root, link) {
    Object.assign(this, { root, link, state: link.state, sheet: link.sheet, words: link.sheet.words });
    Object.assign(this, { tab: "decide", group: null, place: null, marked: null, found: "", refused: {}, previews: {}, answer: null, waiting: 0, readings: null, odds: {}, lines: [], rule: null, shows: null, lit: null, gazed: null, pointer: "", reviewing: false, scenes: {}, looksAt: null, expert: remembered("expert") === "yes" });
    this.ruleOf = (clause) => this.ask({ clause });
    this.met = {}; // how often each question has come
    this.boards = [];
    this.build();
    link.listen((heard) => this.hear(heard));
    this.arrive();
  }

  close() {
    for (const one of [this.watch, this.middle]) one.disconnect();
    lines.stop(this);
    clearTimeout(this.looking);
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
    this.locator = new Locator(this.sheet, (spot) => this.main.fly({ ...this.main.box, x: spot.x - this.main.box.w / 2, y: spot.y - this.main.box.h / 2 }));
    this.views = h("div", { className: "views", role: "group", "aria-label": words.theatres },
      ["all", ...THEATRES].map((name) => h("button", { type: "button", "data-view": name, onclick: () => sight.go(this, name) }, words.views[name])));
    this.zoom = h("div", { className: "zoom" },
      h("button", { type: "button", "aria-label": words.nearer, onclick: () => this.main.zoom(STEP_ZOOM) }, "+"),
      h("button", { type: "button", "aria-label": words.farther, onclick: () => this.main.zoom(1 / STEP_ZOOM) }, "−"));
    this.tip = h("div", { className: "tip", hidden: true, role: "tooltip" });
    this.map = h("div", { className: "fr sheet", tabIndex: 0, role: "application", "aria-label": words.map, onkeydown: (event) => keys.onMap(this, event) },
      this.main.host, this.views, this.zoom, this.locator.host);
    this.docked = h("div", { className: "ins" }, this.side.map(({ name, board }) =>
      h("div", { className: "fr" }, board.host, h("span", { className: "cap" }, words.views[name]))));
    this.bd = h("section", { className: "bd", "aria-label": words.board }, this.map, this.docked, at("pop"), this.tip);
    this.dp = h("section", { className: "dp", "aria-label": words.happened });
    this.tabs = h("div", { className: "tabs", role: "tablist" }, TABS.map((name) =>
      h("button", { type: "button", role: "tab", "data-tab": name, onclick: () => this.turn(name) }, words.tabs[name])));
    this.said = h("div", { className: "heard", role: "status", "aria-live": "polite" });
    this.choose = h("button", { type: "button", className: "choose", onclick: () => this.commit() });
    this.undo = h("button", { type: "button", className: "undo", onclick: () => this.takeBack() }, `↶ ${words.undo}`);
    this.panel = h("div", { className: "pn" }, this.tabs, at("q"), (this.mid = h("div", { className: "mid", tabIndex: -1 })), at("pv"), at("over"), h("div", { className: "act" }, this.undo, this.choose));
    this.whyField = h("input", { type: "text", maxLength: 200, placeholder: words.whyHint, "aria-label": words.whyHint,
      onkeydown: (event) => event.key === "Enter" && this.ask({ why: this.whyField.value.trim() }) });
    const frame = h("div", { className: "tb", tabIndex: -1, onkeydown: (event) => keys.pressed(this, event), onpointerdown: (event) => { this.pointer = event.pointerType; }, onpointermove: (event) => this.stir(event) }, this.strip, this.bd, this.dp, h("aside", { className: "as" }, this.panel), at("rv"), at("bubble"), this.said);
    this.frame = frame;
    // the second click of two is none when the first has chosen
    frame.addEventListener("click", (event) => { if (event.detail > 1 && this.rests(event) && event.composedPath()[0].closest?.(ANSWERS)) event.stopPropagation(); }, true);
    frame.classList.toggle("screen", Boolean(this.link.screen)); // on a wall: what is seen, large, and nothing to press
    const shadow = this.root.shadowRoot ?? this.root.attachShadow({ mode: "open" });
    shadow.replaceChildren(h("style", { textContent: this.sheet.tableStyle }), frame);
    this.pop.hidden = this.bubble.hidden = this.rv.hidden = true;
    this.rv.addEventListener("click", ({ target }) => coach.pressed(this, target.closest("[data-does]")));
    for (const kind of ["pointerover", "focusin"]) this.rv.addEventListener(kind, (event) => coach.point(this, event));
    this.rv.addEventListener("keydown", (event) => coach.walk(this, event));
    this.mid.addEventListener("scroll", () => { this.scrolled = this.mid.scrollTop; });
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.root);
    this.watch.observe(this.docked); // it has no size while a theatre is shown
    // on a page with several, the table in the middle of the window has its buttons at the foot of it
    this.middle = new IntersectionObserver((seen) => frame.toggleAttribute("data-middle", seen.at(-1).isIntersecting), { rootMargin: "-50% 0px" });
    this.middle.observe(this.root);
  }

  listener() {
    return {
      picked: (index, once) => this.pick(index, once, "map"),
      hovered: (index, board) => { sight.tell(this, index, board); this.point(index); },
      looked: (board) => {
        sight.placePop(this);
        guide.place(this);
        this.tip.hidden = true;
        if (board === this.main && this.frame.dataset.board === "theatre") this.locator.show(board.box);
      },
      moved: (board) => board === this.main && sight.press(this, ""),
    };
  }

  fit() {
    const width = (this.width = this.root.clientWidth);
    // a notebook keeps its bars above and below; on a page of its own the table ends where the window ends
    const panel = this.root.closest(".jp-WindowedPanel-outer, .jp-Notebook");
    const above = panel ? innerHeight - panel.clientHeight + LAB_EDGE : this.root.getBoundingClientRect().top + scrollY + PAGE_EDGE;
    this.frame.style.setProperty("--above", `${Math.round(above)}px`);
    this.frame.dataset.carrier = this.root.closest(".jp-NotebookPanel") ? "lab" : "page";
    this.frame.dataset.width = width >= WIDE ? "wide" : width >= NARROW ? "middle" : "narrow";
    this.height = this.frame.clientHeight;
    this.frame.dataset.low = this.low ? "yes" : "no";
    if (!this.main.box && this.main.host.clientWidth) sight.go(this, "all", false);
    for (const { name, board } of this.side) if (board.host.clientWidth) board.look(board.asked ?? board.boxOf(name));
    sight.placePop(this);
    guide.place(this);
  }

  // ---- what is heard

  // Whether another window plays and this one looks on, or the umpire has stopped the war.
  get looksOn() {
    const { looks_on: looks, served } = this.state;
    return Boolean(served?.paused || (looks && (looks.elsewhere || (looks.pen && looks.pen !== this.link.view))));
  }

  ask(message) {
    this.waiting++;
    this.frame.classList.add("busy");
    this.link.send(this.link.view ? { ...message, view: this.link.view } : message);
  }

  hear({ state, change, reply }) {
    const marked = change && !reply && this.marked !== null ? this.options[this.marked].text : null;
    if (state) this.beginAgain(state);
    if (change) this.change(change);
    if (reply) {
      this.waiting = Math.max(0, this.waiting - 1);
      if (!this.waiting) { this.sent = false; this.frame.classList.remove("busy"); }
      if (reply.preview) this.previews[reply.preview.text] = reply.preview;
      if (reply.plan && reply.plan.decision === this.state.question.name) {
        this.plan = reply.plan;
        this.gazed = null;
        this.target = reply.plan.way.length > 1 && reply.plan.here ? { ...reply.plan.here } : this.advised(reply.plan);
        this.group = null;
        this.seePlan = true;
      }
      if (reply.went?.stopped) this.announce(reply.went.stopped);
      for (const file of [reply.save, reply.log, reply.picture]) if (file) handOut(file);
      if (reply.link) this.shared = reply;
      if (reply.odds) {
        this.odds[reply.odds.number] = reply.odds;
        requestAnimationFrame(() => sight.intoView(this)); // they stand above the options
      }
      if (reply.rule && this.reviewing) coach.rule(this, reply.rule);
      else if (reply.rule) this.rule = reply.rule;
      if (reply.readings) this.readings = reply.readings;
      if (reply.story) this.story = reply.story;
      coach.hear(this, reply);
      if (reply.refused) this.refused[reply.at] = reply.refused;
      if (reply.asked) this.answer = reply;
      if (reply.trouble && !this.state.question.curtain) { this.answer = { asked: "", says: reply.trouble, why: reply.why, trouble: "" }; this.tab = "why"; }
    }
    if (state || change) this.arrive();
    else if (reply && "preview" in reply) this.previewed(reply.preview); // what is under the pointer stays
    else this.draw();
    if (reply?.story) this.endOfLog();
    // what others do, as when they lay their card, takes no mark away
    const again = marked === null || !this.state.question.mine ? -1 : this.options.findIndex(({ text }) => text === marked);
    if (again >= 0) this.mark(again);
    if (this.seePlan) {
      this.seePlan = false;
      const { from, targets } = this.plan;
      const spaces = [from, ...targets.filter(({ ground, cost }) => ground === "enemy" || cost < 3).map(({ space }) => space)];
      const box = this.main.around(spaces);
      if (this.frame.dataset.board === "theatre" && this.main.box.w < 2 * box.w && spaces.every((space) => this.main.shows(space))) return;
      this.frame.dataset.board = "theatre";
      requestAnimationFrame(() => (this.main.fly(box), sight.press(this, "")));
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

  // Marks where the force is to go; once more to go there. `once`: the first click goes where nothing can happen on
  // the way, and another action is left or the answer is taken back with it.
  aim(target, once = false) {
    if (once && this.safe(target)) { Object.assign(this, { target, stops: true }); return this.commit(); }
    if (this.target && this.target.space === target.space && Boolean(this.target.besiege) === Boolean(target.besiege)) return this.commit();
    Object.assign(this, { target, place: target.space ?? null });
    this.draw();
    this.announce(target.says);
  }

  // Where a hint sends the force: a place in reach, or the siege where it stands.
  advised(plan) {
    const to = this.aimed ?? null;
    this.aimed = null;
    if (to === plan.from && plan.besiege && !plan.besiege.why?.length) return planning.siege(plan, this.words);
    return plan.targets.find(({ space }) => space === to) ?? null;
  }

  safe(target) {
    const { plan, state: { strip } } = this;
    return !target.besiege && !planning.against(plan).includes(target) && (plan.freely || strip.actions > (plan.decision === "march" ? 0 : 1));
  }

  // Who goes is sent as it was shown.
  going() {
    const { plan, target } = this;
    const force = plan.decision === "march" ? {} : { leaders: plan.leaders.filter(({ goes }) => goes).map(({ name }) => name), corps: plan.corps.filter(({ goes }) => goes).map(({ kind, goes }) => `${goes} ${kind}`) };
    if (target.besiege) return { space: plan.from, ...force, besiege: true };
    return { space: plan.from, ...force, way: target.way, stop: this.stops && Boolean(target.left) };
  }

  // All of it anew: a window that came late has missed changes.
  beginAgain(state) {
    for (const key of Object.keys(this.state.marks)) if (!(key in state.marks)) for (const board of this.boards) board.draw(key, null);
    Object.assign(this, { state, painted: false });
  }

  change({ spaces = {}, words = {}, marks = {}, ...parts }) {
    Object.assign(this.state.spaces, spaces);
    Object.assign(this.state.words, words);
    for (const [key, mark] of Object.entries(marks)) {
      if (mark) this.state.marks[key] = mark;
      else delete this.state.marks[key];
      for (const board of this.boards) board.draw(key, mark);
    }
    for (const board of [...this.boards, this.locator]) for (const [index, classes] of Object.entries(spaces)) board.dress(Number(index), classes);
    Object.assign(this.state, parts);
  }

  // A new moment: nothing is marked, nothing open.
  arrive() {
    const { places } = this.state.strip;
    const came = (this.came = this.seen !== undefined && this.seen !== places); // another moment: what was done to the last one is not done to this
    if (came) this.rest();
    if (this.seen !== undefined && this.seen !== places) this.reviewing = false; // the war has gone on
    if (this.looked?.entry !== places) this.looked = null; // what the review opened the table for
    this.seen = places;
    const stays = this.tab === "sequence" || this.tab === "log" ? this.tab : "decide";
    lines.stop(this);
    clearTimeout(this.looking);
    const group = this.opened();
    Object.assign(this, { group, place: null, marked: null, lit: null, once: false, found: "", refused: {}, answer: null, shows: null, rule: null, previews: {}, odds: {}, plan: null, planAsked: {}, target: null, gazed: null, stops: true, finding: false, everywhere: false });
    if (!this.painted) {
      this.painted = true;
      this.state.spaces.forEach((classes, index) => this.locator.dress(index, classes));
      for (const board of this.boards) {
        this.state.spaces.forEach((classes, index) => board.dress(index, classes));
        for (const [key, mark] of Object.entries(this.state.marks)) board.draw(key, mark);
      }
    }
    this.tab = stays;
    if (!this.main.box) this.fit(); // from then on the observer of its size does
    const fell = this.state.happened.filter(({ dice }) => dice.length);
    this.fell = fell.filter(({ side }) => side === this.state.strip.side).at(-1) ?? fell.at(-1); // one's own first
    this.draw();
    this.endOfLog();
    if (came && this.state.question.mine) requestAnimationFrame(() => sight.intoView(this));
    if (!(this.state.question.mine && PLANNED.includes(this.state.question.name))) sight.lookThere(this);
    sight.travelled(this);
    const { question } = this.state;
    if (question.mine && PLANNED.includes(question.name)) this.ask({ plan: (this.planAsked = {}) });
    if (question.mine && DUELS.includes(question.name) && this.options.length <= FEW) for (const { text } of this.options) this.ask({ preview: text });
    if (this.tab === "log") this.ask({ story: true });
    if (this.fell && !question.curtain) this.ask({ odds: this.fell.number });
    this.announce(this.state.guide?.says || `${question.who}: ${question.asks}`);
    const better = this.looked?.better && question.mine ? this.options.findIndex(({ text }) => text === this.looked.better) : -1;
    if (better >= 0) { // what a careful player would have chosen, at a moment that is tried otherwise
      this.unfold(better);
      this.mark(better);
    }
  }

  // The kind whose places are shown at a new moment: the only one with several; or the one that was open, when the same
  // is asked again.
  opened() {
    const { question, groups } = this.state;
    const many = groups.filter(({ options }) => options.length > 1);
    const asked = `${question.side} ${question.name}`, before = this.asked;
    if (asked !== before) this.met[asked] = (this.met[asked] ?? 0) + 1;
    this.asked = asked;
    if (groups.length === 1) return groups[0].verb;
    // what is bought goes on in its kind and strength, on the map too
    if (asked === before && many.some(({ verb, prices }) => verb === this.group && (prices.length || !this.standing.includes(verb)))) return this.group;
    return many.length === 1 && this.options.length > FEW ? many[0].verb : null;
  }

  // Kinds with few places stand open, so that a place is one click; what costs points is compared first.
  get standing() {
    const { groups } = this.state;
    if (this.options.length <= FEW || groups.length === 1) return [];
    let left = this.fell ? BRIEFLY : ROOM + (this.low ? -FEWER : this.width >= LARGE && this.height >= TALL ? MORE : 0);
    const fits = ({ options, places }) => options.length > 1 && places && Math.min(places, this.most) <= left;
    return groups.filter((group) => fits(group) && ((left -= Math.min(group.places, this.most)), true)).map(({ verb }) => verb);
  }

  get low() { return this.width < NARROW || (this.width >= WIDE && this.height < LOW); }

  // So many places of a kind stand open beside the other kinds.
  get most() { return this.low || this.fell ? BRIEFLY : STANDING; }

  // Whether the card of a place stands on the map: where it was clicked; else the column has its options.
  get popped() {
    return this.from === "map" && this.place !== null && !this.plan && this.tab === "decide" && this.state.question.mine && this.frame.dataset.width === "wide";
  }

  // ---- what is chosen

  get options() { return this.state.options; }

  shown(kind = this.group) {
    const group = this.state.groups.find(({ verb }) => verb === kind);
    if (kind === null || !group) return kind === null ? this.options.map((_, index) => index) : [];
    const variant = this.variantOf(group);
    return variant === null ? group.options : group.options.filter((index) => this.options[index].variant === variant);
  }

  // Which of the strengths of a kind is chosen: the one of before, or the dearest that can be paid.
  variantOf({ variants }) {
    if (!variants.length) return null;
    return (variants.find(([name]) => name === this.variant) ?? variants[0])[0];
  }

  at(place) { return this.options.map((_, index) => index).filter((index) => this.options[index].place === place); }

  open(verb) {
    Object.assign(this, { group: this.group === verb ? null : verb, place: null, found: "", marked: null, everywhere: false });
    this.draw();
  }

  // Whether a click may choose at once: one with a mouse, not the second of two, and none meant for another question.
  single(event) { return event.detail === 1 && this.pointer === "mouse" && !this.stale; }

  // Until the pointer has moved again it lies where it answered what was asked before: nothing under it is lit, and
  // when another question stands there a click only marks.
  rest() {
    this.restsAt = this.movedTo;
    this.stale = this.answered !== undefined && this.answered !== `${this.state.question.side} ${this.state.question.name}`;
    this.frame.classList.add("still");
  }

  rests({ screenX, screenY }) { return this.restsAt !== undefined && this.restsAt === `${screenX} ${screenY}`; }

  stir(event) {
    this.movedTo = `${event.screenX} ${event.screenY}`;
    if (this.rests(event)) return;
    Object.assign(this, { restsAt: undefined, stale: false });
    this.frame.classList.remove("still");
  }

  // A place is picked on the map or in the list: its only option is marked.
  // `verb`: the kind under which it stands, where several are open.
  pick(index, once = false, from = "column", verb = this.group) {
    if (index === null) return this.letGo();
    const target = this.plan?.targets.find(({ space }) => space === index);
    if (target) return this.aim(target, once);
    const shown = this.shown(verb);
    const here = this.at(index).filter((one) => shown.includes(one));
    if (here.length > 1) this.group = verb;
    if (this.place === index && here.length === 1 && this.marked === here[0]) return this.commit();
    Object.assign(this, { place: index, from, marked: null });
    if (here.length === 1) this.mark(here[0], once);
    if (!this.once) this.askAt();
    this.draw();
    if (from === "map" && this.frame.dataset.width !== "wide") this.mid.querySelector(".list")?.scrollIntoView({ block: "nearest" });
    this.announce(this.state.words[index]);
  }

  // What may not be done at the place.
  askAt() {
    if (this.state.question.mine && this.place !== null && !(this.place in this.refused)) this.ask({ at: this.place });
  }

  // Shows the kind of an option, where there are several.
  unfold(index) { if (this.state.groups.length > 1) this.group = this.options[index].verb; }

  // Marks an option; one that is marked is chosen. `once`: the first click chooses what can be taken back without a trace.
  // `march`: the force of a campaign, and where it is to go.
  mark(index, once = false, march = {}) {
    if (this.marked === index) return this.commit();
    const option = this.options[index];
    if (option.place !== null && option.place !== this.place) Object.assign(this, { place: option.place, from: "column" });
    Object.assign(this, { marked: index, plan: null, target: null, gazed: null, once: once && option.verb !== "campaign" });
    if (option.verb === "campaign") {
      const { to = null, ...force } = march ?? {};
      this.aimed = to;
      this.ask({ plan: (this.planAsked = { space: option.place, ...force }) });
    }
    if (this.once && !(option.text in this.previews)) {
      this.sent = true;
      this.answered = `${this.state.question.side} ${this.state.question.name}`;
      this.ask({ freely: option.text });
    } else this.look(index);
    if (this.chooseAtOnce()) return;
    this.draw();
    this.announce(option.says);
  }

  // Asks what an option would bring.
  look(index) {
    const { text } = this.options[index];
    if (!(text in this.previews)) { this.previews[text] = null; this.ask({ preview: text }); }
  }

  // No die, no card, nothing given up: a click was enough (`free` is the engine's word for it).
  chooseAtOnce() {
    if (!this.once || !this.preview) return false;
    this.once = this.sent = false;
    if (this.preview.free) { this.commit(); return true; }
    this.askAt();
    return false;
  }

  previewed(preview) {
    if (!preview || this.chooseAtOnce()) return;
    const index = this.options.findIndex(({ text }) => text === preview.text);
    for (const one of this.buttons(index)) one.querySelector(".compared")?.replaceChildren(...column.compared(this, preview.text));
    column.preview(this);
  }

  get preview() { return this.marked === null ? null : this.previews[this.options[this.marked].text]; }

  // The buttons of an option: in the column, beside the place.
  buttons(index) { return this.frame.querySelectorAll(`[data-option="${index}"]`); }

  // The pointer or the keyboard is on an option: it is lit wherever it stands, its place too, and looked at.
  light(index) {
    if (this.lit === index) return;
    for (const one of this.frame.querySelectorAll(".lit")) one.classList.remove("lit");
    this.lit = index;
    clearTimeout(this.looking);
    for (const board of this.boards) board.light(index === null ? null : this.options[index].place);
    if (index !== null) {
      for (const one of this.buttons(index)) one.classList.add("lit");
      const look = () => {
        if (this.waiting) this.looking = setTimeout(look, LOOK);
        else this.look(index);
      };
      this.looking = setTimeout(look, LOOK);
    }
    if (this.marked === null && !this.target) column.preview(this);
    if (index === null || this.options[index].box) sight.rings(this);
  }

  // The pointer is on a place of the map: its only option is looked at, as in the column.
  point(index) {
    if (this.plan) return this.gaze(this.plan.targets.find(({ space }) => space === index) ?? null);
    const here = index === null || !this.state.question.mine ? [] : this.at(index).filter((one) => this.shown().includes(one));
    this.light(here.length === 1 ? here[0] : null);
  }

  // The pointer or the keyboard is on where a force may go: the way is drawn, and what may happen is told.
  gaze(target) {
    if (this.gazed === target) return;
    this.gazed = target;
    if (this.target) return;
    sight.rings(this);
    column.preview(this);
  }

  letGo() {
    if (this.target) { this.target = null; return this.draw(); }
    if (this.plan && !PLANNED.includes(this.state.question.name)) {
      this.plan = this.gazed = null;
      this.mid.scrollTop = this.scrolled = 0; // what else there is begins above
    }
    if (this.marked !== null || this.place !== null) this.place = null;
    else if (this.state.groups.length > 1) this.group = null;
    this.marked = null;
    this.draw();
  }

  // Whether something is marked that can be chosen; of a campaign, where it goes.
  get ready() { return Boolean(this.target) || (this.marked !== null && !this.plan); }

  commit() {
    if (this.sent || !this.ready) return;
    this.sent = true;
    this.answered = `${this.state.question.side} ${this.state.question.name}`;
    this.ask(this.target ? { go: this.going() } : { choose: this.options[this.marked].text });
  }

  takeBack() { if (!this.undo.hidden && !this.undo.disabled) this.ask({ undo: true }); }

  turn(tab) {
    if (tab === "review") return coach.show(this);
    this.tab = tab;
    if (tab === "readings" && !this.readings) this.ask({ readings: true });
    if (tab === "log") this.ask({ story: true });
    this.draw();
    this.endOfLog();
    if (tab === "why" && !this.answer) this.whyField.focus(); // what is typed next is the question, and no key of the table
  }

  // A log is read from what was done last.
  endOfLog() { if (this.tab === "log") this.mid.scrollTop = this.mid.scrollHeight; }

  // A clause that was opened in a hint goes back to it.
  shut() { if (this.rule) this.rule = null; else Object.assign(this, { hinted: null, rule: null, keys: false, menu: false, part: null, shared: null }); }

  announce(words) { this.said.textContent = words; }

  // ---- what is drawn

  draw() {
    this.frame.classList.toggle("expert", this.expert);
    const { served } = this.state; // at a table over the network some only look on
    this.frame.dataset.plays = !served || served.plays ? "yes" : "no";
    const { activeElement } = this.frame.getRootNode();
    const key = activeElement?.dataset?.key;
    const had = activeElement && activeElement !== this.frame && this.frame.contains(activeElement);
    // nor does the keyboard stay on what answered the last question: Enter would answer the next
    if (had && this.came && activeElement.matches(ANSWERS)) this.mid.focus({ preventScroll: true });
    this.came = false;
    this.frame.dataset.side = (this.state.question.side ?? "").toLowerCase();
    column.strip(this);
    column.question(this);
    for (const button of this.tabs.children) {
      button.setAttribute("aria-selected", String(button.dataset.tab === this.tab));
      button.hidden = button.dataset.tab === "review" && Boolean(served) && !served.review; // over the network none before the end
    }
    this.mid.replaceChildren(...(this.tab === "decide" ? column.decide(this) : PANELS[this.tab](this)).filter(Boolean));
    if (this.scrolled) this.mid.scrollTop = this.scrolled; // else the column need not be measured
    this.lit = null;
    column.preview(this);
    lines.draw(this);
    sight.rings(this);
    sight.pop(this);
    guide.draw(this);
    coach.draw(this);
    const shut = () => { this.shut(); this.draw(); };
    this.over.replaceChildren(...(this.rule ? [ruleCard(this, shut)] : this.keys ? [keysCard(this, shut)] : this.menu ? [menuCard(this, shut)] : coach.hint(this)));
    // What lies under a hint can be scrolled up from under it: it often names just that.
    this.mid.style.setProperty("--under", this.over.querySelector(".hinted") ? `${this.over.firstChild.offsetHeight + 8}px` : "");
    // the keyboard stays with the options while a hint is read: Enter chooses what is marked
    if (this.over.firstChild && !this.over.querySelector(".hinted") && !this.over.contains(this.frame.getRootNode().activeElement)) this.over.querySelector(key ? `[data-key="${key}"], .shut` : ".shut")?.focus();
    // the keyboard stays where it was, or at least in the table
    if (!had || this.frame.contains(this.frame.getRootNode().activeElement)) return;
    (this.frame.querySelector(`[data-key="${key}"]`) ?? this.frame).focus({ preventScroll: true });
  }
}
