"""What the theme puts on a page, and what of it the course changes.

A browser asks for typefaces when it lays out text, and lays it out again when they come: here a
page asks for them in its head. The theme's script says "auto" at first, and "light" or "dark" when
the page is there: then all styles are computed again, so here it is set at once.

Jupyter Book puts Thebe on every page, which would fetch code from the network and declares a name
twice. The course does not use it, so its files are left out.

Docutils marks bibliographies with a role that ARIA has withdrawn, which screen readers do not know;
the plain list reads well without it.
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


def setup(app):
    app.connect("html-page-context", preload_typefaces)
    app.connect("html-page-context", remove_thebe, priority=900)
    app.connect("html-page-context", remove_withdrawn_roles)
    app.add_js_file(None, body=THEME, priority=100)  # after the theme's, before all others
    app.add_js_file(None, body=PAPER)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
