"""What people read: nothing a student wrote acts in it, or loads anything."""

import json
import random
import re

import mistune
import nbformat
import pytest
from markdown_it import MarkdownIt
from nbconvert import HTMLExporter

from alive import Found
from nbjudge.course.intake import Rejected, parse
from nbjudge.pages.rendering import sanitize_markdown

LINKS = [
    "[x](javascript:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](java&amp;#115;cript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](javascript&amp;colon;alert(1))",
    "[x](java\\script:alert(1))",
    "[x](javascript\\:alert(1))",
    "[x](java&Tab;script&NewLine;:alert(1))",
    "[x]( \n javascript:alert(1) 'title')",
    "[x](<javascript:alert(1)>)",
    "[x](&#1;javascript:alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](vbscript:x) [y](data:text/html,x) [z](file:///etc/passwd) [w](blob:x)",
    "[x][r]\n\n[r]: javascript:alert(1)",
    "[x][r]\n\n[r]:\n  java&#115;cript:alert(1)",
    "[r]\n\n> [r]: javascript&colon;alert(1)",
    "![x](https://example.org/pixel.png)",
    "!![x](https://example.org/pixel.png)",
    "!\\![x](https://example.org/pixel.png)",
    "![x][r]\n\n[r]: https://example.org/pixel.png",
    "[![x](https://example.org/p.png)](javascript:alert(1))",
    "<javascript:alert(1)>",
    "<java&#115;cript:alert(1)>",
    "<a href=javascript:alert(1)>x</a><img src=https://example.org/p.png>",
    "<svg/onload=alert(1)>",
    "<!-- --><script>alert(1)</script>",
    "[x](" + "&Tab;" * 3000 + "javascript:alert(1))",
    "$\\href{javascript:alert(1)}{x}$",
    "$\\style{background:url(https://example.org/p.png)}{x}$",
]
HONEST = [
    "[x](https://example.org/a?b=c:d) and [mail](mailto:a@b.org)",
    "[a chapter](bagging.md#start) [r]\n\n[r]: http://example.org",
    "`x[1:2]` and $a < b$, see [1]: there; 3 < 4, x[i]: y!",
    "| a | b |\n|:--|:--|\n| 1 | 2 |",
]


def as_nbconvert_shows_it(source):
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(source)])
    return HTMLExporter(template_name="classic").from_notebook_node(book)[0]


FRAME = Found(as_nbconvert_shows_it(""))
RENDERERS = {
    "nbconvert": as_nbconvert_shows_it,
    "mistune": mistune.create_markdown(escape=False, plugins=["url", "table", "footnotes"]),
    "markdown-it": MarkdownIt("commonmark", {"html": True}).render,
}


def dangerous(source, renderer):
    found = Found(RENDERERS[renderer](source))
    frame = FRAME if renderer == "nbconvert" else Found("")
    schemes = [s[1].lower() for link in found.links if (s := re.match(r"([^/?#]+?):", link))]
    bad = [s for s in schemes if s not in ("http", "https", "mailto")]
    for tag in frame.alive:
        found.alive.remove(tag)
    return bad + found.alive


@pytest.mark.trial
@pytest.mark.parametrize("renderer", RENDERERS)
def test_no_link_acts_and_no_picture_loads(renderer):
    for source in LINKS:
        assert not dangerous(sanitize_markdown(source), renderer), source
    assert "\\href" not in sanitize_markdown(LINKS[-2])
    assert "\\style" not in sanitize_markdown(LINKS[-1])


@pytest.mark.trial
@pytest.mark.parametrize("renderer", RENDERERS)
def test_the_links_would_act(renderer):
    """The test sees what it must not find."""
    assert sum(bool(dangerous(source, renderer)) for source in LINKS) > 5


def test_honest_text_stays_as_it_is():
    for source in HONEST:
        assert sanitize_markdown(source) == source


PIECES = [
    "[x]",
    "(",
    ")",
    "[r]:",
    "]:",
    "](",
    "![",
    "<",
    ">",
    "javascript",
    "java",
    "script",
    ":",
    "&colon;",
    "&#58;",
    "&amp;",
    "\\",
    "\n",
    " ",
    "\t",
    "&Tab;",
    "data:",
    "//x",
    "r",
    "\n\n",
    "img src=x ",
    "alert(1)",
    "`",
    "*",
    "[",
    "]",
    "&#x6a;",
    "> ",
    "- ",
    "'",
]


@pytest.mark.parametrize("renderer", ["mistune", "markdown-it"])
def test_no_jumble_of_links_acts(renderer):
    draw = random.Random(5)
    for _ in range(2000):
        source = "".join(draw.choices(PIECES, k=draw.randint(3, 14)))
        assert not dangerous(sanitize_markdown(source), renderer), repr(source)


def test_a_notebook_of_braces_is_refused_in_little_memory():
    """19 MiB of {} in the old format took the grader 130 seconds and 4 GB."""
    many = b'{"nbformat": 3, "worksheets": [{"cells": [' + b"{}," * 6_000_000 + b"{}]}]}"
    with pytest.raises(Rejected, match=r"a\.ipynb (has more than|cannot be read within)"):
        parse(many, "a.ipynb")
    deep = b'{"nbformat": 4, "cells": [' + b'[{"":' * 10**6 + b"1" + b"}]" * 10**6 + b"]}"
    with pytest.raises(Rejected, match=r"a\.ipynb is not JSON"):
        parse(deep, "a.ipynb")


def test_a_large_honest_notebook_is_read():
    outputs = [{"output_type": "stream", "name": "stdout", "text": ["1, 2, [3], {4}\n"] * 200_000}]
    cells = [
        {"cell_type": "code", "metadata": {}, "source": ["x = ", "'ü\ud800'"], "outputs": outputs}
    ]
    found = parse(json.dumps({"nbformat": 4, "cells": cells}).encode(), "a.ipynb")
    assert [cell.source for cell in found] == ["x = 'ü?'"]
