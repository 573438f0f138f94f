"""Players of the first chapters: what they show is what the library computes, by keyboard too."""

import base64
import re

import numpy as np
import pytest
from ensemblelab import BaggingRegressor, DecisionTreeClassifier, DecisionTreeRegressor
from ensemblelab.committees import correlated_error
from ensemblelab.diagnostics import bias_variance_squared
from ensemblelab.teaching.players import (
    averaging_player,
    averaging_trace,
    spread_player,
    spread_trace,
    tree_player,
    vote_player,
    vote_trace,
)

from chromium import new_tab

RNG = np.random.default_rng(0)
X = RNG.random((60, 2)).round(3)
Y = np.array(["left", "low", "rest"])[np.where(X[:, 0] < 0.4, 0, np.where(X[:, 1] < 0.5, 1, 2))]
Y[:6] = "rest"  # so that the second level is not the end
AT = np.linspace(0, 1, 20)
ROWS = RNG.random(30)
TARGETS = np.sin(6 * ROWS) + RNG.normal(0, 0.3, 30)
DIGITS = 5.1e-4  # the page holds three decimals
THRESHOLD = 5e-5  # and four of thresholds


def truth(x):
    return np.sin(6 * x)


def draw(rng):
    x = rng.random(30)
    return x, truth(x) + rng.normal(0, 0.3, 30)


LEARNERS = {"a stump": DecisionTreeRegressor(max_depth=1), "a full tree": DecisionTreeRegressor()}


def spread():
    return spread_player(LEARNERS, draw, truth, AT, n_sets=5)


def bag():
    return BaggingRegressor(n_estimators=6, random_state=0).fit(ROWS[:, None], TARGETS)


def two_features():
    return BaggingRegressor(n_estimators=2).fit(X, X[:, 0])


def averaging():
    return averaging_player(bag(), ROWS, TARGETS, truth, AT)


def tree():
    return tree_player(X, Y, ["across", "up"])


def vote():
    return vote_player(largest=7, cases=25)


# ------------------------------------------------------------------ what is written down


def test_the_spread_is_split_as_the_library_does():
    trace = spread_trace(LEARNERS, draw, truth, AT, n_sets=5, random_state=3)
    rng = np.random.default_rng(3)
    sets = [draw(rng) for _ in range(5)]
    for run, learner in zip(trace["runs"], LEARNERS.values(), strict=True):
        curves = [learner.fit(x[:, None], y).predict(AT[:, None]) for x, y in sets]
        np.testing.assert_allclose(run["curves"], curves, atol=DIGITS)
        for k, step in enumerate(run["steps"][1:], 2):
            parts = bias_variance_squared(curves[:k], truth(AT))
            assert step["bias_squared"] == parts.bias_squared
            assert step["variance"] == parts.variance
            assert f"variance {parts.variance:.3f}" in step["words"]
        first = run["steps"][0]
        assert first["variance"] is None
        assert first["bias_squared"] is None
        assert f"{np.mean((curves[0] - truth(AT)) ** 2):.3f}" in first["words"]


def test_the_average_settles_as_the_ensemble_does():
    ensemble = bag()
    trace = averaging_trace(ensemble, ROWS, TARGETS, truth, AT)
    for of, sample in zip(trace["sets"], ensemble.estimators_samples_, strict=True):
        assert sum(of["count"]) == 30
        assert [of["count"][i] for i in (0, 7)] == [np.sum(sample == i) for i in (0, 7)]
    (run,) = trace["runs"]
    last = ensemble.predict(AT[:, None])
    assert run["steps"][-1]["average"] == pytest.approx(np.mean((last - truth(AT)) ** 2))
    before = np.mean([m.predict(AT[:, None]) for m in ensemble.estimators_[:-1]], axis=0)
    assert run["steps"][-1]["moved"] == pytest.approx(np.sqrt(np.mean((last - before) ** 2)))
    assert run["steps"][0]["member"] == run["steps"][0]["average"]
    assert run["steps"][0]["moved"] == 0


def test_the_votes_are_those_of_the_experts():
    cases, rhos = 4000, [0.0, 0.25, 1.0]
    trace = vote_trace(0.3, rhos, largest=9, cases=cases, random_state=5)
    assert trace["sizes"] == [1, 3, 5, 7, 9]
    assert trace["rhos"] == rhos
    assert [run["model"] for run in trace["runs"]] == [m for m in trace["models"] for _ in rhos]
    for run, rho in zip(trace["runs"], rhos * 2, strict=True):
        bits = np.unpackbits(np.frombuffer(base64.b64decode(run["wrong"]), np.uint8))
        wrong = bits[: 9 * cases].reshape(9, cases)
        assert run["alone"] == pytest.approx(wrong.mean(), rel=1e-12)  # sums in another order
        votes = [np.mean(wrong[:m].sum(axis=0) > m / 2) for m in trace["sizes"]]
        assert run["vote"] == votes
        right = [correlated_error(m, 0.3, rho, run["model"]) for m in trace["sizes"]]
        assert run["formula"] == right
        # Four standard errors.
        np.testing.assert_allclose(votes, right, atol=4 * np.sqrt(0.25 / cases))
        found = np.corrcoef(wrong)[~np.eye(9, dtype=bool)].mean() if rho < 1 else 1
        assert found == pytest.approx(rho, abs=4 / np.sqrt(cases))
    source, unequal = trace["runs"][1], trace["runs"][4]
    assert source["formula"][-1] > 1.05 * unequal["formula"][-1]  # alike by correlation alone


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: vote_trace(largest=8), "largest=8 must be odd"),
        (lambda: vote_trace(mu=1.2), "mu holds 1.2: it must be between 0 and 1"),
        (lambda: vote_trace(rhos=(0, -0.1)), "rhos holds -0.1"),
        (lambda: vote_player(rhos=(0,)), "two correlations"),
        (lambda: tree_player(X[:, :1], Y, ["across"]), "two features"),
        (lambda: tree_player(X, np.arange(60) % 4, ["across", "up"]), "4 classes"),
        (lambda: averaging_trace(two_features(), ROWS, TARGETS, truth, AT), "has 2 features"),
    ],
)
def test_what_cannot_be_shown_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("make", [tree, spread, averaging, vote])
def test_the_page_asks_nothing_of_the_network(make):
    page = make().page()
    assert not re.search(r"(?:src|href)=|https?:|@import|fetch\(", page)
    assert len(page) < 100_000


# ------------------------------------------------------------------ in a browser


@pytest.fixture
def tab(browser, tmp_path, request):
    page = tmp_path / "player.html"
    page.write_text(request.param().page(), encoding="utf-8")
    complaints = []
    tab = new_tab(browser.new_context(offline=True, viewport={"width": 360, "height": 900}))
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto(page.as_uri())
    tab.get_by_role("button", name="Just show me").click()
    yield tab
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360  # a phone's
    tab.context.close()
    assert not complaints


def table(tab):
    return [row.split() for row in tab.locator("tbody tr").all_inner_texts()]


def said(tab):
    return tab.locator("[aria-live]").inner_text()


@pytest.mark.parametrize("tab", [tree], indirect=True)
def test_the_best_questions_are_the_librarys_tree(tab):
    model = DecisionTreeClassifier(max_depth=2).fit(X, Y)
    asked = []
    for part in (0, 0, 2):  # all, then the left of two, then the right of three
        tab.locator("[data-part=leaf]").select_option(index=part)
        tab.focus("[data-do=best]")
        tab.keyboard.press("Enter")
        name, at = re.search(r"split at (\w+) <= ([\d.]+):", said(tab)).groups()
        asked.append((["across", "up"].index(name), float(at)))
        assert "the largest possible in this part" in said(tab)
    inner = ~model.tree_.is_leaf
    theirs = zip(model.tree_.feature[inner], model.tree_.threshold[inner], strict=True)
    assert sorted(asked) == [(j, pytest.approx(t, abs=THRESHOLD)) for j, t in sorted(theirs)]
    leaves = model.apply(X)
    counts = sorted(
        [int((Y[leaves == leaf] == name).sum()) for name in model.classes_]
        for leaf in np.unique(leaves)
    )
    assert sorted([int(cell) for cell in row[1:4]] for row in table(tab)) == counts
    for row in table(tab):
        shares = np.array([int(cell) for cell in row[1:4]]) / sum(map(int, row[1:4]))
        assert float(row[4]) == pytest.approx(1 - np.sum(shares**2), abs=DIGITS)
    wrong = np.sum(model.predict(X) != Y)
    assert f"{wrong} of 60 observations are misclassified" in said(tab)


@pytest.mark.parametrize("tab", [tree], indirect=True)
def test_a_click_splits_the_part_under_it_and_can_be_undone(tab):
    whole = table(tab)
    box = tab.locator("[data-part=picture]").bounding_box()
    tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert len(table(tab)) == 2
    at = float(re.search(r"split at across <= ([\d.]+):", said(tab))[1])
    values = np.sort(X[:, 0])
    middle = (200 - 44) / 350  # of the picture, in units of the axis
    low, high = values[0], values[-1]
    place = low - 0.06 * (high - low) + middle * 1.12 * (high - low)
    halfway = (np.unique(values)[1:] + np.unique(values)[:-1]) / 2
    nearest = halfway[np.argsort(np.abs(halfway - place))[:2]]  # a pixel may decide
    assert np.abs(nearest - at).min() < 1e-3
    assert int(re.search(r"(\d+) observations left", said(tab))[1]) == np.sum(X[:, 0] <= at)
    tab.click("[data-do=undo]")
    assert table(tab) == whole
    assert tab.locator("[data-do=undo]").is_disabled()


@pytest.mark.parametrize("tab", [tree], indirect=True)
def test_a_keyboard_splits_where_the_slider_stands(tab):
    tab.locator("[data-part=feature]").select_option(index=1)
    tab.focus("input[type=range]")
    for _ in range(4):
        tab.keyboard.press("ArrowRight")
    values = np.unique(X[:, 1])
    fifth = (values[4] + values[5]) / 2
    words = tab.locator("[data-part=question]").inner_text()
    assert float(words.removeprefix("up at most ")) == pytest.approx(fifth, abs=THRESHOLD)
    tab.focus("[data-do=split]")
    tab.keyboard.press("Enter")
    assert f"{np.sum(X[:, 1] <= fifth)} observations left" in said(tab)
    assert "that of the best split is" in said(tab)


@pytest.mark.parametrize("tab", [spread, averaging], indirect=True)
def test_keys_step_and_everything_moves_together(tab, request):
    trace = tab.evaluate(
        "JSON.parse(document.querySelector('[type=\"application/json\"]').textContent)"
    )
    run, last = trace["runs"][0], len(trace["sets"])
    assert tab.locator(".player-step").inner_text() == f"{trace['unit']} 1 of {last}"
    tab.focus("[data-step=next]")
    for key, to in [("ArrowRight", 2), ("End", last), ("ArrowLeft", last - 1), ("Enter", last)]:
        before = tab.locator("[data-part=fit]").inner_html()
        tab.keyboard.press(key)
        step = run["steps"][to - 1]
        assert said(tab) == step["words"]
        shown = [float(v) for v in tab.locator("td").all_inner_texts()]
        wanted = [step[key] for key, _ in trace["measures"]]
        np.testing.assert_allclose(shown, wanted, atol=DIGITS)
        assert tab.locator("[data-part=fit]").inner_html() != before
    picture = tab.locator("[data-part=fit]")
    assert picture.locator("path[stroke-width='0.6']").count() == last - 1
    assert picture.locator("circle").count() == np.count_nonzero(trace["sets"][-1]["count"])
    # The thick line is the mean of all curves: its heights are as far apart as theirs.
    thick = picture.locator("path[stroke-width='2.8']").get_attribute("d")
    heights = np.array([float(v) for v in re.findall(r" ([\d.]+)", thick)])
    mean = np.mean(run["curves"], axis=0)
    slope, off = np.polyfit(mean, heights, 1)
    np.testing.assert_allclose(slope * mean + off, heights, atol=0.1)  # a tenth of a unit is drawn
    assert slope < 0  # larger values stand higher


@pytest.mark.parametrize("tab", [spread], indirect=True)
def test_after_one_training_set_the_parts_are_not_shown(tab):
    tab.focus("[data-step=next]")
    tab.keyboard.press("End")
    tab.keyboard.press("Home")
    assert tab.locator("td").all_inner_texts() == ["–", "–"]
    chart = tab.locator("[data-part=chart]")
    assert chart.locator("circle").count() == 0
    assert "null" not in chart.inner_html()
    assert "NaN" not in chart.inner_html()


def test_a_spread_needs_two_training_sets():
    with pytest.raises(ValueError, match="n_sets=1 must be at least 2"):
        spread_player(LEARNERS, draw, truth, AT, n_sets=1)


@pytest.mark.parametrize("tab", [spread], indirect=True)
def test_another_learner_keeps_the_step(tab):
    tab.focus("[data-step=next]")
    tab.keyboard.press("ArrowRight")
    tab.locator("[data-part=learner]").select_option(index=1)
    assert said(tab).startswith("2 training sets, a full tree:")


@pytest.mark.parametrize("tab", [vote], indirect=True)
def test_a_committee_is_heard_by_the_keyboard(tab):
    runs = vote_trace(largest=7, cases=25)["runs"]
    alike = tab.locator("[data-part=alike]")
    assert alike.input_value() == "1"  # that of the question
    tab.focus("[data-step=next]")
    tab.keyboard.press("End")
    for index in (1, 2):
        alike.select_option(index=index)
        run = runs[index]
        outvoted = round(25 * run["vote"][-1])
        assert said(tab).startswith(
            f"7 experts, common source, correlation {run['rho']}: "
            f"the vote is wrong on {outvoted} of"
        )
        assert tab.locator("[data-part=cases] path").count() == outvoted  # crosses
        assert f"the formula gives {run['formula'][-1]:.3f}" in said(tab)
    squares = tab.locator("[data-part=cases] rect[fill-opacity]")
    bits = np.unpackbits(np.frombuffer(base64.b64decode(runs[2]["wrong"]), np.uint8))
    counts = bits[: 7 * 25].reshape(7, 25).sum(axis=0)
    wide = [float(square.get_attribute("width")) for square in squares.all()]
    np.testing.assert_allclose(wide, (80 - 3) * np.sqrt(counts / 7), atol=0.051)  # a tenth is drawn
