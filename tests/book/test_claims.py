"""What the book says of data rests on something, which stands below the paragraph that says it.

A sentence with a word that compares, gives a direction, judges or names a cause needs a claim,
whatever it speaks of, whose excerpt holds the word. Questions, headings and the answers of a quiz
claim nothing. A claim is a comment of the page (`prose.claims`), of one of these kinds:

measured    by a record: "EXPERIMENT CASE: A < B", where the difference on the same repetitions is
            more than two standard errors; "A = B within M", where with two standard errors added
            it is below the margin M, which the sentence states: so says a sentence that there is
            no difference; "A undecided B", where it is below two standard errors, for a sentence
            that says no more than that. "2 A < B" takes twice A. Fewer than ten repetitions are
            told, in the claim by ", 6 draws" and in the paragraph as "six draws"
asserted    computed when the page is built, and worded as what was seen there: assertions in the
            page's code, which stop the build if they fail
proved      by labels of the registry of equations
cited       in the sentence
definition  tells what a word, an algorithm, a program or a figure is
argument    follows from what stands beside it, whatever the data
advice      to the reader
quoted      what someone may say, or a task supposes
"""

import ast
import re

import jupytext
import pytest
import yaml
from ensemblelab.equations import topics
from ensemblelab.teaching.records import Record, mean_and_error

from prose import CHAPTERS, Claim, claims, parse, read, sentences

# Pages that speak of learners and data; the others say how this software is used and graded.
TOC = yaml.safe_load((CHAPTERS.parent / "_toc.yml").read_text(encoding="utf-8"))
(TAUGHT,) = [part["chapters"] for part in TOC["parts"] if part["caption"] == "Chapters"]
FILES = [TOC["root"], *(chapter["file"] for chapter in TAUGHT)]
PAGES = [*(file.removeprefix("chapters/") for file in FILES), "glossary", "libraries"]

# Not "at least" and "at most", which bound numbers; not "grow", which trees do; not "loss", which
# is a function; not "gain", which a split has, but for what is gained or not; not "other than".
COMPARED = r"""better worse best worst more less most least fewer fewest lower higher lowest highest
larger smaller largest smallest bigger greater faster slower stronger weaker cheaper noisier surer
nearer closer harder easier steeper (?<!rather\s)(?<!other\s)than
as\s(?!soon|well|long|far|many|if|much)\w+\sas (?:twice|half)\sas superior inferior
preferable ahead alike on\sa\spar second\sto no\sdifference"""
DIRECTED = r"""lower(?:s|ed|ing) raise[sd]? raising reduc\w+ improv\w+ increas\w+ decreas\w+
shrinks? rises? rising risen rose fall\w* fell drops worsen\w* vanish\w* disappear\w*
doubles doubled halved? halves\s(?:the|its|their|it) halving tripl\w+ boosts climb\w* exceed\w*
cuts?\s(?:the|its|their|down) removes smooths tames? damp\w* soften\w* widen\w* narrow(?:s|ed)
flatten\w* plateau\w* level(?:s|led)\soff dwindl\w* diminish\w* declin\w* strengthen\w*
weaken\w* amplif\w* eliminat\w* suppress\w*"""
JUDGED = r"""help(?:s|ed|ful)? hurt\w* harm\w* protect\w* prevent\w* guards? avoids? beats?
outperform\w* wins? won loses? lost pays? paid saves? spares? overfit\w* cures? mends? enough
useless useful free robust sensitive steady stable unstable suffers? suffices? costs? gained
gains?\s(?:little|nothing|much) no\sloss level\swith accurate reliabl\w* outdo\w* surpass\w*
dominat\w* outweigh\w* overtak\w* benefit\w* (?:dis)?advantage\w* drawbacks? achiev\w*
(?:do|does|did|works?)\s(?:well|badly|poorly) makes?\sup\sfor matters?\s(?:little|much) stays?
hardly tends? tolera\w* immune insensitive unaffected resist\w* ruin\w* spoils degrad\w*
deteriorat\w* destroy\w* underfit\w* speeds?\sup slows?\sdown"""
CAUSED = r"""because due\sto owing\sto thanks\sto leads?\sto causes? since therefore hence thereby
explains?\s(?:why|the)"""
# Of the words that say how far a sentence reaches those that mostly claim something. Not "every",
# "all", "only", "nothing" and "cannot" by themselves: of their 600 sentences few are claims.
UNIVERSAL = r"""strongest weakest(?!\slink) (?:takes?|took)\s(?:\w+\s){0,3}away (?<!you\s)wants?
wanted needs(?!:) always never everywhere nowhere no\smatter mostly usually (?<!how\s)often rarely
seldom typically generally likely unlikely on\s(?:every|all|none) nearly\severy
(?:from|next\sto|worth|does|changes|changed)\snothing nothing\s(?:can|could)"""
LISTED = " ".join([COMPARED, DIRECTED, JUDGED, CAUSED, UNIVERSAL]).split()
WORDS = re.compile(rf"(?<!\bat )\b(?:{'|'.join(LISTED)})\b", re.IGNORECASE)

# Cases whose repetitions are drawn anew. In the others they are random splits of the same rows:
# test rows over training rows, by which standard errors grow (`mean_and_error` of the records).
DRAWN = (
    "balanced",
    "calibration",
    "categories",
    "committees",
    "copies",
    "friedman1",
    "negative",
    "noise",
    "penalties",
    "rare",
    "ringnorm",
    "stopping",
    "threenorm",
    "threenorm_4000",
    "threenorm_40000",
    "two_of_a_hundred",
    "twonorm",
    "waveform",
)
OVERLAP = {
    "bagging": 0.1111,
    "boosting": 0.1111,
    "claims_boosting": 1.0,
    "claims_networks": 2.0,
    "claims_stacking": 0.3333,
    "claims_xgboost": 1.0,
    "tuned": 0.3333,
    "diabetes": 0.1111,
    "spam_curves": 0.5,
    "statlog_heart": 0.35,
}
WITHOUT_DATA = ("definition", "argument", "advice", "quoted")
# Two figures of a record: less by more than two standard errors; equal within a margin, counting
# two standard errors; or undecided, for sentences that say no more than that two standard errors
# do not tell. Fewer repetitions than enough have to be told in the entry and in the paragraph.
RECORDED = re.compile(
    r"(\w+) (\w+): ([\w.+ ]+) (<|=|undecided) ([\w.+ ]+?)(?: within ([\d.]+))?(?:, (\d) draws)?"
)
ENOUGH = 10
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
# How a paragraph says that it tells of a run: by one of these words, or by a figure of it.
SEEN = re.compile(
    r"\b(?:here|once|ours|in th(?:e|is) table|measured|was|were|did)\b", re.IGNORECASE
)
FIGURE = re.compile(r"\{(?:glue:text|numref)\}`([\w.-]+)`")


def not_covered(page, source):
    """Yield page, line, word and sentence for each listed word that no claim's excerpt holds."""
    found = claims(source)
    for sentence in parse(source, page):
        if sentence.text.endswith("?"):
            continue
        held = [claim.span(sentence.text) or () for claim in found if sentence.line in claim.lines]
        for word in WORDS.finditer(sentence.words):
            if not any(word.start() in span and word.end() - 1 in span for span in held):
                yield f"chapters/{page}.md, line {sentence.line}: {word[0]!r} in: {sentence.text}"


def assertions(page):
    """Return what a page's code asserts, in its cells or in its module of checks."""
    cells = jupytext.read(CHAPTERS / f"{page}.md", fmt="md:myst").cells
    sources = [cell.source for cell in cells if cell.cell_type == "code"]
    checks = CHAPTERS / "evidence" / f"{page}.py"
    if checks.exists():
        sources.append(checks.read_text(encoding="utf-8"))
    return {
        ast.unparse(node.test)
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Assert)
    }


def unsupported(claim, sentence, paragraph):
    """Return what is wrong with a recorded result as evidence, or nothing."""
    parts = RECORDED.fullmatch(claim)
    if not parts:
        return f"{claim}: what does that compare?"
    experiment, case, one, relation, other, margin, draws = parts.groups()
    record = Record(experiment)
    overlap = 0.0 if case in DRAWN else OVERLAP[experiment]
    less, more = (times(record, case, figure) for figure in (one, other))
    gap, error = mean_and_error(more - less, overlap)
    holds = {
        "<": gap > 2 * error,
        "=": abs(gap) + 2 * error < float(margin or 0),
        "undecided": abs(gap) < 2 * error,
    }
    wrong = [] if holds[relation] else [f"the difference is {gap:.4g} ± {error:.2g}"]
    if margin and not re.search(rf"(?<![\d.]){re.escape(margin)}(?!\d|\.\d)", sentence):
        wrong.append(f"the sentence does not say {margin}")
    if len(less) != int(draws or len(less)):
        wrong.append(f"there are {len(less)} repetitions, not {draws}")
    elif len(less) < ENOUGH and not draws:
        wrong.append(f"there are {len(less)} repetitions, and the entry does not say so")
    elif draws and not re.search(rf"\b({draws}|{NUMBERS[int(draws)]}) draws\b", paragraph, re.I):
        wrong.append(f"the paragraph does not say that there are {draws} draws")
    return f"{claim}: {', '.join(wrong)}" if wrong else ""


def times(record, case, figures):
    """Return every repetition's figure, or a multiple, or a sum of some."""
    total = 0.0
    for figure in figures.split(" + "):
        *factor, name = figure.split()
        total += record.values(case, name) * (float(factor[0]) if factor else 1.0)
    return total


def seen(page, paragraph):
    """Whether a paragraph says that it tells of a run."""
    figures = FIGURE.findall(read(page))
    return SEEN.search(paragraph) or any(f"[{name}]" in paragraph for name in figures)


def lacking(page, sentence, claim, asserted):
    """Return what a claim's evidence lacks, or nothing."""
    if claim.kind in WITHOUT_DATA:
        return f"{claim.kind} rests on nothing" if claim.evidence else ""
    paragraph = " ".join(s.text for s in sentences(page) if s.line == sentence.line)
    if claim.kind == "measured":
        found = (unsupported(what, sentence.text, paragraph) for what in claim.evidence)
        missing = [wrong for wrong in found if wrong]
    elif claim.kind == "asserted":
        missing = [f"no assertion {test}" for test in claim.evidence if test not in asserted]
        if not seen(page, paragraph):
            missing.append("nothing says that this was seen in one run")
    elif claim.kind == "proved":
        missing = [f"no equation {label}" for label in claim.evidence if label not in topics()]
    elif claim.kind == "cited":
        missing = [
            f"{key} is not cited there" for key in claim.evidence if key not in sentence.cites
        ]
    else:
        missing = [f"what is {claim.kind!r}?"]
    return "; ".join(missing or ([] if claim.evidence else ["nothing is named"]))


@pytest.mark.parametrize("page", PAGES)
def test_every_claim_is_told(page):
    missing = list(not_covered(page, read(page)))
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("page", PAGES)
def test_every_claim_stands_in_one_sentence_above_it_and_is_supported(page):
    asserted, wrong = assertions(page), []
    for claim in claims(read(page)):
        near = [s for s in sentences(page) if s.line in claim.lines and claim.span(s.text)]
        if len(near) != 1:
            wrong.append(f"{claim.excerpt}: stands in {len(near)} sentences, not in one")
        elif lack := lacking(page, near[0], claim, asserted):
            wrong.append(f"{claim.excerpt}: {lack}")
    assert not wrong, "\n".join(wrong)


# ------------------------------------------------------------------ what these tests would find

PAGE = """# A better heading

One sentence. A **forest** is more `robust` than a
stump, by $x$ points, and steadier. Is it better?

| worse | 1 |
|---|---|
| a cell is lower | 2 |

```{quiz} stumps
The stump is weaker. What does it do?
- [ ] It helps
  It hurts {cite:p}`someone2001`.
```

```{code-cell} ipython3
---
mystnb:
  image:
    alt: A higher curve.
  figure:
    caption: >-
      The left curve falls.
---
plot("cheaper")
```
"""


def test_claims_are_found_wherever_a_reader_reads():
    found = list(not_covered("page", PAGE))
    assert [
        re.match(r"chapters/page.md, line (\d+): '(\w+)'", line).groups() for line in found
    ] == [
        ("3", "more"),
        ("3", "than"),
        ("8", "lower"),
        ("11", "weaker"),
        ("13", "hurts"),
        ("22", "falls"),
    ]
    assert found[0].endswith(
        "in: A forest is more `robust` than a stump, by $x$ points, and steadier."
    )


OTHER_WORDS = """
Forests outdo single trees on spam.
A forest is sturdier than one tree.
Shrinkage halves the test error.
Deep trees do well on clean labels.
Boosting cuts the bias.
Averaging smooths away the noise of the members.
Voting makes up for the mistakes of single experts.
The error climbs again after fifty rounds.
Early stopping makes no difference here.
Forests are as good as boosting on letters.
Noise ruins AdaBoost.
The curve flattens after round ten.
Subsampling speeds up every round.
Since the trees are alike, averaging achieves little.
The error stays at 5 per cent.
Different algorithms are the strongest source of diversity.
Correlation takes the gain away.
Bagging needs members that disagree.
Boosting wants stumps.
A stack always comes first.
Nobody's forest comes first everywhere.
The stack came first on every data set.
Extra trees usually come first.
Pruning bagged trees does nothing.
Nearly every vote is that of the nearest row.
"""


@pytest.mark.parametrize("claim", OTHER_WORDS.strip().splitlines())
def test_a_claim_in_other_words_is_found(claim):
    assert list(not_covered("page", claim))


@pytest.mark.parametrize(
    ("excerpt", "left"),
    [
        ("no such words", 3),
        ("more stable", 1),
        ("mo", 3),
        ("Trees are … and stable", 0),
        ("stable … more", 3),
        ("Trees … stable", 1),
    ],
)
def test_an_excerpt_covers_the_words_that_it_holds(excerpt, left):
    page = f"Trees are more stable, and stable here.\n\n% argument: {excerpt}\n"
    assert len(list(not_covered("page", page))) == left


TWO = "Trees are better.\n\n% argument: are better\n\nTrees are worse.\n"


def test_a_claim_is_about_what_stands_between_it_and_the_one_before():
    assert len(list(not_covered("page", TWO))) == 1
    assert len(list(not_covered("page", f"{TWO}\n% argument: are better\n"))) == 1
    assert not list(not_covered("page", f"{TWO}\n% argument: are worse\n"))
    assert claims(f"{TWO}\n% cited: a\n%   b\n%   c\n")[1:] == [
        Claim(range(4, 7), "cited", "a", ("b", "c"))
    ]
    assert not claims("```{code-cell}\n% argument: of a cell\n```\n")


@pytest.mark.parametrize("line", ["%   first", "% argument", "%argument: none", "% of nothing"])
def test_a_comment_that_is_no_claim_is_an_error(line):
    with pytest.raises(ValueError, match="line 3 is no claim"):
        claims(f"Trees are better.\n\n{line}\n")


@pytest.mark.parametrize(
    ("evidence", "wrong"),
    [
        (("hearsay",), "what is"),
        (("told", "by a friend"), "what is"),
        (("argument", "a < b"), "rests on nothing"),
        (("proved",), "nothing is named"),
        (("proved", "bagging.77"), "no equation bagging.77"),
        (("cited", "breiman2001"), "not cited there"),
        (("asserted", "one < two"), "no assertion one < two"),
        (("asserted", "here < there"), "one run"),
        # The direction turned; a difference within its error; a larger one; a larger multiple.
        (("measured", "claims_boosting friedman1: depth_5 < depth_2"), "difference is -1"),
        (("measured", "spam_curves spambase: boosted_300 < forest_300"), "0.1"),
        (("measured", "spam_curves spambase: forest_300 undecided bagged_300"), "0.8"),
        (("measured", "claims_boosting friedman1: 2 best_0.1 < best_0.3"), "-3.07"),
        (("measured", "claims_boosting friedman1: depth_2 ~ depth_3"), "what does that compare"),
    ],
)
def test_weak_evidence_is_refused(evidence, wrong):
    (sentence,) = parse("A forest beats bagging {cite:p}`breiman1996`.", "bagging")
    claim = Claim(range(1, 2), evidence[0], "A forest", evidence[1:])
    assert wrong in lacking("bagging", sentence, claim, {"here < there"})


@pytest.mark.parametrize(
    ("paragraph", "told"),
    [
        ("A forest beats a tree [breiman1996], this follows from [bagging.7].", False),
        ("A forest beats these trees.", False),
        ("A forest beat a tree here.", True),
        ("A forest beats a tree by [loss-ringnorm] points.", True),
        ("A forest beats a tree in [figure-one-over-m].", True),
    ],
)
def test_a_run_is_told_by_a_word_or_a_figure_of_it(paragraph, told):
    assert bool(seen("bagging", paragraph)) == told


def test_splits_of_the_same_rows_count_as_that(monkeypatch):
    claim = "bagging ionosphere: bagged < single"
    assert "2.556 ± 1.3" in unsupported(claim, "", "")
    monkeypatch.setitem(OVERLAP, "bagging", 0.0)  # as if they were drawn anew
    assert not unsupported(claim, "", "")
    monkeypatch.delitem(OVERLAP, "bagging")
    with pytest.raises(KeyError, match="bagging"):
        unsupported(claim, "", "")


LEVEL = "spam_curves spambase: forest_300 = boosted_300"  # -0.16 ± 0.35


@pytest.mark.parametrize(
    ("claim", "text", "wrong"),
    [
        (f"{LEVEL} within 0.9", "The two differ by less than 0.9 points.", ""),
        (f"{LEVEL} within 0.9", "The two are level.", "the sentence does not say 0.9"),
        (f"{LEVEL} within 0.9", "They differ by less than 0.95 points.", "does not say 0.9"),
        # Far below two standard errors, and yet no proof that they are that near.
        (f"{LEVEL} within 0.5", "They differ by less than 0.5 points.", "-0.1628 ± 0.35"),
        (LEVEL, "There is no difference.", "-0.1628 ± 0.35"),
    ],
)
def test_no_difference_is_an_interval_inside_a_margin(claim, text, wrong):
    told = unsupported(claim, text, text)
    assert wrong in told if wrong else not told


FIVE = "bias_variance twonorm: 2 bagged_variance < tree_variance"


@pytest.mark.parametrize(
    ("claim", "text", "wrong"),
    [
        (FIVE, "Five draws say so.", "5 repetitions, and the entry does not say so"),
        (f"{FIVE}, 5 draws", "Bagging halves it.", "does not say that there are 5 draws"),
        (f"{FIVE}, 5 draws", "Five draws say so.", ""),
        (f"{FIVE}, 5 draws", "That is so in 5 draws.", ""),
        (f"{FIVE}, 6 draws", "Six draws say so.", "5 repetitions, not 6"),
        ("bagging waveform: bagged < single, 9 draws", "Nine draws.", "100 repetitions, not 9"),
    ],
)
def test_few_repetitions_are_told(claim, text, wrong):
    told = unsupported(claim, text, text)
    assert wrong in told if wrong else not told
