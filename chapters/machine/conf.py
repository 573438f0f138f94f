"""Sphinx's settings: those of _config.yml, as `jupyter-book build` does.

With a settings file of Sphinx's own, its command builds pages side by side, and sphinx-autobuild
the one that was saved. Paths in _config.yml are those of the project's root.
"""

import sys
from pathlib import Path

from jupyter_book.config import get_final_config

root = Path(__file__).parents[2]
sys.path.insert(0, str(root))  # its extensions are chapters.machine
settings, _ = get_final_config(
    user_yaml=root / "_config.yml", sourcedir=root, cli_config={"latex_individualpages": False}
)
for name in ("bibtex_bibfiles", "html_static_path"):
    settings[name] = [str(root / path) for path in settings[name]]
settings["external_toc_path"] = str(root / "_toc.yml")
globals().update(settings)
