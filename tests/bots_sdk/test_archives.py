import random
import stat
import struct
import tracemalloc
import zipfile
from collections.abc import Callable, Iterable
from io import BytesIO

import pytest

from bots_sdk import archives
from bots_sdk.archives import BadUpload

BOT = b"def choose(game):\n    return game.legal_moves()[0]\n"

Entry = tuple[str, bytes]


def zipped(*entries: Entry, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive with a good bot first."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in [("bot.py", BOT), *entries]:
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return buffer.getvalue()


def special(kind: int, name: str = "x") -> bytes:
    """An archive with a link, a pipe or a device in it."""
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (kind | 0o644) << 16
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("bot.py", BOT)
        archive.writestr(info, "/etc/passwd")
    return buffer.getvalue()


def renamed(old: bytes, new: bytes) -> bytes:
    """An archive whose second entry has a name that zipfile would not write."""
    assert len(old) == len(new)
    return zipped((old.decode(), b"1")).replace(old, new)


def overlapping() -> bytes:
    """Two entries of the central directory that share one piece of data."""
    data = bytearray(zipped(("a.txt", b"1"), ("b.txt", b"1")))
    first = data.index(b"a.txt") - 30
    entry = data.rindex(b"b.txt") - 46
    data[entry + 42 : entry + 46] = struct.pack("<I", first)
    data[entry + 46 : entry + 51] = b"b.txt"
    return bytes(data)


def flagged(offset: int, mask: int) -> bytes:
    """An archive with bits set in the first local header and in the central directory."""
    data = bytearray(zipped())
    central = data.index(b"PK\x01\x02")
    data[offset] |= mask
    data[central + offset + 2] |= mask
    return bytes(data)


def method(number: int) -> bytes:
    """An archive that claims another method of compression."""
    data = bytearray(zipped())
    central = data.index(b"PK\x01\x02")
    struct.pack_into("<H", data, 8, number)
    struct.pack_into("<H", data, central + 10, number)
    return bytes(data)


def corrupt() -> bytes:
    data = bytearray(zipped(method=zipfile.ZIP_STORED))
    data[data.index(BOT)] ^= 1
    return bytes(data)


def shuffled_bytes(count: int) -> bytes:
    return random.Random(count).randbytes(count)


def many(count: int, size: int = 0) -> Iterable[Entry]:
    return ((f"f{number}.txt", bytes(size)) for number in range(count))


def two(first: str, second: str) -> Iterable[Entry]:
    return ((first, b"1"), (second, b"1"))


def only(*entries: Entry) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return buffer.getvalue()


HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a path that climbs": ("bad-name", lambda: zipped(("../x.py", b"1"))),
    "a path that climbs twice": ("bad-name", lambda: zipped(("a/../../x.py", b"1"))),
    "an absolute path": ("bad-name", lambda: zipped(("/etc/x", b"1"))),
    "a backslash": ("bad-name", lambda: zipped(("..\\x.py", b"1"))),
    "a drive": ("bad-name", lambda: zipped(("C:x.py", b"1"))),
    "a dot segment": ("bad-name", lambda: zipped(("./a.py", b"1"))),
    "an empty segment": ("bad-name", lambda: zipped(("a//b.py", b"1"))),
    "a hidden folder": ("bad-name", lambda: zipped((".git/config", b"1"))),
    "keys": ("bad-name", lambda: zipped((".ssh/id", b"1"))),
    "a newline inside a name": ("bad-name", lambda: zipped(("a\nb.py", b"1"))),
    "a newline at the end of a name": ("bad-name", lambda: zipped(("a.py\n", b"1"))),
    "a NUL in a name": ("bad-name", lambda: renamed(b"ab.py", b"a\0.py")),
    "markup in a name": ("bad-name", lambda: zipped(("<img>.py", b"1"))),
    "a dot at the end": ("bad-name", lambda: zipped(("a.", b"1"))),
    "a device of Windows": ("bad-name", lambda: zipped(("aux.py", b"1"))),
    "a numbered device of Windows": ("bad-name", lambda: zipped(("Com1.py", b"1"))),
    "a console of Windows": ("bad-name", lambda: zipped(("con.py", b"1"))),
    "a long name": ("bad-name", lambda: zipped(("a" * 300, b"1"))),
    "a long path": ("bad-name", lambda: zipped(("/".join(["a" * 33] * 4), b"1"))),
    "20 folders in each other": ("too-deep", lambda: zipped(("a/" * 20 + "b", b"1"))),
    "30 folders in each other": ("too-deep", lambda: zipped(("a/" * 30 + "b", b"1"))),
    "a symbolic link": ("not-a-file", lambda: special(stat.S_IFLNK)),
    "a link that calls itself a folder": ("not-a-file", lambda: special(stat.S_IFLNK, "x/")),
    "a named pipe": ("not-a-file", lambda: special(stat.S_IFIFO)),
    "a character device": ("not-a-file", lambda: special(stat.S_IFCHR)),
    "a name twice": ("duplicate", lambda: zipped(*two("a1", "a2")).replace(b"a2", b"a1")),
    "a name twice but for its case": ("duplicate", lambda: zipped(*two("A.py", "a.py"))),
    "a file and folder of one name": ("file-and-folder", lambda: zipped(*two("a", "a/b.py"))),
    "entries that share their data": ("overlap", overlapping),
    "100 empty files": ("too-many-files", lambda: zipped(*many(100))),
    "201 files": ("too-many-files", lambda: zipped(*many(201))),
    "50 files of 900 kB": ("too-large", lambda: zipped(*many(50, 900_000))),
    "100 MB of zeros": ("too-large", lambda: zipped(("z", bytes(100_000_000)))),
    "4 MB of zeros": ("too-large", lambda: zipped(("z", bytes(4_000_000)))),
    "ten entries of 2 MB": ("too-large", lambda: zipped(*many(10, 2 << 20))),
    "a ratio of 1,000": ("too-large", lambda: zipped(("z", bytes(1_000_000)))),
    "2 MB of noise": ("too-large", lambda: shuffled_bytes(2 << 20)),
    "a byte too many": ("too-large", lambda: bytes(archives.UPLOAD_BYTES + 1)),
    "text": ("bad-zip", lambda: b"hello"),
    "a truncated archive": ("bad-zip", lambda: zipped()[:-30]),
    "something before the archive": ("bad-zip", lambda: b"#!/bin/sh\n" + zipped()),
    "a wrong checksum": ("bad-zip", corrupt),
    "encryption": ("encrypted", lambda: flagged(6, 1)),
    "bzip2": ("compression", lambda: zipped(method=zipfile.ZIP_BZIP2)),
    "lzma": ("compression", lambda: zipped(method=zipfile.ZIP_LZMA)),
    "an unknown method": ("compression", lambda: method(77)),
    "a library": ("file-type", lambda: zipped(("fast.so", b"1"))),
    "bytecode": ("file-type", lambda: zipped(("a.pyc", b"1"))),
    "a path file": ("file-type", lambda: zipped(("a.pth", b"1"))),
    "an archive in the archive": ("file-type", lambda: zipped(("a.ZIP", b"1"))),
    "nothing": ("empty", lambda: b""),
    "white space": ("empty", lambda: b" \r\n\t"),
    "an archive of nothing": ("empty", lambda: only()),
    "no entry file": ("no-entry", lambda: only(("data.txt", b"1"))),
    "two candidates for the entry": ("no-entry", lambda: only(("a.py", b"1"), ("b.py", b"1"))),
    "the entry file in a folder": ("no-entry", lambda: only(("mybot/bot.py", BOT))),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_archive_is_refused_with_its_code_and_a_sentence(what: str) -> None:
    code, make = HOSTILE[what]
    with pytest.raises(BadUpload) as refusal:
        archives.read("bot.zip", make())
    assert refusal.value.code == code
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    assert sentence.isprintable(), "a hostile name must not reach a terminal as it is"


@pytest.mark.parametrize("name", ["bot.exe", "bot", "bot.py.sh", ".py", "", "bot.pyc"])
def test_a_file_of_another_kind_is_refused(name: str) -> None:
    with pytest.raises(BadUpload, match=r"\.py.*\.zip") as refusal:
        archives.read(name, BOT)
    assert refusal.value.code == "file-type"


def test_a_zip_that_calls_itself_python_is_told_its_right_name() -> None:
    with pytest.raises(BadUpload, match=r"\.zip") as refusal:
        archives.read("bot.py", zipped())
    assert refusal.value.code == "zip-named-py"


def test_a_bomb_is_not_unpacked() -> None:
    bomb = zipped(("z", bytes(100_000_000)))
    tracemalloc.start()
    with pytest.raises(BadUpload):
        archives.read("bot.zip", bomb)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 12 << 20


@pytest.mark.parametrize("name", ["mybot.py", "../../etc/x.py", "C:\\bots\\x.PY", "main.py"])
def test_a_single_file_becomes_bot_py_whatever_the_client_calls_it(name: str) -> None:
    assert archives.read(name, BOT) == {"bot.py": BOT}


def test_a_good_archive_is_read_with_its_folders_and_data() -> None:
    data = zipped(("pkg/", b""), ("pkg/__init__.py", b""), ("data/w.json", b"[1]"))
    files = archives.read("Bot.ZIP", data)
    assert files == {"bot.py": BOT, "pkg/__init__.py": b"", "data/w.json": b"[1]"}


def test_one_content_has_one_archive_and_one_digest() -> None:
    files = {"bot.py": BOT, "data/w.json": b"[1]"}
    turned = dict(reversed(files.items()))
    assert archives.pack(files) == archives.pack(turned)
    assert archives.digest(files) == archives.digest(turned)
    assert archives.unpack(archives.pack(files)) == files


def test_another_name_or_another_cut_has_another_digest() -> None:
    contents = [
        {"a": b"bc"},
        {"ab": b"c"},
        {"a": b"b", "c": b""},
        {"a": b""},
        {"a": b"bc", "b": b""},
    ]
    assert len({archives.digest(content) for content in contents}) == len(contents)


def test_a_normalised_archive_is_read_again_as_an_upload() -> None:
    files = {"bot.py": BOT, "data/w.json": b"[1]"}
    assert archives.read("bot.zip", archives.pack(files)) == files
