// Start Pyodide in a worker with the course's own packages, each of Pyodide's files held to its
// hash. Whoever takes this for Pyodide's own pyodide.js, as JupyterLite's kernel does, finds the
// same function, `loadPyodide`. files.json, beside this file, says where Pyodide's files are, and
// how large. Two more options: `imports`, modules whose packages come while Python starts, and
// `loading`, a function that is told how much has come, and how much there will be: bytes, or files
// where their sizes are not known.
self.loadPyodide = async ({ imports = [], loading = () => {}, ...options }) => {
  const here = options.indexURL;
  const { source, runtime, own, sizes } = await (
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
  const known = Codes.open([runtime["pyodide-lock.json"], ...ours].join());
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
  python.codes = await known;
  python.runPython(REMEMBER)(python.codes);
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

// Half of an import's time goes into compiling Python's text. What comes of it is kept in this
// browser, for these versions of all files, so that it is done once.
class Codes {
  static async open(versions) {
    const codes = new Codes();
    try {
      const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(versions)));
      codes.key = `/codes-${[...bytes].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
      codes.cache = await caches.open("ensemblelab-codes");
      const answer = await codes.cache.match(codes.key);
      if (answer) await codes.read(answer);
    } catch {
      codes.cache = null; // a browser may keep nothing
    }
    return codes;
  }

  found = new Map();
  added = 0;

  // Lengths of names and contents, as JSON in the first line; then the contents.
  async read(answer) {
    const whole = new Uint8Array(await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
    let at = whole.indexOf(10);
    const lengths = JSON.parse(new TextDecoder().decode(whole.subarray(0, at++)));
    for (const [path, length] of lengths) {
      this.found.set(path, whole.subarray(at, at + length));
      at += length;
    }
  }

  find(path) {
    return this.found.get(path);
  }

  keep(path, code) {
    this.found.set(path, code.toJs());
    this.added += 1;
  }

  // Few more than are kept are not worth writing all.
  async save() {
    if (!this.cache || this.added < 50) return;
    this.added = 0;
    const lengths = [...this.found].map(([path, code]) => [path, code.length]);
    const whole = new Blob([`${JSON.stringify(lengths)}\n`, ...this.found.values()]);
    for (const old of await this.cache.keys()) await this.cache.delete(old);
    await this.cache.put(this.key, new Response(whole.stream().pipeThrough(new CompressionStream("gzip"))));
  }
}

const REMEMBER = `
def _remember(codes):
    import marshal, zipimport
    from importlib.machinery import SourceFileLoader

    def remembering(compile_source, path_first):
        def compiled(*args, **options):
            path = args[0] if path_first else args[2]
            code = codes.find(path)
            if code is not None:
                return marshal.loads(code.to_bytes())
            code = compile_source(*args, **options)
            codes.keep(path, marshal.dumps(code))
            return code
        return compiled

    SourceFileLoader.source_to_code = remembering(SourceFileLoader.source_to_code, False)
    zipimport._compile_source = remembering(zipimport._compile_source, True)

_remember`;
