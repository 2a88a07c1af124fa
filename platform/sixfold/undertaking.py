"""How a worker stands by a row that it has claimed, whatever goes wrong meanwhile."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from arena.player import InfrastructureFailure
from arena.referee import Stopped
from sixfold.jail import distrust
from sixfold.leases import Leased, rows_like

logger = logging.getLogger(__name__)


@contextmanager
def undertaking(row: Leased, failed: str, *, reason_in: str = "") -> Iterator[None]:
    """Work on a claimed row inside; a fault of ours ends the block and is never the bot's.

    It puts the row back in the queue and counts against its budget, and the log says `failed`,
    such as "the check of %s failed", of the row; its column ``reason_in``, if any, keeps why. A
    worker that is being stopped gives the row back, uncounted, and stops.
    """
    token, rows = row.token, rows_like(row)
    assert token is not None, "only a claimed row is worked on"
    try:
        yield
    except Stopped:
        # Where the lease went to another worker, this gives nothing back.
        rows.release(token)
    except InfrastructureFailure as failure:
        distrust(str(failure))
        logger.warning(f"{failed}, not by its fault: %s", row, failure)
        rows.held(token).lose(**_reason(reason_in, str(failure)))
    except Exception as error:
        logger.exception(f"{failed}, not by its fault", row)
        rows.held(token).lose(**_reason(reason_in, f"{type(error).__name__}: {error}"))
    except BaseException:
        rows.release(token)
        raise


def _reason(column: str, text: str) -> dict[str, str]:
    # PostgreSQL keeps no NUL in a text.
    return {column: text.replace("\0", "\ufffd")} if column else {}
