"""The sentences of the book's pages, as MyST's own parser finds them.

Code, formulas and headings, also of tables, are no prose. Of a cell the caption is.
"""

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import yaml
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

ROOT = Path(__file__).parents[2]
CHAPTERS = ROOT / "chapters"
# Directives whose content is prose. Of the others, only `code-cell` has a caption.
PROSE = ("admonition", "exercise", "glossary", "grid", "grid-item-card", "solution")
PROSE += ("prf:algorithm", "quiz", "equation")
# A choice of a quiz, right or wrong, is for the reader to judge; what stands below it is prose.
CHOICE = re.compile(r"^- \[[ x]\] .*$", re.MULTILINE)
TITLED = ("admonition", "grid-item-card")
WITHOUT = ("adaboost-at-work", "bibliography", "code-cell", "course-map", "eval-rst", "raw")
WITHOUT += ("index", "tableofcontents")
ENDS = re.compile(r"""(?<=[.?!])(["”’)*]*)\s+(?=["“(*]*[A-Z\ue000-\uf8ff])""")
OTHER = re.compile("[\ue000-\uf8ff]")
WORDS = ("text", "softbreak", "hardbreak")
ABBREVIATION = re.compile(r"(?:\be\.g|\bi\.e|\bal|\bcf|\bvs|\bp|\bpp|\beq)\.$")


KINDS = re.compile(r"% (\w+): (\S.*)")


@dataclass(frozen=True)
class Sentence:
    """A sentence: where it stands, what is read, and the same with blanks for code and formulas.

    Its text has formulas as they are written, and in brackets the name of what is glued, cited or
    referred to.
    """

    page: str
    line: int
    text: str
    words: str
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Claim:
    """An excerpt of a sentence between two lines, and what it rests on."""

    lines: range
    kind: str
    excerpt: str
    evidence: tuple[str, ...]

    def span(self, text):
        """Return the range of the excerpt in a text, or nothing; " … " leaves words out."""
        first, *last = self.excerpt.split(" … ")
        start = text.find(first)
        end = text.find(last[0], start + len(first)) if last else start
        return range(start, end + len(last[0] if last else first)) if min(start, end) >= 0 else None


@cache
def read(page):
    """Return a page's source."""
    return (CHAPTERS / f"{page}.md").read_text(encoding="utf-8")


@cache
def sentences(page):
    """Return a page's sentences, in order."""
    return tuple(parse(read(page), page))


def claims(source):
    """Return the claims of a text: comments of this form, each group below what it is about.

    % measured: an excerpt of a sentence
    %   what it rests on, one piece a line
    """
    lines, found, before = source.split("\n"), [], 0
    for token in _parser().parse(source):
        if token.type == "myst_line_comment":
            start, end = token.map
            for number, line in enumerate(lines[start:end], start + 1):
                if line.startswith("%   ") and found and found[-1].lines.stop == start + 1:
                    found[-1] = replace(found[-1], evidence=(*found[-1].evidence, line[4:]))
                elif parts := KINDS.fullmatch(line):
                    found.append(Claim(range(before + 1, start + 1), *parts.groups(), ()))
                else:
                    raise ValueError(f"line {number} is no claim: {line}")
            before = end
    return found


def parse(source, page="page"):
    """Return the sentences of a text in MyST-Markdown."""
    return list(_blocks(_parser(), source, page, 1))


def _parser():
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["parse"]
    config = MdParserConfig(
        enable_extensions=set(settings["myst_enable_extensions"]),
        dmath_double_inline=settings["myst_dmath_double_inline"],
    )
    return create_md_parser(config, RendererHTML)


def _blocks(parser, source, page, first):
    before = None
    for token in parser.parse(source):
        before, last = token.type, before
        if token.type == "inline" and last not in ("heading_open", "th_open"):
            yield from _split(token.children, page, first + token.map[0])
        elif token.type in ("fence", "colon_fence"):
            yield from _directive(parser, token, page, first + token.map[0])


def _directive(parser, token, page, line):
    found = re.match(r"\{([\w:-]+)\} *(.*)", token.info)
    if not found:  # a listing
        return
    name, title = found.groups()
    if name in PROSE:
        if name in TITLED:
            yield from _blocks(parser, title, page, line)
        content = re.sub(r"^:[\w-]+:.*$", "", token.content, flags=re.MULTILINE)
        if name == "quiz":
            content = CHOICE.sub("", content)
        yield from _blocks(parser, content, page, line + 1)
    elif name == "code-cell":
        options = re.match(r"---\n(.*?)\n---\n", token.content, re.DOTALL)
        figure = yaml.safe_load(options[1]).get("mystnb", {}).get("figure", {}) if options else {}
        if "caption" in figure:
            lines = options[1][: options[1].index("caption:")].count("\n")
            for told in parse(figure["caption"], page):
                yield replace(told, line=line + 2 + lines)
    elif name not in WITHOUT:
        raise ValueError(f"{page}, line {line}: is the content of {name!r} prose? Say so here")


def _split(children, page, line):
    """Cut a paragraph into sentences; a formula is one letter meanwhile."""
    text, others = "", {}
    for child in children:
        shown, key = _shown(child)
        if child.type in WORDS or not shown or (child.type == "myst_role" and shown[0] != "["):
            text += shown
        else:
            letter = chr(0xE000 + len(others))
            others[letter] = shown, key
            text += letter
    start, parts = 0, []
    for end in ENDS.finditer(text):
        if not ABBREVIATION.search(text[start : end.start()]):
            parts.append(text[start : end.end(1)])
            start = end.end()
    for part in (" ".join(part.split()) for part in [*parts, text[start:]]):
        if part:
            held = [others[letter] for letter in OTHER.findall(part)]
            yield Sentence(
                page,
                line,
                OTHER.sub(lambda letter: others[letter[0]][0], part),
                OTHER.sub(lambda letter: " " * len(others[letter[0]][0]), part),
                tuple(key for _, keys in held for key in keys.split(",") if key),
            )


def _shown(child):
    """Return what a sentence's text has for a piece of Markdown, and what it cites."""
    if child.type == "text":
        return child.content, ""
    if child.type in ("softbreak", "hardbreak"):
        return " ", ""
    if child.type in ("math_inline", "math_inline_double"):
        return f"${child.content}$", ""
    if child.type == "code_inline":
        return f"`{child.content}`", ""
    if child.type == "myst_role":
        role = child.meta["name"]
        if role in ("term", "doc", "ref"):
            return re.sub(r" *<.*>$", "", child.content), ""
        return f"[{child.content}]", child.content if role.startswith("cite") else ""
    return "", ""  # emphasis and links begin and end
