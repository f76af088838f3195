"""The names of the columns of a collection, in many languages, and the field of each.

English, German, Czech, Polish, Hungarian, French, Spanish, Italian, Portuguese, Russian, Chinese;
compared without case and accents. Words for copies and totals, which lists have too, are those of
`importers.heading_words`.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from importers.heading_words import words_for
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
    "wanted": "copies wanted in all, in a sheet of wants",
    "notes": "anything else worth noting",
    "acquired_on": "the day on which the copies came in",
    "price": "what was paid for a copy",
    "currency": "the currency of the price",
    "choice": "the card that you chose for a row that was unsure",
    "mode": "add or set, as the import was meant",
    "holds": "owned, wants or for trade, as the row was meant",
    "printing_id": "our key of the printing",
    "card_id": "our key of the card",
    "extra": "kept as it is and written back",
    "ignore": "left out",
}
"""The fields that a column may be mapped to, with what each means."""

_SPELT: Mapping[str, tuple[str, ...]] = {
    "quantity": (
        "quantity", "qty", "count", "copies", "amount", "owned", "number of copies", "have", "q ty",
        "total quantity", "cards", "pieces", "pcs",
        "de=Anzahl", "menge", "stuck", "stuckzahl", "bestand", "exemplare", "stk", "anz",
        "cs=Počet", "pocet ks", "mnozstvi", "kusu", "ks", "pocet kusu", "kusy",
        "pl=Ilość", "liczba", "sztuk", "szt", "sztuki", "liczba sztuk",
        "hu=Darab", "darabszam", "mennyiseg", "db",
        "fr=Quantité", "nombre", "qte", "exemplaires", "nb", "nombre d exemplaires",
        "es=Cantidad", "unidades", "copias", "cant", "numero de copias",
        "quantita", "numero di copie", "quantidade", "qtd", "qtde", "количество", "кол во",
        "数量", "张数",
    ),
    "name": (
        "name", "card name", "card", "cardname", "product name", "title", "card title",
        "karte", "de=Kartenname", "name der karte", "bezeichnung", "titel",
        "nazev", "cs=Název karty", "karta", "jmeno", "jmeno karty",
        "nazwa", "pl=Nazwa karty",
        "nev", "kartya", "hu=Kártya neve", "kartyanev", "lap neve", "megnevezes",
        "nom", "carte", "fr=Nom de la carte", "intitule",
        "es=Nombre de la carta", "carta", "titulo", "nombre carta",
        "nome", "nome della carta", "nome carta", "nome da carta", "название", "название карты",
        "имя", "карта", "卡牌", "名称", "卡名", "牌名",
        "objective set", "objective", "objective title",
    ),
    "dice": (
        "dice", "dice owned", "number of dice", "de=Würfel", "anzahl wurfel", "cs=Kostky",
        "pl=Kości", "dadi", "dados", "кубики", "骰子",
        "hu=Kockák", "fr=Nombre de dés", "es=Dados",
    ),
    "subtitle": ("subtitle", "card subtitle", "untertitel", "podtytul", "sous titre", "subtitulo"),
    "version": (
        "version", "version letter", "ver", "fassung", "verze", "wersja", "verzio", "versione",
        "versao", "версия", "版本",
    ),
    "set_code": (
        "set code", "setcode", "edition code", "code", "expansion code", "abbreviation", "set id",
        "setkurzel", "de=Kürzel", "set kurzel", "editionscode", "kod", "cs=Kód setu", "kod edice",
        "zkratka", "kod edycji", "pl=Kod dodatku", "skrot", "kiadas kod", "keszlet kod",
        "hu=Szett kód",
        "code extension", "fr=Code de l'extension", "code edition", "codigo", "codigo de edicion",
        "es=Código de expansión", "codice", "codice espansione", "codigo da edicao", "код",
        "код сета",
    ),
    "set_name": (
        "set name", "setname", "edition name", "expansion name", "name of the set",
        "de=Name des Sets", "editionsname", "cs=Název setu", "nazev edice", "nazwa edycji",
        "pl=Nazwa dodatku", "kiadas neve", "hu=Szett neve", "fr=Nom de l'extension",
        "nombre de la edicion",
        "es=Nombre de la expansión", "nome espansione", "nome dell espansione", "nome da edicao",
        "название сета", "系列名称",
    ),
    "set": (
        "set", "edition", "expansion", "series", "erweiterung", "ausgabe", "serie",
        "edice", "sada", "edycja", "dodatek", "zestaw", "kiadas", "keszlet", "szett", "sorozat",
        "extension", "edicion", "coleccion", "expansion set",
        "espansione", "edizione", "edicao", "expansao", "colecao", "сет", "выпуск", "набор",
        "系列", "扩展",
        "product", "pack", "produkt", "produit", "producto", "termek",
    ),
    "number": (
        "number", "card number", "collector number", "no", "nr", "num", "card no", "collector no",
        "card nr", "cn",
        "de=Nummer", "kartennummer", "sammlernummer", "karten nr", "lfd nr",
        "cs=Číslo", "cislo karty", "cislo v setu",
        "pl=Numer", "numer karty", "nr karty", "kartya szama", "hu=Sorszám", "szam",
        "fr=Numéro", "numero de carte", "es=Número de carta", "n", "numero carta",
        "номер", "编号", "卡号",
    ),
    "image_key": ("image key", "image", "imagefile", "image file", "imagekey", "lackey image"),
    "condition": (
        "condition", "cond", "grade", "grading", "state", "quality",
        "de=Zustand", "erhaltung", "erhaltungszustand", "qualitat",
        "cs=Stav", "kvalita", "pl=Stan", "jakosc", "stan karty", "hu=Állapot", "minoseg",
        "fr=État", "qualite", "es=Estado", "condicion", "calidad",
        "condizione", "condizioni", "stato", "condicao", "состояние", "品相",
    ),
    "language": (
        "language", "lang", "de=Sprache", "cs=Jazyk", "pl=Język", "hu=Nyelv", "fr=Langue",
        "es=Idioma", "lengua", "lingua", "язык", "语言",
    ),
    "finish": (
        "finish", "foil", "is foil", "isfoil", "printing", "holo", "foiling", "de=Ausführung",
        "folie", "foliert", "folia", "foliowa", "foiles", "folias", "brillante", "premium",
        "cs=Provedení", "pl=Wykończenie", "hu=Kivitel", "fr=Finition", "es=Acabado",
        "finitura", "acabamento", "фойл", "闪卡",
    ),
    "location": (
        "location", "folder", "binder", "box", "folder name", "storage", "place", "shelf", "album",
        "ort", "lager", "de=Lagerort", "ordner", "mappe", "aufbewahrung", "standort", "kiste",
        "fach", "regal", "schublade", "schachtel", "karton",
        "cs=Umístění", "slozka", "krabice", "poradac", "misto",
        "pl=Miejsce", "lokalizacja", "klaser", "pudelko", "segregator",
        "hu=Hely", "tarolo", "doboz", "mappa", "helye",
        "fr=Emplacement", "classeur", "boite", "lieu", "es=Ubicación", "carpeta", "caja",
        "archivador",
        "lugar", "posizione", "scatola", "raccoglitore", "local", "localizacao", "место",
        "коробка", "位置",
    ),
    "for_trade": (
        "for trade", "tradelist count", "trade quantity", "trade", "trades", "tradelist",
        "tauschanzahl", "de=Zum Tausch", "tausch", "tauschbar", "zu tauschen",
        "cs=Na výměnu", "k vymene", "vymena", "pl=Na wymianę", "do wymiany", "cserelheto",
        "hu=Cserére",
        "csere", "fr=À échanger", "echange", "es=Para cambio", "cambio", "intercambio",
        "da scambiare", "scambio", "para troca", "troca", "на обмен", "обмен", "交换",
    ),
    "wanted": (
        "wanted", "want", "wants", "gesucht", "chci", "shanim", "hledam", "szukam", "keresem",
        "keresett", "recherche", "busco", "cerco", "procuro",
    ),
    "notes": (
        "notes", "note", "comment", "comments", "remark", "remarks",
        "bemerkung", "de=Bemerkungen", "notiz", "notizen", "anmerkung", "kommentar",
        "poznamka", "cs=Poznámky", "komentar", "pl=Uwagi", "notatki", "komentarz",
        "hu=Megjegyzés", "jegyzet", "remarque", "fr=Remarques", "commentaire",
        "es=Notas", "comentario", "comentarios", "observaciones",
        "osservazioni", "commento", "notas", "observacoes", "примечания", "заметки", "备注",
    ),
    "acquired_on": (
        "acquired", "acquired on", "date", "date bought", "date added", "purchase date", "bought",
        "date acquired", "bought on",
        "datum", "gekauft", "de=Gekauft am", "kaufdatum", "erworben am", "seit",
        "cs=Datum nákupu", "koupeno", "porizeno", "data", "pl=Data zakupu", "kupiono", "nabyto",
        "datum beszerzes", "vasarlas", "beszerezve", "hu=Vásárlás dátuma", "fr=Date d'achat",
        "achete le",
        "fecha", "es=Fecha de compra", "comprado",
        "data acquisto", "data di acquisto", "data da compra", "дата", "дата покупки", "日期",
    ),
    "price": (
        "price", "paid", "price paid", "purchase price", "price bought", "my price", "cost paid",
        "preis", "de=Kaufpreis", "bezahlt", "einkaufspreis", "wert",
        "cena", "porizovaci cena", "cs=Nákupní cena", "pl=Cena zakupu", "zaplaceno", "ar",
        "hu=Vételár",
        "beszerzesi ar", "prix", "fr=Prix d'achat", "prix paye",
        "precio", "es=Precio de compra", "pagado", "prezzo", "preco", "цена", "价格",
        "price each", "unit price", "price per copy", "price per card", "stuckpreis",
        "preis pro stuck", "preis je stuck", "preis stuck", "einzelpreis", "cena ks", "cena za ks",
        "cena za kus", "cena za sztuke", "cena szt", "egysegar", "ar db", "darabar",
        "prix unitaire", "precio unitario", "prezzo unitario", "preco unitario",
    ),
    "currency": (
        "currency", "purchase price currency", "de=Währung", "cs=Měna", "pl=Waluta", "hu=Pénznem",
        "fr=Devise",
        "monnaie", "es=Moneda", "divisa", "valuta", "moeda", "валюта", "货币",
    ),
    "choice": ("your choice",),
    "mode": ("import mode",),
}  # fmt: skip
"""The words for each field; with a language before it, the header of its column in our exports."""

_RARITY = (
    "de=Seltenheit", "cs=Vzácnost", "pl=Rzadkość", "hu=Ritkaság", "fr=Rareté", "es=Rareza",
)  # fmt: skip
"""A column of our exports that is not read."""

_OF_THE_OWNER = frozenset({"owned", "have", "bestand", "total quantity", "cards", "nombre"})


def _either(means: str) -> str:
    """The words with a meaning as alternatives of a pattern, the longest first."""
    return "|".join(sorted(map(re.escape, words_for(means)), key=len, reverse=True))


def _beginnings(means: str) -> str:
    """The first letters of the words with a meaning, with accents that people write on them."""
    return "|".join(sorted({word[:3].replace("o", "[oö]") for word in words_for(means)}))


_TOTALS = (
    r"(?:(?:grand|sub|in|im|en) )?"
    r"(?:\d+ )?(?:totals|totaux|subtotal|zwischensumme|gesamtsumme|insgesamt|gesamtzahl|lacznie|"
    rf"osszeg|somme|{_either('total')})"
    r"(?: (?:cards|karten|kartya|cartes|cartas|general|owned|of cards|der karten|number|value|"
    rf"wert|de|all|{_either('total')}|{_either('copies')}|\d+))*"
)

_MAYBE_TOTAL = re.compile(
    rf"[\W\d]*(?:grand|sub|in |im |en |zwi|ges|ins|[łl][ąa]c|som|{_beginnings('total')})",
    re.IGNORECASE,
)
"""The first letters of the labels of totals; most texts need no closer look."""


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


_COLUMN_WORDS: Mapping[str, tuple[str, ...]] = {
    field: tuple(header_form(word.partition("=")[2] or word) for word in words)
    for field, words in _SPELT.items()
}
_MEAN_OTHERS = frozenset(word for words in _COLUMN_WORDS.values() for word in words)
WORDS: Mapping[str, tuple[str, ...]] = {
    **_COLUMN_WORDS,
    "quantity": (*_COLUMN_WORDS["quantity"], *sorted(words_for("copies") - _MEAN_OTHERS)),
}
"""The words for each field; where a header holds several of one field, the earlier word counts."""

HEADERS: Mapping[str, Mapping[str, str]] = {
    language: {
        field: word.partition("=")[2]
        for field, words in {**_SPELT, "rarity": _RARITY}.items()
        for word in words
        if word.startswith(f"{language}=")
    }
    for language in ("de", "cs", "pl", "hu", "fr", "es")
}
"""The headers of our exports in each language but English, by field."""

_PRICES = frozenset((*WORDS["price"], *WORDS["currency"], "value", "eur", "usd", "czk", "huf"))


def is_price(header: str) -> bool:
    """Whether a header speaks of money, whatever else it says.

    >>> is_price("Cena/ks"), is_price("Preis je Stück"), is_price("Ks")
    (True, True, False)
    """
    return any(word in _PRICES for word in header_form(header).split())


COUNTS = frozenset(WORDS["quantity"]) - _OF_THE_OWNER
"""Words for the number of copies in a deck: not those that say what its owner has."""


def is_total(text: str) -> bool:
    """Whether a text is the label of a line of totals.

    >>> is_total("Summe:"), is_total("Total cards: 214"), is_total("Total Surprise")
    (True, True, False)
    """
    return (
        _MAYBE_TOTAL.match(text) is not None
        and re.fullmatch(_TOTALS, header_form(text)) is not None
    )
