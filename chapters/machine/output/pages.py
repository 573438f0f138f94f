"""Which pages a build writes, and the one pass over them when it is finished.

On every page stand the titles of others, in references their numbers, and behind them their
anchors. Sphinx leaves all that as it was on pages that are not read again. Here it writes them
too, and warns of a reference that leads nowhere now: a build upon another is one from nothing.

In the pass each written page is read once: the search learns its sections, it loses what the theme
has every page load, its formulas get MathML, and beside it are put its notebook and its cells.
"""

import copy
from pathlib import Path

from chapters.machine.output import live_cells, mathml, notebooks, search


def start_list(app):
    app.written_pages = set()


def note_page(app, doctree, docname):
    """Note a page: Sphinx resolves each one that it writes, before it hands them to processes."""
    app.written_pages.add(docname)


def note_other(app, pagename, templatename, context, doctree):
    """Note a page that is made of none, such as the search."""
    if doctree is None:
        app.written_pages.add(pagename)


def collect_shared(env):
    """Return what pages show of one another."""
    shared = {
        "names": {name: str(title) for name, title in env.titles.items()},
        "headings": {name: str(toc) for name, toc in env.tocs.items()},
        "notebooks": {name for name, data in env.metadata.items() if "kernelspec" in data},
        "order": env.toctree_includes,
        "numbers": [env.toc_secnumbers, env.toc_fignumbers],
        "equations": env.get_domain("math").equations,
        "works": {(c.citation_id, c.key, repr(c.entry)) for c in citations(env)},
        "labels": {one for domain in env.domains.values() for one in domain.get_objects()},
    }
    return copy.deepcopy(shared)  # what Sphinx holds of it changes as it reads


def citations(env):
    return env.domains["cite"].citations if "cite" in env.domains else ()


def write_all_if_changed(app, env):
    """Have Sphinx write all pages if what they show of one another has changed."""
    before, env.shared = getattr(env, "shared", None), collect_shared(env)
    return [] if before == env.shared else env.found_docs


def finish_pages(app, error):
    """Finish the written pages; the search keeps what it knows of the others."""
    if error or app.builder.format != "html" or not app.written_pages:
        return
    index = search.read_index(app.outdir)
    for name in sorted(app.written_pages):
        path = Path(app.builder.get_outfilename(name))
        page = path.read_text(encoding="utf-8")
        if name in app.env.found_docs:
            index[app.builder.get_target_uri(name)] = search.extract_sections(page)
            live_cells.write_cells(app, name)
            notebooks.write_notebook(app, name)
        finished = mathml.add_formulas(search.replace_scripts(page, name))
        finished = live_cells.add_skip_link(finished)
        if finished != page:
            path.write_text(finished, encoding="utf-8")
    order = map(app.builder.get_target_uri, sorted(app.env.found_docs))
    search.write_index(app.outdir, {uri: index[uri] for uri in order if uri in index})


def setup(app):
    app.connect("builder-inited", start_list)
    app.connect("env-get-updated", write_all_if_changed, priority=900)  # Sphinx has numbered all
    app.connect("doctree-resolved", note_page)
    app.connect("html-page-context", note_other)
    app.connect("build-finished", finish_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
