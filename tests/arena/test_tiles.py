import copy
import pickle

import pytest

from arena.tiles import TILES, Color, Shape, Tile, in_order, mask, parse_tiles


def test_there_are_36_kinds_in_the_order_of_their_index() -> None:
    assert len(set(TILES)) == 36
    assert [tile.index for tile in TILES] == list(range(36))
    assert [str(tile) for tile in TILES[:7]] == ["Rc", "Rq", "Rd", "Rk", "Rx", "Rs", "Oc"]


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_reads_back_from_its_own_text(tile: Tile) -> None:
    assert Tile.parse(str(tile)) is tile
    assert str(tile) == tile.color + tile.shape


def test_every_way_to_make_a_tile_gives_the_one_object() -> None:
    tile = Tile(Color.BLUE, Shape.STAR)
    assert tile is Tile.parse("Bs")
    assert pickle.loads(pickle.dumps(tile)) is tile
    assert copy.copy(tile) is tile
    assert copy.deepcopy([tile])[0] is tile
    assert eval(repr(tile)) is tile


@pytest.mark.parametrize("text", ["", "R", "rc", "cR", "Rcc", " Rc", "Zc", "R" * 10_000, None, 7])
def test_what_is_no_tile_is_refused_with_a_short_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="is not a tile") as error:
        Tile.parse(text)
    assert len(str(error.value)) < 150


def test_what_is_no_tile_is_shown_with_what_a_tile_is_made_of() -> None:
    with pytest.raises(ValueError, match="is not a tile") as error:
        Tile.parse("Zc" + 30 * "x")
    assert str(error.value) == (
        f"'Zc{18 * 'x'}' is not a tile: write a colour of ROYGBP and a shape of cqdkxs, as in Rc."
    )


def test_a_tile_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        TILES[0].index = 3


def test_tiles_sort_by_index_and_hash_alike_in_every_process() -> None:
    assert in_order(parse_tiles("Ps Rq Rc Gd")) == list(parse_tiles("Rc Rq Gd Ps"))
    assert [hash(tile) for tile in TILES] == list(range(36))


def test_a_mask_holds_each_kind_once() -> None:
    assert mask(parse_tiles("Rc Rc Rd")) == 0b101
    assert mask(()) == 0
