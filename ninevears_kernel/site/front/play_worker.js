// The engine beside the page: it takes the table's messages, and answers in their order.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const bytes = async (name) => (await fetch(new URL(name, import.meta.url))).arrayBuffer();
const engine = (async () => {
  const [python, wheel, kit] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }), bytes("msgspec.whl"), bytes("engine.zip")]);
  python.unpackArchive(wheel, "wheel");
  python.unpackArchive(kit, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  return python;
})();

let table = null, kept = "";
// Python's bytes as they go to the page, without a copy on the way.
function sent(name, value) {
  const found = value.toJs();
  value.destroy();
  postMessage({ [name]: found }, [found.buffer]);
}
function keep() {
  const war = table.war();
  if (war !== kept) postMessage({ war: (kept = war) });
}
async function heard({ begin, take }) {
  const python = await engine;
  if (begin) {
    table?.destroy();
    const guide = begin.lesson ? python.pyimport("ninevears_kernel.teaching.philippsburg_lesson").PHILIPPSBURG : undefined;
    table = python.pyimport("ninevears_kernel.play.carried_table").CarriedTable(begin.text, begin.seed, guide);
    sent("state", table.state());
  } else sent("answer", table.take(JSON.stringify(take)));
  keep();
}
let turn = Promise.resolve();
onmessage = ({ data }) => {
  turn = turn.then(() => heard(data)).catch((error) => postMessage({ trouble: String(error.message ?? error) }));
};
