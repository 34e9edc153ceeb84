// The umpire's list of all games: who waits for whom, and the links of the seats.
import { at, connect, element, said, secret, tell, words } from "./link.js";

const token = secret("ninevears-home");
const pictures = {};
let link = null, opened = null, seats = [], games = [], base = location.href, fresh = []; // the links that were just given, by game

const address = (token) => new URL(`seat#${token}`, base).href;
const button = (says, onclick) => element("button", { type: "button", onclick }, says);
const page = (path, says) => element("a", { href: `seat#${token}/${path}`, target: "_blank", rel: "noopener" }, says);

function heard(told) {
  if (told.home) { tell(""); base = told.address || location.href; at("begin").hidden = at("show").hidden = false; games = told.home.sort((one, other) => Boolean(one.over) - Boolean(other.over) || one.number - other.number); comes(told.password); draw(); }
  if (told.done) done(told.done);
  if (told.trouble) tell(told.trouble);
}

// How a class comes in: on the wall for as long as seats are free. Where nobody can, no seats are left to it.
function comes(password) {
  at("class").hidden = !password;
  at("open").closest("label").hidden = !password;
  if (!password) return;
  const where = new URL("class", base).href, picture = pictured(`${where}#${password}`);
  at("class").classList.toggle("alone", !games.some(({ free }) => free?.length));
  at("class").replaceChildren(picture, element("div", {}, element("p", {}, words["class-at"]), element("b", {}, where), element("p", {}, words["class-password"]), element("b", {}, password)));
}

// A link as a picture to point a telephone at, when it has come.
function pictured(text) {
  const picture = element("img", { hidden: !pictures[text], alt: "", src: pictures[text] || "data:," });
  picture.dataset.of = text;
  if (!(text in pictures)) { pictures[text] = ""; link.send({ qr: text }); }
  return picture;
}

const AGO = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
const STEPS = [["day", 86400], ["hour", 3600], ["minute", 60]];
function ago(since) {
  const seconds = (Date.now() - new Date(since)) / 1000, step = STEPS.find(([, size]) => seconds >= size);
  return since && step ? AGO.format(-Math.floor(seconds / step[1]), step[0]) : "";
}

const inPlay = () => games.filter(({ over, trouble, dice }) => !over && !trouble && !dice?.length);

function draw() {
  at("pause").hidden = inPlay().length < 2;
  at("pause").textContent = inPlay().every(({ paused }) => paused) ? words["go-on-all"] : words["pause-all"];
  at("games").replaceChildren(...games.map(({ number, name, names, here, trouble, year, phase, points, waits, over, paused, asks, since, plays, dice = [] }) => {
    const called = (seat) => (names[seat] ? `${names[seat]} (${words[`seat-${seat}`]})` : words[`seat-${seat}`]);
    const awaited = over || trouble ? [] : dice.length ? dice : waits, when = awaited.length ? ago(since) : "";
    const seated = (plays ? ["Bourbon", "Alliance"].filter((side) => plays[side] === "person") : []).concat(here.filter((seat) => seat === "both" || seat === "umpire"));
    return element("li", { className: `card ${awaited.length === 1 ? awaited[0].toLowerCase() : awaited.length ? "two" : ""}` },
      element("h2", {}, name),
      element("p", { className: "waits" }, trouble || (over ? words.over : said(dice.length ? "waits-words" : "waits", { who: awaited.map((side) => names[side] || words[`seat-${side}`]).join(", ") })), when ? element("span", { className: "note" }, ` ${said("asked", { who: when })}`) : null),
      trouble ? null : element("p", {}, `${year}, ${phase} · ${said("points", { count: points })}`),
      paused || asks ? element("p", { className: "alone" }, [paused, asks?.says].filter(Boolean).join(" ")) : null,
      seated.length ? element("p", { className: "seated" }, ...seated.map((seat) => {
        const is = here.includes(seat) ? "here" : "away";
        return element("span", { className: is }, element("span", { className: "heard" }, said(is, { who: "" })), called(seat));
      })) : null,
      element("p", { className: "ways" }, page(number, words.look), page(`${number}/screen`, words.screen),
        button(words.seats, () => { opened = opened === number ? null : number; if (opened) link.send({ seats: { game: number } }); else draw(); })),
      opened === number ? listed(number) : null);
  }));
}
setInterval(draw, 60_000); // for how long somebody has been waited for

function listed(game) {
  const invite = (seat, says) => button(says, () => { fresh = []; link.send({ invite: { game, seat } }); });
  const again = (number) => { if (confirm(words.sure)) { fresh = []; link.send({ replace: { game, seat: number } }); } };
  return element("div", { className: "alone listed" }, ...seats.map(({ number, seat, name }) => element("p", {}, `${words[`seat-${seat}`]}${name ? ` (${name})` : ""}`,
    button(words.replace, () => again(number)),
    button(words.revoke, () => confirm(words.sure) && (link.send({ revoke: { game, seat: number } }), link.send({ seats: { game } }))))),
    element("p", {}, invite("both", words.invite), invite("umpire", words["umpire-invite"])));
}

function done(what) {
  if (what.seats) { seats = what.seats; draw(); }
  if (what.qr) pictures[what.qr.of] = what.qr.picture;
  if (what.qr) for (const picture of document.querySelectorAll("img[data-of]")) if (picture.dataset.of === what.qr.of) Object.assign(picture, { src: what.qr.picture, hidden: false });
  const { new: made, invite, replace } = what;
  if (made) at("called").value = ""; // else it is there to try again
  if (made) fresh.push([made.name, Object.entries(made.seats)]);
  for (const one of [invite, replace].filter(Boolean)) fresh.push([games.find(({ number }) => number === one.game)?.name ?? "", [[one.seat, one.token]]]);
  fresh = fresh.filter(([, links]) => links.length); // a class takes its seats without
  if ((made || invite || replace) && fresh.length) give();
}

// The links, each told this once: to copy, to point a telephone at, to print and cut.
function give() {
  at("given").hidden = false;
  at("given").replaceChildren(element("h2", {}, words.link), element("p", {}, words.once), element("p", { className: "ways" }, button(words.print, () => print()), button(words.close, () => { at("given").hidden = true; })),
    ...fresh.map(([name, links]) => element("div", { className: "all" }, ...links.map(([seat, token]) => {
      const text = address(token), label = `${name}: ${words[`seat-${seat}`]}`;
      const copy = button(words.copy, async () => { try { await navigator.clipboard.writeText(text); copy.textContent = words.copied; } catch { field.select(); } });
      const field = element("input", { value: text, readOnly: true, ariaLabel: label, onfocus: () => field.select() });
      return element("div", { className: "given" }, element("b", {}, label), field, copy, pictured(text), element("p", { className: "whole" }, text));
    }))));
}

at("begin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = at("called").value.trim(), count = Number(at("count").value), from = at("file").required ? await Promise.all([...at("file").files].map((file) => file.text())) : at("from").value;
  fresh = [];
  for (let one = 1; one <= count; one++) link.send({ new: { name: count > 1 ? `${name} ${one}` : name, from, open: at("open").checked, fair: !from && at("fair").checked } });
});
at("from").addEventListener("change", () => {
  at("file").hidden = !(at("file").required = at("from").value === "file");
  at("fair").closest("label").hidden = Boolean(at("from").value);
  if (at("file").required) at("file").click();
});

at("pause").addEventListener("click", () => {
  const why = inPlay().every(({ paused }) => paused) ? false : prompt(words["why-pause-all"]);
  if (why !== null) link.send({ pause: why });
});

// What a class may see on the wall: which table waits for whom, and no link.
at("show").addEventListener("click", () => at("show").setAttribute("aria-pressed", String(document.body.classList.toggle("screen"))));

if (token) link = connect({ sit: token }, heard);
else tell(words["no-link"]);
