"""The draws a seed implies: each seat has its own order of the tiles, so luck follows the seat."""

from bisect import insort
from collections.abc import Iterable, Iterator
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


@cache
def numbers(copies: int) -> tuple[tuple[int, ...], ...]:
    """By the index of a kind the numbers of its tiles, smallest first."""
    return tuple(tuple(range(kind * copies, (kind + 1) * copies)) for kind in range(KINDS))


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
    inside: int
    """A bit for each tile that is still there, that of number n being 1 << n."""
    orders: tuple[tuple[Key, ...], ...]
    """For each seat the priorities of all tiles, smallest first."""
    passed: tuple[int, ...]
    """For each seat how far in its order it has drawn: whatever comes before is gone, and tiles
    behind that others drew are passed over."""
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
        inside = sum([1 << number for number in set(numbers)])
        return cls(seed, inside, orders, (0,) * seats, (0,) * (KINDS * copies))

    def __len__(self) -> int:
        return self.inside.bit_count()

    def __iter__(self) -> Iterator[int]:
        """The tiles that are still there, by number."""
        return (number for number in range(len(self.returns)) if self.inside >> number & 1)

    def tiles(self) -> list[Tile]:
        """What kinds these are.

        >>> [str(tile) for tile in Bag.of([3, 5, 107], bytes(32), seats=2).tiles()]
        ['Rq', 'Rq', 'Ps']
        """
        kind_of = kinds(len(self.returns) // KINDS)
        return [kind_of[number] for number in self]

    def last(self, seat: int) -> int:
        """The priority of the tile that the seat drew last; -1 before its first."""
        passed = self.passed[seat]
        return self.orders[seat][passed - 1][0] if passed else -1

    def draw(self, seat: int, count: int) -> tuple[tuple[int, ...], "Bag"]:
        """The next ``count`` tiles of the seat, fewer when the bag runs out, and the bag after."""
        order, inside, passed = self.orders[seat], self.inside, self.passed[seat]
        count = min(count, len(self))
        if not count:
            return (), self
        drawn: list[int] = []
        while len(drawn) < count:
            _, number = order[passed]
            passed += 1
            if inside >> number & 1:
                inside ^= 1 << number
                drawn.append(number)
        after = (*self.passed[:seat], passed, *self.passed[seat + 1 :])
        return tuple(drawn), Bag(self.seed, inside, self.orders, after, self.returns)

    def trade(self, seat: int, given: Iterable[int]) -> tuple[tuple[int, ...], "Bag"]:
        """Draws as many as are given, then returns those: none of them can be drawn at once."""
        given = sorted(given)
        drawn, bag = self.draw(seat, len(given))
        inside, returns = bag.inside, list(bag.returns)
        for number in given:
            inside |= 1 << number
            returns[number] += 1
        orders = []
        for each, (order, passed) in enumerate(zip(bag.orders, bag.passed, strict=True)):
            keys = [key for key in order[passed:] if bag.inside >> key[1] & 1]
            # Behind what the seat drew last, or its luck would depend on who traded before.
            last = bag.last(each)
            room = _SPAN - last - 1
            for number in given:
                chance = u(self.seed, each, number, returns[number])
                insort(keys, (last + 1 + chance * room // _SPAN, number))
            orders.append((*order[:passed], *keys))
        return drawn, Bag(self.seed, inside, tuple(orders), bag.passed, tuple(returns))


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
