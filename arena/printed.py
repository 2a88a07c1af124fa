"""What a bot printed: the end of it, by turn, safe to show."""

from collections import deque
from collections.abc import Mapping

CUT = "[... earlier output is not kept ...]\n"


class Printed:
    """A bot's stderr, of which the last ``keep`` bytes stay.

    ``names`` maps paths of this machine to those that an author knows.
    """

    def __init__(self, keep: int, names: Mapping[str, str] | None = None) -> None:
        self.total = 0
        """Bytes printed in all."""
        self._keep = keep
        self._names = names or {}
        self._kept = 0
        self._parts: deque[tuple[int, bytearray]] = deque()

    def add(self, turn: int, data: bytes) -> None:
        """Take more output of a turn (-1 before the first)."""
        self.total += len(data)
        if not self._parts or self._parts[-1][0] != turn:
            self._parts.append((turn, bytearray()))
        self._parts[-1][1].extend(data)
        self._kept += len(data)
        while self._kept > self._keep:
            excess, oldest = self._kept - self._keep, self._parts[0][1]
            if len(oldest) <= excess:
                self._parts.popleft()
                self._kept -= len(oldest)
            else:
                del oldest[:excess]
                self._kept -= excess

    def entries(self) -> list[tuple[int, str]]:
        """(turn, text) in order; whatever is not plain text stands as an escape such as \\x1b."""
        texts = [(turn, self._told(bytes(data))) for turn, data in self._parts]
        if self.total > self._kept:
            turn, text = texts[0]
            texts[0] = (turn, CUT + text)
        return texts

    def _told(self, data: bytes) -> str:
        text = _plain(data)
        for path, name in self._names.items():
            text = text.replace(path, name)
        return text


def _plain(data: bytes) -> str:
    """Text without control characters: NUL breaks databases, escapes play tricks on terminals."""
    text = data.decode("utf-8", "backslashreplace")
    return "".join(
        char if char.isprintable() or char in "\n\t" else ascii(char)[1:-1] for char in text
    )
