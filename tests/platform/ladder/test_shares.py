"""How matches are divided among ladders whose tables differ in size."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sixfold.ladder.shares import Part, divide

PARTS = st.dictionaries(
    st.integers(2, 6),
    st.builds(Part, share=st.integers(1, 5), cluster=st.sampled_from([2, 4, 6, 10])),
    min_size=1,
)


def test_what_is_missing_is_divided_by_the_shares() -> None:
    parts = {"two": Part(3, 2), "four": Part(1, 4)}
    assert divide(96, parts, {}) == {"two": 36, "four": 6}


def test_who_had_much_of_late_waits() -> None:
    parts = {"two": Part(1, 2), "four": Part(1, 4)}
    assert divide(8, parts, {"two": 40}) == {"four": 2}


def test_nothing_is_made_where_nothing_is_missing_or_nobody_can() -> None:
    assert not divide(0, {"two": Part(1, 2)}, {})
    assert not divide(9, {}, {})


@given(PARTS)
def test_everybody_is_reached_and_no_more_is_made_than_one_table_beyond(
    parts: dict[int, Part],
) -> None:
    # In one round everybody has a cluster in proportion to the largest that any share can ask for.
    whole = sum(part.share for part in parts.values())
    enough = whole * max(part.cluster / part.share for part in parts.values())
    missing = int(2 * enough) + 10
    tables = divide(missing, parts, Counter())
    assert set(tables) == set(parts)
    made = {one: tables[one] * parts[one].cluster for one in parts}
    assert missing <= sum(made.values()) < missing + max(part.cluster for part in parts.values())
    for one, part in parts.items():
        assert abs(made[one] - missing * part.share / whole) <= 10 * len(parts)
