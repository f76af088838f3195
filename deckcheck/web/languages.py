"""The language of a request: as chosen on the page, else the browser's, else the server's."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from deckcheck.acts.languages import accepted_language, own_languages, spoken_code
from deckcheck.show.language import Message as Said, Speaker, speaker, spoken
from deckcheck.show.language_files import ENGLISH, find_language, language_files, language_name

COOKIE = "language"
CHOICE = "/language"
"""The address that a choice of a language is sent to."""
SCRIPTS = Path(__file__).parent / "static"
_SAID = re.compile(r'\b(?:_|counted)\(\s*"([^"]+)"(?:,\s*"([^"]+)")?')
_NUMBERS = 200
"""Among so many each plural form of a language has its numbers."""
_YEAR = 365 * 24 * 60 * 60
_VARY = b"vary", b"Accept-Language, Cookie"
_NO_TEXTS = ("/static/", "/pictures/")


class InLanguage:
    """Answers each request in its language, pages by default in their own, the API in English."""

    def __init__(self, app: ASGIApp, *, own: Speaker | None) -> None:
        self.app, self._own = app, own

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Has the application answer a request."""
        if scope["type"] != "http" or scope["path"].startswith(_NO_TEXTS):
            await self.app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = (b"content-language", spoken_code().encode()), _VARY
                message = {**message, "headers": [*message.get("headers", ()), *said]}
            await send(message)

        with spoken(self._language(Request(scope))):
            await self.app(scope, receive, answer)

    def _language(self, request: Request) -> Speaker | None:
        if chosen := request.cookies.get(COOKIE):
            return find_language(chosen, own_languages())
        if accepted := request.headers.get("accept-language"):
            return accepted_language(accepted)
        return None if request.url.path.startswith("/api/") else self._own


async def choose(request: Request) -> Response:
    """Keeps the language that was chosen in a cookie, and goes back to the page."""
    code = (await request.body()).decode("latin-1").removeprefix(f"{COOKIE}=")
    asked = urlsplit(request.headers.get("referer", ""))
    back = f"/{asked.path.lstrip('/')}" + (f"?{asked.query}" if asked.query else "")
    answer = RedirectResponse(back, 303)
    known = code if code in language_files(own_languages()) else ENGLISH
    answer.set_cookie(COOKIE, known, max_age=_YEAR, httponly=True, samesite="lax", path="/")
    return answer


def choices() -> list[tuple[str, str]]:
    """All languages by their own names, each with its code."""
    codes = (ENGLISH, *language_files(own_languages()))
    return sorted(((code, language_name(code)) for code in codes), key=lambda one: one[1].casefold())


def script_texts() -> Iterator[tuple[Path, str, str]]:
    """The texts of the page's scripts, each with its plural, if any, and its script."""
    for path in sorted(SCRIPTS.rglob("*.js")):
        for one, many in _SAID.findall(path.read_text(encoding="utf-8")):
            yield path, one, many


def texts_of_scripts() -> Mapping[str, Any]:
    """The texts of the scripts in the language that is spoken, by the English ones.

    Of counted things by the names that browsers have for plural forms.
    """
    language: Any = speaker()
    return _texts_in(language)


@lru_cache(maxsize=8)
def _texts_in(_spoken: object) -> Mapping[str, Any]:
    from babel import Locale, UnknownLocaleError

    try:
        form_of = Locale.parse(spoken_code()).plural_form
    except (UnknownLocaleError, ValueError):
        form_of = Locale(ENGLISH).plural_form
    numbers = {form_of(number): number for number in range(_NUMBERS, -1, -1)}
    return {
        one: {form: str(Said(one, many=many, number=number)) for form, number in numbers.items()}
        if many
        else str(Said(one))
        for _path, one, many in script_texts()
    }


def told(document: Any) -> Any:
    """A document with its messages in the language that is spoken.

    >>> told({"cards": [2]})
    {'cards': [2]}
    """
    if speaker() is None:
        return document
    if isinstance(document, str):
        return str(document)
    if isinstance(document, Mapping):
        return {name: told(value) for name, value in document.items()}
    return [told(one) for one in document] if isinstance(document, list | tuple) else document
