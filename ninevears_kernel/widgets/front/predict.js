// A guess before the verdict. The page holds the question alone; what is right comes from the kernel afterwards.
const MOST_TICKS = 12; // steps of a slider that are all numbered
const make = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inside.filter((one) => one !== undefined));
  return made;
};

// a slider without a guess rests at its low end; left to itself it would rest in the middle, where an answer may lie
const stand = (el, value) => {
  for (const one of el.querySelectorAll(".nl-range, .nl-at")) {
    const at = value === "" && one.type === "range" ? one.min : String(value);
    one.classList.toggle("nl-unset", value === "");
    if (one.value !== at) one.value = at;
  }
};

export default {
  render({ model, el }) {
    const draw = (focus) => {
      const asked = model.get("asked"), told = model.get("told"), words = asked.words;
      const done = told.says !== undefined;
      const guess = () => model.get("guess");
      const set = (value) => { model.set("guess", value); model.save_changes(); };
      const told_of = (value) => {
        if (asked.form !== "percent" && asked.form !== "number") return "";
        return value === "" ? words.unset : asked.form === "percent" ? `${value}%` : value;
      };
      const output = make("output");
      const go = make("button", { type: "submit", class: "nl-cta nl-go" }, words.mine);
      const ready = () => {
        const value = guess();
        go.disabled = value === "";
        output.textContent = told_of(value);
        output.classList.toggle("nl-unset", value === "");
        for (const one of box.querySelectorAll("[data-choice]")) {
          one.setAttribute("aria-checked", one.dataset.choice === value);
          one.tabIndex = one.dataset.choice === value || (value === "" && one === one.parentNode.firstChild) ? 0 : -1;
        }
        stand(box, value);
      };
      const ask = make("div", { class: "nl-ask" });
      if (asked.form === "percent" || asked.form === "number") {
        const take = ({ target }) => { target.setAttribute("aria-valuetext", told_of(target.value)); set(target.value); ready(); };
        const range = make("input", {
          class: "nl-range", type: "range", min: asked.least, max: asked.most, step: asked.step, "aria-label": asked.asked,
          "aria-valuetext": told_of(guess()), disabled: done, oninput: take,
          onclick: take, // the end where it rests unset is a guess too: clicking there moves nothing, and no input comes
          onkeyup: (event) => { if (/^(Arrow|Home|End|Page)/.test(event.key)) take(event); },
        });
        const span = asked.most - asked.least, values = span / asked.step; // numbers stand under values that can be chosen
        const every = values <= MOST_TICKS ? 1 : [5, 4, 3, 2].find((one) => values % one === 0 && values / one <= 5) ?? Math.ceil(values / 4);
        const ticks = Array.from({ length: Math.floor(values / every) + 1 }, (_, at) => asked.least + at * every * asked.step);
        const marks = ticks.map((at) => make("span", { style: `--at:${(at - asked.least) / span}` }, `${at}${asked.form === "percent" && at === asked.most ? "%" : ""}`));
        const field = make("div", { class: "nl-rng" }, make("div", { class: "nl-tk", "aria-hidden": "true" }, ...marks), range);
        const step = (by, label) => make("button", {
          type: "button", class: "nl-st", "aria-label": label, disabled: done,
          onclick: () => { set(String(guess() === "" ? asked.least : Math.min(asked.most, Math.max(asked.least, Number(guess()) + by * asked.step)))); ready(); },
        }, by < 0 ? "−" : "+");
        ask.append(make("div", { class: "nl-sl" },
          asked.form === "percent" ? make("span", {}, words.never) : step(-1, words.less), field,
          asked.form === "percent" ? make("span", {}, words.always) : step(1, words.more)));
      } else if (asked.form === "choice") {
        const turn = (event) => {
          const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
          if (!by || done) return;
          event.preventDefault();
          const all = [...event.currentTarget.children];
          const next = all[(all.indexOf(event.target) + by + all.length) % all.length];
          set(next.dataset.choice); ready(); next.focus();
        };
        ask.append(make("div", { class: "nl-chs", role: "radiogroup", "aria-label": asked.asked, onkeydown: turn },
          ...asked.choices.map(([value, says, side]) => make("button", {
            type: "button", role: "radio", class: `nl-ch${done && told.right.includes(value) ? " truth" : ""}`, disabled: done,
            "data-choice": value, "data-side": side || undefined, onclick: () => { set(value); ready(); },
          }, says))));
      } else {
        const list = `nl-places-${Math.random().toString(36).slice(2)}`;
        ask.append(make("input", {
          class: "nl-at", list, placeholder: words.place, "aria-label": words.place, disabled: done, autocomplete: "off",
          oninput: (event) => { set(event.target.value); ready(); },
        }), make("datalist", { id: list }, ...asked.places.map((name) => make("option", { value: name }))));
      }
      const show = make("button", { type: "button", class: "nl-lnk nl-go", onclick: () => model.send({ show: true }) }, words["show-me"]);
      ask.append(make("div", { class: "nl-rw" }, ["percent", "number"].includes(asked.form) ? output : undefined, go, show));
      const box = make("form", {
        class: `nl-pred${done ? " done" : ""}`, "aria-label": words.title,
        onsubmit: (event) => { event.preventDefault(); if (!done && guess() !== "") model.send({ guess: guess() }); },
      }, make("span", { class: "sc" }, words.title), make("h4", {}, asked.asked), ask);
      if (told.problem) box.append(make("p", { class: "nl-bad", role: "alert" }, told.problem));
      if (done) {
        const answer = make("div", { class: "nl-ans", role: "status", tabindex: "-1" });
        if (told.bar) {
          const { truth, at, label, side, other, you } = told.bar;
          const bar = make("div", { class: "nl-two", "aria-hidden": "true" },
            make("span", { class: `nl-${side}`, style: `width:${truth}%` }), make("span", { class: other ? `nl-${other}` : "", style: "flex:1" }), make("b", {}, label));
          if (you) bar.append(make("i", { style: `left:${Math.min(96, Math.max(4, at))}%`, "data-t": you }));
          answer.append(bar);
        }
        answer.append(make("p", {}, told.says));
        box.append(answer);
        if (focus) queueMicrotask(() => answer.focus());
      }
      el.classList.add("ninevears-lesson");
      el.replaceChildren(box);
      ready();
    };
    const told = () => draw(el.contains(document.activeElement));
    const guessed = () => {
      const value = model.get("guess");
      stand(el, value);
      const go = el.querySelector(".nl-cta");
      if (go) go.disabled = value === "";
    };
    model.on("change:told", told);
    model.on("change:asked", told);
    model.on("change:guess", guessed);
    draw(false);
    return () => { model.off("change:told", told); model.off("change:asked", told); model.off("change:guess", guessed); };
  },
};
