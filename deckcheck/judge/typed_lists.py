"""The meaning of a typed list where its form does not decide: the names of cards do.

A line with several readings means the one that is a card; where none is or several are, it stays
unread. A line without a count before all cards is the title of the deck where no card is called so
and none nearly so; so is a label that is no zone. A line that is nearly the heading of a zone is
one that the game does not know: what stands below it is not decided. Greetings and sentences are no
cards. A card may go on in the next line. Cards under headings like `Maybe` are told and not counted
where the game has no such zone; a stated sum that is not that of its cards is a doubt.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from db.language import Message, gettext as _, one_of
from db.patterns import pattern
from deckcheck.deck import UnreadEntry
from importers.decks.deck_list import MAIN_ZONE, MOST_COPIES, TOTAL, DeckLine, DeckList, ListPart, UnreadLine
from importers.decks.headings import (
    ONE_CARD,
    begins_zone,
    is_of_one_type,
    is_type_in,
    misspelt_heading,
    read_heading,
)
from importers.decks.plain_text import (
    ABOUT,
    CHANGE,
    COMMENT,
    COUNT_OR_NAME,
    HEADING,
    STRUCK,
    TITLE,
    comment_of,
)
from importers.decks.typed_columns import labelled
from importers.decks.typed_line import readings, unmarked
from importers.heading_words import ANY_GAME, heading_form, is_prose, meanings

if TYPE_CHECKING:
    from deckcheck.judge.resolve import Resolver

Placed = TypeVar("Placed", DeckLine, ListPart)
_VERSION = pattern("[A-Za-z][0-9]?")
_BRACKETED = pattern(r"[(\[][^()\[\]]{1,40}[)\]]")
_NUMBERED_IN_SET = pattern(r"[(\[][^()\[\]]*#\s?[0-9]+[)\]]")
_COUNTED = pattern(r"[0-9]\s*([^\W\d_]+)")
_CARD_WITHIN = pattern(r"[>:)\]-]\s*[0-9]{1,2}x?\s+(\S.*)")
_LIKE_A_TEAM = pattern(r"\be[A-Z]|\S\s*[/&+]\s*\S")
"""A title like `eRey eFinn` or `Vader / Raider`."""
_BETWEEN_NAMES = pattern(r"[^\w'-]+")
_AUTHOR = (ANY_GAME, "author")
_MOST_PROSE = 40
_MOST_BARE = 1_000
_SIGNATURE = frozenset({"--", "\u2014"})
"""Lines below which a signature stands, where no card does."""
_END = 10**9
"""A line behind all others."""
_NOT_COUNTED = frozenset({(ANY_GAME, "sideboard"), (ANY_GAME, "maybe"), (ANY_GAME, "cuts")})


class Understood(NamedTuple):
    """A deck list with what its names decide; `notes` for people, `doubts` about stated sums."""

    deck_list: DeckList
    notes: tuple[str, ...] = ()
    doubts: tuple[UnreadEntry, ...] = ()


def understood(deck_list: DeckList, resolver: "Resolver") -> Understood:
    """A deck list with all that the names of cards decide, without what is not counted."""
    notes: list[str] = []
    deck_list = decided(deck_list, resolver, notes)
    counted = _without_uncounted(deck_list, resolver, notes)
    notes += [
        _(
            "line {line} is {what} and not counted: {text}",
            line=part.line,
            what=Message(part.kind),
            text=part.text,
        )
        for part in deck_list.parts
        if part.kind in {STRUCK, CHANGE}
    ]
    return Understood(counted, tuple(notes), tuple(_wrong_sums(deck_list, resolver)))


def decided(deck_list: DeckList, resolver: "Resolver", notes: list[str]) -> DeckList:
    """A deck list with what the names of cards decide, and all of its cards; notes are added."""
    if deck_list.otherwise:
        deck_list = _in_best_encoding(deck_list, resolver, notes)
    if deck_list.parts:
        deck_list = _with_numbered_names(deck_list, resolver)
        deck_list = _with_types(_with_labelled_title(deck_list, resolver), resolver)
        deck_list = _with_commented_headings(deck_list, resolver)
    if deck_list.choices:
        deck_list = with_choices(deck_list, resolver)
    deck_list = _with_several_cards(_with_versions(deck_list, resolver), resolver)
    deck_list = _with_bracketed_lines(deck_list, resolver)
    if deck_list.bare:
        deck_list = _with_set_names(_with_zone_words(deck_list, resolver), resolver)
    deck_list = _with_doubtful_headings(deck_list, resolver)
    if deck_list.bare:
        deck_list = _with_title(_with_joined_lines(deck_list, resolver), resolver)
        deck_list = _without_prose(deck_list, resolver)
    return _with_open_zones(deck_list, resolver)


def _with_numbered_names(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list in which a heading with its number is a card where one is called so, `Red 3 x2`."""
    found = {
        part: line
        for part in deck_list.parts
        if part.kind == HEADING and part.number is not None
        for digits, name in readings(unmarked(part.text).text)
        if name[-1:].isdigit()
        and resolver.is_exact(line := DeckLine(int(digits or 1), name, part.zone, part.line))
    }
    if not found:
        return deck_list
    lines = sorted((*deck_list.lines, *found.values()), key=_place)
    return _without_headings(deck_list, lines, found)


def _without_headings(deck_list: DeckList, lines: list[DeckLine], headings: Collection[ListPart]) -> DeckList:
    """The list with these lines, and without headings that are none: what is below goes on as above."""
    parts = tuple(part for part in deck_list.parts if part not in headings)
    for part in headings:
        every: list[DeckLine | ListPart] = [*lines, *parts]
        above = max((one for one in every if _place(one) < part.line), key=_place, default=part)
        end = min((one.line for one in parts if one.kind == HEADING and one.line > part.line), default=_END)
        lines = [
            one._replace(zone=above.zone) if part.line <= _place(one) < end and one.zone == part.zone else one
            for one in lines
        ]
    return deck_list._replace(lines=tuple(lines), parts=parts)


def _with_labelled_title(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list whose first heading is its title, `My deck for Saturday:`, where it is no zone.

    It is none where no game knows it, no card is nearly called so, no card stands above it and none
    in a main deck that is named below.
    """
    headings = [part for part in deck_list.parts if part.kind == HEADING]
    first = headings[0] if headings else None
    if first is None or first.zone == MAIN_ZONE or heading_form(first.zone) in meanings():
        return deck_list
    zone = first.zone
    stated = [line for line in deck_list.lines if line.line not in deck_list.bare]
    above = any(_place(line) < first.line for line in stated)
    elsewhere = any(part.zone == MAIN_ZONE and begins_zone(part.text) for part in headings)
    known = resolver.is_set(zone) or resolver.zone(zone) in resolver.game.zones
    if above or elsewhere or known or misspelt_heading(zone) or resolver.is_near(DeckLine(1, zone)):
        return deck_list

    moved = _in_main_zone(deck_list, {zone})
    parts = (part._replace(kind=TITLE) if part.line == first.line else part for part in moved.parts)
    return moved._replace(parts=tuple(parts), name=deck_list.name or zone)


def _in_main_zone(deck_list: DeckList, zones: Collection[str]) -> DeckList:
    """The list with what it has in these zones in its main deck."""

    def moved(one: Placed) -> Placed:
        return one._replace(zone=MAIN_ZONE) if one.zone in zones else one

    return deck_list._replace(
        lines=tuple(map(moved, deck_list.lines)),
        choices=tuple(tuple(map(moved, one)) for one in deck_list.choices),
        zones=tuple(dict.fromkeys(MAIN_ZONE if zone in zones else zone for zone in deck_list.zones)),
        parts=tuple(map(moved, deck_list.parts)),
    )


def _with_doubtful_headings(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list in which each line that is nearly the heading of a zone begins one called like it.

    So does a line without a count between cards, below a blank line, that is nearly no card: a
    heading in other words, or the title of another deck.
    """
    doubtful = [(_place(line), line.name) for line in resolver.not_named(deck_list.lines)]
    if not doubtful and not deck_list.unread:
        return deck_list
    lines, parts = list(deck_list.lines), list(deck_list.parts)
    left, zones = list(deck_list.unread), list(deck_list.zones)
    alone, looked_at = frozenset(_alone(deck_list)), _MOST_PROSE
    for place, text in (*doubtful, *((one.line, one.text) for one in left)):
        label = misspelt_heading(text) or (text if place in alone else None)
        if label is None or looked_at == 0:
            continue
        looked_at -= 1
        ends = (part.line for part in parts if part.line > place and begins_zone(part.text))
        end = min(ends, default=10**9)
        below = [number for number, line in enumerate(lines) if place < _place(line) < end]
        if not below or resolver.is_near(DeckLine(1, label), few_edits=True):
            continue
        for number in below:
            lines[number] = lines[number]._replace(zone=label)
        lines = [line for line in lines if _place(line) != place]
        left = [one for one in left if one.line != place]
        parts.append(ListPart(place, text, HEADING, zone=label))
        zones.append(label)
    if len(parts) == len(deck_list.parts):
        return deck_list
    return deck_list._replace(
        lines=tuple(lines),
        unread=tuple(left),
        parts=tuple(sorted(parts)),
        zones=tuple(dict.fromkeys(zones)),
        bare=deck_list.bare - {part.line for part in parts},
    )


def _with_types(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list without zones that mean types of cards in this game, or sets where none is a zone."""
    game = resolver.game
    unknown = [part for part in deck_list.parts if part.kind == HEADING and not game.zone(part.zone)]
    types = {part.zone for part in unknown if is_type_in(game.code, part.text)}
    types -= {part.zone for part in unknown if not is_type_in(game.code, part.text)}
    if all(part.zone == MAIN_ZONE or resolver.is_set(part.zone) for part in deck_list.parts):
        types |= {part.zone for part in unknown}
    return _in_main_zone(deck_list, types) if types else deck_list


def _with_set_names(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list in which names of sets above cards are headings, and no cards or titles.

    Many are names of cards, too: these are headings where all cards of the list are of the set that
    they stand below, and unread above a card of their set.
    """
    heads = {
        line: place
        for place, (line, below) in enumerate(pairwise(deck_list.lines))
        if line.line in deck_list.bare and below.line not in deck_list.bare and resolver.is_set(line.name)
        if not _BRACKETED.fullmatch(line.name)
    }
    parts = zip(heads, pairwise((*heads.values(), len(deck_list.lines))), strict=True)
    fit = {
        head: [resolver.is_of_set(one, head.name) for one in deck_list.lines[start + 1 : end]]
        for head, (start, end) in parts
    }
    sure = {head for head in heads if all(map(all, fit.values())) or not resolver.is_named(head)}
    asked = {head for head in heads if fit[head][0]} - sure
    reason = _("it may be a card; begin the line with the count: '1x '")
    named = {ListPart(_place(line), line.name, HEADING, zone=line.zone) for line in sure}
    left = {UnreadLine(_place(line), line.name, reason) for line in asked}
    return deck_list._replace(
        lines=tuple(line for line in deck_list.lines if line not in sure | asked),
        bare=deck_list.bare - set(map(_place, sure | asked)),
        parts=tuple(sorted(named.union(deck_list.parts))),
        unread=tuple(sorted(left.union(deck_list.unread))),
    )


def _with_commented_headings(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list in which a comment like `# Sideboard`, a heading to some, begins a zone `Sideboard?`.

    Cards next below it are put there that would stand elsewhere under that heading.
    """
    lines, parts, zones = list(deck_list.lines), list(deck_list.parts), list(deck_list.zones)
    numbers = sorted(range(len(lines)), key=lambda number: _place(lines[number]))
    places = [_place(lines[number]) for number in numbers]
    end = _END
    for place, part in reversed(tuple(enumerate(parts))):
        words = comment_of(part.text) if part.kind == COMMENT else None
        found = read_heading(words, part.zone, known_only=True) if words else None
        zone = found.zone if found and found.begins else part.zone
        below = numbers[bisect_right(places, part.line) : bisect_left(places, end)]
        for number in below if zone != part.zone else ():
            line = lines[number]
            if resolver.placed(line) != resolver.placed(line._replace(zone=zone)):
                lines[number] = line._replace(zone=f"{words}?")
                parts[place] = part._replace(kind=HEADING, zone=f"{words}?")
        zones += [parts[place].zone] if parts[place] != part else []
        end = part.line if found or part.kind == HEADING else end
    if len(zones) == len(deck_list.zones):
        return deck_list
    return deck_list._replace(lines=tuple(lines), parts=tuple(parts), zones=tuple(dict.fromkeys(zones)))


def _alone(deck_list: DeckList) -> Iterator[int]:
    """Yields the lines without a count below a blank line, with counted cards above and next below."""
    counted = {_place(line) for line in deck_list.lines if line.line not in deck_list.bare}
    first = min(counted, default=0)
    passed = {*(part.line for part in deck_list.parts), *(one.line for one in deck_list.unread)}
    places = sorted({*counted, *deck_list.bare, *passed})
    for above, place, below in zip(places, places[1:], places[2:], strict=False):
        if place in deck_list.bare and place - above > 1 and below in counted and first < place:
            yield place


def _with_open_zones(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list in which no zone for one type of cards goes on below a line that nobody understood.

    That may be the heading of what follows, and the type of a card says where it belongs.
    """
    if not any(is_of_one_type(line.zone) for line in deck_list.lines):
        return deck_list
    unnamed = (
        line for line in deck_list.lines if line.line in deck_list.bare and not resolver.is_named(line)
    )
    doubtful = [*(one.line for one in deck_list.unread), *map(_place, unnamed)]
    headings = [part.line for part in deck_list.parts if part.kind == HEADING]

    def is_open(line: DeckLine) -> bool:
        start = max((one for one in headings if one < _place(line)), default=0)
        return is_of_one_type(line.zone) and any(start < one < _place(line) for one in doubtful)

    lines = (line._replace(zone=MAIN_ZONE) if is_open(line) else line for line in deck_list.lines)
    return deck_list._replace(lines=tuple(lines))


def _without_prose(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list without greetings, authors, sentences and signatures; none is nearly the name of a card."""
    counted = [line for line in deck_list.lines if line.line not in deck_list.bare]
    first, last = (one(map(_place, counted), default=0) for one in (min, max))
    unnamed = resolver.not_named(deck_list.lines)
    bare = [line for line in unnamed if line.line in deck_list.bare]
    named = max((_place(line) for line in counted if line not in unnamed), default=0)
    signs = (part.line for part in deck_list.parts if part.text in _SIGNATURE and part.line > named)
    end = min(signs, default=_END)
    every = (
        line
        for line in (*bare, *(line for line in unnamed if _place(line) > end))
        if _place(line) > end or is_prose(line.name) or (_place(line) < first and _says_who(line.name))
        if not resolver.is_near(line, few_edits=_place(line) > end)
    )
    said = list(dict.fromkeys(islice(every, _MOST_PROSE)))
    closed = min((_place(line) for line in said if _place(line) > last), default=None)
    if closed is not None:  # Viele Grüße, then a name
        below = (line for line in bare if _place(line) > closed and line not in said)
        said += [line for line in below if all(map(str.isalpha, line.name.split(" ", 1)))]
    if not 0 < len(said) < min(_MOST_PROSE, len(deck_list.lines)):
        return deck_list
    numbers = {_place(line) for line in said}
    parts = (ListPart(_place(line), line.name, ABOUT, zone=line.zone) for line in said)
    return deck_list._replace(
        lines=tuple(line for line in deck_list.lines if line.line not in numbers),
        bare=deck_list.bare - numbers,
        parts=tuple(sorted((*deck_list.parts, *parts))),
    )


def _says_who(text: str) -> bool:
    """Whether a line is a person behind a word for an author.

    >>> [_says_who(one) for one in ("von Jan Nov\u00e1k", "erstellt von Eva", "von", "Yoda")]
    [True, True, False, False]
    """
    words = text.split()
    return any(_AUTHOR in _said_by(" ".join(words[:number])) for number in (1, 2) if number < len(words))


def _said_by(words: str) -> frozenset[tuple[str, str]]:
    return meanings().get(heading_form(words.rstrip(",!.:")), frozenset())


def _in_best_encoding(deck_list: DeckList, resolver: "Resolver", notes: list[str]) -> DeckList:
    """The list in the encoding in which most lines are names or headings; the first of several."""
    counted = [
        (_names_in(one, resolver), sum(part.kind in {HEADING, TOTAL} for part in one.parts), one)
        for one in (deck_list, *deck_list.otherwise)
    ]
    number, _unused, best = max(counted, key=itemgetter(0, 1))
    if best is not deck_list:
        notes.append(
            _(
                "read in {encoding}: {number} of its lines are names of cards then",
                encoding=best.encoding,
                number=number,
            )
        )
    return best


def _names_in(deck_list: DeckList, resolver: "Resolver") -> int:
    every = (*((line,) for line in deck_list.lines), *deck_list.choices)
    return sum(any(map(resolver.is_named, lines)) for lines in every)


def with_choices(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list with each line of several readings read as the only one of them that is a card."""
    lines = {line.line: line for line in deck_list.lines}
    several = {choice[0].line for choice in deck_list.choices}
    kept = [line for line in deck_list.lines if line.line not in several]
    left = {one.line: one for one in deck_list.unread}
    bare = set(deck_list.bare)
    for choice in deck_list.choices:
        place = choice[0].line or 0
        named = {
            (line.quantity, resolver.meaning(line)): line
            for line in reversed(choice)
            if line.quantity <= MOST_COPIES and resolver.is_named(line)
        }
        exact = {key: line for key, line in named.items() if resolver.is_exact(line)}
        named = exact if len(exact) == 1 else named  # F (A) (4) is no FA-4
        if len(named) == 1:
            (line,) = named.values()
            kept.append(line)
            left.pop(place, None)
            bare.discard(place)
        elif named:
            found = one_of(f"{line.quantity} {line.name}" for line in named.values())
            text = left[place].text if place in left else choice[0].name
            left[place] = UnreadLine(
                place, text, _("it may be {found}; begin with the count: '4x '", found=found)
            )
            bare.discard(place)
        elif place in lines:
            kept.append(lines[place])
        else:
            left.setdefault(place, UnreadLine(place, choice[0].name, COUNT_OR_NAME))
    return deck_list._replace(
        lines=tuple(sorted(kept, key=_place)),
        bare=frozenset(bare),
        choices=(),
        unread=tuple(sorted(left.values(), key=lambda one: one.line)),
    )


def _with_versions(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list with the versions that stand in square brackets, `Han Solo [B]`, as such."""
    found = list(deck_list.lines)
    if not any(line.set_code for line in found):
        return deck_list
    for place, line in enumerate(found):
        code = line.set_code or ""
        if _VERSION.fullmatch(code) and not resolver.is_set(code):
            named = line._replace(name=f"{line.name} ({code})", set_code=None)
            found[place] = named if resolver.is_named(named) else line
    return deck_list._replace(lines=tuple(found))


def _place(line: DeckLine | ListPart) -> int:
    return line.line or 0


def _with_several_cards(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list with the cards behind one count: `4x: Rey, Force Prodigy, Nexu` are two with commas within.

    Behind a count without a colon the others may be single copies; such a line is unread.
    """
    lines: list[DeckLine] = []
    left = list(deck_list.unread)
    reason = _("the count may be that of each card or of the first; write each on a line of its own")
    unnamed = {line for line in resolver.not_named(deck_list.lines) if "," in line.name}
    for line in deck_list.lines:
        before = lines[-1] if lines else line
        whole = before._replace(name=f"{before.name}, {line.name}")
        parts = [line._replace(name=name) for name in line.name.split(", ")] if line in unnamed else []
        if (
            before.line == line.line is not None
            and before.quantity == line.quantity
            and resolver.is_exact(whole)
        ):
            lines[-1] = whole
        elif not parts[1:] or line.line in deck_list.bare or not all(map(resolver.is_named, parts)):
            lines.append(line)
        elif line.quantity == 1:
            lines += parts
        else:
            left.append(UnreadLine(_place(line), f"{line.quantity} {line.name}", reason))
    if len(lines) == len(deck_list.lines) and len(left) == len(deck_list.unread):
        return deck_list
    return deck_list._replace(lines=tuple(lines), unread=tuple(sorted(left, key=lambda one: one.line)))


def _with_bracketed_lines(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list with each card whole whose name ends on the next line, in brackets or in a word like `Team`.

    Such a line is no heading.
    """
    below = {
        part.line: part
        for part in deck_list.parts
        if part.kind == HEADING and part.number is None and not part.text.endswith(":")
    }
    if not below:
        return deck_list
    lines, passed = list(deck_list.lines), list[ListPart]()
    for place, line in enumerate(lines):
        part = below.get(_place(line) + 1)
        text = "" if part is None else unmarked(part.text).text
        joined = part and _joined(line, line._replace(name=text, line=part.line), resolver)
        if part and joined:
            lines[place] = joined
            passed.append(part)
    return _without_headings(deck_list, lines, passed) if passed else deck_list


def _with_joined_lines(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list with each card whole whose name goes on in the next line; prose is none."""
    if len(deck_list.bare) > _MOST_BARE:
        return deck_list
    lines: list[DeckLine] = []
    bare = set(deck_list.bare)
    for line in deck_list.lines:
        before = lines[-1] if lines else None
        joined = None
        if before is not None and line.line in bare and _is_its_number(before, line, resolver):
            bare.discard(line.line)
            continue
        goes_on = _BRACKETED.fullmatch(line.name) or not resolver.is_named(line)
        if before is not None and line.line in bare and goes_on:
            joined = _joined(before, line, resolver)
        if joined is None or before is None:
            lines.append(line)
        else:
            lines[-1] = joined
            bare.discard(line.line or 0)
            bare.discard(before.line or 0)
    if len(lines) == len(deck_list.lines):
        return deck_list
    return deck_list._replace(lines=tuple(lines), bare=frozenset(bare))


def _is_its_number(before: DeckLine, line: DeckLine, resolver: "Resolver") -> bool:
    """Whether a line below a card is the set and the number of that card."""
    is_next = _place(line) - _place(before) == 1 and any(map(str.isdigit, line.name))
    meant = resolver.meaning(line) if is_next and not resolver.is_exact(line) else frozenset()
    return bool(meant) and meant == resolver.meaning(before)


def _joined(before: DeckLine, line: DeckLine, resolver: "Resolver") -> DeckLine | None:
    """The one card that two lines name together, where the first alone names none for certain."""
    if (line.line or 0) - (before.line or 0) != 1 or line.zone != before.zone:
        return None
    if resolver.is_certain(before) and not _BRACKETED.fullmatch(line.name):
        return None
    names = (f"{before.name} {line.name}", f"{before.name.rstrip(',')}, {line.name}")
    every = (before._replace(name=name, set_code=line.set_code) for name in names)
    return next((one for one in every if resolver.is_certain(one)), None)


def _with_title(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list with its first line as the title, where it can be nothing else.

    One that stands apart may be a little like a card, `Empire fist` like Hutt Empire, but for a
    letter or two.
    """
    stated = [_place(line) for line in deck_list.lines if line.line not in deck_list.bare]
    stated += [one.line for one in deck_list.unread]
    first = deck_list.lines[0] if deck_list.lines else None
    if first is None or first.line not in deck_list.bare:
        return deck_list
    above = [part for part in deck_list.parts if part.kind == HEADING and part.line < _place(first)]
    label, colon, _unused = first.name.partition(":")
    is_labelled = colon and heading_form(label) in meanings()  # Affiliation: Jedi
    named = {means for word in first.name.split() for _, means in _said_by(word)}  # Jedi affiliation
    counted = {means for word in _COUNTED.findall(first.name) for _, means in _said_by(word)}  # Rey 2 dice
    within = _CARD_WITHIN.search(first.name)  # Jan: 2 Nexu
    holds_card = within is not None and resolver.is_named(first._replace(name=within[1]))
    names_card = is_labelled or is_of_one_type(first.zone) or not named.isdisjoint(ONE_CARD) or holds_card
    names_card = names_card or labelled(first.name) is not None or "dice" in counted
    names_card = names_card or _NUMBERED_IN_SET.search(first.name) is not None
    followed = any(_place(line) == _place(first) + 1 for line in deck_list.lines)
    is_apart = not followed and not _BRACKETED.search(first.name)
    says_deck = {"deck", "title"} <= named  # Empire deck, no Empire Day
    again = any(
        line.zone in ONE_CARD and resolver.meaning(line) == resolver.meaning(first)
        for line in deck_list.lines[1:]
    )  # Jedi, then Affiliation: Jedi
    near = not again and resolver.is_near(first, few_edits=is_apart or says_deck)
    names_card = names_card or _may_be_team(first.name, deck_list.lines[1:], resolver)
    if (
        (not stated and not says_deck)
        or min(stated, default=_END) < _place(first)
        or above
        or names_card
        or near
    ):
        return deck_list
    part = ListPart(_place(first), first.name, TITLE, zone=first.zone)
    return deck_list._replace(
        lines=deck_list.lines[1:],
        bare=deck_list.bare - {part.line},
        parts=tuple(sorted((*deck_list.parts, part))),
        name=deck_list.name or first.name,
    )


def _may_be_team(text: str, lines: Sequence[DeckLine], resolver: "Resolver") -> bool:
    """Whether a line may name the team or the affiliation of a list that has none: `eRey / eFinn`."""
    every = {zone for zone in resolver.game.zones if zone.startswith(("Team", "Affiliation"))}
    lacking = every - {resolver.placed(line) for line in lines} if every else every
    words = (DeckLine(1, word) for word in _BETWEEN_NAMES.split(text) if word and lacking)
    return bool(lacking and _LIKE_A_TEAM.search(text)) or any(
        map(lacking.__contains__, map(resolver.placed, words))
    )


def _with_zone_words(deck_list: DeckList, resolver: "Resolver") -> DeckList:
    """The list with each card that a word for its zone stands beside without a colon: `Jedi affiliation`."""
    placed = {resolver.placed(line) for line in deck_list.lines}

    def named(line: DeckLine) -> DeckLine:
        words = line.name.split() if line.line in deck_list.bare else []
        for word, rest in ((words[0], words[1:]), (words[-1], words[:-1])) if words[1:] else ():
            heading = read_heading(word, known_only=True)
            one = line._replace(name=" ".join(rest))
            zone = resolver.zone(heading.zone) if heading and heading.zone in ONE_CARD else None
            if zone == resolver.placed(one) and zone not in placed:
                return one
        return line

    lines = tuple(map(named, deck_list.lines))
    changed = {line.line for line, before in zip(lines, deck_list.lines, strict=True) if line != before}
    return deck_list._replace(lines=lines, bare=deck_list.bare - changed) if changed else deck_list


def _without_uncounted(deck_list: DeckList, resolver: "Resolver", notes: list[str]) -> DeckList:
    """The list without the cards under headings like `Maybe`, where the game has no such zone."""
    zones = {line.zone for line in deck_list.lines}
    left_out = {zone for zone in zones if _is_left_out(zone, resolver)}
    for zone in sorted(left_out):
        number = sum(line.quantity for line in deck_list.lines if line.zone == zone)
        cards = "1 card" if number == 1 else _("{number} cards", number=number)
        notes.append(_("{cards} under {zone!r}: told, not counted in the deck", cards=cards, zone=zone))
    if not left_out:
        return deck_list
    lines = tuple(line for line in deck_list.lines if line.zone not in left_out)
    return deck_list._replace(lines=lines, zones=tuple(one for one in deck_list.zones if one not in left_out))


def _is_left_out(zone: str, resolver: "Resolver") -> bool:
    known = meanings().get(heading_form(zone), frozenset())
    return not known.isdisjoint(_NOT_COUNTED) and resolver.zone(zone) not in resolver.game.zones


def _wrong_sums(deck_list: DeckList, resolver: "Resolver") -> Iterator[UnreadEntry]:
    """Yields each stated number of cards that is not that of the cards below or above it."""
    if all(part.number is None for part in deck_list.parts):
        return
    cards = tuple(_counting_cards(line, resolver) for line in deck_list.lines)
    lists = [deck_list] if cards == deck_list.lines else [deck_list, deck_list._replace(lines=cards)]
    sums = [_Sums(one, resolver) for one in lists]
    for part in deck_list.parts:
        if part.number is None:
            continue
        may_be = [number for one in sums for number in one.of(part, part.number)]
        if part.number not in may_be:
            found = min(may_be, key=lambda one: abs(one - (part.number or 0)))
            reason = _(
                "it states {number} cards, and there are {found}; a line may be missing",
                number=part.number,
                found=found,
            )
            yield UnreadEntry(part.line, part.text, reason)


def _counting_cards(line: DeckLine, resolver: "Resolver") -> DeckLine:
    """The line with its number of cards: `2x Rey` may be one card with two dice."""
    found = resolver.resolve_line(line).card
    if found is None or line.dice is not None:
        return line
    return line._replace(quantity=resolver.game.lists.cards_and_dice(found, line.quantity)[0])


class _Copies:
    """The copies between any two lines of a list, which is summed up but once."""

    def __init__(self, lines: Sequence[DeckLine]) -> None:
        self._places = [_place(line) for line in lines]
        self._above = [0, *accumulate(line.quantity for line in lines)]

    def place(self, line: int) -> int:
        """How many of the lines stand above a line of the file."""
        return bisect_left(self._places, line)

    def between(self, first: int, end: int) -> int:
        """The copies from one line of the file up to another, which is not counted."""
        return self._above[self.place(end)] - self._above[self.place(first)]


class _Sums:
    """The numbers of cards that parts of a list may state."""

    def __init__(self, deck_list: DeckList, resolver: "Resolver") -> None:
        self._resolver = resolver
        self._lines = sorted(deck_list.lines, key=_place)
        self._copies = _Copies(self._lines)
        heads = (part.line for part in deck_list.parts if part.kind in {HEADING, TOTAL})
        self._heads = [*sorted(heads), _END]
        self._every: dict[str, int] = {}
        lines_in: dict[str, list[DeckLine]] = {}
        for line in self._lines:
            lines_in.setdefault(line.zone, []).append(line)
            for zone in {line.zone, resolver.placed(line)}:
                self._every[zone] = self._every.get(zone, 0) + line.quantity
        self._in_zones = {zone: _Copies(lines) for zone, lines in lines_in.items()}

    def of(self, part: ListPart, number: int) -> list[int]:
        """The numbers of cards that a part may state, the likeliest first; of sections those nearest."""
        start, next_ = self._copies.place(part.line), bisect_right(self._heads, part.line)
        first = self._copies.between(part.line, self._heads[next_]) if part.kind != TOTAL else 0
        if number == 0 and part.kind == HEADING:
            return [first]
        if part.kind == TOTAL or start == len(self._lines):  # Objectives: 10
            return self._of_total(part, number)
        if part.kind == HEADING and first:
            there = self._lines[start : self._copies.place(self._heads[next_])]
            own = [line for line in there if line.zone == part.zone] or there  # not Battlefield: X
            return [sum(line.quantity for line in own), sum(map(self._resolver.copies, own))]
        in_zone = self._in_zones[part.zone].between(part.line, _END) if part.zone in self._in_zones else 0

        def up_to(end: int) -> int:
            return self._copies.between(part.line, end)

        at = bisect_left(self._heads, number, next_, key=up_to)
        sections = map(up_to, self._heads[max(at - 1, next_) : at + 1])
        return [*([first] if first else []), in_zone, *sections]

    def _of_total(self, part: ListPart, number: int) -> list[int]:
        """The numbers that a sum may state: of all, of a zone, or since another part."""

        def since(start: int) -> int:
            return self._copies.between(start + 1, part.line)

        end = bisect_left(self._heads, part.line)
        at = bisect_left(self._heads, -number, 0, end, key=lambda start: -since(start))
        sections = map(since, self._heads[max(at - 1, 0) : min(at + 1, end)])
        zones = [self._every[part.zone]] if part.zone in self._every else []
        whole = self._copies.between(0, _END), self._copies.between(0, part.line)
        return [*zones, *whole, *sections, *self._every.values()]
