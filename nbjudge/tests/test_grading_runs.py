"""Whatever one submission does, it ends, its other tasks count, and so do the others' work."""

import pytest

from grading_corpus import assignment
from isolations import require_isolation
from nbjudge.run.run import Options, grade_assignment
from nbjudge.run.store import Store

TASKS = {  # {name: (a right answer, its test)}
    "unit": (
        "def unit(x):\n    return x\n",
        "import io, unittest\n"
        "class Same(unittest.TestCase):\n"
        "    def test_same(self):\n        self.assertEqual(unit(3), 3)\n"
        "suite = unittest.TestLoader().loadTestsFromTestCase(Same)\n"
        "assert unittest.TextTestRunner(stream=io.StringIO()).run(suite).wasSuccessful()",
    ),
    "bare": (
        "def bare(x):\n    return x\n",
        "try:\n    bare(1)\nexcept:\n    pass\n",
    ),
    "spawn": (
        "def noises(rng):\n    return [child.normal() for child in rng.spawn(2)]\n",
        "rng, same = np.random.default_rng([3, 4]), np.random.default_rng([3, 4])\n"
        "for _ in range(2):\n"
        "    assert noises(rng) == [child.normal() for child in same.spawn(2)]\n"
        "assert rng.spawn(1)[0].normal() == same.spawn(1)[0].normal()",
    ),
    "seeds": (
        "def children(rng):\n"
        "    return [np.random.default_rng(s) for s in rng.bit_generator.seed_seq.spawn(2)]\n",
        "rng, same = np.random.default_rng(5), np.random.default_rng(5)\n"
        "theirs, mine = children(rng), same.bit_generator.seed_seq.spawn(2)\n"
        "assert theirs[1].normal() == np.random.default_rng(mine[1]).normal()\n"
        "assert theirs[0].spawn(1)[0].normal() == "
        "np.random.default_rng(mine[0]).spawn(1)[0].normal()",
    ),
    "last": ("def last(x):\n    return x + 1\n", "assert last(1) == 2"),
}
RIGHT = {name: answer for name, (answer, _) in TASKS.items()}
ALL = set(TASKS)

CASES = {  # {student: (answers that differ, the tasks that still pass)}
    "right": ({}, ALL),
    "ends-in-unittest": (
        {"unit": "import os\ndef unit(x):\n    os._exit(0)\n"},
        ALL - {"unit"},
    ),
    "ends-under-a-bare-except": (
        {"bare": "import os\ndef bare(x):\n    os._exit(0)\n"},
        ALL - {"bare"},
    ),
    "loops-under-a-bare-except": (
        {"bare": "def bare(x):\n    while True: pass\n"},
        ALL - {"bare"},
    ),
    "loops-on-under-a-bare-except": (
        {
            "bare": "def bare(x):\n    while True:\n        try:\n            while True: pass\n"
            "        except BaseException: pass\n"
        },
        ALL - {"bare"},
    ),
    "named-as-the-graders": (
        {
            "unit": "class ProcessEnded(Exception): pass\n"
            "def unit(x):\n    raise ProcessEnded('{')\n"
            "raise ProcessEnded('{memory_mb:>700000000}')\n"
        },
        ALL - {"unit"},
    ),
    "named-as-limits": (
        {
            "unit": "class TimeLimit(Exception): pass\nclass MemoryError(Exception): pass\n"
            "class StudentLost(BaseException): pass\n"
            "def unit(x):\n    raise MemoryError('{0.__class__}')\nraise TimeLimit('not run{}')\n",
            "bare": "def bare(x):\n    raise StudentLost('time ended')\nraise StudentLost('{}')\n",
        },
        ALL - {"unit"},
    ),
    "says-that-it-was-cut": (
        {"unit": "print('\\n[cut: x')\nprint('{processes}')\ndef unit(x):\n    print('[cut: ')\n"},
        ALL - {"unit"},
    ),
    "prints-odd-text": (
        {"unit": "raise Exception('\\ud800\\x1b[31m{}%s\\0' * 10**6)\n"},
        ALL - {"unit"},
    ),
    "prints-much": (
        {"unit": "print('x' * 10**5)\ndef unit(x): return x\n"},
        ALL,
    ),
    "spawns-too-many": (
        {"spawn": RIGHT["spawn"].replace("spawn(2)", "spawn(10_000)[:2]")},
        ALL - {"spawn"},
    ),
}
LIMITS = ("cell_seconds=2", "memory_mb=256", "disk_mb=16", "output_kb=64")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Grade them all in one run; return the course, and {student: record}."""
    require_isolation("bwrap")
    solved = {n: f"### BEGIN SOLUTION\n{a}\n### END SOLUTION" for n, a in RIGHT.items()}
    course = assignment.write_course(
        tmp_path_factory.mktemp("runs"),
        {
            student: assignment.as_bytes(assignment.ordinary(TASKS, RIGHT | answers))
            for student, (answers, _) in CASES.items()
        },
        assignment.ordinary(TASKS, solved),
    )
    with (course / "log.txt").open("w") as log:
        grade_assignment(course, "corpus", Options(jobs=1, isolation="bwrap", limits=LIMITS), log)
    return course, Store(course / ".grading/corpus/records.jsonl").latest


def page(course, student):
    return (course / "feedback" / student / "corpus/corpus.html").read_text()


@pytest.mark.parametrize(
    "student",
    ["named-as-the-graders", "named-as-limits", "says-that-it-was-cut", "prints-odd-text"],
)
def test_nothing_that_a_student_says_is_taken_for_the_graders_words(graded, student):
    course, records = graded
    assert not [words for row in records[student].cells for words in row.limits]
    told = page(course, student).replace(student, "").replace("TimeLimit", "")
    assert "limit" not in told
    assert "more than the limit of 64 KB was printed" in page(course, "prints-much")


@pytest.mark.parametrize("student", CASES)
def test_it_loses_its_own_task_and_no_other(graded, student):
    rows = graded[1][student].cells
    checks = {row.id.removesuffix("-check"): row for row in rows if row.graded}
    passed = {name for name, row in checks.items() if row.state == "passed"}
    assert passed == CASES[student][1], {n: checks[n] for n in passed ^ CASES[student][1]}
