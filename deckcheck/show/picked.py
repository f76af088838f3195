"""Values of a thing by their names, as JSON documents have them."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any


def picked(thing: object, names: str) -> dict[str, Any]:
    """The values of these names: `set=set_code` gives one another name, `notes?` no empty text.

    >>> picked(3 + 4j, "real height=imag"), picked(0j, "real?")
    ({'real': 3.0, 'height': 4.0}, {'real': None})
    """
    return {key: (get(thing) or None) if optional else get(thing) for key, get, optional in _getters(names)}


@cache
def _getters(names: str) -> tuple[tuple[str, Callable[[Any], Any], bool], ...]:
    pairs = ((name.rstrip("?").partition("="), name.endswith("?")) for name in names.split())
    return tuple((key, attrgetter(path or key), optional) for (key, _, path), optional in pairs)
