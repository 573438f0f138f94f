"""Turn the library's docstrings into pages of the book, with autodoc and napoleon.

A name in single backticks is a link where it names something of the library, and code where
it is a parameter or an attribute of what is described or of an estimator; any other name
fails the build. An equation's label, such as adaboost.10, becomes its number, linked to where
it is derived.
"""

import contextlib
import inspect
import pydoc
import re
from pathlib import Path

import ensemblelab
from ensemblelab.equations import equations
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

OTHERS = ("numpy.", "sklearn.")
MARKED = re.compile(r"(``[^`]*``|(?::\w+)*:?`[^`]*`|^ *\.\. math::.*)")
LISTED = re.compile(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: : .*)?$", re.MULTILINE)


def note_displayed(app, env, docnames):
    """Note which equations the chapters display: only these can be linked to."""
    chapters = [Path(env.doc2path(name)) for name in env.found_docs]
    text = "\n".join(path.read_text(encoding="utf-8") for path in chapters)
    app.displayed = set(re.findall(r"^```\{equation\} ([\w.]+)$", text, re.MULTILINE))


def parameters(thing):
    with contextlib.suppress(TypeError, ValueError):  # not callable; an exception class
        return set(inspect.signature(thing).parameters)
    return set()


def own_names(name, obj):
    """Return the parameters and attributes of an object, and of the class it belongs to."""
    names = parameters(obj)
    for thing in (obj, pydoc.locate(name.rpartition(".")[0])):
        if inspect.isclass(thing):
            bases = [base for base in thing.__mro__ if base.__module__.startswith("ensemblelab")]
            methods = [method for base in bases for method in vars(base).values()]
            names |= parameters(thing).union(*map(parameters, methods))
        if inspect.isclass(thing) or thing is obj:
            listed = ", ".join(LISTED.findall(inspect.getdoc(thing) or ""))
            names |= {word.strip("*") for word in listed.split(", ")}
    return names


def add_links(app, what, name, obj, options, lines):
    if what == "module" and "====" not in "".join(lines):  # an algorithm box, not a table
        lines[:] = [""]
        return
    estimators = [getattr(ensemblelab, estimator) for estimator in ensemblelab.__all__]
    own = own_names(name, obj).union(*map(parameters, estimators))
    either = "|".join(re.escape(s.label) for s in reversed(equations()))
    label = re.compile(rf"\(({either})\)|(?<![\w.])({either})(?!\w|\.\w)")

    def link_name(text):
        """Return a name in single backticks as a link or as code; other markup as it is."""
        word = text[1:-1]
        if not text.startswith("`") or text.startswith("``"):
            return text
        if word in own or not re.fullmatch(r"[\w.]*[^\W_]", word) or word.startswith(OTHERS):
            return f"``{word}``"
        return f":py:obj:`{word if word.startswith('ensemblelab.') else '.' + word}`"

    def link_label(match):
        found = match[1] or match[2]
        return (
            f":eq:`{found}`" if found in app.displayed else match[0].replace(found, f"``{found}``")
        )

    def link_labels(text):
        """Return text with links to equations; a shape (n_,) or a size |x| is no markup."""
        text = re.sub(r"(?<!\\)\|", r"\\|", text)
        words, colon, kind = text.partition(" : ")
        return label.sub(link_label, words + colon + re.sub(r"(?<=\w)_(?=[,)])", r"\\_", kind))

    for at, line in enumerate(lines):
        pieces = MARKED.split(line)
        lines[at] = "".join(
            link_name(piece) if k % 2 else link_labels(piece) for k, piece in enumerate(pieces)
        )


def skip_inherited(app, what, name, obj, skip, options):
    """Leave out what scikit-learn and Python give to every class."""
    obj = obj.fget if isinstance(obj, property) else getattr(obj, "func", obj)
    if (inspect.getdoc(obj) or "").startswith("Alias for field number"):
        return True
    if not callable(obj) and not inspect.isdatadescriptor(obj):
        return None
    return not (getattr(obj, "__module__", None) or "").startswith("ensemblelab") or None


class OmitFromIndex(SphinxTransform):
    """Keep the library's names out of the index: each class has a `fit`."""

    default_priority = 840  # just before Sphinx collects the entries

    def apply(self):
        """Leave out all entries of a page that describes objects."""
        if any(self.document.findall(addnodes.desc)):
            for entry in list(self.document.findall(addnodes.index)):
                entry.parent.remove(entry)


def setup(app):
    app.add_transform(OmitFromIndex)
    app.setup_extension("sphinx.ext.autodoc")
    app.setup_extension("sphinx.ext.napoleon")
    app.connect("env-before-read-docs", note_displayed)
    app.connect("autodoc-process-docstring", add_links, priority=400)  # before napoleon
    app.connect("autodoc-skip-member", skip_inherited)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
