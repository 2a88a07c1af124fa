"""Which names a file in an upload may have: those that mean the same on every system."""

import re
from pathlib import PurePosixPath

from bots_sdk.archives.bad import BadUpload, show

DEPTH = 6
PATH_LENGTH = 100

_SEGMENT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")
_DEVICES = {"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))}
# What Python would run without source, or what would have to be unpacked again.
_REFUSED_SUFFIXES = {
    ".so", ".pyd", ".dll", ".dylib", ".pyc", ".pyo", ".pth",
    ".zip", ".egg", ".whl", ".jar", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar",
}  # fmt: skip


def check_path(path: str) -> None:
    """Raise BadUpload unless the path is relative, plain and not too deep."""
    shown = show(path)
    if len(path) > PATH_LENGTH:
        raise BadUpload("bad-name", f"The path {shown} is longer than {PATH_LENGTH} characters.")
    segments = path.split("/")
    if len(segments) > DEPTH:
        raise BadUpload("too-deep", f"{shown} lies more than {DEPTH} levels deep.")
    for segment in segments:
        _check_segment(segment, shown)
    if PurePosixPath(path).suffix.lower() in _REFUSED_SUFFIXES:
        raise BadUpload(
            "file-type",
            f"{shown} is compiled or packed. Leave it out: a bot is Python source and plain data.",
        )


def _check_segment(segment: str, shown: str) -> None:
    if segment.startswith(".") and segment.strip("."):
        raise BadUpload(
            "bad-name",
            f"{shown} is hidden. Leave hidden files out; on a Mac, `zip -X bot.zip *.py` does.",
        )
    # fullmatch, since `$` would accept a newline at the end.
    if not _SEGMENT.fullmatch(segment) or segment.endswith("."):
        raise BadUpload(
            "bad-name",
            f"The name {shown} is refused. Use letters, digits, '_', '-' and '.' only.",
        )
    if segment.split(".")[0].lower() in _DEVICES:
        raise BadUpload("bad-name", f"The name {shown} is reserved on Windows. Rename the file.")
