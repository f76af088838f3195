"""The deck check of an event as a document, a table, and messages to players."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from db.language import Message, filled, gettext as _, joined, ngettext, pgettext, some_of
from deckcheck.events.check import CheckedDeck, CheckedPlayer, EventCheck
from deckcheck.events.deck_hash import short_hash
from deckcheck.events.verify import Verified
from deckcheck.games.seats import DeckSeat
from deckcheck.report import ERROR, WARNING, Issue, Report, as_json
from deckcheck.show.csv_table import csv_table
from deckcheck.show.picked import picked
from deckcheck.show.wording import amount, with_english

if TYPE_CHECKING:
    from deckcheck.acts.events import SessionEvent

Row = tuple[str | int, ...]
_MOST_NAMED = 10
_WITH_PROBLEMS = {"deck-illegal": _("{name} is illegal:"), "deck-unproven": _("{name} is not proven legal:")}


def check_table(check: EventCheck, *, short: bool = False) -> tuple[tuple[str, ...], list[Row]]:
    """The headers and a row for each player: ready or not, each deck, and the problems.

    With `short` only what fits a terminal.
    """
    seats = check.seats
    decks: list[str] = []
    for seat in seats:
        name = seat.name if len(seats) > 1 else _("deck")
        decks += [name] if short else [name, _("{name} file", name=name), _("{name} hash", name=name)]
    headers = (_("player"), *(() if short else (_("club"),)), _("ready"), *decks, _("problems"))
    return headers, [_row(player, seats, short=short) for player in check.players]


def _row(player: CheckedPlayer, seats: Sequence[DeckSeat], *, short: bool) -> Row:
    cells: list[str] = []
    for seat in seats:
        decks = [one for one in player.decks if one.deck.seat == seat.code]
        verdict = joined([filled(one.report.verdict, {}) for one in decks], " + ") or _("missing")
        files = " + ".join(one.deck.path for one in decks)
        hashes = " + ".join(short_hash(one.deck.hash) for one in decks)
        cells += [verdict] if short else [verdict, files, hashes]
    told = [issue.message for issue in player.issues]
    club = () if short else (player.facts.club,)
    ready = _("yes") if player.is_ready else _("no")
    return (player.facts.name, *club, ready, *cells, joined(told, " | "))


def check_csv(check: EventCheck) -> str:
    """The table as CSV; no text in it is taken for a formula."""
    return csv_table(*check_table(check))


def check_xlsx(check: EventCheck) -> bytes:
    """The table as a workbook."""
    from importers.sheets.table_workbook import table_workbook

    headers, rows = check_table(check)
    return table_workbook(_("Deck check"), headers, rows)


def not_ready(event: "SessionEvent") -> str:
    """Says before the first round which players are not ready; empty where nobody has a list."""
    stored = event.stored
    if stored.rounds or not stored.decks:
        return ""
    players = event.check(stored=stored).players
    waited_for = [one.facts.name for one in players if not one.is_ready]
    if not waited_for:
        return ""
    return ngettext(
        "{number} of {all} players is not ready, see deckcheck event check: {names}",
        "{number} of {all} players are not ready, see deckcheck event check: {names}",
        len(waited_for),
        all=len(players),
        names=some_of(waited_for, _MOST_NAMED),
    )


def summary(check: EventCheck) -> str:
    """How many players are ready, in a line."""
    event = check.facts
    return _(
        "{name}: {ready} of {players} ready; {format} ({rules}) as of {day}",
        name=event.name,
        ready=check.ready,
        players=amount(len(check.players), "player"),
        format=event.format,
        rules=check.rules,
        day=event.day,
    )


def check_document(check: EventCheck) -> dict[str, Any]:
    """The deck check as `deckcheck.event-check/1`."""
    return {
        "schema": "deckcheck.event-check/1",
        **picked(check, "event=facts.name game=facts.game format=facts.format rules as_of=facts.day ready"),
        "players": [
            {
                **picked(player, "name=facts.name club=facts.club? ready=is_ready"),
                "decks": [_deck_document(one) for one in player.decks],
                "issues": [
                    {**picked(issue, "code severity message"), **issue.details} for issue in player.issues
                ],
            }
            for player in check.players
        ],
    }


def _deck_document(one: CheckedDeck) -> dict[str, Any]:
    report = as_json(one.report)
    return {
        **picked(
            one,
            "seat=deck.seat? path=deck.path name=deck.name? hash=deck.hash? sha256=deck.sha256 "
            "late=deck.late verdict=report.verdict",
        ),
        "counts": report.get("counts"),
        "issues": report.get("issues", []),
        "error": report.get("error"),
        "nearest": None
        if one.nearest is None
        else {
            "distance": one.nearest.distance,
            "out": [picked(change, "name quantity zone") for change in one.nearest.out],
            "in": [picked(change, "name quantity zone") for change in one.nearest.put_in],
        },
    }


def player_message(check: EventCheck, player: CheckedPlayer, names: Mapping[str, str]) -> str:
    """The message to a player: the registered list, its problems and how to fix them.

    `names` are what cards are called in another language, by their English names.
    """
    event, name = check.facts, player.facts.name
    state = pgettext("a registration", "complete") if player.is_ready else _("not complete yet")
    lines = [
        _(
            "{name}: your registration for {name2} on {day} is {state}.",
            name=name,
            name2=event.name,
            day=event.day,
            state=state,
        ),
        _("Format: {format}, rules {rules}.", format=event.format, rules=check.rules),
        "",
    ]
    for one in player.decks:
        seat = next((s.name for s in check.seats if s.code == one.deck.seat), "")
        shown = _("{seat} deck", seat=seat) if len(check.seats) > 1 and seat else _("Deck")
        digest = one.deck.hash and _("hash {short_hash}", short_hash=short_hash(one.deck.hash))
        told = joined((one.deck.path, filled(one.report.verdict, {}), digest), ", ")
        lines.append(f"{shown}: {told}")
    if not player.decks:
        lines.append(_("No deck is registered."))
    to_fix = [issue for issue in player.issues if issue.severity == ERROR or issue.undecided]
    remarks = [issue for issue in player.issues if issue not in to_fix]
    if to_fix:
        lines += ["", _("Please fix:")]
    for issue in to_fix:
        problems = _problems(player, issue)
        told = issue.message
        if problems and isinstance(told, Message):
            told = filled(_WITH_PROBLEMS[issue.code], told.values)
        lines.append(f"- {told}")
        lines += [f"    {problem}" for problem in problems]
        lines += [f"    {line}" for line in _nearest(player, issue, names)]
    if remarks:
        lines += ["", _("Please note:"), *(f"- {issue.message}" for issue in remarks)]
    if event.deadline and to_fix:
        lines += ["", _("Lists are taken until {replace}.", replace=event.deadline.replace("T", " "))]
    return "\n".join(map(str, lines)) + "\n"


def _problems(player: CheckedPlayer, issue: Issue) -> list[str]:
    """The issues that decide the verdict on a deck, with their fixes, a line each."""
    if issue.code not in {"deck-illegal", "deck-unproven"}:
        return []
    severity = ERROR if issue.code == "deck-illegal" else WARNING
    return [
        f"{found.message} ({found.advice})" if found.advice else found.message
        for one in player.decks
        if one.deck.path == issue.details.get("path") and isinstance(one.report, Report)
        for found in one.report.issues
        if found.severity == severity and (severity == ERROR or found.undecided)
    ]


def _nearest(player: CheckedPlayer, issue: Issue, names: Mapping[str, str]) -> list[str]:
    """The changes to the nearest legal deck, where one was looked for and found."""
    plans = [
        one.nearest
        for one in player.decks
        if issue.code == "deck-illegal" and one.deck.path == issue.details.get("path")
    ]
    lines: list[str] = []
    for plan in filter(None, plans):
        lines.append(_("The nearest legal deck is {cards} away:", cards=amount(plan.distance, "card")))
        lines += [f"  - {change.quantity} {with_english(change.name, names)}" for change in plan.out]
        lines += [f"  + {change.quantity} {with_english(change.name, names)}" for change in plan.put_in]
    return lines


def check_file(check: EventCheck, suffix: str) -> bytes:
    """The table of the check as a file, `.csv` or `.xlsx`."""
    return check_csv(check).encode() if suffix == ".csv" else check_xlsx(check)


def messages(check: EventCheck, names: Mapping[str, str]) -> dict[str, str]:
    """The message to each player, by the name of a file for it; cards have other names, too.

    No system refuses the name of the file, and no other player has it.
    """
    result = {}
    for one in check.players:
        kept = "".join(c if c.isalnum() else "-" for c in one.facts.name).strip("-")
        result[f"{one.number:03} {kept[:60] or 'player'}.txt"] = player_message(check, one, names)
    return result


def has_errors(check: EventCheck) -> bool:
    """Whether something is wrong, beside lists that are not proven legal."""
    return any(issue.severity == ERROR for player in check.players for issue in player.issues)


def verified_document(event: str, verified: Verified) -> dict[str, Any]:
    """The comparison of a deck with the registered list as `deckcheck.event-verify/1`."""
    differences = [
        {"zone": d.zone, "card": d.card, "counted": d.what, "registered": d.registered, "found": d.found}
        for d in verified.differences
    ]
    return {
        "schema": "deckcheck.event-verify/1",
        "event": event,
        **picked(verified, "player seat=deck.seat? registered=deck.path hash=deck.hash found_hash"),
        "equal": not differences,
        "differences": differences,
    }


def verified_lines(verified: Verified, names: Mapping[str, str]) -> Iterator[str]:
    """Yields the comparison in lines, with other names of cards by their English ones."""
    if not verified.differences:
        yield _(
            "equal to the registered list {path}, {short_hash}",
            path=verified.deck.path,
            short_hash=short_hash(verified.deck.hash),
        )
        return
    yield _(
        "{player}, {path}: differs from the registered list", player=verified.player, path=verified.deck.path
    )
    for one in verified.differences:
        differs = _("registered {registered}, found {found}")
        if one.what == "dice":
            differs = _("registered {registered} dice, found {found}")
        counts = filled(differs, {"registered": one.registered, "found": one.found})
        card = f"{with_english(one.card, names)} ({filled(one.zone, {})})"
        yield f"  {one.found - one.registered:+d} {card}: {counts}"
