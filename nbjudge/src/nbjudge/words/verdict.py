"""From what the checker reported to what a submission gets, in points and in words."""

from __future__ import annotations

import ast
import errno
from typing import Any

from nbjudge.course.source import Assignment, sha
from nbjudge.errors import one_line
from nbjudge.limits import Limits, used_up

__all__ = ["FAILURES", "GRADED", "REVIEW", "judge", "judge_rejected"]

GRADED, FAILURES, REVIEW = "graded", "graded with failures", "needs review"


def limit_words(result: dict, limits: Limits) -> list[str]:
    """Say in words which limits a cell hit.

    ``reason``, ``words`` and ``cut`` are the grader's own: nothing that a student's
    code prints or raises sets them, and none of its text is in the words.
    """
    found = []
    error = result.get("error") or {}
    kind = error.get("kind") or result.get("kind")
    starved = f"the limit of {limits.processes} processes and threads was hit"
    full = f"the limit of {limits.disk_mb} MB on what may be written was hit"
    match result.get("reason"):
        case "time":
            found.append(
                f"the time limit of {limits.cell_seconds:g} seconds of computing for a cell was hit"
            )
        case "sleep" | "clock" as how:
            found.append(used_up(how, limits.cell_seconds))
        case "ended" | "late":
            found.append(result["words"])
    if kind == "builtins.MemoryError":
        found.append(f"the limit of {limits.memory_mb} MB of memory was hit")
    if error.get("errno") == errno.EAGAIN:
        found.append(starved)
    if error.get("errno") in (errno.EFBIG, errno.ENOSPC):
        found.append(full)
    if kind == "builtins.RuntimeError" and "start new thread" in (error.get("message") or ""):
        found.append(starved)
    if result.get("cut"):
        found.append(f"more than the limit of {limits.output_kb} KB was printed")
    return found


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
        last = graded["broken"].strip().splitlines()[-1:]
        why.append(f"the grader itself failed: {one_line(*last)}")
    for name, notebook in assignment.notebooks.items():
        program = programs.get(name)
        about = graded.get("notebooks", {}).get(name, {})
        results = about.get("results")
        if program is None or results is None:
            cells += [blank(name, cell) for cell in notebook.cells if cell["id"]]
            continue
        notes += program["notes"]
        notes += [result["note"] for result in results.values() if "note" in result]
        apart = about.get("shown", results)
        found = notebook_cells(name, notebook, program, results, apart, limits)
        cells += found
        why += [f"{c['id'] or 'a cell'}: {c['review']}" for c in found if c.get("review")]
        failed |= any(c["state"] == "failed" for c in found)
    outcome = REVIEW if why else FAILURES if failed else GRADED
    return {
        "outcome": outcome,
        "broken": "broken" in graded,
        "why": why,
        "notes": list(dict.fromkeys(notes)),
        "cells": [cell for cell in cells if cell["kept"]],
        "score": sum(cell["points"] or 0.0 for cell in cells),
        "max_score": sum(cell["max"] for cell in cells),
        "sandbox": graded.get("sandbox", {}),
        "timestamp": intake["timestamp"],
        "seconds": round(sum(n["seconds"] for n in graded.get("notebooks", {}).values()), 3),
    }


def judge_rejected(assignment: Assignment, why: str, broken: bool = False) -> dict:
    """Make the record of a submission that could not even be opened, or that broke the grader."""
    rejected = {} if broken else dict.fromkeys(assignment.notebooks, why)
    intake = {"rejected": rejected, "notes": [], "timestamp": None}
    return judge(assignment, intake, {}, {"broken": why} if broken else {}, Limits())


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
    name: str, notebook: Any, program: dict, results: dict, apart: dict, limits: Limits
) -> list[dict]:
    """Return a row for each cell of one notebook, in the order of the source.

    From the first hidden test on a row says of itself, under ``shown``, what a student
    may read: that is from ``apart``, the results without any hidden test.
    """
    rows = []
    after_hidden = False
    for shown in program["shown"]:
        result = results.get(str(shown["run"]), {}) if shown["run"] is not None else {}
        without = apart.get(str(shown["run"]), {})
        if shown["place"] is None:
            error = result.get("error")
            if error or result.get("review") or result.get("reason"):
                rows.append(
                    {"notebook": name, "id": None, "kept": True, "graded": False, "points": None,
                     "max": 0.0, "manual": False, "text": None, "state": "failed",
                     **told(result, limits)}
                )  # fmt: skip
                if after_hidden:
                    rows[-1]["shown"] = {"state": "ran", **told(without, limits)}
            continue
        cell = notebook.cells[shown["place"]]
        if not cell["id"]:
            continue
        row = blank(name, cell) | {"state": "ran", "manual": False}
        if cell["kind"] in ("student", "answer"):
            row["text"] = sha(shown["source"])
        if cell["kind"] == "student":
            row |= told(result, limits)
            if after_hidden:
                row["shown"] = {"state": "ran", **told(without, limits)}
        if cell["kind"] == "test":
            row |= tested(cell, result, limits)
            after_hidden |= bool(cell["hidden"])
            if after_hidden:
                row["shown"] = seen(cell, row, tested(cell, without, limits))
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


def seen(cell: dict, row: dict, without: dict) -> dict:
    """Say of a test from the first hidden one on what a student may read."""
    if row["state"] == "failed" == without["state"]:
        return without
    # words that the test holds as they are: no student's value is in them
    message = row.get("message", "")
    own = message if row["state"] == "failed" and message in constants(cell["source"]) else ""
    return {"state": row["state"], "limits": [], "visible": False, "message": own}


def constants(source: str) -> set[str]:
    """Return the pieces of text that stand in a program."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):
        return set()
    within = {id(part) for n in nodes if isinstance(n, ast.JoinedStr) for part in n.values}
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in within
    }


def told(result: dict, limits: Limits) -> dict:
    """Say how one of the student's own cells went."""
    error = result.get("error")
    row: dict[str, Any] = {"limits": limit_words(result, limits)}
    if result.get("review"):
        row["review"] = result["review"]
    if error:
        row["state"] = "failed"
        row["type"] = error["type"]
        row["line"] = error.get("line")
        row["message"] = error["message"]
    elif result.get("reason"):
        row |= {"state": "failed", "reason": result["reason"]}
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
