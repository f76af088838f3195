"""The rules of plots: at most one, and what it says itself about team and deck."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from deckcheck.games.destiny.cards import HERO, NO_BALANCE, VILLAIN
from deckcheck.games.destiny.exceptions import NEEDS, UNKNOWN, values, words_of
from deckcheck.games.destiny.tally import Listed, Tally
from deckcheck.games.wording import MAY_MEND
from deckcheck.report import ERROR, WARNING, Issue, issue_cards

_CHOSEN_SETS = 3
_MOST_SETS = 20
"""For more sets than this no three can hold all cards, since nearly all are printed in one."""


@dataclass(frozen=True, slots=True)
class PlotCount:
    """A deck has at most `limit` plot, and is as that plot says that it must be.

    An elite plot is one plot with two copies.
    """

    cite: str
    limit: int = 1
    code: str = "plot"
    format_name: str = ""

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue when there are several plots, and one for each unmet condition."""
        have = sum(_plots(plot) for plot in deck.plots)
        if have > self.limit:
            yield Issue(
                self.code, ERROR, f"{have} plots, at most {self.limit}",
                have, self.limit, issue_cards(plot.entry for plot in deck.plots), self.cite,
                advice=f"take out {have - self.limit}",
            )  # fmt: skip
        for plot in deck.plots:
            for word in words_of(plot.seen.card, NEEDS):
                yield from self._unmet(deck, plot, word)
            if "plot" in words_of(plot.seen.card, UNKNOWN):
                name = plot.seen.card.name
                yield Issue(
                    self.code, WARNING,
                    f"{name} may set conditions for team and deck; its text is not known to us",
                    cards=issue_cards([plot.entry]), cite=self.cite, undecided=True,
                    advice="read the card", details={"card": name},
                )  # fmt: skip

    def _unmet(self, deck: Tally, plot: Listed, word: str) -> Iterator[Issue]:
        name, _, value = word.partition("=")
        if name == "format":
            met = self.format_name in ("", value)
            text = f"is for {value} only"
        else:
            is_met, text = _CONDITIONS[name]
            met = is_met(deck, value)
        if met:
            return
        text = text.format(value.replace("_", " ").replace("|", " or "))
        proven = not deck.slack or name not in _MAY_BE_MET
        yield Issue(
            self.code, ERROR if proven else WARNING,
            f"{plot.seen.card.name} {text}" + ("" if proven else MAY_MEND),
            cards=issue_cards([plot.entry]), cite=f"text of {plot.seen.card.name}",
            undecided=not proven, advice="take out the plot, or change the deck",
            details={"card": plot.seen.card.name},
        )  # fmt: skip


def _plots(plot: Listed) -> int:
    return 1 if plot.quantity <= len(plot.seen.points) else plot.quantity


def _neutral_team(deck: Tally, _: str) -> bool:
    return not {one.listed.seen.affiliation for one in deck.team} & {HERO, VILLAIN}


def _one_colour(deck: Tally, _: str) -> bool:
    return len({one.listed.seen.colour for one in deck.team}) <= 1


def _shared_colour(deck: Tally, _: str) -> bool:
    colours = [one.listed.seen.colour for one in deck.team for _ in range(one.cards)]
    return len(set(colours)) < len(colours)


def _single_copies(deck: Tally, _: str) -> bool:
    names = [listed.seen.card.name for listed in deck.draw for _ in range(listed.quantity)]
    return len(set(names)) == len(names)


def _dear_character(deck: Tally, value: str) -> bool:
    return any(
        each >= int(value)
        for one in deck.team
        for cards, _ in one.ways
        for each in (max(one.points(NO_BALANCE, 0), default=0) / cards,)
    )


def _all_with_trait(deck: Tally, value: str) -> bool:
    return all(set(one.listed.seen.traits) & set(values(value)) for one in deck.team)


def _only_these(deck: Tally, value: str) -> bool:
    return all(one.listed.seen.card.base_name in values(value) for one in deck.team)


def _no_gray(deck: Tally, _: str) -> bool:
    return all(listed.seen.colour != "gray" for listed in deck.draw)


def _three_sets(deck: Tally, _: str) -> bool:
    others = [one.listed for one in deck.team] + deck.battlefields + deck.draw
    printed = [frozenset(listed.seen.card.set_codes) for listed in others]
    sets = sorted(frozenset().union(*printed))
    if len(sets) <= _CHOSEN_SETS:
        return True
    if len(sets) > _MOST_SETS:
        return False
    return any(all(codes & set(three) for codes in printed) for three in combinations(sets, 3))


_CONDITIONS: Mapping[str, tuple[Callable[[Tally, str], bool], str]] = {
    "neutral-team": (_neutral_team, "goes only with a team without heroes and villains"),
    "one-colour": (_one_colour, "goes only with a team of one colour"),
    "shared-colour": (_shared_colour, "needs two characters of one colour in the team"),
    "single-copies": (_single_copies, "goes only with a deck that holds no card twice"),
    "points": (_dear_character, "needs a character of at least {} points in the team"),
    "trait": (_all_with_trait, "goes only with a team of which every character is a {}"),
    "only": (_only_these, "lets nobody but {} into the team"),
    "no-gray": (_no_gray, "lets no gray cards into the deck"),
    "three-sets": (_three_sets, "lets cards of three sets only into team and deck"),
}
_MAY_BE_MET = frozenset({"shared-colour", "points"})
"""The conditions that a card which is not known could still meet."""
