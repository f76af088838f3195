"""Facts of paths as texts: where thousands of files are read, for which a `Path` takes ten times as long.

Any text will do, also one that is too long for a path, at which a `Path` fails.
"""

import os

base_name = os.path.basename
below = os.path.join
exists = os.path.exists
folder_of = os.path.dirname
is_file = os.path.isfile
is_folder = os.path.isdir
state_of = os.stat
_split = os.path.splitext


def suffix_of(path: str) -> str:
    """The suffix of a file in small letters.

    >>> suffix_of("a/My.DEK"), suffix_of("a.b/.dek")
    ('.dek', '')
    """
    return _split(path)[1].lower()


def stem_of(path: str) -> str:
    """The name of a file without its suffix.

    >>> stem_of("a.b/my.first.dek")
    'my.first'
    """
    return _split(base_name(path))[0]
