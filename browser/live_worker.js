// A worker that runs the cells of one page: Pyodide with the course's library, and live.py.
//
// It is told { cells, imports }, the sources of all as the page was built and the modules that they
// import; of a page that was stopped also { shown, outdated }, see live.Page. While it starts it
// says { come, of }, how much has come of what it loads, then { starting }, and answers { ready }.
// Then it is told
//   { run, cells }   numbers of cells, and the sources of all as they are now;
//   { reset }        numbers of cells that show again what they did when the page was built;
//   { cells }        to forget all that was run;
// and answers { outdated }, the cells whose output no longer is what the page would compute; after
// a run { done } with it. Meanwhile it says { waiting }, packages that are being fetched, and what a
// cell has to show, { cell, kind, content }; at last perhaps { broken }, why there is no Python.
importScripts("start.js");

const here = location.href.replace(/[^/]*$/, "");
let python = null;
let live = null;
let page = null;

const show = (cell, kind, content) => postMessage({ cell, kind, content });
const outdated = () => page.find_outdated().toJs();

const renew = ({ cells, shown, outdated = [] }) => {
  const before = shown && python.toPy(new Map(Object.entries(shown).map(([n, text]) => [Number(n), text])));
  page = live.Page(cells, show, before, outdated);
};

const start = async (told) => {
  const module = fetch(`${here}live.py`, { cache: "no-cache" }).then((answer) => answer.text());
  python = await loadPyodide({
    indexURL: here,
    imports: [...told.imports, "markdown_it", "mdit_py_plugins"],
    loading: (come, of) => postMessage({ come, of }),
    env: { MPLBACKEND: "agg" },
  });
  postMessage({ starting: true });
  python.FS.writeFile("live.py", await module);
  live = python.pyimport("live");
  live.install_stand_ins();
  live.PACKAGES.update(python.toPy({ here: python.modules(true), "to be had": python.modules(false) }));
  live.import_modules(told.cells);
  live.remove_loaded();
  renew(told);
  postMessage({ ready: true });
};

// A reader may import what the page does not.
const load = async (run, cells) => {
  const modules = page.find_imports(run, cells).toJs();
  const missing = modules.filter((name) => live.PACKAGES.get("to be had").includes(name));
  if (!missing.length) return;
  postMessage({ waiting: missing.join(", ") });
  const failed = await python.loadModules(missing);
  live.PACKAGES.update(python.toPy({ here: python.modules(true), "not to be had now": failed }));
};

const run = async ({ run, cells }) => {
  await load(run, cells);
  postMessage({ done: run.every((cell) => page.run(cell, cells)), outdated: outdated() });
  python.compiled.clear(); // what is imported later is little
};

const reset = ({ reset }) => {
  page.reset(reset);
  postMessage({ outdated: outdated() });
};

onmessage = async ({ data }) => {
  try {
    await (data.imports ? start : data.run ? run : data.reset ? reset : renew)(data);
  } catch (error) {
    postMessage({ broken: error.message });
  }
};
