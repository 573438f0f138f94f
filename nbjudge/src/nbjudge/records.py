"""What a run keeps, and how it is known again."""

from __future__ import annotations

import hashlib
import json
from typing import Any

__all__ = ["digest"]


def digest(value: Any) -> str:
    """Return a digest of JSON-like data with bytes in it."""
    text = json.dumps(value, sort_keys=True, default=lambda b: hashlib.sha256(b).hexdigest())
    return hashlib.sha256(text.encode()).hexdigest()
