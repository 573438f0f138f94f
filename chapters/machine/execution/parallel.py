"""Execute new pages side by side, one a processor, while Sphinx reads those that are done.

Sphinx finds the outputs in MyST-NB's cache. A page that failed is not in it: Sphinx executes it
once more and says why, as it would have without this. Pages are written side by side too.
"""

import logging
import os
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from chapters.machine.execution import kernels
from jupyter_cache import get_cache
from myst_nb.core.execute import create_client
from myst_nb.core.read import create_nb_reader

SILENT = logging.LoggerAdapter(logging.getLogger(__name__))
SILENT.process = lambda msg, kwargs: (msg, {})  # MyST-NB's messages carry arguments of Sphinx's
SILENT.logger.addHandler(logging.NullHandler())
SILENT.logger.propagate = False


EXECUTED: dict[str, Future] = {}  # pages that are, or wait for their turn


def execute_pages(app, env, docnames):
    """Execute the pages that Sphinx is about to read, long ones first; a thread waits for each.

    The page of the equations is short, and long at work. Sphinx reads them in the same order,
    after those that execute nothing.
    """

    def read(name):
        path = env.doc2path(name)
        text = Path(path).read_text(encoding="utf-8")
        reader = create_nb_reader(path, env.myst_config, env.mystnb_config, text)
        return reader and (reader.read(text), path, reader.read_fmt)  # a page with cells

    def order(name):
        path = Path(env.doc2path(name))
        return name in pages, path.stem != "equations", -path.stat().st_size

    def execute(page):
        notebook, path, form = page
        with create_client(notebook, path, env.mystnb_config, SILENT, form):
            pass

    get_cache(env.mystnb_config.execution_cache_path).db  # noqa: B018  made once, before threads use it
    # Before there are threads: Python 3.11 may fail where two of them parse Python at once
    # (CPython's issue 106905), and a page's checks are parsed as it is read.
    pages = {name: page for name in docnames if (page := read(name))}
    if not pages:
        return
    docnames.sort(key=order)
    kernels.prepare_kernels()
    threads = ThreadPoolExecutor(os.cpu_count())
    for name in filter(pages.__contains__, docnames):
        EXECUTED[name] = threads.submit(execute, pages[name])
    threads.shutdown(wait=False)  # they end with the last page, before Sphinx forks to write


def wait_for_outputs(app, docname, source):
    """Have a page executed before it is read."""
    if docname in EXECUTED:
        EXECUTED.pop(docname).result()


def write_side_by_side(app, env):
    """Write pages in as many processes as there are processors.

    It cannot read them so: some extensions do not allow it.
    """
    app.parallel = os.cpu_count()


def setup(app):
    app.connect("env-before-read-docs", execute_pages)
    app.connect("source-read", wait_for_outputs)
    app.connect("env-updated", write_side_by_side)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
