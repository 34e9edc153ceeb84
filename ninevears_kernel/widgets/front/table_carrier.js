// Who carries the table: a notebook, or a page that brings its state and takes its messages away.

function layTokens(sheet) {
  if (document.getElementById("ninevears-table-tokens")) return;
  const style = document.createElement("style");
  style.id = "ninevears-table-tokens";
  style.textContent = sheet.tokens;
  document.head.append(style);
}

// The type is there before anything is drawn, so that nothing is drawn twice; nobody waits long for it.
const TYPE = ["400 20px", "italic 400 20px", "600 20px", "700 20px"], TYPE_WAIT = 400;
function typeOf({ type }) {
  const faces = type.flatMap((family) => TYPE.map((cut) => document.fonts.load(`${cut} ${family}`)));
  return Promise.race([Promise.allSettled(faces), new Promise((done) => setTimeout(done, TYPE_WAIT))]);
}

// Opens a table in an element. A carrier brings what Python packed (`sheet`, `steps`, `state`, as bytes), sends
// messages and lets the table listen to what comes: {state}, {change}, {reply}.
// `view` is the name of this window, the same after it is loaded again.
export async function openTable(element, { sheet, steps, state, send, listen, view = windowName(), screen = false, opens = "" }) {
  const [drawing, first] = await Promise.all([sheetOf(sheet, steps), inflated(state)]);
  layTokens(drawing);
  await typeOf(drawing);
  element.classList.add("ninevears-table");
  const table = new WarTable(element, { sheet: drawing, state: first, send, listen, view, screen });
  table.ask({ here: first.revision ?? true }); // what was sent before this listened is lost on it
  if (opens) table.turn(opens);
  return table;
}

// What a person has set, kept by the browser where it may keep anything.
function remembered(name, value) {
  try {
    const key = `ninevears-${name}`;
    if (value !== undefined) localStorage[key] = value;
    return localStorage[key];
  } catch { return value; }
}

let views = 0;
function windowName() {
  const random = () => Math.random().toString(36).slice(2);
  try {
    const name = (sessionStorage.ninevearsWindow ??= random());
    return `${name}-${++views}`;
  } catch { return random(); } // a page that may keep nothing
}

// The carrier of notebooks (anywidget).
export default {
  initialize() {},

  async render({ model, el }) {
    const heard = [];
    let hear = (what) => heard.push(what);
    let before = Promise.resolve();
    model.on("msg:custom", (_, buffers) => { before = before.then(async () => hear(await inflated(buffers[0]))); });
    el.dataset.lmSuppressShortcuts = "true";
    const table = await openTable(el, {
      sheet: model.get("sheet"), steps: model.get("steps"), state: model.get("state"), opens: model.get("opens"),
      send: (message) => model.send(message), listen: (listener) => { hear = listener; heard.splice(0).forEach(listener); } });
    return () => table.close();
  },
};
