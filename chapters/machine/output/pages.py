"""Which pages a build writes, and the one pass over them when it is finished.

On every page stand the titles of others, in references their numbers, and behind them their
anchors. Sphinx leaves all that as it was on pages that are not read again. Here it writes them
too, and warns of a reference that leads nowhere now: a build upon another is one from nothing.

In the pass each written page is read once: the search learns its sections, and links their
previews, it loses what the theme has every page load, its formulas get MathML, and beside it are
put its notebook and its cells.
"""

import copy
import json
import re
from pathlib import Path

from chapters.machine.output import live_cells, mathml, notebooks, search

# What links show of other pages: a script, since a page that is opened from disk fetches nothing.
TEXTS, BEGIN, END = "preview_texts.js", "window.previews = ", ";\n"
EQUATION = re.compile(
    r'<div class="math notranslate nohighlight" id="(equation-[^"]+)">\s*'
    r'<span class="eqno">.*?</span>'
    r"(\\\[.*?\\\])\s*</div>",
    re.DOTALL,
)
# Words that are defined together, and their definition.
TERMS = re.compile(
    r'((?:<dt id="term-[^"]+">(?:(?!</dt>).)*</dt>\s*)+)<dd>(.*?)\s*</dd>', re.DOTALL
)


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


def extract_previews(page):
    """Return what links to a page's equations and terms show, by their anchors."""
    found = {anchor: f'<div class="math">{latex}</div>' for anchor, latex in EQUATION.findall(page)}
    for words, definition in TERMS.findall(page):
        text = re.sub(r"</?a\b[^>]*>", "", definition)  # nobody can follow links within
        found |= dict.fromkeys(re.findall(r'<dt id="([^"]+)">', words), text)
    return found


def read_previews(outdir):
    """Return the previews of pages by their addresses, as the build before wrote them."""
    script = Path(outdir, "_static", TEXTS)
    if not script.exists():
        return {}
    return json.loads(script.read_text(encoding="utf-8").removeprefix(BEGIN).removesuffix(END))


def write_previews(outdir, previews):
    content = json.dumps(previews, ensure_ascii=False, separators=(",", ":"))
    Path(outdir, "_static", TEXTS).write_text(f"{BEGIN}{content}{END}", encoding="utf-8")


def finish_pages(app, error):
    """Finish the written pages; search and previews keep what they know of the others."""
    if error or app.builder.format != "html" or not app.written_pages:
        return
    index, previews = search.read_index(app.outdir), read_previews(app.outdir)
    for name in sorted(app.written_pages):
        path = Path(app.builder.get_outfilename(name))
        page = path.read_text(encoding="utf-8")
        if name in app.env.found_docs:
            uri = app.builder.get_target_uri(name)
            entries = app.env.get_domain("index").entries.get(name, ())
            index[uri] = search.extract_sections(page, entries)
            previews[uri] = extract_previews(page)
            live_cells.write_cells(app, name)
            notebooks.write_notebook(app, name)
        finished = mathml.add_formulas(search.replace_scripts(page, name))
        finished = live_cells.add_skip_link(finished)
        if finished != page:
            path.write_text(finished, encoding="utf-8")
    order = list(map(app.builder.get_target_uri, sorted(app.env.found_docs)))
    search.write_index(app.outdir, {uri: index[uri] for uri in order if uri in index})
    write_previews(app.outdir, {uri: previews[uri] for uri in order if previews.get(uri)})


def setup(app):
    app.connect("builder-inited", start_list)
    app.connect("env-get-updated", write_all_if_changed, priority=900)  # Sphinx has numbered all
    app.connect("doctree-resolved", note_page)
    app.connect("html-page-context", note_other)
    app.connect("build-finished", finish_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
