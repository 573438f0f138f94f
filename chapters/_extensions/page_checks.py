"""Let each chapter's checks run behind its cells: chapters/checks says what they are."""

from pathlib import Path

from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from sphinx.errors import ExtensionError

import checks


def read(text, page):
    """Read a page's text as a notebook in which its checks stand."""
    try:
        return checks.insert(read_myst_markdown_notebook(text, add_source_map=True), page)
    except ValueError as wrong:
        raise ExtensionError(str(wrong)) from None


def set_reader(app):
    """Have MyST-NB read each executed page so: it takes a reader for the end of a path."""
    formats = dict(app.env.mystnb_config.custom_formats)
    for path in Path(app.srcdir, "chapters").glob("*.md"):
        if is_myst_markdown_notebook(path.read_text(encoding="utf-8")):
            formats[f"chapters/{path.name}"] = ("page_checks.read", {"page": path.stem}, False)
    app.env.mystnb_config = app.env.mystnb_config.copy(custom_formats=formats)


def note_checks(app, docname, source):
    """Have Sphinx read a page again when its checks change, or what it shows of other code."""
    page, (text,) = Path(docname).name, source
    module = checks.module_of(page)
    if module.exists():
        app.env.note_dependency(str(module))
        app.env.note_dependency(checks.__file__)
    if is_myst_markdown_notebook(text):
        app.env.metadata[docname]["behind"] = checks.behind(page, text)


def read_again(app, env, added, changed, removed):
    """List pages that show other code, if it has changed: a new file is nobody's dependency."""
    for name in env.found_docs:
        if before := env.metadata.get(name, {}).get("behind"):
            path = Path(env.doc2path(name))
            if before != checks.behind(path.stem, path.read_text(encoding="utf-8")):
                yield name


def setup(app):
    app.connect("builder-inited", set_reader, priority=900)  # after MyST-NB's own
    app.connect("env-get-outdated", read_again)
    app.connect("source-read", note_checks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
