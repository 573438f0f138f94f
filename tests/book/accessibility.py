"""Which rules of accessibility a page breaks."""

from axe_playwright_python.sync_playwright import Axe

# What MathJax makes of formulas is nine tenths of a chapter's elements, and alike everywhere.
FORMULAS_IN_SHORT = """() => document.querySelectorAll("mjx-container")
  .forEach((formula) => formula.replaceChildren("a formula"))"""
# Of the rest more than half are words of programs, and formulas in sentences: three of each kind
# stay, within elements of the same classes.
ALIKE_IN_SHORT = """(formulas) => {
  const short = (alike, shorten) => {
    const seen = {};
    for (const one of document.querySelectorAll(alike)) {
      let kind = "";
      for (let above = one; above; above = above.parentElement) {
        kind += above.tagName + above.getAttribute("class") + "/";
      }
      seen[kind] = (seen[kind] ?? 0) + 1;
      if (seen[kind] > 3) shorten(one);
    }
  };
  short("pre span[class]:not(:has(*))", (word) => word.replaceWith(word.textContent));
  if (!formulas) short("span.math", (formula) => formula.replaceWith("a formula"));
}"""


def broken_rules(tab, formulas=False):
    """List theme, rule and places where an open page breaks it, within formulas or not."""
    found = []
    if not formulas:
        tab.evaluate(FORMULAS_IN_SHORT)
    tab.evaluate(ALIKE_IN_SHORT, formulas)
    tab.add_style_tag(content="* { transition: none !important }")  # no colours on their way
    for theme in ("light", "dark"):
        tab.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        # Colours are all that the theme changes.
        rules = {"type": "rule", "values": ["color-contrast"]}
        if theme == "light":
            rules = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
        options = {"runOnly": rules, "resultTypes": ["violations"]}
        for broken in Axe().run(tab, options=options).response["violations"]:
            places = [node["html"][:120] for node in broken["nodes"][:3]]
            found.append((theme, broken["help"], places))
    return found
