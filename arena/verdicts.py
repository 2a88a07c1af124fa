"""What a bot has done that ends its match, in sentences for its author."""

from signal import Signals

from arena.player import Ending, Forfeit

ONE_ANSWER = (
    "That stream is for one answer to each request; print to standard error instead, as print() "
    "does in the kit."
)


def before_it_was_asked(said: bytes | bytearray) -> Forfeit:
    return _unsolicited(f"It wrote to standard output before it was asked: {_shown(said)}.")


def before_the_whole_request(said: bytes | bytearray) -> Forfeit:
    return _unsolicited(
        f"It wrote to standard output before it had been sent the whole request: {_shown(said)}."
    )


def after_its_answer(said: bytes | bytearray) -> Forfeit:
    return _unsolicited(f"It wrote to standard output after its answer: {_shown(said)}.")


def _unsolicited(sentence: str) -> Forfeit:
    return Forfeit(Ending.UNSOLICITED, f"{sentence} {ONE_ANSWER}")


def _shown(said: bytes | bytearray) -> str:
    """The start of what it wrote, inert."""
    return ascii(said[:60].decode("utf-8", "replace"))


def line_too_long(limit_bytes: int) -> Forfeit:
    return Forfeit(Ending.LINE_TOO_LONG, f"Its answer was longer than {limit_bytes:,} bytes.")


def printed_too_much(limit_bytes: int) -> Forfeit:
    return Forfeit(Ending.STDERR_LIMIT, f"It printed more than {limit_bytes:,} bytes in one match.")


def too_many_threads(count: int, limit: int) -> Forfeit:
    return Forfeit(
        Ending.EXITED,
        f"It was stopped, since it had {count} threads where a bot may have {limit}.",
    )


def too_much_cpu(used_ms: float, budget_ms: float) -> Forfeit:
    return Forfeit(
        Ending.CPU_TIME,
        f"It used {used_ms / 1000:.2f} s of CPU time where {budget_ms / 1000:.2f} s were left.",
    )


def too_long(used_ms: float, elapsed_ms: float, waited_ms: float, waiting_ms: float) -> Forfeit:
    """No answer in time, after ``waited_ms`` of its ``waiting_ms`` went on the turns before."""
    detail = (
        f"No answer came within {elapsed_ms / 1000:.1f} s, though it used only "
        f"{used_ms / 1000:.2f} s of CPU time: it slept, or waited for what never came."
    )
    before = (
        f"It had waited for {waited_ms / 1000:.1f} s before that, and all its waiting together "
        f"may take {waiting_ms / 1000:.1f} s."
    )
    return Forfeit(Ending.WALL_TIME, f"{detail} {before}" if waited_ms else detail)


def ended(status: int | None) -> Forfeit:
    """Its process ended, with a `Child.status`; None where it only fell silent for good."""
    return Forfeit(Ending.EXITED, _ended(status))


def _ended(status: int | None) -> str:
    if status is None:
        return "It closed its standard output without an answer."
    # A launcher reports signal n as 128 + n.
    number = -status if status < 0 else status - 128
    if number in set(Signals):
        return f"Its process ended without an answer, by signal {Signals(number).name}."
    return f"Its process ended without an answer, with exit status {status}."
