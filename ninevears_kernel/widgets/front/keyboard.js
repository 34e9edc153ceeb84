// Keys that are pressed in a widget belong to it: a notebook would take arrows, Enter and letters for itself.
// And folds, which ipywidgets makes for the mouse alone, are opened with Enter or Space.
const HEADER = ".jupyter-widget-Collapse-header";
const OPEN = "jupyter-widget-Collapse-open";
const CONTROL = "input, textarea, select, button, a, [contenteditable='true'], [role='application']";
const ROOM = 0.85, MARGIN = "20px"; // the part of a window that a notebook leaves to its text; what stays free above

function render({ model, el }) {
  el.style.display = "none";
  const box = () => el.parentElement?.closest(".widget-box");

  const keep = (event) => {
    const { target, key } = event;
    if (!box()?.contains(target)) return;
    const own = key !== "Escape" && !event.ctrlKey && !event.metaKey && !event.altKey;
    // on the part itself: some of a notebook's keys ask for the focused part first, then for what is around it
    target.toggleAttribute("data-lm-suppress-shortcuts", own);
    if (own && (key === "Enter" || key === " ") && target.matches(HEADER)) {
      event.preventDefault();
      target.click();
    }
  };

  const tell = (fold) => fold.firstElementChild?.setAttribute("aria-expanded", fold.classList.contains(OPEN));
  const turned = new MutationObserver((changes) => changes.forEach(({ target }) => tell(target)));
  const born = new MutationObserver(() => lookForFolds());
  const lookForFolds = () => {
    for (const header of box()?.querySelectorAll(`${HEADER}:not([role])`) ?? []) {
      header.setAttribute("role", "button");
      header.tabIndex = 0;
      header.querySelector("i")?.setAttribute("aria-hidden", "true"); // the arrow is a letter of its font
      tell(header.parentElement);
      turned.observe(header.parentElement, { attributeFilter: ["class"] });
    }
  };
  const frame = requestAnimationFrame(() => {
    lookForFolds();
    if (box()) born.observe(box(), { childList: true, subtree: true });
  });

  // The kernel asks for it when another text has come: it is brought into sight, with all that stands around it in the
  // box if that has room, else from its beginning; unless the reader, who did not wait, is busy elsewhere by now.
  const begin = ({ begin: selector } = {}) => {
    if (typeof selector !== "string") return;
    requestAnimationFrame(() => {
      const found = box()?.querySelector(selector), at = document.activeElement;
      if (!found || (at?.matches(CONTROL) && !box().contains(at))) return;
      found.tabIndex = -1;
      found.focus({ preventScroll: true });
      const fits = box().getBoundingClientRect().height < ROOM * innerHeight, seen = fits ? box() : found;
      seen.style.scrollMarginBlock = MARGIN;
      seen.scrollIntoView({ block: fits ? "nearest" : "start" });
    });
  };
  model.on("msg:custom", begin);
  // before the page around it hears of the key
  window.addEventListener("keydown", keep, true);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener("keydown", keep, true);
    model.off("msg:custom", begin);
    turned.disconnect();
    born.disconnect();
  };
}

export default { render };
