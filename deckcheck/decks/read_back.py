"""The check of a written deck: read again, it must have the same cards in the same zones."""

from collections import Counter
from collections.abc import Iterable, Iterator

from db.language import Message, and_more, filled, gettext as _, joined
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.game import Game
from deckcheck.judge.resolve import Resolver
from deckcheck.show.wording import there
from importers.decks.deck_list import DeckLine, DeckList, merged

_SHOWN = 3


def differences(
    before: DeckList, after: DeckList, resolver: Resolver, *, zones_said: bool = False
) -> tuple[str, ...]:
    """The differences of a deck that was written and read again, in words; empty for none.

    Cards are compared, not spellings: `Boba Fett, A` is the same as `Boba Fett (A)` where both
    are found as one card. With `zones_said` it was said already which zones are left out.
    """
    was, now = (resolver.resolve(one) for one in (before, after))
    result = list(deck_differences(was, now, resolver.game, zones_said=zones_said))
    if after.unread:
        lines = "1 line" if len(after.unread) == 1 else _("{count:,} lines", count=len(after.unread))
        result.append(_("{lines} cannot be read again: {reason}", lines=lines, reason=after.unread[0].reason))
    return tuple(result)


def says_the_same(before: DeckList, after: DeckList) -> bool:
    """Whether both lists hold the same lines, so that no name need be looked up."""
    return not after.unread and set(_plain(before)) == set(_plain(after))


def _plain(deck_list: DeckList) -> Iterable[DeckLine]:

    return merged(line._replace(line=None) for line in deck_list.lines)


def deck_differences(before: Deck, after: Deck, game: Game, *, zones_said: bool = False) -> Iterator[str]:
    """Yields what a deck that was written and read again lacks, and has instead, in words."""
    old, new = _counts(before, game), _counts(after, game)
    lacking, other = Counter(old), Counter(new)
    lacking.subtract(new)
    other.subtract(old)
    gone, come = +lacking, +other
    if zones_said:
        kept = {zone for _, zone in new}
        gone = Counter({place: n for place, n in gone.items() if place[1] in kept})
    if gone or come:
        what = _("read again, it lacks {gone} and has {come} instead")
        if not gone or not come:
            what = _("read again, it lacks {gone}") if gone else _("read again, it has {come}")
        yield filled(what, {"gone": _listed(gone, game), "come": _listed(come, game)})


def _counts(deck: Deck, game: Game) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for entry in deck.entries:
        copies, dice = entry.quantity, entry.dice or 0
        if entry.card is not None:
            copies, dice = game.needs(entry.card, entry.quantity, entry.dice)
        counts[_label(entry), entry.zone] += copies
        if dice:
            counts[_("dice of {label}", label=_label(entry)), entry.zone] += dice
    return counts


def _label(entry: DeckEntry) -> str:
    if entry.card is not None:
        return entry.card.name
    doubt = _("ambiguous") if entry.candidates else _("unknown")
    return joined((entry.name.strip(), " (", doubt, ")"))


def _listed(counts: Counter[tuple[str, str]], game: Game) -> str:
    main = game.main_zone
    shown = [
        there(f"{copies} {label}", "" if zone == main else _("in {zone}", zone=Message(zone)))
        for (label, zone), copies in counts.most_common(_SHOWN)
    ]
    rest = sum(counts.values()) - sum(copies for _, copies in counts.most_common(_SHOWN))
    return and_more(joined(shown, ", "), rest)
