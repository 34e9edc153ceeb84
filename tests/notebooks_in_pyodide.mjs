// Runs cells in Pyodide under node, with the kit and the pure Python of this machine's environment beside it.
// node notebooks_in_pyodide.mjs FOLDER KIT LIBRARY CELLS: FOLDER holds Pyodide and the wheel of msgspec for it, KIT the
// kit's package, LIBRARY other packages, CELLS a file of JSON: for each name its cells. What each came to goes to the
// standard output as JSON: for each name the error of each cell, or null.
import { readFile, readdir } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, kit, library, cells] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const quiet = { stdout: () => {}, stderr: () => {} };
const python = await loadPyodide({ indexURL: `${folder}/`, ...quiet });
const wheel = (await readdir(folder)).find((name) => name.endsWith(".whl"));
python.unpackArchive(new Uint8Array(await readFile(`${folder}/${wheel}`)), "wheel");
for (const [there, here] of [["/kit", kit], ["/library", library]]) {
  python.FS.mkdirTree(there);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: here }, there);
}
python.globals.set("CELLS", await readFile(cells, "utf8"));
const told = await python.runPythonAsync(`
import json, sys
from importlib.machinery import ModuleSpec
from types import ModuleType

sys.path.insert(0, "/kit")
sys.path.append("/library")  # last: what is compiled for this machine is of no use here


class Some:
    """Whatever is asked of a stand-in."""

    def __init__(self, *_, **__): ...
    def __call__(self, *_, **__): return self
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self
    def __mro_entries__(self, _): return (object,)


class StandIn(ModuleType):
    __path__ = []
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Some()


class StandIns:
    """Finds those packages that are on no registry for a browser."""

    names = ("numpy", "pandas", "matplotlib")
    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self, is_package=True) if name.split(".")[0] in self.names else None
    def create_module(self, spec): return StandIn(spec.name)
    def exec_module(self, module): ...


sys.meta_path.insert(0, StandIns())
from traitlets.config import Config
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
shell.showtraceback = lambda *_, **__: None


def run(source):
    done = shell.run_cell(source, store_history=False)
    error = done.error_before_exec or done.error_in_exec
    return None if error is None else f"{type(error).__name__}: {error}"


found = {}
for name, sources in json.loads(CELLS).items():
    before = set(sys.modules)
    shell.reset(new_session=False)
    found[name] = [run(source) for source in sources]
    found[f"{name} loaded"] = [one for one in ("pandas", "matplotlib") if one in sys.modules]
    for one in list(sys.modules):
        if one.split(".")[0] in StandIns.names[1:]:
            del sys.modules[one]
json.dumps(found)
`);
console.log(told);
process.exit(0);
