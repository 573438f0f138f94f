"""Rank pairs of answers by what they share beyond what many have; judge none.

An answer is read as words: comments, layout and docstrings go, and names of one's own are all
alike, so that new names disguise nothing. Two answers share the runs of `RUN` words that stand in
both (the fingerprints of Schleimer, Wilkerson and Aiken 2003, Winnowing, without a sample of
them). A run that stands in the student version or in the course's own solution counts nothing;
of n answers to a task, one that c have counts

    log(n / c) / log(n / 2):

1 if it is those two alone, 0 if it is everybody. So what follows from the task, which many write,
explains itself, and what is left asks for a look.
"""

from __future__ import annotations

import builtins
import keyword
import math
import re
from collections import defaultdict
from pathlib import Path

import numpy as np

from nbjudge.course.intake import Rejected, build_submitted_program, read_submission
from nbjudge.course.source import Assignment, Course, Notebook
from nbjudge.errors import GradingError, log
from nbjudge.pages.rendering import write_text
from nbjudge.pages.similar import render_similar
from nbjudge.records import Match, Pair, Similarity

__all__ = ["rank_pairs", "tokenize_code", "tokenize_text", "write_similar_page"]

RUN = {"student": 12, "answer": 5}
"""Words in a run: of code, about a line and a half; of an answer in words, a few."""
LONGEST = 20_000
"""Characters of an answer that are read: a longer one is no answer, but output pasted in."""

TOKEN = re.compile(
    r"""
    (?P<layout> \s++ | \\ | \#[^\n]*+ )
    | (?P<long> [bfru]{0,2} (?: "{3} (?: [^"\\]++ | \\.? | "(?!"") )*+ (?: "{3} )?
                              | '{3} (?: [^'\\]++ | \\.? | '(?!'') )*+ (?: '{3} )? ) )
    | (?P<text> [bfru]{0,2} (?: " (?: [^"\\\n]++ | \\.? )*+ "? | ' (?: [^'\\\n]++ | \\.? )*+ '? ) )
    | (?P<number> \.?[0-9] (?: [eE][-+] | [\w.] )*+ )
    | (?P<name> \w++ )
    | (?P<sign> [!=]= | << | >> | := | . )
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
"""Python as far as its words go, well written or not; each alternative ends where it first can."""
OF_PYTHON = frozenset([*keyword.kwlist, *dir(builtins)])

Word = tuple[str, int]  # and the line it stands in


def tokenize_code(text: str) -> list[Word]:
    """Return what is left of code when names, layout and comments are anybody's.

    Names of attributes and of Python's own functions stay: they say what is done.
    """
    found: list[Word] = []
    line, fresh = 1, True  # whether nothing stands before it in its line
    for token in TOKEN.finditer(text):
        kind, word = token.lastgroup, token[0]
        if kind == "name" and word not in OF_PYTHON and (not found or found[-1][0] != "."):
            word = "a name"
        elif kind in ("long", "text"):
            docstring = kind == "long" and fresh
            word = "" if docstring or found[-1:] == [("a text", line)] else "a text"
        if word and kind != "layout":
            found.append((word, line))
        fresh = kind == "layout" and (fresh or "\n" in token[0])
        line += token[0].count("\n")
    return found


def tokenize_text(text: str) -> list[Word]:
    """Return the words of an answer in words, in small letters."""
    lines = enumerate(text.lower().split("\n"), 1)
    return [(word, number) for number, line in lines for word in re.findall(r"\w+", line)]


READ = {"student": tokenize_code, "answer": tokenize_text}


def find_runs(text: str, kind: str) -> dict[tuple[str, ...], set[int]]:
    """Return the runs of an answer, each with the lines in which it stands."""
    words, size = READ[kind](text), RUN[kind]
    found: dict[tuple[str, ...], set[int]] = defaultdict(set)
    for i in range(len(words) - size + 1):
        here = words[i : i + size]
        found[tuple(word for word, _ in here)] |= {line for _, line in here}
    return found


def read_submitted_answers(
    assignment: Assignment, students: list[str]
) -> tuple[dict[str, dict[tuple[str, str], str]], dict[str, str]]:
    """Read the answers of all who handed in, by notebook and cell, and why some cannot be read."""
    found: dict[str, dict[tuple[str, str], str]] = {}
    left_out: dict[str, str] = {}
    for student in students:
        mine: dict[tuple[str, str], str] = {}
        try:
            handed_in = read_submission(assignment, student)
            for name, notebook in assignment.notebooks.items():
                raw = handed_in.raw[name]
                if raw is None:
                    left_out[student] = handed_in.rejected[name]
                    continue
                program = build_submitted_program(notebook, raw)
                mine |= {(name, cell): truncate(text) for cell, text in program.answers.items()}
        except Rejected as error:
            left_out[student] = str(error)
        except Exception as error:  # of one: the others are compared all the same
            left_out[student] = f"the grader itself failed: {log(student, error)}"
        if mine:
            found[student] = mine
    return found, left_out


def truncate(text: str) -> str:
    """Return an answer with one kind of line end, up to a length."""
    return text.replace("\r\n", "\n").replace("\r", "\n")[:LONGEST]


def compute_weights(
    shared: dict[tuple[str, ...], list[int]], explained: set[tuple[str, ...]], n: int
) -> dict[tuple[str, ...], float]:
    """Return how much each run counts that several of n answers have; 0 is left out."""
    return {
        run: math.log(n / len(who)) / math.log(n / 2)
        for run, who in shared.items()
        if 1 < len(who) < n and run not in explained
    }


class TaskAnswers:
    """The answers to one task, and what of them others have."""

    def __init__(self, notebook: Notebook, place: int, texts: dict[int, str]) -> None:
        cell = notebook.cells[place]
        self.notebook, self.cell, self.texts = notebook.name, cell.id or "", texts
        self.runs = {who: find_runs(text, cell.kind) for who, text in texts.items()}
        shared: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for who, mine in self.runs.items():
            for run in mine:
                shared[run].append(who)
        explained = {
            *find_runs(cell.release, cell.kind),
            *find_runs(cell.solution or "", cell.kind),
        }
        written = sum(1 for mine in self.runs.values() if mine.keys() - explained)
        self.weights = compute_weights(shared, explained, written) if written > 2 else {}
        self.who = {run: shared[run] for run in self.weights}

    def add_to(self, scores: np.ndarray, at_once: int = 4096) -> None:
        """Add to each pair's score what the runs that they share count."""
        counted = list(self.weights.items())
        for start in range(0, len(counted), at_once):
            block = counted[start : start + at_once]
            has = np.zeros((len(scores), len(block)))
            for column, (run, _) in enumerate(block):
                has[self.who[run], column] = 1.0
            scores += (has * [weight for _, weight in block]) @ has.T

    def match(self, a: int, b: int) -> Match | None:
        """Return where two answers are alike, if they are."""
        mine, other = self.runs.get(a, {}), self.runs.get(b, {})
        both = [run for run in mine if run in other and run in self.weights]
        if not both:
            return None
        return Match(
            notebook=self.notebook,
            cell=self.cell,
            score=sum(self.weights[run] for run in both),
            texts=(self.texts[a], self.texts[b]),
            lines=(
                sorted(set().union(*(mine[run] for run in both))),
                sorted(set().union(*(other[run] for run in both))),
            ),
        )


def rank_pairs(assignment: Assignment, most: int) -> Similarity:
    """Rank the pairs of those who handed in by what they share beyond what many have.

    Parameters
    ----------
    assignment : Assignment
    most : int
        Pairs to tell of.

    Raises
    ------
    GradingError
        If fewer than three can be compared: then nobody says what is common.
    """
    students, misplaced = assignment.course.list_submitters(assignment.name, "*")
    found, left_out = read_submitted_answers(assignment, students)
    left_out |= misplaced
    names = sorted(found)
    if len(names) < 3:
        words = (
            f"ASSIGNMENT {assignment.name!r}: {len(names)} of {len(students)} submissions can be "
            "compared; at least 3 are needed to tell what is common"
        )
        raise GradingError("\n".join([words, *(f"{s}: {why}" for s, why in left_out.items())]))
    tasks = [
        TaskAnswers(
            notebook,
            place,
            {
                who: text
                for who, name in enumerate(names)
                if (text := found[name].get((notebook.name, cell.id or "")))
            },
        )
        for notebook in assignment.notebooks.values()
        for place, cell in enumerate(notebook.cells)
        if cell.kind in READ and cell.id
    ]
    scores = np.zeros((len(names), len(names)))
    for task in tasks:
        task.add_to(scores)
    left, right = np.triu_indices(len(names), 1)
    of_pairs = scores[left, right]
    pairs = []
    for k in np.argsort(-of_pairs, kind="stable")[:most]:
        a, b = int(left[k]), int(right[k])
        places = [place for task in tasks if (place := task.match(a, b))]
        if places:
            places.sort(key=lambda place: -place.score)
            pairs.append(Pair((names[a], names[b]), float(of_pairs[k]), places))
    half, nearly_all = np.quantile(of_pairs, [0.5, 0.99], method="higher")
    return Similarity(pairs, len(names), float(half), float(nearly_all), left_out)


def write_similar_page(course: Course, name: str, most: int) -> tuple[Path, Similarity]:
    """Write the page of pairs that are alike; return where it is, and what it says."""
    assignment = Assignment(course, name)
    found = rank_pairs(assignment, most)
    path = course.grading_folder(name) / "similar.html"
    write_text(path, render_similar(name, found))
    return path, found
