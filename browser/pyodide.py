"""The files of Pyodide, the Python that runs in a browser, each checked.

    python -m browser.pyodide TARGET

They come from the folder that the variable ENSEMBLELAB_PYODIDE names, or else from Pyodide's CDN.
The runtime's own files are held to the hashes below, which are those of npm's package `pyodide`
of that version; one of them, the lock, holds the hashes of all packages. A new version is a
change of this file and of tests/tools/floors/pyodide.txt.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterable, Sequence
from pathlib import Path

__all__ = [
    "CDN",
    "FOLDER",
    "PACKAGES",
    "RUNTIME",
    "VERSION",
    "FetchError",
    "fetch",
    "measure",
    "resolve_packages",
]

VERSION = "0.27.7"
CDN = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
FOLDER = "ENSEMBLELAB_PYODIDE"

LOCK = "pyodide-lock.json"
RUNTIME = {
    LOCK: "9c45b916001a750f4102fc287494f3eab215909c7535c626a20db80fd6333e2c",
    "pyodide.asm.js": "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51",
    "pyodide.asm.wasm": "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f",
    "pyodide.js": "b4cb23a53aba19c221659b9fb40a2f18281d685691dc06647fb0afd0681baf98",
    "pyodide.mjs": "04c052c815abb0bf2981fa38c2dfa58e3120ee5288c956df2b2a15e301782c5f",
    "python_stdlib.zip": "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16",
}

# What the library imports, and what draws its figures; they bring what they need.
PACKAGES = ("scikit-learn", "matplotlib")


class FetchError(Exception):
    """A file is not to be had, or is not the one it should be."""


def fetch(
    target: Path, names: Iterable[str] = PACKAGES, source: str | os.PathLike[str] | None = None
) -> Path:
    """Fetch the runtime and some packages into a folder; what is there and right stays.

    Parameters
    ----------
    target : Path
        Made if need be.
    names : iterable of str
        Packages; those that they depend on come with them.
    source : str or path, optional
        A folder or an address to take files from; by default the folder that the variable
        ENSEMBLELAB_PYODIDE names, or the CDN where it is not set.

    Returns
    -------
    Path
        The target.

    Raises
    ------
    FetchError
        If a file cannot be read there, or is not the one that the hash belongs to.
    """
    source = os.fspath(source or os.environ.get(FOLDER) or CDN)
    target.mkdir(parents=True, exist_ok=True)
    for name, digest in RUNTIME.items():
        _fetch_file(name, digest, source, target)
    for name, digest in resolve_packages(target / LOCK, names).items():
        _fetch_file(name, digest, source, target)
    return target


def resolve_packages(lock: Path, names: Iterable[str] = PACKAGES) -> dict[str, str]:
    """Return the files of packages, and of all they depend on, with their hashes.

    Parameters
    ----------
    lock : Path
        Pyodide's pyodide-lock.json.
    names : iterable of str

    Returns
    -------
    dict
        SHA-256 by file name.
    """
    known = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    found: dict[str, str] = {}
    waiting = list(names)
    while waiting:
        package = known[waiting.pop().lower().replace("_", "-")]
        if package["file_name"] not in found:
            found[package["file_name"]] = package["sha256"]
            waiting += package["depends"]
    return found


def measure(
    names: Iterable[str] = PACKAGES, source: str | os.PathLike[str] | None = None
) -> dict[str, int]:
    """Return how many bytes a browser fetches for some packages.

    Parameters
    ----------
    names : iterable of str
        Packages; those that they depend on come with them.
    source : str or path, optional
        As for `fetch`.

    Returns
    -------
    dict
        Bytes by file name; empty if the source does not tell all of them.
    """
    source = os.fspath(source or os.environ.get(FOLDER) or CDN)
    with tempfile.TemporaryDirectory() as folder:
        try:
            _fetch_file(LOCK, RUNTIME[LOCK], source, Path(folder))
            files = [*RUNTIME, *resolve_packages(Path(folder, LOCK), names)]
            files.remove("pyodide.mjs")  # for Node
            return {name: _measure_file(name, source) for name in files}
        except (FetchError, OSError):
            return {}


def _measure_file(name: str, source: str) -> int:
    if not source.startswith(("https://", "http://")):
        return (Path(source) / name).stat().st_size
    asked = urllib.request.Request(f"{source.rstrip('/')}/{name}", method="HEAD")
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return int(answer.headers["Content-Length"])


def _fetch_file(name: str, digest: str, source: str, target: Path) -> None:
    """Copy one file, unless the right one is there, and put it in its place once it is whole."""
    place = target / name
    if place.exists() and _digest(place.read_bytes()) == digest:
        return
    try:
        if source.startswith(("https://", "http://")):
            address = f"{source.rstrip('/')}/{name}"
            with urllib.request.urlopen(address, timeout=30) as answer:
                content = answer.read()
        else:
            content = (Path(source) / name).read_bytes()
    except (OSError, urllib.error.URLError) as error:
        raise FetchError(
            f"{name} of Pyodide {VERSION} cannot be had from {source}: {error}; "
            f"the variable {FOLDER} may name a folder that holds it"
        ) from error
    if _digest(content) != digest:
        raise FetchError(f"{name} from {source} is not that of Pyodide {VERSION}: another hash")
    part = place.with_name(f"{name}.{os.getpid()}.part")
    part.write_bytes(content)
    part.replace(place)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def main(arguments: Sequence[str] | None = None) -> int:
    """Fetch the files in a folder; say what is missing."""
    parser = argparse.ArgumentParser(
        prog="python -m browser.pyodide", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("target", type=Path, metavar="TARGET", help="the folder to put them into")
    target = parser.parse_args(arguments).target
    try:
        fetch(target)
    except FetchError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
