// A button that saves a file. What the file holds is asked for when the button is pressed: it is never an older one.
export default {
  render({ model, el }) {
    const button = el.appendChild(Object.assign(document.createElement("button"), {
      type: "button",
      className: "lm-Widget jupyter-widgets jupyter-button widget-button",
    }));
    button.style.width = "auto";
    const says = el.appendChild(document.createElement("p"));
    says.setAttribute("role", "status");
    const draw = () => {
      button.textContent = model.get("description");
      button.title = model.get("tooltip");
      button.disabled = model.get("disabled");
    };
    let asked = false; // the answer reaches every place where the button is shown
    const heard = ({ name, text, says: words }) => {
      if (!asked) return;
      asked = false;
      says.textContent = words ?? "";
      says.style.display = words ? "" : "none";
      if (words) return;
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      Object.assign(document.createElement("a"), { download: name, href: address }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    };
    button.addEventListener("click", () => { asked = true; model.send({ save: true }); });
    model.on("msg:custom", heard);
    model.on("change", draw);
    says.style.display = "none";
    draw();
    return () => { model.off("msg:custom", heard); model.off("change", draw); };
  },
};
