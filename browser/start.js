// Start Pyodide in a worker with the course's own packages, each of Pyodide's files held to its
// hash. Whoever takes this for Pyodide's own pyodide.js, as JupyterLite's kernel does, finds the
// same function, `loadPyodide`. files.json, beside this file, says where Pyodide's files are.
// Two more options: `imports`, modules whose packages come while Python starts, and `loading`, a
// function that is told each file that has come, how many have, and how many there will be.
self.loadPyodide = async ({ imports = [], loading = () => {}, ...options }) => {
  const here = options.indexURL;
  const { source, runtime, own } = await (
    await fetch(`${here}files.json`, { cache: "no-cache" })
  ).json();
  const there = new URL(source, here).href;
  const ours = new Set(Object.values(own).map((one) => one.file_name));
  let files = 0;
  let of = 0;

  // Pyodide looks for all files here. Packages it checks itself, against the lock.
  const plain = self.fetch.bind(self);
  self.fetch = async (what, how) => {
    const address = String(what);
    const name = address.startsWith(here) ? address.slice(here.length) : null;
    if (name === null) return plain(what, how);
    const check = name in runtime ? { integrity: runtime[name] } : {};
    const answer = ours.has(name)
      ? await plain(what, how)
      : await plain(there + name, { ...how, ...check }).catch((error) => {
          const words = `${name}, a file of Pyodide, is not to be had from ${there}`;
          throw new Error(`${words}: ${error.message}`);
        });
    loading(name, ++files, Math.max(files, of));
    return answer;
  };
  const local = (text, type) => URL.createObjectURL(new Blob([text], { type }));
  const run = async (name) =>
    importScripts(local(await (await self.fetch(here + name)).text(), "text/javascript"));

  const lock = await (await self.fetch(`${here}pyodide-lock.json`)).json();
  Object.assign(lock.packages, own);
  const packages = [...(options.packages ?? []), ...needed(lock.packages, imports)];
  of = packages.length + 5; // the runtime's files, of which this one has come
  await run("pyodide.js"); // a loadPyodide of its own, in place of this one
  await run("pyodide.asm.js"); // which Pyodide would fetch by itself, unchecked
  const lockFileURL = local(JSON.stringify(lock), "application/json");
  const python = await self.loadPyodide({ ...options, packages, lockFileURL });
  python.runPython(QUIET);
  return python;
};

// Matplotlib says that it takes a while to look for fonts as if that were an error.
const QUIET = "import logging; logging.getLogger('matplotlib.font_manager').setLevel('ERROR')";

// The packages that hold some modules, and all that these depend on.
const needed = (packages, modules) => {
  const found = new Set();
  const add = (name) => {
    if (found.has(name)) return;
    found.add(name);
    packages[name].depends.forEach((other) => add(other.toLowerCase().replaceAll("_", "-")));
  };
  for (const [name, one] of Object.entries(packages))
    if (one.imports.some((module) => modules.includes(module))) add(name);
  return [...found];
};
