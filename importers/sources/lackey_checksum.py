"""The checksum by which LackeyCCG recognises that a file of its update list has changed."""

_MODULUS = 100_000_000
_BLOCK = 500_000
_LOW = bytes(range(128))


def lackey_checksum(data: bytes) -> int:
    r"""The checksum of a file: its bytes as signed numbers added up, line ends not counted.

    After every byte the remainder by 100,000,000 is taken, with the sign of the sum, and 1 is
    subtracted in the end. The order of the bytes does not matter to it, nor whether lines end in
    LF or CRLF.

    >>> lackey_checksum(b"ab\r\n"), lackey_checksum(b"\xff"), lackey_checksum(b"")
    (194, -2, -1)
    """
    counted = data.translate(None, b"\r\n")
    total = 0
    for start in range(0, len(counted), _BLOCK):
        block = counted[start : start + _BLOCK]
        if abs(total) + 128 * len(block) < _MODULUS:
            total += sum(block) - 256 * len(block.translate(None, _LOW))
        else:
            total = _added_bytewise(total, block)
    return _remainder(total - 1)


def _added_bytewise(total: int, block: bytes) -> int:
    for byte in block:
        total = _remainder(total + (byte if byte in _LOW else byte - 256))
    return total


def _remainder(number: int) -> int:
    """The remainder with the sign of the dividend, unlike Python's own."""
    return number % _MODULUS if number >= 0 else -(-number % _MODULUS)
