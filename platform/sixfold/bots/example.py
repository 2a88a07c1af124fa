"""What every author may start from: the bot that `sixfold new` writes, and the kit's samples."""

from pathlib import Path

import bots_sdk
from bots_sdk import archives, samples

SOURCE = (Path(bots_sdk.__file__).parent / "cli" / "templates" / "bot.py").read_text("utf-8")
_GIVEN = [SOURCE.encode(), *(one for name in samples.NAMES for one in samples.files(name).values())]
GIVEN = frozenset(archives.digest({"bot.py": source}) for source in _GIVEN)
"""The digests of uploads that say nothing about who copied from whom."""
