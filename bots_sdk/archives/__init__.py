"""Uploads: a Python file or a zip becomes the files of a bot, wholly in memory and bounded."""

import hashlib
import stat
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import PurePosixPath

from arena.sandbox import entry
from bots_sdk.archives.bad import BadUpload, show
from bots_sdk.archives.zips import ENTRIES, MAGIC, read_zip

__all__ = ["ENTRIES", "UPLOAD_BYTES", "BadUpload", "digest", "pack", "read", "unpack"]

UPLOAD_BYTES = 1 << 20


def read(filename: str, data: bytes) -> dict[str, bytes]:
    """The files of an upload by path; raises BadUpload.

    Of the client's file name only the ending counts: a single Python file becomes `bot.py`.
    """
    if len(data) > UPLOAD_BYTES:
        raise BadUpload("too-large", "The upload is larger than 1 MB.")
    if not data.strip():
        raise BadUpload("empty", "The upload is empty.")
    suffix = PurePosixPath(filename.replace("\\", "/")).suffix.lower()
    if suffix == ".py":
        if data.startswith(MAGIC):
            raise BadUpload("zip-named-py", "This is a zip archive; give its name the ending .zip.")
        return {"bot.py": data}
    if suffix == ".zip":
        files = read_zip(data)
        _require_entry(files)
        return files
    raise BadUpload("file-type", "Upload a Python file (.py) or a zip archive (.zip).")


def pack(files: Mapping[str, bytes]) -> bytes:
    """One zip for one content: entries in the order of their paths, without dates or owners."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(files):
            info = zipfile.ZipInfo(path)  # dated 1980
            info.create_system = 3  # Unix; zipfile would write the system that it runs on
            info.external_attr = (stat.S_IFREG | 0o444) << 16
            archive.writestr(info, files[path], zipfile.ZIP_DEFLATED, compresslevel=9)
    return buffer.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of an archive that `pack` has made; no other is safe here."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {path: archive.read(path) for path in archive.namelist()}


def digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 (hexadecimal) over paths and contents, however they came packed."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(f"{path}\0{len(files[path])}\0".encode())
        total.update(files[path])
    return total.hexdigest()


def _require_entry(files: Mapping[str, bytes]) -> None:
    try:
        entry(files)
    except ValueError as error:
        inside = sorted(path for path in files if path.endswith(("/bot.py", "/main.py")))
        if not inside:
            raise BadUpload("no-entry", str(error)) from error
        raise BadUpload(
            "no-entry",
            f"{show(inside[0])} lies in a folder. Zip the files themselves, not their folder.",
        ) from error
