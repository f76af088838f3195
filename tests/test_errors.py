"""The tree of errors in deckcheck.errors is drawn as it is."""

import importlib
import pkgutil

import db
import deckcheck
import importers
from db.errors import DeckcheckError


def drawn() -> set[tuple[str, str]]:
    """(class, its base) as the drawing at the top of deckcheck.errors has them."""
    from deckcheck import errors

    pairs, path = set(), ["DeckcheckError"]
    for line in (errors.__doc__ or "").splitlines():
        name = line.lstrip("│├└─ ")
        depth = (len(line) - len(name)) // 4
        if depth and name.endswith("Error"):
            del path[depth:]
            pairs.add((name, path[-1]))
            path.append(name)
    return pairs


def real() -> set[tuple[str, str]]:
    for package in (db, importers, deckcheck):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "migrations" not in module.name and "__main__" not in module.name:
                importlib.import_module(module.name)

    def below(cls: type[DeckcheckError]) -> set[tuple[str, str]]:
        return {(sub.__name__, cls.__name__) for sub in cls.__subclasses__()} | {
            pair for sub in cls.__subclasses__() for pair in below(sub)
        }

    return below(DeckcheckError)


def test_the_drawing_is_true() -> None:
    assert drawn() == real()


def test_every_error_says_in_a_sentence_what_it_is() -> None:
    real()

    def check(cls: type[DeckcheckError]) -> None:
        assert str(vars(cls).get("__doc__") or "").strip(), cls
        for sub in cls.__subclasses__():
            check(sub)

    check(DeckcheckError)
