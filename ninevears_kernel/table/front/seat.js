// A seat at a table over the network: the war table's own front, carried by a websocket.
import { openTable } from "./front.js";
import { at, connect, element, said, secret, tell, words } from "./link.js";

const kept = secret("ninevears-seat");
const [token, game] = kept.split("/");
const READS = ["preview", "at", "why", "plan", "odds", "clause", "readings", "log", "picture", "link", "here"];
let hear = () => {}, revision = null, begun = false, link = null, about = null, spoken = null;
const waiting = []; // what was asked and not answered yet, the oldest first

const bytes = async (name) => new DataView(await (await fetch(name)).arrayBuffer());
const packed = async (data) => new DataView(await new Response(new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer());

// Windows of one seat need no pen here: whoever is late is told so.
function send({ view, ...message }) {
  waiting.push(message);
  link.send({ take: message, revision });
}

async function heard(told) {
  if (told.revision !== undefined) revision = told.revision;
  if (told.state && !begun) await begin(told.state);
  else if (told.state) again(told.state);
  if (told.change || told.reply) {
    if (told.reply) waiting.shift();
    hear({ change: told.change, reply: told.reply });
  }
  if (told.about) { about = told.about; drawAbout(); }
  if (told.chat) drawChat(told.chat);
  if (told.trouble) tell(told.trouble);
  if (told.gone) document.body.classList.add("gone");
}

async function begin(state) {
  begun = true;
  const [sheet, steps, first] = await Promise.all([bytes("sheet.bin"), bytes("steps.bin"), packed(state)]);
  tell("");
  globalThis.ninevearsTable = await openTable(at("table"), { sheet, steps, state: first, send, listen: (listener) => { hear = listener; } });
}

// The connection is back: the state says what was done of what had been asked; what only asks is asked again.
function again(state) {
  tell("");
  hear({ state });
  for (const message of waiting.splice(0)) {
    if (READS.some((key) => key in message)) send(message);
    else hear({ reply: {} });
  }
}

// ---- who is here, and what waits for an answer

const called = (seat) => about.names[seat] ? `${words[`seat-${seat}`]} (${about.names[seat]})` : words[`seat-${seat}`];

function drawAbout() {
  const { seat, here, names, paused, asks, says, waits, over, watching } = about;
  document.title = about.game;
  at("game").textContent = about.game;
  at("sits").textContent = seat === "both" ? words.watch : seat === "umpire" ? words.umpire : said("you", { side: words[`seat-${seat}`] });
  at("around").replaceChildren(...["Bourbon", "Alliance"].filter((one) => one !== seat).map((one) =>
    element("span", { className: here.includes(one) ? "here" : "away" }, said(here.includes(one) ? "here" : "away", { who: called(one) }))),
    ...(watching ? [element("span", {}, said("watching", { count: watching }))] : []));
  at("turn").textContent = over ? words.over : waits === seat ? "" : said("waits", { who: called(waits) });
  const notice = [paused, says, asks?.says].filter(Boolean).map((text) => element("p", {}, text));
  if (asks?.answer) notice.at(-1).append(" ", answer("agree", true), " ", answer("refuse", false));
  if (seat === "umpire") notice.push(umpires(Boolean(paused)));
  at("notice").replaceChildren(...notice);
  at("named").hidden = at("talk").hidden = seat === "both";
  if (document.activeElement !== at("name")) at("name").value = about.name;
  if (!names[seat]) at("name").placeholder = words.nobody;
  globalThis.ninevearsTable?.fit(); // what stands above the table may be another line
}

const answer = (name, agrees) => element("button", { type: "button", onclick: () => send({ consent: agrees }) }, words[name]);

function umpires(paused) {
  if (paused) return element("p", {}, element("button", { type: "button", onclick: () => send({ pause: false }) }, words["go-on"]));
  const why = element("input", { maxLength: 200, placeholder: words["why-pause"], ariaLabel: words["why-pause"] });
  return element("p", {}, why, " ", element("button", { type: "button", onclick: () => send({ pause: why.value }) }, words.pause));
}

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
  if (at("say").value.trim() && link.send({ say: at("say").value })) at("say").value = "";
});
at("name").addEventListener("change", () => link.send({ name: at("name").value }));

if (token) link = connect({ sit: token, ...(game ? { game: Number(game) } : {}) }, heard);
else tell(words["no-link"]);
