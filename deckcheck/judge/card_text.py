"""Cards as people read them: rows of a list, a whole page, a line for each version."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from db.cards.card import Card, LegalityMark, Printing, PrintingWords
from db.language import Message, gettext as _, in_parts, joined
from deckcheck.games import game_codes, get_game
from deckcheck.games.game import speed_power_health
from deckcheck.judge.card_page import CardPage
from deckcheck.judge.legality import FormatLegality
from deckcheck.query.likeness import AlikeCard

_NOT_SHOWN = ("subtitle", "subtypes", "text_read")
_MARKUP = re.compile(r"<(?:(?P<breaks>br)|/?(?:abbr|b|cite|em|i|p|span|strong|u))\b[^<>]*>", re.IGNORECASE)
"""Marks of HTML that sites have in the words of cards."""
LESS_THAN_NAMES = ("traits", "sets", "side")
"""Headings of columns that a narrow terminal does without, the least important first."""


def search_table(
    cards: Sequence[Card], alike: Sequence[AlikeCard], names: Mapping[str, str]
) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """The headings and rows of a list of cards; in what each differs from another, with `alike`.

    `names` are what cards are called in another language, by their English names.
    """
    number, stats = _stats(cards[0].game)
    headers = ("card", "side", "type", "cost", number, "sets", "traits")
    rows: list[tuple[object, ...]] = [
        (
            names.get(card.name, card.name),
            Message(card.side or ""),
            in_parts(card.type),
            card.cost,
            stats(card),
            " ".join(card.set_codes),
            " - ".join(card.subtypes),
        )
        for card in cards
    ]
    if alike:
        rows = [(_differs(one), *row) for one, row in zip(alike, rows, strict=True)]
    return (_("differs"), *headers) if alike else headers, rows


def _differs(one: AlikeCard) -> str:
    """In what a card differs from the one that is asked for, what weighs most first."""
    names = sorted(one.differs, key=lambda name: -one.differs[name])
    return ", ".join(str(Message(name)) for name in names) or _("nothing")


def _stats(game: str) -> tuple[str, Callable[[Card], str]]:
    """The column of a card's numbers; also of a game that only the user has."""
    return get_game(game).words.stats if game in game_codes() else ("S/P/H", speed_power_health)


def card_text(page: CardPage, names: Mapping[str, str]) -> str:
    """All about a card, for people; `names` as for a list of cards."""
    card = page.card
    facts = [
        (_("side"), card.side),
        (_("type"), card.type),
        (_("subtype"), card.subtype),
        (_("cost"), card.cost),
        (_("speed"), card.speed),
        (_("power"), card.power),
        (_("health"), card.health),
    ]
    own = ((name, value) for name, value in card.facts.items() if name not in _NOT_SHOWN)
    facts += [(name.replace("_", " "), _shown(value)) for name, value in own]
    lines = [
        f"{names[card.name]} ({card.name})" if card.name in names else card.name,
        *(f"  {f'{Message(name)}:':<8} {_shown(value)}" for name, value in facts if value is not None),
    ]
    lines += _words_lines(page.words)
    lines += [_("Printings"), *map(_printing_line, card.printings)]
    if card.marks:
        lines += [_("Bans and restrictions"), *map(_mark_line, card.marks)]
    if page.legality:
        lines += [_("Formats"), *map(_legality_line, page.legality)]
    if page.aliases:
        lines += [_("Also called"), *(f"  {alias}" for alias in page.aliases)]
    if page.languages:
        named = (f"  {code}: {name}" for code, name in sorted(page.languages.items()))
        lines += [_("In other languages"), *named]
    if page.others:
        others = (f"  {version_line(other)}" for other in page.others)
        lines += [_("Other cards of this name"), *others]
    return "\n".join(map(str, lines))


def _words_lines(words: Sequence[PrintingWords]) -> list[str]:
    """The text and rulings, once each; printings that say something else are named."""
    lines: list[str] = []
    for title, texts in (
        (_("Text"), {one.text: one for one in reversed(words) if one.text}),
        (_("Rulings"), {one.rulings: one for one in reversed(words) if one.rulings}),
    ):
        if texts:
            lines.append(title)
        for text, one in reversed(texts.items()):
            where = f"{one.set_code}: " if len(texts) > 1 else ""
            shown = _MARKUP.sub(lambda tag: "\n" if tag["breaks"] else "", text)
            parts = shown.replace(" | ", "\n").splitlines() if title == "Rulings" else [shown]
            lines += [f"  {where}{line}" for part in parts for line in part.splitlines()]
    return lines


def _legality_line(one: FormatLegality) -> str:
    source = f" ({one.source})" if one.source else ""
    note = f"; {one.note}" if one.note else ""
    return f"  {one.format}{source}: {Message(one.status)}{note}"


def _shown(value: Any) -> str:
    """A fact of the card's game for people: lists as words, yes and no."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{Message(name)} {number}" for name, number in value.items())
    return (
        ", ".join(str(Message(str(one))) for one in value)
        if isinstance(value, list | tuple)
        else Message(str(value))
    )


def version_line(card: Card) -> str:
    """One line that distinguishes a version from others: name, sets, side, type, cost."""
    cost = _("no cost") if card.cost is None else _("cost {cost}", cost=card.cost)
    sets = "/".join(card.set_codes)
    return f"{card.name}: {sets}, {Message(card.side or _('no side'))}, {in_parts(card.type)}, {cost}"


def _printing_line(printing: Printing) -> str:
    number = f" {printing.number}" if printing.number else ""
    parts = [f"{printing.set_code}{number}"]
    if printing.rarity:
        parts.append(_("rarity {rarity}", rarity=printing.rarity))
    if printing.reprint:
        parts.append(printing.reprint)
    if printing.tags:
        parts.append(_("tags {tags}", tags=" ".join(printing.tags)))
    if printing.removed_on:
        parts.append(_("no longer in its source since {removed_on}", removed_on=printing.removed_on))
    if printing.differs:
        differences = ", ".join(
            f"{Message(fact)} {_('none') if value is None else _shown(value)}"
            for fact, value in printing.differs.items()
        )
        parts.append(_("differs: {differences}", differences=differences))
    return f"  {printing.name}: {', '.join(map(str, parts))}"


def _mark_line(mark: LegalityMark) -> str:
    place = _("in {format}", format=mark.format) if mark.format else _("in every community format with lists")
    since = _("since {since}", since=mark.since) if mark.since else ""
    by = _("(by {source}, {printing})", source=mark.source, printing=mark.printing)
    return joined(("  ", joined((Message(mark.status), place, since, by), " ")))
