"""Nothing that a submission has written is there for another, or is left after the run."""

import json
import os
from pathlib import Path

import pytest

from grading_station import answer, check, everything, extra, stations
from nbjudge.isolation import scratch
from waiting import until

RIGHT = "def double(x):\n    return 2 * x"
DOUBLES = check("assert double(21) == 42")
WRITES = """
import json, os
print(json.dumps([os.getcwd(), sorted(os.listdir())]))
open("optional.py", "w").write("def reference(x): return 0")
os.symlink({outside!r}, "a-folder-outside")
os.symlink("/nowhere", "nowhere")
for name in ("1", "2", "open"):
    os.mkdir(name)
    open(f"{{name}}/x", "w").close()
os.mkdir("closed", 0)
"""


@pytest.fixture(params=["landlock", "none"])
def station(request):
    yield from stations(isolation=request.param)


def test_no_submission_finds_or_leaves_a_file_where_folders_are_on_disk(station, tmp_path):
    kept = tmp_path / "kept"
    kept.write_text("kept")
    place = Path(station.zygotes["student"].scratch.name)
    told = []
    for _ in range(2):
        cell = extra(WRITES.format(outside=str(tmp_path)))
        found = everything(station, answer(RIGHT, RIGHT), cell, DOUBLES)
        assert found[2].outcome == "passed"
        told.append(json.loads(found[1].outputs[0]["text"]))
    folders, names = zip(*told, strict=True)
    assert len(set(folders)) == 2
    assert names == ([], [])
    until(lambda: not [*place.glob("*/optional.py")], "the files of those that ended are gone")
    until(lambda: not [n for n in os.listdir(place) if n.isdigit()], "their folders are gone")
    assert kept.read_text() == "kept"


def test_a_folder_is_removed_whatever_is_in_it(tmp_path, monkeypatch):
    """Also by who may not read all of it, as an ordinary user, until its rights are changed."""
    outside, place = tmp_path / "outside", tmp_path / "place"
    outside.mkdir(0o755)
    (outside / "kept").touch()
    for folder in ("a/b/c", "a/b/d", "1"):
        (place / folder).mkdir(parents=True)
        (place / folder / "link").symlink_to(outside)
        (place / folder / "file").touch()
    (place / "a/b/c/d\udcff").mkdir()
    (place / "a/b").chmod(0)
    os.mkfifo(place / "fifo")
    monkeypatch.chdir(place)
    for _ in range(1500):
        os.mkdir("deep")
        os.chdir("deep")
        Path("file").touch()
    monkeypatch.undo()
    mode = outside.stat().st_mode
    scratch.remove_folder(place)
    assert os.listdir(tmp_path) == ["outside"]
    assert (os.listdir(outside), outside.stat().st_mode) == (["kept"], mode)
    (tmp_path / "link").symlink_to(outside)
    with pytest.raises(NotADirectoryError):
        scratch.remove_folder(tmp_path / "link")
    assert os.listdir(outside) == ["kept"]
