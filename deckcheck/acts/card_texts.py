"""Cards as text: one with all that is known of it, many in a table."""

from deckcheck.judge.card_text import LESS_THAN_NAMES, card_text, search_table, version_line
