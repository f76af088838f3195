"""Headings and totals of typed lists, in many languages and with any form of count."""

import re
from functools import cache
from typing import NamedTuple

from db.language import gettext as _
from db.patterns import pattern
from db.texts import words
from importers.decks.deck_list import MAIN_ZONE
from importers.decks.typed_line import begins_known
from importers.decks.zones import ZONE_SPELLINGS, is_type_label
from importers.heading_words import ANY_GAME, heading_form, meanings, nearly, words_for
from importers.text import kept_for_lines

FRAME = "=*~#<>/|\u00af\u2022\u00b7\u2014\u2013-_+ \t"
"""The signs that people put around headings."""
_LONGEST = 100
_CARDS = r"(?:[^\W\d_]+\.?)"
_COUNT_BEHIND = pattern(
    r"(.*?[^\W\d_][)\"']?)[\s:=.,|#/>~\u2026\u2010-\u2015-]*(?:(?<=[\s:=.,|(\u2026\u2010-\u2015-])[xX\u00d7])?"
    rf"[(\[{{]?\s*[xX\u00d7]?\s*([0-9]{{1,4}})\s*[xX\u00d7]?(?:\s*/\s*[0-9]{{1,4}}|\s*\([0-9.,]+\s*%\))?"
    rf"(?:\s*({_CARDS})([^()\[\]]*)|\s*[,;][^()\[\]]*(?=[)\]]))?[)\]}}]?\s*:?"
)
_NAMED = pattern(r"-|\s*[A-Z]")
"""The rest of the name of a card behind its first word: Space, 2, X-Wing."""
_COUNT_BEFORE = pattern(r"[(\[]?([0-9]{1,4})[)\]]?\s*[xX\u00d7]?\s*[:-]?\s*([^\W\d_].*?)\s*:?")
_ORDINAL = pattern(r"(?:[A-H]|[IVX]{1,4})[.)]\s+")
_COUNTED_WORD = pattern(r"(?:[(\[]?[0-9]{1,4}[)\]]?\s*[xX\u00d7]?\s*[:-]?)?\W*([^\W\d_]+)")
_EQUALS = pattern(r"(?:[=-]+>|=+|\u03a3|\u2211)\s*([0-9]{1,4})\b\s*([^\W\d_]*)")
_NOTHING = pattern(
    r"([^\W\d_][^:=]*?)\s*(?:[:=]|\s[-\u2013\u2014](?=\s)|(?=[(\[]))\s*[(\[]?"
    r"([-\u2013\u2014]|[^\W\d_]+(?:/[^\W\d_]+)?)[)\]]?\.?"
)
_PARTS = pattern(r"\s*(?:[/&,+]|\b(?:and|und|et|y|e|i|a|es|\u00e9s|ja)\b)\s*", re.IGNORECASE)
_ZONES = {
    "sideboard": "Sideboard",
    "maybe": "Maybe",
    "cuts": "Cuts",
    "Battlefield": "Battlefield",
    "Plot": "Plot",
    "Team": "Team",
    "Affiliation": "Affiliation",
    "Objective": "Objective Deck",
    "Command Deck": "Command Deck",
    "Mission Pile": "Mission Pile",
}
"""The zones that words of the table mean; those of the games know their English names."""
_OF_ONE_TYPE = ("Battlefield", "Plot", "Team", "Affiliation", "Mission Pile")
ONE_CARD = frozenset({"Battlefield", "Plot", "Affiliation"})
"""Zones for one card, which may stand beside their heading."""
_TOTAL, _COPIES = "total", "copies"
_NOT_OVER_CARDS = frozenset(
    {
        _TOTAL,
        _COPIES,
        "title",
        "author",
        "date",
        "about",
        "greeting",
        "dice",
        "cards",
        "points",
        "elite",
        "regular",
        "player",
        "club",
        "list",
        "nothing",
        "page",
        "note",
        "mark",
        *(_("number {n}", n=n) for n in range(1, 5)),
    }
)
_TYPES = frozenset(
    words("Space Ground Character Battle Mission Location Equipment Upgrade Support Event rest")
)
_ONLY_TYPES = {
    "Battlefield": "Battlefield",
    "Plot": "Plot",
    "Team": "Character",
    "Affiliation": "Affiliation",
    "Objective": "Objective",
    "Mission Pile": "Mission",
}
"""The only type of the cards in a zone that words of the table mean."""
_SETS = frozenset({"sets", "set"})


class Heading(NamedTuple):
    """A line over cards or below them, and how many cards it states.

    `zone` is the one that it begins, or that goes on; of a total it is the one it stands in.
    """

    zone: str
    number: int | None = None
    total: bool = False
    begins: bool = False


def is_of_one_type(zone: str) -> bool:
    """Whether a zone is for cards of one type: a heading of another one below its cards ends it.

    >>> is_of_one_type("Team Characters"), is_of_one_type("Deck")
    (True, False)
    """
    return zone.startswith(_OF_ONE_TYPE)


def misspelt_heading(text: str) -> str | None:
    """The label of a line that is nearly the heading of a zone, but of none; else None.

    >>> misspelt_heading("== Sideborad (15) =="), misspelt_heading("Sideboard"), misspelt_heading("Yoda")
    ('Sideborad', None, None)
    """
    label = _label(text)
    if len(text) > _LONGEST or heading_form(label) in meanings():
        return None
    return label if nearly(label, _zone_words()) else None


def is_type_in(game: str, text: str) -> bool:
    """Whether the words of a heading mean cards of a type in a game, whatever they mean in others.

    >>> is_type_in("swtcg", "Helyszín (2)"), is_type_in("destiny", "Helyszín (2)")
    (True, False)
    """
    known = {means for of, means in meanings().get(heading_form(_label(text)), ()) if of == game}
    return bool(known) and known.isdisjoint(_ZONES)


def _label(text: str) -> str:
    return _counted(text.strip(FRAME))[0].removesuffix(":").strip()


def begins_zone(text: str) -> bool:
    """Whether a line is the heading of a zone, and not of cards of some types in any zone.

    >>> begins_zone("Sideboard (15)"), begins_zone("Space:")
    (True, False)
    """
    found = read_heading(text, "")
    return found is not None and found.zone != ""


@cache
def _zone_words() -> tuple[str, ...]:
    """The words of the table, and of the games, that mean a zone."""
    words = {word for word, known in meanings().items() if any(means in _ZONES for _, means in known)}
    return tuple(sorted(words | set(ZONE_SPELLINGS)))


@kept_for_lines
def may_be_counted(text: str) -> bool:
    """Whether a line with a number may be a heading or a sum, like `60 cards`."""
    found = _COUNTED_WORD.match(text)
    return found is not None and begins_known(heading_form(found[1]), text[found.start(1) :])


@kept_for_lines
def read_heading(text: str, current: str = MAIN_ZONE, *, known_only: bool = False) -> Heading | None:
    """The heading or total that a line without its marks is, or None.

    With `known_only` it is one by its words, not by a colon or brackets alone.

    >>> read_heading("=== Vesmír - 20 ===", "Supply"), read_heading("Sideboard x4").zone
    (Heading(zone='Supply', number=20, total=False, begins=False), 'Sideboard')
    >>> read_heading("Celkem: 60"), read_heading("4 Yoda")
    (Heading(zone='Deck', number=60, total=True, begins=False), None)
    """
    if len(text) > _LONGEST:
        return None
    plain = text.strip(FRAME).rstrip(".")
    bracketed = text[:1] == "[" and text.find("]") == len(text) - 1
    plain = plain[1:-1].strip() if bracketed else plain
    is_empty = (found := _NOTHING.fullmatch(text)) is not None and is_nothing(found[2])
    plain = found[1] if found and is_empty else plain
    if total := _EQUALS.fullmatch(text.strip(" \t|#*_")):
        words = heading_form(total.group(2))
        return Heading(current, int(total.group(1)), total=True) if is_cards(words) else None
    label, count, unit = _counted(plain)
    label = _ORDINAL.sub("", label, count=1) if _ORDINAL.match(label) else label
    form = heading_form(label.removesuffix(":"))
    if count is not None and _is_total(form, unit):
        return Heading(current, count, total=True)
    if unit and not is_cards(unit) and (ANY_GAME, _TOTAL) not in meanings().get(unit, ()):
        if unit not in _SETS and not {means for _, means in meanings().get(unit, ())} & {"dice", "points"}:
            return None
        count = None
    zone = _zone_of(form, label, current)
    first, _unused, last = form.rpartition(" ")
    if zone is None and first and is_cards(last):  # Többi lap
        zone = _zone_of(first, label.removesuffix(":").rpartition(" ")[0], current)
    none, _blank, of = form.partition(" ")
    if (
        zone is None
        and (ANY_GAME, "nothing") in meanings().get(none, ())
        and _zone_of(of, of, current) is not None
    ):  # no sideboard
        zone, is_empty = current, True
    if zone is not None:
        zone = current if is_empty or count == 0 else zone
        begins = zone != current or ZONE_SPELLINGS.get(form) == zone
        return Heading(zone, count, begins=begins)
    zone = plain if bracketed else plain[:-1].strip() if plain.endswith(":") else ""
    return Heading(zone, begins=True) if zone and not known_only else None


def _counted(text: str) -> tuple[str, int | None, str]:
    """The label of a heading, the number that it states, and of what."""
    if (found := _COUNT_BEHIND.fullmatch(text)) and not _NAMED.match(found[4] or ""):
        return found.group(1).strip(), int(found.group(2)), heading_form(found.group(3) or "")
    if found := _COUNT_BEFORE.fullmatch(text):
        return found.group(2).strip(), int(found.group(1)), ""
    return text.strip(), None, ""


def is_nothing(words: str) -> bool:
    """Whether words behind a label say that nothing stands below it.

    >>> [is_nothing(one) for one in ("-", "none", "\u017e\u00e1dn\u00fd", "Nexu")]
    [True, True, True, False]
    """
    return words in {"-", "\u2013", "\u2014"} or (ANY_GAME, "nothing") in meanings().get(
        heading_form(words), ()
    )


def is_cards(word: str) -> bool:
    """Whether a word behind a number is one for cards, or there is none."""
    known = meanings().get(word, frozenset())
    return not word or (ANY_GAME, _COPIES) in known or (ANY_GAME, "rest") in known


def _is_total(form: str, unit: str) -> bool:
    """Whether the words around a number say that it is a sum of cards."""
    if (ANY_GAME, _TOTAL) in meanings().get(form, frozenset()):
        return is_cards(unit) or (ANY_GAME, _TOTAL) in meanings().get(unit, frozenset())
    words = [meanings().get(word, frozenset()) for word in form.split()]
    cards = {(ANY_GAME, _COPIES), (ANY_GAME, "rest")}
    if any((ANY_GAME, _TOTAL) in known and not known & cards for known in words) and all(
        known & {(ANY_GAME, _TOTAL), *cards} for known in words
    ):
        return is_cards(unit)  # Celkem karet, but not Többi lap
    rest = form.removeprefix("total ").removesuffix(" total")
    return (rest != form and rest in meanings()) or (not unit and form in words_for("cards"))


def _zone_of(form: str, label: str, current: str) -> str | None:
    """The zone that a label with words of the table begins, `current` where it goes on."""
    known = meanings()
    if form in ZONE_SPELLINGS:
        return ZONE_SPELLINGS[form]
    found = {means for _, means in known.get(form, ())} - _NOT_OVER_CARDS
    if is_type_label(form) and form != "team":
        return _zone_of_types(found, current)
    if "deck" in found:
        return MAIN_ZONE
    if zones := sorted(_ZONES[means] for means in found if means in _ZONES):
        return zones[0]
    if found:
        return _zone_of_types(found, current)
    parts = [heading_form(part) for part in _PARTS.split(label.removesuffix(":"))]
    each = [{m for _, m in known.get(p, ()) if m in _TYPES} or is_type_label(p) for p in parts]
    return _zone_of_types(set(), current) if len(parts) > 1 and all(each) else None


def _zone_of_types(types: set[str], current: str) -> str:
    """The zone of cards of these types below `current`: a zone of another type alone has ended."""
    over = {means for _, means in meanings().get(heading_form(current.removesuffix("?")), ())}
    only = {_ONLY_TYPES[means] for means in over if means in _ONLY_TYPES}
    return current if not only or only & types else MAIN_ZONE
