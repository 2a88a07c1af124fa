"""The games that bots lost by their own fault: how many, and the first of each bot with its log."""

from collections.abc import Sequence

from rich.markup import escape

from bots_sdk.check.explain import why
from bots_sdk.cli.bots import at_home
from bots_sdk.cli.terminal import err, out
from bots_sdk.series import Played

LOG_LINES = 12
"""How much of a failing bot's log is shown: the end of it, where a traceback lies."""


class Failures:
    """Forfeits by entrant; only the first game of each is kept."""

    def __init__(self, names: Sequence[str], typed: Sequence[str]) -> None:
        self.names = names
        self.typed = typed
        self.counts = [0] * len(names)
        self._first: dict[int, tuple[Played, int]] = {}

    def __bool__(self) -> bool:
        return any(self.counts)

    def look_at(self, game: Played) -> None:
        """Take note of a game: who of those that took part forfeited it."""
        for position, entrant in enumerate(sorted(game.fixture.order)):
            if game.failure(position):
                self.counts[entrant] += 1
                self._first.setdefault(entrant, (game, position))

    def show(self) -> None:
        """Print how each failing bot failed first, with the end of what it printed."""
        for entrant, (game, position) in sorted(self._first.items(), key=lambda item: item[0]):
            failure = game.failure(position)
            assert failure, "it was kept because it failed"
            ending, detail = failure
            printed = game.logs[position]
            times = self.counts[entrant]
            out.print(
                f"[bold red]✖ {escape(self.names[entrant])} failed in {times}"
                f" {'game' if times == 1 else 'games'},[/]"
                f" first in number {game.fixture.number}: {ending}."
                f" {escape(why(ending, detail, printed, game.record.limits))}"
            )
            log = at_home("".join(text for _, text in printed), self.typed[entrant])
            for line in log.splitlines()[-LOG_LINES:]:
                err.print(f"  [dim]{escape(line)}[/]")
