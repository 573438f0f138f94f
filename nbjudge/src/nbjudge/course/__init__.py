"""The course as it lies on disk: its source, what was handed in, the gradebook."""

import sys

# nbgrader loads jsonschema, which takes this for a format check that nobody asks for here; its
# grammar takes more than a second to load.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
