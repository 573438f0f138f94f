"""Give each executed page a download that reads well in plain Jupyter.

Jupyter knows Markdown and formulas, but not the book's roles and directives. In the download an
equation stands as its formula and number, and a reference to one as the number; a page, a work, a
figure or an exercise has its name, which leads to the page's own notebook or to the work where it
can; a glued number is itself; solutions and the choices of a quiz unfold; and a figure's caption
stands below it. Code cells are those of the page, without outputs and checks; those that the page
folds are folded.
"""

import ast
import json
import re
from pathlib import Path

import jupytext
import nbformat
from chapters.machine.content.equations import LEADS, end_formula
from chapters.machine.content.quiz import to_markdown
from ensemblelab.equations import Erratum, equations
from pybtex.database import parse_file
from pybtex.richtext import Text
from sphinx.errors import ExtensionError

DIRECTIVE = re.compile(r"^(`{3,}|:{3,})\{([\w:-]+)\} *(.*)\n((?:.*\n)*?)\1$", re.MULTILINE)
ROLE = re.compile(r"\{([\w:]+)\}`([^`]+)`")
CLAIMS = re.compile(r"^%.*\n?", re.MULTILINE)
TARGET = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
PAGE = re.compile(r"\[([^]]*)\]\((\w+)\.md\)")
PLACE = re.compile(r"\[([^]]+)\]\([\w-]+\)")


def glued_values(executed):
    """Return what an executed notebook glued: key -> text. MyST-NB keeps it in a file beside it."""
    glued = executed.with_suffix(".glue.json")
    values = {}
    for key, output in json.loads(glued.read_text()).items() if glued.exists() else ():
        text = output["data"].get("text/plain", key)
        values[key] = ast.literal_eval(text) if text[:1] in ("'", '"') else text
    return values


class References:
    """What the references of a page are called, and where they lead."""

    def __init__(self, app, pagename):
        self.app, self.pagename = app, pagename
        self.values = glued_values(executed_notebook(app, pagename))
        self.statements = {statement.label: statement for statement in equations()}
        (works,) = app.config.bibtex_bibfiles
        self.works = parse_file(works).entries
        self.cited = []

    def numbered(self, word, label):
        """Return the name of an exercise, algorithm or figure: its number, as in the book."""
        for page in (self.pagename, *self.app.env.toc_fignumbers):
            for numbers in self.app.env.toc_fignumbers.get(page, {}).values():
                if label in numbers:
                    return f"{word} {'.'.join(map(str, numbers[label]))}"
        raise ExtensionError(f"{self.pagename}: nothing numbered is called {label!r}")

    def equation(self, label):
        """Return an equation's number, or its label if it has none."""
        statement = self.statements.get(label)
        return str(statement.number or label) if statement else label

    def page(self, name, words=""):
        """Return a page's title, linked to its notebook if it has one."""
        found = f"{Path(self.pagename).parent}/{name}"
        words = words or self.app.env.titles[found].astext()
        return f"[{words}]({name}.ipynb)" if executed_notebook(self.app, found).exists() else words

    def work(self, key):
        """Return a work's authors and year, linked to it if it has an address."""
        if key not in self.cited:
            self.cited.append(key)
        entry = self.works[key]
        parts = [[*person.prelast_names, *person.last_names] for person in authors_of(entry)]
        authors = [" ".join(map(from_bibtex, names)) for names in parts]
        if len(authors) > 2:
            authors = [f"{authors[0]} et al."]
        return " and ".join(authors), link(from_bibtex(entry.fields["year"]), entry)

    def introduction(self):
        """Return what the notebook is part of, and what it needs."""
        return (
            f"A page of “{self.app.config.html_title}” as a notebook. It runs where the course's "
            "library is installed with its extra `notebooks`."
        )

    def bibliography(self):
        """Return a list of the works that were named."""
        listed = []
        for key in sorted(self.cited):
            entry = self.works[key]
            authors = ", ".join(
                from_bibtex(str(person)).replace(",", "") for person in authors_of(entry)
            )
            fields = [entry.fields.get(f) for f in ("journal", "booktitle", "publisher", "year")]
            where = ", ".join(from_bibtex(field) for field in fields if field)
            listed.append(
                f"- {authors}: *{link(from_bibtex(entry.fields['title']), entry)}*. {where}."
            )
        return "\n".join(listed)


def authors_of(entry):
    return entry.persons.get("author") or entry.persons["editor"]


def from_bibtex(text):
    """Return a text without BibTeX's marks of capitals, accents and ranges."""
    return str(Text.from_latex(text)).replace("--", "–")


def link(words, entry):
    doi, url = entry.fields.get("doi"), entry.fields.get("url")
    address = f"https://doi.org/{doi}" if doi else url
    return f"[{words}]({address})" if address else words


def convert_text(text, names):
    """Return the text of a Markdown cell without roles and directives."""
    text = DIRECTIVE.sub(lambda found: convert_directive(names, *found.groups()[1:]), text + "\n")
    text = TARGET.sub("", text)
    text = PAGE.sub(lambda found: names.page(found[2], found[1]), text)
    text = PLACE.sub(r"\1", text)
    text = ROLE.sub(lambda found: convert_role(names, *found.groups()), text)
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def convert_directive(names, kind, title, content):
    options = dict(re.findall(r"^:(\w+): *(.*)\n", content, re.MULTILINE))
    content = re.sub(r"^:\w+:.*\n", "", content, flags=re.MULTILINE).strip("\n")
    if kind in ("index", "eval-rst"):
        return ""
    if kind == "equation":
        return convert_equation(names, title, content)
    if kind == "quiz":
        return to_markdown(content)
    inner = convert_text(content, names)
    if kind == "exercise":
        return f"**{names.numbered('Exercise', options['label'])}.** {inner}"
    if kind == "solution":
        name = names.numbered("exercise", title)
        return f"<details><summary>Solution of {name}</summary>\n\n{inner}\n\n</details>"
    if kind == "prf:algorithm":
        return f"**{names.numbered('Algorithm', options['label'])} ({title})**\n\n{inner}"
    if kind == "admonition":
        return "\n".join(f"> {line}".rstrip() for line in [f"**{title}**", "", *inner.split("\n")])
    return inner


def convert_equation(names, label, content):
    statement, number = names.statements[label], names.equation(label)
    if not isinstance(statement, Erratum):
        return rf"$${end_formula(statement.latex, content)} \tag{{{number}}}$$"
    texts = [*convert_text(content, names).split("\n\n"), f"{statement.title} Correct version:"]
    texts = [f"**{lead}** {text}" for lead, text in zip(LEADS, texts, strict=True)]
    right = rf"$${statement.latex} \tag{{{number}}}$$"
    return "\n\n".join(["Sometimes printed:", f"$${statement.printed}$$", *texts, right])


def convert_role(names, kind, content):
    words, target = re.fullmatch(r"(.*?)(?: *<([^>]*)>)?", content).groups()
    target = target or words
    if kind == "glue:text":
        key = content.partition(":")[0]
        return names.values.get(key, key)
    if kind == "eq":
        return f"({names.equation(content)})"
    if kind in ("cite:p", "cite:t"):
        works = [names.work(key.strip()) for key in content.split(",")]
        if kind == "cite:t":
            return " and ".join(f"{authors} ({year})" for authors, year in works)
        return f"({'; '.join(f'{authors} {year}' for authors, year in works)})"
    if kind == "numref":
        return names.numbered("Figure", content)
    if kind == "doc":
        return names.page(target, words if target != words else "")
    if kind == "prf:ref":
        return names.numbered("Algorithm", content)
    if kind == "ref":
        return words if target != words else names.numbered("Exercise", content)
    return words


def caption_cells(names, cell):
    """Return a cell with a figure's caption, if the cell draws one, in a list."""
    figure = cell.metadata.get("mystnb", {}).get("figure", {})
    if "caption" not in figure:
        return []
    words = convert_text(figure["caption"], names)
    number = names.numbered("Figure", figure["name"])
    return [nbformat.v4.new_markdown_cell(f"**{number}.** {words}")]


def convert_cells(page, names):
    """Yield the cells of a page's notebook."""
    for cell in page.cells:
        if cell.cell_type == "markdown":
            cell.source = convert_text(CLAIMS.sub("", cell.source).strip(), names)
            if not cell.source:
                continue  # claims alone, between two cells
            if cell.source.startswith("# "):
                cell.source += f"\n\n*{names.introduction()}*"
            yield cell
            continue
        below = caption_cells(names, cell)
        folded = "hide-input" in cell.metadata.get("tags", ())
        cell.metadata = {"jupyter": {"source_hidden": True}} if folded else {}
        yield cell
        yield from below
    if names.cited:
        yield nbformat.v4.new_markdown_cell(f"## References\n\n{names.bibliography()}")


def name_notebook(app, pagename, templatename, context, doctree):
    if doctree is not None and executed_notebook(app, pagename).exists():
        context["ipynb_source"] = f"{pagename}.ipynb"


def executed_notebook(app, pagename):
    """Return the path where MyST-NB keeps the executed notebook of a page."""
    return Path(app.outdir).parent / "jupyter_execute" / f"{pagename}.ipynb"


def write_notebook(app, pagename):
    """Write the notebook of a page, if it is executed."""
    if not executed_notebook(app, pagename).exists():
        return
    page = jupytext.read(app.env.doc2path(pagename))
    notebook = nbformat.v4.new_notebook(
        cells=list(convert_cells(page, References(app, pagename))),
        metadata={"kernelspec": page.metadata["kernelspec"]},
    )
    for k, cell in enumerate(notebook.cells):
        cell.id = f"cell-{k}"  # not drawn at random: a page that did not change is the same file
    target = Path(app.outdir) / "_sources" / f"{pagename}.ipynb"
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, target)


def setup(app):
    app.connect("html-page-context", name_notebook, priority=400)  # before the theme's buttons
    return {"parallel_read_safe": True, "parallel_write_safe": True}
