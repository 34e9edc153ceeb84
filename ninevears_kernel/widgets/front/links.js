// Words with links that save files. A link that is made anew while somebody presses it would lose the click: so
// links that stay keep their elements, and only what they save is exchanged.
const linksIn = (root) => [...root.querySelectorAll("a[download]")];

function show(el, html) {
  const next = document.createElement("div");
  next.innerHTML = html;
  const [now, then] = [linksIn(el), linksIn(next)];
  const same = now.length && then.length && now.every((link, place) => !then[place] || link.textContent === then[place].textContent);
  if (!same) { el.replaceChildren(...next.childNodes); return; }
  now.forEach((link, place) => {
    if (then[place]) Object.assign(link, { href: then[place].href, download: then[place].download });
    else link.remove();
  });
  now[0].parentNode.append(...then.slice(now.length));
}

function render({ model, el }) {
  const draw = () => show(el, model.get("value"));
  model.on("change:value", draw);
  draw();
  return () => model.off("change:value", draw);
}

export default { render };
