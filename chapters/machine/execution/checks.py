"""What the chapters say of what their cells computed: the numbers in the text, and asserts.

A cell of chapters/NAME.md with the option `:check: what` is followed, when the page is executed,
by the function `what` of chapters/evidence/NAME.py. Its parameters are names of variables of the
page, which it is given as they stand after that cell. It hands numbers to the text with `glue`,
and asserts what the text says. None of it is in the page that is read or downloaded, and none
of it changes what the page's next cells find.
"""

import ast
import hashlib
import importlib
import inspect
import re
from pathlib import Path

import numpy as np

__all__ = [
    "digest_displayed_sources",
    "evidence_file",
    "glue",
    "insert_checks",
    "load_ipython_extension",
    "run_check",
]

ROOT = Path(__file__).parents[3]
# What some pages run or read besides the library; the Makefile reads this list too.
SHOWN_FILES = Path(__file__).with_name("displayed_sources.txt").read_text(encoding="utf-8").split()
SHOWS_FILES = re.compile(r"nbjudge|exercises")
_glued: dict[str, object] = {}  # by this process, which executes one page


def glue(name, value):
    """Put a number into the text: {glue:text}`name` stands for it.

    Parameters
    ----------
    name : str
    value : str or int
        A string is shown as it is.
    """
    from myst_nb import glue  # takes a second, and reading pages does not need it

    if _glued.setdefault(name, value) != value:
        raise ValueError(f"the text's number {name!r} is {_glued[name]!r}, and now {value!r}")
    glue(name, value, display=False)


def run_check(page, name, variables):
    """Call a check with the page's variables.

    Parameters
    ----------
    page : str
        The chapter's name, such as "bagging".
    name : str
        The check's.
    variables : mapping
    """
    check = getattr(importlib.import_module(f"chapters.evidence.{page}"), name)
    where = f"chapters/evidence/{page}.py, {name}"
    arguments = {}
    for parameter in inspect.signature(check).parameters:
        if parameter not in variables:
            raise NameError(f"{where}: no cell of the page has defined {parameter!r} so far")
        arguments[parameter] = variables[parameter]
        if isinstance(arguments[parameter], np.random.Generator):
            raise TypeError(
                f"{where}: numbers drawn from {parameter!r} would change the next cells'"
            )
    check(**arguments)


def load_ipython_extension(shell):
    """Define the magic `%check PAGE NAME`, which leaves the page's variables alone."""

    def check(line):
        page, name = line.split()
        run_check(page, name, shell.user_ns)

    shell.register_magic_function(check)


def evidence_file(page):
    """Return the path of a page's checks, whether there are any or not.

    Parameters
    ----------
    page : str

    Returns
    -------
    Path
    """
    return ROOT / "chapters" / "evidence" / f"{page}.py"


def digest_displayed_sources(page, text):
    """Return a digest of nbjudge and the exercises, if a page may show what they do.

    It may if it or its checks name them, in words too: `ensemblelab grade` runs nbjudge.

    Parameters
    ----------
    page : str
    text : str
        The page's.

    Returns
    -------
    str
        Empty if it names none of them.
    """
    evidence = evidence_file(page)
    if not SHOWS_FILES.search(
        text + (evidence.read_text(encoding="utf-8") if evidence.exists() else "")
    ):
        return ""
    digest = hashlib.sha256()
    for place in SHOWN_FILES:
        for path in sorted([ROOT / place, *(ROOT / place).rglob("*")]):
            # The Makefile's: not what Python compiles, nor what is made of the sources.
            if path.is_file() and path.suffix not in (".pyc", ".ipynb"):
                digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def insert_checks(notebook, page):
    """Put a hidden cell behind each cell that has checks.

    Parameters
    ----------
    notebook : NotebookNode
        It is changed.
    page : str

    Returns
    -------
    NotebookNode
        The same.
    """
    from nbformat.v4 import new_code_cell  # kernels, which only run checks, need not wait for it

    evidence = evidence_file(page)
    text = evidence.read_text(encoding="utf-8") if evidence.exists() else ""
    functions = [f.name for f in ast.parse(text).body if isinstance(f, ast.FunctionDef)]
    defined = [name for name in functions if not name.startswith("_")]
    # The cache of executed pages compares cells: when a check changes, its cell must.
    digest = hashlib.sha256(text.encode() + Path(__file__).read_bytes()).hexdigest()
    lines = notebook.metadata.get("source_map", [0] * len(notebook.cells))
    cells, named = [], []
    for cell, line in zip(notebook.cells, lines, strict=True):
        cells.append((cell, line))
        names = cell.metadata.pop("check", [])
        tags = [tag for tag in cell.metadata.get("tags", ()) if tag.startswith("nbval-")]
        for name in [names] if isinstance(names, str) else names:
            named.append(name)
            source = f"%check {page} {name}\n# {digest}"
            if len(named) == 1:
                source = f"%load_ext {__name__}\n{source}"
            hidden = new_code_cell(source, metadata={"tags": ["remove-cell", *tags]})
            hidden.id = f"check-{len(named)}"
            cells.append((hidden, line))
    if named != defined:
        raise ValueError(
            f"chapters/{page}.md has the checks {named}, chapters/evidence/{page}.py the functions "
            f"{defined}: they must be the same, in the same order"
        )
    if files := digest_displayed_sources(page, "".join(cell.source for cell in notebook.cells)):
        hidden = new_code_cell(f"# {files}", metadata={"tags": ["remove-cell"]})
        hidden.id = "shown-files"
        cells.append((hidden, lines[-1]))
    notebook.cells = [cell for cell, _ in cells]
    if "source_map" in notebook.metadata:
        notebook.metadata["source_map"] = [line for _, line in cells]
    return notebook
