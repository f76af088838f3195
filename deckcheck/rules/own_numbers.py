"""Rules with other numbers than their edition's, as a format states them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from db.language import gettext as _
from deckcheck.rules.requirement import NUMBERS, Requirement


class NumberError(ValueError):
    """A format changes an unknown rule or number, or gives a value of a wrong type.

    `keys` are those of the place, below the table of numbers.
    """

    def __init__(self, keys: tuple[str, ...], problem: str) -> None:
        self.keys = keys
        super().__init__(problem)


def changed_rules(
    rules: Iterable[Requirement], numbers: Mapping[str, Mapping[str, Any] | bool], where: str
) -> tuple[Requirement, ...]:
    """The rules with the numbers of a format; raises `NumberError`.

    `where` is named as their source, before the source of the rule.
    """
    rules = tuple(rules)
    codes = list(dict.fromkeys(rule.code for rule in rules))
    for code, change in numbers.items():
        if code not in codes:
            raise NumberError(
                (code,), _("there is no such rule; the edition has {codes}", codes=", ".join(codes))
            )
        if isinstance(change, Mapping):
            names = [name for rule in rules if rule.code == code for name in number_names(rule)]
            for key in change:
                if key not in names:
                    known = (
                        _("the rule has {names}", names=", ".join(names))
                        if names
                        else _("the rule has no numbers")
                    )
                    raise NumberError((code, key), _("there is no such number; {known}", known=known))
    return tuple(_changed(rules, numbers, where))


def _changed(
    rules: Iterable[Requirement], numbers: Mapping[str, Mapping[str, Any] | bool], where: str
) -> Iterator[Requirement]:
    for rule in rules:
        change = numbers.get(rule.code, True)
        if isinstance(change, Mapping):
            new = _checked(rule, change)
            if not new:
                yield rule
                continue
            yield rule._replace(cite=_("{where}; otherwise {cite}", where=where, cite=rule.cite), **new)
        elif change:
            yield rule


def number_names(rule: Requirement) -> dict[str, str]:
    """The names of the numbers of a rule, like `minimum`, with the fields that they stand for."""
    numbers = {name: name for name in rule._fields if name in NUMBERS and getattr(rule, name) is not None}
    return {**numbers, **getattr(rule, "names", {})}


def _checked(rule: Requirement, change: Mapping[str, Any]) -> dict[str, Any]:
    """The new values of a rule's numbers, of which some are lists of texts."""
    known, new = number_names(rule), dict[str, Any]()
    for key, value in change.items():
        if key not in known:
            continue  # a number of another rule with the same code
        field = known[key]
        if isinstance(getattr(rule, field), tuple):
            if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
                problem = _("{value!r}, expected a list of texts", value=value)
                raise NumberError((rule.code, key), problem)
            new[field] = tuple(value)
        elif not isinstance(value, int) or isinstance(value, bool) or value < 0:
            problem = _("{value!r}, expected a whole number from 0 on", value=value)
            raise NumberError((rule.code, key), problem)
        else:
            new[field] = value
    return new
