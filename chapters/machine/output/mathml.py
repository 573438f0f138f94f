r"""What a reader sees whose browser runs no scripts: formulas as MathML, and the light theme.

Formulas stand in the pages as LaTeX, which MathJax sets. Beside each, in a <noscript>, stands the
same one in MathML, which browsers set themselves; it weighs nothing where scripts run. The theme
waits for a script to choose light or dark, and would have no colours without.
"""

import functools
import html
import re

from latex2mathml.converter import convert
from sphinx.errors import ExtensionError

FORMULA = re.compile(
    r'(<(span|div) class="math notranslate nohighlight"[^>]*>(?:\s*<span class="eqno">.*?</span>)?)'
    r"(\s*\\[(\[].*?\\[)\]]\s*)(</\2>)",
    re.DOTALL,
)
STYLE = (
    "<noscript><style>.math { font-size: 0; } .math > :is(.eqno, noscript) { font-size: 1.06rem; }"
    "</style></noscript>"
)


@functools.cache
def mathml(latex):
    """Return a formula in MathML, without what delimits it in the page."""
    formula = latex.strip()
    block = formula.startswith(r"\[")
    if "{aligned}" in formula:  # Sphinx puts a second environment around it
        formula = re.sub(r"\\(?:begin|end)\{split\}", "", formula).replace("{aligned}", "{split}")
    # Two more things that latex2mathml does not know.
    latex = re.sub(r"\\arg(?![a-z])", r"\\operatorname{arg}", formula[2:-2])
    latex = re.sub(r"\\[bB]igg?[lr]?(\\[{}])", r"\1", latex)
    markup = convert(latex, display="block" if block else "inline")
    if re.search(r"\\|&(amp|#x0*26);", re.sub(r"<[^>]+>", "", markup)):
        raise ExtensionError(f"latex2mathml has no MathML for {formula}")
    return markup


def add_formulas(page):
    """Return a page with what it shows without scripts."""

    def add(found):
        opening, _, latex, closing = found.groups()
        return f"{opening}{latex}<noscript>{mathml(html.unescape(latex))}</noscript>{closing}"

    page, number = FORMULA.subn(add, page)
    if number:
        page = page.replace("</head>", f"{STYLE}</head>", 1)
    return page.replace(' data-theme="auto"', ' data-theme="light"', 1)
