// The sequence of play as a list of buttons, and the keys of the stepper that it stands in.
const NARROW = 660; // pixels across under which the rail has no room beside the decision
const SIGNS = { done: "✓", now: "▶", ahead: "»", unplayed: "○" };

function made(tag, name, ...parts) {
  const node = document.createElement(tag);
  node.className = name;
  node.append(...parts); // strings become text, never markup
  return node;
}

function render({ model, el }) {
  const rail = made("nav", "ninevears-rail");
  const fold = made("details", "ninevears-rail-fold", made("summary", ""), rail);
  fold.open = true;
  el.append(fold);
  const opened = new Map(); // years that the reader folded or unfolded

  const item = (kind, told, jump, current) => {
    const words = model.get("words");
    const sign = made("span", "sign", SIGNS[told.state]);
    sign.setAttribute("aria-hidden", "true");
    const button = made("button", `${kind} ${told.state}`, sign, made("span", "says", told.says));
    button.append(made("small", "clause", told.clause), made("span", "unseen", ` (${words[told.state]})`));
    button.type = "button";
    button.title = `${told.says} (${told.clause}, ${words[told.state]})`;
    button.addEventListener("click", () => model.send({ jump }));
    if (current) button.setAttribute("aria-current", "step");
    return button;
  };

  const steps = (list, open) =>
    made("ol", "steps", ...list.map((step) => {
      const here = step.state === "now";
      const line = made("li", "", item("step", step, { entry: step.first }, here && !step.decisions.length));
      if (here && open) {
        line.append(made("ol", "decisions", ...step.decisions.map((one) =>
          made("li", "", item("decision", one, { entry: one.number }, one.state === "now")))));
      }
      return line;
    }));

  const year = ([number, state, states]) => {
    const present = state === "now";
    const box = made("details", `year ${state}`);
    box.open = opened.has(number) ? opened.get(number) : present;
    const words = model.get("words");
    const sign = made("span", "sign", SIGNS[state]);
    sign.setAttribute("aria-hidden", "true");
    const summary = made("summary", "", sign, String(number), made("span", "unseen", ` (${words[state]})`));
    summary.addEventListener("click", () => opened.set(number, !box.open));
    const phases = model.get("phases").map((phase, place) => {
      const listed = (present && model.get("steps")[place]) || [];
      const here = states[place] === "now";
      const told = { ...phase, state: states[place] };
      const button = item("phase", told, { year: number, phase: phase.phase }, here && !listed.length);
      const line = made("li", "", button);
      if (listed.length) line.append(steps(listed, here));
      return line;
    });
    box.append(summary, made("ol", "phases", ...phases));
    return made("li", "", box);
  };

  let now = null;
  const paint = () => {
    const held = rail.contains(document.activeElement);
    const scrolled = rail.scrollTop;
    rail.setAttribute("aria-label", model.get("words").label);
    fold.firstChild.textContent = model.get("words").label;
    const years = model.get("years");
    const present = years.find(([, state]) => state === "now");
    if (present && present[0] !== now) opened.clear();
    now = present && present[0];
    rail.replaceChildren(made("ol", "years", ...years.map(year)));
    const current = rail.querySelector("[aria-current]");
    rail.scrollTop = scrolled;
    if (!current) return;
    if (held) current.focus({ preventScroll: true });
    const above = current.offsetTop - rail.scrollTop;
    if (above < 0 || above + current.offsetHeight > rail.clientHeight)
      rail.scrollTop = current.offsetTop - rail.clientHeight / 2;
  };

  // What is chosen travels along: the list itself may tell of a new choice later than of this.
  // So does the number of the decision, and the search is emptied at once: what was typed last may still be
  // on its way, and must not arrive in the next player's field.
  const choose = (box, what) => {
    model.send({ key: "choose", place: model.get("place"), ...what });
    const search = box.querySelector(".search input");
    if (!search?.value) return;
    search.value = "";
    search.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const listed = (list) => ({ option: list?.selectedOptions[0]?.label ?? "" });
  const clicks = (event) => {
    const box = el.closest(".ninevears-phases");
    const pressed = event.target.closest?.("button.choose");
    if (!box || !pressed || pressed.disabled || !box.contains(pressed)) return;
    choose(box, listed(box.querySelector(".options select")));
    event.preventDefault();
    event.stopPropagation();
  };
  const keys = (event) => {
    const box = el.closest(".ninevears-phases");
    const { target, key } = event;
    if (!box || !box.contains(target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const list = box.querySelector(".options select");
    const searches = target.matches(".search input");
    if (searches && key === "Enter" && target.value.trim()) {
      choose(box, { search: target.value }); // what was typed last may not have come there yet
    } else if (searches && key === "ArrowDown" && list) list.focus();
    else if (target.matches("input, textarea, [contenteditable]") && target.type !== "checkbox") return;
    else if (key === "Enter" && target === list) choose(box, listed(list));
    else if ((key === "n" || key === "b") && !target.matches("select, .leaflet-container *, .ninevears-map *"))
      model.send({ key: key === "n" ? "next" : "back" });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // before the keys of the page around it, which mean other things
  window.addEventListener("keydown", keys, true);
  window.addEventListener("click", clicks, true);
  // Where the decision has no room beside the rail, the rail stands under it, folded.
  const watch = new ResizeObserver(([{ target }]) => {
    const narrow = target.clientWidth < NARROW;
    if (target.classList.toggle("narrow", narrow) !== wasNarrow) fold.open = !narrow;
    wasNarrow = narrow;
  });
  let wasNarrow = false;
  requestAnimationFrame(() => {
    paint();
    const box = el.closest(".ninevears-phases");
    if (box) watch.observe(box);
  });
  model.on("change:years change:steps change:words", paint);
  paint();
  return () => {
    watch.disconnect();
    window.removeEventListener("keydown", keys, true);
    window.removeEventListener("click", clicks, true);
  };
}

export default { render };
