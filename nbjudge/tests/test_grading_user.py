"""The corpus graded by an ordinary user, in whose own processes students' code then runs."""

import os
import shutil
import subprocess
import sys

import pytest

import test_grading_corpus as corpus
from nbjudge.isolation.sandbox import ISOLATIONS
from ordinary_user import OrdinaryUser
from waiting import until

HOSTILE = {
    isolation: [file for file in corpus.one_of_each(isolation) if file.kind == "hostile"]
    for isolation in ISOLATIONS[:-1]
}


@pytest.fixture(scope="module")
def user():
    """An account made for these tests."""
    if os.getuid() != 0:
        pytest.skip("whoever runs this is an ordinary user, and so the corpus runs as one anyway")
    if lacking := [name for name in ("useradd", "setpriv", "prlimit") if not shutil.which(name)]:
        pytest.skip(f"needs, to make an account, {', '.join(lacking)}")
    made = OrdinaryUser()
    yield made
    made.remove()


@pytest.fixture(scope="module")
def isolation(request, user):
    """An isolation that works for the account."""
    doctor = user.runs([sys.executable, "-m", "nbjudge", "doctor"])
    said = subprocess.run(doctor, capture_output=True, text=True)
    assert "running as an ordinary user" in said.stdout, said
    if f"✔ {request.param}" not in said.stdout:
        pytest.skip(f"needs {request.param} for an ordinary user: {said.stdout}")
    return request.param


@pytest.fixture(scope="module")
def folder(user, isolation):
    """A folder of the account's own, one for each isolation."""
    place = user.home / "class"
    place.mkdir()
    yield place
    until(lambda: user.processes() == [], "nothing that a submission started goes on")
    shutil.rmtree(place)


@pytest.fixture(scope="module")
def graded(request, user, isolation, folder):
    """Grade in one run all that is tried this time in an isolation."""
    files = corpus.tried(request, "file", isolation=isolation)
    return corpus.grade_files(folder, files, isolation=isolation, user=user)


# By its scope an isolation, and what was graded in it, is kept from one case to the next.
@pytest.mark.parametrize(
    ("isolation", "file"),
    [case for name, files in HOSTILE.items() for case in corpus.cases(name, files, who="user")],
    indirect=["isolation"],
    scope="module",
)
def test_the_corpus_comes_out_the_same_for_an_ordinary_user(graded, isolation, file):
    """Of each hostile mechanism one; root grades more, in each isolation."""
    corpus.holds(file, graded, isolation)
