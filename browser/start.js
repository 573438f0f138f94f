// Start Pyodide in a worker with the course's own packages, each of Pyodide's files held to its
// hash. Whoever takes this for Pyodide's own pyodide.js, as JupyterLite's kernel does, finds the
// same function, `loadPyodide`. files.json, beside this file, says where Pyodide's files are, and
// how large. Two more options: `imports`, modules whose packages come while Python starts, and
// `loading`, a function that is told how much has come, and how much there will be: bytes, or files
// where their sizes are not known.
self.loadPyodide = async ({ imports = [], loading = () => {}, ...options }) => {
  const here = options.indexURL;
  const { source, runtime, own, sizes, compiled: compiledFile } = await (
    await fetch(`${here}files.json`, { cache: "no-cache" })
  ).json();
  const there = new URL(source, here).href;
  const ours = new Set(Object.values(own).map((one) => one.file_name));
  const size = (name) => (Object.keys(sizes).length ? (sizes[name] ?? 0) : 1);
  let come = 0;
  let of = 0;

  // Pyodide looks for all files here. Packages that it loads itself it checks against the lock.
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
    come += size(name);
    loading(come, Math.max(come, of));
    return answer;
  };
  const get = async (name, how) => {
    const answer = await self.fetch(here + name, how);
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
    return answer;
  };
  const local = (text, type) => URL.createObjectURL(new Blob([text], { type }));
  const run = async (text) => importScripts(local(await text, "text/javascript"));

  // All is asked for at once; what is not needed yet comes while Python starts.
  const scripts = ["pyodide.js", "pyodide.asm.js"].map((name) => get(name).then((a) => a.text()));
  const lock = await (await get("pyodide-lock.json")).json();
  Object.assign(lock.packages, own);
  const wanted = needed(lock.packages, imports);
  const files = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide.js", "pyodide.asm.js"];
  for (const name of [...files, "pyodide-lock.json", ...wanted.map((one) => lock.packages[one].file_name)])
    of += size(name);
  const shared = wanted.filter((name) => lock.packages[name].package_type !== "package");
  const wheels = wanted
    .filter((name) => !shared.includes(name))
    .map((name) => lock.packages[name])
    .map(({ name, file_name, sha256 }) => {
      const integrity = `sha256-${btoa(String.fromCharCode(...sha256.match(/../g).map((two) => parseInt(two, 16))))}`;
      const content = get(file_name, { integrity }).then((answer) => answer.arrayBuffer());
      content.catch(() => {}); // is told when it is waited for
      return { name, content };
    });
  const compiled = compiledFile
    ? plain(here + compiledFile).then(readCompiled).catch(() => new Map()) // a help, no need
    : new Map();
  for (const script of scripts) await run(script); // a loadPyodide of its own, in place of this one
  const lockFileURL = local(JSON.stringify(lock), "application/json");
  const packages = [...(options.packages ?? []), ...shared];
  const python = await self.loadPyodide({ ...options, packages, lockFileURL });

  // Pyodide's own way also loads at once all that is compiled, of which most is never imported.
  const extractDir = python.runPython("import site; site.getsitepackages()[0]");
  for (const { name, content } of wheels) {
    python.unpackArchive(await content, "wheel", { extractDir });
    python.loadedPackages[name] = "default channel";
  }
  python.runPython(QUIET);

  // The modules of packages that are here, or that are to be had; and a way to have them, which
  // answers those that did not come.
  const had = ({ name, file_name }) => ours.has(file_name) || source !== "./" || file_name in sizes;
  python.modules = (here) =>
    Object.values(lock.packages)
      .filter((one) => here === one.name in python.loadedPackages && (here || had(one)))
      .flatMap((one) => (one.package_type === "package" ? one.imports : []));
  python.loadModules = async (modules) => {
    const ids = needed(lock.packages, modules);
    await python.loadPackage(ids, { messageCallback: () => {}, errorCallback: () => {} }).catch(() => {});
    return modules.filter((name) => !python.modules(true).includes(name));
  };
  python.compiled = await compiled;
  python.runPython(USE_COMPILED)((path) => python.compiled.get(path));
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

// Half of an import's time is compiling Python's text. What comes of it was kept when the site was
// built (compile.mjs), as one line of JSON, paths and lengths, and the contents; and is read here.
const readCompiled = async (answer) => {
  const stream = answer.body.pipeThrough(new DecompressionStream("gzip"));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  let at = whole.indexOf(10);
  const lengths = JSON.parse(new TextDecoder().decode(whole.subarray(0, at++)));
  return new Map(
    lengths.map(([path, length]) => [path, whole.subarray(at, (at += length))]),
  );
};

const USE_COMPILED = `
def _use(find):
    import marshal, zipimport
    from importlib.machinery import SourceFileLoader

    def using(compile_source, at):
        def compiled(*arguments, **options):
            code = find(arguments[at])
            return marshal.loads(code.to_bytes()) if code else compile_source(*arguments, **options)
        return compiled

    SourceFileLoader.source_to_code = using(SourceFileLoader.source_to_code, 2)
    zipimport._compile_source = using(zipimport._compile_source, 0)

_use`;
