"""What `make book` makes again and what it leaves, and that pages execute side by side."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
SPHINX_BUILD = """#!/bin/sh
echo built >>built.log
mkdir -p build/book/_build/html build/book/_build/.doctrees
test ! -e broken
"""


@pytest.fixture
def project(tmp_path):
    """A small tree with the project's Makefile, and a sphinx-build that only says it was called."""
    if not shutil.which("make"):
        pytest.skip("needs make (Debian, Ubuntu: apt install make)")
    for name in (
        "ensemblelab/tree.py",
        "ensemblelab/teaching/records/table.json",
        "exercises/nbgrader_config.py",
        "nbjudge/src/nbjudge/limits.py",
        "nbjudge/pyproject.toml",
        "exercises/source/set.md",
        "exercises/answers/set.answers",
        "chapters/page.md",
        "chapters/evidence/page.py",
        "chapters/machine/content/quiz.py",
        "chapters/machine/conf.py",
        "chapters/machine/execution/ipython_kernel_config.py",
        "chapters/machine/execution/displayed_sources.txt",
        "browser/live.py",
        "_config.yml",
        "_toc.yml",
        "genindex.md",
        "references.bib",
        "pyproject.toml",
        "requirements.txt",
        ".venv/.ready",
        ".venv/bin/python",
        ".venv/bin/sphinx-build",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SPHINX_BUILD if path.name == "sphinx-build" else "")
        path.chmod(0o755)
        os.utime(path, (0, 0))
    os.utime(tmp_path / ".venv/.ready", (1, 1))
    for name in ("Makefile", "chapters/machine/execution/displayed_sources.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def book(project):
    """Run `make book`; say its exit status and how often it built."""
    log = project / "built.log"
    log.unlink(missing_ok=True)
    done = subprocess.run(["make", "book"], cwd=project, capture_output=True, text=True)
    built = log.read_text().count("built") if log.exists() else 0
    return done.returncode, built


def touch(project, name):
    """Make a file newer than all that is built."""
    newest = max(path.stat().st_mtime_ns for path in (project / "build").rglob("*"))
    os.utime(project / name, ns=(newest + 10**9, newest + 10**9))


def test_an_unchanged_book_is_not_built_again(project):
    assert book(project) == (0, 1)
    assert book(project) == (0, 0)


@pytest.mark.parametrize(
    "name",
    [
        "chapters/page.md",
        "chapters/evidence/page.py",
        "exercises/answers/set.answers",
        "exercises/source/set.md",
        "nbjudge/src/nbjudge/limits.py",
        "_config.yml",
        "_toc.yml",
        "references.bib",
    ],
)
def test_a_changed_page_and_what_some_show_is_built_upon_what_there_is(project, name):
    book(project)
    kept = project / "build/book/_build/cache"
    kept.touch()
    touch(project, name)
    assert book(project) == (0, 1)
    assert kept.exists()


EXTENSIONS = ["chapters/machine/content/quiz.py", "chapters/machine/conf.py", "browser/live.py"]


@pytest.mark.parametrize("name", EXTENSIONS)
def test_a_changed_extension_makes_every_page_read_again_and_none_executed(project, name):
    book(project)
    executed = project / "build/book/_build/cache"
    read = project / "build/book/_build/.doctrees/page.doctree"
    executed.touch(), read.touch()
    touch(project, name)
    assert book(project) == (0, 1)
    assert executed.exists()
    assert not read.exists()


@pytest.mark.parametrize(
    "name",
    [
        "ensemblelab/tree.py",
        "ensemblelab/teaching/records/table.json",
        "requirements.txt",
    ],
)
def test_what_all_cells_may_import_or_read_makes_every_page_afresh(project, name):
    book(project)
    stale = project / "build/book/_build/cache"
    stale.touch()
    touch(project, name)
    if name == "requirements.txt":  # its packages are installed again first, which this venv cannot
        touch(project, ".venv/.ready")
    assert book(project) == (0, 1)
    assert not stale.exists()


@pytest.mark.parametrize(
    ("name", "afresh"), [("ensemblelab/tree.py", True), ("nbjudge/src/nbjudge/limits.py", False)]
)
def test_a_module_that_is_gone_is_noticed(project, name, afresh):
    book(project)
    kept = project / "build/book/_build/cache"
    kept.touch()
    (project / name).unlink()
    assert book(project) == (0, 1)
    assert kept.exists() != afresh
    assert book(project) == (0, 0)


def test_a_book_that_failed_is_tried_again(project):
    (project / "broken").touch()
    status, built = book(project)
    assert (status != 0, built) == (True, 1)
    (project / "broken").unlink()
    assert book(project) == (0, 1)


PAGE = """---
file_format: mystnb
kernelspec: {{name: python3, display_name: Python 3}}
---
# {title}

```{{code-cell}} ipython3
with open({log!r}, "a") as log:
    log.write({title!r})
with open({fifo!r}, {mode!r}) as both:  # opens when the other page opens its end
    print("both are here")
```
"""


@pytest.mark.trial
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="two pages meet at a named pipe")
def test_two_pages_execute_side_by_side_and_once(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    source, log, fifo = tmp_path / "pages", tmp_path / "log", tmp_path / "meeting"
    source.mkdir()
    os.mkfifo(fifo)
    for title, mode in (("index", "r"), ("other", "w")):
        text = PAGE.format(title=title, log=str(log), fifo=str(fifo), mode=mode)
        (source / f"{title}.md").write_text(text)
    settings = {
        "extensions": ["myst_nb", "chapters.machine.execution.parallel"],
        "nb_execution_mode": "cache",
        "nb_execution_timeout": 60,
        "exclude_patterns": [],
    }
    silent = {"status": None, "warning": None}
    Sphinx(source, None, tmp_path / "html", tmp_path / "trees", "html", settings, **silent).build()
    assert log.read_text() in ("indexother", "otherindex")
    for title in ("index", "other"):
        assert "both are here" in (tmp_path / "html" / f"{title}.html").read_text()
