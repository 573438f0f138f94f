"""Advice for an instructor on each reason for which a cell was left to a person."""

from __future__ import annotations

import re

__all__ = ["find_advice"]

ANOTHER_TEST = re.compile(r"it needs '\w+', which an earlier test did not get to bind: ")
OWN = r"the course's own solution (passes|does not pass) this test [^:]*: "

ADVICE = [
    (
        rf"{OWN}it was not reached",
        "Allow the notebook more (--limit submission_seconds=900), or have it do less: %timeit "
        "runs many times what it measures.",
    ),
    (
        rf"{OWN}it (took more|slept or waited|was not done)",
        "Allow a cell more (--limit cell_seconds=90), or have it do less.",
    ),
    (
        r"the course's own solution passes this test in one process.*; it uses ",
        "Have the answer hand over values, such as a list, and test those: what it does to a "
        "module, the test's own copy does not know.",
    ),
    (
        r"the course's own solution passes this test in one process",
        "Look for what that line needs of the answer beside values, such as state that both "
        "change: here they hand each other copies.",
    ),
    (
        r"the course's own solution does not pass this test here",
        "Run your solution where you grade. If it passes there, the test asks about the process "
        "it runs in, such as the order of its names: test a value instead. If not, packages or "
        "data are others than when you wrote it.",
    ),
    (
        r"the test reads the history of cells",
        "Give the answer a name, and test what has that name.",
    ),
    (
        r"the test asks what class an object of the student's has",
        "Test what the object holds, or let a module beside the notebook define the class that "
        "it must be of.",
    ),
    (
        r"the test asks an object of the student's .* to compare or calculate with itself",
        "Ask for the numbers that the object holds, and compare those.",
    ),
    (
        r"the test derives a class from the student's|the test copies or pickles",
        "Have a cell above do that, in the answer's own process, and test what comes of it.",
    ),
    (
        r"the test looks for a module, and",
        "Look whether the answer imports it. A test can ask for the name that an import binds.",
    ),
    (
        r"what the test passes to the student's code cannot",
        "Have the answer's own process make the object, in a cell above, or hand over numbers "
        "and text.",
    ),
    (
        r"the test (fails|passes) where .* crossed as less than it is",
        "Read the answer: of the two processes each has classes of its own. What is passed from "
        "the one to the other should be plain lists, numbers and text.",
    ),
    (
        r"the answer gives an estimator that holds|the test fits an estimator",
        "Test what the model predicts for rows that you give, by a function of the answer's.",
    ),
    (
        r"the test reads the source of|the test runs the source of",
        "Test what the answer returns. How it is written, a person can read.",
    ),
    (
        r"the test runs something where a file of the answer's lies",
        "Compare what stands in the file, or let a person run it: what a student wrote does not "
        "run beside the tests.",
    ),
    (
        r"the test uses .* of its own process",
        "Have the answer return what the test should see, such as a figure's axes or its data.",
    ),
    (
        r"the test could not run here: No module named",
        "Install that module where you grade, and run the grading again.",
    ),
    (
        r"the test could not run here: \[Errno 2\]",
        "Put the file beside the source, or name its folder by --data, and run the grading again. "
        "If the answer writes it: a test has an answer's files where it reads them as text.",
    ),
    (
        r"the test could not run here",
        "Install the version of the package that the test was written for, and run the grading "
        "again.",
    ),
    (
        r"the test's partial credit is",
        "What a test's last line gives is its points: a number from 0 to the cell's points.",
    ),
    (
        r"the cell is missing; a cell that is not the course's may hold the answer",
        "Look for the answer among the cells that the student added, and give it its points.",
    ),
    (
        r"it uses '\w+', which only a test cell binds",
        "Bind that name in a read-only cell.",
    ),
    (
        r"the answer's code reached its limit \d times, in ",
        "Read the answer: it is likely to loop for ever, and was not called again. If it is only "
        "slow, allow a cell more (--limit cell_seconds=90).",
    ),
    (
        r"the answer changes the test's data|the answer gives |the answer draws ",
        "Read the answer: a right one need not do that, and a forged one might. Then give it its "
        "points.",
    ),
]
"""By how a reason begins; what a student chose stands further behind in it."""


def find_advice(reason: str) -> str:
    """Return what there is to do; "" where nothing is known."""
    while another := ANOTHER_TEST.match(reason):
        reason = reason[another.end() :]
    return next((words for begins, words in ADVICE if re.match(begins, reason, re.DOTALL)), "")
