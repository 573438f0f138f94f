"""A book of one page, really built: what must make `make book` fail, does."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.trial

ROOT = Path(__file__).parents[2]
PAGE = (
    (ROOT / "chapters" / "bagging.md").read_text(encoding="utf-8").partition("\n# ")[0]
    + """
# A page

```{code-cell} ipython3
:check: half
:tags: [hide-input]

from ensemblelab.equations import verify

half = 1 / 2
```

Of one, {glue:text}`half`.

```{equation} bagging.2
.
```

```{code-cell} ipython3
:tags: [remove-input]

verify("bagging.2")
```

Another.

```{equation} bagging.3
.
```

```{code-cell} ipython3
:tags: [remove-input]

verify("bagging.3")
```
"""
)
CHECK = """from chapters.machine.execution.checks import glue

def half(half):
    glue("half", f"{half:.0%}")
    assert half < 1, half
"""
EXCHANGE = """from dataclasses import replace
from ensemblelab.equations import find
from ensemblelab.verify import registry
one, other = find("bagging.2"), find("bagging.3")
exchanged = replace(one, draw=other.draw, sides=other.sides)
registry._statements[one.label] = exchanged
"""
CHANGE = """from dataclasses import replace
from ensemblelab.equations import find
from ensemblelab.verify import registry
one = find("bagging.2")
changed = one.latex.replace("f_*(x)", "f_k(x)")
formula = replace(one.formula, latex=changed)
registry._statements[one.label] = replace(one, latex=changed, formula=formula)
"""


@pytest.fixture
def book(tmp_path):
    """Build a book of texts with the checks of each, usually one; return status and messages."""
    for folder in ("machine", "_static"):
        shutil.copytree(ROOT / "chapters" / folder, tmp_path / "chapters" / folder)
    (tmp_path / "chapters" / "evidence").mkdir()
    needed = (
        "_config.yml",
        "references.bib",
        "chapters/course.toml",
        "chapters/words.toml",
        "browser/__init__.py",
        "browser/live.py",
    )
    (tmp_path / "browser").mkdir()
    for name in needed:
        shutil.copy(ROOT / name, tmp_path / name)
    with (tmp_path / "chapters/machine/conf.py").open("a") as settings:
        settings.write(
            "from ensemblelab.equations import WAITING, topics\n"
            "shown = ('bagging.2', 'bagging.3')\n"
            "others = {label: '' for label in topics() if label not in shown}\n"
            "WAITING.update(others)  # a book of one page leaves them out\n"
        )

    def write(name, content):
        path = tmp_path / name
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            path.write_text(content, encoding="utf-8")

    def build(text, check=CHECK, *others):
        names = [f"page{n or ''}" for n in range(1 + len(others))]
        contents = "".join(f"\n- file: chapters/{name}" for name in names[1:])
        contents = f"chapters:{contents}" if others else ""
        write("_toc.yml", f"format: jb-book\nroot: chapters/page\n{contents}")
        for name, (words, its_check) in zip(names, [(text, check), *others], strict=True):
            write(f"chapters/{name}.md", words)
            write(f"chapters/evidence/{name}.py", its_check)
        strict = ("--quiet", "--fail-on-warning", "--nitpicky", "--keep-going")
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", "-c", "chapters/machine", *strict, ".", "build/html"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        reports = sorted((tmp_path / "build").rglob("*.err.log"))
        return done.returncode, "".join([done.stderr, *(path.read_text() for path in reports)])

    build.root = tmp_path
    build.html = tmp_path / "build" / "html" / "chapters" / "page.html"
    return build


def test_a_page_is_built_and_built_again_when_its_check_has_changed(book):
    assert book(PAGE) == (0, "")
    assert ">50%<" in book.html.read_text()
    assert book(PAGE, CHECK.replace("{half:.0%}", "a half")) == (0, "")
    assert ">a half<" in book.html.read_text()
    assert book(PAGE, CHECK.replace("half < 1", "half < 0"))[0] != 0


def test_checks_of_the_text_that_fail_make_the_build_fail(book):
    faults = [
        ("half < 1", "half < 0", "AssertionError.*: 0.5"),
        ("def half(half)", "def half(haf)", "no cell of the page has defined 'haf'"),
        ('glue("half"', 'glue("haf"', "'half'"),
    ]
    text = PAGE.partition("```{equation}")[0]
    pages = [(text, CHECK.replace(old, new)) for old, new, _ in faults]
    status, said = book(PAGE, CHECK, *pages)
    assert status != 0
    for number, (*_, words) in enumerate(faults, 1):
        assert re.search(rf"page{number}\.md\S* WARNING", said)
        assert re.search(words, said)


def test_a_check_that_belongs_to_no_cell_makes_the_build_fail(book):
    status, said = book(PAGE, CHECK.replace("def half(", "def haf("))
    assert status != 0
    assert "must be the same" in said


def test_a_check_with_its_neighbours_values_makes_the_build_fail(book):
    status, said = book(PAGE.replace("import verify\n", f"import verify\n{EXCHANGE}"))
    assert status != 0
    assert "EquationError" in said
    assert "bagging.2 FAILS" in said


def test_a_display_with_another_symbol_makes_the_build_fail(book):
    status, said = book(PAGE.replace("import verify\n", f"import verify\n{CHANGE}"))
    assert status != 0
    assert "bagging.2 FAILS" in said
    assert "the display does not use: f_*(x)" in said


def test_what_is_not_in_its_place_makes_the_build_fail(book):
    text = PAGE.partition("Another.")[0].replace('verify("bagging.2")', 'verify("bagging.3")')
    text += "\n```{equation} bagging.22\n.\n```\n"
    text += "\n```{equation} erratum.pairs\nIt looks right.\n```\n"
    text += '\n```{code-cell} ipython3\n:tags: [remove-input]\n\nverify("erratum.pairs")\n```\n'
    status, said = book(text)
    assert status != 0
    for words in (
        "bagging.2 is shown, and no cell below it checks it",
        "label='bagging.22' is not an equation of this course",
        "no chapter shows bagging.3",
        "erratum.pairs wants two paragraphs: why it looks right, and numbers to try",
    ):
        assert words in said


QUIZ = """
```{quiz} stumps
Is {eq}`bagging.2` an assumption?
- [ ] Yes
  It only names what is left over.
- [x] No
  Put $\\epsilon_k = f_k - f_*$.
```
"""


def test_a_quiz_is_built_with_its_formulas_and_references(book):
    assert book(PAGE + QUIZ) == (0, "")
    page = book.html.read_text()
    assert page.count('<details class="choice') == 2
    assert 'class="verdict">Right.</strong> Put <span class="math' in page
    assert 'href="#equation-bagging-2"' in page.partition("<legend>")[2].partition("</legend>")[0]


def test_a_word_for_which_the_book_has_another_makes_the_build_fail(book):
    page = PAGE.replace("# A page", "# Mended")
    page += "\nA *committee* has “bendy” parts, and `mail`; **members** are\nbase learners here.\n"
    page += "\n```{figure} nothing.png\nNeighbours of one class.\n```\n"
    status, said = book(page)
    assert status != 0
    for word, instead in [("Mended", "reduce"), ("members", "base"), ("Neighbours", "neighbor")]:
        assert f"'{word}': this book writes {instead}" in said
    assert not [word for word in ("committee", "bendy", "mail") if word in said]


def test_each_quiz_that_cannot_be_answered_makes_the_build_fail(book):
    faults = [
        ("[x]", "[ ]", "has no right choice"),
        ("[ ]", "[x]", "has 2 right choices"),
        ("  It only names what is left over.\n", "", "no reason for its choice 'Yes'"),
        ("No\n", "$$x$$\n", "one paragraph of words"),
    ]
    status, said = book(PAGE + "".join(QUIZ.replace(old, new) for old, new, _ in faults))
    assert status != 0
    assert {words for *_, words in faults if words not in said} == set()


def told(text, title, cell):
    """A page of these words with one cell, which tells a file that it was executed."""
    head = text.partition("\n# ")[0]
    tell = f'with open("executed", "a") as told:\n    print("{title}", file=told)\n'
    return f"{head}\n# {title}\n\n```{{code-cell}} ipython3\n{tell}{cell}\n```\n"


def test_pages_that_name_the_exercises_are_made_again_when_these_change(book):
    source = book.root / "exercises" / "source" / "set" / "set.md"
    source.parent.mkdir(parents=True)
    source.write_text("Three tasks")
    shows = told(PAGE, "Shows", 'print(open("../exercises/source/set/set.md").read())')
    pages = PAGE, CHECK, (told(PAGE, "Other", "print(1)"), ""), (shows, "")
    executed = book.root / "chapters" / "executed"
    page = book.html.with_name("page2.html")
    assert book(*pages) == (0, "")
    assert "Three tasks" in page.read_text()
    assert sorted(executed.read_text().split()) == ["Other", "Shows"]
    source.write_text("Four tasks")
    (source.parent / "new_checks.py").touch()
    assert book(*pages) == (0, "")
    assert "Four tasks" in page.read_text()
    assert sorted(executed.read_text().split()) == ["Other", "Shows", "Shows"]


# Pages name that of a file only if it was there before they were made.
CHECKSUM = re.compile(rb"\?(?:v|digest)=\w+")


def files(folder):
    """What a browser may be given: each file's bytes."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): CHECKSUM.sub(b"", path.read_bytes())
        for path in paths
        # No page loads Sphinx's index of the search, which forgets entries as it is built upon.
        if ".doctrees" not in path.parts and path.name != "searchindex.js"
    }


FIRST = told(PAGE, "First", "1") + "\nSome words.\n\n(here)=\n## Heading\n\nMore.\n"
SECOND = told(PAGE, "Second", "2") + "\nSee [](page1.md) and {ref}`there <here>`.\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Some words.", "Other words with $x^2$."),
        ("# First", "# Another title"),
        ("## Heading", "## Another heading"),
    ],
)
def test_a_book_built_upon_another_is_as_if_it_were_built_from_nothing(book, old, new):
    assert book(PAGE, CHECK, (FIRST, ""), (SECOND, "")) == (0, "")
    changed = PAGE, CHECK, (FIRST.replace(old, new), ""), (SECOND, "")
    assert book(*changed) == (0, "")
    found = files(book.root / "build" / "html")
    shutil.rmtree(book.root / "build" / "html")
    assert book(*changed) == (0, "")
    expected = files(book.root / "build" / "html")
    assert found.keys() >= expected.keys()  # what a page had is not taken away
    assert [name for name in expected if found[name] != expected[name]] == []


def test_what_a_reference_has_lost_makes_the_build_fail(book):
    assert book(PAGE, CHECK, (FIRST, ""), (SECOND, "")) == (0, "")
    status, said = book(PAGE, CHECK, (FIRST.replace("(here)=", ""), ""), (SECOND, ""))
    assert status != 0
    assert "undefined label: 'here'" in said
