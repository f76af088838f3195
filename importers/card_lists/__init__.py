"""Card lists, and what is wrong in them.

card_list      reading card lists
lint           checking a card list
lint_accepted  findings in card lists that are known and accepted, so that only new ones are shown
lint_columns   what may be wrong with one line of a card list, column by column
lint_list      what may be wrong with a card list as a whole
source_lint    the errors in card data of any source
spelling       how a card list should be written
"""
