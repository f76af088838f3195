"""The password of a page that others on the network can reach.

The password is kept as an Argon2 hash only, in memory. A login gives a random token in a cookie
that scripts cannot read and other sites do not send; wrong passwords slow everybody down.
"""

import secrets
import time
from collections import deque
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

COOKIE = "deckcheck-session"
_TRIES, _SECONDS = 5, 60
_MOST_SESSIONS = 1_000


class Login:
    """The logins: tokens that were given for the password.

    Each try costs what `hasher` makes it cost; by default some tenths of a second.
    """

    def __init__(
        self, password: str, now: Callable[[], float] = time.monotonic, hasher: PasswordHasher | None = None
    ) -> None:
        self._hasher = hasher or PasswordHasher()
        self._hash = self._hasher.hash(password)
        self._now = now
        self._tokens: dict[str, None] = {}
        self._failed: deque[float] = deque(maxlen=_TRIES)

    @property
    def must_wait(self) -> bool:
        """Whether login is locked after too many failures."""
        since = self._now() - _SECONDS
        return len(self._failed) == _TRIES and self._failed[0] > since

    def token_for(self, password: str) -> str | None:
        """A new token for the right password, else None; none at all while `must_wait`."""
        if self.must_wait:
            return None
        try:
            self._hasher.verify(self._hash, password)
        except VerificationError:
            self._failed.append(self._now())
            return None
        while len(self._tokens) >= _MOST_SESSIONS:
            del self._tokens[next(iter(self._tokens))]
        token = secrets.token_urlsafe(32)
        self._tokens[token] = None
        return token

    def knows(self, token: str | None) -> bool:
        """Whether the token was given and not taken back."""
        return token is not None and any(secrets.compare_digest(token, one) for one in self._tokens)

    def forget(self, token: str | None) -> None:
        """Ends the login of the token."""
        if token is not None:
            self._tokens.pop(token, None)
