// What the pages of the tables share: the secret of the link, the connection, words and elements.
export const at = (id) => document.getElementById(id);
export const words = JSON.parse(at("words").textContent);
export const said = (name, gaps = {}) => Object.entries(gaps).reduce((text, [gap, value]) => text.replaceAll(`{${gap}}`, value), words[name]);
export function tell(text) { at("status").textContent = text; at("status").hidden = !text; }

export function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside.filter((one) => one !== null));
  return made;
}

// The secret stands behind the # of the address, which no browser sends; then it leaves the address bar, where others
// see it, and is kept for as long as this tab is open.
export function secret(key) {
  let found = location.hash.slice(1);
  try {
    found = decodeURIComponent(found); // a browser writes an umlaut of a password as %C3%BC
    if (found) sessionStorage.setItem(key, found);
    if (found) history.replaceState(null, "", location.pathname);
    return found || sessionStorage.getItem(key) || "";
  } catch { return found; }
}
addEventListener("hashchange", () => location.hash.length > 1 && location.reload());

const unpacked = async (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
const PATIENCE = 4000; // milliseconds for a connection to be made

// Milliseconds until another try: the first at once, the next ones soon, each page at a time of its own.
const until = (tries) => (tries ? Math.min(50 * 2 ** tries, tries < 60 ? 400 : 3000) * (0.75 + Math.random() / 2) : 0);

// A connection that comes back by itself. `heard` is given what arrives, one after the other; `lost` is called when it breaks.
export function connect(first, heard, lost = () => {}) {
  const link = { socket: null, gone: false, get open() { return link.socket.readyState === WebSocket.OPEN; } };
  const unsent = [];
  let tries = 0, turn = Promise.resolve(), next = null, late = null;
  const open = () => {
    next = null;
    const socket = (link.socket = new WebSocket(new URL("socket", location.href).href.replace(/^http/, "ws")));
    socket.binaryType = "arraybuffer";
    late = setTimeout(() => socket.close(), PATIENCE); // a network that swallows what is sent
    socket.onopen = () => { clearTimeout(late); for (const data of [first, ...unsent.splice(0)]) socket.send(JSON.stringify(data)); };
    socket.onmessage = ({ data }) => {
      tries = 0;
      turn = turn.then(async () => {
        const told = await unpacked(data);
        if (told.gone) { link.gone = true; tell(told.gone); }
        await heard(told);
      }).catch((error) => { console.error(error); socket.close(); });
    };
    socket.onclose = broke;
  };
  const broke = () => {
    clearTimeout(late);
    if (link.gone) return;
    tell(words.lost);
    lost();
    next = setTimeout(open, until(tries++));
  };
  const now = () => { if (next && !document.hidden) { clearTimeout(next); open(); } };
  addEventListener("online", now);
  addEventListener("offline", () => { // else it seems open for minutes
    if (next) return;
    link.socket.onclose = link.socket.onmessage = null;
    link.socket.close();
    broke();
  });
  document.addEventListener("visibilitychange", now);
  link.send = (data) => { if (link.open) link.socket.send(JSON.stringify(data)); else unsent.push(data); }; // when it is back
  open();
  return link;
}
