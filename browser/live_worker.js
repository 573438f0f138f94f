// A worker that runs the cells of one page: Pyodide with the course's library, and live.py.
//
// It is told { cells, imports }, the sources of all and the modules that they import, and answers
// { ready }. Then it is told { run, cells }, numbers of cells and the sources as they are now, and
// answers { done }; or { cells } alone, to forget all that was run. Meanwhile it says what it loads,
// { loading, files, of }, and what a cell has to show, { cell, kind, content }; at last perhaps
// { broken }, why there is no Python.
importScripts("start.js");

const here = location.href.replace(/[^/]*$/, "");
let python = null;
let live = null;
let page = null;

const show = (cell, kind, content) => postMessage({ cell, kind, content });
const renew = (cells) => (page = live.Page(cells, show));

const start = async ({ cells, imports }) => {
  const module = fetch(`${here}live.py`, { cache: "no-cache" }).then((answer) => answer.text());
  python = await loadPyodide({
    indexURL: here,
    imports: [...imports, "markdown_it", "mdit_py_plugins"],
    loading: (name, files, of) => postMessage({ loading: name, files, of }),
    env: { MPLBACKEND: "agg" },
  });
  python.FS.writeFile("live.py", await module);
  live = python.pyimport("live");
  live.install_stand_ins();
  renew(cells);
  postMessage({ ready: true });
};

// A reader may import what the page does not.
const load = async (cells) => {
  const modules = live.find_imports(cells).toJs();
  await python.loadPackagesFromImports(modules.map((name) => `import ${name}`).join("\n"));
};

const run = async ({ run, cells }) => {
  await load(cells);
  postMessage({ done: run.every((cell) => page.run(cell, cells)) });
};

onmessage = async ({ data }) => {
  try {
    await (data.imports ? start(data) : data.run ? run(data) : renew(data.cells));
  } catch (error) {
    postMessage({ broken: error.message });
  }
};
