"""Messages for command and page."""

from db.language import Message, english, filled, gettext, ngettext, pgettext, speak, speaker, spoken

__all__ = ("Message", "english", "filled", "gettext", "ngettext", "pgettext", "speak", "speaker", "spoken")
