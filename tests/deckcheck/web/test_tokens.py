"""The colours of the page: words can be read, and what colours tell apart the colour-blind see apart."""

import re
from itertools import combinations
from pathlib import Path

import pytest

import deckcheck

CSS = Path(deckcheck.__file__).parent / "web" / "static"
TOKENS = (CSS / "tokens.css").read_text()
COLOUR = re.compile(r"--([a-z-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;")
STATED = COLOUR.findall(TOKENS)
SCHEMES = {
    "light": {name: light for name, light, _ in STATED},
    "dark": {name: dark or light for name, light, dark in STATED},
}

SURFACES = ("back", "panel", "shade")
WORDS = ("front", "soft", "accent", "good", "bad", "open")
HUES = ("indigo", "ochre", "teal", "rust", "plum", "olive", "navy", "grey")
SIDES = ("blue", "red", "grey")
APART = 14.0
"""The least distance of two colours in CIE L*a*b*; 2.3 is just seen, side by side."""

# Machado, Oliveira and Fernandes (2009), at full severity, for linear RGB.
SEEN = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def times(matrix: tuple[tuple[float, ...], ...], values: list[float]) -> list[float]:
    return [sum(one * value for one, value in zip(row, values, strict=True)) for row in matrix]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((times(TO_XYZ, linear(colour))[1] for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, seen: str) -> tuple[float, float, float]:
    rgb = [min(1.0, max(0.0, part)) for part in times(SEEN[seen], linear(colour))]
    x, y, z = (part / white for part, white in zip(times(TO_XYZ, rgb), WHITE, strict=True))
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_words_have_a_contrast_of_4_5_and_marks_of_3(scheme: str) -> None:
    colours = SCHEMES[scheme]
    pairs = [(word, surface) for word in WORDS for surface in SURFACES]
    pairs += [(word, f"{word}-tint") for word in ("good", "bad", "open")]
    pairs += [(word, f"{tint}-tint") for word in ("front", "soft") for tint in ("good", "bad", "open")]
    pairs += [
        ("on-accent", "accent"),
        *(("on-deep", f"deep-{hue}") for hue in ("blue", "red", "grey", "plum")),
    ]
    low = [pair for pair in pairs if contrast(*map(colours.get, pair)) < 4.5]  # type: ignore[arg-type]
    marks = [(mark, surface) for mark in {*HUES, *SIDES, "edge"} for surface in SURFACES[:2]]
    low += [pair for pair in marks if contrast(*map(colours.get, pair)) < 3]  # type: ignore[arg-type]
    assert not low


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_colours_that_tell_something_apart_are_apart_for_everybody(scheme: str, seen: str) -> None:
    """Verdicts, sides and types have a word or a sign beside the colour as well."""
    colours = SCHEMES[scheme]
    close = []
    for group in (HUES, SIDES, ("good", "open"), ("bad", "open")):
        for one, other in combinations(group, 2):
            apart = sum(
                (a - b) ** 2 for a, b in zip(lab(colours[one], seen), lab(colours[other], seen), strict=True)
            )
            if apart**0.5 < APART:
                close.append((one, other, round(apart**0.5, 1)))
    assert not close


def test_only_the_tokens_state_colours() -> None:
    stated = re.findall(r"#[0-9a-f]{3,6}\b|rgb\([^)]*\)", (CSS / "page.css").read_text())
    assert set(stated) <= {"#fff", "#000", "rgb(0 0 0 / 45%)"}  # paper, and what lies behind a dialog


def test_every_token_is_used() -> None:
    used = set(re.findall(r"var\(--([a-z-]+)", (CSS / "page.css").read_text()))
    assert set(re.findall(r"--([a-z-]+):", TOKENS)) == used - {"hue", "deep"}


def test_the_style_sheet_has_a_declaration_a_line_and_no_class_that_nothing_has() -> None:
    web = CSS.parent
    sheet = re.sub(r"/\*.*?\*/", "", (CSS / "page.css").read_text(), flags=re.DOTALL)
    lines = [line.strip() for line in sheet.splitlines()]
    assert [line for line in lines if line.count(";") > 1 or re.search(r"\{.*[^{]$", line)] == []
    used = "".join(
        file.read_text(encoding="utf-8") for file in web.rglob("*") if file.suffix in {".html", ".js", ".py"}
    )
    stated = set(re.findall(r"[.#]([a-zA-Z][\w-]*)", re.sub(r"\{[^{}]*\}", "", sheet)))
    words = {*re.findall(r"\w+", used)}
    unused = {name for name in stated - words if not re.search(rf"\b{re.escape(name)}\b", used)}
    assert {name.removeprefix("hue-") for name in unused} <= {*HUES, *SIDES}
