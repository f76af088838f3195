"""The page of the library: the public names with their methods, as their docstrings have them."""

import inspect
from typing import Any, get_args, is_typeddict

import deckcheck
from deckcheck.acts.events import SessionEvent, SessionEvents
from deckcheck.acts.people import People
from deckcheck.acts.session import SessionDecks
from deckcheck.acts.sources import SessionSources

_PARTS = (SessionDecks, SessionEvents, SessionEvent, SessionSources, People)
"""The classes of what a session holds."""


def library_page() -> str:
    """The page: functions, then each class with what can be done with it."""
    names = {name: getattr(deckcheck, name) for name in deckcheck.__all__}
    functions = [_function(name, one) for name, one in names.items() if inspect.isfunction(one)]
    classes = [one for one in names.values() if inspect.isclass(one)]
    sections = [_class(one) for one in dict.fromkeys((*classes, *_PARTS))]
    head = "# The library\n\n[From Python](python.md) shows how it is used. `?` may be left out."
    return "\n\n".join([head, "## Functions", *functions, *sections]) + "\n"


def _class(cls: type) -> str:
    members = [
        (name, one)
        for name, one in inspect.getmembers(cls)
        if not name.startswith("_") and inspect.isfunction(one) and one.__doc__
    ]
    methods = [_function(name, one) for name, one in members]
    said = (inspect.getdoc(cls) or "").partition(">>>")[0]
    return "\n\n".join([f"## {cls.__name__}", said.strip(), *methods])


def _function(name: str, function: Any) -> str:
    """A function with the names of its arguments, and what it does."""
    shown = []
    for one in inspect.signature(function).parameters.values():
        if one.kind is one.VAR_KEYWORD:
            for options in get_args(inspect.unwrap(function).__annotations__[one.name]):
                shown += [f"{key}?" for key in options.__annotations__] if is_typeddict(options) else []
        elif one.name not in {"self", "database"}:
            star = "*" if one.kind is one.VAR_POSITIONAL else ""
            shown.append(f"{star}{one.name}{'' if one.default is one.empty else '?'}")
    said = (inspect.getdoc(function) or "").partition(">>>")[0]
    return f"- `{name}({', '.join(shown)})`: {' '.join(said.split())}"
