// Tasks one after the other. What is asked, marked and said comes from the engine; here it is shown.
const KEPT = "ninevears-progress", DAMAGED = "ninevears-progress-damaged", FILE = "my-progress.jsonl";
const at = (id) => document.getElementById(id);
const made = (tag, more = {}, ...inside) => {
  const node = Object.assign(document.createElement(tag), more);
  node.append(...inside);
  return node;
};
const tell = (text) => { at("status").textContent = text; at("status").hidden = !text; };
const state = {}; // what the engine has told
let text = store(KEPT), begun = false, opened = false;

const worker = engineBeside(async (data) => {
  if (data.engine) performance.mark(`ninevears-engine-${data.engine}`);
  else if (data.state) { begun = true; opened = false; tell(""); show(await unpacked(data.state)); }
  else if (data.answer) show(await unpacked(data.answer));
  else if (data.war) { text = data.war; if (store(KEPT, text) !== text) tell(words["not-kept"]); }
  else if (data.trouble !== undefined) trouble(data.trouble);
});
const begin = (kept) => worker.postMessage({ begin: { drill: true, text: kept } });
const send = (message) => worker.postMessage({ take: message });
function trouble(why) {
  const last = words.trouble.replace("{}", why.trim().split("\n").at(-1).replace(/^[\w.]+: /, ""));
  if (opened) { opened = false; begin(text); before(last); return; } // it was no file of progress
  if (!begun && text) { store(DAMAGED, text); store(KEPT, ""); text = ""; begin(""); before(words.damaged); return; }
  tell(last);
}
// Said now, and still there when the engine has begun anew.
let waiting = "";
function before(sentence) { waiting = sentence; tell(sentence); }

// ---- the task

const input = (more) => made("input", { id: "typed", type: "text", ...more });
const steps = (by) => made("button", { type: "button", textContent: by < 0 ? "−" : "+", ariaLabel: words[by < 0 ? "less" : "more"],
  onclick: () => {
    const now = Number(at("typed").value.trim().replace("−", "-") || 0);
    if (Number.isInteger(now)) { at("typed").value = String(now + by); changed(); }
  } });
function field({ form, choices, placeholder, prompt }) {
  const label = made("label", { htmlFor: "typed", textContent: words.answer });
  if (form === "choice") return [made("fieldset", {}, made("legend", { textContent: words.answer }), ...choices.map(([value, says]) =>
    made("label", {}, made("input", { type: "radio", name: "choice", value }), made("span", { textContent: says }))))];
  const inputmode = form === "number" ? "numeric" : "text";
  const typed = input({ placeholder });
  typed.setAttribute("inputmode", inputmode);
  if (form === "number") return [label, made("div", { className: "row" }, typed, steps(-1), steps(1))];
  if (form === "fraction") return [label, typed];
  if (form === "space") { typed.setAttribute("list", "places"); return [label, typed]; }
  const place = made("input", { id: "place", type: "text", placeholder: words.place, ariaLabel: words.place });
  place.setAttribute("list", "places");
  const add = () => {
    if (!place.value.trim()) return;
    typed.value = [typed.value.trim().replace(/,$/, ""), place.value.trim()].filter(Boolean).join(", ");
    place.value = "";
    place.focus();
    changed();
  };
  place.addEventListener("keydown", (event) => { if (event.key === "Enter" && place.value.trim()) { event.preventDefault(); add(); } });
  return [label, typed, made("div", { className: "row" }, place, made("button", { type: "button", textContent: words.add, title: words["add-tooltip"], onclick: add }))];
}
const answered = () => at("answer").querySelector("[name=choice]:checked")?.value ?? at("typed")?.value ?? "";
// What was said belongs to another answer.
function changed() {
  ring();
  if (state.said && !state.settled) { show({ said: null }); send({ again: true }); }
}

// ---- what the engine told

function list(id, rows, chosen) {
  at(id).replaceChildren(...rows.map(([value, says]) => made("option", { value, textContent: says, selected: value === chosen })));
}
// A map that is larger than its frame can be moved; it begins at the place that the task is about, a part of the map
// in its middle.
function look(centre) {
  at("pictures").classList.toggle("whole", Boolean(centre));
  at("drill").hidden = false; // else nothing has a size
  for (const frame of at("pictures").querySelectorAll("figure > [role=img]")) {
    const map = frame.querySelector("svg"), box = map.viewBox.baseVal, { width, height } = map.getBoundingClientRect();
    const [x, y] = centre ?? [box.x + box.width / 2, box.y + box.height / 2];
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
    frame.scrollTo((x - box.x) / box.width * width - frame.clientWidth / 2, (y - box.y) / box.height * height - frame.clientHeight / 2);
  }
}
// On the whole map a place is chosen by a click: it is written into the answer, and ringed there.
const NEAR = 26; // pixels of the screen
const chosen = () => at("typed").value.split(",").map((name) => name.trim()).filter(Boolean);
const whole = () => (state.task?.whole ? at("pictures").querySelector("[role=img] svg") : null);
function ring() {
  const map = whole();
  if (!map) return;
  map.querySelector(".chosen")?.remove();
  const rings = document.createElementNS(map.namespaceURI, "g"), radius = NEAR / map.getScreenCTM().a;
  rings.setAttribute("class", "chosen");
  for (const name of chosen()) {
    const spot = state.spots[Object.keys(state.spots).find((one) => one.toLowerCase() === name.toLowerCase())];
    if (!spot) continue;
    const circle = document.createElementNS(map.namespaceURI, "circle");
    for (const [key, value] of Object.entries({ cx: spot[0], cy: spot[1], r: radius })) circle.setAttribute(key, value);
    rings.append(circle);
  }
  map.append(rings);
}
at("pictures").addEventListener("click", (event) => {
  const map = whole();
  if (!map || !map.contains(event.target) || !state.can.mark) return;
  const matrix = map.getScreenCTM(), point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const away = ([, [x, y]]) => Math.hypot(x - point.x, y - point.y) * matrix.a;
  const nearest = Object.entries(state.spots).reduce((best, one) => (away(one) < away(best) ? one : best));
  if (away(nearest) > NEAR) return;
  const [name] = nearest, before = chosen();
  at("typed").value = state.task.form === "space" ? name
    : (before.includes(name) ? before.filter((one) => one !== name) : [...before, name]).join(", ");
  changed();
});
function show(told) {
  const first = state.number === undefined, next = told.number !== undefined;
  Object.assign(state, told);
  const { task, said, can } = state;
  if (told.chapters || told.chapter !== undefined) list("chapter", state.chapters, state.chapter);
  if (told.kinds || told.kind !== undefined) list("kind", state.kinds, state.kind);
  if (told.names) list("places", told.names.map((name) => [name, ""]));
  if (told.pictures !== undefined) at("pictures").innerHTML = told.pictures;
  if (next) look(task?.centre);
  if (next) {
    at("pictures").classList.toggle("asks", Boolean(state.task?.whole));
    for (const name of ["title", "prompt", "how"]) at(name).textContent = task?.[name] ?? "";
    at("field").replaceChildren(...(task ? field(task) : []));
    at("why").open = false;
  }
  at("said").className = said?.tone ?? "";
  at("said").replaceChildren(...(said ? [made("p", {}, made("span", { ariaHidden: "true", textContent: `${said.sign} ` }), made("b", { textContent: said.word })),
    ...said.says.map((sentence) => made("p", { textContent: sentence }))] : []));
  at("hints").replaceChildren(...state.hints.map((hint) => made("li", { textContent: hint })));
  at("rulings").innerHTML = state.rulings.join("");
  at("why").hidden = !state.rulings.length;
  at("hint").textContent = state.hint;
  at("mark").disabled = !can.mark;
  at("hint").disabled = !can.hint;
  at("show").disabled = !can.show;
  for (const one of at("field").querySelectorAll("input, button")) one.disabled = !can.mark;
  at("next").className = at("mark").disabled ? "main" : "";
  at("mark").className = at("mark").disabled ? "" : "main";
  at("so-far").textContent = state["so-far"];
  at("download").disabled = !state.answers;
  at("drill").hidden = false;
  if (waiting && begun) { tell(waiting); waiting = ""; }
  if (state.settled && told.settled) at("next").focus();
  if (next && !first) { at("asked").focus({ preventScroll: true }); at("asked").scrollIntoView({ block: "nearest" }); }
  performance.mark("ninevears-shown");
}

// ---- what a student does

at("answer").addEventListener("submit", (event) => { event.preventDefault(); send({ answer: answered() }); });
at("answer").addEventListener("input", changed);
for (const name of ["hint", "show", "next"]) at(name).addEventListener("click", () => send({ [name]: true }));
at("chapter").addEventListener("change", ({ target }) => send({ chapter: Number(target.value) }));
at("kind").addEventListener("change", ({ target }) => send({ kind: target.value }));
function save(content) {
  const address = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  made("a", { download: FILE, href: address }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
at("download").addEventListener("click", () => save(text));
at("damaged").hidden = !store(DAMAGED);
at("damaged").addEventListener("click", () => save(store(DAMAGED)));
at("open").addEventListener("click", () => { at("file").value = ""; at("file").click(); });
at("file").addEventListener("change", async () => {
  const [file] = at("file").files;
  if (!file || (text && !confirm(words.replace))) return;
  opened = true;
  begin(await file.text());
});
begin(text);
