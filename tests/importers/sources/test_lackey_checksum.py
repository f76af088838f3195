"""LackeyCCG's checksum against its definition, byte by byte."""

from math import fmod

import pytest
from hypothesis import given, strategies as st

from importers.sources.lackey_update import lackey_checksum


def by_the_book(data: bytes) -> int:
    total = 0.0
    for byte in data:
        if byte not in {10, 13}:
            total = fmod(total + (byte - 256 if byte > 127 else byte), 100_000_000)
    return int(fmod(total - 1, 100_000_000))


@given(st.binary(max_size=300))
def test_it_follows_its_definition(data: bytes) -> None:
    assert lackey_checksum(data) == by_the_book(data)


@pytest.mark.parametrize(
    "data", [b"\x7f" * 1_600_000, b"\x80" * 900_000, b"\x7f" * 1_575_000 + b"\x80" * 900_000]
)
def test_it_wraps_round_as_defined(data: bytes) -> None:
    assert abs(sum(data)) > 100_000_000
    assert lackey_checksum(data) == by_the_book(data)
