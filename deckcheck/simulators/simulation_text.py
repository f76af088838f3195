"""Statistics of setups and goldfish as text and as documents."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from deckcheck.chance.estimates import Difference, Figure, Mean, Share
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.show.bars import bar

_BAR = 40
_MOST_CARDS = 12
_EVENT, _LABEL = 10, 12
"""Where the text of an event begins, and of a line with a label before it."""
_OPENING_SHARES = {
    "all_arenas": "a unit for each arena",
    "no_units": "no unit at all",
    "mulligan": "something to discard",
}
_SETUP_SHARES = {
    "all_arenas": "units in all three arenas",
    "exactly_30": "exactly 30",
    "exactly_30_with_all_arenas": "both of these",
    "partial": "a card partially built",
}


def as_document(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Nested figures as the documents of the contract have them."""
    document: dict[str, Any] = {}
    for key, value in figures.items():
        if key == "mulligan_cards":
            continue
        if key == "cards":
            document[key] = [
                {"name": name, "in_play": share.as_json()} for name, share in value.items()
            ]
        elif key == "totals":
            document["total"]["distribution"] = [
                {"total": int(total), **share.as_json()} for total, share in value.items()
            ]
        elif key == "mulligan":
            cards = figures["mulligan_cards"].as_json()
            document[key] = {**value.as_json(), "cards": cards}
        else:
            document[key] = _plain(value)
    return document


def _plain(value: Any) -> Any:
    if isinstance(value, Share | Mean):
        return value.as_json()
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return value


def wrapped(lines: Iterable[str], width: int) -> list[str]:
    """The lines with longer ones broken, what follows set in below the text.

    >>> wrapped(["dark   6 Yoda (A), character; drew Mace Windu (B)"], 40)
    ['dark   6 Yoda (A), character; drew Mace', '          Windu (B)']
    """
    broken = []
    for line in lines:
        indent = len(line) - len(line.lstrip())
        further = " " * (indent + _LABEL if indent else _EVENT)
        broken += wrap(line, width, subsequent_indent=further, break_on_hyphens=False) or [""]
    return broken


def figure_text(figure: Figure, *, plain: bool = False) -> str:
    """A figure with its standard error, like `70.8 % ± 0.5` or `5.48 ± 0.01`.

    >>> figure_text(Share(1, 2), plain=True), figure_text(Mean(10, 100, 10))
    ('50.0 % +- 35.4', '1.00 ± 1.00')
    """
    sign = "+-" if plain else "±"
    if isinstance(figure, Share):
        value, error = 100 * figure.estimate, 100 * figure.standard_error
        digits = _digits(error)
        return f"{value:.{digits}f} % {sign} {error:.{digits}f}"
    digits = max(2, _digits(figure.standard_error))
    return f"{figure.mean:.{digits}f} {sign} {figure.standard_error:.{digits}f}"


def setup_statistics_text(figures: Mapping[str, Any], width: int, *, plain: bool = False) -> str:
    """The statistics of one player's setups: what was reached, the totals as bars, the cards."""
    found: dict[str, Figure] = {_SETUP_SHARES[key]: figures[key] for key in _SETUP_SHARES}
    found["total"] = figures["total"]
    found["hand at the end"] = figures["hand_size"]
    found["cards discarded"] = figures["mulligan_cards"]
    found |= {f"units in {arena}": figures["arenas"][arena] for arena in ARENAS}
    lines = labelled_lines(found, plain=plain)
    lines += ["", "  total"]
    lines += share_bars(figures["totals"], width, plain=plain)
    cards = sorted(figures["cards"].items(), key=lambda item: -item[1].hits)
    if cards:
        lines += ["", f"  in play most often (of {len(cards)} units)"]
        lines += share_bars(dict(cards[:_MOST_CARDS]), width, plain=plain)
    return "\n".join(lines) + "\n"


def goldfish_text(figures: Mapping[str, Any], width: int, *, plain: bool = False) -> str:
    """The statistics of a goldfish: opening hands, conditions, setup, and turn by turn."""
    opening = figures["opening"]
    lines = ["opening hand, after the mulligan"]
    shares = {label: opening[key] for key, label in _OPENING_SHARES.items()}
    means = {f"{key} cards": opening[key] for key in (*ARENAS, "unit") if key in opening}
    lines += labelled_lines(
        shares | {"cards discarded": opening["mulligan_cards"]} | means, plain=plain
    )
    if figures["conditions"]:
        lines += ["", "conditions on the opening hand"]
        lines += labelled_lines(dict(figures["conditions"]), plain=plain)
    if figures["setup"] is not None:
        lines += ["", "setup, alone"]
        lines.append(setup_statistics_text(figures["setup"], width, plain=plain).rstrip())
    if figures["by_turn"]:
        lines += ["", "turns (means)"]
        lines += _turn_table(figures["by_turn"])
    return "\n".join(lines) + "\n"


def compared_figures(figures: Mapping[str, Any]) -> dict[str, Figure]:
    """The figures in which two decks are compared, by what they are called."""
    opening = figures["opening"]
    found: dict[str, Figure] = {
        f"opening: {label}": opening[key] for key, label in _OPENING_SHARES.items()
    }
    found |= {f"opening: {text}": share for text, share in figures["conditions"]}
    setup = figures["setup"]
    if setup is not None:
        found |= {f"setup: {label}": setup[key] for key, label in _SETUP_SHARES.items()}
        found["setup: total"] = setup["total"]
    if figures["by_turn"]:
        last = figures["by_turn"][-1]
        turn = f"turn {last['turn']}"
        found[f"{turn}: units"] = last["units"]
        found |= {f"{turn}: units in {arena}": last["arenas"][arena] for arena in ARENAS}
        found[f"{turn}: all arenas"] = last["all_arenas"]
        found[f"{turn}: hand"] = last["hand"]
    return found


DIFFERENCES = (
    "differences of up to three standard errors may be chance; little is less than 0.2 of the "
    "spread of single games, much 0.8 or more"
)
"""What the words of a comparison mean."""


def comparison_text(names: tuple[str, str], differences: Mapping[str, Difference]) -> str:
    """Two decks side by side, with the difference, its error, and how much that is."""
    from deckcheck.show.tables import plain_table

    rows = []
    for label, found in differences.items():
        scale = 100 if isinstance(found.first, Share) else 1
        digits = 1 if scale == 100 else 2  # noqa: PLR2004 - percentages
        numbers = (found.first.value, found.second.value)
        shown = [f"{scale * number:.{digits}f}{' %' * (scale > 1)}" for number in numbers]
        error = (
            f"{scale * found.difference:+.{digits}f} ± {scale * found.standard_error:.{digits}f}"
        )
        rows.append((label, *shown, error, found.words))
    return plain_table(("", *names, "difference", ""), rows)


def _turn_table(turns: Sequence[Mapping[str, Any]]) -> list[str]:
    from deckcheck.show.tables import plain_table

    headers = (
        "turn", "gained", "spent", "lost", "units", *ARENAS, "all arenas", "hand", "library",
        "Force",
    )  # fmt: skip
    rows = []
    for turn in turns:
        points = turn["build_points"]
        means = [points["gained"], points["spent"], points["lost"], turn["units"]]
        means += [turn["arenas"][arena] for arena in ARENAS]
        rows.append(
            (
                str(turn["turn"]),
                *(f"{mean.mean:.2f}" for mean in means),
                f"{100 * turn['all_arenas'].estimate:.1f} %",
                f"{turn['hand'].mean:.2f}",
                f"{turn['library'].mean:.1f}",
                f"{turn['force'].mean:.0f}",
            )
        )
    return [f"  {line}" for line in plain_table(headers, rows).splitlines()]


def labelled_lines(figures: Mapping[str, Figure], *, plain: bool) -> list[str]:
    """Figures with their names before them, a line each."""
    longest = max(map(len, figures), default=0)
    return [
        f"  {label:<{longest}}  {figure_text(figure, plain=plain)}"
        for label, figure in figures.items()
    ]


def share_bars(shares: Mapping[str, Share], width: int, *, plain: bool) -> list[str]:
    """Shares as bars, a line each."""
    labels = max(map(len, shares), default=0)
    room = max(10, min(_BAR, width - labels - 14))
    largest = max((share.estimate for share in shares.values()), default=0.0)
    return [
        f"    {label:<{labels}} {100 * share.estimate:>5.1f} % "
        f"{bar(share.estimate, largest, room, plain=plain)}".rstrip()
        for label, share in shares.items()
    ]


def _digits(error: float) -> int:
    """How many decimals an error makes worth showing: those of its first digit that counts."""
    digits = 1
    while digits < 4 and 0 < error < 10**-digits:  # noqa: PLR2004 - four decimals are enough
        digits += 1
    return digits
