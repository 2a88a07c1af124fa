"""Examines the sources of a bot without importing or running any of them."""

import codecs
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from arena.sandbox import entry
from bots_sdk.archives import BadUpload
from bots_sdk.scan.child import too_complex

SOURCE_BYTES = 256 << 10
LINE_BYTES = 100_000
# A backstop: the child's own limit is on CPU time.
WALL_SECONDS = 30

_CHILD = Path(__file__).with_name("child.py")
# Python's, which are fewer than those of str.splitlines().
_NEWLINE = re.compile(r"\r\n?|\n")
# PEP 263: a comment on one of the first two lines.
_CODING = re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
# Text that is displayed in another order than it runs: the "Trojan Source" attack.
_BIDIRECTIONAL = re.compile("[\u202a-\u202e\u2066-\u2069]")


def scan(files: Mapping[str, bytes]) -> frozenset[str]:
    """The modules that the sources import from elsewhere, such as random, arena or numpy.

    Raises BadUpload for the first source that is no UTF-8 Python, with its line and column, and
    where the entry file certainly holds no bot. Where that is not certain, the start tells.
    """
    sources = {path: decode(path, files[path]) for path in sorted(files) if path.endswith(".py")}
    start = entry(files)
    # A main.py speaks the protocol itself and needs no Bot.
    findings = _examine(sources, None if start == "main.py" else start)
    for finding in findings:
        if "fault" in finding:
            raise BadUpload(*finding["fault"])
    if len(findings) < len(sources):
        # The child has met its limits, or has crashed: the parser can be made to.
        raise BadUpload(*too_complex(list(sources)[len(findings)]))
    own = {path.partition("/")[0].removesuffix(".py") for path in files}
    return frozenset(name for finding in findings for name in finding["imports"]) - own


def decode(path: str, data: bytes) -> str:
    """The text of a source; raises BadUpload where Python and an editor could read two things."""
    if len(data) > SOURCE_BYTES:
        raise BadUpload("too-large", f"{path} is larger than 256 kB. Move data into another file.")
    if b"\0" in data:
        raise BadUpload("not-text", f"{path} holds a NUL byte: it is not Python source.")
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        where = data.count(b"\n", 0, error.start) + 1
        raise BadUpload(
            "encoding", f"{path}, line {where}: the text is not UTF-8. Save the file as UTF-8."
        ) from error
    lines = _NEWLINE.split(text)
    for number, line in enumerate(lines[:2], 1):
        coding = _CODING.match(line)
        if coding and coding[1].lower().replace("_", "-") not in ("utf-8", "utf8"):
            raise BadUpload(
                "encoding", f"{path}, line {number}: the coding line must say utf-8, or go."
            )
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_BYTES:
            raise BadUpload(
                "line-length",
                f"{path}, line {number} is longer than 100 kB. Move data into another file.",
            )
        if _BIDIRECTIONAL.search(line):
            raise BadUpload(
                "bidirectional",
                f"{path}, line {number} holds an invisible character that reorders text."
                " Remove it, or write it as an escape such as '\\u202e'.",
            )
    return text


def _examine(sources: Mapping[str, str], start: str | None) -> list[dict[str, list[str]]]:
    """The child's findings; fewer than sources where it has ended before its time."""
    try:
        child = subprocess.run(
            [sys.executable, "-I", "-S", "-B", _CHILD],
            input=json.dumps({"sources": sources, "entry": start}),
            capture_output=True,
            text=True,
            timeout=WALL_SECONDS,
            env={},
            check=False,
        )
        output = child.stdout
    except subprocess.TimeoutExpired:
        output = ""
    return [json.loads(line) for line in output.splitlines()]
