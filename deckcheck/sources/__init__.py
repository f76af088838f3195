"""Card sources: imported, compared, reported.

compare  the disagreements of two card sources, card by card and field by field
files    the files of a source as they are now: of a folder, an archive, an address or a site
lint     card lists and card sources, checked for errors, with file, line and column
report   the changes of an import, as `deckcheck.import/1` and as text
sync     importing card sources: from files or the network, previewed or applied
"""
