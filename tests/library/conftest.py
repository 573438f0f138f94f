"""What the library's tests need before they import anything."""

import os

# scikit-learn reads this once, at import; without it one of its checks is skipped.
os.environ.setdefault("SCIPY_ARRAY_API", "1")
