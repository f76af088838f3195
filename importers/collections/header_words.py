"""What the columns of a collection are called, in seven languages, and in which field each belongs.

English, German, Czech, Polish, Hungarian, French, Spanish; compared without case and accents.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from importers.text import without_zero_width

FIELDS: Mapping[str, str] = {
    "quantity": "copies owned",
    "dice": "dice owned, in games whose cards have them",
    "name": "the card, perhaps with its version letter",
    "subtitle": "the subtitle of the card alone",
    "version": "the version letter alone",
    "set": "the set, by code or name",
    "set_code": "the set by its code",
    "set_name": "the set by its name",
    "number": "the number in the set",
    "image_key": "the image key of LackeyCCG",
    "condition": "the grade of condition",
    "language": "the language",
    "finish": "foil, etched or ordinary",
    "location": "folder, binder or box",
    "for_trade": "how many of the copies are for trade",
    "notes": "anything else worth noting",
    "acquired_on": "the day on which the copies came in",
    "price": "what was paid for a copy",
    "currency": "the currency of the price",
    "choice": "the card that you chose for a row that was unsure",
    "mode": "add or set, as the import was meant",
    "printing_id": "our key of the printing",
    "card_id": "our key of the card",
    "extra": "kept as it is and written back",
    "ignore": "left out",
}
"""The fields that a column may be mapped to, with what each means."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "quantity": (
        "quantity", "qty", "count", "copies", "amount", "owned", "number of copies", "have", "q ty",
        "total quantity", "cards", "pieces", "pcs",
        "anzahl", "menge", "stuck", "stuckzahl", "bestand", "exemplare", "stk", "anz",
        "pocet", "mnozstvi", "kusu", "ks", "pocet kusu", "kusy",
        "ilosc", "liczba", "sztuk", "szt", "sztuki", "liczba sztuk",
        "darab", "darabszam", "mennyiseg", "db",
        "quantite", "nombre", "qte", "exemplaires", "nb", "nombre d exemplaires",
        "cantidad", "unidades", "copias", "cant", "numero de copias",
    ),
    "name": (
        "name", "card name", "card", "cardname", "product name", "title", "card title",
        "karte", "kartenname", "name der karte", "bezeichnung", "titel",
        "nazev", "nazev karty", "karta", "jmeno", "jmeno karty",
        "nazwa", "nazwa karty",
        "nev", "kartya", "kartya neve", "kartyanev", "lap neve", "megnevezes",
        "nom", "carte", "nom de la carte", "intitule",
        "nombre de la carta", "carta", "titulo", "nombre carta",
        "objective set", "objective", "objective title",
    ),
    "dice": (
        "dice", "dice owned", "number of dice", "wurfel", "anzahl wurfel", "kostky", "kosci",
        "kockak", "nombre de des", "dados",
    ),
    "subtitle": ("subtitle", "card subtitle", "untertitel", "podtytul", "sous titre", "subtitulo"),
    "version": (
        "version", "version letter", "ver", "fassung", "verze", "wersja", "verzio", "versione",
    ),
    "set_code": (
        "set code", "setcode", "edition code", "code", "expansion code", "abbreviation", "set id",
        "setkurzel", "kurzel", "set kurzel", "editionscode", "kod", "kod setu", "kod edice",
        "zkratka", "kod edycji", "kod dodatku", "skrot", "kiadas kod", "keszlet kod", "szett kod",
        "code extension", "code de l extension", "code edition", "codigo", "codigo de edicion",
        "codigo de expansion",
    ),
    "set_name": (
        "set name", "setname", "edition name", "expansion name", "name of the set",
        "name des sets", "editionsname", "nazev setu", "nazev edice", "nazwa edycji",
        "nazwa dodatku", "kiadas neve", "szett neve", "nom de l extension", "nombre de la edicion",
        "nombre de la expansion",
    ),
    "set": (
        "set", "edition", "expansion", "series", "erweiterung", "ausgabe", "serie",
        "edice", "sada", "edycja", "dodatek", "zestaw", "kiadas", "keszlet", "szett", "sorozat",
        "extension", "edicion", "coleccion", "expansion set",
        "product", "pack", "produkt", "produit", "producto", "termek",
    ),
    "number": (
        "number", "card number", "collector number", "no", "nr", "num", "card no", "collector no",
        "card nr", "cn",
        "nummer", "kartennummer", "sammlernummer", "karten nr", "lfd nr",
        "cislo", "cislo karty", "cislo v setu",
        "numer", "numer karty", "nr karty", "kartya szama", "sorszam", "szam",
        "numero", "numero de carte", "numero de carta", "n",
    ),
    "image_key": ("image key", "image", "imagefile", "image file", "imagekey", "lackey image"),
    "condition": (
        "condition", "cond", "grade", "grading", "state", "quality",
        "zustand", "erhaltung", "erhaltungszustand", "qualitat",
        "stav", "kvalita", "stan", "jakosc", "stan karty", "allapot", "minoseg",
        "etat", "qualite", "estado", "condicion", "calidad",
    ),
    "language": (
        "language", "lang", "sprache", "jazyk", "jezyk", "nyelv", "langue", "idioma", "lengua",
    ),
    "finish": (
        "finish", "foil", "is foil", "isfoil", "printing", "holo", "foiling", "ausfuhrung",
        "folie", "foliert", "folia", "foliowa", "foiles", "folias", "brillante", "premium",
    ),
    "location": (
        "location", "folder", "binder", "box", "folder name", "storage", "place", "shelf", "album",
        "ort", "lager", "lagerort", "ordner", "mappe", "aufbewahrung", "standort", "kiste",
        "fach", "regal", "schublade", "schachtel", "karton",
        "umisteni", "slozka", "krabice", "poradac", "misto",
        "miejsce", "lokalizacja", "klaser", "pudelko", "segregator",
        "hely", "tarolo", "doboz", "mappa", "helye",
        "emplacement", "classeur", "boite", "lieu", "ubicacion", "carpeta", "caja", "archivador",
        "lugar",
    ),
    "for_trade": (
        "for trade", "tradelist count", "trade quantity", "trade", "trades", "tradelist",
        "tauschanzahl", "zum tausch", "tausch", "tauschbar", "zu tauschen",
        "na vymenu", "k vymene", "vymena", "na wymiane", "do wymiany", "cserelheto", "cserere",
        "csere", "a echanger", "echange", "para cambio", "cambio", "intercambio",
    ),
    "notes": (
        "notes", "note", "comment", "comments", "remark", "remarks",
        "bemerkung", "bemerkungen", "notiz", "notizen", "anmerkung", "kommentar",
        "poznamka", "poznamky", "komentar", "uwagi", "notatki", "komentarz",
        "megjegyzes", "jegyzet", "remarque", "remarques", "commentaire",
        "notas", "comentario", "comentarios", "observaciones",
    ),
    "acquired_on": (
        "acquired", "acquired on", "date", "date bought", "date added", "purchase date", "bought",
        "date acquired", "bought on",
        "datum", "gekauft", "gekauft am", "kaufdatum", "erworben am", "seit",
        "datum nakupu", "koupeno", "porizeno", "data", "data zakupu", "kupiono", "nabyto",
        "datum beszerzes", "vasarlas", "beszerezve", "vasarlas datuma", "date d achat", "achete le",
        "fecha", "fecha de compra", "comprado",
    ),
    "price": (
        "price", "paid", "price paid", "purchase price", "price bought", "my price", "cost paid",
        "preis", "kaufpreis", "bezahlt", "einkaufspreis", "wert",
        "cena", "porizovaci cena", "nakupni cena", "cena zakupu", "zaplaceno", "ar", "vetelar",
        "beszerzesi ar", "prix", "prix d achat", "prix paye",
        "precio", "precio de compra", "pagado",
    ),
    "currency": (
        "currency", "purchase price currency", "wahrung", "mena", "waluta", "penznem", "devise",
        "monnaie", "moneda", "divisa",
    ),
    "choice": ("your choice",),
    "mode": ("import mode",),
}  # fmt: skip
"""The words for each field; where a header holds several of one field, the earlier word counts."""

_OF_THE_OWNER = frozenset({"owned", "have", "bestand", "total quantity", "cards", "nombre"})
COUNTS = frozenset(WORDS["quantity"]) - _OF_THE_OWNER
"""Words for the number of copies in a deck: not those that say what its owner has."""

_TOTALS = re.compile(
    r"(?:(?:grand|sub|in|im|en) )?"
    r"(?:total|totals|totale|totaux|sum|subtotal|summe|zwischensumme|gesamt|gesamtsumme|insgesamt|"
    r"gesamtzahl|celkem|soucet|razem|suma|lacznie|osszesen|osszeg|somme)"
    r"(?: (?:cards|copies|karten|karet|kart|kartya|lap|cartes|cartas|general|owned|of cards|der "
    r"karten|number|value|wert|stuck|ks|szt|db|of|de|all|\d+))*"
)

_MAYBE_TOTAL = re.compile(
    r"\W*(?:grand|sub|in |im |en |tot|sum|zwi|ges|ins|cel|sou|raz|[łl][ąa]c|[öo]ss|som)",
    re.IGNORECASE,
)
"""What the labels of totals begin with; most texts need no closer look."""


@lru_cache(maxsize=1000)
def header_form(text: str) -> str:
    """The form in which headers are compared: without case, accents, signs and units.

    >>> header_form(" Množství (ks): "), header_form("Set_Code"), header_form("#"), header_form("№")
    ('mnozstvi', 'set code', 'number', 'no')
    """
    if text.strip() in {"#", "Nº", "N°"}:
        return "number"
    plain = re.sub(r"\([^)]*\)|\[[^]]*\]", " ", text) if len(text) > 2 else text  # noqa: PLR2004
    if not plain.isascii():
        plain = without_zero_width(plain).replace("ł", "l").replace("Ł", "L")
    decomposed = unicodedata.normalize("NFKD", plain)
    letters = "".join(c if c.isalnum() else " " for c in decomposed if not unicodedata.combining(c))
    return " ".join(letters.casefold().split())


def is_total(text: str) -> bool:
    """Whether a text is the label of a line of totals.

    >>> is_total("Summe:"), is_total("Total cards: 214"), is_total("Total Surprise")
    (True, True, False)
    """
    return _MAYBE_TOTAL.match(text) is not None and _TOTALS.fullmatch(header_form(text)) is not None
