// Compile what the chapters import, so that no reader's browser need do so:
//     node compile.mjs PYODIDE WHEELS TARGET CELLS...
// with the folders of Pyodide's files and of the course's own wheels, and what the chapters' live
// cells are written in (*.cells.json). start.js reads the target.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, wheels, target, ...chapters] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder, env: { MPLBACKEND: "agg" } });
await python.loadPackage(["scikit-learn", "matplotlib"], { messageCallback: () => {} });
const extractDir = python.runPython("import site; site.getsitepackages()[0]");
for (const name of readdirSync(wheels).filter((name) => name.endsWith(".whl")))
  python.unpackArchive(new Uint8Array(readFileSync(join(wheels, name))), "wheel", { extractDir });
python.FS.writeFile("live.py", readFileSync(new URL("live.py", import.meta.url), "utf8"));

const found = [];
python.globals.set("keep", (path, code) => found.push([path, code.toJs()]));
const cells = chapters.flatMap((path) => JSON.parse(readFileSync(path, "utf8")).cells);
python.globals.set("cells", python.toPy(cells));
python.runPython(`
import marshal, zipimport
from importlib.machinery import SourceFileLoader

def keeping(compile_source, at):
    def compiled(*arguments, **options):
        code = compile_source(*arguments, **options)
        if not arguments[at].endswith("/live.py"):
            keep(arguments[at], marshal.dumps(code))
        return code
    return compiled

SourceFileLoader.source_to_code = keeping(SourceFileLoader.source_to_code, 2)
zipimport._compile_source = keeping(zipimport._compile_source, 0)

import live
live.install_stand_ins()
used = ["import matplotlib.backends.backend_svg, mdit_py_plugins.dollarmath"]
live.import_modules([*cells, *used])
`);
const lengths = JSON.stringify(found.map(([path, code]) => [path, code.length]));
writeFileSync(target, gzipSync(Buffer.concat([Buffer.from(`${lengths}\n`), ...found.map(([, code]) => code)])));
