"""Pyodide's files, and sites that take them from a stand-in for its CDN."""

import contextlib
import json

import pytest
from browser import pyodide

from chromium import ROOT, served


def files_of_python(*wanted):
    """Pyodide's files; without them the test is skipped, and the gate says so once more."""
    try:
        return pyodide.fetch(ROOT / "build" / "pyodide", *wanted)
    except pyodide.FetchError as error:
        pytest.skip(f"for want of Pyodide's files: {error}")


@contextlib.contextmanager
def served_with_python(built, files, instead):
    """Serve a site in which Pyodide's files come from a stand-in for the CDN."""
    settings = json.loads(instead["/python/files.json"])
    with served(files) as cdn:
        settings["source"] = f"{cdn}/"
        changed = json.dumps(settings).encode()
        with served(built, instead | {"/python/files.json": changed}) as address:
            yield address
