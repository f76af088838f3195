"""The check of the arguments of public functions, by the types that they declare.

Type checkers know these types before a program runs; `checked` holds whoever uses none to them.
"""

import builtins
import math
import os
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from functools import cache, wraps
from inspect import Parameter, isfunction, signature
from itertools import chain
from pathlib import Path
from reprlib import Repr
from typing import (
    IO,
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from db.errors import ArgumentError
from db.language import gettext as _

T = TypeVar("T", bound=Callable[..., Any])
_LARGEST = 2**63 - 1
"""The largest whole number that a database holds."""

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60


class LeastValue(NamedTuple):
    """The least value of a number: `Annotated[int, LeastValue(1)]`."""

    least: float


Count = Annotated[int, LeastValue(0)]
"""A number of things: none or more."""

Positive = Annotated[int, LeastValue(1)]
"""A number of things: one or more."""

Fits = Callable[[Any], bool]
_Declared = tuple[str, Any, frozenset[type]]
"""An argument: its name, its type, and the types of values that need no further look."""


def checked(public: T) -> T:
    """Makes a function, or all public methods of a class, check their arguments when called.

    A value of another type than declared raises `ArgumentError`, which names the argument.

    >>> @checked
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double("2")
    Traceback (most recent call last):
    db.errors.ArgumentError: number must be a whole number, not '2'
    """
    return _wrapped(public, _checked_function)


def checked_on_error(public: T) -> T:
    """As `checked`, but arguments are looked at only where the call fails.

    For methods that look up each line of thousands of decks, where a check takes as long as they.
    """
    return _wrapped(public, _function_checked_on_error)


def _wrapped(public: T, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> T:
    if not isinstance(public, type):
        return wrap(public)  # type: ignore[return-value]
    for name, member in vars(public).items():
        if isfunction(member) and (name == "__init__" or not name.startswith("_")):
            setattr(public, name, wrap(member))
    return public


def _checked_function(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = _checked_arguments(function, args, kwargs)
        return function(*args, **kwargs)

    return call


def _function_checked_on_error(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception:
            _checked_arguments(function, args, kwargs)
            raise

    return call


def _checked_arguments(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    declared, names, rest = _declared(function)
    if args:
        args = tuple(
            _check(one, *declared.get(names[n] if n < len(names) else rest, _ANYTHING))
            for n, one in enumerate(args)
        )
    return args, {name: _check(value, *declared.get(name, _ANYTHING)) for name, value in kwargs.items()}


@cache
def _declared(function: Callable[..., Any]) -> tuple[dict[str, _Declared], tuple[str, ...], str]:
    """The arguments with their names and types; those in order, and that for all further ones."""
    hints = get_type_hints(function, include_extras=True, localns=_AnyName(function.__globals__))
    declared: dict[str, _Declared] = {}
    ordered, rest = [], ""
    for name, one in signature(function).parameters.items():
        hint = hints.get(name, Any)
        if one.kind is Parameter.VAR_POSITIONAL:
            rest = name
        if one.kind in {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}:
            ordered.append(name)
        if one.kind is not Parameter.VAR_KEYWORD:
            declared[name] = name, hint, _fit_at_once(hint)
        elif get_origin(hint) is Unpack:
            options = get_type_hints(get_args(hint)[0], include_extras=True)
            declared.update({one: (one, kind, _fit_at_once(kind)) for one, kind in options.items()})
    return declared, tuple(ordered), rest


class _AnyName(dict[str, Any]):
    """Names that are imported for type checkers alone, such as those of results: anything fits."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        super().__init__()
        self._known = known

    def __missing__(self, name: str) -> Any:
        if name in self._known or hasattr(builtins, name):
            raise KeyError(name)
        return Any


@cache
def _fit_at_once(hint: Any) -> frozenset[type]:
    """The types of which every value fits, as in most calls: a card, a deck, none; texts in ASCII."""
    if get_origin(hint) in {Union, types.UnionType} and not any(map(_means_path, get_args(hint))):
        return frozenset(chain.from_iterable(map(_fit_at_once, get_args(hint))))
    is_plain = isinstance(hint, type) and get_origin(hint) is None and not is_typeddict(hint)
    return frozenset({hint} if is_plain and (hint is str or hint not in _SIMPLE) else ())


def _check(value: Any, name: str, hint: Any, at_once: frozenset[type]) -> Any:
    """The value of an argument; raises `ArgumentError`. The items of an iterator are still open."""
    if hint is Any or (type(value) in at_once and (type(value) is not str or value.isascii())):
        return value
    if isinstance(value, Iterator) and (item := _item_of(hint)) is not None and not _is_open_file(value):
        return (_check(one, name, item, frozenset()) for one in value)
    if not fits(value, hint):
        raise ArgumentError(name, _words(hint), _SHORT.repr(value))
    return value


def _item_of(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Iterable else None


def fits(value: Any, hint: Any) -> bool:  # noqa: C901, PLR0911 - a line for each kind of type
    """Whether a value is of a type.

    >>> fits(2**70, int), fits({"a": None}, dict[str, int | None]), fits([("a", 1)], list[tuple[str, int]])
    (False, True, True)
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return fits(value, args[0]) and all(value >= more.least for more in args[1:])
    if origin in {Union, types.UnionType}:
        if isinstance(value, str) and any(map(_means_path, args)):
            return _is_path(value)
        return any(fits(value, one) for one in args)
    if _means_path(hint):
        return isinstance(value, origin or hint) and _is_path(value)
    if origin is Literal:
        return any(value is one or value == one for one in args if type(value) is type(one))
    if is_typeddict(hint):
        kinds = get_type_hints(hint, include_extras=True)
        return isinstance(value, dict) and all(
            key in kinds and fits(one, kinds[key]) for key, one in value.items()
        )
    simple = _SIMPLE.get(hint if origin is None else origin)
    if simple is not None:
        return simple(value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, origin) and all(
            fits(key, args[0]) and fits(one, args[1]) for key, one in value.items()
        )
    if origin is tuple and Ellipsis not in args:
        return isinstance(value, tuple) and len(value) == len(args) and all(map(fits, value, args))
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return _is_items(value, origin, args[0])
    kind = origin or hint
    return isinstance(value, kind) if isinstance(kind, type) else True


def _is_items(value: Any, origin: Any, hint: Any) -> bool:
    """Whether a value holds items of a type; those of an iterator are still open."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, origin) or _is_open_file(value):
        return False
    if isinstance(value, Iterator) or set(map(type, value)) <= _fit_at_once(hint) - {str}:
        return True
    return all(fits(one, hint) for one in value)


def _is_text(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _means_path(hint: Any) -> bool:
    kind = get_origin(hint) or hint
    return isinstance(kind, type) and issubclass(kind, os.PathLike)


def _is_path(value: Any) -> bool:
    """Whether a text can be a path at all; how long it may be only the file system knows."""
    try:
        return b"\0" not in os.fsencode(value)
    except (TypeError, UnicodeEncodeError):
        return False


def _is_open_file(value: Any) -> bool:
    return callable(getattr(value, "read", None))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST


def _is_number(value: Any) -> bool:
    return _is_whole(value) or (isinstance(value, float) and math.isfinite(value))


_SIMPLE: Mapping[Any, Fits] = {
    str: _is_text,
    int: _is_whole,
    float: _is_number,
    bool: lambda value: isinstance(value, bool),
    date: lambda value: isinstance(value, date) and not isinstance(value, datetime),
    IO: _is_open_file,
    Callable: callable,
    object: lambda _unused: True,
    Any: lambda _unused: True,
}
"""The test of each type that is not just `isinstance`."""

_WORDS: Mapping[Any, str] = {
    str: _("a string"),
    int: _("a whole number"),
    float: _("a number"),
    bool: _("True or False"),
    bytes: "bytes",
    date: _("a date"),
    datetime: _("a date with a time"),
    type(None): "None",
    os.PathLike: _("a path"),
    Path: _("a path"),
    IO: _("an open file"),
    Callable: _("a function"),
}


def _words(hint: Any) -> str:  # noqa: PLR0911 - a line for each kind of type
    """The values that a type admits, in words.

    >>> _words(Iterable[str] | None)
    'a sequence of strings or None'
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _("{words}, {least} or more", words=_words(args[0]), least=args[1].least)
    if origin in {Union, types.UnionType}:
        return " or ".join(dict.fromkeys(map(_words, args)))
    if origin is Literal:
        return " or ".join(map(repr, args))
    if (known := _WORDS.get(origin or hint)) is not None:
        return known
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _("a mapping")
    if origin is tuple and Ellipsis not in args:
        return "a tuple"
    if isinstance(origin, type) and issubclass(origin, Iterable):
        items = _words(args[0]).split(" or ")[0].removeprefix("a ").removeprefix("an ")
        return _("a sequence of {items}s", items=items)
    name = getattr(origin or hint, "__name__", str(hint))
    return f"a {name}"


_ANYTHING: _Declared = ("", Any, frozenset())
