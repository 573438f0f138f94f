"""Make notebooks of chapters and exercise solutions, for nbval: notebooks.py DIR.

A page that is built, and whose cells are as they were then, brings the outputs that its readers
see: nbval compares them with what the cells show now, in another process. All others run only.
"""

import contextlib
import shutil
import sys
from pathlib import Path

import jupytext
from jupyter_cache import get_cache

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build/book/_build/.jupyter_cache"
sys.path.append(str(ROOT))

from chapters.machine.execution.checks import insert_checks  # noqa: E402


def with_outputs(notebook, built=BUILT):
    """Return a notebook the outputs of the same cells in the built book, or have none compared."""
    if built.exists():
        with contextlib.suppress(KeyError):
            _, executed = get_cache(built).merge_match_into_notebook(notebook, cell_meta=())
            for cell in executed.cells:
                if cell.cell_type == "code" and cell.source.endswith(";"):
                    cell.source += "\nNone"  # nbval keeps no history, where IPython looks for it
            return executed
    for cell in notebook.cells:
        cell.metadata["tags"] = [*cell.metadata.get("tags", ()), "nbval-ignore-output"]
    return notebook


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in [*ROOT.glob("chapters/[a-z]*.md"), *ROOT.glob("exercises/source/*/*.md")]:
        if "\nkernelspec:" in path.read_text(encoding="utf-8"):
            notebook = jupytext.read(path)
            if path.parent.name == "chapters":
                insert_checks(notebook, path.stem)
            name = "-".join(path.relative_to(ROOT).with_suffix(".ipynb").parts)
            jupytext.write(with_outputs(notebook), folder / name)
    for module in ROOT.glob("exercises/source/*/*.py"):
        shutil.copy(module, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
