"""The draws a seed implies: each seat has its own order of the tiles, so luck follows the seat."""

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from struct import unpack

from arena.tiles import TILES, Tile

_PERSON = b"sixfold-bag-v1"
_SPAN = 1 << 64
KINDS = len(TILES)


@cache
def kinds(copies: int) -> tuple[Tile, ...]:
    """By the number of a tile its kind."""
    return tuple(tile for tile in TILES for _ in range(copies))


def u(seed: bytes, seat: int, tile: int, generation: int) -> int:
    """64 random bits for a seat and a tile that has come back ``generation`` times."""
    message = seed + bytes((seat, tile)) + generation.to_bytes(2, "big")
    return int.from_bytes(blake2b(message, digest_size=8, person=_PERSON).digest(), "big")


Key = tuple[int, int]
"""A seat's priority of a tile and the tile: a seat draws the smallest first."""


@dataclass(frozen=True, slots=True)
class Bag:
    """The tiles not yet drawn, numbered 0 to 36 * copies - 1; number n is of the kind n // copies.

    A seat's draws depend on the seed, the seat and what is still there, and hardly on what other
    seats do: two games on one seed with the seats turned share most of their luck, and yet every
    draw is uniform, given all that happened before. Immutable: draw and trade return a new bag.

    >>> numbers, bag = Bag.fill(bytes(32), seats=2).draw(0, 6)
    >>> numbers, len(bag)
    ((94, 65, 92, 10, 9, 67), 102)
    """

    seed: bytes
    inside: frozenset[int]
    orders: tuple[tuple[Key, ...], ...]
    """For each seat the priorities behind its last draw, smallest first; tiles that others drew
    are passed over."""
    last: tuple[int, ...]
    """For each seat the priority of the tile it drew last, -1 before its first."""
    returns: tuple[int, ...]
    """How often each tile has come back."""

    @classmethod
    def fill(cls, seed: bytes, seats: int, copies: int = 3) -> "Bag":
        """The full bag of a seed of 32 bytes."""
        return cls.of(range(KINDS * copies), seed, seats, copies)

    @classmethod
    def of(cls, numbers: Iterable[int], seed: bytes, seats: int, copies: int = 3) -> "Bag":
        """A bag with only these tiles left in it."""
        if len(seed) != 32:
            raise ValueError(f"A seed has 32 bytes, not {len(seed)}.")
        orders = tuple(_order(seed, seat, KINDS * copies) for seat in range(seats))
        return cls(seed, frozenset(numbers), orders, (-1,) * seats, (0,) * (KINDS * copies))

    def __len__(self) -> int:
        return len(self.inside)

    def draw(self, seat: int, count: int) -> tuple[tuple[int, ...], "Bag"]:
        """The next ``count`` tiles of the seat, fewer when the bag runs out, and the bag after."""
        if not count or not self.inside:
            return (), self
        order, inside, count = self.orders[seat], self.inside, min(count, len(self))
        numbers: list[int] = []
        passed = 0
        while len(numbers) < count:
            priority, number = order[passed]
            passed += 1
            if number in inside:
                numbers.append(number)
        # Whatever came before the last of them has been drawn too, by this seat or another.
        orders = (*self.orders[:seat], order[passed:], *self.orders[seat + 1 :])
        last = (*self.last[:seat], priority, *self.last[seat + 1 :])
        bag = Bag(self.seed, inside.difference(numbers), orders, last, self.returns)
        return tuple(numbers), bag

    def trade(self, seat: int, given: Iterable[int]) -> tuple[tuple[int, ...], "Bag"]:
        """Draws as many as are given, then returns those: none of them can be drawn at once."""
        given = sorted(given)
        drawn, bag = self.draw(seat, len(given))
        returns = list(bag.returns)
        for number in given:
            returns[number] += 1
        orders = []
        for each, (order, last) in enumerate(zip(bag.orders, bag.last, strict=True)):
            keys = [key for key in order if key[1] in bag.inside]
            for number in given:
                # Behind what the seat drew last, or its luck would depend on who traded before.
                room = _SPAN - last - 1
                chance = u(self.seed, each, number, returns[number])
                insort(keys, (last + 1 + chance * room // _SPAN, number))
            orders.append(tuple(keys))
        return drawn, Bag(
            self.seed, bag.inside.union(given), tuple(orders), bag.last, tuple(returns)
        )


@lru_cache(maxsize=64)
def _order(seed: bytes, seat: int, tiles: int) -> tuple[Key, ...]:
    # What all have in common is hashed once, which takes a quarter of the time.
    begun = blake2b(seed + bytes((seat,)), digest_size=8, person=_PERSON)
    digests = []
    for message in _messages(tiles):
        hashed = begun.copy()
        hashed.update(message)
        digests.append(hashed.digest())
    priorities = unpack(f">{tiles}Q", b"".join(digests))
    return tuple(sorted(zip(priorities, range(tiles), strict=True)))


@cache
def _messages(tiles: int) -> list[bytes]:
    """What is hashed of each tile that has never come back."""
    return [bytes((tile, 0, 0)) for tile in range(tiles)]
