"""Notebooks of pages with what was shown when the book was built, which nbval compares."""

import subprocess
import sys

import nbformat
import pytest
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn

from notebooks import ROOT, with_outputs

KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
SOURCES = "number = 2\nprint(number)", "[number];", "object()"


def notebook(*sources):
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    return nbformat.v4.new_notebook(cells=cells, metadata=KERNEL)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """What nbval says of notebooks whose pages showed this, and other, and were not built."""
    from nbclient import NotebookClient

    folder, cache = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("cache")
    built = get_cache(cache)
    for name, shown in (("same", "2\n"), ("other", "3\n")):
        page = notebook(f"# {name}", *SOURCES)
        NotebookClient(page, timeout=None, record_timing=False).execute()
        page.cells[1].outputs[0].text = shown
        built.cache_notebook_bundle(CacheBundleIn(page, name), check_validity=False)
    for name in ("same", "other", "not_built"):
        made = with_outputs(notebook(f"# {name}", *SOURCES), cache)
        nbformat.write(made, folder / f"{name}.ipynb")

    def run(*options):
        rules = ["--nbval-sanitize-with", ROOT / "tests/tools/sanitize.cfg"]
        command = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-q", "-rA"]
        command += ["--rootdir", folder, "-p", "nbval.plugin", *options, *rules, folder]
        said = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
        return [line for line in said.splitlines() if line.startswith("FAILED")], said

    return run


def test_what_a_page_shows_is_compared(ran):
    failed, said = ran("--nbval")
    assert len(failed) == 1, said
    assert "other.ipynb::Cell 1" in failed[0]
    assert "11 passed" in said


def test_nothing_is_compared_where_processors_differ(ran):
    failed, said = ran("--nbval-lax")
    assert not failed, said
    assert "12 passed" in said
