// What the browser keeps of this page, and the engine beside it: what it says is heard in its order.
function store(key, text) {
  try {
    if (text !== undefined) localStorage.setItem(key, text);
    return localStorage.getItem(key) ?? "";
  } catch { return ""; }
}
const unpacked = async (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
function engineBeside(hear) {
  const worker = new Worker("./worker.js", { type: "module" });
  let before = Promise.resolve();
  worker.onmessage = ({ data }) => { before = before.then(() => hear(data)); };
  worker.onerror = (event) => hear({ trouble: event.message ?? "" });
  return worker;
}
