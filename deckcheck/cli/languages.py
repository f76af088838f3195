"""`deckcheck languages`: which languages there are, and how complete each is."""

from deckcheck.acts.languages import (
    languages as all_languages,
    languages_document,
    own_languages,
    spoken_code,
)
from deckcheck.cli import options as opt
from deckcheck.cli.common import print_json, say
from deckcheck.show.language import gettext as _
from deckcheck.show.tables import print_table


def languages(json: opt.Json = False) -> None:
    """List the languages that deckcheck speaks, with how complete each is.

    A language of your own is one file of translations: docs/translating.md says how to make it.

    Example: deckcheck --lang cs languages
    """
    if json:
        print_json(languages_document())
        return
    rows = [
        (
            one.code,
            one.name,
            _("{share:.0%}", share=one.translated / max(1, one.messages)),
            one.unsure,
            str(one.path),
        )
        for one in all_languages()
    ]
    print_table(
        (_("code"), _("language"), _("complete"), _("unsure"), _("file")),
        [("en", "English", "100%", 0, ""), *rows],
    )
    say(
        _("{code} is spoken now; your own languages go into {folder}"),
        code=spoken_code(),
        folder=own_languages(),
    )
