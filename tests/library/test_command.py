"""The command line: what it prints, what it loads, and that the version is told once."""

import importlib
import importlib.metadata
import inspect
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import ensemblelab
import pytest
from ensemblelab.__main__ import main
from ensemblelab.equations import TOPICS, equations, find, topics
from ensemblelab.verify.registry import _statements

ROOT = Path(__file__).parents[2]
HEAVY = ("sklearn", "scipy", "joblib", "pandas", "matplotlib")


def loaded_by(code):
    """Run a program in a fresh interpreter; tell which of its modules are heavy or equations'."""
    tell = (
        "\nimport sys\n"
        f"print(*(m for m in sys.modules if m in {HEAVY} or m.startswith('ensemblelab.')))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code + tell], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(run.stdout.splitlines()[-1].split())


def topic_modules(loaded):
    return {m.rpartition(".")[2] for m in loaded if m.startswith("ensemblelab.equations.")} & {
        *TOPICS
    }


def test_importing_the_package_loads_nothing_heavy():
    loaded = loaded_by("import ensemblelab, ensemblelab.equations")
    assert not loaded & set(HEAVY)
    assert not topic_modules(loaded)


def test_an_unknown_label_is_refused_without_loading_what_is_heavy():
    """Importing scikit-learn and SciPy takes seconds, and a misspelt label needs neither."""
    loaded = loaded_by(
        "from ensemblelab.__main__ import main\n"
        "try:\n    main(['verify', 'adaboost.122'])\n"
        "except SystemExit as stop:\n    assert stop.code == 2\n"
    )
    assert "ensemblelab.verify.registry" in loaded
    assert not loaded & set(HEAVY)
    assert not topic_modules(loaded)


def test_a_label_loads_its_own_topic_only():
    loaded = loaded_by(
        "from ensemblelab.__main__ import main\n"
        "assert main(['verify', 'bootstrap.multiset', '--instances', '3']) == 0"
    )
    assert topic_modules(loaded) == {"bootstrap"}


def test_the_labels_read_from_the_modules_are_those_they_register():
    for topic in TOPICS:
        importlib.import_module(f"ensemblelab.equations.{topic}")
    assert set(_statements) == set(topics())
    assert [statement.label for statement in equations()] == list(topics())
    for label, topic in topics().items():
        assert find(label).function.__module__ == topic


def test_every_module_that_states_equations_is_a_topic():
    stating = {
        path.stem
        for path in (ROOT / "ensemblelab" / "equations").glob("*.py")
        if re.search("^@(display|law|erratum)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert stating == set(TOPICS)


def test_a_wrong_label_is_answered_with_the_nearest(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["verify", "adabost.12"])
    assert stop.value.code == 2
    assert "label='adabost.12' is not an equation of this course; did you mean adaboost.12" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seed", "-1"], "seed=-1 must be an integer >= 0"),
        (["--instances", "0"], "instances=0 must be an integer >= 1"),
        (["--instances", "1.5"], "invalid int value: '1.5'"),
    ],
)
def test_what_is_asked_of_an_equation_is_checked(options, message, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["verify", "bootstrap.multiset", *options])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


def test_a_reader_that_has_seen_enough_ends_it_quietly(monkeypatch, capsys):
    """As in ``verify | head -1``."""
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        assert main(["verify", "bootstrap.multiset", "--instances", "3"]) == 1
    assert not capsys.readouterr().err


def test_a_label_like_no_other_is_answered_with_what_labels_begin_with(capsys):
    with pytest.raises(SystemExit):
        main(["verify", "nope"])
    assert "labels begin with tree, committee, bootstrap, bagging, forest, adaboost" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize(
    "command",
    [[sys.executable, "-m", "ensemblelab"], [Path(sys.executable).with_name("ensemblelab")]],
    ids=["module", "script"],
)
def test_the_version_is_told(command):
    run = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert run.stdout == f"ensemblelab {ensemblelab.__version__}\n"


def test_one_version_everywhere():
    assert importlib.metadata.version("ensemblelab") == ensemblelab.__version__
    assert f"\nversion: {ensemblelab.__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_type_checkers_see_every_name_where_it_is_loaded_from():
    told = re.findall(
        r"from ensemblelab\.([\w.]+) import \(?\s*(\w+) as \2\b", inspect.getsource(ensemblelab)
    )
    assert {name: home for home, name in told} == ensemblelab.HOMES


def test_type_checkers_are_told_that_there_are_types():
    assert files("ensemblelab").joinpath("py.typed").is_file()


def test_without_nbjudge_grade_says_what_is_missing(monkeypatch, capsys):
    monkeypatch.setattr("ensemblelab.__main__.find_spec", lambda name: None)
    assert main(["grade", "hw"]) == 1
    assert "pip install ./nbjudge" in capsys.readouterr().err
