// Six faces to press or to type: picks as many as are wanted, and then tells them all at once.
const pips = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
export default {
  render({ model, el }) {
    const words = model.get("words");
    let picked = [];
    const make = (tag, parent, more = {}) => parent.appendChild(Object.assign(document.createElement(tag), more));
    const box = make("div", el, { className: "nv-tray" });
    box.setAttribute("role", "group");
    const asks = make("p", box, { className: "nv-asks" });
    asks.id = `nv-tray-${Math.random().toString(36).slice(2)}`;
    box.setAttribute("aria-labelledby", asks.id);
    const faces = make("div", box, { className: "nv-faces" });
    const press = (label, title, act) => {
      const button = make("button", faces, { type: "button", textContent: label, title });
      button.addEventListener("click", act);
      return button;
    };
    const wanted = () => model.get("number") - picked.length;
    const pick = (face) => {
      if (wanted() <= 0) return;
      picked.push(face);
      show();
      if (wanted() === 0) model.send({ asked: model.get("asked"), faces: picked });
    };
    const back = () => {
      if (wanted() > 0 && picked.length) picked.pop();
      show();
    };
    const buttons = pips.map((pip, n) => {
      const button = press("", words.face.replace("0", n + 1), () => pick(n + 1));
      make("span", button, { textContent: pip, ariaHidden: "true", className: "nv-pip" });
      make("span", button, { textContent: ` ${n + 1}` });
      return button;
    });
    buttons.push(press(words.back, words.backTooltip, back));
    const slots = make("p", box, { className: "nv-slots" });
    slots.setAttribute("role", "status");
    const show = () => {
      const open = wanted() > 0;
      asks.textContent = model.get("asks");
      for (const button of buttons) button.setAttribute("aria-disabled", String(!open));
      const told = [...model.get("told"), ...picked];
      slots.textContent = model.get("number") ? `${words.told} ${[...told, ...Array(wanted()).fill("_")].join(" ")}` : "";
    };
    box.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key >= "1" && event.key <= "6" && event.key.length === 1) pick(Number(event.key));
      else if (event.key === "Backspace") back();
      else return;
      event.preventDefault();
    });
    const anew = () => {
      picked = [];
      show();
    };
    model.on("change:asked", anew);
    show();
    return () => model.off("change:asked", anew);
  },
};
