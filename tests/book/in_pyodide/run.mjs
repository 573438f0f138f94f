// Run a line of Python in Pyodide under Node, where an index has 32 bits, as in a browser:
//     node run.mjs PYODIDE PROJECT PROGRAM
// The project is at /project, it and its tests are imported from; what is printed comes out here.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, project, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: folder });
await pyodide.loadPackage("scikit-learn", { messageCallback: () => {} });
pyodide.FS.mkdir("/project");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: project }, "/project");
pyodide.runPython(`
import os, sys
os.chdir("/project")
sys.path[:0] = ["/project", "/project/tests/book", "/project/tests/tools"]
sys.dont_write_bytecode = True
`);
await pyodide.runPythonAsync(program);
