"""The rules of plots: at most one, of the team's colour, and what it says itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from deckcheck.games.destiny import constraints
from deckcheck.games.destiny.cards import GRAY, NO_BALANCE
from deckcheck.games.destiny.conditions import unmet
from deckcheck.games.destiny.entries import DestinyEntry
from deckcheck.games.destiny.exceptions import is_text_known
from deckcheck.games.destiny.tally import DestinyTally
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.rules.compiled import Constraint, DeckModel
from deckcheck.show.wording import UNKNOWN_CARDS_HINT


@dataclass(frozen=True, slots=True)
class PlotCount:
    """A deck has at most `limit` plot, of a colour of the team, and is as that plot asks.

    A gray plot needs no colour. An elite plot is one plot with two copies.
    """

    cite: str
    limit: int = 1
    code: str = "plot"
    format_name: str = ""
    balance: Mapping[str, str] = field(default_factory=lambda: NO_BALANCE)

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the number of plots and their colours."""
        yield from constraints.plot_count(self.code, self.limit, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue when there are several plots, and one for each unmet condition."""
        have = sum(_plots(plot) for plot in deck.plots)
        if have > self.limit:
            yield Issue(
                self.code,
                ERROR,
                f"{have} plots, at most {self.limit}",
                have,
                self.limit,
                issue_cards(plot.entry for plot in deck.plots),
                self.cite,
                advice=f"take out {have - self.limit}",
            )
        for plot in deck.plots:
            yield from self._colour(deck, plot)
            yield from unmet(deck, plot, self.code, self.format_name, self.balance)
            if not is_text_known(plot.seen.card):
                yield self._unknown_text(plot)

    def _colour(self, deck: DestinyTally, plot: DestinyEntry) -> Iterator[Issue]:
        colour, name = plot.seen.colour, plot.seen.card.name
        if colour == GRAY or any(one.listed.seen.colour == colour for one in deck.team):
            return
        proven = not deck.slack
        yield Issue(
            self.code,
            ERROR if proven else WARNING,
            f"{name} is {colour}, without a {colour} character" + ("" if proven else UNKNOWN_CARDS_HINT),
            cards=issue_cards([plot.entry]),
            cite=self.cite,
            undecided=not proven,
            advice=f"take out the plot, or take a {colour} character",
            details={"card": name, "colour": colour},
        )

    def _unknown_text(self, plot: DestinyEntry) -> Issue:
        name = plot.seen.card.name
        return Issue(
            self.code,
            WARNING,
            f"{name} may set conditions for team and deck; its text is not known to us",
            cards=issue_cards([plot.entry]),
            cite=self.cite,
            undecided=True,
            advice="read the card",
            details={"card": name},
        )


def _plots(plot: DestinyEntry) -> int:
    return 1 if plot.quantity <= len(plot.seen.points) else plot.quantity
