"""Make notebooks of chapters and exercise solutions, for nbval: python tests/notebooks.py DIR."""

import shutil
import sys
from pathlib import Path

import jupytext

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "chapters"))

import checks  # noqa: E402  beside the chapters


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in [*ROOT.glob("chapters/*.md"), *ROOT.glob("exercises/source/*/*.md")]:
        if "\nkernelspec:" in path.read_text(encoding="utf-8"):
            notebook = jupytext.read(path)
            if path.parent.name == "chapters":
                checks.insert(notebook, path.stem)
            name = "-".join(path.relative_to(ROOT).with_suffix(".ipynb").parts)
            jupytext.write(notebook, folder / name)
    for module in ROOT.glob("exercises/source/*/*.py"):
        shutil.copy(module, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
