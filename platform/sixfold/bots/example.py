"""The bot that every author may start from: the one that `sixfold new` writes."""

from pathlib import Path

import bots_sdk
from bots_sdk import archives

SOURCE = (Path(bots_sdk.__file__).parent / "cli" / "templates" / "bot.py").read_text("utf-8")
SHA256 = archives.digest({"bot.py": SOURCE.encode()})
