// Enter in a field of the question rules on the case, in one of a fact it takes the fact so; Ctrl or Cmd with Enter
// writes the decision. Files that are dropped on the mail are given to the button that opens files, and what is to be
// asked is copied.
const AFTER_CHANGE = 80; // a field tells its value when Enter has passed: the ruling must come after it

export default {
  render({ el }) {
    el.style.display = "none";
    const desk = () => el.closest(".ninevears-umpire") ?? el.parentElement;
    const press = (name) => desk()?.querySelector(`button.${name}:not(:disabled)`)?.click();
    const hear = (event) => {
      const { key, target } = event;
      if (key !== "Enter" || event.isComposing || !desk()?.contains(target)) return;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        event.stopPropagation();
        target.blur?.();
        setTimeout(() => press("ninevears-write"), AFTER_CHANGE);
      } else if (target.matches("input, select") && target.closest(".ninevears-fact-form")) {
        const form = target.closest(".ninevears-fact-form"); // one that has taken its only field is gone by then
        setTimeout(() => form.isConnected && form.querySelector(":scope > button")?.click(), AFTER_CHANGE);
      } else if (target.matches("input:not([type=checkbox]), select") && target.closest(".ninevears-asks")) {
        if (!target.closest(".ninevears-desk-dice")) setTimeout(() => press("ninevears-rule"), AFTER_CHANGE);
      }
    };
    const over = (event) => {
      if (event.target.closest?.(".ninevears-column-mail")) event.preventDefault();
    };
    const drop = (event) => {
      const input = event.target.closest?.(".ninevears-column-mail")?.querySelector("input[type=file]");
      if (!input || !event.dataTransfer?.files.length) return;
      event.preventDefault();
      input.files = event.dataTransfer.files;
      input.dispatchEvent(new Event("change"));
    };
    const copy = async (event) => {
      const button = event.target.closest?.("button.copies");
      if (!button) return;
      try {
        await navigator.clipboard.writeText(button.dataset.copies);
      } catch { // no clipboard where the address is neither this machine's nor a safe one
        const field = Object.assign(document.createElement("textarea"), { value: button.dataset.copies });
        button.after(field);
        field.select();
        document.execCommand("copy");
        field.remove();
      }
      button.textContent = button.dataset.copied;
    };
    window.addEventListener("keydown", hear, true);
    const box = desk();
    box?.addEventListener("dragover", over);
    box?.addEventListener("drop", drop);
    box?.addEventListener("click", copy);
    return () => {
      window.removeEventListener("keydown", hear, true);
      box?.removeEventListener("dragover", over);
      box?.removeEventListener("drop", drop);
      box?.removeEventListener("click", copy);
    };
  },
};
