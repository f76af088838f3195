"""The advice of messages in the words of the page, which has fields where commands have options."""

from deckcheck.show.language import gettext as _

PAGE_WORDS = {
    "another-database": _("Start the page with another database"),
    "another-reader": _("Paste the list as text instead."),
    "change-result": _("to change it add a reason, like: because it was typed wrong"),
    "choose-writer": _(". Choose a format."),
    "deck-list": _("The page Decks lists all."),
    "deck-of-game": _("choose the game above"),
    "estimate": _("ask for fewer different counts; `deckcheck odds` estimates it too"),
    "event-history": _("`deckcheck event history` lists all."),
    "event-list": _("The page Events lists all."),
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
    "own-in-place": _("ban a card to have your own in its place"),
    "read-as": _("this page does not open it as {format}"),
    "reason": _("add it, like: because it was typed wrong."),
    "removing": _("Say whether to remove or to keep them."),
    "removes": _("which the import"),
    "replace-deck": _("Use another name."),
    "same-name": _("Tell them apart, such as by a club or a number."),
    "unproven": _("It cannot be proven legal: the verdict says why."),
    "which-holding": _("name its condition or place too"),
}
"""The page's words by the name of the advice, with the facts of it in braces."""
