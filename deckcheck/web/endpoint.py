"""Addresses under `/api/`: each is a function, and its arguments are what is sent.

Their types are the checks (by pydantic), and their texts the description of the address.
"""

import asyncio
import re
from base64 import b64decode
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, partial
from inspect import Parameter, isfunction, signature
from typing import Annotated, Any, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, ValidationError, create_model
from starlette.requests import Request
from starlette.responses import Response

from deckcheck.acts.errors import MadeBeforeError
from deckcheck.acts.games import game_codes
from deckcheck.acts.people import VISITOR
from deckcheck.acts.session import Session
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import CONFLICT, GONE, MISSING, AnswerError, json_answer
from deckcheck.web.database_thread import DatabaseThread, Unfinished

Document = Mapping[str, Any] | Unfinished
Answered = Callable[[Request], Awaitable[Response]]
T = TypeVar("T", bound=Callable[..., Document])
Result = TypeVar("Result")

_SHOWN = "x-deckcheck-database"
_CHANGE = "x-deckcheck-change"
"""The id of a change, by which it is made once although it may be sent again."""
_LONGEST_ID = 64
_ANOTHER = _(
    "the server works on another database than when this page was opened; nothing was changed. "
    "Copy what is to be kept, and open the page anew"
)
_IN_PATH = re.compile(r"\{(\w+)\}")
MOST_TEXT = 1_000_000
_LONGEST_NUMBER = 9
_LOOK_AGAIN = 0.3
"""After so many seconds it is asked again whether somebody waits."""


def known_game(code: str | None) -> str | None:
    """The code of a known game, None for none; raises `AnswerError` for an unknown one."""
    if code and code not in game_codes():
        raise AnswerError(
            _("no game is called {code!r}; expected {game_codes}"),
            MISSING,
            code=code,
            game_codes=", ".join(game_codes()),
        )
    return code or None


def read_day(text: Any) -> date | None:
    """The day that a text names, None for none; raises `AnswerError`."""
    try:
        return date.fromisoformat(text) if text else None
    except (TypeError, ValueError):
        raise AnswerError(_("{text!r} must be a date; write it like 2004-06-19"), text=text) from None


def _batch(text: Any) -> int:
    if not str(text).isdecimal() or len(str(text)) > _LONGEST_NUMBER:
        raise AnswerError(_("no batch is called {text!r}"), MISSING, text=text)
    return int(text)


def _decoded(text: Any) -> Any:
    try:
        return b64decode(text, validate=True)
    except (TypeError, ValueError):
        raise ValueError(_("is not valid base64")) from None


Encoded = Annotated[bytes, BeforeValidator(_decoded)]
"""Bytes in base64."""
Text = Annotated[str, BeforeValidator(lambda sent: "" if sent is None else sent)]
"""A text; null is none."""
Game = Annotated[Text, AfterValidator(known_game), "the game's code; the page's own game without it"]
Day = Annotated[date | None, BeforeValidator(read_day), "a day like 2004-06-19, today without it"]
Seen = Annotated[
    int | None,
    Field(strict=True, ge=0, le=10**9),
    "the state that the change is based on; 409 where it is another by now",
]
Copies = Annotated[int, Field(strict=True, ge=-999, le=999)]
Flag = Annotated[bool, Field(strict=True)]
Batch = Annotated[int, BeforeValidator(_batch)]
Query = Annotated[Text, "a query, as in `deckcheck cards search`"]
Sort = Annotated[Text, "fields, -FIELD for the reverse"]
Page = Annotated[int, Field(ge=0, le=10**6), "which page, from 1"]


@dataclass(frozen=True)
class Endpoint:
    """An address of the API: its method, its function, and whether it changes anything.

    What `takes_long` has a thread of its own, and is not begun where nobody waits for it any more.
    `for_guests` makes of a document what others than the organiser are shown. `is_short` says of which
    arguments it takes but a millisecond or two.
    """

    method: str
    path: str
    document: str
    answer: Callable[..., Document]
    changes: bool = False
    upload: bool = False
    takes_long: bool = False
    for_guests: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    is_short: Callable[[Mapping[str, Any]], bool] | None = None

    @property
    def summary(self) -> str:
        """The first sentence of the function's docstring."""
        return " ".join((self.answer.__doc__ or "").split("\n\n")[0].split()).partition(": `")[0]

    @property
    def in_path(self) -> list[str]:
        """The names in the path."""
        return _IN_PATH.findall(self.path)

    @property
    def by_query(self) -> bool:
        """Whether what is sent stands in the query, and not in a JSON body."""
        return self.upload or self.method in {"GET", "DELETE"}

    @cached_property
    def request(self) -> type[BaseModel]:
        """The model of what is sent, but for what stands in the path."""
        game = Parameter("game", Parameter.KEYWORD_ONLY, default=None, annotation=Game)
        return _model(one for one in (game, *_fields_of(self.answer)) if one.name not in self.in_path)

    @cached_property
    def of_strings(self) -> type[BaseModel]:
        """The model of what stands in the address: its path, with its query where nothing else is sent."""
        path = _model(one for one in _fields_of(self.answer) if one.name in self.in_path)
        return create_model("Request", __base__=(self.request, path)) if self.by_query else path

    def read(
        self, path: Mapping[str, str], query: Mapping[str, str], data: bytes
    ) -> tuple[str | None, dict[str, Any]]:
        """The game and the arguments of a request; raises `AnswerError` for what does not fit."""
        try:
            found = [*self.of_strings.model_validate_strings({**query, **path} if self.by_query else path)]
            if not self.by_query:
                found += self.request.model_validate_json(data or b"{}")
        except ValidationError as error:
            raise AnswerError(_words_of(error)) from None
        values = {name.rstrip("_"): value for name, value in found}
        if self.upload:
            values["data"] = data
        game = values.pop("game") or known_game(query.get("game"))
        return game, values

    def work(self, session: Session, values: Mapping[str, Any]) -> Document:
        """The document for these arguments."""
        return self.answer(session, **_arguments(self.answer, session, values))


_ALL: list[Endpoint] = []


def endpoint(address: str, document: str, **facts: Any) -> Callable[[T], T]:
    """Makes a function the answer of an address, like `GET /api/cards`; see `Endpoint`."""
    method, path = address.split()

    def added(function: T) -> T:
        _ALL.append(Endpoint(method, path, document, function, **facts))
        return function

    return added


def endpoints() -> tuple[Endpoint, ...]:
    """All addresses of the modules that are imported."""
    return tuple(_ALL)


def from_query(function: Callable[..., Any], session: Session, request: Request) -> Any:
    """The answer of an address, or of another function of such arguments, for the query of a page."""
    found = next((one for one in _ALL if one.answer is function), Endpoint("GET", "", "", function))
    _unused, values = found.read(request.path_params, request.query_params, b"")
    return found.work(session, values)


def asked_number(request: Request, name: str) -> int | None:
    """The number of that name in the query of a page, None where it has none."""
    text = request.query_params.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else None


def page_number(request: Request) -> int:
    """The page that the query of a page asks for, the first where it asks for none."""
    return asked_number(request, "page") or 1


@cache
def _parameters(function: Callable[..., Any]) -> tuple[tuple[Parameter, Callable[..., Any] | None], ...]:
    """The arguments of a function behind its session, each with what makes it of several fields."""
    return tuple(
        (one, next((made for made in get_args(one.annotation)[1:] if isfunction(made)), None))
        for one in list(signature(function).parameters.values())[1:]
    )


def _fields_of(function: Callable[..., Any]) -> list[Parameter]:
    result: list[Parameter] = []
    for one, made in _parameters(function):
        result += [one] if made is None else _fields_of(made)
    return [one for one in result if one.annotation is not bytes]


def _model(fields: Iterable[Parameter]) -> type[BaseModel]:
    """The model of some arguments; those without a default are needed."""
    every: dict[str, Any] = {
        one.name: (_field(one), ... if one.default is Parameter.empty else one.default) for one in fields
    }
    return create_model("Request", **every)


def _field(one: Parameter) -> Any:
    """The type of a field, whose texts are its description; `from_` is sent as `from`."""
    annotation = one.annotation
    for text in getattr(annotation, "__metadata__", ()):
        if isinstance(text, str):
            annotation = Annotated[annotation, Field(description=text)]
    if one.name.endswith("_"):
        annotation = Annotated[annotation, Field(alias=one.name.rstrip("_"))]
    return annotation


def _arguments(function: Callable[..., Any], session: Session, values: Mapping[str, Any]) -> dict[str, Any]:
    result = {}
    for one, made in _parameters(function):
        result[one.name] = (
            values[one.name.rstrip("_")]
            if made is None
            else made(session, **_arguments(made, session, values))
        )
    return result


def _words_of(error: ValidationError) -> str:
    """The first thing that is wrong, in a line."""
    first = error.errors(include_url=False)[0]
    place, what = ".".join(map(str, first["loc"])), first["msg"]
    if first["type"] == "json_invalid":
        return _("the body is not JSON: {partition}", partition=what.partition(": ")[2])
    if not place:
        return _("the body is not a JSON object")
    if first["type"] == "missing":
        return _("{place!r} is missing", place=place)
    kind, _unused, should = what.removeprefix("Value error, ").partition(" should ")
    what = _("must {should}", should=should) if should else kind
    return f"{place!r} {what}: {first['input']!r:.80}"


def answering(one: Endpoint, thread: DatabaseThread) -> Answered:
    """The function that answers the requests to an address.

    Work in parts ends early where nobody waits for its answer any more.
    """

    async def answer(request: Request) -> Response:
        if one.changes and request.headers.get(_SHOWN, thread.mark) != thread.mark:
            raise AnswerError(_ANOTHER, CONFLICT)
        game, values = one.read(request.path_params, request.query_params, await request.body())
        number = request.headers.get(_CHANGE, "") if one.changes else ""
        if len(number) > _LONGEST_ID:
            raise AnswerError(
                _("an id of a change with {count} characters, at most {longest_id} expected"),
                count=len(number),
                longest_id=_LONGEST_ID,
            )
        work = partial(one.work, values=values)
        is_short = one.is_short is not None and one.is_short(values)
        if is_short and (now := await thread.run_now(game, work)) is not None:
            return _answer_of(now, one, thread)
        try:
            running = thread.run(game, work, writes=one.changes, change=number, takes_long=one.takes_long)
            found = await (wanted(running, request) if one.takes_long else running)
        except MadeBeforeError as made:
            return json_answer({"schema": one.document, "made_before": True, "batch": made.batch})
        while isinstance(found, Unfinished):
            if await request.is_disconnected():
                raise AnswerError(_("client disconnected"), GONE)
            found = await thread.run(game, found.go_on, takes_long=one.takes_long)
        return _answer_of(found, one, thread)

    return answer


async def wanted(running: Coroutine[Any, Any, Result], request: Request) -> Result:
    """The result of long work, which is not begun where nobody waits for it: raises `AnswerError`."""
    asked = asyncio.ensure_future(running)
    while not (await asyncio.wait({asked}, timeout=_LOOK_AGAIN))[0]:
        if await request.is_disconnected():
            asked.cancel()
            raise AnswerError(_("client disconnected"), GONE)
    return await asked


def _answer_of(found: Document, one: Endpoint, thread: DatabaseThread) -> Response:
    if not isinstance(found, Mapping):
        raise TypeError(found)  # what is done in parts is done by now
    if one.for_guests is not None and not VISITOR.get().is_organiser:
        found = one.for_guests(found)
    document = json_answer(found)
    document.headers[_SHOWN] = thread.mark
    return document
