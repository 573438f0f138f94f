"""The bench harness: what it measures, what it judges, and that the real cases are well formed."""

import dataclasses
import inspect
import json
import math
import textwrap

import pytest
from benchmarks import Case, measure, out_of_core, threads
from benchmarks import __main__ as harness

FAKE = """
    import os
    import sys
    import time
    import numpy as np
    from benchmarks import Case

    clock = 0.0  # a real one would tell what else the machine does
    time.process_time = lambda: clock

    def work(seconds, megabytes):
        def run(data):
            global clock
            block = np.ones(megabytes * 125_000)
            clock += seconds * data["rows"]
            print("chatter on standard output")
            return block[0]
        return run

    def quality(data, result):
        # what the harness promises, seen from inside
        assert os.environ["OMP_NUM_THREADS"] == os.environ["OPENBLAS_NUM_THREADS"] == "1"
        assert os.environ["OMP_WAIT_POLICY"] == "passive"
        return result

    def slow_to_make():
        np.ones(300 * 125_000)  # 300 MB that are not to be counted
        return {"rows": 1}

    def fails(data):
        raise RuntimeError("the model broke")

    as_ours = work(0.125, 1)
    CASES = [
        Case("quick", 0.6, slow_to_make, work(0.25, 200), work(1.0, 50), quality, 0.0,
             grow=lambda n: {"rows": n // 1000}),
        Case("slow", 0.5, slow_to_make, work(0.5, 1), work(0.25, 1), quality, 0.0),
        Case("wrong", 9.0, slow_to_make, work(0.125, 1), lambda data: 0.9 * as_ours(data), quality,
             0.05),
        Case("broken", 9.0, slow_to_make, fails, fails, quality, 0.0),
    ]
"""


@pytest.fixture
def fake(tmp_path, monkeypatch):
    (tmp_path / "fake_cases.py").write_text(textwrap.dedent(FAKE))
    monkeypatch.syspath_prepend(tmp_path)
    return ["fake_cases"]


def test_a_case_is_timed_weighed_and_judged(fake, tmp_path, capsys):
    file = tmp_path / "figures.json"
    status = harness.main(["quick", "--repeats", "3", "--json", str(file)], fake)
    (row,) = json.loads(file.read_text())
    assert status == 0
    assert row["ratio"] == row["ours_seconds"] == 0.25
    assert row["peer_seconds"] == 1
    assert row["met"]
    assert row["agree"]
    assert row["ours_quality"] == row["peer_quality"] == 1.0
    # 8-byte ones: exactly 200 and 50 MB, and some pages of the interpreter's own; Linux counts
    # them in batches of 64 a thread. The 300 MB of the data's making are not in it.
    assert 199 <= row["ours_megabytes"] < 210
    assert 49 <= row["peer_megabytes"] < 60
    heading, line = capsys.readouterr().out.splitlines()
    assert heading.startswith("case")
    assert line.startswith("quick")
    assert " yes " in line


def test_a_missed_target_is_reported_and_not_a_failure(fake, capsys):
    assert harness.main(["slow", "--repeats", "1"], fake) == 0
    assert " NO " in capsys.readouterr().out


def test_disagreement_and_crashes_fail_and_the_rest_goes_on(fake, capsys):
    assert harness.main(["wrong", "--repeats", "1"], fake) == 1
    assert "1.0000/0.9000 DIFFER" in capsys.readouterr().out
    assert harness.main(["broken", "quick", "--repeats", "1"], fake) == 1
    out = capsys.readouterr().out
    assert "CRASHED" in out
    assert "the model broke" in out
    assert "quick" in out


def test_growth_gives_the_exponent_and_the_ratio_to_n_log_n(fake, capsys, monkeypatch):
    monkeypatch.setattr(harness, "GROWTH_ROWS", (1000, 2000, 4000))
    (quick, *_) = harness.find(fake)
    row = harness.growth(quick, (1000, 2000, 4000))
    # the fake clock's time is linear in rows
    assert row["peer_exponent"] == pytest.approx(1)
    assert row["peer_to_n_log_n"] == pytest.approx(math.log(1000) / math.log(4000))
    assert len(row["ours_seconds"]) == 3
    # from exact times the figures are exact: n² grows with exponent 2
    monkeypatch.setattr(
        harness,
        "measure",
        lambda found, what, n: {
            "ours": [n**2.0],
            "peer": [float(n)],
            "quality_ours": 1.0,
            "quality_peer": 1.0,
        },
    )
    row = harness.growth(quick, (1000, 10_000, 100_000))
    assert row["ours_exponent"] == pytest.approx(2)
    assert row["peer_exponent"] == pytest.approx(1)
    assert row["ours_to_n_log_n"] == pytest.approx(100**2 / (100 * 5 / 3))
    assert row["ours_last_to_n_log_n"] == pytest.approx(10**2 / (10 * 5 / 4))
    assert harness.main(["--growth"], fake) == 0
    out = capsys.readouterr().out
    assert "2.00/1.00" in out
    assert "slow" not in out  # it has no `grow`


def test_growth_may_have_its_own_tolerance(fake, monkeypatch):
    (quick, *_) = harness.find(fake)
    outcome = {"ours": [1.0], "peer": [1.0], "quality_ours": 1.0, "quality_peer": 0.9}
    monkeypatch.setattr(harness, "measure", lambda found, what, n: outcome)
    lenient = harness.LoadedCase(
        quick.module, dataclasses.replace(quick.case, growth_tolerance=0.2)
    )
    assert not harness.growth(quick, (1000, 2000))["agree"]  # by the case's tolerance, 0
    assert harness.growth(lenient, (1000, 2000))["agree"]


def test_names_choose_cases_or_modules_and_unknown_ones_are_refused(fake, capsys):
    found = harness.find(fake)
    assert [one.case.name for one in harness.choose(found, ["fake_cases"])] == [
        "quick",
        "slow",
        "wrong",
        "broken",
    ]
    for arguments in (["quikc"], ["--repeats", "0"]):
        with pytest.raises(SystemExit) as stop:
            harness.main(arguments, fake)
        assert stop.value.code == 2
    assert "--repeats 0 must be at least 1" in capsys.readouterr().err


def test_the_ratio_is_the_median_over_pairs_and_turns_alternate():
    order = []
    case = Case(
        "order",
        1.0,
        dict,
        lambda data: order.append("ours") or 1.0,
        lambda data: order.append("peer") or 1.0,
        lambda data, result: result,
        0.0,
    )
    outcome = measure.times(case, {}, repeats=3)
    assert order == ["ours", "peer", "ours", "peer", "peer", "ours", "ours", "peer"]
    assert len(outcome["ours"]) == len(outcome["peer"]) == 3


def test_every_real_case_is_well_formed():
    found = harness.find()
    names = [one.case.name for one in found]
    assert len(set(names)) == len(names)
    for one in found:
        case = one.case
        assert isinstance(case, Case), one.module
        assert case.target > 0, case.name
        assert case.tolerance >= 0, case.name
        for work, wanted in [
            (case.data, 0),
            (case.ours, 1),
            (case.peer, 1),
            (case.quality, 2),
            (case.grow, 1),
        ]:
            if work is case.grow and work is None:
                continue
            needed = [
                parameter
                for parameter in inspect.signature(work).parameters.values()
                if parameter.default is parameter.empty
                and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            ]
            assert len(needed) == wanted, (case.name, work)


@pytest.mark.trial
def test_both_sides_learn_alike_from_blocks(capsys):
    ours, peer = out_of_core.main(["--rows", "250000", "--rounds", "5"])  # three blocks
    assert ours["error"] == pytest.approx(peer["error"], abs=0.01)
    for side in (ours, peer):
        # One byte a value at least, and less than the values and the libraries.
        assert side["scratch_megabytes"] * 1e6 >= 250_000 * out_of_core.FEATURES
        assert 50 < side["peak_megabytes"] < 1000
    assert len(capsys.readouterr().out.splitlines()) == 4


@pytest.mark.trial
@pytest.mark.parametrize("name", threads.CASES)
def test_a_second_thread_is_measured_beside_a_second_process(name):
    one, two, of_threads, of_processes = threads.compare(name, repeats=1)
    assert of_threads == one / two
    assert min(one, two, of_processes) > 0


def test_the_gain_of_a_second_thread_is_printed_for_each_case(capsys, monkeypatch):
    monkeypatch.setattr(threads, "compare", lambda name, repeats: (2.0, 1.25, 1.6, 1.875))
    threads.main(["--repeats", "1"])
    _, *rows = capsys.readouterr().out.splitlines()
    assert [row[:28].rstrip() for row in rows] == list(threads.CASES)
    assert {tuple(row[28:].split()) for row in rows} == {("2.000", "1.250", "1.60x", "1.88x")}
