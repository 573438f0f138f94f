"""Give each executed chapter a download that reads well in plain Jupyter.

Jupyter knows Markdown and formulas, but not the book's roles and directives. In the
download an equation stands as its formula and number, a reference to one as the
number, a glued number as itself, a citation as its key, and index entries are left
out; code cells are those of the chapter, without outputs and checks.
"""

import ast
import json
import re
from pathlib import Path

import jupytext
import nbformat
from course_pages import in_sentence
from ensemblelab.equations import Erratum, equations


def glued_values(executed):
    """Read what an executed notebook glued: key -> text. MyST-NB keeps it in a file beside it."""
    glued = executed.with_suffix(".glue.json")
    values = {}
    for key, output in json.loads(glued.read_text()).items() if glued.exists() else ():
        text = output["data"].get("text/plain", key)
        values[key] = ast.literal_eval(text) if text[:1] in ("'", '"') else text
    return values


def plain(text, values):
    """Rewrite one Markdown cell without roles."""
    statements = {s.label: s for s in equations()}

    def number(label):
        return str(statements[label].number or label) if label in statements else label

    def display(directive):
        label, mark = directive[1], (directive[2] or "").strip()
        statement = statements[label]
        words = ""
        if isinstance(statement, Erratum):
            words = f"{statement.title} Sometimes printed:\n\n$${statement.printed}$$\n\nRight:\n\n"
        return rf"{words}$${in_sentence(statement.latex, mark)} \tag{{{number(label)}}}$$"

    text = re.sub(r"^```\{index\}.*\n```\n*", "", text, flags=re.MULTILINE)
    text = re.sub(r"\{glue:text\}`([^`:]+)(?::[^`]*)?`", lambda m: values.get(m[1], m[1]), text)
    text = re.sub(r"\{eq\}`([^`]+)`", lambda m: f"({number(m[1])})", text)
    text = re.sub(r"^```\{equation\} *([\w.]+)\n(.*\n)?```$", display, text, flags=re.MULTILINE)
    text = re.sub(r"\{cite:[pt]\}`([^`]+)`", r"[\1]", text)
    text = re.sub(r"\{numref\}`[^`<]*`", "the figure", text)
    return re.sub(r"\{[\w:-]+\}`([^`<]+?)(?: *<[^>`]*>)?`", r"\1", text)


def name_notebook(app, pagename, templatename, context, doctree):
    if doctree is not None and executed(app, pagename).exists():
        context["ipynb_source"] = f"{pagename}.ipynb"


def executed(app, pagename):
    """Say where myst-nb keeps the executed notebook of a page."""
    return Path(app.outdir).parent / "jupyter_execute" / f"{pagename}.ipynb"


def write_notebooks(app, error):
    if error or app.builder.format != "html":
        return
    for pagename in app.env.found_docs:
        if not executed(app, pagename).exists():
            continue
        values = glued_values(executed(app, pagename))
        notebook = jupytext.read(app.env.doc2path(pagename))
        for cell in notebook.cells:
            cell.metadata.pop("check", None)
            if cell.cell_type == "markdown":
                cell.source = plain(cell.source, values)
        target = Path(app.outdir) / "_sources" / f"{pagename}.ipynb"
        target.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, target)


def setup(app):
    app.connect("html-page-context", name_notebook, priority=400)  # before the theme's buttons
    app.connect("build-finished", write_notebooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
