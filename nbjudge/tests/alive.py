"""What in a page acts or loads."""

import html.parser


class Found(html.parser.HTMLParser):
    """What in a page acts or loads."""

    def __init__(self, page):
        super().__init__()
        self.links, self.alive = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag in ("script", "img", "svg", "iframe", "object", "style", "link", "form"):
            self.alive.append(tag)
        for name, value in attributes:
            if name.startswith("on") or name in ("style", "srcdoc"):
                self.alive.append(name)
            if name in ("href", "src", "action"):
                self.links.append("".join(c for c in value or "" if c.isprintable() and c != " "))
