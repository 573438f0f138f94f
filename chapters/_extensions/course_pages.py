"""What the book's pages need of Sphinx beyond its settings.

Equations keep the numbers of the lecture notes, on whatever page they stand:
Sphinx numbers labelled equations by itself, from 1 on each page. An equation
whose label is one of the course's statements with a number, such as
``adaboost.17``, is given that number; any other labelled one is numbered with
its label, so that a reference to it says what it means.

Docutils marks bibliographies with a role that ARIA has withdrawn, which screen
readers do not know; the plain list reads well without it.

Jupyter Book puts Thebe on every page, which would fetch code from the network
and declares a name twice. The course does not use it, so its files are left out.
"""

from docutils import nodes

from ensemblelab.equations import equations


def set_numbers(app, document):
    numbers = {statement.label: statement.number for statement in equations()}
    domain = app.env.get_domain("math")
    for node in document.findall(nodes.math_block):
        label = node.get("label")
        if label:
            number = numbers.get(label) or label
            node["number"] = number
            domain.equations[label] = (app.env.docname, number)


def leave_thebe_out(app, pagename, templatename, context, doctree):
    for files in ("script_files", "css_files"):
        context[files] = [
            file
            for file in context[files]
            if "thebe" not in f"{file.filename} {file.attributes.get('body')}".lower()
        ]


def leave_withdrawn_roles_out(app, pagename, templatename, context, doctree):
    for role in (' role="doc-biblioentry"', ' role="list"'):
        context["body"] = context.get("body", "").replace(role, "")


def setup(app):
    app.connect("doctree-read", set_numbers)
    app.connect("html-page-context", leave_thebe_out, priority=900)
    app.connect("html-page-context", leave_withdrawn_roles_out)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
