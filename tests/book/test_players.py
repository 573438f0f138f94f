"""The players: that they show what the library computed, and that a reader can step them."""

import ast
import base64
import json
import re
from pathlib import Path

import numpy as np
import pytest
from chapters.machine.content.words import find_words
from ensemblelab import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    GradientBoostingRegressor,
    Perceptron,
)
from ensemblelab.datasets import make_gaussian_ring
from ensemblelab.teaching import players
from ensemblelab.teaching.players import (
    adaboost_player,
    adaboost_trace,
    boosting_player,
    forest_explorer,
)
from ensemblelab.teaching.players.frame import Question, build_player, offer_ranges

from chromium import new_tab
from test_players_trees_and_committees import averaging, spread, tree, vote

X, Y = make_gaussian_ring(60, 0)
ROUNDS = 8


@pytest.mark.parametrize(
    "file", [*Path(players.__file__).parent.glob("*.py")], ids=lambda f: f.stem
)
def test_players_are_written_in_the_words_of_the_book(file):
    for part in ast.walk(ast.parse(file.read_text())):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value:
            text = re.sub("``[^`\n]+``", "\ue000", part.value).replace('scope="row"', "")
            assert not list(find_words(text.replace('"', "'"))), part.value


def boosted(estimator=None, **options):
    return AdaBoostClassifier(
        estimator, n_estimators=ROUNDS, keep_weights=True, random_state=0, **options
    ).fit(X, Y)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(None, id="stumps"),
        pytest.param(Perceptron(max_iter=200), id="lines", marks=pytest.mark.trial),
    ],
)
def model(request):
    return boosted(request.param)


def test_the_trace_is_what_the_library_computed(model):
    trace = adaboost_trace(model, X, Y)
    weights = np.full(len(Y), 1.0)  # (10) to (14) again, from the members' answers alone
    f = np.zeros(len(Y))
    loss = 1.0
    for round_, member in zip(trace["rounds"], model.estimators_, strict=True):
        # The page holds three decimals.
        np.testing.assert_allclose(round_["weights"], weights, atol=5.1e-4)
        h = member.predict(X)
        wrong = h != Y
        epsilon = weights[wrong].sum() / len(Y)
        alpha = np.log((1 - epsilon) / epsilon)
        f += alpha * h / 2
        assert round_["wrong"] == np.flatnonzero(wrong).tolist()
        # Rounding of 60 sums over 8 rounds.
        assert round_["epsilon"] == pytest.approx(epsilon, rel=1e-10)
        assert round_["alpha"] == pytest.approx(alpha, rel=1e-10)
        assert round_["bound"] == pytest.approx(np.exp(-Y * f).mean(), rel=1e-10)
        assert round_["z"] == pytest.approx(round_["bound"] / loss, rel=1e-10)
        assert round_["error"] == np.mean(np.where(f > 0, 1, -1) != Y)
        loss = round_["bound"]
        weights = weights * np.exp(alpha * wrong)
        weights *= len(Y) / weights.sum()


def test_the_region_is_where_the_committee_says_plus_one(model):
    cells = 16
    trace = adaboost_trace(model, X, Y, cells=cells)
    left, right, bottom, top = trace["extent"]
    for k, round_ in enumerate(trace["rounds"]):
        bits = np.unpackbits(np.frombuffer(base64.b64decode(round_["region"]), np.uint8))
        # The script reads the bit of row r from the bottom, column c, at r * cells + c.
        for r, c in [(0, 0), (3, 12), (8, 8), (12, 5), (15, 15), (7, 2)]:
            point = [
                left + (c + 0.5) / cells * (right - left),
                bottom + (r + 0.5) / cells * (top - bottom),
            ]
            f = sum(
                alpha * member.predict([point])[0]
                for alpha, member in zip(
                    model.estimator_weights_[: k + 1], model.estimators_, strict=False
                )
            )
            assert bits[r * cells + c] == (f > 0)


def test_a_line_parts_what_the_learner_parts(model):
    trace = adaboost_trace(model, X, Y)
    left, right, bottom, top = trace["extent"]
    drawn = 0
    for round_, member in zip(trace["rounds"], model.estimators_, strict=True):
        if round_["line"] is None:
            continue
        drawn += 1
        start, end = np.array(round_["line"])
        for x1, x2 in (start, end):
            # The page holds three decimals.
            assert left - 1e-3 <= x1 <= right + 1e-3
            assert bottom - 1e-3 <= x2 <= top + 1e-3
            assert min(abs(x1 - left), abs(x1 - right), abs(x2 - bottom), abs(x2 - top)) < 1e-3
        middle, plus = (start + end) / 2, np.array(round_["positive"])
        assert member.predict([plus]) == [1]
        assert member.predict([2 * middle - plus]) == [-1]
    assert drawn > ROUNDS / 2


def test_a_perfect_member_ends_the_trace():
    x = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 1.0]])
    model = AdaBoostClassifier(keep_weights=True).fit(x, [0, 0, 1, 1])
    trace = adaboost_trace(model, x, [0, 0, 1, 1])
    assert trace["labels"] == [-1, -1, 1, 1]
    assert [round_["bound"] for round_ in trace["rounds"]] == [0.0]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: (AdaBoostClassifier().fit(X, Y), X, Y), "keep_weights=True"),
        (lambda: (boosted(), X[:5], Y[:5]), "training set"),
        (lambda: (boosted(), X[:, :1], Y), "training set"),
        (lambda: (boosted(DecisionTreeClassifier(max_depth=3)), X, Y), "line"),
        (
            lambda: (AdaBoostClassifier(keep_weights=True).fit(X, np.arange(60) % 3), X, Y),
            "3 classes",
        ),
    ],
)
def test_what_cannot_be_shown_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        adaboost_trace(*make())


def test_a_grid_that_does_not_fill_bytes_is_refused(model):
    with pytest.raises(ValueError, match="cells=9 must be a multiple of 8"):
        adaboost_trace(model, X, Y, cells=9)


def test_the_page_asks_nothing_of_the_network(model):
    page = adaboost_player(model, X, Y).page()
    assert not re.search(r"(?:src|href)=|https?:|@import|fetch\(", page)
    assert len(page) < 300_000


def test_text_from_outside_cannot_leave_its_place(model):
    page = adaboost_player(model, X, Y, title='</script><b>"').page()
    assert "<b>" not in page
    question = Question("<i>?", ["<i>1", "<i>2"], 0, '"<i>', '"<i>')
    fragment = build_player("a title", {"name": "</script><b>"}, question, "", "").fragment
    assert "<i>" not in fragment
    assert "<b>" in fragment  # it is data, and
    assert fragment.count("</script>") == 2  # the data does not end its script


@pytest.fixture
def tab(browser, model, tmp_path):
    page = tmp_path / "player.html"
    page.write_text(adaboost_player(model, X, Y).page())
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


def test_keys_step_and_everything_moves_together(tab, model):
    trace = json.loads(tab.locator("[type='application/json']").text_content())
    tab.focus("[data-step=next]")
    at = 1
    for key, to in [
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("ArrowLeft", 1),
        ("ArrowLeft", 1),
        ("End", ROUNDS),
        ("ArrowRight", ROUNDS),
        ("Home", 1),
        ("Enter", 2),
    ]:
        before = tab.locator("[data-part=plane]").inner_html()
        tab.keyboard.press(key)
        step, values, words = shown(tab)
        round_ = trace["rounds"][to - 1]
        assert step == f"Round {to} of {ROUNDS}"
        expected = [round_[key] for key in ("epsilon", "alpha", "z", "bound", "error", "epsilon")]
        # Three decimals are shown.
        np.testing.assert_allclose(values, [*expected, 0.5], atol=5.1e-4)
        count = len(round_["wrong"])
        assert words.startswith(f"Round {to}: the new weak learner misclassifies {count} ")
        assert (tab.locator("[data-part=plane]").inner_html() != before) == (to != at)
        assert words in tab.locator("[data-part=plane]").get_attribute("aria-label")
        at = to


def test_the_keys_step_once_on_the_slider_too(tab):
    tab.focus("input[type=range]")
    tab.keyboard.press("ArrowRight")
    assert shown(tab)[0] == f"Round 2 of {ROUNDS}"
    assert tab.locator("input").get_attribute("aria-valuetext") == f"Round 2 of {ROUNDS}"


def test_play_can_be_paused(tab):
    play = tab.locator("[data-step=play]")
    # both clicks in one turn of the page's script: between two of ours it may play to the end
    told = play.evaluate("button => [0, 1].map(() => { button.click(); return button.innerText })")
    assert told == ["Pause", "Play"]


def test_the_plane_shows_each_point_and_each_mistake(tab, model):
    plane = tab.locator("[data-part=plane]")
    assert plane.locator("circle").count() == np.sum(Y == 1)
    assert plane.locator("rect").count() == np.sum(Y == -1)
    wrong = int(np.sum(model.estimators_[0].predict(X) != Y))
    assert plane.locator("path[stroke-width='1.2']").count() == wrong
    areas = []
    for circle in plane.locator("circle").all()[:5]:
        areas.append(float(circle.get_attribute("r")) ** 2)
    assert np.ptp(areas) == 0  # the first round's weights are equal


def test_a_phone_does_not_scroll_sideways(tab):
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


# What all players ask before they show anything


def boosting():
    model = GradientBoostingRegressor(n_estimators=5).fit(X[:, :1], X[:, 1])
    return boosting_player([model], X[:, 0], X[:, 1], X[:, 0], X[:, 1])


def forest():
    return forest_explorer(X, Y, *make_gaussian_ring(100, 1))


def rounds():
    return adaboost_player(boosted(), X, Y)


@pytest.mark.trial
@pytest.mark.parametrize(
    "make",
    [rounds, boosting, forest, tree, spread, averaging, vote],
    ids=lambda make: make.__name__,
)
def test_a_prediction_is_asked_before_anything_is_revealed(browser, tmp_path, make):
    page = tmp_path / "player.html"
    page.write_text(make().page(), encoding="utf-8")
    tab = new_tab(browser.new_context(offline=True))
    tab.goto(page.as_uri())
    assert tab.get_by_role("group", name="Your prediction").count() == 1
    asked = tab.locator(".player-ask")
    steps, later = (
        tab.locator(".player-work :is(button, input, select)"),
        tab.locator(".player-later"),
    )
    picture = tab.locator(".player-work svg").first
    assert picture.is_visible()
    drawn = picture.inner_html()
    assert steps.count()
    assert later.count()
    assert not any(one.is_visible() for one in [*steps.all(), *later.all()])
    right = asked.get_attribute("data-right")
    wrong = asked.locator(f"[data-guess]:not([data-guess='{right}'])").last
    words = wrong.inner_text()
    wrong.focus()
    tab.keyboard.press("End")  # no step
    assert picture.inner_html() == drawn
    tab.keyboard.press("Enter")
    assert not asked.is_visible()
    assert all(one.is_visible() for one in [*steps.all(), *later.all()])
    assert tab.evaluate("document.activeElement.closest('.player-work') !== null")
    verdict = tab.locator(".player-verdict")
    told = asked.get_attribute("data-told")
    assert verdict.inner_text() == f"You predict: {words}. {asked.get_attribute('data-until')}"
    if make is tree:
        for _ in range(2):
            assert told not in verdict.inner_text()
            tab.locator("[data-do=best]").click()
    elif make is forest:
        tab.locator("[data-choice=trees]").press("End")
    else:
        tab.locator("[data-step=last]").click()
    assert verdict.inner_text() == f"You predicted: {words}. \u2717 Not correct. {told}"
    tab.reload()
    asked.locator(f"[data-guess='{right}']").click()
    if make is tree:
        for _ in range(2):
            tab.locator("[data-do=best]").click()
    elif make is forest:
        tab.locator("[data-choice=trees]").press("End")
    else:
        tab.locator("[data-step=last]").click()
    assert "\u2713 Correct." in verdict.inner_text()
    tab.context.close()


def test_the_right_prediction_is_what_comes_out(model):
    """Once more from the members: the counts, and the range that they fall into."""
    fragment = adaboost_player(model, X, Y).fragment
    alone = int(np.sum(model.estimators_[0].predict(X) != Y))
    together = int(np.sum(model.predict(X) != Y))
    assert f"misclassifies {alone} of the 60 observations" in fragment
    assert f"The vote of {ROUNDS} misclassifies {together} of 60 observations" in fragment
    limits = [60 // 50, 60 // 7]
    right = sum(together > limit for limit in limits)
    assert f'data-right="{right}"' in fragment
    choices = re.findall(r'data-guess="\d">([^<]+)<', fragment)
    assert choices == ["at most 1", "more than 1, at most 8", "more than 8"]


@pytest.mark.parametrize(("value", "right"), [(0, 0), (3, 0), (4, 1), (10, 1), (11, 2)])
def test_a_number_falls_into_one_range(value, right):
    assert offer_ranges(value, (10, 3, 3)) == (
        ["at most 3", "more than 3, at most 10", "more than 10"],
        right,
    )


def test_ranges_meet_where_it_is_written():
    choices, right = offer_ranges(0.1249, (0.1251, 0.2), ".0%")
    assert choices == ["at most 13%", "more than 13%, at most 20%", "more than 20%"]
    assert right == 0
    assert offer_ranges(0.1252, (0.1251, 0.2), ".0%")[1] == 0  # 13%, as it is written


def test_a_line_outside_of_the_picture_is_told(browser, model, tmp_path):
    page = tmp_path / "player.html"
    text = adaboost_player(model, X, Y).page()
    data = json.loads(re.search(r'json">(.*?)</script>', text)[1])
    data["rounds"][1]["line"] = None
    page.write_text(
        re.sub(r'json">.*?</script>', lambda _: f'json">{json.dumps(data)}</script>', text)
    )
    tab = new_tab(browser.new_context(offline=True))
    tab.goto(page.as_uri())
    tab.get_by_role("button", name="Just show me").click()
    assert "outside the picture" not in shown(tab)[2]
    tab.get_by_role("button", name="Next").click()
    assert shown(tab)[2].endswith("The weak learner's line lies outside the picture.")
    tab.context.close()


def test_without_scripts_a_player_is_words(browser, tmp_path):
    page = tmp_path / "player.html"
    page.write_text(rounds().page(), encoding="utf-8")
    tab = new_tab(browser.new_context(offline=True, java_script_enabled=False))
    tab.goto(page.as_uri())
    assert "needs JavaScript" in tab.locator("main").inner_text()
    assert not any(one.is_visible() for one in tab.locator("button, svg, table, input").all())
    tab.context.close()
