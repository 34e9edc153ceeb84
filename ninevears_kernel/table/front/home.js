// The umpire's list of all games: who waits for whom, and the links of the seats.
import { at, connect, element, said, secret, tell, words } from "./link.js";

const token = secret("ninevears-home");
let link = null, opened = null, seats = [];

const address = (token) => new URL(`seat#${token}`, location.href).href;
const button = (says, onclick) => element("button", { type: "button", onclick }, says);

function heard(told) {
  if (told.home) { tell(""); at("begin").hidden = false; draw(told.home); }
  if (told.done) done(told.done);
  if (told.trouble) tell(told.trouble);
}

function draw(games) {
  const fresh = games.map((game) => {
    const { number, name, names, here, trouble, year, phase, waits, over, paused, asks } = game;
    const called = (side) => names[side] || words[`seat-${side}`];
    const now = trouble || [`${year}, ${phase}`, over ? words.over : said("waits", { who: called(waits) }), paused, asks?.says].filter(Boolean).join(" · ");
    const row = element("li", {}, element("h2", {}, name), element("p", {}, now),
      element("p", { className: "note" }, here.length ? said("here", { who: here.map((seat) => names[seat] || words[`seat-${seat}`]).join(", ") }) : words.none),
      element("p", {}, element("a", { href: `seat#${token}/${number}`, target: "_blank", rel: "noopener" }, words.look), " ",
        button(words.seats, () => { opened = opened === number ? null : number; if (opened) link.send({ seats: { game: number } }); else draw(games); })));
    if (opened === number) row.append(listed(number));
    return row;
  });
  at("games").replaceChildren(...fresh);
  globalThis.ninevearsGames = games;
}

function listed(game) {
  const invite = (seat, says) => button(says, () => link.send({ invite: { game, seat } }));
  return element("div", {}, ...seats.map(({ number, seat, name }) => element("p", {}, `${words[`seat-${seat}`]}${name ? ` (${name})` : ""} `,
    button(words.replace, () => confirm(words.sure) && link.send({ replace: { game, seat: number } })), " ",
    button(words.revoke, () => confirm(words.sure) && (link.send({ revoke: { game, seat: number } }), link.send({ seats: { game } }))))),
    element("p", {}, invite("both", words.invite), " ", invite("umpire", words["umpire-invite"])));
}

function done(what) {
  if (what.seats) { seats = what.seats; draw(globalThis.ninevearsGames); }
  if (what.qr) for (const picture of document.querySelectorAll("img[data-of]")) if (picture.dataset.of === what.qr.of) { picture.src = what.qr.picture; picture.hidden = false; }
  const given = what.new ? Object.entries(what.new.seats) : [what.invite, what.replace].filter(Boolean).map(({ seat, token }) => [seat, token]);
  if (!given.length) return;
  at("given").hidden = false;
  at("given").replaceChildren(element("h2", {}, words.link), element("p", {}, words.once), element("div", { className: "all" }, ...given.map(([seat, token]) => {
    const text = address(token), copy = button(words.copy, async () => { try { await navigator.clipboard.writeText(text); copy.textContent = words.copied; } catch { field.select(); } });
    const field = element("input", { value: text, readOnly: true, ariaLabel: words[`seat-${seat}`], onfocus: () => field.select() });
    const picture = element("img", { hidden: true, alt: "" });
    picture.dataset.of = text;
    link.send({ qr: text });
    return element("div", { className: "given" }, element("label", {}, element("b", {}, words[`seat-${seat}`]), " ", field), copy, picture);
  })));
  at("called").value = "";
}

at("begin").addEventListener("submit", (event) => { event.preventDefault(); link.send({ new: { name: at("called").value } }); });

if (token) link = connect({ sit: token }, heard);
else tell(words["no-link"]);
