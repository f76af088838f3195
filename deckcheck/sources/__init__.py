"""Card sources: brought in, compared, reported.

compare  what two card sources disagree about, card by card and field by field
files    the files of a source as they are now: of a folder, an archive, an address or a site
lint     card lists and card sources, checked for slips, with file, line and column
report   what an import would change or did, as `deckcheck.import/1` and as people read it
sync     bringing card sources in: from files or the network, previewed or taken over
"""
