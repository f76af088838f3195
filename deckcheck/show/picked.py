"""Values of a thing by their names, as JSON documents have them."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any


def picked(thing: object, names: str) -> dict[str, Any]:
    """The values of two names or more: `set=set_code` gives another name, `notes?` no empty text.

    >>> picked(3 + 4j, "real height=imag"), picked(0j, "real? imag")
    ({'real': 3.0, 'height': 4.0}, {'real': None, 'imag': 0.0})
    """
    keys, values_of, optional = _picker(names)
    result = dict(zip(keys, values_of(thing), strict=True))
    for key in optional:
        result[key] = result[key] or None
    return result


@cache
def _picker(names: str) -> tuple[list[str], Callable[[object], tuple[Any, ...]], list[str]]:
    keys = [name.partition("=")[0].rstrip("?") for name in names.split()]
    paths = [name.rpartition("=")[2].rstrip("?") for name in names.split()]
    optional = [key for key, name in zip(keys, names.split(), strict=True) if name.endswith("?")]
    return keys, attrgetter(*paths), optional
