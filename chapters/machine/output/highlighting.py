"""In code, what has the colour of all text is text, and no element of its own.

Names, brackets and blanks would be two thirds of the elements of code, a third of a long page's.
"""

from collections.abc import Iterator

from pygments.formatters import HtmlFormatter
from pygments.token import Token
from sphinx.highlighting import PygmentsBridge

UNSTYLED = {Token.Name, Token.Name.Namespace, Token.Punctuation, Token.Text.Whitespace}


class Formatter(HtmlFormatter):
    """Pygments' own, which makes an element of nothing that is `UNSTYLED`."""

    def format_unencoded(self, tokens, file):
        """Write tokens to a file."""
        super().format_unencoded(self.as_text(tokens), file)

    def as_text(self, tokens) -> Iterator:
        """Yield the tokens, those that are `UNSTYLED` as text, which has no element."""
        return ((Token.Text if kind in UNSTYLED else kind, text) for kind, text in tokens)


def setup(app):
    PygmentsBridge.html_formatter = Formatter
    return {"parallel_read_safe": True, "parallel_write_safe": True}
