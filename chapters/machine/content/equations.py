"""Equations that stand once, with their check, and keep the numbers of the notes.

A formula stands in one place, the registry of equations, beside the check that
computes it. A page shows it by ```{equation} adaboost.17```; the directive's content,
if there is any, is the mark that ends the formula in its sentence. A label that the
registry does not know, a statement that no chapter shows, and a formula that no cell
below it checks, are warnings, and the build is strict. An erratum is shown with
its words and both its versions.

Equations keep the numbers of the lecture notes, on whatever page they stand:
Sphinx numbers labelled equations by itself, from 1 on each page. An equation
whose label is one of the course's statements with a number, such as
``adaboost.17``, is given that number; any other labelled one is numbered with
its label, so that a reference to it says what it means.
"""

import re

from docutils import nodes
from docutils.statemachine import StringList
from ensemblelab.equations import WAITING, Erratum, equations, find
from sphinx.directives.patches import MathDirective
from sphinx.util import logging

LOG = logging.getLogger(__name__)

# What an erratum's paragraphs begin with.
LEADS = "Why it looks right.", "Example.", "Explanation."


def end_formula(latex, mark):
    """Return a formula with a comma or full stop: in its last line, if it has several."""
    return re.sub(r"( \\end\{\w+\})?$", lambda end: mark + end[0], latex, count=1)


class Equation(MathDirective):
    """Show a statement's formula under its label."""

    required_arguments = 1
    optional_arguments = 0
    final_argument_whitespace = False
    option_spec = {}

    def run(self):
        """Run Sphinx's own directive for labelled formulas on the registry's."""
        (label,) = self.arguments
        try:
            statement = find(label)
        except ValueError as unknown:
            raise self.error(str(unknown)) from None
        wrong = isinstance(statement, Erratum)
        mark = "" if wrong else "".join(self.content).strip()
        content = self.content
        self.content = StringList([end_formula(statement.latex, mark)], "registry")
        self.arguments, self.options = [], {"label": label}
        shown = super().run()
        return self.show_erratum(statement, content, shown) if wrong else shown

    def show_erratum(self, statement, content, shown):
        """Return both versions, and why the printed one looks right and is wrong, by an example."""
        paragraphs = nodes.Element()
        self.state.nested_parse(content, self.content_offset, paragraphs)
        if len(paragraphs) != 2 or not all(
            isinstance(part, nodes.paragraph) for part in paragraphs
        ):
            raise self.error(
                f"{statement.label} wants two paragraphs: why it looks right, and numbers to try"
            )
        paragraphs += nodes.paragraph("", statement.title)
        for words, part in zip(LEADS, paragraphs, strict=True):
            part.insert(0, [nodes.strong("", words), nodes.Text(" ")])
        printed = nodes.math_block("", statement.printed, nowrap=False, label=None, number=None)
        paragraphs[2] += nodes.Text(" Correct version:")
        return [nodes.paragraph("", "Sometimes printed:"), printed, *paragraphs, *shown]


def warn_of_missing_formulas(app, env):
    """Look through all pages, whether they were read now or before."""
    displayed = set(env.get_domain("math").equations)
    for label in (statement.label for statement in equations()):
        shown = label in displayed
        if shown and label in WAITING:
            LOG.warning("%s is in WAITING of ensemblelab.equations, and a chapter shows it", label)
        elif not shown and label not in WAITING:
            LOG.warning("no chapter shows %s: ```{equation} %s```", label, label)


def warn_of_unchecked_formulas(app, docname, source):
    """Look for each formula's own check, `verify("its label")`, further down on its page."""
    (text,) = source
    for shown in re.finditer(r"^```\{equation\} (\S+)$", text, re.MULTILINE):
        checks = " ".join(re.findall(r"\bverify\(([^)]*)\)", text[shown.end() :]))
        if f'"{shown[1]}"' not in checks:
            LOG.warning("%s is shown, and no cell below it checks it", shown[1], location=docname)


def set_numbers(app, document):
    numbers = {statement.label: statement.number for statement in equations()}
    domain = app.env.get_domain("math")
    for node in document.findall(nodes.math_block):
        label = node.get("label")
        if label:
            if label not in numbers:
                LOG.warning("the registry has no equation %s", label, location=node)
            number = numbers.get(label) or label
            node["number"] = number
            domain.equations[label] = (app.env.docname, number)


def setup(app):
    app.add_directive("equation", Equation)
    app.connect("source-read", warn_of_unchecked_formulas)
    app.connect("doctree-read", set_numbers)
    app.connect("env-check-consistency", warn_of_missing_formulas)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
