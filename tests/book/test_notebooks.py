"""The chapters' notebooks, as they are downloaded, in the one environment that students install."""

import ast
import re
import shutil
import subprocess
import sys

import jupytext
import nbformat
import pytest

from prose import CHAPTERS, ROOT
from test_book_cells import OF_THE_COURSE, built_page, printed

FOLDER = ROOT / "build/book/_build/html/_sources/chapters"
# What the extra `notebooks` and the library itself bring.
OFFERED = {"IPython", "ensemblelab", "joblib", "matplotlib", "numpy", "scipy", "sklearn", "xgboost"}
OFFERED |= sys.stdlib_module_names
# Of the chapters, those that run in it: the one that asks for a compiler, and two that between them
# import all that any of them does.
RUN = ("speed", "xgboost", "practice")


def notebook(name):
    path = FOLDER / f"{name}.ipynb"
    if not path.exists():
        pytest.skip("needs the built book (make book)")
    return path


def imported(cells):
    """List the packages that code imports."""
    for cell in cells:
        for node in ast.walk(ast.parse(cell.source)) if cell.cell_type == "code" else ():
            if isinstance(node, ast.Import):
                yield from (name.name.partition(".")[0] for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield node.module.partition(".")[0]


@pytest.mark.parametrize("name", OF_THE_COURSE)
def test_a_chapters_notebook_reads_well_in_plain_jupyter(name):
    cells = jupytext.read(notebook(name)).cells
    assert set(imported(cells)) <= OFFERED
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    of_the_book = r"\{[\w:]+\}`|^(?:```+|:::+)\{|^\([\w-]+\)=|^%|\]\([\w-]*(?:\.md)?\)"
    assert not re.findall(of_the_book, text, re.MULTILINE)
    for leads in re.findall(r"\]\((\w+\.ipynb)\)", text):
        assert (FOLDER / leads).exists(), leads
    source = (CHAPTERS / f"{name}.md").read_text(encoding="utf-8")
    assert len(re.findall("<summary>Solution of exercise", text)) == source.count("{solution} ")
    assert text.count("<details>") == text.count("</details>")
    assert len(re.findall(r"^\*\*Figure [\d.]+\*\*", text, re.MULTILINE)) == source.count(
        "    name: figure-"
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder of programs of an environment made as the students' page says."""
    home = tmp_path_factory.mktemp("student")
    found = shutil.which("uv")  # which make puts into its environment, where there is none
    uv = [*([found] if found else [sys.executable, "-m", "uv"]), "--quiet"]
    subprocess.run([*uv, "venv", "--python", sys.executable, home / "environment"], check=True)
    subprocess.run([*uv, "build", "--wheel", "--out-dir", home / "wheel"], cwd=ROOT, check=True)
    (wheel,) = (home / "wheel").glob("*.whl")
    programs = home / "environment" / "bin"
    pip = [*uv, "pip", "install", "--compile-bytecode", "--python", programs / "python"]
    pip += ["--constraint", ROOT / "requirements.txt"]
    subprocess.run([*pip, f"ensemblelab[notebooks] @ {wheel.as_uri()}"], check=True)
    return programs


@pytest.mark.trial
def test_what_students_install_is_small_and_has_no_compiler_and_no_grader(installed):
    files = [path for path in installed.parent.rglob("*") if path.is_file()]
    files = [path for path in files if not path.is_symlink()]  # to the interpreter, there before
    caches = sum(path.stat().st_size for path in files if path.suffix == ".pyc")
    others = sum(path.stat().st_size for path in files) - caches
    assert others < 450e6
    assert caches < 0.3 * others
    there = {path.name for path in installed.parent.glob("lib/python*/site-packages/*")}
    assert {"ensemblelab", "matplotlib", "jupyterlab"} <= there
    assert not {"llvmlite", "myst_nb", "nbgrader", "nbjudge", "numba", "sphinx"} & there


def test_the_chapters_that_run_import_all_packages_that_any_does():
    packages = {name: set(imported(jupytext.read(notebook(name)).cells)) for name in OF_THE_COURSE}
    every = set.union(*packages.values()) - sys.stdlib_module_names
    assert every <= set.union(*(packages[name] for name in RUN))


@pytest.mark.trial
@pytest.mark.parametrize("name", RUN)
def test_a_chapters_notebook_runs_in_what_students_install(installed, tmp_path, name):
    """And prints what the page shows: so checks, which run there, change nothing for its cells."""
    copied = tmp_path / f"{name}.ipynb"
    copied.write_bytes(notebook(name).read_bytes())
    done = subprocess.run(
        [installed / "jupyter", "execute", "--inplace", "--timeout=-1", copied],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert printed(nbformat.read(copied, 4)) == printed(built_page(name))
