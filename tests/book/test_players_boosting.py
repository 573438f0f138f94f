"""The gradient-boosting player: that it shows what the library computed, and can be stepped."""

import json
import re

import numpy as np
import pytest
from ensemblelab import DecisionTreeRegressor, GradientBoostingRegressor
from ensemblelab.teaching.players import boosting_player, boosting_trace

from chromium import new_tab

RNG = np.random.default_rng(0)
X = np.sort(RNG.uniform(0, 10, 40))
Y = np.sin(X) + RNG.normal(0, 0.2, 40)
NEW = RNG.uniform(0, 10, 30), RNG.normal(size=30)
ROUNDS, RATES = 6, (1.0, 0.3)
DIGITS = 5.1e-5  # the page holds four decimals


def boosted(rate, rounds=ROUNDS, **options):
    options = {"max_depth": 2} | options
    return GradientBoostingRegressor(n_estimators=rounds, learning_rate=rate, **options).fit(
        X[:, None], Y
    )


@pytest.fixture(scope="module")
def models():
    return [boosted(rate) for rate in RATES]


@pytest.fixture(scope="module")
def trace(models):
    return boosting_trace(models, X, Y, *NEW)


def test_the_trace_is_residuals_fitted_again_and_again(trace):
    for run, rate in zip(trace["runs"], RATES, strict=True):
        assert run["rate"] == rate
        f, f_new = np.full(40, Y.mean()), np.full(30, Y.mean())
        for m, round_ in enumerate(run["rounds"]):
            np.testing.assert_allclose(round_["residuals"], Y - f, atol=DIGITS)
            if m == 0:
                assert round_["tree"] == []
            else:
                tree = DecisionTreeRegressor(max_depth=2).fit(X[:, None], Y - f)
                starts, values = np.array(round_["tree"]).T
                own = values[np.searchsorted(starts[1:], X)]
                np.testing.assert_allclose(own, tree.predict(X[:, None]), atol=DIGITS)
                f = f + rate * tree.predict(X[:, None])
                f_new = f_new + rate * tree.predict(NEW[0][:, None])
            level = np.array(round_["sum"])[np.searchsorted(run["cuts"], X)]
            np.testing.assert_allclose(level, f, atol=DIGITS)
            # Rounding of a few sums.
            assert round_["error"] == pytest.approx(np.mean((Y - f) ** 2), rel=1e-10)
            assert round_["fresh"] == pytest.approx(np.mean((NEW[1] - f_new) ** 2), rel=1e-10)
        assert len(run["rounds"]) == ROUNDS + 1


def test_nothing_to_split_is_a_constant():
    model = GradientBoostingRegressor(n_estimators=2).fit(np.ones((3, 1)), [1.0, 2.0, 3.0])
    (run,) = boosting_trace([model], np.ones(3), [1, 2, 3], [1], [2])["runs"]
    assert run["cuts"] == []
    assert [round_["sum"] for round_ in run["rounds"]] == [[2.0]] * 3
    assert run["rounds"][1]["tree"] == [[1.0, 0.0]]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: [boosted(1.0), boosted(0.5, rounds=3)], "6 and 3 rounds"),
        (lambda: [boosted(1.0, loss="huber")], "squared error"),
        (lambda: [GradientBoostingRegressor().fit(np.ones((3, 2)), [0, 1, 2])], "one feature"),
    ],
)
def test_what_cannot_be_shown_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        boosting_trace(make(), X, Y, *NEW)


def test_the_page_asks_nothing_of_the_network(models):
    page = boosting_player(models, X, Y, *NEW).page()
    assert not re.search(r"(?:src|href)=|https?:|@import|fetch\(", page)
    assert len(page) < 100_000


@pytest.fixture
def tab(browser, models, tmp_path):
    page = tmp_path / "player.html"
    page.write_text(boosting_player(models, X, Y, *NEW).page())
    complaints = []
    tab = new_tab(browser.new_context(offline=True, viewport={"width": 360, "height": 800}))
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto(page.as_uri())
    tab.get_by_role("button", name="Just show me").click()
    yield tab
    tab.context.close()
    assert not complaints


def shown(tab):
    """Read the round's number, the table's values, and what a screen reader is told."""
    return (
        tab.locator(".player-step").inner_text(),
        [float(cell) for cell in tab.locator("td").all_inner_texts()],
        tab.locator("[aria-live]").inner_text(),
    )


def test_keys_step_and_everything_moves_together(tab, trace):
    assert shown(tab)[0] == f"Round 0 of {ROUNDS}"
    tab.focus("[data-step=next]")
    at = 0
    for key, to in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", ROUNDS),
        ("ArrowRight", ROUNDS),
        ("Home", 0),
        ("Enter", 1),
    ]:
        before = tab.locator("[data-part=fit]").inner_html()
        tab.keyboard.press(key)
        step, values, words = shown(tab)
        round_ = trace["runs"][0]["rounds"][to]
        assert step == f"Round {to} of {ROUNDS}"
        largest = np.abs(round_["residuals"]).max()
        # Three decimals are shown.
        np.testing.assert_allclose(values, [round_["error"], round_["fresh"], largest], atol=5.1e-4)
        assert words.startswith(f"Round {to}")
        assert f"{round_['error']:.3f} on the training data" in words
        assert (tab.locator("[data-part=fit]").inner_html() != before) == (to != at)
        assert words in tab.locator("[data-part=fit]").get_attribute("aria-label")
        at = to


def test_the_learning_rate_is_chosen_and_keeps_the_round(tab, trace):
    tab.focus("[data-step=next]")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    tab.locator("select").select_option("0.3")
    step, values, words = shown(tab)
    assert step == f"Round 2 of {ROUNDS}"
    assert values[0] == pytest.approx(trace["runs"][1]["rounds"][2]["error"], abs=5.1e-4)
    assert "learning rate 0.3" in words
    tab.focus("select")
    tab.keyboard.press("ArrowLeft")  # the list's own key, not a step back
    assert shown(tab)[0] == f"Round 2 of {ROUNDS}"


def test_the_pictures_show_the_numbers(tab, trace):
    assert json.loads(tab.locator("[type='application/json']").text_content()) == trace
    tab.focus("[data-step=next]")
    tab.keyboard.press("ArrowRight")
    assert tab.locator("[data-part=fit] circle").count() == len(X)
    assert tab.locator("[data-part=left] circle").count() == len(X)
    solid = tab.locator("[data-part=left] path[stroke-width='2.6']").get_attribute("d")
    assert solid.count("H") == len(trace["runs"][0]["rounds"][1]["tree"])
    # A residual's place is that of the level of its leaf plus what the tree leaves over.
    places = [float(c.get_attribute("cy")) for c in tab.locator("[data-part=left] circle").all()]
    order = np.argsort(trace["runs"][0]["rounds"][1]["residuals"])
    assert np.all(np.diff(np.array(places)[order]) <= 0)  # larger values stand higher


def test_a_phone_does_not_scroll_sideways(tab):
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
