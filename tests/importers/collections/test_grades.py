"""Grades as other scales write them; a grade of one scale never becomes a better one of ours."""

import pytest

from db.collection.holdings import CONDITIONS
from importers.collections.sheet_words import read_condition

SCALES = {
    "Wizards and shops": ("NM", "EX", "VG", "LP", "HP", "Poor"),
    "Cardmarket": ("Mint", "Near Mint", "Excellent", "Good", "Light Played", "Played", "Poor"),
    "PSA": ("PSA 10", "PSA 8", "PSA 6", "PSA 4", "PSA 3", "PSA 2", "PSA 1.5", "PSA 1"),
    "PSA in words": ("GEM-MT", "NM-MT", "EX-MT", "VG-EX", "Fair", "PR"),
}


@pytest.mark.parametrize("scale", SCALES)
def test_every_grade_of_a_scale_is_known_and_in_order(scale: str) -> None:
    ours = list(CONDITIONS)
    places = [ours.index(read_condition(grade)) for grade in SCALES[scale]]
    assert places == sorted(set(places)), scale
