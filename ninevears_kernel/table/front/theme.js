// Light or dark, before anything is drawn.
{ let kept = null; try { kept = localStorage.getItem("ninevears-theme"); } catch { /* none may be kept */ }
document.documentElement.setAttribute("theme", kept ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")); }
