"""Execute new pages side by side, one a processor, before Sphinx reads them one by one.

Sphinx finds the outputs in MyST-NB's cache. A page that failed is not in it: Sphinx executes it
once more and says why, as it would have without this.
"""

import logging
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from jupyter_cache import get_cache
from myst_nb.core.execute import create_client
from myst_nb.core.read import create_nb_reader

import warm_kernels  # beside the chapters

SILENT = logging.LoggerAdapter(logging.getLogger(__name__))
SILENT.process = lambda msg, kwargs: (msg, {})  # MyST-NB's messages carry arguments of Sphinx's
SILENT.logger.addHandler(logging.NullHandler())
SILENT.logger.propagate = False


def execute_pages(app, env, docnames):
    """Execute the pages that Sphinx is about to read, long ones first; a thread waits for each.

    The page of the equations is short, and long at work.
    """

    def read(path):
        text = path.read_text(encoding="utf-8")
        reader = create_nb_reader(str(path), env.myst_config, env.mystnb_config, text)
        return reader and (reader.read(text), str(path), reader.read_fmt)  # a page with cells

    def execute(page):
        notebook, path, form = page
        with create_client(notebook, path, env.mystnb_config, SILENT, form):
            pass

    get_cache(env.mystnb_config.execution_cache_path).db  # noqa: B018  made once, before threads use it
    paths = sorted(
        (Path(env.doc2path(name)) for name in docnames),
        key=lambda path: (path.stem != "equations", -path.stat().st_size),
    )
    # Before there are threads: Python 3.11 may fail where two of them parse Python at once
    # (CPython's issue 106905), and a page's checks are parsed as it is read.
    pages = [page for page in map(read, paths) if page]
    warm_kernels.use()
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(execute, pages))


def setup(app):
    app.connect("env-before-read-docs", execute_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
