"""The words of the page: its advice, which has fields where commands have options, and those of documents."""

from deckcheck.show.language import english, gettext as _, pgettext

BECAUSE = "because it was typed wrong"
"""An example of a reason, as the line of the desk takes it in every language."""

PAGE_WORDS = {
    "add-or-set": _("Choose whether to add, or to set what is there to what it says."),
    "another-database": _("Start the page with another database"),
    "another-reader": _("Paste the list as text instead."),
    "change-result": _("to change it add a reason, like: {example}", example=BECAUSE),
    "choose-writer": _("Choose a format."),
    "deck-list": _("The page Decks lists all."),
    "deck-of-game": _("choose the game above"),
    "estimate": _("ask for fewer different counts; `deckcheck odds` estimates it too"),
    "event-history": _("`deckcheck event history` lists all."),
    "event-list": _("The page Events lists all."),
    "event-new": _("Make one on the page Events."),
    "league-new": _("Make one on the page Leagues."),
    "person-new": _("Add one on the page People."),
    "many-players": _("several players are typed with commas: add Ada, Bo"),
    "event-setting": _("`deckcheck event set` changes that."),
    "fewer-cards": _("ask for fewer draws"),
    "fonts": _("`deckcheck event sheets` prints with a font of your own"),
    "history": _("The page History lists all."),
    "import-again": _("Import it once more if that is meant."),
    "keep-or-out": _("choose one of both"),
    "map": _("the column {column}"),
    "map-columns": _("Say which column is which in the first rows below."),
    "mulligan": _("the mulligan {mulligan!r}"),
    "or-another-database": _("start the page with another database"),
    "own-game": _("it belongs on the page of its own game"),
    "friends": _("those who want to trade add their cards on their own pages"),
    "whose-collection": _("add your cards first"),
    "own-in-place": _("ban a card to have your own in its place"),
    "read-as": _("this page does not open it as {format}"),
    "reason": _("add it, like: {example}.", example=BECAUSE),
    "wants-apart": _("CSV in the layout Wants writes them."),
    "removing": _("Say whether to remove or to keep them."),
    "removes": _("the sheet lacks {holdings}, which the import would remove"),
    "replace-deck": _("Use another name."),
    "same-name": _("Tell them apart, such as by a club or a number."),
    "say-seat": _("say which in the line of the lists, like: seat Ada light"),
    "drop-instead": _("the player can drop instead"),
    "unproven": _("It cannot be proven legal: the verdict says why."),
    "which-holding": _("name its condition or place too"),
}
"""The page's words by the name of the advice, with the facts of it in braces."""

_IN_DOCUMENTS = (
    _("legal"), _("illegal"), _("unproven"), _("unreadable"), _("banned"), _("restricted"),
    pgettext("what a requirement is", "kept"), pgettext("what a requirement is", "broken"),
    pgettext("what a requirement is", "open"),
    _("side"), _("type"), _("rarity"), _("set"), _("number"), _("condition"), _("language"), _("finish"),
    _("place"), _("printing"), _("owned"), _("cost"), _("speed"), _("power"), _("health"),
    _("Speed"), _("Power"), _("Health"), _("Points"), _("Colour"), _("Set"), _("Force"), _("Resources"),
    _("Damage"), _("Edge"), _("Icons"), _("Culture"), _("Science"), _("Combat"), _("Ingenuity"),
    _("Experience"), _("Glyph"), _("Revive"), _("zone"),
    _("name"), _("change"), _("verdict"), _("missing"), _("owned whole"), _("players"), _("lists"),
    _("rounds"), _("standings"), _("export"),
    _("planner"), _("greedy"), _("random"), _("human"),
    _("our own"), _("Unknown"), _("Maybe"), _("Deck"), _("Sideboard"),
    _("Outside the game"), _("deck"),
    _("deck size"), _("copy limit"), _("one side"), _("set legality"), _("card text"), _("unit minimum"),
    _("unit ratio"), _("unit total"), _("format state"), _("empty deck"), _("unknown card"),
    _("ambiguous card"),
    _("affiliation lock"), _("affiliation text"), _("deck affiliation"), _("deck colour"),
    _("team affiliation"), _("team minimum"), _("team points"), _("team unique"), _("team size"),
    _("team copies"), _("hero minimum"), _("villain minimum"), _("mission count"), _("objective minimum"),
    _("not released"), _("house rule"),
    _("rank"), _("player"), _("club"), _("points"), _("won-drawn-lost"), _("dropped"), _("table"),
    _("opponent"),
    _("match win"), _("opponents match win"), _("game win"), _("opponents game win"),
    _("strength of schedule"), _("opponents points"), _("match wins"), _("game wins"), _("head to head"),
)  # fmt: skip
WORDS = {english(word): word for word in _IN_DOCUMENTS}
"""The words that documents have as codes or headers, as the page says them."""
