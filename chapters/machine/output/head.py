"""What the head of a page says, so that the page need not be laid out a second time.

A browser asks for typefaces when it lays out text, and lays it out again when they come. The
theme's script says "auto" at first, and "light" or "dark" when the page is there: then all styles
are computed again.
"""

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


def ask_for_typefaces(app, pagename, templatename, context, doctree):
    if "body" in context:
        folder = context["pathto"]("_static/fonts", resource=True)
        reference = pagename.startswith("chapters/api")
        faces = FACES if reference else [*FACES, "sans-italic"]  # chapters have that too
        script = TYPEFACES.format(faces=faces, folder=folder)
        context["metatags"] = context.get("metatags", "") + script


def setup(app):
    app.connect("html-page-context", ask_for_typefaces)
    app.add_js_file(None, body=THEME, priority=100)  # after the theme's, before all others
    return {"parallel_read_safe": True, "parallel_write_safe": True}
