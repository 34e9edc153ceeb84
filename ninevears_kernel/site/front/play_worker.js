// The engine beside the page: it takes the table's messages, and answers in their order. What its memory holds once
// everything is loaded is kept by the browser, so that the next visit need not load it again.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import createModule from "./pyodide/pyodide.asm.mjs";

const PLACE = "/lib/python3.14/site-packages";
const MEMORY = new URL("memory-{{ version }}", import.meta.url).href;
const SOON = 1500; // milliseconds after the first answer: the page has been painted
const here = (name) => new URL(name, import.meta.url).href;

// The files of the engine: the length of their list, the list (name, size), and what they hold.
async function unpacked(name) {
  const stream = (await fetch(here(name))).body.pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let at = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)));
  return list.map(([file, size]) => [`${PLACE}/${file}`, bytes.subarray(at, (at += size))]);
}

// ---- memory

const memories = () => globalThis.caches?.open("ninevears-memory"); // an address that is not trusted has none
async function remembered() {
  try {
    const found = await (await memories())?.match(MEMORY);
    return found && new Uint8Array(await found.arrayBuffer());
  } catch { return undefined; }
}
async function remember(python) {
  try {
    const store = await memories();
    if (!store || (await store.match(MEMORY))) return;
    const memory = python.makeMemorySnapshot();
    for (const old of await store.keys()) await store.delete(old);
    await store.put(MEMORY, new Response(memory));
  } catch (problem) { console.debug("ninevears memory:", problem); } // too large, or not allowed: it begins anew each time
}
const forget = async () => (await memories())?.delete(MEMORY);

// ---- Python

// A memory fits only where everything stands as it stood when it was kept: so the files and the one library that is
// not Python's own are there before Python begins, each time. What this calls of Pyodide is its own affair, and its
// version is pinned.
function started(files, memory) {
  const [name, library] = files.find(([file]) => file.endsWith(".so"));
  const prepared = async (module) => {
    for (const [file, content] of files) {
      module.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
      module.FS.writeFile(file, content, { canOwn: true });
    }
    const exports = await module.loadWebAssemblyModule(library, { loadAsync: true, global: false, nodelete: true }, name, {});
    module.LDSO.loadedLibsByName[name] = { refcount: Infinity, name, exports, global: false };
    if (memory && memory.length > module.HEAP8.length) module.growMemory(memory.length);
  };
  return new Promise((done, failed) => {
    loadPyodide({
      indexURL: here("./pyodide/"),
      createPyodideModule(settings) {
        settings.preRun.push((module) => {
          module.addRunDependency("ninevears");
          prepared(module).then(() => module.removeRunDependency("ninevears"), failed);
        });
        return createModule(settings);
      },
      ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
    }).then(done, failed);
  });
}

const files = unpacked("engine.bin");
let kept = false; // whether the engine goes on from a memory
async function fromMemory() {
  const memory = await remembered();
  if (!memory) return null;
  try {
    const python = await started(await files, memory);
    python.runPython("1");
    kept = true;
    return python;
  } catch { await forget(); return null; }
}
let engine = (async () => (await fromMemory()) ?? started(await files))();

// ---- the table

let table = null, war = ""; // the table, or the tasks; what is to be kept of them
const LESSON = `
from ninevears_kernel.teaching.philippsburg_lesson import PHILIPPSBURG
PHILIPPSBURG._replace(after={"says": {{ onward }}, "file": "index.html"})
`;
// Python's bytes as they go to the page, without a copy on the way.
function sent(name, value) {
  const found = value.toJs();
  value.destroy();
  postMessage({ [name]: found }, [found.buffer]);
}
async function begun({ text, seed, lesson, drill }) {
  const python = await engine;
  const guide = lesson ? python.runPython(LESSON) : undefined;
  table = drill
    ? python.pyimport("ninevears_kernel.teaching.carried_drill").CarriedDrill(text)
    : python.pyimport("ninevears_kernel.play.carried_table").CarriedTable(text, seed, guide);
  postMessage({ engine: kept ? "kept" : "new" });
  sent("state", table.state());
  if (!kept) setTimeout(() => { turn = turn.then(() => remember(python)); }, SOON);
}
async function begin(what) {
  table?.destroy();
  table = null;
  try {
    await begun(what);
  } catch (error) {
    if (!kept || error.constructor.name === "PythonError") throw error; // the war is at fault, not the memory
    await forget();
    kept = false;
    engine = started(await files);
    await begun(what);
  }
}
async function heard(message) {
  if (message.begin) await begin(message.begin);
  else sent("answer", table.take(JSON.stringify(message.take)));
  const now = table.kept();
  if (now !== war) postMessage({ war: (war = now) });
}
let turn = Promise.resolve();
onmessage = ({ data }) => {
  turn = turn.then(() => heard(data)).catch((error) => postMessage({ trouble: String(error.message ?? error) }));
};
