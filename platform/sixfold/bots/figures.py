"""Pictures of the rules: what lies, what is laid there, and what the rules themselves say of it."""

from dataclasses import dataclass

from arena.board import Board, Reason
from arena.moves import Placement


@dataclass(frozen=True, slots=True)
class Figure:
    """One move on a small board."""

    lies: str
    laid: str

    @property
    def tiles(self) -> tuple[tuple[int, int, str], ...]:
        """As the `board` tag draws them, those that are laid last."""
        placed = (Placement.parse(text) for text in (self.lies, self.laid))
        return tuple(
            (x, y, str(tile))
            for one in placed
            for (x, y), tile in zip(one.cells, one.tiles, strict=True)
        )

    @property
    def fresh(self) -> int:
        """How many are laid."""
        return len(Placement.parse(self.laid).tiles)

    @property
    def points(self) -> int | None:
        """What the move scores; None where it is not allowed."""
        judged = Board.parse(self.lies).judge(Placement.parse(self.laid))
        return None if isinstance(judged, Reason) else judged


FIGURES = {
    "longer": Figure("Rc@0,0 Rq@1,0", "Rd@2,0 Rk@3,0"),
    "crossing": Figure("Rc@0,0 Rq@1,0 Bd@2,1 Gd@2,2", "Rd@2,0"),
    "beside": Figure("Rc@0,0 Rq@1,0 Rd@2,0", "Bq@1,-1 Bd@2,-1"),
    "around": Figure("Bk@1,0 Bc@1,1", "Yk@0,0 Gk@2,0"),
    "qwirkle": Figure("Gc@0,0 Gq@1,0 Gd@2,0 Gk@3,0", "Gx@4,0 Gs@5,0"),
    "twice": Figure("Rc@0,0 Rq@1,0 Rd@2,0", "Rq@3,0"),
    "clash": Figure("Rc@0,0 Rq@1,0 Rd@2,0", "Bk@1,-1 Rx@2,-1"),
    "apart": Figure("Rc@0,0 Rq@1,0", "Rd@2,0 Rk@2,2"),
}
