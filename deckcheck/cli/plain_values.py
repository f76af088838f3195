"""Values of the command line taken as they are typed, without a foreign library to check them.

Newer versions of typer have pydantic look at each value, and load it even for options that are not
given; that takes longer than judging a deck. A value that is of its kind already, such as a
default, a list of texts, a whole number within its bounds and a path without conditions need no look;
all others go typer's own way.
"""

import os
from pathlib import Path
from typing import Any, get_args, get_origin


def take_plainly(command: Any) -> None:
    """Lets a command, and those of a group, take plain values without pydantic.

    Where this version of typer does not use it, nothing is changed.
    """
    if command is None or hasattr(command, "takes_plainly"):
        return
    command.takes_plainly = True
    usual = command.get_params

    def get_params(ctx: Any) -> Any:
        parameters = usual(ctx)  # with the option --help, which is made only now
        for parameter in parameters:
            _take_plainly(parameter)
        return parameters

    command.get_params = get_params
    for one in getattr(command, "commands", {}).values():
        take_plainly(one)


def _take_plainly(parameter: Any) -> None:
    usual = getattr(parameter, "get_runtime_param", None)
    if usual is None or isinstance(usual, _PlainValues):
        return
    if getattr(getattr(parameter, "type_descriptor", None), "annotation", None) is not None:
        parameter.get_runtime_param = _PlainValues(parameter, usual)


class _PlainValues:
    """The conversion of a parameter's value: none where it is plain text, else typer's own."""

    def __init__(self, parameter: Any, usual: Any) -> None:
        self._usual = usual
        self._wanted = parameter.type_descriptor.annotation
        self._info = getattr(parameter.type_descriptor, "parameter_info", None)

    def __call__(self) -> "_PlainValues":
        """This itself: typer asks for it each time."""
        return self

    def coerce(self, value: Any, *, param: Any, ctx: Any) -> Any:
        """The value as the command wants it; raises typer's own errors."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if (parse := getattr(self._info, "parser", None)) is not None:
            return parse(value)
        if isinstance(self._wanted, type) and isinstance(value, self._wanted):
            return value  # a default, or a text
        if self._wanted is int and _is_within(value, self._info):
            return int(value)
        if self._is_plain(value):
            return self._wanted(value) if self._wanted is Path else list(value)
        return self._usual().coerce(value, param=param, ctx=ctx)

    def _is_plain(self, value: Any) -> bool:
        info, wanted = self._info, self._wanted
        if get_origin(wanted) is list and get_args(wanted) == (str,):
            return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
        return wanted is Path and isinstance(value, str) and _is_free(value, info)


def _is_within(value: Any, info: Any) -> bool:
    """Whether a text is a usual whole number that keeps the bounds of its option."""
    if not (
        isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < len(str(10**9))
    ):
        return False
    low, high = (getattr(info, name, None) for name in ("min", "max"))
    return (low is None or int(value) >= low) and (high is None or int(value) <= high)


def _is_free(value: str, info: Any) -> bool:
    """Whether a path has no conditions, and is one that typer's own checks would let through."""
    conditions = ("exists", "resolve_path", "allow_dash", "path_type", "writable")
    if info is None or "\0" in value or any(getattr(info, name, None) for name in conditions):
        return False
    free = info.file_okay and info.dir_okay
    return bool(free) and (not os.path.lexists(value) or os.access(value, os.R_OK))
