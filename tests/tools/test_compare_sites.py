"""What makes two built sites differ, and what does not."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("compare_sites.py")
PAGE = '<p class="a" id="b">Two <b>words</b></p><script src="x.js?v=12ab"></script>'


@pytest.fixture
def compare(tmp_path):
    """Compare a site of one page with another; return exit status and what is printed."""

    def run(pages):
        for site, contents in (("old", {"page.html": PAGE}), ("new", pages)):
            for name, content in contents.items():
                path = tmp_path / site / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(content)
        command = [sys.executable, SCRIPT, tmp_path / "old", tmp_path / "new"]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout.strip()

    return run


REORDERED = PAGE.replace('class="a" id="b">Two ', 'id="b"\n class="a">Two\n')


@pytest.mark.parametrize("page", [PAGE, PAGE.replace("12ab", "34cd"), REORDERED])
def test_pages_with_the_same_elements_are_equal(compare, page):
    assert compare({"page.html": page}) == (0, "")


@pytest.mark.parametrize(
    ("old", "new"),
    [("words", "numbers"), ("<b>", "<i>"), ('id="b"', 'id="c"'), ("</script>", "</script><hr>")],
)
def test_the_first_difference_is_printed(compare, old, new):
    status, printed = compare({"page.html": PAGE.replace(old, new)})
    assert status == 1
    assert "page.html:1: " in printed


def test_a_page_that_one_site_lacks_is_printed(compare):
    status, printed = compare({"page.html": PAGE, "other.html": PAGE})
    assert status == 1
    assert printed.startswith("other.html: only in ")
