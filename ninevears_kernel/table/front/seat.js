// A seat at a table over the network: the war table's own front, carried by a websocket.
import { openTable } from "./front.js";
import { at, connect, element, said, secret, tell, words } from "./link.js";

const kept = secret("ninevears-seat");
const [token, game, shown] = kept.split("/");
const screen = shown === "screen"; // for many to look at: what both players may see, large
const READS = ["preview", "at", "why", "plan", "odds", "clause", "readings", "story", "log", "picture", "link", "here"];
let hear = () => {}, revision = null, begun = false, link = null, about = null, spoken = null, away = false;
const waiting = []; // what was asked and not answered yet, the oldest first

const bytes = async (name) => new DataView(await (await fetch(name)).arrayBuffer());
const packed = async (data) => new DataView(await new Response(new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer());

// Windows of one seat need no pen here: whoever is late is told so.
function send({ view, ...message }) {
  waiting.push([message, revision]);
  if (link.open && !away) link.send({ take: message, revision }); // else when it is back
}

async function heard(told) {
  if (told.revision !== undefined) revision = told.revision;
  if (told.state && !begun) await begin(told.state);
  else if (told.state) tell(""), hear({ state: told.state });
  if (away && told.revision !== undefined) again();
  if (told.change || told.reply) {
    const [asked] = (told.reply && waiting.shift()) || [{}];
    hear({ change: told.change, reply: told.reply });
    if (told.reply) answered(asked, told.reply);
  }
  if (told.about) { about = told.about; drawAbout(); listForUmpire(); }
  if (told.chat) drawChat(told.chat);
  if (told.trouble) tell(told.trouble);
  if (told.done && "feed" in told.done) Object.assign(at("feed-link"), { hidden: !told.done.feed, value: new URL(told.done.feed, location.href).href });
  if (told.gone) document.body.classList.add("gone");
}

async function begin(state) {
  begun = true;
  const [sheet, steps, first] = await Promise.all([bytes("sheet.bin"), bytes("steps.bin"), packed(state)]);
  tell("");
  globalThis.ninevearsTable = await openTable(at("table"), { sheet, steps, state: first, send, listen: (listener) => { hear = listener; }, screen });
}

// The connection is back. Where nothing was done since something was asked, or it changes nothing, it is asked again; else
// the state says what was done.
function again() {
  away = false;
  for (const [message, saw] of waiting.splice(0)) {
    if (!begun || saw === revision || READS.some((key) => key in message)) send(message);
    else hear({ reply: {} });
  }
}

// ---- who is here, and what waits for an answer

const called = (seat) => about.names[seat] ? `${words[`seat-${seat}`]} (${about.names[seat]})` : words[`seat-${seat}`];

function drawAbout() {
  const { seat, here, names, paused, asks, says, waits, over, watching, letters, dice, ruled, clock, mail, feed } = about;
  document.title = about.game;
  at("game").textContent = about.game;
  at("sits").textContent = screen ? "" : seat === "both" ? words.watch : seat === "umpire" ? words.umpire : said("you", { side: words[`seat-${seat}`] });
  at("around").replaceChildren(...["Bourbon", "Alliance"].filter((one) => one !== seat).map((one) =>
    element("span", { className: here.includes(one) ? "here" : "away" }, element("span", { className: "word" }, said(here.includes(one) ? "here" : "away", { who: "" })), called(one))),
    ...(watching && !screen ? [element("span", {}, said("watching", { count: watching }))] : []));
  const making = dice && dice.step !== "set"; // before the war come its dice
  at("dice").hidden = !(making && dice.asked);
  if (making) tell(""), (at("dice-asks").textContent = words[dice.step === "promise" ? "fair-words" : "fair-line"]);
  if (making) at("turn").textContent = said("waits-words", { who: dice.waits.map(called).join(", ") });
  else at("turn").textContent = over ? words.over : waits.includes(seat) ? "" : said("waits", { who: waits.map(called).join(", ") });
  const notice = [paused, ruled, says, asks?.says].filter(Boolean).map((text) => element("p", {}, text));
  if (asks) notice.at(-1).className = "asks"; // over the foot of the map, which keeps its size
  if (asks?.by === seat) notice.at(-1).append(" ", element("button", { type: "button", onclick: () => send({ consent: false }) }, words.withdraw));
  if (asks?.answer) notice.at(-1).append(" ", answer("agree", true), " ", answer("refuse", false));
  if (letters.length) notice.push(element("p", {}, ...letters.flatMap((number, place) => [element("button", { type: "button", onclick: () => send({ letter: number }) }, letters.length > 1 ? said("read-letter-of", { count: place + 1 }) : words["read-letter"]), " "])));
  at("notice").replaceChildren(...notice);
  at("umpire").hidden = seat !== "umpire";
  at("handing").hidden = !about.rulings?.length;
  at("pausing").hidden = Boolean(paused);
  at("go-on").hidden = !paused;
  if (clock && !over) at("turn").append(` · ${said(clock.late ? "late" : "until", { who: new Date(clock.until).toLocaleString([], { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }) })}`);
  at("mailed").hidden = mail === null || mail === undefined;
  if (document.activeElement !== at("mail")) at("mail").value = mail ?? "";
  at("fed").hidden = feed === null || feed === undefined;
  at("feed").checked = Boolean(feed);
  at("named").hidden = at("talk").hidden = seat === "both";
  if (document.activeElement !== at("name")) at("name").value = about.name;
  if (!names[seat]) at("name").placeholder = words.nobody;
  globalThis.ninevearsTable?.fit(); // what stands above the table may be another line
}

const answer = (name, agrees) => element("button", { type: "button", onclick: () => send({ consent: agrees }) }, words[name]);

// ---- what the umpire does

function list(id, ...inside) {
  const before = at(id).value;
  at(id).replaceChildren(...inside);
  if ([...at(id).options].some(({ value }) => value === before)) at(id).value = before;
}

// The last choices and rulings, the newest first.
function listForUmpire() {
  const option = (value, says) => element("option", { value }, says);
  const rulings = about.rulings ?? [], named = ({ number, says }) => option(number, says);
  const [here, elsewhere] = [true, false].map((one) => rulings.filter((ruling) => ruling.here === one));
  list("decision", ...(about.choices ?? []).map(([number, says]) => option(number, `${number}. ${says}`)));
  list("letter", ...here.map(named), ...(elsewhere.length ? [element("optgroup", { label: words.elsewhere }, ...elsewhere.map(named))] : []));
  list("ruling", option("", words["as-it-is"]), ...here.filter(({ corrects }) => corrects).map(({ number, says }) => option(number, said("as-ruled", { name: says }))));
}

// What a reply brings that the table itself does not show.
function answered(asked, { letter, instead, link: made, trouble }) {
  if (instead) list("instead", ...instead.map(([text, says]) => element("option", { value: text }, says)));
  if (letter) open(URL.createObjectURL(new Blob([letter.text], { type: "text/html" })), "_blank");
  if ("desk" in asked && made) {
    Object.assign(at("desk-link"), { value: made, hidden: false });
    at("desk-link").select();
    navigator.clipboard?.writeText(made).then(() => { at("done").textContent = words.copied; }, () => {});
  }
  const umpires = ["pause", "clock", "set-right", "hand-out", "desk"].some((key) => key in asked);
  if (umpires) at("done").textContent = trouble ?? ("desk" in asked ? "" : words.done);
}

const ordered = (form, message) => at(form).addEventListener("submit", (event) => { event.preventDefault(); send(message()); });
ordered("dice", () => ({ words: at("fair").value }));
ordered("pausing", () => ({ pause: at("why-pause").value }));
ordered("timing", () => ({ clock: Number(at("days").value) || false }));
const given = { substitute: () => ({ choice: at("instead").value }), stand: () => (at("ruling").value ? { ruling: Number(at("ruling").value) } : { edits: [] }) };
ordered("right", () => ({ "set-right": { decision: Number(at("decision").value), remedy: at("remedy").value, reason: at("reason").value, ...given[at("remedy").value]?.() } }));
ordered("handing", () => ({ "hand-out": Number(at("letter").value) }));
at("go-on").addEventListener("click", () => send({ pause: false }));
for (const one of ["remedy", "decision"]) at(one).addEventListener("change", () => {
  const instead = (at("instead").required = at("remedy").value === "substitute");
  at("other").hidden = !instead;
  at("corrected").hidden = at("remedy").value !== "stand";
  if (instead) send({ instead: Number(at("decision").value) });
});
at("to-desk").addEventListener("click", () => send({ desk: Number(at("decision").value) || true }));
at("to-log").addEventListener("click", () => send({ log: true }));

// ---- what is said

function drawChat(lines) {
  at("lines").replaceChildren(...lines.map(({ seat, name, says, at: when }) => element("li", {},
    element("time", { dateTime: when }, new Date(when).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })), " ",
    element("b", {}, name || words[`seat-${seat}`]), " ", says)));
  const last = lines.at(-1)?.number ?? 0;
  if (spoken !== null && last > spoken) at("new").hidden = at("chat").open;
  spoken = Math.max(spoken ?? 0, last);
  at("lines").scrollTop = at("lines").scrollHeight;
}
at("chat").addEventListener("toggle", () => { at("new").hidden = true; at("lines").scrollTop = at("lines").scrollHeight; });
at("talk").addEventListener("submit", (event) => {
  event.preventDefault();
  if (at("say").value.trim()) link.send({ say: at("say").value });
  at("say").value = "";
});
at("mail").addEventListener("change", () => at("mail").checkValidity() && link.send({ mail: at("mail").value.trim() }));
at("feed").addEventListener("change", () => link.send({ feed: at("feed").checked }));
at("name").addEventListener("change", () => link.send({ name: at("name").value }));

// What is folded out goes when Escape is pressed, or when one clicks elsewhere.
const folds = [...document.querySelectorAll(".fold")];
addEventListener("keydown", ({ key }) => { if (key === "Escape") for (const one of folds) if (one.open) { one.open = false; one.firstElementChild.focus(); } });
addEventListener("pointerdown", ({ target }) => { for (const one of folds) if (!one.contains(target)) one.open = false; });

document.body.classList.toggle("screen", screen);
if (token) link = connect({ sit: token, ...(game ? { game: Number(game) } : {}), ...(screen ? { as: "both" } : {}) }, heard, () => { away = true; });
else tell(words["no-link"]);
