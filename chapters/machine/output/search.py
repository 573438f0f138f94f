"""The search of the site: which sections answer a question, best first, with some of their words.

Sphinx's own finds pages, on which the words stand anywhere, and shows no excerpt of a book that is
opened from disk. Here the texts of all sections lie in a script, which only the search page loads,
from disk too. _static/search.js orders them, with the stemmer and the stop words that Sphinx brings
for its own search; _static/search_marks.js marks the words on the page that a reader opens.
"""

import html
import json
import re
from pathlib import Path

from bs4 import BeautifulSoup

# What is no text to be found: it is code, is drawn, is about the page, or gives an answer away.
LEFT_OUT = (
    "svg, form, button, details.check, details.choice, .cell_input, summary, .player, .headerlink,"
    " .needs, .quizzes, .toctree-wrapper, section.equations"
)
UNREAD = re.compile(r"<(script|style|noscript|pre)\b.*?</\1>", re.DOTALL)  # most of a page
# The theme has every page load Sphinx's search and what marks words for it.
SPHINX_SCRIPTS = re.compile(
    r'\s*<script src="(?:\.\./)*(?:_static/(?:searchtools|language_data|sphinx_highlight)|'
    r"searchindex)\.js[^>]*></script>"
)
SCRIPTS = "".join(
    f'<script src="_static/{name}.js"></script>'
    for name in ("language_data", "search_texts", "search")
)
BEGIN, END = "window.searched = ", ";\n"


def extract_sections(page, index_entries=()):
    """Return each section of a page, each name of the library and each term of the glossary.

    Of each its anchor, title and text; and what the book's index has of it, if anything.
    `index_entries` are Sphinx's: kind, words, id in the page, and more.
    """
    entered = {}
    for _, words, anchor, *_ in index_entries:
        entered.setdefault(anchor, []).append(words.replace(";", ""))
    start, end = page.find('<article class="bd-article"'), page.rfind("</article>")
    if start < 0:
        return []
    article = BeautifulSoup(UNREAD.sub("", page[start:end]), "html.parser")
    for one in article.select(LEFT_OUT):
        one.decompose()
    for cell in article.select("td"):
        if not re.search(r"[^\W\d_]", cell.get_text()):  # numbers alone
            cell.decompose()
    for formula in article.select(".math"):
        formula.replace_with(read_formula(formula.get_text()))
    found = []
    # What is inside comes first.
    for part in reversed(article.select("section[id], dl.py, dl.glossary > dd")):
        if part.name == "dd":
            found.append(extract_entry(part))
            continue
        head = part.find(["h1", "h2", "h3", "h4", "h5", "h6", "dt"])
        if head is not None:
            anchor = head.get("id") or part.get("id", "")
            name = head.get("id") if head.name == "dt" else head.get_text()
            head.extract()
            section = anchor, join_text(name or ""), join_text(part.get_text(" "))
            marks = part.find_all(id=re.compile(r"^index-\d+$"))
            words = "; ".join(one for mark in marks for one in entered.get(mark["id"], ()))
            found.append((*section, words) if words else section)
        part.decompose()
    return found[::-1]


def extract_entry(definition):
    """Take an entry out of the glossary: its anchor, its terms, and what it says.

    Terms are also those that it gives in words: "An ensemble ... is also called a *committee*".
    """
    heads = []
    for before in definition.find_previous_siblings():
        if before.name != "dt":
            break
        heads.insert(0, before)
    terms = [join_text(head.get_text()) for head in heads]
    for word in definition.select("em"):
        said = "".join(reversed([str(one) for one in word.previous_siblings]))
        if re.search(r"\balso (called|say)\b[^.]*$", said):
            terms.append(join_text(word.get_text()))
    entry = heads[0].get("id"), ", ".join(terms), join_text(definition.get_text(" "))
    for part in (*heads, definition):
        part.decompose()
    return entry


def read_formula(latex):
    """Return a short formula as one would type it, and "…" for another."""
    text = re.sub(r"^\s*\\[(\[]|\\[)\]]\s*$", "", latex)
    text = re.sub(r"\\([a-z]+)", lambda name: html.unescape(f"&{name[1]};"), text)  # Greek
    text = re.sub(r"[{}$]", "", text)
    return text if not re.search(r"[\\&]", text) and len(text) < 20 else "…"


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
