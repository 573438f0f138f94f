"""Read each executed page with its checks behind its cells: `checks` says what they are."""

from pathlib import Path

from chapters.machine.execution import checks
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from sphinx.errors import ExtensionError


def read_page(text, page):
    """Return a page's text as a notebook that has its checks."""
    try:
        return checks.insert_checks(read_myst_markdown_notebook(text, add_source_map=True), page)
    except ValueError as error:
        raise ExtensionError(str(error)) from None


def set_reader(app):
    """Have MyST-NB read each executed page so: it takes a reader for the end of a path."""
    formats = dict(app.env.mystnb_config.custom_formats)
    for path in Path(app.srcdir, "chapters").glob("*.md"):
        if is_myst_markdown_notebook(path.read_text(encoding="utf-8")):
            reader = f"{__name__}.{read_page.__name__}"
            formats[f"chapters/{path.name}"] = (reader, {"page": path.stem}, False)
    app.env.mystnb_config = app.env.mystnb_config.copy(custom_formats=formats)


def note_dependencies(app, docname, source):
    """Have Sphinx read a page again when its checks change, or what it shows of other code."""
    page, (text,) = Path(docname).name, source
    evidence = checks.evidence_file(page)
    if evidence.exists():
        app.env.note_dependency(str(evidence))
        app.env.note_dependency(checks.__file__)
    if is_myst_markdown_notebook(text):
        app.env.metadata[docname]["displayed_sources"] = checks.digest_displayed_sources(page, text)


def find_outdated(app, env, added, changed, removed):
    """List pages that show other code, if it has changed: a new file is nobody's dependency."""
    for name in env.found_docs:
        if before := env.metadata.get(name, {}).get("displayed_sources"):
            path = Path(env.doc2path(name))
            if before != checks.digest_displayed_sources(
                path.stem, path.read_text(encoding="utf-8")
            ):
                yield name


def setup(app):
    app.connect("builder-inited", set_reader, priority=900)  # after MyST-NB's own
    app.connect("env-get-outdated", find_outdated)
    app.connect("source-read", note_dependencies)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
