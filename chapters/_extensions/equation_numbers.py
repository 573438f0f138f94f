"""Equations keep the numbers of the lecture notes, on whatever page they stand.

Sphinx numbers labelled equations by itself, from 1 on each page. An equation
whose label is one of the course's statements with a number, such as
``adaboost.17``, is given that number; any other labelled one is numbered with
its label, so that a reference to it says what it means.
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


def setup(app):
    app.connect("doctree-read", set_numbers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
