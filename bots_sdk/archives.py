"""Uploads: a Python file or a zip becomes the files of a bot, read in memory and bounded."""

import hashlib
import re
import stat
import struct
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import PurePosixPath

from arena.sandbox import entry

MEGABYTE = 1 << 20
UPLOAD_BYTES = MEGABYTE
ENTRIES = 64
FILE_BYTES = 2 * MEGABYTE
TOTAL_BYTES = 4 * MEGABYTE
# Unpacked bytes for each byte of the archive; ordinary source stays below 10.
RATIO = 100
DEPTH = 6
PATH_LENGTH = 100

_SEGMENT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")
_WINDOWS_DEVICES = {"con", "prn", "aux", "nul"} | {
    f"{d}{n}" for d in ("com", "lpt") for n in "123456789"
}
# What Python would run without source, or unpack again.
_REFUSED_SUFFIXES = {
    ".so", ".pyd", ".dll", ".dylib", ".pyc", ".pyo", ".pth",
    ".zip", ".egg", ".whl", ".jar", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar",
}  # fmt: skip
_ZIP_MAGIC = b"PK\x03\x04"
_ENCRYPTED = 0x1


class BadUpload(ValueError):  # noqa: N818 - it is the author's upload that is bad
    """Files that cannot be a bot: a stable code for programs, a sentence for the author.

    `excerpt` shows the line at fault where there is one.
    """

    def __init__(self, code: str, sentence: str, excerpt: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.excerpt = excerpt


def read(filename: str, data: bytes) -> dict[str, bytes]:
    """The files of an upload, by path; raises BadUpload.

    Of the client's file name only the ending counts. A single Python file becomes `bot.py`.
    """
    if len(data) > UPLOAD_BYTES:
        raise BadUpload("too-large", f"The upload is {_size(len(data))}; the limit is 1 MB.")
    if not data.strip():
        raise BadUpload("empty", "The upload is empty.")
    suffix = PurePosixPath(filename.replace("\\", "/")).suffix.lower()
    if suffix == ".py":
        if data.startswith(_ZIP_MAGIC):
            raise BadUpload("zip-named-py", "This is a zip archive; give its name the ending .zip.")
        return {"bot.py": data}
    if suffix == ".zip":
        files = _read_zip(data)
        _require_entry(files)
        return files
    raise BadUpload("file-type", "Upload a Python file (.py) or a zip archive (.zip).")


def pack(files: Mapping[str, bytes]) -> bytes:
    """One zip for one content: entries in order of their paths, without dates or attributes."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(files):
            info = zipfile.ZipInfo(path)  # dated 1980
            info.create_system = 3  # zipfile would write the system that it runs on
            info.external_attr = (stat.S_IFREG | 0o444) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, files[path])
    return buffer.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of an archive made by `pack`, which is trusted."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {path: archive.read(path) for path in archive.namelist()}


def digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 (hexadecimal) over paths and contents; how they were packed does not count."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(f"{path}\0{len(files[path])}\0".encode())
        total.update(files[path])
    return total.hexdigest()


def _read_zip(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            infos = archive.infolist()
            _check_layout(data, infos)
            paths = _check_names(infos)
            return _extract(archive, paths, min(TOTAL_BYTES, RATIO * len(data)))
    except BadUpload:
        raise
    except Exception as error:
        # zipfile raises whatever its parsers do: BadZipFile, zlib.error, struct.error, EOFError ...
        raise BadUpload(
            "bad-zip", "The zip archive is damaged or is not a zip archive. Pack it again."
        ) from error


def _check_layout(data: bytes, infos: list[zipfile.ZipInfo]) -> None:
    """Refuse archives in which two readers could see two different things."""
    if not infos:
        raise BadUpload("empty", "The zip archive is empty.")
    if len(infos) > ENTRIES:
        raise BadUpload(
            "too-many-files", f"The archive has {len(infos)} entries, more than {ENTRIES}."
        )
    if not data.startswith(_ZIP_MAGIC) or min(info.header_offset for info in infos) != 0:
        raise BadUpload("bad-zip", "There is something before the zip archive. Pack it again.")
    for info in infos:
        if info.flag_bits & _ENCRYPTED:
            raise BadUpload(
                "encrypted", f"{_show(info.orig_filename)} is encrypted. Pack without a password."
            )
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadUpload(
                "compression",
                f"{_show(info.orig_filename)} is not packed by deflate. Make an ordinary zip.",
            )
    # zipfile itself notices overlaps from 3.12 on only.
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        start = info.header_offset
        if start < end:
            raise BadUpload("overlap", "Entries of the archive share their data. Pack it again.")
        name, extra = struct.unpack_from("<HH", data, start + 26)
        end = start + 30 + name + extra + info.compress_size


def _check_names(infos: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """The regular files by path; folders are checked and then left out."""
    files: dict[str, zipfile.ZipInfo] = {}
    folders: set[str] = set()
    seen: set[str] = set()
    for info in infos:
        # The name as it stands in the archive: zipfile cuts `filename` at a NUL.
        raw = info.orig_filename
        folder = raw.endswith("/")
        path = raw.removesuffix("/")
        _check_kind(info, folder)
        _check_path(path)
        key = path.lower()
        if key in seen:
            raise BadUpload("duplicate", f"{_show(path)} is in the archive twice.")
        seen.add(key)
        folders.update(str(parent).lower() for parent in PurePosixPath(path).parents)
        if folder:
            folders.add(key)
        else:
            files[path] = info
    for path in files:
        if path.lower() in folders:
            raise BadUpload("file-and-folder", f"{_show(path)} is both a file and a folder.")
    return files


def _check_kind(info: zipfile.ZipInfo, folder: bool) -> None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in ((0, stat.S_IFDIR) if folder else (0, stat.S_IFREG)):
        raise BadUpload(
            "not-a-file",
            f"{_show(info.orig_filename)} is a link or a device. Pack ordinary files only.",
        )


def _check_path(path: str) -> None:
    shown = _show(path)
    if len(path) > PATH_LENGTH:
        raise BadUpload("bad-name", f"The path {shown} is longer than {PATH_LENGTH} characters.")
    segments = path.split("/")
    if len(segments) > DEPTH:
        raise BadUpload("too-deep", f"{shown} lies more than {DEPTH} levels deep.")
    for segment in segments:
        if segment.startswith(".") and segment.strip("."):
            raise BadUpload(
                "bad-name",
                f"{shown} is hidden. Leave hidden files out; on a Mac, `zip -X bot.zip *.py` does.",
            )
        # fullmatch, since `$` would accept a newline at the end.
        if not _SEGMENT.fullmatch(segment) or segment.endswith("."):
            raise BadUpload(
                "bad-name",
                f"The name {shown} is refused. Use letters, digits, '_', '-', '.', and '/' for folders.",
            )
        if segment.split(".")[0].lower() in _WINDOWS_DEVICES:
            raise BadUpload(
                "bad-name", f"The name {shown} is reserved on Windows. Rename the file."
            )
    if PurePosixPath(path).suffix.lower() in _REFUSED_SUFFIXES:
        raise BadUpload(
            "file-type",
            f"{shown} is compiled or packed. Leave it out: bots are Python source and data.",
        )


def _extract(
    archive: zipfile.ZipFile, paths: Mapping[str, zipfile.ZipInfo], bound: int
) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    total = 0
    for path, info in paths.items():
        with archive.open(info) as file:
            # A declared size may lie: read one byte more than is allowed, then decide.
            content = file.read(FILE_BYTES + 1)
        total += len(content)
        if len(content) > FILE_BYTES:
            raise BadUpload("too-large", f"{_show(path)} is larger than {_size(FILE_BYTES)}.")
        if total > bound:
            raise BadUpload(
                "too-large",
                f"The archive unpacks to more than {_size(bound)}. Leave out what is not needed.",
            )
        files[path] = content
    return files


def _require_entry(files: Mapping[str, bytes]) -> None:
    try:
        entry(files)
    except ValueError as error:
        inside = sorted(path for path in files if path.endswith(("/bot.py", "/main.py")))
        if inside:
            raise BadUpload(
                "no-entry",
                f"{_show(inside[0])} lies in a folder. Zip the files themselves, not their folder.",
            ) from error
        raise BadUpload("no-entry", str(error)) from error


def _show(name: str) -> str:
    """A hostile name, short and inert."""
    return ascii(name if len(name) <= 60 else name[:57] + "...")


def _size(count: int) -> str:
    return f"{count / MEGABYTE:.1f} MB" if count >= MEGABYTE else f"{count / 1024:.1f} kB"
