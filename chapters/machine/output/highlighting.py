"""In code, what has the colour of all text is text, and no element of its own.

Names, brackets and blanks would be two thirds of the elements of code, a third of a long page's.
"""

from collections.abc import Iterator

from pygments.formatters import HtmlFormatter
from pygments.token import Token
from sphinx.highlighting import PygmentsBridge

PLAIN = {Token.Name, Token.Name.Namespace, Token.Punctuation, Token.Text.Whitespace}


class Formatter(HtmlFormatter):
    """Pygments' own, which makes an element of nothing that is `PLAIN`."""

    def format_unencoded(self, tokens, file):
        """Write tokens to a file."""
        super().format_unencoded(self.joined(tokens), file)

    def joined(self, tokens) -> Iterator:
        """Call what is plain text, which has no element."""
        return ((Token.Text if kind in PLAIN else kind, text) for kind, text in tokens)


def setup(app):
    PygmentsBridge.html_formatter = Formatter
    return {"parallel_read_safe": True, "parallel_write_safe": True}
