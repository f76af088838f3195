"""The spelling of card lists: the known sides, types, rarities and tags, and corrections.

A `fixed_` function gives the proper form of what is plainly meant, and other text unchanged.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from db.texts import words

SIDE_LETTERS = ("L", "D", "N", "Y")
SIDE_WORDS = ("light", "dark", "neutral", "yuuzhan-vong")
ARENAS = ("Space", "Ground", "Character")
ARENA_GROUPS = (*ARENAS, "Space/Ground", "Space/Character", "Ground/Character", "Space/Ground/Character")
TYPES = (
    *ARENA_GROUPS,
    "Battle",
    "Mission",
    "Mission - Trap",
    "Mission - Campaign",
    "Location",
    "Equipment",
    "Resource",
    "Event",
    "Subordinate",
    "Reminder",
)
PLACED = ("Location", "Equipment", "Subordinate")
"""The types whose subtype begins with an arena."""
RARITIES = ("C", "U", "R", "P", "S", "L")
TAGS = words("WOTC REP CW REB NEW RES LEG TOR EP123 EP456 EP789 STAND NJO MV YV COL5 VB VR WB WR")
LIST_TAGS = {
    "VB": ("banned", "Vintage"),
    "VR": ("restricted", "Vintage"),
    "WB": ("banned", "WOTC"),
    "WR": ("restricted", "WOTC"),
}
"""The tags that state a ban or restriction."""
STATS = ("cost", "speed", "power", "health")

DASHES = "‐‑‒–—―−"
QUOTES = {"‘": "'", "’": "'", "‛": "'", "´": "'", "`": "'", "“": '"', "”": '"', "„": '"'}
ODD_BLANKS = "\u00a0\u00ad\u2000\u2001\u2002\u2003\u2009\u200a\u200b\u202f\u3000\ufeff"

_REPRINTS = ("Preview", "Starter", "LEGO", "Promo")
_REPRINT = re.compile(r"(promo)(?:([ -]?)(\d+|film|alt))?|preview|starter|lego", re.IGNORECASE)
_VERSION = re.compile(r"[A-Z]\d?", re.IGNORECASE)
_BARE_VERSION = re.compile(r"(?<=[^\s()]) ([A-Z]2?)$")
"""No version has another digit so far; `Prototype B6` is a name."""
_ROMAN = ("I", "V", "X")
_LONGEST_NAME = 300
"""The longest name that is searched for groups, which could take for ever."""
_UNCLOSED = re.compile(r"\(([^()]*?)\s*(?=\()|\(([^()]*)$")
_GROUP = re.compile(r"\(([^()]*)\)")
_MARKER = re.compile(r"\*{0,2}(BANNED|RESTRICTED)\b\*{0,2}(?:\s*(:)\s*(\w+)|\s+in\s+(\w+))?[\s,.]*")
_LIKE_A_MARKER = re.compile(r"\*+\s*\S+|BAN\w*|RESTR\w*")


@dataclass(frozen=True, slots=True)
class Marker:
    """A ban or restriction stated in a list; `standard` markers look like `*BANNED:Standard`."""

    status: str
    format: str | None
    text: str
    standard: bool


_PLAIN_BLANKS = dict.fromkeys(map(ord, ODD_BLANKS), " ")
_HYPHENS = dict.fromkeys(map(ord, DASHES), "-")
_KEPT = 10_000
"""How many corrected texts are kept: a list asks for each several times."""


def fixed_blanks(text: str) -> str:
    """The text with single plain blanks, and none at its ends."""
    return " ".join(text.translate(_PLAIN_BLANKS).split())


def fixed_dashes(text: str) -> str:
    """The text with hyphens in place of all kinds of dashes.

    >>> fixed_dashes("Mission – Trap")
    'Mission - Trap'
    """
    return text.translate(_HYPHENS)


def fixed_number(text: str) -> str:
    """A whole number without the decimals that a spreadsheet adds.

    >>> fixed_number("60.0"), fixed_number("X"), fixed_number(" ")
    ('60', 'X', '')
    """
    return re.sub(r"^(\d+)[.,]0*$", r"\1", text.strip())


@lru_cache(_KEPT)
def fixed_type(text: str) -> str:
    """The known type that is meant, or the text with its blanks corrected.

    >>> fixed_type("Mission  –Campaign"), fixed_type("Ground/Space"), fixed_type("Missions")
    ('Mission - Campaign', 'Space/Ground', 'Mission')
    """
    plain = re.sub(r"\s*-\s*", " - ", fixed_blanks(fixed_dashes(text)))
    arenas = {part.strip().title() for part in plain.split("/")}
    if arenas <= set(ARENAS):
        return "/".join(arena for arena in ARENAS if arena in arenas)
    for known in TYPES:
        if plain.casefold() in (known.casefold(), f"{known.casefold()}s"):
            return known
    return plain


def fixed_subtype(text: str) -> str:
    """The subtype line with ` - ` between its groups.

    >>> fixed_subtype("Character -Skill"), fixed_subtype("Jedi Knight –  X-wing Pilot")
    ('Character - Skill', 'Jedi Knight - X-wing Pilot')
    """
    plain = fixed_blanks(fixed_dashes(text))
    return re.sub(r"(?:\s+-+\s*|\s*-+\s+)+", " - ", plain).removeprefix("- ").removesuffix(" -")


def name_slips(name: str) -> Iterator[tuple[str, str]]:
    """Yields the errors in the form of a name: the code, and the name with that error fixed.

    >>> dict(name_slips("Chewbacca's Bowcaster (Starter) (A)"))
    {'name-order': "Chewbacca's Bowcaster (A) (Starter)"}
    """
    text = fixed_blanks(name)
    if len(text) > _LONGEST_NAME:
        return
    steps = (
        ("name-unbalanced", _balanced),
        ("name-blank", _spaced),
        ("name-parentheses", _bracketed),
        ("name-case", _cased),
        ("name-order", _ordered),
    )
    for code, fix in steps:
        fixed = fix(text)
        if fixed != text:
            yield code, fixed
        text = fixed


@lru_cache(_KEPT)
def fixed_name(name: str) -> str:
    """The name in its proper form.

    >>> fixed_name("501st Legion(e)"), fixed_name("Axe Woves A"), fixed_name("Malachor V")
    ('501st Legion (E)', 'Axe Woves (A)', 'Malachor V')
    """
    return [fixed_blanks(name), *(fixed for _, fixed in name_slips(name))][-1]


def name_groups(name: str) -> tuple[str, ...]:
    """The groups in parentheses of a name that are neither version nor reprint mark.

    >>> name_groups("Stormtrooper (Subordinate)"), name_groups("Yoda (A) (Promo 2)")
    (('Subordinate',), ())
    """
    groups = _GROUP.findall(name)
    return tuple(g for g in groups if not _VERSION.fullmatch(g) and not _REPRINT.fullmatch(g))


def parse_markers(usage: str) -> tuple[tuple[Marker, ...], tuple[str, ...]]:
    """The bans and restrictions at the beginning of rulings, and texts that only look like one.

    >>> [(m.status, m.format) for m in parse_markers("*BANNED:Standard | Some ruling.")[0]]
    [('banned', 'Standard')]
    >>> parse_markers("*BANED:Standard")
    ((), ('*BANED:Standard',))
    """
    found, odd = [], []
    for piece in usage.split("|"):
        rest = piece.strip()
        while match := _MARKER.match(rest):
            status, colon, after_colon, after_in = match.groups()
            text = match.group().strip()
            standard = bool(colon) and text.startswith("*") and not text.startswith("**")
            found.append(Marker(status.lower(), after_colon or after_in, text, standard))
            rest = rest[match.end() :]
        if odd_one := _LIKE_A_MARKER.match(rest):
            odd.append(odd_one.group())
    return tuple(found), tuple(odd)


def _balanced(name: str) -> str:
    """`Lucien Draay (B (Promo)` with the parenthesis that is missing."""
    closed = _UNCLOSED.sub(lambda m: f"({m[1]}) " if m[1] is not None else f"({m[2]})", name)
    return closed if closed.count("(") >= closed.count(")") else closed.replace("))", ")")


def _spaced(name: str) -> str:
    """`501st Legion(E)` and `Sebulba 's Podracer` with their blanks right."""
    blank_before = re.sub(r"(?<=[^\s(])\(", " (", name)
    blank_after = re.sub(r"\)(?=[^\s),.!?'])", ") ", blank_before)
    inside = re.sub(r"\(\s+|\s+\)", lambda m: m.group().strip(), blank_after)
    return re.sub(r"\s+(?='s\b)", "", inside)


def _bracketed(name: str) -> str:
    """`Axe Woves A` and `Some Cruiser Starter` with parentheses; Roman numerals are let be."""
    for word in _REPRINTS:
        name = re.sub(rf"(?<=[^\s(]) {word}$", f" ({word})", name)
    version = _BARE_VERSION.search(name) if "(" not in name else None
    if version and version[1] not in _ROMAN:
        return f"{name[: version.start()]} ({version[1]})"
    return name


def _cased(name: str) -> str:
    """Versions in capitals, and reprint marks as they are usually written."""

    def cased(match: re.Match[str]) -> str:
        """One group in its usual case, if it is a version or a reprint mark."""
        word = match[1]
        if _VERSION.fullmatch(word):
            return f"({word.upper()})"
        if not (mark := _REPRINT.fullmatch(word)):
            return match[0]
        if not mark[1]:
            return f"({'LEGO' if word.lower() == 'lego' else word.title()})"
        kind = {"film": "Film", "alt": "alt"}.get((mark[3] or "").lower(), mark[3] or "")
        return f"(Promo{mark[2] or ''}{kind})"

    return _GROUP.sub(cased, name)


def _ordered(name: str) -> str:
    """The reprint marks after the version."""
    ending = re.search(r"(?:\s*\([^()]*\))+$", name)
    if ending is None:
        return name
    groups = _GROUP.findall(ending[0])
    ordered = sorted(groups, key=lambda group: _REPRINT.fullmatch(group) is not None)
    if ordered == groups:
        return name
    return " ".join([name[: ending.start()], *(f"({group})" for group in ordered)])
