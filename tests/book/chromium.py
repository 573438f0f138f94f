"""What tests of pages share: the built site, ways to serve and to open it."""

import contextlib
import http.server
import shutil
import threading
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "book" / "_build" / "html"
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
PATIENCE = 600_000  # milliseconds: the machine may be busy


def new_tab(context):
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def opened(browser, page, loaded=None):
    """Open a page with the network off; return it with all it complains of.

    What it loads, itself first, is put on a list that is given.
    """
    complaints = []
    tab = new_tab(browser.new_context(offline=True))
    if loaded is not None:
        tab.on("requestfinished", lambda request: loaded.append(request.url))
    tab.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("requestfailed", lambda request: complaints.append(f"failed: {request.url}"))
    tab.goto(page.as_uri())
    tab.wait_for_function("!document.querySelector('.math') || window.MathJax?.startup?.promise")
    tab.evaluate("window.MathJax?.startup?.promise.then(() => 'formulas are found')")
    return tab, complaints


def set_formulas(tab):
    """Set all formulas of an open page, as before it is printed."""
    tab.evaluate("window.MathJax?.startup?.document.lazyTypesetAll()")


@contextlib.contextmanager
def served(folder, instead=None):
    """Serve a folder, as a CDN also to pages of other sites; some paths have another content."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def end_headers(self):
            self.send_header("Access-Control-Allow-Origin", "*")
            super().end_headers()

        def do_GET(self):
            path = self.path.partition("?")[0]
            content = (instead or {}).get(path)
            if content is None:
                return super().do_GET()
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(path))
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            return self.wfile.write(content)

        def log_message(self, *words):
            pass

    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Handler, directory=folder)
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
