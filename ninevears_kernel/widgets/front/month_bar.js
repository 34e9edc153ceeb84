// The months of a war as a slider with a play button; it goes on only when the kernel has shown the last month.
const MOVING = /^(Arrow|Page|Home$|End$| $)/;

function made(tag, name, ...parts) {
  const node = document.createElement(tag);
  node.className = name;
  node.append(...parts); // strings become text, never markup
  return node;
}

function initialize({ model }) {
  let timer = null;
  const last = () => model.get("months").length - 1;
  const step = () => {
    timer = null;
    if (!model.get("playing")) return;
    if (model.get("value") >= last()) {
      model.set("playing", false);
      model.save_changes();
      return;
    }
    if (model.get("shown") === model.get("value")) {
      model.set("value", model.get("value") + 1);
      model.save_changes();
    }
    wait();
  };
  const wait = () => { timer ??= setTimeout(step, model.get("pause")); };
  const turn = () => {
    if (model.get("playing")) return wait();
    clearTimeout(timer);
    timer = null;
  };
  model.on("change:playing", turn);
  turn();
  return () => clearTimeout(timer);
}

function render({ model, el }) {
  const words = model.get("words");
  const bars = made("div", "bars");
  bars.setAttribute("aria-hidden", "true");
  const slider = made("input", "slider");
  slider.type = "range";
  slider.min = 0;
  slider.setAttribute("aria-label", words.month);
  const years = made("div", "years");
  years.setAttribute("aria-hidden", "true");
  const now = made("output", "now");
  const button = (name, sign, act) => {
    const mark = made("span", "", sign);
    mark.setAttribute("aria-hidden", "true");
    const one = made("button", `step ${name}`, mark, made("span", "", ` ${words[name]}`));
    one.type = "button";
    one.title = words[`${name}-tooltip`];
    one.addEventListener("click", act);
    return one;
  };
  const last = () => model.get("months").length - 1;
  const go = (value) => {
    model.set("value", Math.max(0, Math.min(last(), value)));
    model.save_changes();
  };
  const play = (on) => {
    if (on && model.get("value") >= last()) model.set("value", 0);
    model.set("playing", on);
    model.save_changes();
  };
  const before = button("back", "←", () => go(model.get("value") - 1));
  const after = button("on", "→", () => go(model.get("value") + 1));
  const start = button("play", "▶", () => play(true));
  const stop = button("stop", "■", () => play(false));
  const pace = made("select", "pace", ...words.paces.map(([name, pause]) => new Option(name, pause)));
  pace.addEventListener("change", () => { model.set("pause", Number(pace.value)); model.save_changes(); });
  const track = made("div", "track", bars, slider, years);
  el.classList.add("ninevears-months");
  el.append(made("div", "row", start, stop, before, after, made("label", "", `${words.pace} `, pace), now), track);
  slider.addEventListener("input", () => go(Number(slider.value)));

  const paint = () => {
    const months = model.get("months");
    const value = model.get("value");
    slider.max = months.length - 1;
    slider.value = value;
    slider.setAttribute("aria-valuetext", months[value]);
    if (now.textContent !== months[value]) now.textContent = months[value];
    const playing = model.get("playing");
    // a button that has the focus keeps it, and says that it does nothing now
    start.setAttribute("aria-disabled", String(playing));
    stop.setAttribute("aria-disabled", String(!playing));
    now.setAttribute("aria-live", playing ? "off" : "polite");
    before.setAttribute("aria-disabled", String(value === 0));
    after.setAttribute("aria-disabled", String(value === months.length - 1));
    pace.value = model.get("pause");
    bars.querySelector(".here")?.classList.remove("here");
    bars.children[value]?.classList.add("here");
  };
  const count = () => {
    const counts = model.get("counts");
    const most = Math.max(1, ...counts);
    bars.replaceChildren(...counts.map((number) => {
      const bar = made("i", "");
      bar.style.height = `${(100 * number) / most}%`;
      return bar;
    }));
    years.replaceChildren(...model.get("years").map((year) => made("span", "", String(year))));
    paint();
  };
  // What moves a slider or a list must not reach the page around it, which would move from cell to cell.
  const keys = (event) => {
    const { target, key } = event;
    const box = el.closest(".ninevears-chronicle") ?? el;
    if (box.contains(target) && target.matches("input[type=range], select, button") && MOVING.test(key)) event.stopPropagation();
  };
  window.addEventListener("keydown", keys, true);
  model.on("change:value change:playing change:pause", paint);
  model.on("change:counts", count);
  count();
  return () => {
    window.removeEventListener("keydown", keys, true);
    model.off("change:value change:playing change:pause", paint);
    model.off("change:counts", count);
  };
}

export default { initialize, render };
