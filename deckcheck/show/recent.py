"""Values that are kept by their keys, the last ones that were asked for."""

from typing import TYPE_CHECKING, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(dict[K, V]):
    """At least the last values that were asked for, so many, and at most twice as many.

    Two threads may lose each other's values, which are then made again.

    >>> kept = Recent[str, int](2)
    >>> for number, name in enumerate(("Nexu", "Acklay", "Reek", "Nexu", "Kouhun"), 1):
    ...     kept[name] = kept.recall(name) or number
    >>> kept.recall("Acklay"), kept.recall("Nexu"), kept.recall("Kouhun")
    (None, 1, 5)
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._before: dict[K, V] = {}

    def __setitem__(self, key: K, value: V) -> None:
        if len(self) >= self._most:
            self._before = self.copy()
            self.clear()
        super().__setitem__(key, value)

    def __missing__(self, key: K) -> V | None:
        value = self._before.get(key)
        if value is not None:
            self[key] = value
        return value

    if TYPE_CHECKING:

        def recall(self, key: K) -> V | None:
            """The value of a key, None where it is not kept."""

    else:
        recall = dict.__getitem__
