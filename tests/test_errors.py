"""Errors of deckcheck say what they are."""

import importlib
import pkgutil

import db
import deckcheck
import importers
from db.errors import DeckcheckError


def import_all() -> None:
    for package in (db, importers, deckcheck):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "__main__" not in module.name:
                importlib.import_module(module.name)


def test_every_error_says_in_a_sentence_what_it_is() -> None:
    import_all()

    def check(cls: type[DeckcheckError]) -> None:
        assert str(vars(cls).get("__doc__") or "").strip(), cls
        for sub in cls.__subclasses__():
            check(sub)

    check(DeckcheckError)
