"""Modules that moved are found by the names they had, which notebooks and pickles say."""

import importlib
import importlib.util
import pickle
import subprocess
import sys
from pathlib import Path

import ensemblelab
import pytest
from ensemblelab._old_names import MOVED, RENAMED, new_name
from ensemblelab.equations import find, verify
from ensemblelab.equations.derivations import check
from ensemblelab.teaching.records import Record

FOLDER = Path(ensemblelab.__file__).parent
HAS_NUMBA = importlib.util.find_spec("numba") is not None


def inside(name):
    """List a module, and those inside it if it is a package."""
    place = FOLDER.parent / name.replace(".", "/")
    return [name] + [f"{name}.{path.stem}" for path in place.glob("[!_]*.py")]


PAIRS = [
    (old + name.removeprefix(new), name)
    for old, new in MOVED.items()
    for name in inside(new)
    if HAS_NUMBA or "compiled" not in name
]


# A package that gave its name to another has its modules by their full names only.
IMPORTS = [("import {0} as found", *pair) for pair in PAIRS] + [
    ("from {1} import {2} as found", old, new)
    for old, new in PAIRS
    if (place := new_name(old.rpartition(".")[0])) is None or new.startswith(f"{place}.")
]


@pytest.mark.parametrize(("form", "old", "new"), IMPORTS)
def test_an_old_name_gives_the_module_of_the_new_one(form, old, new, monkeypatch):
    module = importlib.import_module(new)
    spec = module.__spec__
    for name in [name for name in sys.modules if new_name(name)]:
        monkeypatch.delitem(sys.modules, name)
    package, _, last = old.rpartition(".")
    monkeypatch.delattr(importlib.import_module(package), last, raising=False)
    names = {}
    exec(form.format(old, package, last), names)
    assert names["found"] is module
    assert sys.modules.get(old, module) is sys.modules[new] is module  # if it was asked for
    assert module.__spec__ is spec
    assert (spec.name, module.__name__) == (new, new)


@pytest.mark.parametrize("module", RENAMED)
def test_what_was_renamed_is_there_by_its_old_name(module):
    place = importlib.import_module(module)
    for old, new in RENAMED[module].items():
        names = {}
        exec(f"from {module} import {old} as found", names)
        assert names["found"] is getattr(place, new)
        assert old not in vars(place)
    with pytest.raises(AttributeError, match=f"module '{module}' has no attribute 'nothing'"):
        getattr(place, "nothing")  # noqa: B009


def test_in_a_new_process_old_names_come_first():
    """And what is inside a package that moved is not found there a second time."""
    program = (
        "import sys, importlib, ensemblelab\n"
        f"for old, new in {PAIRS}:\n"
        "    assert importlib.import_module(old) is importlib.import_module(new), old\n"
        "files = [getattr(m, '__file__', None) for m in set(sys.modules.values())]\n"
        "ours = [f for f in files if f and f.startswith(ensemblelab.__path__[0])]\n"
        "assert len(ours) == len(set(ours))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_nothing_stands_where_a_module_was():
    """Else the file would be hidden behind the one that is found by its name."""
    for old, new in MOVED.items():
        was, is_now = (FOLDER.parent / name.replace(".", "/") for name in (old, new))
        assert not was.with_suffix(".py").exists()
        assert not (was / "__init__.py").exists()
        assert is_now.with_suffix(".py").exists() or (is_now / "__init__.py").exists()


def test_what_has_not_moved_is_not_found_by_old_names():
    assert new_name("ensemblelab.checks_of_mine") is None
    with pytest.raises(ModuleNotFoundError, match=r"ensemblelab\.recordings"):
        importlib.import_module("ensemblelab.recordings")
    with pytest.raises(ModuleNotFoundError, match=r"ensemblelab\.equations\.derivations\.nothing"):
        importlib.import_module("ensemblelab.derivations.nothing")


@pytest.mark.parametrize(
    "thing",
    [
        Record("forests"),
        find("bagging.7").formula,
        verify("bagging.7"),
        check("adaboost.21", ["y*f", "1 - one(f != y)"]),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_a_pickle_that_says_old_names_is_read(thing):
    words = pickle.dumps(thing, protocol=0)  # names as text, a line each
    for old, new in MOVED.items():
        words = words.replace(b"c" + new.encode(), b"c" + old.encode())
    for names in RENAMED.values():
        for old, new in names.items():
            words = words.replace(f"\n{new}\n".encode(), f"\n{old}\n".encode())
    assert b"ensemblelab.teaching" not in words
    assert b"ensemblelab.verify" not in words
    assert type(pickle.loads(words)) is type(thing)
