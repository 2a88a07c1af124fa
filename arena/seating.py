"""Seat orders of a cluster: every bot sits everywhere and follows every other equally often.

Williams (1949), "Experimental designs balanced for the estimation of residual effects of
treatments": a Latin square whose rows hold each ordered pair of neighbours equally often. An odd
number of seats needs the reversed rows as well.
"""


def orders(seats: int) -> tuple[tuple[int, ...], ...]:
    """The seat orders of a balanced cluster, as permutations of ``range(seats)``.

    >>> orders(2)
    ((0, 1), (1, 0))
    >>> [len(orders(seats)) for seats in range(2, 7)]
    [2, 6, 4, 10, 6]
    """
    if seats < 2:
        raise ValueError(f"A match needs at least two seats, not {seats}.")
    first = [0, *((step + 1) // 2 if step % 2 else seats - step // 2 for step in range(1, seats))]
    rows = [tuple((label + row) % seats for label in first) for row in range(seats)]
    if seats % 2:
        rows += [row[::-1] for row in rows]
    return tuple(rows)
