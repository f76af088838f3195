"""A value that must be there: where types say that there may be none, and the code around knows better."""

from typing import TypeVar

T = TypeVar("T")


def certain(value: T | None) -> T:
    """The value, which is there.

    >>> certain(0)
    0
    """
    if value is None:
        raise LookupError("a value that must be there is not")
    return value
