"""Which pages a build writes: those that it has read, and all if what pages say of others changed.

On every page stand the titles of others, in references their numbers, and behind them their
anchors. Sphinx leaves all that as it was on pages that are not read again. Here it writes them
too, and says so of a reference that leads nowhere now: a build upon another is one from nothing.

`app.written` names what a build has written, for those that add to it when it is finished.
"""

import copy


def begin(app):
    app.written = set()


def note_page(app, doctree, docname):
    """Note a page: Sphinx resolves each one that it writes, before it hands them to processes."""
    app.written.add(docname)


def note_other(app, pagename, templatename, context, doctree):
    """Note a page that is made of none, such as the search."""
    if doctree is None:
        app.written.add(pagename)


def told(env):
    """Say what pages tell of one another."""
    now = {
        "names": {name: str(title) for name, title in env.titles.items()},
        "headings": {name: str(toc) for name, toc in env.tocs.items()},
        "notebooks": {name for name, data in env.metadata.items() if "kernelspec" in data},
        "order": env.toctree_includes,
        "numbers": [env.toc_secnumbers, env.toc_fignumbers],
        "equations": env.get_domain("math").equations,
        "works": {(c.citation_id, c.key, repr(c.entry)) for c in works(env)},
        "labels": {one for domain in env.domains.values() for one in domain.get_objects()},
    }
    return copy.deepcopy(now)  # what Sphinx holds of it changes as it reads


def works(env):
    return env.domains["cite"].citations if "cite" in env.domains else ()


def write_all(app, env):
    """Have Sphinx write all pages if that has changed."""
    before, env.told = getattr(env, "told", None), told(env)
    return [] if before == env.told else env.found_docs


def setup(app):
    app.connect("builder-inited", begin)
    app.connect("env-get-updated", write_all, priority=900)  # after Sphinx has numbered all
    app.connect("doctree-resolved", note_page)
    app.connect("html-page-context", note_other)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
