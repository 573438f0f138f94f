"""Problem sets in the reader's browser: `make site` puts them into the built book.

Chromium sees this machine's loopback alone: no other name leads anywhere. Where the site is not
built, or Pyodide's files are not to be had, the tests that need them are skipped.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile

import nbformat
import pytest
from browser import pyodide, site
from nbgrader.api import Gradebook

from chromium import ROOT, SITE, new_tab, served
from nbjudge.authoring.release import find_leaks, release
from nbjudge.course.myst import read_source
from nbjudge.course.source import find_imports
from nbjudge.run.run import ALL_GRADED, NEEDS_REVIEW, Options, grade_assignment
from pyodide_served import files_of_python, served_with_python

SOURCES = {path.stem: path for path in ROOT.glob("exercises/source/*/*.md")}


@pytest.fixture(scope="module")
def built():
    if not (SITE / "lite" / "sets.json").exists():
        pytest.skip("needs the site with its problem sets (make site)")
    return SITE


# What is published


def test_every_set_is_published_as_students_get_it(built):
    versions = json.loads((built / "lite" / "sets.json").read_text())
    files = {path.name: path for path in built.glob("lite/files/**/*") if path.is_file()}
    published = {path.stem: path for path in files.values() if path.suffix == ".ipynb"}
    modules = {path.name for path in ROOT.glob("exercises/source/*/*.py")}
    assert files.keys() - {path.name for path in published.values()} == modules
    assert published.keys() == versions.keys() == SOURCES.keys() != set()
    for name, path in published.items():
        assert not find_leaks(SOURCES[name], path)
        metadata = nbformat.read(path, 4).metadata
        assert metadata.kernelspec.name == "python"  # else JupyterLite asks for a kernel
        assert metadata.ensemblelab.version == versions[name]


def test_what_starts_python_is_pinned_and_whole(built):
    files = json.loads((built / "python" / "files.json").read_text())
    assert files["source"] in (pyodide.CDN, "./")
    assert pyodide.VERSION in pyodide.CDN
    hashes = {name: base64.b64decode(one[7:]).hex() for name, one in files["runtime"].items()}
    assert hashes == pyodide.RUNTIME
    markdown = {"markdown-it-py", "mdit-py-plugins", "mdurl"}
    assert files["own"].keys() == {"ensemblelab", "comm", *markdown}
    for package in files["own"].values():
        wheel = built / "python" / package["file_name"]
        assert hashlib.sha256(wheel.read_bytes()).hexdigest() == package["sha256"]
        with zipfile.ZipFile(wheel) as archive:
            assert not archive.testzip()
            names = archive.namelist()
        top = {name.partition("/")[0] for name in names}
        distribution = package["name"].replace("-", "_")
        assert top == {*package["imports"], f"{distribution}-{package['version']}.dist-info"}
    settings = json.loads((built / "lite" / "jupyter-lite.json").read_text())["jupyter-config-data"]
    kernel = settings["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["disablePyPIFallback"] is True
    assert all(url.startswith("./") for url in [kernel["pyodideUrl"], *kernel["pipliteUrls"]])


def test_what_checks_import_comes_with_the_kernel(built):
    """It looks at the imports of cells alone."""
    settings = json.loads((built / "lite" / "jupyter-lite.json").read_text())["jupyter-config-data"]
    kernel = settings["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    own = json.loads((built / "python" / "files.json").read_text())["own"]
    there = {*kernel["loadPyodideOptions"]["imports"], *own["ensemblelab"]["depends"], "sklearn"}
    for path in ROOT.glob("exercises/source/*/*.py"):
        asked = {name.partition(".")[0] for name in find_imports(path.read_text())}
        assert "ensemblelab" in asked
        assert asked <= there | sys.stdlib_module_names, path.name


def test_jupyterlite_is_no_larger_than_it_need_be(built):
    files = [path for path in built.glob("lite/**/*") if path.is_file()]
    assert not [path for path in files if path.suffix == ".map"]
    assert sum(path.stat().st_size for path in files) < 25e6


def test_a_version_is_that_of_the_words_and_not_of_the_file(tmp_path):
    cell = nbformat.v4.new_code_cell("a = 1")
    there = tmp_path / "there"
    there.mkdir()
    path, target = tmp_path / "set.ipynb", there / "set.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    first = site.copy_for_browser(path, target)
    cell["id"] = "another"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    assert site.copy_for_browser(path, target) == first
    (tmp_path / "set_checks.py").write_text("b = 1")
    second = site.copy_for_browser(path, target)
    assert second != first
    assert (there / "set_checks.py").read_text() == "b = 1"
    cell["source"] = "a = 2"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    assert site.copy_for_browser(path, target) not in (first, second)


def test_the_text_of_every_set_leads_to_the_book_and_says_how_to_end_a_loop(tmp_path):
    (tmp_path / "copies").mkdir()
    for name, source in SOURCES.items():
        notebook = read_source(source)
        nbformat.write(notebook, tmp_path / f"{name}.ipynb")
        site.copy_for_browser(tmp_path / f"{name}.ipynb", tmp_path / "copies" / f"{name}.ipynb")
        cells = nbformat.read(tmp_path / "copies" / f"{name}.ipynb", 4).cells
        links = dict(re.findall(r"\[\*([^]]*)\*\]\((\S*)\)", cells[0].source))
        assert ("Equations" in links) == ("page *Equations*" in notebook.cells[0].source)
        assert links.keys() - {"Equations"}
        for title, address in links.items():
            page = (ROOT / address.removeprefix("../../")).with_suffix(".md")
            assert f"\n# {title}\n" in page.read_text()
        assert "\n\n**If a cell never ends.**" in cells[0].source
        same = [cell.source for cell in cells if cell.cell_type == "code"]
        assert same == [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def test_a_package_is_packed_again_as_it_was_installed(tmp_path):
    entry = site.repack_installed("comm", tmp_path)
    (wheel,) = tmp_path.iterdir()
    assert wheel.name == entry["file_name"]
    program = "import sys; sys.path.insert(0, sys.argv[1]); import comm; print(comm.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", program, wheel], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(str(wheel))


# The page that opens a set


@pytest.fixture(scope="module")
def opening(tmp_path_factory):
    """A site of the page alone, with one set of version "two"."""
    folder = tmp_path_factory.mktemp("opening")
    instead = {
        "/lite/sets.json": b'{"bagging": "two"}',
        "/lite/notebooks/index.html": b"<title>a notebook</title>",
    }
    (folder / "_static").mkdir()
    shutil.copy(ROOT / "chapters" / "_static" / "open.html", folder / "_static")
    with served(folder, instead) as address:
        yield f"{address}/_static/open.html"


# As JupyterLite saves: the third version of its database, a notebook with its metadata.
SAVE = """(version) => new Promise((resolve) => {
  const asked = indexedDB.open("ensemblelab", 3);
  asked.onupgradeneeded = () => asked.result.createObjectStore("files");
  asked.onsuccess = () => {
    const change = asked.result.transaction("files", "readwrite");
    const content = { metadata: { ensemblelab: { version } } };
    change.objectStore("files").put({ content }, "bagging.ipynb");
    change.oncomplete = () => { asked.result.close(); resolve(); };
  };
})"""


def words_of(tab, address):
    """Open the page; return the words that are shown, or the address that it led to."""
    tab.goto("about:blank")
    tab.goto(address)
    tab.wait_for_function(
        "document.title === 'a notebook' || document.getElementById('waiting').hidden"
    )
    if tab.title() == "a notebook":
        return tab.url
    return tab.locator("[role=status]").inner_text()


def test_one_click_opens_a_set(browser, opening):
    context = browser.new_context()
    tab = new_tab(context)
    there = opening.replace("_static/open.html", "lite/notebooks/index.html?path=bagging.ipynb")
    assert words_of(tab, f"{opening}#bagging") == there
    databases = "indexedDB.databases().then((all) => all.map((one) => one.name))"
    assert tab.evaluate(databases) == []  # which JupyterLite makes
    tab.evaluate(SAVE, "two")
    assert words_of(tab, f"{opening}#bagging") == there
    tab.evaluate(SAVE, None)  # a notebook from elsewhere
    assert words_of(tab, f"{opening}#bagging") == there
    context.close()


def test_a_word_says_that_the_set_is_newer_than_the_saved_work(browser, opening):
    context = browser.new_context()
    tab = new_tab(context)
    tab.goto(f"{opening}#nothing")
    tab.evaluate(SAVE, "one")
    assert "earlier version" in words_of(tab, f"{opening}#bagging")
    tab.get_by_role("link", name="Open my work").click()
    tab.wait_for_url("**/lite/notebooks/index.html?path=bagging.ipynb")
    context.close()


def test_a_word_warns_where_the_browser_keeps_nothing(browser, opening):
    context = browser.new_context()
    tab = new_tab(context)
    refuse = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }"
    tab.add_init_script(refuse)
    assert "keeps nothing" in words_of(tab, f"{opening}#bagging")
    tab.get_by_role("link", name="Open the problem set").click()
    tab.wait_for_url("**/lite/notebooks/index.html?path=bagging.ipynb")
    context.close()


def test_a_word_says_what_is_missing(browser, opening):
    context = browser.new_context()
    tab = new_tab(context)
    assert "There is no such problem set" in words_of(tab, f"{opening}#toString")
    from_disk = (ROOT / "chapters" / "_static" / "open.html").as_uri()
    assert "make site" in words_of(tab, f"{from_disk}#bagging")
    context.close()


# What surrounds a set


def test_a_set_is_light_or_dark_as_the_book_and_leads_back_to_it(browser, built):
    with served(built) as address:
        for mode, system, theme in (
            ("dark", "light", "Dark"),
            ("light", "dark", "Light"),
            ("auto", "dark", "Dark"),
        ):
            context = browser.new_context(color_scheme=system)
            context.add_init_script(f"localStorage.setItem('mode', '{mode}')")
            tab = new_tab(context)
            open_set(tab, address)
            assert tab.locator("body").get_attribute("data-jp-theme-name") == f"JupyterLab {theme}"
            if mode == "auto":
                text = tab.locator(".jp-RenderedMarkdown").get_by_role("link", name="Bagging")
                for link, page in (
                    (text, "bagging"),
                    (tab.locator("#jp-NotebookLogo"), "exercises"),
                ):
                    with context.expect_page() as opened:
                        link.first.click()
                    opened.value.wait_for_load_state()
                    assert opened.value.url == f"{address}/chapters/{page}.html"
            context.close()


def test_on_a_phone_a_set_shows_how_to_hand_it_in_and_nothing_of_the_build(browser, built):
    with served(built) as address:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        tab = new_tab(context)
        open_set(tab, address)
        button = tab.get_by_role("button", name="Download to hand in")
        button.wait_for()
        place = button.bounding_box()
        assert place["x"] + place["width"] < 390
        assert not re.search("Not Trusted|Last Checkpoint", tab.locator("body").inner_text())
        context.close()


# What starts Python


class Worker:
    """A worker that starts a Pyodide of a few lines, by the course's start.js."""

    # fmt: off
    runtime = {
        "pyodide-lock.json": json.dumps({"packages": {
            "theirs": {"name": "theirs", "file_name": "theirs.whl", "imports": ["them"],
                       "depends": ["Ours_too", "shared"], "package_type": "package",
                       "sha256": hashlib.sha256(b"theirs").hexdigest()},
            "shared": {"name": "shared", "file_name": "shared.zip", "imports": [],
                       "depends": [], "package_type": "shared_library"},
            "other": {"name": "other", "file_name": "other.whl", "imports": ["other"],
                      "depends": [], "package_type": "package"},
        }}).encode(),
        "pyodide.js": b"""self.loadPyodide = async (options) => ({
  script: self.script,
  wasm: await (await fetch(options.indexURL + "pyodide.asm.wasm")).text(),
  names: Object.keys((await (await fetch(options.lockFileURL)).json()).packages),
  packages: options.packages,
  loadedPackages: {},
  unpacked: [],
  unpackArchive(content, kind) {
    this.unpacked.push(new TextDecoder().decode(content) + " " + kind);
  },
  runPython: () => () => {},
});""",
        "pyodide.asm.js": b"self.script = 'ran';",
        "pyodide.asm.wasm": b"wasm",
    }
    # fmt: on
    program = b"""importScripts("start.js");
const told = [];
const loading = (come, of) => told.push([come, of]);
loadPyodide({
  indexURL: location.href.replace("worker.js", ""), packages: ["first"], imports: ["them"], loading,
}).then(
  ({ script, wasm, names, packages, loadedPackages, unpacked }) =>
    postMessage({ script, wasm, names, packages, loadedPackages, unpacked, told }),
  (error) => postMessage(error.message),
);"""
    talk = """() => new Promise((resolve) => {
  new Worker("worker.js").onmessage = (message) => resolve(message.data);
})"""

    def __init__(self, folder, spoiled=None, sizes=None):
        there, here = folder / "there", folder / "here"
        there.mkdir()
        here.mkdir()
        for name, content in {**self.runtime, "theirs.whl": b"theirs"}.items():
            (there / name).write_bytes(b"spoiled();" if name == spoiled else content)
        for name, content in {"worker.js": self.program, "ours.whl": b"ours"}.items():
            (here / name).write_bytes(content)
        (here / "index.html").write_text("<title>a page</title>")
        shutil.copy(ROOT / "browser" / "start.js", here)
        self.here, self.there, self.sizes = here, there, sizes or {}

    def says(self, browser):
        """Start it in a page of one site, with Pyodide's files on another."""
        hashes = {
            name: site.format_integrity(hashlib.sha256(content).hexdigest())
            for name, content in self.runtime.items()
        }
        with served(self.there) as cdn:
            ours = {"name": "ours-too", "file_name": "ours.whl", "imports": ["us"], "depends": []}
            ours |= {"package_type": "package", "sha256": hashlib.sha256(b"ours").hexdigest()}
            files = {"source": f"{cdn}/", "runtime": hashes, "own": {"ours-too": ours}}
            files |= {"sizes": self.sizes, "compiled": None}
            with served(self.here, {"/files.json": json.dumps(files).encode()}) as address:
                tab = new_tab(browser.new_context())
                tab.goto(f"{address}/index.html")
                said = tab.evaluate(self.talk)
                tab.context.close()
        return said


def test_pyodides_files_come_from_the_cdn_and_ours_from_here(browser, tmp_path):
    said = Worker(tmp_path).says(browser)
    told = said.pop("told")
    assert said == {
        "script": "ran",
        "wasm": "wasm",
        "names": ["theirs", "shared", "other", "ours-too"],
        "packages": ["first", "shared"],  # what Pyodide loads itself, and asks this script for
        "loadedPackages": {"theirs": "default channel", "ours-too": "default channel"},
        "unpacked": ["theirs wheel", "ours wheel"],  # what holds the module, and what that needs
    }
    assert [come for come, _ in told] == [1, 2, 3, 4, 5, 6]
    assert told[-1] == [6, 8]  # of the shared library and python_stdlib.zip, none was asked for


def test_how_much_has_come_is_told_in_bytes_where_these_are_known(browser, tmp_path):
    sizes = {"pyodide.js": 100, "pyodide.asm.js": 200, "theirs.whl": 3000, "python_stdlib.zip": 50}
    assert Worker(tmp_path, sizes=sizes).says(browser)["told"][-1] == [3300, 3350]


@pytest.mark.parametrize("name", [*Worker.runtime, "theirs.whl"])
def test_a_file_of_another_hash_is_not_run(browser, tmp_path, name):
    said = Worker(tmp_path, spoiled=name).says(browser)
    assert f"{name}, a file of Pyodide, is not to be had from http://127.0.0.1" in said


# The whole way of a problem set


@pytest.fixture(scope="module")
def files():
    return files_of_python(site.KERNEL)


@pytest.mark.trial
def test_with_the_files_beside_the_pages_the_library_starts_from_there_alone(
    browser, files, tmp_path, monkeypatch
):
    monkeypatch.setenv(pyodide.FOLDER, str(files))
    monkeypatch.setattr(site, "build_jupyterlite", lambda notebooks, target: None)
    site.build(tmp_path, tmp_path, offline=True)
    (tmp_path / "python" / "worker.js").write_text(
        """importScripts("start.js");
const line = "import ensemblelab, comm, IPython; repr(ensemblelab.DecisionStump())";
loadPyodide({ indexURL: location.href.replace("worker.js", "") })
  .then(async (python) => {
    await python.loadPackagesFromImports(line);
    return python.runPython(line);
  })
  .then((what) => postMessage(what), (error) => postMessage(error.message));"""
    )
    (tmp_path / "python" / "index.html").write_text("<title>a page</title>")
    asked = []
    with served(tmp_path) as address:
        tab = new_tab(browser.new_context())
        tab.context.on("request", lambda request: asked.append(request.url))
        tab.goto(f"{address}/python/index.html")
        assert tab.evaluate(Worker.talk) == "DecisionStump()"
        tab.context.close()
    assert not [url for url in asked if not url.startswith((address, "blob:"))]
    assert f"{address}/python/pyodide.asm.wasm" in asked


@pytest.fixture
def course_site(built, files):
    instead = {"/python/files.json": (built / "python" / "files.json").read_bytes()}
    with served_with_python(built, files, instead) as address:
        yield address


def marks(cell):
    return cell.metadata.get("nbgrader", {})


def open_set(tab, address, name="bagging"):
    title = read_source(SOURCES[name]).cells[0].source.partition("\n")[0].removeprefix("# ")
    tab.goto(f"{address}/chapters/exercises.html")
    tab.get_by_role("link", name=f"Open {title}", exact=True).click()
    tab.locator(".jp-Notebook .jp-Cell").last.wait_for()


def download(tab, target, name="bagging"):
    with tab.expect_download() as begun:
        # by the menu: JupyterLab may put the bar behind its "…", also where the machine is busy
        tab.get_by_role("menuitem", name="File", exact=True).click()
        tab.get_by_role("menuitem", name="Download", exact=True).click()
    named = tab.get_by_role("button", name="Download to hand in", include_hidden=True)
    assert named.count() == 1
    assert begun.value.suggested_filename == f"{name}.ipynb"
    target.parent.mkdir(parents=True, exist_ok=True)
    begun.value.save_as(target)
    return {marks(cell).get("grade_id"): cell.source for cell in nbformat.read(target, 4).cells}


def wait_for_the_kernel(tab):
    """Before there is one, JupyterLab takes the click on Run All Cells and runs none."""
    named = tab.locator(".jp-KernelName", has_text="Pyodide")
    named.wait_for(state="attached")  # where a bar is drawn early, it stands behind its "…"
    # the state beside the name is drawn a frame later, and was "idle" before there was any
    frames = "new Promise((two) => requestAnimationFrame(() => requestAnimationFrame(two)))"
    tab.evaluate(frames)
    idle = tab.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")
    idle.wait_for(state="attached")


def run_all(tab):
    tab.get_by_role("menuitem", name="Run", exact=True).click()
    tab.get_by_role("menuitem", name="Run All Cells", exact=True).click()


def answers_of(name):
    """The code that solves a set, by the number of its cell."""
    cells = enumerate(read_source(SOURCES[name]).cells)
    return {
        number: cell.source
        for number, cell in cells
        if cell.cell_type == "code" and marks(cell).get("solution")
    }


def solve(tab, answers):
    """Write answers into an open set, and run it to its end without an error."""
    for number, text in answers.items():
        editor = tab.locator(".jp-Notebook .jp-Cell").nth(number).locator(".cm-content")
        editor.click()
        tab.keyboard.press("Control+A")
        tab.keyboard.insert_text(text)
    run_all(tab)
    ran = "[...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].at(-1).textContent"
    tab.wait_for_function(f"/[0-9]/.test({ran})")
    error = tab.locator("[data-mime-type='application/vnd.jupyter.stderr']")
    assert error.count() == 0, error.all_inner_texts()


def assert_earns_all_points(course, name):
    """Grade what "reader" handed in, and leave out what a person is to read."""
    ignore = shutil.ignore_patterns("*.ipynb")
    shutil.copytree(ROOT / "exercises/source" / name, course / "source" / name, ignore=ignore)
    shutil.copy(ROOT / "exercises/nbgrader_config.py", course)
    release(course, name, haste=True)  # changes of the solutions are tried elsewhere
    assert grade_assignment(course, name, Options()) in (ALL_GRADED, NEEDS_REVIEW)
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        (grades,) = gradebook.find_submission(name, "reader").notebooks
        tests = [grade for grade in grades.grades if grade.auto_score is not None]
        assert sum(grade.auto_score for grade in tests) == sum(
            marks(cell)["points"]
            for cell in read_source(SOURCES[name]).cells
            if marks(cell).get("grade") and not marks(cell)["solution"]
        )


# Comes back once the saved notebook has these cells.
SAVED = """(words) => new Promise((resolve) => {
  const look = () => {
    const asked = indexedDB.open("ensemblelab");
    asked.onsuccess = () => {
      const read = asked.result.transaction("files").objectStore("files").get("bagging.ipynb");
      read.onsuccess = () => {
        asked.result.close();
        const saved = read.result?.content.cells.map((cell) => cell.source) ?? [];
        words.every((one) => saved.includes(one)) ? resolve() : setTimeout(look, 500);
      };
    };
  };
  look();
})"""


@pytest.mark.trial
def test_a_set_is_solved_in_the_browser_and_earns_all_points(
    chromium, browser, course_site, tmp_path
):
    kind, options = chromium
    cells, answers = read_source(SOURCES["bagging"]).cells, answers_of("bagging")
    asked = []

    def visit():
        context = kind.launch_persistent_context(tmp_path / "profile", **options)
        context.on("request", lambda request: asked.append(request.url))
        return context, new_tab(context)

    context, tab = visit()
    open_set(tab, course_site)
    wait_for_the_kernel(tab)
    run_all(tab)  # to the first check, which nothing passes yet
    error = tab.locator("[data-mime-type='application/vnd.jupyter.stderr']")
    error.wait_for()
    assert "this task is still to do" in error.inner_text()
    solve(tab, answers)
    tab.evaluate(SAVED, list(answers.values()))  # by itself
    context.close()

    context, tab = visit()  # the browser is started again
    open_set(tab, course_site)
    handed_in = tmp_path / "course" / "submitted" / "reader" / "bagging" / "bagging.ipynb"
    found = download(tab, handed_in)
    assert {marks(cells[number])["grade_id"]: text for number, text in answers.items()}.items() <= (
        found.items()
    )
    context.close()
    assert len(asked) > 100
    assert not [url for url in asked if not url.startswith(("http://127.0.0.1:", "blob:", "data:"))]

    context = browser.new_context()  # another computer
    tab = new_tab(context)
    open_set(tab, course_site)
    tab.get_by_role("menuitem", name="File", exact=True).click()
    with context.expect_page() as opened:
        tab.get_by_role("menuitem", name="Open…", exact=True).click()
    tab.close()
    files = opened.value
    with files.expect_file_chooser() as chooser:
        files.get_by_role("button", name="Upload").click()
    chooser.value.set_files(handed_in)
    files.get_by_role("button", name="Overwrite").click()
    files.evaluate(SAVED, list(answers.values()))
    tab = new_tab(context)
    open_set(tab, course_site)
    assert download(tab, tmp_path / "again.ipynb") == found
    tab.close()
    files.locator(".jp-DirListing-item", has_text="bagging.ipynb").click()  # to begin afresh
    files.get_by_role("button", name="Delete").click()
    files.get_by_role("dialog").get_by_role("button", name="Delete").click()
    files.get_by_role("dialog").wait_for(state="detached")
    tab = new_tab(context)
    open_set(tab, course_site)
    assert "still to do" in download(tab, tmp_path / "afresh.ipynb")["oob-answer"]
    context.close()

    assert_earns_all_points(tmp_path / "course", "bagging")


@pytest.mark.trial
def test_a_check_ends_a_loop_that_nothing_interrupts_and_names_a_cell_that_was_not_run(
    browser, course_site
):
    cells = read_source(SOURCES["bagging"]).cells
    number = next(n for n, cell in enumerate(cells) if marks(cell).get("grade_id") == "oob-answer")
    context = browser.new_context()
    tab = new_tab(context)
    open_set(tab, course_site)
    wait_for_the_kernel(tab)
    notebook = tab.locator(".jp-Notebook .jp-Cell")
    notebook.nth(number + 1).locator(".cm-content").click()
    tab.keyboard.press("Control+Enter")
    error = tab.locator("[data-mime-type='application/vnd.jupyter.stderr']")
    error.wait_for()
    assert "The cell in which you write oob_error has not been run" in error.inner_text()
    assert "Traceback" not in error.inner_text()
    notebook.nth(number).locator(".cm-content").click()
    tab.keyboard.press("Control+A")
    tab.keyboard.insert_text(
        "def oob_error(predictions, samples, y):\n    while len(samples) > 0:\n        pass\n"
    )
    tab.keyboard.press("Shift+Enter")
    tab.keyboard.press("Control+Enter")
    stopped = error.filter(has_text="the check stopped your answer")
    stopped.wait_for()
    assert "in oob_error: the check stopped" in stopped.inner_text()
    context.close()


@pytest.mark.trial
@pytest.mark.parametrize("name", ["adaboost_derivation"])  # any other can be named too
def test_where_only_the_checks_import_the_library_it_is_there(browser, course_site, tmp_path, name):
    context = browser.new_context()
    tab = new_tab(context)
    open_set(tab, course_site, name)
    wait_for_the_kernel(tab)
    solve(tab, answers_of(name))
    download(tab, tmp_path / "course" / "submitted" / "reader" / name / f"{name}.ipynb", name)
    context.close()
    assert_earns_all_points(tmp_path / "course", name)
