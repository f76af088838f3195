"""The public view of an event: web pages for any web space, and a text for a forum.

Rounds stand in it once they are published, lists once they are open.
"""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from db.events.values import StoredEvent
from db.language import filled, gettext as _, joined, speaker
from db.texts import printable_line
from deckcheck.events.deck_hash import card_counts, short_hash
from deckcheck.events.elimination import final_standings
from deckcheck.events.lists import decks_of
from deckcheck.events.round_text import round_rows, rows_by_name, standing_rows
from deckcheck.events.stored import as_tournament
from deckcheck.events.values import Tournament
from deckcheck.games import get_game
from deckcheck.show.tables import plain_table, without_empty

Cells = Sequence[Sequence[object]]

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse;width:100%;margin:1rem 0}"
    "th,td{padding:.3rem .6rem;border-bottom:1px solid #ccc;text-align:left}"
    "th{background:#eee}nav a{margin-right:1rem}a{color:#1a56a8}"
    "@media (prefers-color-scheme:dark){"
    "body{background:#181818;color:#ddd}th{background:#333}a{color:#8bf}}"
)


def seen_by_players(event: StoredEvent) -> Tournament:
    """The event without rounds that are not published, and without reasons, which are private."""
    tournament = as_tournament(event)
    rounds = tuple(
        replace(one, tables=tuple(replace(table, reason="") for table in one.tables))
        for one in tournament.rounds
        if one.published
    )
    return replace(tournament, rounds=rounds)


def web_pages(event: StoredEvent) -> dict[str, str]:
    """The pages by their file names: `index.html`, one for each published round, the lists."""
    seen = seen_by_players(event)
    links = [("index.html", _("Standings"))]
    links += [(f"round-{one.number}.html", _("Round {number}", number=one.number)) for one in seen.rounds]
    links.append(("lists.html", _("Lists")))
    title = _("Standings before the first round")
    if seen.rounds:
        title = _("Standings after round {number}", number=seen.rounds[-1].number)
    pages = {"index.html": f"<h2>{_text(title)}</h2>{_table(*standing_rows(final_standings(seen)))}"}
    for one in seen.rounds:
        tables = _table(*round_rows(seen, one))
        names = _table(*rows_by_name(seen, one))
        by_table = _("Round {number}, by table", number=one.number)
        pages[f"round-{one.number}.html"] = (
            f"<h2>{_text(by_table)}</h2>{tables}<h2>{_text(_('By name'))}</h2>{names}"
        )
    pages["lists.html"] = _lists(event)
    return {name: _page(event, links, body) for name, body in pages.items()}


def _page(event: StoredEvent, links: Sequence[tuple[str, str]], body: str) -> str:
    facts = event.facts
    title = _text(facts.name)
    menu = "".join(f'<a href="{file}">{_text(name)}</a>' for file, name in links)
    about = _(
        "{day}, {name}, {format}, {count} players",
        day=facts.day,
        name=get_game(facts.game).name,
        format=facts.format,
        count=len(event.players),
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{getattr(speaker(), "code", "en")}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>"
        f"<p>{_text(about)}</p><nav>{menu}</nav>{body}</body></html>\n"
    )


def _lists(event: StoredEvent) -> str:
    parts = [f"<h2>{_text(_('Lists'))}</h2>"]
    if not event.facts.open_lists:
        parts.append(f"<p>{_text(_('The lists are hidden; equal decks have equal hashes.'))}</p>")
    seats = get_game(event.facts.game).seats
    for number, player in event.players.items():
        for deck in decks_of(event, number):
            seat = next((s.name for s in seats if s.code == deck.seat), "") if len(seats) > 1 else ""
            digest = short_hash(deck.hash) if deck.hash else _("no deck")
            heading = joined([part for part in (player.name, seat, digest) if part], ", ")
            parts.append(f"<h3>{_text(heading)}</h3>")
            if event.facts.open_lists:
                counts = sorted(card_counts(deck.cards).items())
                rows = [(filled(zone, {}), count, name.removeprefix("?")) for (zone, name), count in counts]
                parts.append(_table((_("zone"), _("copies"), _("card")), rows))
    return "".join(parts)


def _table(headers: Sequence[str], rows: Cells) -> str:
    shown, cells = without_empty(headers, rows) if rows else (list(headers), [])
    head = "".join(f"<th>{_text(header)}</th>" for header in shown)
    body = "".join(f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>" for row in cells)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(cell: object) -> str:
    return escape("" if cell is None else printable_line(str(cell)))


def forum_text(event: StoredEvent) -> str:
    """The standings, and the results of each published round, as a text in fixed columns."""
    seen = seen_by_players(event)
    facts = event.facts
    parts = [
        _(
            "{name}, {day} ({format}), {count} players\n",
            name=facts.name,
            day=facts.day,
            format=facts.format,
            count=len(event.players),
        )
    ]
    if event.players:
        parts.append(
            _(
                "Standings\n{plain_table}",
                plain_table=plain_table(*without_empty(*standing_rows(final_standings(seen)))),
            )
        )
    for one in seen.rounds:
        shown = plain_table(*without_empty(*round_rows(seen, one)))
        parts.append(_("Round {number}\n{shown}", number=one.number, shown=shown))
    return "\n".join(map(str, parts))
