"""The search of the site: sections that have the words asked for, each with its words around them.

Sphinx's own finds pages, on which the words stand anywhere, and shows no excerpt of a book that is
opened from disk. Here the texts of all sections lie in a script, which only the search page loads,
from disk too; _static/search.js looks through them.
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
# The theme has every page load Sphinx's search.
SPHINX_SCRIPTS = re.compile(
    r'\s*<script src="(?:\.\./)*(?:_static/searchtools|_static/language_data|searchindex)\.js[^>]*>'
    r"</script>"
)
SCRIPTS = '<script src="_static/search_texts.js"></script><script src="_static/search.js"></script>'
BEGIN, END = "window.searched = ", ";\n"


def extract_sections(page):
    """Return each section of a page, and each name of the library: its anchor, title and text."""
    start, end = page.find('<article class="bd-article"'), page.rfind("</article>")
    if start < 0:
        return []
    article = BeautifulSoup(UNREAD.sub("", page[start:end]), "html.parser")
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
            found.append((anchor, join_text(name or ""), join_text(part.get_text(" "))))
        part.decompose()
    return found[::-1]


def join_text(text):
    """Put one blank between words, and none before what ends a sentence."""
    return re.sub(r"\s+([.,;:?!)])", r"\1", " ".join(text.split()))


def replace_scripts(page, name):
    """Leave out the scripts of Sphinx's search; the page of the search loads ours instead."""
    page = SPHINX_SCRIPTS.sub("", page)
    return page.replace("</body>", f"{SCRIPTS}</body>", 1) if name == "search" else page


def index_file(outdir):
    return Path(outdir, "_static", "search_texts.js")


def read_index(outdir):
    """Return the sections of pages by their addresses, as the build before wrote them."""
    script = index_file(outdir)
    if not script.exists():
        return {}
    content = script.read_text(encoding="utf-8").removeprefix(BEGIN).removesuffix(END)
    return {uri: sections for uri, _, sections in json.loads(content)}


def write_index(outdir, index):
    """Write the script: each page's address, title and sections."""
    pages = [[uri, sections[0][1], sections] for uri, sections in index.items() if sections]
    content = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
    index_file(outdir).write_text(f"{BEGIN}{content}{END}", encoding="utf-8")
