"""The forest explorer: it shows what the library's forests say, and a keyboard moves it."""

import base64

import numpy as np
import pytest
from ensemblelab import RandomForestClassifier
from ensemblelab.datasets import make_gaussian_ring
from ensemblelab.teaching.players import forest_explorer, forest_trace

from chromium import new_tab

X, Y = make_gaussian_ring(60, 0)
X_NEW, Y_NEW = make_gaussian_ring(200, 1)
ANGLE = np.pi * np.arange(3) / 3
AXES = np.array([np.cos(ANGLE), np.sin(ANGLE)])


@pytest.fixture(scope="module")
def trace():
    return forest_trace(
        X, Y, X_NEW, Y_NEW, directions=3, trees=(1, 9), features=(1, 3), depths=(2, None), cells=16
    )


@pytest.mark.parametrize(("i", "q"), [(0, 1), (1, 3)])
@pytest.mark.parametrize(("j", "depth"), [(0, 2), (1, None)])
def test_the_trace_is_what_the_forest_says(trace, i, q, j, depth):
    forest = RandomForestClassifier(
        9, max_features=q, max_depth=depth, oob_score=True, random_state=0
    ).fit(X @ AXES, Y)
    shown = trace["forests"][i][j]
    last = shown["sizes"][-1]
    assert last["fresh"] == np.mean(forest.predict(X_NEW @ AXES) != Y_NEW)
    assert last["wrong"] == np.flatnonzero(forest.predict(X @ AXES) != Y).tolist()
    assert last["training"] == len(last["wrong"]) / len(Y)
    assert last["oob"] == forest.oob_errors_[-1]
    alone = [tree.score(X_NEW @ AXES, Y_NEW) for tree in forest.estimators_]
    # sums of nine shares, in another order
    assert shown["tree"] == pytest.approx(1 - np.mean(alone), rel=1e-12)
    left, right, bottom, top = trace["extent"]
    middles = (np.arange(16) + 0.5) / 16
    bits = np.unpackbits(np.frombuffer(base64.b64decode(last["region"]), np.uint8))
    x2, x1 = np.meshgrid(
        bottom + (top - bottom) * middles, left + (right - left) * middles, indexing="ij"
    )
    grid = np.column_stack([x1.ravel(), x2.ravel()])
    np.testing.assert_array_equal(bits == 1, forest.predict(grid @ AXES) == 1)


def test_more_than_two_classes_are_refused():
    with pytest.raises(ValueError, match="y has 3 classes"):
        forest_trace(X, np.arange(60) % 3, X_NEW, Y_NEW)


def test_a_keyboard_moves_it(browser, tmp_path):
    player = forest_explorer(X, Y, X_NEW, Y_NEW)
    page = tmp_path / "explorer.html"
    page.write_text(player.page(), encoding="utf-8")
    tab = new_tab(browser.new_context(offline=True, viewport={"width": 360, "height": 800}))
    complaints = []
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto(page.as_uri())
    tab.get_by_role("button", name="Just show me").click()
    before = tab.locator("[aria-live]").inner_text()
    assert before.startswith("1 tree, 6 of 6 features per split, fully grown")
    tab.locator("[data-choice=trees]").focus()
    tab.keyboard.press("ArrowRight")
    assert tab.locator("[aria-live]").inner_text().startswith("3 trees, 6 of 6")
    tab.locator("[data-choice=depths]").focus()
    tab.keyboard.press("Home")
    assert "depth at most 1:" in tab.locator("[aria-live]").inner_text()
    assert tab.locator("[data-choice=depths]").get_attribute("aria-valuetext") == "depth at most 1"
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    assert not complaints
    tab.context.close()
