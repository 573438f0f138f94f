"""Files that are not as they should be: what intake must bear."""

import copy
import json

from grading_corpus.assignment import TASKS, as_bytes, changed, submission

EVERY = tuple(TASKS)
WHOLE = as_bytes(submission(names=EVERY))
FALSE = "def square(x):\n    return x\n"


def answered(square):
    """Hand in one answer, all others right."""
    return as_bytes(submission({"square": square}, names=EVERY))


UNREADABLE = {
    "empty-file": b"",
    "not-json": b"{'cells': []}",
    "half-a-file": WHOLE[: len(WHOLE) // 2],
    "latin-1": WHOLE.replace(b"In my own words.", b"\xe9\xe8\xff"),
    "a-list": b"[1, 2]",
    "no-cells": b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}',
    "nbformat-99": b'{"nbformat": 99, "cells": []}',
    "deep-json": b"[" * 100_000 + b"]" * 100_000,
    "huge-number": b'{"nbformat": ' + b"9" * 10_000 + b"}",
    "too-large": WHOLE + b" " * (21 * 2**20),
    "html": b"<html><script>alert(1)</script></html>",
    "misnamed": {"Corpus (1).ipynb": WHOLE},
    "nothing": {},
}


def cells(tree):
    return {c["metadata"].get("nbgrader", {}).get("grade_id"): c for c in tree["cells"]}


def reorder(tree):
    tree["cells"].reverse()


def retype(tree):
    for name in ("square", "total", "square-check"):
        cell = cells(tree)[name]
        cell["cell_type"] = "markdown"
        cell.pop("outputs"), cell.pop("execution_count")


def duplicate(tree):
    tree["cells"] += copy.deepcopy(tree["cells"][2:6])


def drop_tests(tree):
    tree["cells"] = [c for c in tree["cells"] if not c["metadata"].get("nbgrader", {}).get("grade")]


def drop_ids_of_tests(tree):
    cells(tree)["square-check"]["metadata"] = {}
    cells(tree)["total-hidden"]["metadata"]["nbgrader"]["grade_id"] = "renamed"


def more_points(tree):
    for name in ("square-check", "square-hidden", "total-hidden"):
        cells(tree)[name]["metadata"]["nbgrader"]["points"] = 1000


def tests_emptied(tree):
    for name in ("square-check", "square-hidden"):
        cells(tree)[name]["source"] = "pass"


def tests_as_solutions(tree):
    about = cells(tree)["square-check"]["metadata"]["nbgrader"]
    about["solution"], about["locked"], about["grade"] = True, False, False


def setup_changed(tree):
    cells(tree)["setup"]["source"] = "raise SystemExit"


def strange_metadata(tree):
    tree["metadata"] = {"kernelspec": {"name": "../../evil"}, "x": [[]]}
    cells(tree)["square-check"]["metadata"] = {"nbgrader": [1]}
    tree["cells"].append({"cell_type": 7, "metadata": None, "source": 5})
    tree["cells"].append("no cell")


def source_as_string(tree):
    for cell in tree["cells"]:
        cell["source"] = "".join(cell["source"])


def lists_of_nonsense(tree):
    cells(tree)["why"]["source"] = ["a", 5, None, "b"]


def old_format():
    from nbformat import v3
    from nbformat.v4 import downgrade

    tree = json.loads(json.dumps(downgrade(submission(names=EVERY))))
    assert v3.nbformat == tree["nbformat"]
    return json.dumps(tree).encode()


READABLE = {  # all of these have right answers, and lose nothing
    "reordered": changed(reorder),
    "retyped": changed(retype),
    "duplicated": changed(duplicate),
    "tests-dropped": changed(drop_tests),
    "test-ids-dropped": changed(drop_ids_of_tests),
    "more-points": changed(more_points),
    "tests-emptied": changed(tests_emptied),
    "setup-changed": changed(setup_changed),
    "strange-metadata": changed(strange_metadata),
    "source-as-string": changed(source_as_string),
    "lists-of-nonsense": changed(lists_of_nonsense),
    "byte-order-mark": b"\xef\xbb\xbf" + WHOLE,
    "format-3": old_format(),
    "tests-as-solutions": changed(tests_as_solutions),
    "shadowing-modules": {
        "corpus.ipynb": WHOLE,
        "numpy.py": b"raise SystemExit",
        "ipykernel_launcher.py": b"raise SystemExit",
        "random.py": b"raise SystemExit",
        "sitecustomize.py": b"raise SystemExit",
        "data.csv": b"1,2\n",
        "run.exe": b"MZ",
    },
}

WRONG = {  # a wrong first answer in a notebook that was tampered with
    "wrong-tests-emptied": changed(tests_emptied, {"square": FALSE}),
    "wrong-tests-dropped": changed(drop_tests, {"square": FALSE}),
    "wrong-test-ids-dropped": changed(drop_ids_of_tests, {"square": FALSE}),
    "wrong-more-points": changed(more_points, {"square": FALSE}),
    "wrong-tests-as-solutions": changed(tests_as_solutions, {"square": FALSE}),
    "wrong-and-gone": as_bytes(submission({"square": None}, names=EVERY)),
    "wrong-other-language": answered("%%bash\necho hello"),
    "wrong-control-characters": answered("\x00\x01"),
    "wrong-null-byte": answered("x = 'a\0b'\n" + FALSE),
    "wrong-syntax": answered("def square(x) return x\n" + FALSE),
    "wrong-surrogate": changed(lambda tree: cells(tree)["square"].update(source="x = '\ud800'")),
}
