"""The browser that tests of the book drive."""

import pytest

from chromium import CHROMIUM, PATIENCE, SITE


@pytest.fixture(scope="module")
def chromium():
    """Playwright's way to Chromium, and how to start it: without any name but loopback's."""
    from playwright.sync_api import sync_playwright

    if not CHROMIUM:
        pytest.skip("needs Chromium (Debian, Ubuntu: apt install chromium)")
    quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
    loopback = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with sync_playwright() as driver:
        starts = {"executable_path": CHROMIUM, "args": [*quiet, loopback], "timeout": PATIENCE}
        yield driver.chromium, starts


@pytest.fixture(scope="module")
def browser(chromium):
    """Chromium; each test opens its own context."""
    kind, options = chromium
    browser = kind.launch(**options)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def pages():
    """The built pages of the book."""
    found = sorted([*SITE.glob("chapters/*.html"), *SITE.glob("genindex.html")])
    if not found:
        pytest.skip("needs the built book (make book)")
    return found
