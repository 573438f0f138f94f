"""What a chapter needs and how long it takes: a line below its title, and the map of all.

chapters/course.toml says what depends on what. Times are computed from the pages: from their words,
and from the cells, formulas and figures that a reader stops at. The directive ```{course-map}```
draws the chapters in layers, each below what it needs; on a phone it is a list.
"""

import tomllib
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

CHAPTERS = Path(__file__).parents[2]
LISTED = CHAPTERS / "course.toml"
WORDS_A_MINUTE, STOPS_A_MINUTE = 200, 3

WIDTH, HEIGHT, ACROSS, DOWN = 158, 58, 182, 106  # of a box, and from one to the next
FULL = 4  # boxes side by side


def load_course():
    """Return what chapters/course.toml says."""
    return tomllib.loads(LISTED.read_text(encoding="utf-8"))


def estimate_minutes(doctree):
    """Return how long a page may take, in steps of five minutes."""
    words = sum(len(text.astext().split()) for text in doctree.findall(nodes.paragraph))
    words += sum(len(text.astext().split()) for text in doctree.findall(nodes.caption))
    stops = len(list(doctree.findall(nodes.math_block)))
    stops += sum("cell_input" in box["classes"] for box in doctree.findall(nodes.container))
    stops += len(list(doctree.findall(nodes.figure)))
    return max(5, 5 * round((words / WORDS_A_MINUTE + stops / STOPS_A_MINUTE) / 5))


def arrange_layers(needs):
    """Return chapters in layers: each is below all that it needs."""
    layer = {}
    while len(layer) < len(needs):
        ready = [c for c in needs if c not in layer and all(n in layer for n in needs[c])]
        if not ready:
            raise ValueError(f"{LISTED.name}: these need each other: {set(needs) - set(layer)}")
        for chapter in ready:
            layer[chapter] = 1 + max((layer[need] for need in needs[chapter]), default=-1)
    return [[c for c in needs if layer[c] == k] for k in range(1 + max(layer.values()))]


def source_of_set(name):
    return CHAPTERS.parent / "exercises" / "source" / name / f"{name}.md"


def title_of_set(name):
    text = source_of_set(name).read_text(encoding="utf-8")
    return next(line[2:] for line in text.splitlines() if line.startswith("# "))


def link_to_page(chapter):
    """Return a reference to a chapter by its title."""
    target = f"/chapters/{chapter}"
    return addnodes.pending_xref(
        "", nodes.inline(), refdomain="std", reftype="doc", reftarget=target, refexplicit=False
    )


def add_needs(app, doctree):
    """Note a chapter's time, and add below its title what it needs, its time and its set."""
    chapter = Path(app.env.docname).name
    listed = load_course()
    if chapter not in listed["needs"]:
        return
    app.env.note_dependency(str(LISTED))
    if not hasattr(app.env, "minutes"):
        app.env.minutes = {}
    app.env.minutes[chapter] = estimate_minutes(doctree)
    line = nodes.paragraph(classes=["needs"])
    needs = listed["needs"][chapter]
    if needs:
        line += nodes.Text("Needs: ")
        for k, need in enumerate(needs):
            line += [nodes.Text(" and " if k else ""), link_to_page(need)]
        line += nodes.Text(" · ")
    line += nodes.Text(f"about {app.env.minutes[chapter]} minutes")
    for name in (name for name, of in listed["sets"].items() if of == chapter):
        line += nodes.Text(" · problem set: ")
        address = f"../_static/open.html#{name}"
        line += nodes.reference("", title_of_set(name), refuri=address, internal=False)
        app.env.note_dependency(str(source_of_set(name)))
    title = doctree.next_node(nodes.title)
    title.parent.insert(title.parent.index(title) + 1, line)


class course_map(nodes.General, nodes.Element):
    """The map; drawn when all pages are read."""


class CourseMap(SphinxDirective):
    """Show what depends on what."""

    def run(self):
        """Leave a place for the map."""
        self.env.note_dependency(str(LISTED))
        return [course_map()]


def draw_maps(app, doctree, docname):
    for place in list(doctree.findall(course_map)):
        needs = load_course()["needs"]
        names = {c: app.env.titles[f"chapters/{c}"].astext() for c in needs}
        uri = {
            c: relative_uri(
                app.builder.get_target_uri(docname), app.builder.get_target_uri(f"chapters/{c}")
            )
            for c in needs
        }
        drawn = draw_svg(needs, names, app.env.minutes, uri)
        listed = "".join(
            f'<li><a href="{uri[c]}">{escape(names[c])}</a>, {app.env.minutes[c]} minutes'
            + (f"; needs {escape(' and '.join(names[n] for n in needs[c]))}" if needs[c] else "")
            + "</li>"
            for c in needs
        )
        both = f'<div class="course-map">{drawn}<ol>{listed}</ol></div>'
        place.replace_self(nodes.raw("", both, format="html"))


def draw_svg(needs, names, times, uri):
    """Return a drawing of the chapters in layers, with lines to those that need each."""
    rows, middle = arrange_layers(needs), {}
    for down, row in enumerate(rows):
        start = (FULL - len(row)) * ACROSS / 2
        for k, chapter in enumerate(row):
            middle[chapter] = start + k * ACROSS + ACROSS / 2, down * DOWN + 4
    lines, boxes = [], []
    for chapter, (x, y) in middle.items():
        for need in needs[chapter]:
            u, v = middle[need][0], middle[need][1] + HEIGHT
            bend = (y - v) / 2
            lines.append(f'<path d="M{u} {v}C{u} {v + bend} {x} {y - bend} {x} {y}"/>')
        first, second = split_title(names[chapter])
        spans = f'<tspan x="{x}" y="{y + (19 if second else 26)}">{escape(first)}</tspan>'
        if second:
            spans += f'<tspan x="{x}" y="{y + 34}">{escape(second)}</tspan>'
        spans += f'<tspan class="time" x="{x}" y="{y + 50}">{times[chapter]} minutes</tspan>'
        boxes.append(
            f'<a href="{uri[chapter]}"><rect x="{x - WIDTH / 2}" y="{y}" width="{WIDTH}" '
            f'height="{HEIGHT}" rx="6"/><text text-anchor="middle">{spans}</text></a>'
        )
    height = (len(rows) - 1) * DOWN + HEIGHT + 8
    return (
        f'<svg viewBox="0 0 {FULL * ACROSS} {height}" role="group" '
        f'aria-label="The chapters, each below those that it needs">'
        f"<g>{''.join(lines)}</g>{''.join(boxes)}</svg>"
    )


def split_title(words):
    """Return a title in two lines, the second empty if it fits into one."""
    if len(words) <= 22:
        return words, ""
    blanks = [k for k, letter in enumerate(words) if letter == " "]
    cut = min(blanks, key=lambda k: abs(k - len(words) / 2))
    return words[:cut], words[cut + 1 :]


def redraw_map(app, env):
    """Have Sphinx write the first page anew: the times of other pages stand on it."""
    return [app.config.root_doc]


def setup(app):
    app.add_node(course_map)
    app.add_directive("course-map", CourseMap)
    app.connect("doctree-read", add_needs, priority=600)  # above the count of questions
    app.connect("doctree-resolved", draw_maps)
    app.connect("env-updated", redraw_map)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
