// Compiles archives of Python with the Python that will run them: what a browser need not compile starts sooner.
// node compile.mjs FOLDER ARCHIVE [ARCHIVE ...]: FOLDER holds Pyodide; each archive is written anew.
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
const compiled = python.runPython(`
import zipfile
from importlib import _bootstrap_external as pyc
from importlib.util import source_hash
from io import BytesIO

def compiled(archive):
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(archive.to_bytes())) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            name, content = info.filename, old.read(info)
            # a face of the kit reads in its own source what it offers
            if name.endswith(".py") and b"= face(" not in content:
                code = compile(content, name, "exec", dont_inherit=True, optimize=0)
                # nobody looks whether it still fits its source, which stays behind
                name, content = name + "c", pyc._code_to_hash_pyc(code, source_hash(content), False)
            new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), bytes(content), zipfile.ZIP_DEFLATED, 6)
    return out.getvalue()
compiled
`);
for (const file of files) {
  const made = compiled(new Uint8Array(await readFile(file)));
  await writeFile(file, made.toJs());
  made.destroy();
}
