// An extension of JupyterLab that gives the page the kit's type, and its widgets time; a page loads what it shows.
{
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("type.css", document.currentScript.src).href;
  document.head.append(sheet);

  // anywidget gives each widget two seconds to come up; one that took longer hears nothing from its kernel any more. A
  // full page on a slow machine takes longer.
  const GIVEN = 2000, PATIENCE = 120000; // milliseconds
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (time) => timeout.call(AbortSignal, time === GIVEN && /\/anywidget\//.test(new Error().stack) ? PATIENCE : time);

  globalThis._JUPYTERLAB ??= {};
  globalThis._JUPYTERLAB["ninevears-type"] = { init: async () => {}, get: async () => () => [] };
}
