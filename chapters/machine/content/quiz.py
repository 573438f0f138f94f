"""Questions that a reader answers in the page: choices, one of them right, each with its reason.

    ```{quiz} gini-of-ten
    A node has 8 rows of one class and 2 of another. What is its Gini index?
    - [ ] 0.2
      That is the share of errors, if the leaf answers with the majority.
    - [x] 0.32
      $1 - 0.64 - 0.04$.
    ```

Each choice unfolds its reason, which begins with "Right." or "No.", so a page works without its
script. The script, quiz.js, marks what a reader has chosen, keeps it in the browser and counts.
It keeps it under the name of the quiz, which no other has: a quiz that asks something else, or
whose choices change places, gets a new name; other words leave it as it is.
"""

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


def parse_quiz(lines):
    """Return a quiz's question and choices; a ValueError names what it lacks."""
    lines_of_question, choices = [], []
    for at, line in enumerate(lines):
        if begins := CHOICE.fullmatch(line.rstrip()):
            choices.append(Choice(begins[2], begins[1] == "x", at))
        elif not choices:
            lines_of_question.append(line)
        elif line.startswith("  ") or not line.strip():
            choices[-1].reason.append(line[2:])
        else:
            raise ValueError(
                f"{line!r} is neither a choice, which begins with '- [ ] ' or '- [x] ', nor a "
                "reason, which is indented by two blanks"
            )
    question = " ".join(lines_of_question).strip()
    if not question:
        raise ValueError("a quiz begins with its question, and here is none")
    if len(choices) < 2:
        raise ValueError(f"the quiz {question!r} has {len(choices)} choices; two are the least")
    right = sum(choice.right for choice in choices)
    if right != 1:
        raise ValueError(
            f"the quiz {question!r} has {right or 'no'} right choice{'s' * (right > 1)}; "
            "mark one, and only one, by '- [x] '"
        )
    for choice in choices:
        if not "".join(choice.reason).strip():
            raise ValueError(
                f"the quiz {question!r} gives no reason for its choice {choice.text!r}; write one "
                "below it, indented by two blanks"
            )
    return question, choices


def to_markdown(text):
    """Return a quiz in Markdown, so that any Jupyter shows it, each choice folded."""
    question, choices = parse_quiz(text.splitlines())
    folds = [
        f"<details><summary>{letter} {choice.text}</summary>\n\n"
        f"**{choice.verdict}** " + "\n".join(choice.reason).strip() + "\n\n</details>"
        for letter, choice in zip(string.ascii_lowercase, choices, strict=False)
    ]
    return "\n\n".join([f"**{question}**", *folds])


class quiz(nodes.General, nodes.Element):
    """A question with its choices."""


class quiz_question(nodes.General, nodes.TextElement):
    """The question itself."""


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


def visit_node(self, node):
    tag, attributes = TAGS[type(node)](node)
    written = "".join(f' {name}="{value}"' for name, value in attributes.items())
    self.body.append(f"<{tag}{written}>\n")


def depart_node(self, node):
    tag, _ = TAGS[type(node)](node)
    self.body.append(f"</{tag}>\n")


class Quiz(SphinxDirective):
    """Show a question with its choices."""

    has_content = True
    required_arguments = 1

    def run(self):
        """Make a group of choices that unfold."""
        try:
            question, choices = parse_quiz(list(self.content))
        except ValueError as wrong:
            raise self.error(str(wrong)) from None
        node = quiz(ids=[f"quiz-{self.arguments[0]}"])
        node += quiz_question("", "", *self.parse_inline(question, 0))
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
            lettered += self.parse_inline(choice.text, choice.at)
            folded += [quiz_summary("", "", *lettered), reason]
            node += folded
        return [node]

    def parse_inline(self, text, at):
        """Return the nodes of a line of words."""
        holder = nodes.Element()
        self.state.nested_parse(StringList([text], "quiz"), self.content_offset + at, holder)
        if len(holder) != 1 or not isinstance(holder[0], nodes.paragraph):
            raise self.error(f"{text!r}: a question or a choice is one paragraph of words")
        return holder[0].children


def add_count(app, doctree):
    """Add below a page's title how many questions it asks; quiz.js adds how many are answered."""
    number = len(list(doctree.findall(quiz)))
    title = doctree.next_node(nodes.title)
    if number and title:
        words = f"{number} questions to answer stand between the sections."
        line = quiz_count("", nodes.Text(words))
        title.parent.insert(title.parent.index(title) + 1, line)


def add_files(app, pagename, templatename, context, doctree):
    if doctree is not None and next(iter(doctree.findall(quiz)), None):
        app.add_css_file("quiz.css")
        app.add_js_file("quiz.js", loading_method="defer")


def setup(app):
    for node in TAGS:
        app.add_node(node, html=(visit_node, depart_node))
    app.add_directive("quiz", Quiz)
    app.connect("doctree-read", add_count)
    app.connect("html-page-context", add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
