"""Questions that a reader answers in the page: choices, one of them right, each with its reason.

    ```{quiz}
    A node has 8 rows of one class and 2 of another. What is its Gini index?
    - [ ] 0.2
      That is the share of errors, if the leaf answers with the majority.
    - [x] 0.32
      $1 - 0.64 - 0.04$.
    ```

Each choice unfolds its reason, which begins with "Right." or "No.", so a page works without its
script. The script, quiz.js, marks what a reader has chosen, keeps it in the browser and counts.
"""

import hashlib
import re
import string
from dataclasses import dataclass, field

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

CHOICE = re.compile(r"- \[([ x])\] (.*\S)")


@dataclass
class Choice:
    """A choice, and lines that say why it is right or wrong, from line `at` of the quiz on."""

    text: str
    right: bool
    at: int
    reason: list[str] = field(default_factory=list)

    @property
    def verdict(self):
        """The word that its reason begins with."""
        return "Right." if self.right else "No."


def read(lines):
    """Take a quiz apart: its question and its choices. Say what it lacks by a ValueError."""
    question, choices = [], []
    for at, line in enumerate(lines):
        if begins := CHOICE.fullmatch(line.rstrip()):
            choices.append(Choice(begins[2], begins[1] == "x", at))
        elif not choices:
            question.append(line)
        elif line.startswith("  ") or not line.strip():
            choices[-1].reason.append(line[2:])
        else:
            raise ValueError(
                f"{line!r} is neither a choice, which begins with '- [ ] ' or '- [x] ', nor a "
                "reason, which is indented by two blanks"
            )
    asked = " ".join(question).strip()
    if not asked:
        raise ValueError("a quiz begins with its question, and here is none")
    if len(choices) < 2:
        raise ValueError(f"the quiz {asked!r} has {len(choices)} choices; two are the least")
    right = sum(choice.right for choice in choices)
    if right != 1:
        raise ValueError(
            f"the quiz {asked!r} has {right or 'no'} right choice{'s' * (right > 1)}; "
            "mark one, and only one, by '- [x] '"
        )
    for choice in choices:
        if not "".join(choice.reason).strip():
            raise ValueError(
                f"the quiz {asked!r} gives no reason for its choice {choice.text!r}; write one "
                "below it, indented by two blanks"
            )
    return asked, choices


def as_markdown(text):
    """Write a quiz so that any Jupyter shows it, each choice folded."""
    asked, choices = read(text.splitlines())
    folds = [
        f"<details><summary>{letter} {choice.text}</summary>\n\n"
        f"**{choice.verdict}** " + "\n".join(choice.reason).strip() + "\n\n</details>"
        for letter, choice in zip(string.ascii_lowercase, choices, strict=False)
    ]
    return "\n\n".join([f"**{asked}**", *folds])


class quiz(nodes.General, nodes.Element):
    """A question with its choices."""


class quiz_question(nodes.General, nodes.TextElement):
    """What is asked."""


class quiz_choice(nodes.General, nodes.Element):
    """A choice that unfolds its reason."""


class quiz_summary(nodes.General, nodes.TextElement):
    """What is chosen."""


class quiz_reason(nodes.General, nodes.Element):
    """Why it is right or wrong."""


class quiz_count(nodes.General, nodes.Element):
    """How many questions a page asks."""


TAGS = {
    quiz: lambda node: ("fieldset", {"class": "quiz", "id": node["ids"][0]}),
    quiz_question: lambda node: ("legend", {}),
    quiz_choice: lambda node: ("details", {"class": node["kind"]}),
    quiz_summary: lambda node: ("summary", {}),
    # Read out as a whole when quiz.js has put its verdict there.
    quiz_reason: lambda node: ("div", {"aria-live": "polite", "aria-atomic": "true"}),
    quiz_count: lambda node: ("p", {"class": "quizzes"}),
}


def begin(self, node):
    tag, attributes = TAGS[type(node)](node)
    written = "".join(f' {name}="{value}"' for name, value in attributes.items())
    self.body.append(f"<{tag}{written}>\n")


def end(self, node):
    tag, _ = TAGS[type(node)](node)
    self.body.append(f"</{tag}>\n")


class Quiz(SphinxDirective):
    """Show a question with its choices."""

    has_content = True

    def run(self):
        """Make a group of choices that unfold."""
        try:
            asked, choices = read(list(self.content))
        except ValueError as wrong:
            raise self.error(str(wrong)) from None
        # What a browser remembers is forgotten when the question changes, and only then.
        written = "\n".join([asked, *(choice.text for choice in choices)])
        key = hashlib.sha256(written.encode()).hexdigest()[:8]
        node = quiz(ids=[f"quiz-{key}"])
        node += quiz_question("", "", *self.words(asked, 0))
        for letter, choice in zip(string.ascii_lowercase, choices, strict=False):
            reason = quiz_reason()
            at = self.content_offset + choice.at + 1
            self.state.nested_parse(StringList(choice.reason, "quiz"), at, reason)
            verdict = nodes.strong("", choice.verdict, classes=["verdict"])
            if not isinstance(reason[0], nodes.paragraph):
                reason.insert(0, nodes.paragraph())
            reason[0].insert(0, [verdict, nodes.Text(" ")])
            kind = "choice right" if choice.right else "choice wrong"
            folded = quiz_choice("", kind=kind)
            # A choice that is a formula alone would have no name to be read out.
            lettered = [nodes.inline("", letter, classes=["letter"]), nodes.Text(" ")]
            lettered += self.words(choice.text, choice.at)
            folded += [quiz_summary("", "", *lettered), reason]
            node += folded
        return [node]

    def words(self, text, at):
        """Parse a line of words."""
        holder = nodes.Element()
        self.state.nested_parse(StringList([text], "quiz"), self.content_offset + at, holder)
        if len(holder) != 1 or not isinstance(holder[0], nodes.paragraph):
            raise self.error(f"{text!r}: a question or a choice is one paragraph of words")
        return holder[0].children


def count(app, doctree):
    """Say below the title of a page how many questions it asks; quiz.js adds what was answered."""
    asked = len(list(doctree.findall(quiz)))
    title = doctree.next_node(nodes.title)
    if asked and title:
        words = f"{asked} questions to answer stand between the sections."
        line = quiz_count("", nodes.Text(words))
        title.parent.insert(title.parent.index(title) + 1, line)


def add_files(app, pagename, templatename, context, doctree):
    if doctree is not None and next(iter(doctree.findall(quiz)), None):
        app.add_css_file("quiz.css")
        app.add_js_file("quiz.js", loading_method="defer")


def setup(app):
    for node in TAGS:
        app.add_node(node, html=(begin, end))
    app.add_directive("quiz", Quiz)
    app.connect("doctree-read", count)
    app.connect("html-page-context", add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
