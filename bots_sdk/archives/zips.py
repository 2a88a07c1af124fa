"""Reads a zip that may be hostile: in memory, bounded, and only where all readers would agree."""

import stat
import struct
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import PurePosixPath

from bots_sdk.archives.bad import BadUpload, show
from bots_sdk.archives.paths import check_path

ENTRIES = 64
FILE_BYTES = 2 << 20
TOTAL_BYTES = 4 << 20
# Unpacked bytes for each byte of the archive; ordinary source stays below 10.
RATIO = 100

MAGIC = b"PK\x03\x04"
_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_zip(data: bytes) -> dict[str, bytes]:
    """The files of an archive by path; raises BadUpload, whatever is wrong with it."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            infos = archive.infolist()
            _check_layout(data, infos)
            return _extract(archive, _check_names(infos), min(TOTAL_BYTES, RATIO * len(data)))
    except BadUpload:
        raise
    except Exception as error:
        # zipfile raises whatever its parsers do: BadZipFile, zlib.error, struct.error, EOFError ...
        raise BadUpload(
            "bad-zip", "The zip archive is damaged, or is not a zip archive. Pack it again."
        ) from error


def _check_layout(data: bytes, infos: list[zipfile.ZipInfo]) -> None:
    if not infos:
        raise BadUpload("empty", "The zip archive is empty.")
    if len(infos) > ENTRIES:
        raise BadUpload(
            "too-many-files", f"The archive has {len(infos)} entries; the limit is {ENTRIES}."
        )
    if min(info.header_offset for info in infos) != 0:
        raise BadUpload("bad-zip", "There is something before the zip archive. Pack it again.")
    for info in infos:
        shown = show(info.orig_filename)
        if info.flag_bits & _ENCRYPTED:
            raise BadUpload("encrypted", f"{shown} is encrypted. Pack it without a password.")
        if info.compress_type not in _METHODS:
            raise BadUpload(
                "compression", f"{shown} is not packed by deflate. Make an ordinary zip archive."
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
    """The regular files by path; folders are checked, then left out."""
    files: dict[str, zipfile.ZipInfo] = {}
    seen: set[str] = set()
    folders: set[str] = set()
    for info in infos:
        # The name as it stands in the archive: zipfile cuts `filename` at a NUL.
        path = info.orig_filename.removesuffix("/")
        is_folder = path != info.orig_filename
        check_path(path)
        _check_kind(info, is_folder)
        # On a disk that ignores case, names that differ by it only are one file.
        key = path.lower()
        if key in seen:
            raise BadUpload("duplicate", f"{show(path)} is in the archive twice.")
        seen.add(key)
        folders.update(str(parent) for parent in PurePosixPath(key).parents)
        if not is_folder:
            files[path] = info
    for path in files:
        if path.lower() in folders:
            raise BadUpload("file-and-folder", f"{show(path)} is both a file and a folder.")
    return files


def _check_kind(info: zipfile.ZipInfo, is_folder: bool) -> None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFDIR if is_folder else stat.S_IFREG):
        raise BadUpload(
            "not-a-file",
            f"{show(info.orig_filename)} is a link or a device. Pack ordinary files only.",
        )


def _extract(
    archive: zipfile.ZipFile, infos: Mapping[str, zipfile.ZipInfo], bound: int
) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for path, info in infos.items():
        with archive.open(info) as file:
            # A declared size may lie: read one byte more than is allowed, then decide.
            files[path] = file.read(FILE_BYTES + 1)
        if len(files[path]) > FILE_BYTES:
            raise BadUpload("too-large", f"{show(path)} is larger than 2 MB.")
        if sum(map(len, files.values())) > bound:
            raise BadUpload(
                "too-large",
                f"The archive unpacks to more than {bound >> 10} kB. Leave out what is not needed.",
            )
    return files
