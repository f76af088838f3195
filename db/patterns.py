"""Regular expressions that are compiled when they are used first: most runs need few of them."""

import re
from typing import Any, cast


class _Later:
    """Stands for a compiled expression, whose methods it takes over at their first use."""

    def __init__(self, text: str, flags: re.RegexFlag) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._text, self._flags)
        found = getattr(compiled, name)
        for method in ("match", "fullmatch", "search", "sub", "split", "findall", "finditer"):
            setattr(self, method, getattr(compiled, method))
        return found


def pattern(text: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """A regular expression as `re.compile` gives it, compiled when it is used first.

    >>> pattern("[0-9]+").findall("4 Yoda, 12 Nexu")
    ['4', '12']
    """
    return cast("re.Pattern[str]", _Later(text, flags))
