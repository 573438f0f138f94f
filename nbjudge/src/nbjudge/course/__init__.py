"""A course on disk: its source, what was handed in, the gradebook."""

import shlex
import sys
from pathlib import Path

from nbjudge.errors import GradingError

__all__ = ["format_command", "resolve_course_folder"]

# nbgrader loads jsonschema, which takes this for a format check that nobody asks for here; its
# grammar takes more than a second to load.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


def format_command(words: str, course: Path) -> str:
    """Return a command of ours for a course, as it can be run."""
    there = "" if course == Path() else f" --course {shlex.quote(str(course))}"
    return f"`nbjudge {words}{there}`"


def resolve_course_folder(course: Path) -> Path:
    """Return a course's folder, whole; raise GradingError if it is not there."""
    if not course.is_dir():
        raise GradingError(f"--course {course}: there is no such directory")
    return course.resolve()
