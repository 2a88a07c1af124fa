"""The commitment to a seed, by a second way of computing it."""

from hypothesis import given
from hypothesis import strategies as st

from arena.commitment import commitment

# printf 'sixfold-seed-v117' | cat - <(head -c 32 /dev/zero) | sha256sum
GOLDEN = "44d225857d83bdb107cbb987cb5385eb860739fc63ba0123f3480c701ad62c1b"


def test_anybody_can_compute_it_with_a_shell() -> None:
    assert commitment(17, bytes(32)) == GOLDEN


@given(st.integers(1, 2**63), st.binary(min_size=32, max_size=32))
def test_another_cluster_or_another_seed_has_another_one(cluster: int, seed: bytes) -> None:
    assert commitment(cluster, seed) != commitment(cluster + 1, seed)
    assert commitment(cluster, seed) != commitment(cluster, bytes(reversed(seed)) + b"\0")
