"""Let the built book run in the reader's browser: the chapters' cells, and the problem sets.

    python -m browser.site SITE [RELEASE] [--offline]        (make site)

SITE gets the folder `python`, which starts Pyodide with the library (start.js) and runs the cells
of chapters (live_worker.js, live.py); and, with RELEASE, the folder `lite`, in which JupyterLite
opens the student version of each set. Pyodide's files come from its CDN when a reader asks for
them, or, with --offline, stand beside the pages.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import nbformat

from browser import pyodide

__all__ = ["KERNEL", "build"]

ROOT = Path(__file__).parents[1]
STORE = "ensemblelab"  # what the browser keeps the work under; another name would lose it

# What JupyterLite's kernel loads before the first cell; with the library, which a set imports.
KERNEL = ("ipython", "jedi", "micropip", "sqlite3", "ssl", *pyodide.PACKAGES)
EXTENSION = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension"


def build(site: Path, release: Path | None, *, offline: bool = False) -> None:
    """Make the folders afresh.

    Parameters
    ----------
    site : Path
        The built book.
    release : Path or None
        The student versions, RELEASE/NAME/NAME.ipynb; None leaves the sets as they are.
    offline : bool
        Whether Pyodide's files are to stand beside the pages.

    Raises
    ------
    pyodide.FetchError
        If they are, and are not to be had.
    """
    python = site / "python"
    shutil.rmtree(python, ignore_errors=True)
    python.mkdir()
    for name in ("start.js", "live_worker.js", "live.py"):
        shutil.copy(ROOT / "browser" / name, python)
    if offline:
        pyodide.fetch(python, KERNEL)
    # Pyodide has none of these: JupyterLite's kernel wants `comm`, live.py sets Markdown.
    own = [build_library(python)]
    own += [repack_installed(name, python) for name in ("comm", "mdurl")]
    own.append(repack_installed("markdown-it-py", python, ["mdurl"]))
    own.append(repack_installed("mdit-py-plugins", python, ["markdown-it-py"]))
    compiled = compile_imports(site, python, python if offline else os.environ.get(pyodide.FOLDER))
    sizes = pyodide.measure(source=python if offline else None)
    if sizes:
        ours = [one["file_name"] for one in own] + ([compiled] if compiled else [])
        sizes |= {name: (python / name).stat().st_size for name in ours}
    files = {
        "source": "./" if offline else pyodide.CDN,
        "runtime": {name: format_integrity(digest) for name, digest in pyodide.RUNTIME.items()},
        "own": {entry["name"]: entry for entry in own},
        "sizes": sizes,
        "compiled": compiled,
    }
    (python / "files.json").write_text(json.dumps(files, indent=1), encoding="utf-8")
    if release is None:
        return
    shutil.rmtree(site / "lite", ignore_errors=True)
    sets = sorted(path.stem for path in ROOT.glob("exercises/source/*/*.md"))
    build_jupyterlite([release / name / f"{name}.ipynb" for name in sets], site / "lite")


def compile_imports(site: Path, python: Path, source: str | os.PathLike[str] | None) -> str | None:
    """Compile what the chapters' cells import; return the name of the file that holds it.

    Without Node, a folder of Pyodide's files or a book there is none, and pages start without it.
    """
    told = sorted(site.glob("_sources/chapters/*.cells.json"))
    node = shutil.which("node")
    if not (told and node and source and Path(source, "pyodide.mjs").is_file()):
        return None
    target = python / "compiled.bin"
    command = [node, ROOT / "browser" / "compile.mjs", source, python, target, *told]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"the chapters' imports were not compiled:\n{done.stderr[-2000:]}")
    content = hashlib.sha256(target.read_bytes()).hexdigest()
    # Another name for another content: browsers keep it.
    return target.rename(target.with_name(f"compiled-{content[:8]}.bin")).name


def format_integrity(digest: str) -> str:
    """Write a SHA-256 as browsers want it."""
    return "sha256-" + base64.b64encode(bytes.fromhex(digest)).decode()


def build_library(folder: Path) -> dict[str, Any]:
    """Make the library's wheel; return its entry in Pyodide's lock."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--disable-pip-version-check", "--wheel-dir"]
    with tempfile.TemporaryDirectory() as empty:
        subprocess.run([*command, empty, ROOT], check=True)
        (wheel,) = Path(empty).glob("*.whl")
        # The build tag tells a browser's cache one library from the next of the same version.
        content = hashlib.sha256(wheel.read_bytes()).hexdigest()
        name, version, rest = wheel.name.split("-", 2)
        tagged = folder / f"{name}-{version}-0{content[:8]}-{rest}"
        shutil.copy(wheel, tagged)
    return make_lock_entry(tagged, ["joblib", "numpy", "scikit-learn", "scipy"])


def repack_installed(name: str, folder: Path, depends: Sequence[str] = ()) -> dict[str, Any]:
    """Pack an installed package of nothing but Python as a wheel again, which needs no network."""
    package = importlib.metadata.distribution(name)
    wheel = folder / f"{name.replace('-', '_')}-{package.version}-py3-none-any.whl"
    left_out = {"INSTALLER", "REQUESTED", "direct_url.json"}  # what installing added
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in package.files or ():
            # but for programs, which are in a folder elsewhere
            if file.name not in left_out and file.suffix != ".pyc" and ".." not in file.parts:
                archive.write(file.locate(), file.as_posix())
    return make_lock_entry(wheel, depends)


def make_lock_entry(wheel: Path, depends: Sequence[str]) -> dict[str, Any]:
    """Return of a wheel what Pyodide's lock says of its own."""
    name, version = wheel.name.split("-")[:2]
    module = "markdown_it" if name == "markdown_it_py" else name
    return {
        "name": name.replace("_", "-"),
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": [module],
        "depends": list(depends),
        "unvendored_tests": False,
    }


def build_jupyterlite(notebooks: Iterable[Path], target: Path) -> None:
    """Build JupyterLite with these notebooks."""
    settings = {
        "pyodideUrl": "./../python/start.js",
        "disablePyPIFallback": True,  # all that sets need is here
        # The kernel gets what a cell imports, not what a module of checks does that it imports.
        "loadPyodideOptions": {"imports": ["ensemblelab", "matplotlib"]},
    }
    config = {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Ensemble learning",
            "contentsStorageName": STORE,
            # they would tell of this build: when it was made, and that it signed nothing
            "disabledExtensions": [
                "@jupyter-notebook/notebook-extension:checkpoints",
                "@jupyter-notebook/notebook-extension:trusted",
            ],
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": settings},
        },
    }
    overrides = {
        # seconds: what is not saved is lost when the page is closed
        "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 10},
        # all cells are in the page, so that the browser's own search finds what they say
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
        # light or dark as the book, which beside.js asks
        "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
        # On a phone the bar ends behind its "…": there stands what one needs least.
        "@jupyterlab/notebook-extension:panel": {
            "toolbar": [
                {
                    "name": "download",
                    "command": "docmanager:download",
                    "label": "Download to hand in",
                    "rank": 34,
                },
                *({"name": name, "rank": 60} for name in ("cut", "copy", "paste")),
            ]
        },
        # where the bar is too short even so
        "@jupyterlab/mainmenu-extension:plugin": {
            "menus": [
                {
                    "id": "jp-mainmenu-file",
                    "items": [{"command": "docmanager:download", "rank": 4.5}],
                }
            ]
        },
    }
    versions = {}
    with tempfile.TemporaryDirectory() as made:
        sets = Path(made, "sets")
        sets.mkdir()
        for path in notebooks:
            versions[path.stem] = copy_for_browser(path, sets / path.name)
        Path(made, "jupyter-lite.json").write_text(json.dumps(config), encoding="utf-8")
        Path(made, "overrides.json").write_text(json.dumps(overrides), encoding="utf-8")
        command = [sys.executable, "-m", "jupyterlite_core.app", "build"]
        command += ["--lite-dir", made, "--contents", sets, "--output-dir", target.absolute()]
        command += ["--apps", "notebooks", "--apps", "tree", "--no-unused-shared-packages"]
        command += ["--no-sourcemaps", "--no-libarchive"]
        # of this environment's extensions, which are for servers, the kernel alone
        command += ["--ignore-sys-prefix", "--LiteBuildConfig.federated_extensions"]
        command += [Path(sys.prefix, EXTENSION)]
        done = subprocess.run(command, cwd=made, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"JupyterLite was not built:\n{done.stdout}{done.stderr}")
    shutil.copy(ROOT / "browser" / "beside.js", target)
    for page in target.glob("*/index.html"):  # before all that JupyterLite loads
        text = page.read_text(encoding="utf-8")
        begun = text.replace("<head>", '<head>\n    <script src="../beside.js"></script>', 1)
        page.write_text(begun, encoding="utf-8")
    (target / "sets.json").write_text(json.dumps(versions, indent=1), encoding="utf-8")


# What a student reads in the browser alone.
LOOP = (
    "\n\n**If a cell never ends.** In the browser, the button ■ cannot interrupt a running cell. A "
    "check stops an answer whose loop never ends, and says so. In any other cell, choose *Kernel > "
    "Restart Kernel*: it keeps all that you have written, but Python forgets its variables, so run "
    "the cells above again."
)
NAMED = re.compile(r"\b(?:chapters?|page) \*[^*]+\*(?:(?:,| and|, and) \*[^*]+\*)*")


def link_to_book(text: str) -> str:
    """Make links of the titles of chapters and pages that a set's text names, as *Bagging*."""
    pages = {}
    for path in ROOT.glob("chapters/*.md"):
        title = re.search(r"^# (.*)", path.read_text(encoding="utf-8"), re.MULTILINE)
        if title and not path.stem.startswith("api_"):
            pages[title[1]] = path.stem

    def link(title: re.Match[str]) -> str:
        page = pages.get(title[1])
        return f"[{title[0]}](../../chapters/{page}.html)" if page else title[0]

    return NAMED.sub(lambda named: re.sub(r"\*([^*]+)\*", link, named[0]), text)


def copy_for_browser(source: Path, target: Path) -> str:
    """Copy a released notebook for the browser's kernel, marked with its version; return that.

    The modules beside it, with its checks, go with it. Its text leads to the book, which is
    beside it here, and says how to stop a loop; grading looks at neither.
    """
    notebook = nbformat.read(source, 4)
    parts = [(cell.cell_type, cell.source) for cell in notebook.cells]
    for module in sorted(source.parent.glob("*.py")):
        shutil.copy(module, target.parent)
        parts.append((module.name, module.read_text(encoding="utf-8")))
    text = json.dumps(parts)
    version = hashlib.sha256(text.encode()).hexdigest()[:12]  # cells' ids are new each time
    words = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    for cell in words:
        cell.source = link_to_book(cell.source)
    if words:
        words[0].source += LOOP
    # with the name of another kernel JupyterLite would first ask which one to take
    notebook.metadata.kernelspec = {
        "name": "python",
        "display_name": "Python (Pyodide)",
        "language": "python",
    }
    notebook.metadata.ensemblelab = {"version": version}
    nbformat.write(notebook, target)
    return version


def main(arguments: Sequence[str] | None = None) -> int:
    """Build; say what is missing."""
    parser = argparse.ArgumentParser(
        prog="python -m browser.site", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("site", type=Path, metavar="SITE", help="the folder of the built book")
    parser.add_argument(
        "release", type=Path, metavar="RELEASE", nargs="?", help="that of student versions"
    )
    parser.add_argument("--offline", action="store_true", help="with Pyodide's files in the site")
    options = parser.parse_args(arguments)
    if not (options.site / "index.html").is_file():
        parser.error(f"there is no built book in {options.site}; make book makes one")
    try:
        build(options.site, options.release, offline=options.offline)
    except pyodide.FetchError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
