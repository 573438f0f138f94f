"""Compare what two commits compute: compare_commits.py OLD NEW [--parts PART ...] [--site].

records     the values that experiments have recorded
members     digests of fitted models, to the bit
statements  what `verify --json` prints of each, its texts and its tolerance
pickles     predictions of models that OLD has fitted and pickled
answers     verdicts and messages of each set's tests on each known answer, with three seeds
--site      and the pages of the built book: compare_sites.py

Each commit gets a worktree in build/commits, with an environment of its own, at first use. Without
--parts all of them are compared; answers take most of an hour. Prints what differs, and exits with
1 if anything does.
"""

import argparse
import hashlib
import inspect
import json
import os
import pickle
import subprocess
import sys
import tempfile
from dataclasses import asdict, replace  # noqa: F401 (asdict in `compute`)
from functools import partial
from itertools import takewhile
from operator import eq
from pathlib import Path

TOOLS = Path(__file__).parent
ROOT = TOOLS.parents[1]
SEEDS = (0, 1, 2)
IMPORT = "_checks import check"  # of each set's notebook
RENAMED = {"python -m results": "python -m experiments"}  # in texts of OLD
SHOWN = 40  # characters of a text before and after the first that differs


# Each part runs in a commit's worktree and environment, and imports by names that all commits have.


def records(folder):
    return {p.stem: json.loads(p.read_text()) for p in Path("ensemblelab").rglob("record*/*.json")}


def members(folder):
    return json.loads(output(TOOLS / "processors" / "members.py"))


def statements(folder):
    from ensemblelab.equations import equations

    verified = json.loads(output("-m", "ensemblelab", "verify", "--json"))
    found = {one["label"]: one for one in verified}
    for one in equations():
        found[one.label] |= {k: v for k, v in vars(one).items() if isinstance(v, str | float)}
    return found


def pickles(folder):
    import ensemblelab
    from ensemblelab.datasets import load

    spam, digests = load("spambase"), {}
    X, y = spam.X[::5, :12], spam.y[::5]
    for name in ensemblelab.__all__:
        pickled = folder / f"{name}.pickle"
        if not pickled.exists():
            tree = f"DecisionTree{'Regressor' if name.endswith('Regressor') else 'Classifier'}"
            few = [(f"depth {d}", getattr(ensemblelab, tree)(max_depth=d)) for d in (1, 2, 3)]
            chosen, learner = {"random_state": 0, "estimators": few}, getattr(ensemblelab, name)
            offered = chosen.keys() & inspect.signature(learner).parameters.keys()
            model = learner(**{key: chosen[key] for key in offered}).fit(X, y)
            pickled.write_bytes(pickle.dumps(model))
        model = pickle.loads(pickled.read_bytes())
        predicted = getattr(model, "predict_proba", model.predict)(X)
        digests[name] = hashlib.sha256(predicted.astype(float).tobytes()).hexdigest()
    return digests


def answers(folder):
    from nbjudge.authoring import answers as trying

    names = getattr(trying, "list_assignments", None) or trying.assignments
    run_here = getattr(trying, "run_in_forks", None) or trying.run_here
    course, found = Path("exercises").absolute(), {}

    def run(at, seed, cells, *others):
        seeded = [replace(cell, source=cell.source.replace(IMPORT, seed)) for cell in cells]
        assert seeded != cells, f"{at} does not say: {IMPORT}"
        found[at] = run_here(seeded, *others)
        return found[at]

    for name in names(course):
        for seed in SEEDS:
            seeding = f"{IMPORT}; check.seed = {seed}"
            trying.try_assignment(course, name, run=partial(run, f"{name}, seed {seed}", seeding))
    return found


PARTS = ("records", "members", "statements", "pickles", "answers")


def output(*words):
    return subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, text=True).stdout


def worktree(commit):
    """Return the folder of a commit's worktree, which has an environment."""
    command = ["git", "rev-parse", "--verify", f"{commit}^{{commit}}"]
    name = subprocess.run(command, cwd=ROOT, check=True, stdout=-1, text=True).stdout.strip()
    place = ROOT / "build" / "commits" / name
    if not place.exists():
        add = ["git", "worktree", "add", "--force", "--detach", place, name]
        subprocess.run(add, cwd=ROOT, check=True)
    if not (place / ".venv" / ".ready").exists():
        subprocess.run(["make", f"PYTHON={sys.executable}", "install"], cwd=place, check=True)
    return place


def compute(part, place, folder):
    """Return what a part computes in a worktree; OLD and NEW share a folder."""
    paths = {"PYTHONPATH": f"{place}:{place}/nbjudge/src:{TOOLS}", "OMP_NUM_THREADS": "1"}
    program = (
        "import json, compare_commits as c, pathlib; folder = pathlib.Path(c.sys.argv[1]);"
        f"(folder / 'found').write_text(json.dumps(c.{part}(folder), default=c.asdict))"
    )
    command = [place / ".venv/bin/python", "-c", program, folder]
    subprocess.run(command, cwd=place, env=os.environ | paths, check=True)
    return json.loads((folder / "found").read_text())


def flat(value, at=""):
    """Return the numbers and texts of JSON by their places."""
    if not isinstance(value, dict | list):
        return {at: json.dumps(value, ensure_ascii=False)}
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return {k: v for key, inside in items for k, v in flat(inside, f"{at} / {key}").items()}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("commits", nargs=2)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--site", action="store_true")
    wanted = parser.parse_args()
    places = [worktree(commit) for commit in wanted.commits]
    differ = False
    for part in wanted.parts:
        with tempfile.TemporaryDirectory() as folder:
            old, new = (flat(compute(part, place, Path(folder))) for place in places)
        for before, after in RENAMED.items():
            old = {at: value.replace(before, after) for at, value in old.items()}
        found = [at for at in old | new if old.get(at) != new.get(at)]
        print(f"{part}: {len(old)} values of OLD, {len(new)} of NEW, {len(found)} differ")
        for at in found:
            before, after = old.get(at, "nothing"), new.get(at, "nothing")
            same = sum(takewhile(bool, map(eq, before, after)))
            shown = slice(max(0, same - SHOWN), same + SHOWN)
            print(f"  {at[3:]}: {before[shown]} became {after[shown]}")
        differ |= bool(found) or not old
    if wanted.site:
        for place in places:
            subprocess.run(["make", "book"], cwd=place, check=True)
        pages = [place / "build/book/_build/html" for place in places]
        command = [sys.executable, TOOLS / "compare_sites.py", *pages]
        differ |= subprocess.run(command).returncode != 0
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
