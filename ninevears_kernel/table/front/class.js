// A class comes in by its password, and each takes a free seat: the link of that seat is the key from then on.
import { at, connect, element, said, secret, tell, words } from "./link.js";

const password = secret("ninevears-class");
let link = null;

function heard(told) {
  if (told.wrong) { link.gone = true; location.replace("enter"); }
  if (told.lobby) draw(told.lobby);
  if (told.done?.claim) location.assign(`seat#${told.done.claim.token}`);
  if (told.trouble) tell(told.trouble);
}

function take(game, seat) {
  if (seat !== "both" && !at("name").value.trim()) { tell(words["name-first"]); at("name").focus(); return; }
  link.send({ claim: { game, seat, name: at("name").value } });
}

function draw(games) {
  const full = !games.some(({ free }) => free.length);
  tell(full ? words["class-full"] : "");
  at("asks").hidden = at("how").hidden = full;
  const button = (says, game, seat) => element("button", { type: "button", className: seat.toLowerCase(), onclick: () => take(game, seat) }, says);
  at("games").replaceChildren(...games.map(({ game, name, names, free }) => {
    const sides = ["Bourbon", "Alliance"].filter((side) => names[side] && !free.includes(side));
    const who = sides.map((side) => `${words[`seat-${side}`]}: ${names[side]}`).join(" · ");
    return element("li", { className: "card free" }, element("h2", {}, name), who ? element("p", {}, who) : null,
      element("p", { className: "ways" }, ...free.map((side) => button(said("take", { side: words[`seat-${side}`] }), game, side)), button(words["watch-it"], game, "both")));
  }));
}

if (password) link = connect({ enter: password }, heard);
else location.replace("enter");
