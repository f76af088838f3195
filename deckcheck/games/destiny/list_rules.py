"""The rules that follow from a format of this game: sets, lists, balance of the Force."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from deckcheck.deck import by_card
from deckcheck.games import list_rules as shared
from deckcheck.games.destiny.plot_rules import PlotCount
from deckcheck.games.destiny.rules import PLOT_CITE, TEAM_CITE
from deckcheck.games.destiny.tally import Tally
from deckcheck.games.destiny.team_rules import Balance, TeamPoints
from deckcheck.games.game import Format, Rule
from deckcheck.report import ERROR, Issue, issue_cards


def list_rules(play_format: Format, day: date, marks_as_of: date) -> tuple[Rule, ...]:
    """The rules of sets, lists and points that a format has on a day."""
    found = shared.list_rules(play_format, day, marks_as_of)
    state = play_format.state_on(day)
    if state is None:
        return found
    rules: list[Rule] = [rule for rule in found if rule.code != "restricted"]
    if play_format.lists is not None:
        rules.append(RestrictedTitles(play_format.name, play_format.lists, day))
    if state.points:
        cite = f"balance of the Force of {play_format.name}"
        rules.append(TeamPoints(f"{TEAM_CITE}; {cite}", balance=state.points))
        rules.append(Balance(cite, state.points))
    rules.append(PlotCount(PLOT_CITE, format_name=play_format.name))
    return tuple(rules)


@dataclass(frozen=True, slots=True)
class RestrictedTitles:
    """Team and deck together have at most one title of the restricted list, in any number."""

    format_name: str
    lists: str
    day: date
    limit: int = 1
    code: str = "restricted"

    @property
    def cite(self) -> str:
        """The list that this is."""
        return f"restricted list of {self.format_name}"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields one issue with all titles of the list when there are several."""
        marked = [
            entry
            for entry in deck.counted
            if entry.card is not None
            and any(
                mark.status == "restricted"
                for mark in shared.marks_in_force(entry.card, self.lists, self.day)
            )
        ]
        names = [name for name, _ in by_card(marked)]
        if len(names) > self.limit:
            yield Issue(
                self.code, ERROR,
                f"{len(names)} titles of the restricted list, at most {self.limit}: "
                f"{'; '.join(names)}",
                len(names), self.limit, issue_cards(marked), self.cite, advice="keep one of them",
            )  # fmt: skip
