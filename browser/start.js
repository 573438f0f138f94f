// Start Pyodide in a worker with the course's own packages, each of Pyodide's files held to its
// hash. Whoever takes this for Pyodide's own pyodide.js, as JupyterLite's kernel does, finds the
// same function, `loadPyodide`. files.json, beside this file, says where Pyodide's files are.
self.loadPyodide = async (options) => {
  const here = options.indexURL;
  const { source, runtime, own } = await (
    await fetch(`${here}files.json`, { cache: "no-cache" })
  ).json();
  const there = new URL(source, here).href;
  const ours = new Set(Object.values(own).map((one) => one.file_name));

  // Pyodide looks for all files here. Packages it checks itself, against the lock.
  const plain = self.fetch.bind(self);
  self.fetch = async (what, how) => {
    const address = String(what);
    const name = address.startsWith(here) ? address.slice(here.length) : null;
    if (name === null || ours.has(name)) return plain(what, how);
    const check = name in runtime ? { integrity: runtime[name] } : {};
    try {
      return await plain(there + name, { ...how, ...check });
    } catch (error) {
      throw new Error(`${name}, a file of Pyodide, is not to be had from ${there}: ${error.message}`);
    }
  };
  const local = (text, type) => URL.createObjectURL(new Blob([text], { type }));
  const run = async (name) =>
    importScripts(local(await (await self.fetch(here + name)).text(), "text/javascript"));

  const lock = await (await self.fetch(`${here}pyodide-lock.json`)).json();
  Object.assign(lock.packages, own);
  await run("pyodide.js"); // a loadPyodide of its own, in place of this one
  await run("pyodide.asm.js"); // which Pyodide would fetch by itself, unchecked
  const lockFileURL = local(JSON.stringify(lock), "application/json");
  return self.loadPyodide({ ...options, lockFileURL });
};
