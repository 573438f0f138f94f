"""From what the checker reported to what a submission gets, in points and in words."""

from __future__ import annotations

from typing import Any

from ensemblelab.grading.course import Assignment, sha
from ensemblelab.grading.limits import Limits

__all__ = ["FAILURES", "GRADED", "REVIEW", "judge", "judge_rejected"]

GRADED, FAILURES, REVIEW = "graded", "graded with failures", "needs review"

ERRNO_WORDS = {
    11: "the limit of {processes} processes and threads was hit",
    27: "the limit of {disk_mb} MB on what may be written was hit",
    28: "the limit of {disk_mb} MB on what may be written was hit",
}


def limit_words(result: dict, limits: Limits) -> list[str]:
    """Say in words which limits a cell hit."""
    values = limits.__dict__
    found = []
    error = result.get("error") or {}
    kind = error.get("type") or result.get("type")
    if kind == "TimeLimit" or result.get("reason") == "time":
        words = result.get("message", "")
        found.append(
            words
            if words.startswith("not run")
            else "the time limit of {cell_seconds:g} seconds for a cell was hit"
        )
    if kind in ("MemoryError", "_ArrayMemoryError"):
        found.append("the limit of {memory_mb} MB of memory was hit")
    if kind == "ProcessEnded" or result.get("reason") == "ended":
        found.append(error.get("message") or result.get("message", ""))
    if error.get("errno") in ERRNO_WORDS:
        found.append(ERRNO_WORDS[error["errno"]])
    if kind == "RuntimeError" and "start new thread" in error.get("message", ""):
        found.append(ERRNO_WORDS[11])
    if any("\n[cut: " in output.get("text", "") for output in result.get("outputs") or []):
        found.append("more than the limit of {output_kb} KB was printed")
    return [words.format(**values) for words in found if words]


def judge(
    assignment: Assignment, intake: dict, programs: dict, graded: dict, limits: Limits
) -> dict:
    """Make the record of a submission.

    Parameters
    ----------
    assignment : Assignment
    intake : dict
        From `intake.read_submission`.
    programs : dict
        {notebook: from `intake.submitted_program`}; rejected ones are absent.
    graded : dict
        From `task.grade_submission`.
    limits : Limits

    Returns
    -------
    dict
        ``outcome``, ``why``, ``score``, ``max_score``, ``cells``, ``notes``, ...
    """
    cells: list[dict] = []
    why = [f"{name}.ipynb: {reason}" for name, reason in intake["rejected"].items()]
    notes = list(intake["notes"])
    failed = False
    if "broken" in graded:
        why.append(f"the grader itself failed: {graded['broken'][-500:]}")
    for name, notebook in assignment.notebooks.items():
        program = programs.get(name)
        results = graded.get("notebooks", {}).get(name, {}).get("results")
        if program is None or results is None:
            cells += [blank(name, cell) for cell in notebook.cells if cell["id"]]
            continue
        notes += program["notes"]
        found = notebook_cells(name, notebook, program, results, limits)
        cells += found
        why += [f"{c['id'] or 'a cell'}: {c['review']}" for c in found if c.get("review")]
        failed |= any(c["state"] == "failed" for c in found)
    outcome = REVIEW if why else FAILURES if failed else GRADED
    return {
        "outcome": outcome,
        "why": why,
        "notes": list(dict.fromkeys(notes)),
        "cells": [cell for cell in cells if cell["kept"]],
        "score": sum(cell["points"] or 0.0 for cell in cells),
        "max_score": sum(cell["max"] for cell in cells),
        "sandbox": graded.get("sandbox", {}),
        "timestamp": intake["timestamp"],
        "seconds": round(sum(n["seconds"] for n in graded.get("notebooks", {}).values()), 3),
    }


def judge_rejected(assignment: Assignment, why: str) -> dict:
    """Make the record of a submission that could not even be opened."""
    intake = {"rejected": {n: why for n in assignment.notebooks}, "notes": [], "timestamp": None}
    return judge(assignment, intake, {}, {}, Limits())


def blank(name: str, cell: dict) -> dict:
    """Return the row of a cell of which nothing is known: no points, a person must look."""
    graded = cell["grade"] or cell["task"]
    return {
        "notebook": name,
        "id": cell["id"],
        "kept": graded or cell["kind"] in ("student", "answer"),
        "graded": graded,
        "state": "review" if graded else "ran",
        "points": 0.0 if cell["grade"] else None,
        "max": cell["points"] if graded else 0.0,
        "manual": graded,
        "text": None,
    }


def notebook_cells(
    name: str, notebook: Any, program: dict, results: dict, limits: Limits
) -> list[dict]:
    """Return a row for each cell of one notebook, in the order of the source."""
    rows = []
    after_hidden = False
    for shown in program["shown"]:
        result = results.get(str(shown["run"]), {}) if shown["run"] is not None else {}
        if shown["place"] is None:
            error = result.get("error")
            if error or result.get("review"):
                rows.append(
                    {"notebook": name, "id": None, "kept": True, "graded": False, "points": None,
                     "max": 0.0, "manual": False, "text": None, "state": "failed",
                     **told(result, limits, after_hidden)}
                )  # fmt: skip
            continue
        cell = notebook.cells[shown["place"]]
        if not cell["id"]:
            continue
        row = blank(name, cell) | {"state": "ran", "manual": False}
        if cell["kind"] in ("student", "answer"):
            row["text"] = sha(shown["source"])
        if cell["kind"] == "student":
            row |= told(result, limits, after_hidden)
        if cell["kind"] == "test":
            row |= tested(cell, result, limits)
            after_hidden |= bool(cell["hidden"])
        elif cell["task"]:
            row |= {"state": "manual", "points": None, "manual": True}
        elif cell["grade"] and cell["kind"] in ("student", "answer", "text"):
            missing = cell["id"] not in program["answers"]
            untouched = cell["kind"] != "text" and (missing or shown["source"] == cell["release"])
            if untouched:  # as nbgrader: nothing was answered
                row |= {"state": "empty", "points": 0.0}
            else:
                row |= {"state": "manual", "points": None, "manual": True}
        rows.append(row)
    return rows


def told(result: dict, limits: Limits, after_hidden: bool) -> dict:
    """Say how one of the student's own cells went."""
    error = result.get("error")
    row: dict[str, Any] = {"limits": limit_words(result, limits)}
    if result.get("review"):
        row["review"] = result["review"]
    if error:
        row["state"] = "failed"
        row["type"] = error["type"]
        row["line"] = error.get("line")
        # what hidden tests passed in must not come out by an error's words
        row["message"] = (
            "" if after_hidden and error["type"] != "ProcessEnded" else error["message"]
        )
    return row


def tested(cell: dict, result: dict, limits: Limits) -> dict:
    """Say how a test went, and what it is worth."""
    outcome = result.get("outcome")
    row: dict[str, Any] = {"limits": limit_words(result, limits)}
    if result.get("compatibility"):
        row["compatibility"] = result["compatibility"]
    if outcome == "passed":
        return row | {"state": "passed", "points": float(result["points"])}
    if outcome == "failed":
        keep = ("type", "message", "full", "visible", "where", "line", "reason")
        return (
            row | {"state": "failed", "points": 0.0} | {k: result[k] for k in keep if k in result}
        )
    reason = result.get("message") or "the test gave no result"
    return row | {"state": "review", "points": 0.0, "manual": True, "review": reason}
