"""Titles and subtitles as people write them, for games whose cards have both."""


def spellings(name: str) -> tuple[str, ...]:
    """Other ways to write title and subtitle: with a dash, a colon or in brackets.

    >>> spellings("Captain Phasma - Elite Trooper"), spellings("Slave I")
    (('Captain Phasma, Elite Trooper',), ())
    """
    found = []
    for sign in (" - ", " \u2013 ", ": "):
        title, _, subtitle = name.partition(sign)
        if subtitle:
            found.append(f"{title}, {subtitle}")
    title, _, subtitle = name.partition(" (")
    if subtitle.endswith(")"):
        found.append(f"{title}, {subtitle[:-1]}")
    return tuple(found)
