"""The corpus graded by an ordinary user, in whose own processes students' code then runs."""

import os
import shutil
import subprocess
import sys

import pytest

import test_grading_corpus as corpus
from nbjudge.isolation.sandbox import ISOLATIONS
from needs import missing
from ordinary_user import OrdinaryUser
from waiting import until

pytestmark = pytest.mark.trial


@pytest.fixture(scope="module")
def user():
    """An account made for these tests."""
    if os.getuid() != 0:
        pytest.skip("whoever runs this is an ordinary user, and so the corpus runs as one anyway")
    if lacking := [name for name in ("useradd", "setpriv", "prlimit") if not shutil.which(name)]:
        missing(f"to make an account takes {', '.join(lacking)}")
    made = OrdinaryUser()
    yield made
    made.remove()


@pytest.fixture(params=ISOLATIONS[:-1])
def isolation(request, user):
    """An isolation that works for the account."""
    doctor = user.runs([sys.executable, "-m", "nbjudge", "doctor"])
    said = subprocess.run(doctor, capture_output=True, text=True)
    assert "running as an ordinary user" in said.stdout, said
    if f"✔ {request.param}" not in said.stdout:
        missing(f"{request.param} for an ordinary user: {said.stdout}")
    return request.param


@pytest.fixture
def folder(user):
    """A folder of the account's own."""
    place = user.home / "class"
    place.mkdir()
    yield place
    until(lambda: user.processes() == [], "nothing that a submission started goes on")
    shutil.rmtree(place)


def test_the_corpus_comes_out_the_same_for_an_ordinary_user(user, isolation, folder):
    """Of each hostile mechanism one; root grades more, in each isolation."""
    hostile = [file for file in corpus.ONE_OF_EACH if file.kind == "hostile"]
    corpus.holds(folder, isolation, hostile, user=user)
