"""What is said at a sitting, in the visitor's language."""

from django.utils.translation import gettext_lazy as _

from arena.board import Reason

REASONS = {
    Reason.BAD_LINE: _(
        "A line may only hold different shapes of one colour or different colours of one shape."
    ),
    Reason.NOT_CONNECTED: _("The tiles have to join those on the table."),
    Reason.OCCUPIED: _("A tile lies there already."),
    Reason.NOT_ONE_LINE: _("The tiles of one turn lie in one row or one column."),
    Reason.GAP: _("There is a gap between the tiles."),
    Reason.SAME_CELL_TWICE: _("Two tiles cannot lie on one cell."),
    Reason.NOT_IN_HAND: _("You do not have these tiles in your hand."),
    Reason.OPENING: _(
        "Who opens places as many tiles as the largest group in the hand has, one of them on 0,0."
    ),
    Reason.BAG_TOO_SMALL: _("There are not so many tiles left in the bag."),
    Reason.CAN_MOVE: _("Only who can neither place nor trade may pass."),
    Reason.GAME_OVER: _("This game is over."),
}
"""Why a person's move is refused."""
