// The text of a page as it is read: paragraph numbers stand small above the line, and the bar tells the parts of the page.
{ const NUMBER = String.raw`(?:(?:NY|HIS|VQ|MP) )?\d+(?:\.\w+)+`;
  const CITED = new RegExp(String.raw`\s\((${NUMBER}(?:(?:,| and| to) ${NUMBER})*)\)`, "g");
  const texts = document.createTreeWalker(document.getElementById("rendered_cells"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { parentElement: above, data } = texts.currentNode;
    if (above.closest(".jp-MarkdownOutput") && !above.closest("a, code, pre, sup") && data.search(CITED) >= 0) found.push(texts.currentNode);
  }
  for (const text of found) {
    const pieces = text.data.split(CITED);  // what stands between, and what is cited, in turn
    text.replaceWith(...pieces.map((piece, place) => {
      if (place % 2 === 0) return piece;
      const cited = Object.assign(document.createElement("sup"), { className: "cited", textContent: piece });
      return cited;
    }));
  }
  const bar = document.querySelector(".ninevears-parts"), title = document.querySelector(".jp-MarkdownOutput h1");
  const parts = [...document.querySelectorAll(".jp-MarkdownOutput h2")];
  if (bar && title && parts.length > 2 && !document.querySelector(".ninevears-home")) {
    const words = (heading) => heading.cloneNode(true).textContent.replace("¶", "").trim();
    const [name, list] = bar.children;
    name.textContent = words(title);
    const links = parts.map((heading) => {
      const link = Object.assign(document.createElement("a"), { href: `#${heading.id}`, title: words(heading) });
      link.setAttribute("aria-label", link.title);
      link.addEventListener("click", (event) => { event.preventDefault(); heading.scrollIntoView(); });
      list.append(Object.assign(document.createElement("li"), {}));
      list.lastChild.append(link);
      return link;
    });
    const look = () => {
      const now = parts.findLastIndex((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
      links.forEach((link, place) => {
        link.classList.toggle("read", place <= now);
        if (place === now) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
      });
    };
    addEventListener("scroll", look, { capture: true, passive: true });
    // the page is hidden until its kernel has begun, and grows as its outputs come
    const book = document.getElementById("rendered_cells");
    for (const one of [book, book.firstElementChild]) if (one) new ResizeObserver(look).observe(one);
    bar.hidden = false;
  } }
// A link from page to page opens where one reads; the renderer of outputs would open a tab for each.
addEventListener("click", ({ target }) => {
  const link = target.closest?.("#rendered_cells a[target=_blank]");
  if (link && link.origin === location.origin && link.pathname.endsWith(".ipynb") && !link.dataset.notebook) link.target = "";
}, true);
