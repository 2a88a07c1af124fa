"""What a line of the log says beside its text: which match, attempt or check was at work."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_work: ContextVar[dict[str, int]] = ContextVar("work", default={})  # noqa: B039 - never changed


@contextmanager
def at_work_on(**ids: int) -> Iterator[None]:
    """Have every line that is logged meanwhile, in this thread, carry these ids."""
    token = _work.set({**_work.get(), **ids})
    try:
        yield
    finally:
        _work.reset(token)


class AtWork(logging.Filter):
    """Gives a record the ids as attributes, and `at_work` for a format: " [match=5]" or nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        ids = _work.get()
        record.__dict__.update(ids)
        text = " ".join(f"{name}={number}" for name, number in ids.items())
        record.at_work = f" [{text}]" if text else ""
        return True
