"""Words for conditions, languages and finishes, and the standard word for each.

Grades of four to eight steps map to those of this project (`db.collection.holdings.CONDITIONS`); a
word that is not known stays as it is written. PSA's numbers are those of its words, best first.
"""

from collections.abc import Mapping

from importers.collections.header_words import header_form

_GRADES: Mapping[str, tuple[str, ...]] = {
    "M": (
        "m",
        "mt",
        "mint",
        "gem mint",
        "gm",
        "gem mt",
        "psa 10",
        "psa 9",
        "neu",
        "perfekt",
        "nove",
        "mennyiseg mint",
        "neuf",
        "parfait",
        "perfecto",
        "nuevo",
        "idealny",
        "uj",
    ),
    "NM": (
        "nm",
        "nm mt",
        "psa 8",
        "psa 7",
        "near mint",
        "nearmint",
        "nm m",
        "m nm",
        "near mint mint",
        "fast neu",
        "wie neu",
        "neuwertig",
        "nahezu neu",
        "nahezu neuwertig",
        "jako nova",
        "jako novy",
        "skoro nova",
        "skoro novy",
        "temer nova",
        "temer novy",
        "prawie nowa",
        "prawie idealny",
        "majdnem uj",
        "ujszeru",
        "quasi neuf",
        "casi nuevo",
        "casi perfecto",
    ),
    "EX": (
        "ex",
        "ex mt",
        "psa 6",
        "psa 5",
        "excellent",
        "exc",
        "ausgezeichnet",
        "exzellent",
        "vyborny",
        "vyborna",
        "doskonaly",
        "kivalo",
        "excelente",
        "sehr gut",
        "tres bon",
        "muy bueno",
    ),
    "GD": (
        "gd",
        "vg",
        "very good",
        "vg ex",
        "psa 4",
        "g",
        "good",
        "gut",
        "dobry",
        "dobra",
        "jo",
        "bon",
        "bueno",
    ),
    "LP": (
        "lp",
        "psa 3",
        "sp",
        "lightly played",
        "light played",
        "lightlyplayed",
        "lightplayed",
        "slightly played",
        "good lightly played",
        "leicht gespielt",
        "leicht bespielt",
        "lehce hrana",
        "lekko zagrana",
        "enyhen jatszott",
        "legerement joue",
        "ligeramente jugada",
    ),
    "MP": (
        "mp",
        "psa 2",
        "pl",
        "played",
        "moderately played",
        "moderatelyplayed",
        "gespielt",
        "bespielt",
        "hrana",
        "hrany",
        "zagrana",
        "jatszott",
        "joue",
        "joue modere",
        "jugada",
        "usada",
    ),
    "HP": (
        "hp",
        "fr",
        "fair",
        "psa 1 5",
        "heavily played",
        "heavilyplayed",
        "stark gespielt",
        "stark bespielt",
        "hodne hrana",
        "mocno zagrana",
        "erosen jatszott",
        "tres joue",
        "muy jugada",
    ),
    "D": (
        "d",
        "psa 1",
        "dmg",
        "dm",
        "po",
        "pr",
        "poor",
        "damaged",
        "beschadigt",
        "schlecht",
        "kaputt",
        "poskozena",
        "poskozeny",
        "spatna",
        "uszkodzona",
        "zniszczona",
        "serult",
        "rossz",
        "abime",
        "mauvais",
        "endommage",
        "danada",
        "mala",
        "pobre",
    ),
}

_TONGUES: Mapping[str, tuple[str, ...]] = {
    "en": (
        "en",
        "eng",
        "english",
        "englisch",
        "anglicky",
        "anglictina",
        "angielski",
        "angol",
        "anglais",
        "ingles",
        "us",
        "uk",
        "gb",
    ),
    "de": (
        "de",
        "ger",
        "deu",
        "german",
        "deutsch",
        "nemecky",
        "nemcina",
        "niemiecki",
        "nemet",
        "allemand",
        "aleman",
        "d",
    ),
    "fr": (
        "fr",
        "fra",
        "fre",
        "french",
        "franzosisch",
        "francouzsky",
        "francuski",
        "francia",
        "francais",
        "frances",
        "f",
    ),
    "it": ("it", "ita", "italian", "italienisch", "italsky", "wloski", "olasz", "italien", "italiano"),
    "es": (
        "es",
        "spa",
        "esp",
        "sp",
        "spanish",
        "spanisch",
        "spanelsky",
        "hiszpanski",
        "spanyol",
        "espagnol",
        "espanol",
    ),
    "pt": (
        "pt",
        "por",
        "portuguese",
        "portugiesisch",
        "portugalsky",
        "portugalski",
        "portugal",
        "portugais",
        "portugues",
    ),
    "nl": (
        "nl",
        "dut",
        "nld",
        "dutch",
        "niederlandisch",
        "nizozemsky",
        "holenderski",
        "holland",
        "neerlandais",
        "holandes",
    ),
    "cs": (
        "cs",
        "cz",
        "cze",
        "ces",
        "czech",
        "tschechisch",
        "cesky",
        "cestina",
        "czeski",
        "cseh",
        "tcheque",
        "checo",
    ),
    "pl": (
        "pl",
        "pol",
        "polish",
        "polnisch",
        "polsky",
        "polstina",
        "polski",
        "lengyel",
        "polonais",
        "polaco",
    ),
    "hu": ("hu", "hun", "hungarian", "ungarisch", "madarsky", "wegierski", "magyar", "hongrois", "hungaro"),
    "ru": ("ru", "rus", "russian", "russisch", "rusky", "rosyjski", "orosz", "russe", "ruso"),
    "ja": (
        "ja",
        "jp",
        "jpn",
        "japanese",
        "japanisch",
        "japonsky",
        "japonski",
        "japan",
        "japonais",
        "japones",
    ),
    "ko": ("ko", "kr", "kor", "korean", "koreanisch", "korejsky", "koreanski", "koreai", "coreen", "coreano"),
    "zh": (
        "zh",
        "cn",
        "zhs",
        "chi",
        "chinese",
        "chinese simplified",
        "simplified chinese",
        "s chinese",
        "chinesisch",
        "cinsky",
        "chinski",
        "kinai",
        "chinois",
        "chino",
    ),
    "zh-tw": ("zht", "zh tw", "tw", "chinese traditional", "traditional chinese", "t chinese"),
    "sv": ("sv", "swe", "swedish", "schwedisch"),
    "da": ("da", "dk", "danish", "danisch"),
    "fi": ("fi", "fin", "finnish", "finnisch"),
    "no": ("no", "nor", "norwegian", "norwegisch"),
}

_PLAIN = (
    "",
    "normal",
    "regular",
    "non foil",
    "nonfoil",
    "no",
    "false",
    "0",
    "n",
    "nein",
    "ne",
    "nie",
    "nem",
    "non",
    "ordinary",
    "standard",
    "unfoiled",
    "ohne",
)
_FOIL = (
    "foil",
    "yes",
    "true",
    "1",
    "y",
    "x",
    "ja",
    "j",
    "ano",
    "tak",
    "igen",
    "oui",
    "si",
    "holo",
    "folie",
    "foliert",
    "premium",
    "f",
)
_ETCHED = ("etched", "foil etched", "etched foil")


def _by_word(words: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {word: code for code, many in words.items() for word in many}


GRADES = _by_word(_GRADES)
TONGUES = _by_word(_TONGUES)
FINISHES = dict.fromkeys(_PLAIN, "") | dict.fromkeys(_FOIL, "foil") | dict.fromkeys(_ETCHED, "etched")


def read_condition(text: str) -> str:
    """The standard word for a condition, or the text as it is written.

    >>> [read_condition(text) for text in ("Near Mint", "leicht gespielt", "PSA 9", "BGS 9.5")]
    ['NM', 'LP', 'M', 'BGS 9.5']
    """
    return GRADES.get(header_form_whole(text), text.strip())


def read_language(text: str) -> str:
    """The code of a language, or the text as it is written, in lower case.

    >>> read_language("Deutsch"), read_language("GER"), read_language("Klingon")
    ('de', 'de', 'klingon')
    """
    return TONGUES.get(header_form_whole(text), text.strip().lower())


def read_finish(text: str) -> str:
    """Foil, etched, the empty text for the ordinary finish, or the text in lower case.

    >>> read_finish("Yes"), read_finish("Non-Foil"), read_finish("Cold Foil")
    ('foil', '', 'cold foil')
    """
    return FINISHES.get(header_form_whole(text), text.strip().lower())


def header_form_whole(text: str) -> str:
    """The form in which such words are compared; text in parentheses counts.

    >>> header_form_whole("Good (Lightly Played)")
    'good lightly played'
    """
    return header_form(text.replace("(", " ").replace(")", " "))
