"""Options that several commands share: a function makes of them what a command is given."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from inspect import Parameter, signature
from typing import Any, TypeVar

import typer

from deckcheck.cli import options as opt

T = TypeVar("T", bound=Callable[..., Any])
_LAST = ("from_", "game", "json", "db")


def given(**made_by: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Lets a command be given what functions make, instead of the options of these functions.

    A context is open while the command runs. The options for file format, game, JSON and the database
    come last in the help.

    >>> def named(name: str) -> str:
    ...     return name.title()
    >>> @given(person=named)
    ... def greet(person: str, words: str = "Hello") -> str:
    ...     return f"{words}, {person}"
    >>> greet(name="ada"), list(signature(greet).parameters)
    ('Hello, Ada', ['name', 'words'])
    """

    def wrapped(command: Callable[..., Any]) -> Callable[..., Any]:
        own = signature(command).parameters
        wanted = {name: list(signature(make).parameters) for name, make in made_by.items()}

        def run(**values: Any) -> Any:
            values = {name: values.get(name, one.default) for name, one in parameters.items()}
            with ExitStack() as stack:
                for name, make in made_by.items():
                    made = make(**{one: values[one] for one in wanted[name]})
                    is_open = isinstance(made, AbstractContextManager)
                    values[name] = stack.enter_context(made) if is_open else made
                return command(**{name: values[name] for name in own})

        parameters = _parameters(own, made_by)
        run.__signature__ = signature(run).replace(parameters=list(parameters.values()))  # type: ignore[attr-defined]
        run.__annotations__ = {name: one.annotation for name, one in parameters.items()}
        run.__doc__, run.__module__, run.__name__ = command.__doc__, command.__module__, command.__name__
        return run

    return wrapped


def changing(
    app: typer.Typer, tell: Callable[..., None], **made_by: Callable[..., Any]
) -> Callable[..., Callable[[T], T]]:
    """A decorator by name, for functions that become commands which are given what functions make.

    They get --json. `tell` prints an answer; it takes that, the values of the call, and `json`.
    """

    def named(name: str, **more: Callable[..., Any]) -> Callable[[T], T]:
        def registered(function: T) -> T:
            def done(*, json: opt.Json = False, **values: Any) -> None:
                tell(function(**values), values, json=json)

            app.command(name)(given(**{**made_by, **more})(like(function, done)))
            return function

        return registered

    return named


def like(command: Callable[..., Any], run: Callable[..., Any]) -> Callable[..., Any]:
    """A function that stands for a command, with its options and help besides its own."""
    own = [one for one in signature(run).parameters.values() if one.kind is Parameter.KEYWORD_ONLY]
    parameters = [*signature(command).parameters.values(), *own]
    kept = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in parameters]
    run.__signature__ = signature(run).replace(parameters=kept)  # type: ignore[attr-defined]
    run.__doc__, run.__module__, run.__name__ = command.__doc__, command.__module__, command.__name__
    return run


def _parameters(
    own: Mapping[str, Parameter], made_by: Mapping[str, Callable[..., Any]]
) -> dict[str, Parameter]:
    result: dict[str, Parameter] = {}
    stated = {name: one for name, one in own.items() if name not in made_by}
    for name, parameter in own.items():
        made = made_by.get(name)
        for one in (parameter,) if made is None else signature(made).parameters.values():
            result.setdefault(one.name, stated.get(one.name, one).replace(kind=Parameter.KEYWORD_ONLY))
    for name, make in made_by.items():
        for one in signature(make).parameters.values() if name not in own else ():
            result.setdefault(one.name, one.replace(kind=Parameter.KEYWORD_ONLY))
    return dict(sorted(result.items(), key=lambda item: _LAST.index(item[0]) + 1 if item[0] in _LAST else 0))
