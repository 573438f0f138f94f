"""The search of the site: sections that say what was asked for, each with its words around it.

Sphinx's own finds pages, on which the words asked for stand anywhere, and shows no excerpt of a
book that is opened from disk. Here the texts of all sections lie in a script, which only the search
page loads, from disk too; _static/search.js looks through them.
"""

import json
import re
from pathlib import Path

from bs4 import BeautifulSoup

# What is no text to be found: it is code, or is drawn, or is about the page.
LEFT_OUT = (
    "svg, form, details.check, .player, .headerlink, .needs, .quizzes, .toctree-wrapper,"
    " section.equations"
)
UNREAD = re.compile(r"<(script|style|noscript|pre)\b.*?</\1>", re.DOTALL)  # most of a page
SPHINXS = re.compile(
    r'\s*<script src="(?:\.\./)*(?:_static/searchtools|_static/language_data|searchindex)\.js[^>]*>'
    r"</script>"
)
BEGIN, END = "window.searched = ", ";\n"
OURS = '<script src="_static/search_texts.js"></script><script src="_static/search.js"></script>'


def sections(text):
    """Give each section of a page, and each name of the library: its anchor, title and text."""
    start, end = text.find('<article class="bd-article"'), text.rfind("</article>")
    if start < 0:
        return []
    article = BeautifulSoup(UNREAD.sub("", text[start:end]), "html.parser")
    for one in article.select(LEFT_OUT):
        one.decompose()
    for formula in article.select(".math"):
        latex = re.sub(r"^\s*\\[(\[]|\\[)\]]\s*$|[{}$]", "", formula.get_text())
        formula.replace_with(latex if "\\" not in latex and len(latex) < 20 else "…")
    found = []
    for part in reversed(article.select("section[id], dl.py")):  # what is inside comes first
        head = part.find(["h1", "h2", "h3", "h4", "h5", "h6", "dt"])
        if head is not None:
            anchor = head.get("id") or part.get("id", "")
            name = head.get("id") if head.name == "dt" else head.get_text()
            head.extract()
            found.append((anchor, plain(name or ""), plain(part.get_text(" "))))
        part.decompose()
    return found[::-1]


def plain(text):
    """Let blanks be single, and none stand before what ends a sentence."""
    return re.sub(r"\s+([.,;:?!)])", r"\1", " ".join(text.split()))


def kept(script):
    """Read what the script says of each page: those that were not written are what they were."""
    if not script.exists():
        return {}
    content = script.read_text(encoding="utf-8").removeprefix(BEGIN).removesuffix(END)
    return {page[0]: page for page in json.loads(content)}


def write_texts(app, error):
    if error or app.builder.format != "html" or not app.written:
        return
    script, pages = Path(app.outdir, "_static", "search_texts.js"), []
    before = kept(script)
    for name in sorted(app.env.found_docs):
        page, uri = Path(app.outdir, f"{name}.html"), app.builder.get_target_uri(name)
        if uri in before and name not in app.written:
            pages.append(before[uri])
            continue
        text = page.read_text(encoding="utf-8")
        if parts := sections(text):
            pages.append([uri, parts[0][1], parts])
        if (without := SPHINXS.sub("", text)) != text:  # the theme has every page load it
            page.write_text(without, encoding="utf-8")
    content = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
    script.write_text(f"{BEGIN}{content}{END}", encoding="utf-8")
    page = Path(app.outdir, "search.html")
    text = SPHINXS.sub("", page.read_text(encoding="utf-8"))
    if OURS not in text:
        text = text.replace("</body>", f"{OURS}</body>", 1)
    page.write_text(text, encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_texts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
