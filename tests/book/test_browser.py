"""Python in a reader's browser: its files are the right ones, and the library runs in it.

What runs there is Pyodide, where an index has 32 bits; Node, which comes with Playwright, runs it
too. Where Pyodide's files are not to be had, the tests that need them are skipped.
"""

import hashlib
import http.server
import json
import os
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import numpy as np
import playwright
import pytest
from browser import pyodide
from ensemblelab.equations import equations

from nbjudge.course.myst import read_source
from pyodide_served import files_of_python

ROOT = Path(__file__).parents[2]
NODE = next(Path(playwright.__file__).parent.joinpath("driver").glob("node*"))


@pytest.fixture(scope="module")
def files():
    return files_of_python()


def there(files, program):
    """Run a line of Python in Pyodide; return what each line that it printed says."""
    command = [NODE, ROOT / "tests" / "book" / "in_pyodide" / "run.mjs", files, ROOT, program]
    return results(command)


def here(program):
    """Run it in this Python."""
    return results([sys.executable, "-W", "ignore", "-c", program])


def results(command):
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests/book", ROOT / "tests/tools")))
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


@pytest.mark.trial
def test_estimators_statements_and_members_are_in_32_bits_as_in_64(files):
    """All three in one Python, since it takes long to start."""
    estimators = "from in_pyodide import estimators; estimators.report()"
    statements = "from in_pyodide import statements; statements.report()"
    members = "import processors.members"
    found, holds, same = there(files, "; ".join((estimators, statements, members)))
    assert_answers_are_alike(found, *here(estimators))
    assert holds["tried"] == [one.label for one in equations()]
    assert not holds["fail"]
    assert [same] == here(members)  # what rests on IEEE arithmetic, to the bit


def assert_answers_are_alike(found, wide):
    assert (found["bits"], wide["bits"]) == (32, 64)
    assert not wide["untried"]
    assert found["answers"].keys() == wide["answers"].keys()
    for name, expected in wide["answers"].items():
        for what, values in expected.items():
            # exp and log are the C library's, another one there
            np.testing.assert_allclose(
                found["answers"][name][what], values, rtol=1e-9, atol=1e-12, err_msg=(name, what)
            )


@pytest.mark.trial
def test_solutions_pass_the_visible_checks_of_every_set_in_32_bits(files):
    """In the browser a student meets no other tests."""
    sets = {}
    for source in ROOT.glob("exercises/source/*/*.md"):
        cells = [cell for cell in read_source(source).cells if cell.cell_type == "code"]
        names = [cell.metadata.get("nbgrader", {}).get("grade_id", "") for cell in cells]
        visible = zip(names, cells, strict=True)
        sets[source.stem] = [cell.source for name, cell in visible if not name.endswith("-hidden")]
    path = ROOT / "build" / "cells_for_pyodide.json"  # Pyodide sees the project's files alone
    path.write_text(json.dumps(sets))
    draws = "import os, pyodide_js; os.environ['MPLBACKEND'] = 'agg'; "
    draws += "await pyodide_js.loadPackage('matplotlib'); "
    program = f"from in_pyodide import notebooks; notebooks.report('build/{path.name}')"
    [found] = there(files, draws + program)
    assert not found["fail"]
    assert found["ran"] == sum(map(len, sets.values())) > 100


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A folder with a runtime of two files and two packages, one of which needs the other."""
    folder = tmp_path / "folder"
    folder.mkdir()

    def package(name, *needs):
        content = name.encode()
        (folder / f"{name}.whl").write_bytes(content)
        digest = hashlib.sha256(content).hexdigest()
        return {"file_name": f"{name}.whl", "sha256": digest, "depends": list(needs)}

    lock = {"packages": {"one": package("one", "an_other"), "an-other": package("an-other")}}
    (folder / pyodide.LOCK).write_text(json.dumps(lock))
    (folder / "pyodide.mjs").write_text("runtime")
    runtime = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in (pyodide.LOCK, "pyodide.mjs")
    }
    monkeypatch.setattr(pyodide, "RUNTIME", runtime)
    monkeypatch.delenv(pyodide.FOLDER, raising=False)
    return folder


@pytest.fixture
def cdn(small):
    """A stand-in for the CDN on this machine: its address, and what is asked of it."""
    asked = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words):
            asked.append(self.path)

    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Handler, directory=small)
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()


ALL = {pyodide.LOCK, "pyodide.mjs", "one.whl", "an-other.whl"}


def test_files_come_from_the_folder_that_the_variable_names(small, tmp_path, monkeypatch):
    monkeypatch.setenv(pyodide.FOLDER, str(small))
    target = pyodide.fetch(tmp_path / "new" / "target", ["one"])
    assert {path.name for path in target.iterdir()} == ALL


def test_files_come_from_the_network_and_only_once(cdn, small, tmp_path, monkeypatch):
    address, asked = cdn
    monkeypatch.setattr(pyodide, "CDN", address)
    pyodide.fetch(tmp_path / "target", ["one"])
    assert {path.lstrip("/") for path in asked} == ALL
    (tmp_path / "target" / "one.whl").write_text("spoiled")
    pyodide.fetch(tmp_path / "target", ["one"])
    assert len(asked) == len(ALL) + 1
    assert (tmp_path / "target" / "one.whl").read_bytes() == b"one"


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_file_that_is_another_is_refused(small, tmp_path, cdn, name):
    (small / name).write_text("{}")
    for source in (small, cdn[0]):
        with pytest.raises(pyodide.FetchError, match=f"^{name} from .*: another hash"):
            pyodide.fetch(tmp_path / "target", ["one"], source)
    assert not (tmp_path / "target" / name).exists()


def test_a_file_that_is_not_there_is_told(small, tmp_path, cdn, monkeypatch, capsys):
    (small / "pyodide.mjs").unlink()
    for source in (small, cdn[0]):
        with pytest.raises(pyodide.FetchError, match=r"^pyodide\.mjs .*ENSEMBLELAB_PYODIDE"):
            pyodide.fetch(tmp_path / "target", ["one"], source)
    monkeypatch.setenv(pyodide.FOLDER, str(small))
    assert pyodide.main([str(tmp_path / "target")]) == 1
    assert "cannot be had from" in capsys.readouterr().err


def test_the_library_is_tried_with_the_versions_of_the_browser(files):
    """`.ci/night elsewhere` runs the tests with them."""
    known = json.loads((files / pyodide.LOCK).read_text())["packages"]
    lines = (ROOT / "tests" / "tools" / "floors" / "pyodide.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert {name: known[name]["version"] for name in pins} == pins
    assert pyodide.VERSION in lines[0]
