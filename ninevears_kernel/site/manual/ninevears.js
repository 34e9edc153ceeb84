// The kit's drawings ask the page itself whether it is dark; the theme of the manual says so on its body.
const dark = matchMedia("(prefers-color-scheme: dark)");
const tell = () => {
  const { theme } = document.body.dataset;
  const now = theme === "dark" || (theme !== "light" && dark.matches);
  document.documentElement.setAttribute("theme", now ? "dark" : "light");
};
addEventListener("DOMContentLoaded", () => {
  tell();
  new MutationObserver(tell).observe(document.body, { attributeFilter: ["data-theme"] });
  dark.addEventListener("change", tell);
});
