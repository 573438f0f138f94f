"""Where machine code is kept, what is said, and what a process has before it forks."""

import os
import signal
import subprocess
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is an extra, fast")
from ensemblelab import DecisionTreeClassifier, DecisionTreeRegressor, GradientBoostingRegressor
from ensemblelab.trees.growers.compiled import _jit as jit
from ensemblelab.trees.growers.compiled import (
    by_column,
    by_histogram,
    by_node,
    predicting,
    statistics,
)

LOOPS = (
    by_column.grow_by_column,
    by_histogram.grow_by_histogram,
    by_node.grow_by_node,
    predicting.add_up,
    predicting.find_leaves,
    statistics.weigh,
)


def twice(x):
    return 2 * x


def test_where_no_folder_can_be_written_loops_compile_all_the_same(monkeypatch):
    monkeypatch.setattr(jit.Places, "_locator_classes", [])
    monkeypatch.setattr(jit, "nowhere_to_keep", [])
    assert jit.compiled(twice)(21) == 42
    assert "no locator" in jit.nowhere_to_keep[0]


def test_what_forks_need_for_trees_and_stumps_is_ready_before():
    """Else each copy compiles for itself, and what limits its computing ends it."""
    program = """if True:
        import gc
        import numpy as np
        from numba.core.dispatcher import Dispatcher
        from ensemblelab import DecisionStump, DecisionTreeClassifier
        from ensemblelab._before_fork import warm
        def ready():
            found = [one for one in gc.get_objects() if isinstance(one, Dispatcher)]
            return {(one.__name__, str(kind)) for one in found for kind in one.signatures}
        warm()
        before = ready()
        y = np.array([1, 1, -1, 1])
        trees = (DecisionTreeClassifier(criterion=name) for name in ("gini", "entropy", "error"))
        for model in (DecisionStump(criterion="error"), *trees):
            model.fit(y[:, None], y, sample_weight=np.full(4, 0.25)).predict(y[:, None])
        assert before and ready() == before, ready() - before
    """
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.trial
@pytest.mark.parametrize("home", ["empty", "none"])
def test_a_process_that_cannot_write_beside_the_source_reads_there(home, tmp_path):
    program = """if True:
        import os, sys
        from numba.core import caching, event
        def cannot_write(_):
            raise OSError("read-only file system")
        barred = caching.InTreeCacheLocator, caching.UserWideCacheLocator
        for locator in barred[: int(sys.argv[1])]:
            locator.ensure_cache_path = cannot_write
        from ensemblelab._before_fork import warm
        class Told(event.Listener):
            def on_start(self, event): os._exit(3)
            def on_end(self, event): pass
        if sys.argv[1] != "0":
            event.register("numba:compile", Told())
        warm()
    """
    surroundings = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    surroundings["XDG_CACHE_HOME"] = str(tmp_path)
    for barred in ("0", {"empty": "1", "none": "2"}[home]):  # first as whoever installs it
        command = [sys.executable, "-c", program, barred]
        assert subprocess.run(command, env=surroundings).returncode == 0


def test_a_folder_that_can_no_longer_be_written_is_no_error(monkeypatch, tmp_path):
    monkeypatch.setattr(jit, "nowhere_to_keep", [])

    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr(jit.caching.FunctionCache, "save_overload", full)
    assert jit.compiled(twice)(21) == 42
    assert jit.nowhere_to_keep == ["no space left on device"]


def test_of_two_processes_that_compile_at_once_none_gets_the_other_s_code(monkeypatch, tmp_path):
    one, other, later = (jit.Files(str(tmp_path), "loop", "these sources") for _ in range(3))
    save = one._save_data

    def save_late(name, data):
        other.save("floats", "code for floats")
        save(name, data)

    for files in (one, other):  # both have looked, and found nothing
        monkeypatch.setattr(files, "_load_index", dict)
    monkeypatch.setattr(one, "_save_data", save_late)
    one.save("integers", "code for integers")
    found = {kind: later.load(kind) for kind in ("integers", "floats")}
    assert found["floats"] in ("code for floats", None)  # then it is compiled once more
    assert found["integers"] == "code for integers"


def test_code_of_earlier_sources_is_neither_read_nor_left(tmp_path):
    earlier, now = (jit.Files(str(tmp_path), "loop", stamp) for stamp in ("earlier", "now"))
    earlier.save("integers", "old")
    assert now.load("integers") is None
    now.save("integers", "new")
    now.save("floats", "new")
    assert (now.load("integers"), now.load("floats")) == ("new", "new")
    assert len(list(tmp_path.glob("*.nbc"))) == 2


def test_types_that_are_gone_since_code_was_kept_are_not_asked_for(monkeypatch, tmp_path):
    module = ModuleType("ensemblelab_of_last_year")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec("class Best: pass", vars(module))
    earlier, now = (jit.Files(str(tmp_path), "loop", stamp) for stamp in ("earlier", "now"))
    earlier.save(module.Best, "old")
    monkeypatch.delitem(sys.modules, module.__name__)
    assert now.load("integers") is None
    now.save("integers", "new")
    assert now.load("integers") == "new"


def test_compiling_is_announced_once_and_never_in_a_page(monkeypatch, capfd):
    event = SimpleNamespace(
        data={"dispatcher": SimpleNamespace(py_func=SimpleNamespace(__module__=jit.__name__))}
    )
    jit.Announce().on_start(event)  # here standard error is the test's, as a page's would be
    assert capfd.readouterr().err == ""
    monkeypatch.setattr(sys, "stderr", sys.__stderr__)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    announce = jit.Announce()
    announce.on_start(event)
    announce.on_start(event)
    assert len(capfd.readouterr().err.splitlines()) == 1
    event.data["dispatcher"].py_func.__module__ = "somebody.else"
    jit.Announce().on_start(event)
    assert capfd.readouterr().err == ""


def announced(monkeypatch, capfd):
    """Return what is said where a process first compiles."""
    module = SimpleNamespace(__module__=jit.__name__)
    monkeypatch.setattr(sys, "stderr", sys.__stderr__)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    event = SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=module)})
    jit.Announce().on_start(event)
    return capfd.readouterr().err


@pytest.mark.parametrize("writable", [True, False])
def test_it_says_that_loops_are_kept_only_where_they_are(writable, monkeypatch, capfd, tmp_path):
    def cannot_write(_):
        raise OSError("read-only file system")

    monkeypatch.setattr(jit.config, "CACHE_DIR", str(tmp_path) if writable else "")
    monkeypatch.setattr(jit, "nowhere_to_keep", [])
    if not writable:
        for locator in (jit.caching.InTreeCacheLocator, jit.caching.UserWideCacheLocator):
            monkeypatch.setattr(locator, "ensure_cache_path", cannot_write)
    jit.compiled(twice)
    said = announced(monkeypatch, capfd)
    assert ("to keep them" in said) == writable
    assert ("in every process anew: no folder for it can be written" in said) != writable


def thrice(x):
    return 3 * x


thrice_again = jit.compiled(thrice)


def more(x):
    return thrice_again(x) + 1


@pytest.mark.usefixtures("hears_ctrl_c")
@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("function", [thrice, more], ids=["loop", "loop in a loop"])
def test_ctrl_c_while_llvm_calls_back_is_heard_and_harms_nothing(
    function, keeps, monkeypatch, tmp_path
):
    """Python ignores what is raised in there, and then no machine code is where it should be."""
    engine = pytest.importorskip("llvmlite.binding").ExecutionEngine
    find = engine._find_module_ptr
    rung = []

    def ring(self, module):
        rung.append(module)
        signal.raise_signal(signal.SIGINT)
        return find(self, module)

    monkeypatch.setattr(jit.config, "CACHE_DIR", str(tmp_path))
    if not keeps:
        monkeypatch.setattr(jit.Places, "_locator_classes", [])
    monkeypatch.setitem(globals(), "thrice_again", jit.compiled(thrice))
    handler = signal.getsignal(signal.SIGINT)
    for moment in ("it is compiled", "it is loaded"):
        rung.clear()
        loop = jit.compiled(function)
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(engine, "_find_module_ptr", ring)
            with pytest.raises(KeyboardInterrupt):
                loop(7)
            assert rung, moment
        assert signal.getsignal(signal.SIGINT) is handler
        assert loop(7) == function(7)
        assert jit.compiled(function)(7.0) == function(7.0)


@pytest.mark.trial
def test_a_process_that_forks_has_compiled():
    program = """if True:
        import os, sys, numpy as np, ensemblelab
        from numba.core import event
        ensemblelab.RandomForestClassifier
        ensemblelab.__before_fork__()
        if os.fork() == 0:
            class Told(event.Listener):
                def on_start(self, event): os._exit(3)
                def on_end(self, event): pass
            event.register("numba:compile", Told())
            X = np.random.default_rng(0).normal(size=(50, 3))
            y = (X[:, 0] > 0) * 1
            ensemblelab.RandomForestClassifier(5).fit(X, y).predict(X)
            ensemblelab.BaggingRegressor().fit(X, X[:, 1]).predict(X)
            os._exit(0)
        sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
    """
    assert subprocess.run([sys.executable, "-c", program], env=os.environ).returncode == 0


@pytest.mark.trial
def test_loops_run_as_python_too():
    program = """if True:
        import numpy as np
        from ensemblelab import RandomForestClassifier, XGBRegressor
        X = np.random.default_rng(0).normal(size=(60, 3)).round(1)
        X[::7, 1] = np.nan
        for given in [(X, X[:, 0])], [(X[:30], X[:30, 0]), (X[30:], X[30:, 0])]:
            model = XGBRegressor(n_estimators=2, max_depth=3)
            print(model.fit(iter(given)).predict(X).tolist())
        for how in "exact", "hist":
            model = XGBRegressor(n_estimators=2, max_depth=3, tree_method=how)
            print(model.fit(X, X[:, 0]).predict(X).tolist())
        forest = RandomForestClassifier(2, random_state=0).fit(X[:, ::2], X[:, 0] > 0)
        print(forest.predict(X[:, ::2]).tolist())
    """
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in "01"
    ]
    assert told[0] == told[1] != ""


def read_only(a):
    a = a.copy()
    a.flags.writeable = False
    return a


def unaligned(a):
    return np.frombuffer(b"." + a.tobytes(), np.uint8)[1:].view(a.dtype).reshape(a.shape)


DISGUISES = {
    "read-only": read_only,
    "columns first": np.asfortranarray,
    "every other": lambda a: np.repeat(a, 2, axis=0)[::2],
    "backwards": lambda a: np.ascontiguousarray(a[::-1])[::-1],
    "unaligned": unaligned,
    "other end first": lambda a: a.astype(a.dtype.newbyteorder()),
}


def fitted(X, y, label, weight):
    """Predict by trees of all orders of growth."""
    models = (
        DecisionTreeClassifier().fit(X, label, weight),
        DecisionTreeRegressor(max_depth=3).fit(X, y, weight),
        GradientBoostingRegressor(n_estimators=2).fit(X[:200], y[:200], weight[:200]),
    )
    return [model.predict(X) for model in models]


@pytest.mark.parametrize("disguise", DISGUISES)
def test_nothing_is_compiled_for_how_an_array_lies_in_memory(disguise):
    rng = np.random.default_rng(0)
    X, weight = rng.normal(size=(300, 3)), rng.uniform(size=300)
    y, label = X[:, 0] + rng.normal(size=300), rng.integers(3, size=300).astype(float)
    expected = fitted(X, y, label, weight)
    known = {loop: list(loop.signatures) for loop in LOOPS}
    assert all(known.values())
    found = fitted(*map(DISGUISES[disguise], (X, y, label, weight)))
    np.testing.assert_array_equal(found, expected)
    assert {loop: list(loop.signatures) for loop in LOOPS} == known


@pytest.mark.parametrize("kind", [np.int64, np.float32, np.float64])
@pytest.mark.parametrize("strict", [False, True])
def test_rows_of_any_type_go_where_numpy_sends_them(kind, strict):
    """Rows at the thresholds, rounded to their own type, and just beside them."""
    rng = np.random.default_rng(0)
    X = rng.normal(scale=3, size=(200, 2))
    tree = DecisionTreeRegressor().fit(X, X.prod(axis=1)).tree_
    tree.strict = strict
    tree.threshold[np.flatnonzero(~tree.is_leaf)[-1]] = 1e300  # beyond all of float32
    at = tree.threshold[np.isfinite(tree.threshold) & (tree.threshold < 1e9)].astype(kind)
    one = np.ones(1, at.dtype)[0]
    beside = [np.nextafter(at, at + sign) for sign in (-one, one)] if kind != np.int64 else [at + 1]
    column = np.concatenate([at, *beside])
    rows = np.stack([column, rng.permutation(column)], axis=1)
    found = tree.apply(rows)
    assert np.array_equal(predicting.leaves(tree, rows), found)
    assert len(np.unique(found)) > 20
