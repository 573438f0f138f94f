"""What the theme puts on a page, and what the course changes and adds.

A browser asks for typefaces when it lays out text, and lays it out again when they come: here a
page asks for them in its head. The theme's script says "auto" at first, and "light" or "dark" when
the page is there: then all styles are computed again, so here it is set at once.

Jupyter Book puts Thebe on every page, which would fetch code from the network and declares a name
twice. The course does not use it, so its files are left out.

Docutils marks bibliographies with a role that ARIA has withdrawn, which screen readers do not know;
the plain list reads well without it.

Every page marks in its sidebar what was read (reading.js), and a page with links to equations or
terms shows where they lead (preview.js). Errors are reported to an address that the deployer sets:
without `report_errors_to` no page has a link for it.
"""

import html
import re
from string import Formatter
from urllib.parse import quote

from sphinx.errors import ConfigError

FACES = ["serif", "serif-italic", "sans", "code"]  # that nearly every page has

# Not from disk, where a browser fetches no typeface for a link.
TYPEFACES = """<script>
if (location.protocol !== "file:") {{
  for (const face of {faces}) {{
    const href = `{folder}/source-${{face}}.woff2`;
    const link = {{ rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href }};
    document.head.append(Object.assign(document.createElement("link"), link));
  }}
}}
</script>
"""
THEME = """{
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  if (root.dataset.theme === "auto") root.dataset.theme = dark ? "dark" : "light";
}"""
# Paper is white, and says where its page is: course.css.
PAPER = """{
  const root = document.documentElement;
  if (location.protocol.startsWith("http")) {
    root.style.setProperty("--address", JSON.stringify(location.origin + location.pathname));
  }
  let theme;
  addEventListener("beforeprint", () => {
    theme ??= root.dataset.theme; // browsers may say it twice
    root.dataset.theme = "light";
  });
  addEventListener("afterprint", () => {
    root.dataset.theme = theme ?? root.dataset.theme;
    theme = undefined;
  });
}"""
WITHDRAWN = ' role="doc-biblioentry"', ' role="list"'

PREVIEWED = re.compile(r'<a class="reference internal" href="[^"]*#(?:term|equation)-')
REPORT = '<p class="report-error"><a href="{address}">Report an error on this page</a></p>'
FILLED_IN = {"title", "page"}  # by each page


def preload_typefaces(app, pagename, templatename, context, doctree):
    folder = context["pathto"]("_static/fonts", resource=True)
    reference = pagename.startswith("chapters/api")
    faces = FACES if reference else [*FACES, "sans-italic"]  # chapters have that too
    script = TYPEFACES.format(faces=faces, folder=folder)
    context["metatags"] = context.get("metatags", "") + script


def remove_thebe(app, pagename, templatename, context, doctree):
    for files in ("script_files", "css_files"):
        context[files] = [
            file
            for file in context[files]
            if "thebe" not in f"{file.filename} {file.attributes.get('body')}".lower()
        ]


def remove_withdrawn_roles(app, pagename, templatename, context, doctree):
    for role in WITHDRAWN if "body" in context else ():
        context["body"] = context["body"].replace(role, "")


def add_reading(app, pagename, templatename, context, doctree):
    """Have a page mark what was read; the first page loads the script where it offers to go on."""
    if pagename != app.config.root_doc:
        app.add_js_file("reading.js", loading_method="defer")


def add_previews(app, pagename, templatename, context, doctree):
    """Have a page's links show where they lead; only pages with formulas can set them."""
    body = context.get("body", "")
    if 'class="math' in body and PREVIEWED.search(body):
        app.add_js_file("preview.js", loading_method="defer")


def check_report_address(app, config):
    address = config.report_errors_to
    if not address:
        return
    try:
        names = {name for _, name, _, _ in Formatter().parse(address) if name is not None}
    except ValueError as wrong:  # a single brace
        names = {str(wrong)}
    if not re.match(r"https?://|mailto:", address) or not names <= FILLED_IN:
        raise ConfigError(
            f"report_errors_to is {address!r}; an address begins with https://, http:// or "
            "mailto:, and {title} and {page} are all that pages fill in"
        )


def add_report_link(app, pagename, templatename, context, doctree):
    """Add to a page's footer the link to report an error, with the page's title and address."""
    if not app.config.report_errors_to:
        return
    title = html.unescape(re.sub(r"<[^>]+>", "", context.get("title", ""))) or pagename
    page = app.config.html_baseurl + app.builder.get_target_uri(pagename)
    filled = {"title": quote(title, safe=""), "page": quote(page, safe="")}
    link = REPORT.format(address=html.escape(app.config.report_errors_to.format(**filled)))
    context["theme_extra_footer"] = context.get("theme_extra_footer", "") + link


def setup(app):
    app.add_config_value("report_errors_to", "", "html", str)
    app.connect("config-inited", check_report_address)
    app.connect("html-page-context", add_reading)
    app.connect("html-page-context", add_previews, priority=900)  # when the body is what it will be
    app.connect("html-page-context", add_report_link)
    app.connect("html-page-context", preload_typefaces)
    app.connect("html-page-context", remove_thebe, priority=900)
    app.connect("html-page-context", remove_withdrawn_roles)
    app.add_js_file(None, body=THEME, priority=100)  # after the theme's, before all others
    app.add_js_file(None, body=PAPER)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
