"""Findings in a deck as issues, in sentences: the only place that makes an issue of a rule."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from db.language import Message, filled, gettext as _, joined
from deckcheck.deck import copies_of
from deckcheck.report import ERROR, INFO, WARNING, Adds, Issue, issue_cards
from deckcheck.rules.edition import Status
from deckcheck.rules.evaluate import BROKEN, KEPT, NOTE, OPEN, Finding, copies_in, found_in
from deckcheck.rules.requirement import NUMBERS, PerCard, PerName, Requirement, card_name
from deckcheck.rules.slot import Copies, DeckSlots, first_entry
from deckcheck.show.recent import Recent
from deckcheck.show.wording import UNKNOWN_CARDS_HINT, cards, copies, count, there

if TYPE_CHECKING:
    from deckcheck.rules.choices import Choice


def issues_of(requirement: Requirement, deck: DeckSlots) -> Iterator[Issue]:
    """Yields the issues of a requirement in a deck, in the order in which they are told."""
    return map(issue_of, found_in(requirement, deck))


def issue_of(found: Finding) -> Issue:
    """The issue of a finding: an error where it is proven, else a warning that may leave it open."""
    have, limit = found.have or 0, found.limit or 0
    numbers = {"have": have, "limit": limit, "off": abs(have - limit), "kind": found.kind}
    values = _TemplateValues({**numbers, **found.values})
    hint = UNKNOWN_CARDS_HINT if found.hint is None else found.hint
    message = filled(found.message, values)
    if found.state == OPEN:
        message = joined((message, filled(hint, values)), "; ")
    adds = found.adds
    return Issue(
        found.code,
        ERROR if found.state == BROKEN else INFO if found.state == NOTE else WARNING,
        message,
        found.have,
        found.limit,
        issue_cards(found.entries),
        found.cite,
        filled(found.advice, values),
        undecided=found.state == OPEN,
        details=found.details,
        together=filled(found.together, values),
        aside=filled(found.aside, values),
        adds=None if adds is None else Adds(*adds),
    )


def new_issue(
    code: str, severity: str, message: str, have: int | None = None, limit: int | None = None, **more: Any
) -> Issue:
    """An issue that no rule is about, but a list, a name or a day; a warning leaves the verdict open."""
    return Issue(code, severity, message, have, limit, undecided=severity == WARNING, **more)


class _TemplateValues(dict[str, Any]):
    """The values of a finding; a number with its noun is made when a template names it."""

    def __missing__(self, name: str) -> Any:
        number, _unused, noun = name.rpartition("_")
        if number == "no":  # no card, 1 card, 2 cards
            have = self["have"]
            return count(have, *self["kind"]) if have else _("no {kind}", kind=Message(self["kind"][0]))
        if noun == "there":  # 60 cards in the deck
            return there(count(self[number], *self["kind"]), self.get("where", ""))
        return _NOUNS[noun](self[number], self["kind"])


_NOUNS: Mapping[str, Any] = {
    "kind": lambda number, kind: count(number, *kind),
    "cards": lambda number, _kind: cards(number),
    "copies": lambda number, _kind: copies(number),
    "verb": lambda number, _kind: "is" if number == 1 else "are",
    "dice": lambda number, _kind: count(number, "die", "dice"),
}


def issues_with_crowds(rule: Requirement, deck: DeckSlots) -> Iterator[Issue]:
    """Yields the issues of one requirement, with those of ambiguous names that it has no room for."""
    yield from issues_of(rule, deck)
    if isinstance(rule, (PerName, PerCard)) and not deck.is_certain:
        yield from _crowds(rule, deck.with_copies(list(copies_in(rule.zones, deck))))


def issues_in(requirements: Sequence[Requirement], deck: DeckSlots, advice: str) -> list[Issue]:
    """The issues of requirements in a deck, in their order; errors hold whatever its names mean.

    `advice` says how a name is made certain.
    """
    if deck.is_certain:
        return [issue for one in requirements for issue in issues_of(one, deck)]
    from deckcheck.rules.choices import choose, narrowed

    meant = narrowed(requirements, deck)
    found: list[Issue] = []
    for one in requirements:
        found += issues_with_crowds(one, meant)
    if not any(issue.severity == ERROR for issue in found):
        choice = choose(requirements, meant)
        if choice.state != KEPT:
            found.append(_no_choice(choice, advice))
    return found


_SENTENCES = Recent[int, tuple[object, str]](2_000)
"""The sentences of requirements, which are kept with them, so that no other can take their identity."""


def sentence_of(requirement: Any) -> str:
    """A requirement in words, like `at least 12 Space units`."""
    known = _SENTENCES.recall(id(requirement))
    if known is None:
        known = _SENTENCES[id(requirement)] = requirement, _sentence(requirement)
    return known[1]


def _sentence(requirement: Any) -> str:
    numbers = (getattr(requirement, name, None) for name in NUMBERS)
    limit = next((number for number in numbers if number is not None), 0)
    kind = getattr(requirement, "kind", ("card", "cards"))
    values = _TemplateValues(
        limit=limit, kind=kind, kinds=Message(kind[limit != 1]), where=getattr(requirement, "where", "")
    )
    return filled(requirement.sentence, values)


def _no_choice(choice: "Choice", advice: str) -> Issue:
    entries = [copies.entry for copies in choice.copies]
    names = ", ".join(dict.fromkeys(entry.name for entry in entries))
    message = _("whether any choice of versions keeps all rules was not found in time: {names}", names=names)
    if choice.state == BROKEN:
        against = joined(dict.fromkeys(map(sentence_of, choice.against)), "; ")
        message = _("no choice of versions makes the deck legal: {against}", against=against)
    return new_issue(
        "ambiguous-card",
        ERROR if choice.state == BROKEN else WARNING,
        message,
        copies_of(entries),
        cards=issue_cards(entries),
        advice=advice,
    )


def _crowds(rule: PerName | PerCard, deck: DeckSlots) -> Iterator[Issue]:
    """Yields an issue for each group of ambiguous names with more copies than there is room for.

    The deck has only copies in zones that the rule looks at.
    """
    from deckcheck.rules.choices import choose

    left_out: list[Copies] = []
    while (choice := choose([rule], deck, left_out)).state == BROKEN:
        yield _crowd(rule, choice.copies, deck)
        left_out += choice.copies


def _crowd(rule: PerName | PerCard, copies: Sequence[Copies], deck: DeckSlots) -> Issue:
    """The issue of ambiguous names with more copies than there is room for all that they may be."""
    entries = [one.entry for one in copies]
    faces = {card.name: card for one in copies for card in one.faces}
    held: dict[object, int] = {}
    key, only = (rule.key, rule.only) if isinstance(rule, PerName) else (card_name, None)
    for entry, _unused in deck.copies:
        if entry.card is not None and (only is None or only(entry.card)):
            held[key(entry.card)] = held.get(key(entry.card), 0) + entry.quantity
    room, most, widest, values = 0, 0, 0, dict[str, Any]()
    for found in {key(card): card for card in faces.values()}.values():
        if isinstance(rule, PerName):
            most = rule.limit_for(found)
        elif (limit := rule.limit_of(found)) is not None:
            most, values = limit.lax or 0, dict(limit.values)
        widest = max(widest, most)
        room += max(0, most - held.get(key(found), 0))
    first = first_entry(entries)
    have = copies_of(entries)
    values |= {"name": first.name, "room": room, "cards": ", ".join(sorted(faces)), "most": most}
    return issue_of(
        Finding(
            rule.code if isinstance(rule, PerName) else _code(rule, widest),
            rule.cite,
            BROKEN,
            rule.crowd,
            _("take out {off_copies}") if isinstance(rule, PerName) else rule.advice,
            have,
            room,
            entries,
            values,
            {**(rule.details if isinstance(rule, PerName) else {}), "card": first.name},
        )
    )


def _code(rule: PerCard, most: int) -> str:
    """The code of a list that allows so many copies of some cards."""
    return Status.RESTRICTED if rule.code == Status.BANNED and most else rule.code
