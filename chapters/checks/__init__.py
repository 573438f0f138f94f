"""What the chapters say of what their cells computed: the numbers in the text, and asserts.

A cell of chapters/NAME.md with the option `:check: what` is followed, when the page is executed,
by the function `what` of chapters/checks/NAME.py. Its parameters are names of variables of the
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

__all__ = ["behind", "glue", "insert", "module_of", "run"]

HERE = Path(__file__).parent
# What some pages run or read besides the library, for which all of them are made afresh.
OTHERS = "nbjudge/src", "exercises/nbgrader_config.py", "exercises/source", "exercises/answers"
NAMED = re.compile(r"nbjudge|exercises")
_given: dict[str, object] = {}  # by this process, which executes one page


def glue(name, value):
    """Give the text a number: {glue:text}`name` stands for it.

    Parameters
    ----------
    name : str
    value : str or int
        A string is shown as it is.
    """
    from myst_nb import glue  # takes a second, and reading pages does not need it

    if _given.setdefault(name, value) != value:
        raise ValueError(f"the text's number {name!r} is {_given[name]!r}, and now {value!r}")
    glue(name, value, display=False)


def run(page, name, variables):
    """Call a check with the page's variables.

    Parameters
    ----------
    page : str
        The chapter's name, such as "bagging".
    name : str
        The check's.
    variables : mapping
    """
    check = getattr(importlib.import_module(f"checks.{page}"), name)
    where = f"chapters/checks/{page}.py, {name}"
    given = {}
    for parameter in inspect.signature(check).parameters:
        if parameter not in variables:
            raise NameError(f"{where}: no cell of the page has defined {parameter!r} so far")
        given[parameter] = variables[parameter]
        if isinstance(given[parameter], np.random.Generator):
            raise TypeError(
                f"{where}: numbers drawn from {parameter!r} would change the next cells'"
            )
    check(**given)


def module_of(page):
    """Say where a page's checks are, whether there are any or not.

    Parameters
    ----------
    page : str

    Returns
    -------
    Path
    """
    return HERE / f"{page}.py"


def behind(page, text):
    """Give a digest of nbjudge and the exercises, if a page may show what they do.

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
    module = module_of(page)
    if not NAMED.search(text + (module.read_text(encoding="utf-8") if module.exists() else "")):
        return ""
    root, digest = HERE.parents[1], hashlib.sha256()
    for place in OTHERS:
        for path in sorted([root / place, *(root / place).rglob("*")]):
            # The Makefile's: not what Python compiles, nor what is made of the sources.
            if path.is_file() and path.suffix not in (".pyc", ".ipynb"):
                digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def insert(notebook, page):
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
    from nbformat.v4 import new_code_cell  # the kernels, which only `run`, need not wait for it

    text = module_of(page).read_text(encoding="utf-8") if module_of(page).exists() else ""
    there = [f.name for f in ast.parse(text).body if isinstance(f, ast.FunctionDef)]
    there = [name for name in there if not name.startswith("_")]
    # The cache of executed pages looks at the cells: what a check says must be in them.
    digest = hashlib.sha256(text.encode() + Path(__file__).read_bytes()).hexdigest()
    lines = notebook.metadata.get("source_map", [0] * len(notebook.cells))
    cells, asked = [], []
    for cell, line in zip(notebook.cells, lines, strict=True):
        cells.append((cell, line))
        names = cell.metadata.pop("check", [])
        tags = [tag for tag in cell.metadata.get("tags", ()) if tag.startswith("nbval-")]
        for name in [names] if isinstance(names, str) else names:
            asked.append(name)
            source = f'__import__("checks").run({page!r}, {name!r}, globals())  # {digest}'
            if len(asked) == 1:
                source = f'__import__("sys").path.insert(0, {str(HERE.parent)!r})\n{source}'
            hidden = new_code_cell(source, metadata={"tags": ["remove-cell", *tags]})
            hidden.id = f"check-{len(asked)}"
            cells.append((hidden, line))
    if asked != there:
        raise ValueError(
            f"chapters/{page}.md has the checks {asked}, chapters/checks/{page}.py the functions "
            f"{there}: they must be the same, in the same order"
        )
    if others := behind(page, "".join(cell.source for cell in notebook.cells)):
        hidden = new_code_cell(f"# {others}", metadata={"tags": ["remove-cell"]})
        hidden.id = "others"
        cells.append((hidden, lines[-1]))
    notebook.cells = [cell for cell, _ in cells]
    if "source_map" in notebook.metadata:
        notebook.metadata["source_map"] = [line for _, line in cells]
    return notebook
