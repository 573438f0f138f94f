"""What functions check of their arguments, without scikit-learn, which takes long to load."""

from __future__ import annotations

from numbers import Integral

__all__ = ["check_integer"]


def check_integer(name: str, value: object, least: int, why: str = "") -> None:
    """Check that an argument is an integer, and large enough.

    Parameters
    ----------
    name : str
        What the error calls it.
    value : object
        The argument.
    least : int
        The smallest that is allowed.
    why : str, default=""
        What the error says besides.

    Raises
    ------
    ValueError
        If it is not.
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(f"{name}={value!r} must be an integer >= {least}{why}")
