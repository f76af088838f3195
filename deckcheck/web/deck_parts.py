"""The deck's page in parts: what a change shows anew, made by the templates of the page itself."""

import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import count as count_from
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, select_autoescape
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from deckcheck.acts.config import cache_folder
from deckcheck.acts.languages import spoken_code
from deckcheck.acts.shelf import summed
from deckcheck.show.language import capitalized, gettext as _, in_parts, joined, ngettext, pgettext, speaker
from deckcheck.show.recent import Recent
from deckcheck.show.screen import printable_line
from deckcheck.show.wording import amount, count
from deckcheck.web.languages import texts_of_scripts, told
from deckcheck.web.words import WORDS

TEMPLATES = Path(__file__).parent / "templates"
MOST_BOXES = 8
"""More copies than these are said in words and not drawn."""
MOST_LETTERS = 4
"""Longer values of a card, like all of its traits, are read on its face."""

_MOST_KEPT = 2_000

Entry = Mapping[str, Any]
Issue = Mapping[str, Any]

_made = Recent[tuple[Any, ...], Markup](_MOST_KEPT)
_lines = Recent[tuple[Any, ...], Markup](_MOST_KEPT)


class _CompiledTemplates(FileSystemBytecodeCache):
    """Templates as they were compiled before, in the cache folder; where it cannot be written to, anew."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            Path(self.directory).mkdir(parents=True, exist_ok=True)
            super().dump_bytecode(bucket)


class _Templates(Environment):
    """Templates that look for a name behind a dot first among the values of a document."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        return obj[attribute] if type(obj) is dict and attribute in obj else super().getattr(obj, attribute)


def make_templates() -> Environment:
    """The templates of the page, with the filters that all of them have."""
    templates = _Templates(
        loader=FileSystemLoader(TEMPLATES),
        bytecode_cache=_CompiledTemplates(str(cache_folder().parent / "templates")),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    templates.globals |= {
        "_": _,
        "ngettext": ngettext,
        "pgettext": pgettext,
        "amount": amount,
        "spoken_code": spoken_code,
        "texts_of_scripts": texts_of_scripts,
        "kept": _kept,
        "shown_meter": _meter,
    }
    templates.filters |= {
        "path": lambda text: quote(text, safe=""),
        "shown": lambda text: printable_line(str(text)),
        "word": word,
        "capital": capitalized,
        "brief": brief,
        "code": _with_code,
        "named_in": lambda code, rows: next((one["name"] for one in rows if one["code"] == code), code),
        "link": _with_links,
    }
    templates.policies["json.dumps_function"] = lambda document, **options: json.dumps(
        told(document), **options
    )
    return templates


def _kept(macro: Any, *values: Any) -> Markup:
    """The HTML of a macro for values: it is kept, since a change leaves most of a deck as it was."""
    key = macro.name, speaker(), *map(_key, values)
    made = _made.recall(key)
    if made is None:
        made = _made[key] = macro(*values)
    return made


def word(text: str) -> str:
    """A word of documents in the language that is spoken: a side, a type, a code without its dashes."""
    if known := WORDS.get(text):
        return known
    said = in_parts(text)  # sides and types are words of the games
    is_code = "-" in text and text.islower() and str(said) == text
    return text.replace("-", " ").title() if is_code else said


def _with_code(text: str, element: str = "code") -> Markup:
    """A text in which what stands between backticks is an element of its own."""
    return Markup(re.sub("`(.+?)`", rf"<{element}>\1</{element}>", str(escape(text))))  # noqa: S704 - it is escaped


def _with_links(text: str, *addresses: str) -> Markup:
    """A text in which the parts in brackets lead to addresses, in their order."""
    left = iter(addresses)
    linked = re.sub(
        r"\[(.+?)\]", lambda found: f'<a href="{escape(next(left, ""))}">{found[1]}</a>', str(escape(text))
    )
    return Markup(linked)  # noqa: S704 - it is escaped


@cache
def _module() -> Any:
    return make_templates().get_template("deck_elements.html").module


class ShownLine(NamedTuple):
    """A line of the deck as it is shown: what is wrong with it, and what its card is called."""

    entry: Entry
    issue: Issue | None
    called: str

    @property
    def picks(self) -> Sequence[str]:
        """The names of which one is meant, where the line is of no card for certain."""
        return () if self.entry["card"] else (self.entry["candidates"] or self.entry["suggestions"])[:6]

    @property
    def numbers(self) -> str:
        """The short numbers of its card."""
        return " · ".join(value for _, value in self._numbers)

    @property
    def labelled(self) -> str:
        """These numbers with their words."""
        return ", ".join(f"{word(label)} {value}" for label, value in self._numbers)

    @property
    def _numbers(self) -> Sequence[tuple[str, str]]:
        return [pair for pair in self.entry["numbers"] if len(pair[1]) <= MOST_LETTERS]

    @property
    def boxes(self) -> tuple[str, ...]:
        """A box for each copy: owned and free, reserved elsewhere, or missing."""
        entry = self.entry
        if entry["card"] is None or entry["quantity"] > MOST_BOXES:
            return ()
        owned = min(entry["quantity"] - entry["missing"], entry["owned"])
        free = min(owned, entry["free"])
        kinds = {"free": free, "elsewhere": owned - free, "missing": entry["quantity"] - owned}
        return tuple(kind for kind, copies in kinds.items() for _copy in range(copies))

    @property
    def copies(self) -> str:
        """The copies of its card in words."""
        entry = self.entry
        if entry["card"] is None:
            return ""
        words = [_("{entry} owned", entry=entry["owned"])]
        words += [_("{entry} free", entry=entry["free"])] * (entry["free"] != entry["owned"])
        words += [_("{entry} missing", entry=entry["missing"])] * bool(entry["missing"])
        return joined(words, " · ")


class LineGroup(NamedTuple):
    """The lines of one type or zone; `least` copies are asked for, of which `short` are missing.

    It is all that is shown of them, and HTML only when that is asked for: most groups are shown already.
    """

    id: str
    language: str
    name: str
    lines: tuple[Markup, ...]
    copies: int
    hue: str = ""
    state: str = ""
    least: int = 0
    short: int = 0
    is_maybe: bool = False

    def __html__(self) -> Markup:
        """The element that shows them."""
        html: Markup = _module().lines_of(self, Markup().join(self.lines))
        return html


_groups = Recent[tuple[Any, ...], tuple[Any, Any, LineGroup]](_MOST_KEPT)
"""Groups by the identity of their entries and names, which are kept so that no others can take it."""
_numbers = count_from(1)
_number_of = Recent[tuple[Any, ...], int](_MOST_KEPT)
_rows = Recent[int, tuple[Mapping[str, Any], int]](_MOST_KEPT)
"""Rows of a document with the numbers of their values; kept, so that no other can take their identity."""


def _row_key(row: Mapping[str, Any]) -> int:
    """The number of the values of a row, which nobody changes: no other values ever get it."""
    known = _rows.recall(id(row))
    if known is None:
        values = tuple([str(one) if isinstance(one, list | dict) else one for one in row.values()])
        number = _number_of.recall(values)
        if number is None:
            number = _number_of[values] = next(_numbers)
        known = _rows[id(row)] = row, number
    return known[1]


def _key(value: Any) -> Hashable:
    """The part of a value on which its HTML depends."""
    return _KEYS.get(type(value), str)(value)


_KEYS: Mapping[type, Callable[[Any], Hashable]] = {
    list: lambda every: tuple(map(_key, every)),
    dict: _row_key,
}
"""How this part is taken of a value; of others it is the whole text."""


def parts_of(document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The values that the templates show of a deck, from its document `deckcheck.page-deck/1`.

    `names` are those of cards in the language that is spoken, by their English ones.
    """
    issues = [one for one in document["report"]["issues"] if one["severity"] == "error"]
    wrong: dict[str, Issue] = {}
    for issue in issues:
        cards = [card["name"] for card in issue["cards"]]
        for name in (*cards, *issue.get("units", ()), issue.get("unit") or ""):
            wrong.setdefault(name, issue)
    module, report = _module(), document["report"]
    is_empty = not (document["entries"] or document["unread"])
    errors_first = tuple(sorted(report["issues"], key=lambda one: one["severity"] != "error"))
    told = ((), [], []) if is_empty else (errors_first, report["notes"], report["not_checked"])
    columns = columns_of(_costs(document["figures"]["costs"]))
    prices = _price_words(document["prices"]) if document["entries"] else ""
    return {
        "deck": document,
        "list": [*_list(document, wrong, names)],
        "meters": meters_of(document["requirements"], document["hues"], document["sides"]),
        "verdict": _kept(module.verdict, report["verdict"], report["counts"]["cards"], is_empty),
        "badge": _kept(module.badge, report["verdict"], is_empty),
        "problems": _kept(module.problems, *told),
        "figures": module.figures(columns, prices),
    }


def _list(
    document: Mapping[str, Any], wrong: Mapping[str, Issue], names: Mapping[str, str]
) -> Iterator[Markup | LineGroup]:
    """Yields the elements of the list: lines that are not read, and the others by type or zone."""
    groups: dict[str, list[Entry]] = {}
    for entry in document["entries"]:
        is_main = entry["zone"] == document["zones"][0]
        groups.setdefault((entry["type"] or "Unknown") if is_main else entry["zone"], []).append(entry)
    unread = [("unread", one) for one in document["unread"]]
    yield from _elements("list", unread if unread or groups or document["maybe"] else [("nothing",)])
    rows = {row["unit"]: row for row in reversed(document["requirements"]) if row["least"]}
    game, language = document["game"], spoken_code()

    def group(place: int, name: str, entries: Sequence[Entry], issues: Sequence[Issue | None]) -> LineGroup:
        is_maybe = entries is document["maybe"]
        said = tuple([issue and str(issue) for issue in issues]) if any(issues) else None
        key = place, name, is_maybe, game, language, id(names), said, *map(id, entries)
        known = _groups.recall(key)
        if known is None:
            lines = [line(one, issue, is_maybe) for one, issue in zip(entries, issues, strict=True)]
            copies = sum([entry["quantity"] for entry in entries])
            made = LineGroup(f"list-{place}", language, name, tuple(lines), copies)
            known = _groups[key] = entries, names, made
        return known[2]

    def line(one: Entry, issue: Issue | None, is_maybe: bool) -> Markup:
        called = names.get(one["card"] or "", one["name"])
        key = _row_key(one), called, is_maybe, game, language, issue and str(issue)
        html = _lines.recall(key)
        if html is None:
            html = _lines[key] = _module().line(ShownLine(one, issue, called), game, is_maybe)
        return html

    for place, (name, entries) in enumerate(groups.items(), len(unread)):
        row = rows.get(name.lower())
        is_broken = row is not None and row["state"] == "broken" and row["have_most"] is not None
        short = max(0, row["least"] - row["have_most"]) if row and is_broken else 0
        issues = [wrong.get(entry["name"]) for entry in entries]
        is_wrong = name.lower() in wrong or any(issues)
        state = "wrong" if short or is_wrong else "kept" if row and row["state"] == "kept" else ""
        yield group(place, name, entries, issues)._replace(
            hue=document["hues"].get(name, ""), state=state, least=row["least"] if row else 0, short=short
        )
    if document["maybe"]:
        place = len(unread) + len(groups)
        issues = [None] * len(document["maybe"])
        yield group(place, "Maybe", document["maybe"], issues)._replace(is_maybe=True)


def brief(document: Mapping[str, Any]) -> dict[str, Any]:
    """Of a document of a deck what the page's scripts read beside the elements that show it."""
    report = document["report"]
    return {
        **{name: document[name] for name in ("schema", "game", "name", "text", "zones", "unread", "notes")},
        "report": {"verdict": report["verdict"], "format": report["format"]},
        "entries": [{name: one[name] for name in ("name", "zone", "card")} for one in document["entries"]],
    }


def changed_parts(
    document: Mapping[str, Any], names: Mapping[str, str], shown: Iterable[str] = ()
) -> tuple[str, list[str]]:
    """The elements of the deck's page, each with its id, that are not shown as they are now.

    With them come marks of all, by which a browser says the next time what it shows.
    """
    parts = parts_of(document, names)
    parts["rest"] = [parts[name] for name in ("verdict", "badge", "problems", "figures")]
    wholes = {
        "list": '<div id="list" class="list">{}</div>',
        "meters": '<ul id="meters">{}</ul>',
        "rest": "{}",
    }
    known = dict(one.partition(" ")[::2] for one in shown)
    html, marks = list[str](), []
    for name, whole in wholes.items():
        elements = parts[name]
        now, before = [f"{hash(one):x}" for one in elements], known.get(name, "").split()
        if len(now) == len(before):
            pairs = zip(elements, now, before, strict=True)
            html += [one.__html__() for one, mark, shown_ in pairs if mark != shown_]
        else:
            html.append(whole.format("".join([one.__html__() for one in elements])))
        marks.append(" ".join((name, *now)))
    return "".join(html), marks


def _elements(name: str, every: Iterable[tuple[Any, ...]]) -> list[Markup]:
    """The HTML of macros for values, each with an id of its own."""
    module = _module()
    return [
        _kept(getattr(module, macro), *values, f"{name}-{place}")
        for place, (macro, *values) in enumerate(every)
    ]


def columns_of(costs: Sequence[tuple[str, int]]) -> Markup:
    """A column for each cost, as high as it has copies."""
    most, column = max([copies for _cost, copies in costs], default=0) or 1, _module().column
    return Markup().join([_kept(column, cost, copies, most) for cost, copies in costs])


def meters_of(
    rows: Sequence[Mapping[str, Any]], hues: Mapping[str, str], sides: Mapping[str, int]
) -> list[Markup]:
    """The requirements with their hues, then those that are kept and have no number, and the sides."""
    of_kind = {kind.lower(): hue for kind, hue in hues.items()}
    shown, quiet = list[tuple[Any, ...]](), list[Mapping[str, Any]]()
    for row in rows:
        if row["state"] == "kept" and not _is_meter(row):
            quiet.append(row)
        else:
            shown.append(("meter", row, of_kind.get(row["unit"], "")))
    shown += [("bar_of", bar)] if (bar := _sides(sides, hues)) else []
    return _elements("meter", shown + ([("more_meters", quiet)] if quiet else []))


def _is_meter(row: Mapping[str, Any]) -> bool:
    """Whether a row has a number that says something: none of what need not be there says nothing."""
    has_bound = row["least"] is not None or row["most"] is not None
    says_none = row["state"] == "kept" and not (row["have"] or row["least"])
    return row["have"] is not None and has_bound and not says_none


def _meter(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of requirements as it is shown: a label, the number, and a bar with a mark at each limit."""
    least, most = row["least"], row["have_most"]
    limits = (
        f"{least}–{row['most']}" if least and row["most"] and least != row["most"] else least or row["most"]
    )
    labels = row.get("units") or [row["unit"] or row["code"].replace("-", " ")]
    of_what = row.get("skill") or row.get("colour")
    have, about = row["have"] or 0, row.get("card") or row.get("title") or of_what
    marks = sorted({bound for bound in (least, row["most"]) if bound is not None})
    whole = 1.25 * max(have, most or have, *marks, 1)
    number = f"{have}" if most == have else f"{have}+" if most is None else f"{have}–{most}"
    counted = _("{have} or more", have=have) if most is None else number
    if most is not None and most != have:
        counted = _("{least} to {most}", least=have, most=most)
    state = word(row["state"])
    words = state if row["have"] is None else _("{state}: {counted}", state=state, counted=counted)
    return {
        **row,
        "is_meter": _is_meter(row),
        "label": " : ".join(capitalized(word(one)) for one in (*labels, *([of_what] if of_what else ()))),
        "value": f"{number} / {limits or 0}",
        "words": _("{words} of {about}", words=words, about=about)
        if about and row["have"] is not None
        else words,
        "bar": {
            "have": 100 * have / whole,
            "may": 100 * (have if most is None else most) / whole,
            "marks": [100 * mark / whole for mark in marks],
        },
    }


def _sides(sides: Mapping[str, int], hues: Mapping[str, str]) -> list[tuple[str, str, int, float, float]]:
    """The sides of a deck of several: each with its hue, its copies, and its place in a bar of them."""
    found, whole, done = [], sum(sides.values()), 0
    for side, copies in sides.items() if len(sides) > 1 else ():
        found.append((side, hues[side], copies, 100 * done / whole, 100 * copies / whole))
        done += copies
    return found


def _costs(costs: Mapping[str, Mapping[str, int]]) -> list[tuple[str, int]]:
    """The copies by cost: numbers in their order, `X` and `*` behind them."""
    sums = summed(pair for by_cost in costs.values() for pair in by_cost.items())
    return sorted(
        sums.items(), key=lambda one: (not one[0].isdecimal(), int(one[0]) if one[0].isdecimal() else 0)
    )


def _price_words(prices: Mapping[str, Any]) -> str:
    """Says the price of a deck as far as it is known."""
    nothing = _("(no currency noted)")
    paid = ((_("{price:,.2f}", price=float(price)), currency) for currency, price in prices["paid"].items())
    sums = [f"{price} {currency or nothing}" for price, currency in paid]
    known, unnoted = _("no price is noted for any of them"), 0
    if sums:
        known = ngettext(
            "{number} costs {sums}", "{number} cost {sums}", prices["priced"], sums=f" {_('and')} ".join(sums)
        )
        unnoted = prices["without_price"]
    missing, apart, unknown = prices["missing"], prices["not_compared"], prices["unknown"]
    left = [
        count(unnoted, "has no price noted", "have no price noted") if unnoted else "",
        count(missing, "is not owned", "are not owned") if missing else "",
        count(
            apart,
            "card has copies in several currencies, which are not compared, and not all are counted",
            "cards have copies in several currencies, which are not compared, and not all are counted",
        )
        if apart
        else "",
        count(unknown, "is an unknown card", "are unknown cards") if unknown else "",
    ]
    return joined([known, *left], "; ")
