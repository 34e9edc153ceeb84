// A button that opens files. What is too large for one message is refused here: a message that the server does not
// take costs the page its connection.
export default {
  render({ model, el }) {
    const make = (tag, more) => el.appendChild(Object.assign(document.createElement(tag), more));
    const button = make("button", {
      type: "button",
      className: "lm-Widget jupyter-widgets jupyter-button widget-button",
      title: model.get("tooltip"),
    });
    button.style.width = "auto";
    const icon = button.appendChild(document.createElement("i"));
    icon.className = "fa fa-upload";
    icon.setAttribute("aria-hidden", "true");
    button.append(model.get("description"));
    const input = make("input", { type: "file", accept: model.get("accept"), multiple: model.get("multiple") });
    input.hidden = true;
    const says = make("p", { className: "ninevears-complaint" });
    says.setAttribute("role", "alert");
    const complain = (words) => {
      says.textContent = words && `⚠ ${words}`;
      says.style.display = words ? "" : "none"; // "hidden" would yield to the look of a complaint
    };
    complain("");
    button.addEventListener("click", () => {
      input.value = ""; // the same file may be given once more
      input.click();
    });
    input.addEventListener("change", async () => {
      const files = [...input.files];
      const names = files.map(({ name }) => name);
      const size = files.reduce((sum, file) => sum + file.size, 0);
      const words = model.get("words");
      const told = (sentence) =>
        sentence.replace("{name}", () => names.join(", ")).replace("{size}", (size / 1e6).toFixed(1));
      complain("");
      if (!files.length) return;
      if (size > model.get("most")) return complain(told(words.large));
      try {
        model.send({ names }, undefined, await Promise.all(files.map((file) => file.arrayBuffer())));
      } catch {
        complain(told(words.unread)); // it is a folder, or has gone meanwhile
      }
    });
  },
};
