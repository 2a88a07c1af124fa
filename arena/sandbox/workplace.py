"""Where the sandbox keeps its files: out of everybody's reach, but in that of the bots' user."""

import fcntl
import os
import secrets
import shutil
import stat
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Self

BOT_USER = 65_533
"""User and group of bots whose worker is root: an id that belongs to no account."""
IN_TEMP = "sixfold-sandbox"


class Unreachable(Exception):  # noqa: N818 - named for what is the matter
    """No folder is fit for the files of the sandbox; the text says what to do."""


class Workplace:
    """This process's private folder within the sandbox's ``home``; gone when the process is.

    Everything in ``home`` that a process uses is held by a shared lock, so that what is left
    behind by one that was killed can be told and removed by the next.
    """

    def __init__(self, home: Path, reader: int | None = None) -> None:
        """``reader`` is the user whom the bots run as, where it is not our own."""
        everybody = home / "work"
        with locked(home):
            everybody.mkdir(exist_ok=True)
            everybody.chmod(0o755)
            sweep(everybody)
            self.folder = Path(tempfile.mkdtemp(dir=everybody))
            hold(self.folder)
        if reader is not None:
            # Bots' sources are nobody else's business, on this machine neither.
            os.chown(self.folder, -1, reader)
            self.folder.chmod(0o750)
        weakref.finalize(self, _remove_own, self.folder, os.getpid())

    @classmethod
    def temporary(cls) -> Self:
        """One in a folder of its own that goes with it."""
        home = Path(tempfile.mkdtemp(prefix="sixfold-"))
        workplace = cls(home)
        weakref.finalize(workplace, _remove_own, home, os.getpid())
        return workplace

    def stage(self, files: Mapping[str, bytes]) -> Path:
        """A new folder with these files, each readable and nothing more.

        Raises ValueError for a name that leads elsewhere, and OSError; then nothing is left of it.
        """
        # Without namespaces (tier B) a bot can ask whether a path exists: none guesses this one.
        folder = self.folder / secrets.token_hex(16)
        try:
            _make(folder)
            for name, content in files.items():
                path = PurePosixPath(name)
                if path.is_absolute() or ".." in path.parts or not path.parts:
                    raise ValueError(f"{name!r} is no name of a file in an upload.")
                for parent in reversed(path.parents[:-1]):
                    _make(folder / parent)
                _write(folder / path, content)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return folder

    def clear(self, folder: Path) -> None:
        """Remove a staged folder."""
        shutil.rmtree(folder)


def bot_user() -> int | None:
    """The user whom bots run as; None for our own."""
    return BOT_USER if os.geteuid() == 0 else None


def find_home(cache: Path) -> Path:
    """``cache``; for root, whose bots are another user, a folder in the system's temporary one
    where ``cache`` lies below a folder that is closed to others. Raises Unreachable.
    """
    cache.mkdir(mode=0o755, parents=True, exist_ok=True)
    if bot_user() is None or _safely_reachable(cache.resolve()):
        return cache.resolve()
    home = Path(tempfile.gettempdir()).resolve() / IN_TEMP
    _make(home)
    # Its name is known, so somebody may have been there first.
    if home.is_symlink() or not _safely_reachable(home):
        raise Unreachable(
            f"Bots of a worker that is root run as another user, who cannot reach {cache}; and "
            f"{home} belongs to somebody else, or could be changed by somebody else. Remove it, "
            "set DATA_DIR to a folder of root's that others may enter, or run the worker as an "
            "ordinary user."
        )
    return home


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Alone among all processes that use this home."""
    with (home / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def hold(folder: Path) -> None:
    """Mark a folder as in use for as long as this process lives."""
    fcntl.flock(os.open(folder, os.O_RDONLY | os.O_DIRECTORY), fcntl.LOCK_SH)


def sweep(parent: Path, pattern: str = "*", keep: str = "") -> None:
    """Remove the folders in ``parent`` that no living process holds, except ``keep``."""
    for path in parent.glob(pattern):
        if path.name == keep:
            continue
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        else:
            shutil.rmtree(path)
        finally:
            os.close(descriptor)


def built(home: Path, kind: str, key: str, build: Callable[[Path], None]) -> Path:
    """The folder of this kind and key in ``home``, built if need be, and held by this process.

    Several processes may ask at once: one builds, the others wait. Folders of the same kind and
    another key go once nobody holds them.
    """
    folder, building = home / f"{kind}-{key}", home / "building"
    with locked(home):
        sweep(home, f"{kind}-*", keep=folder.name)
        if not folder.exists():
            shutil.rmtree(building, ignore_errors=True)
            build(building)
            for path in (building, *building.rglob("*")):
                if not path.is_symlink():
                    path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
            building.rename(folder)
        hold(folder)
    return folder


def _make(folder: Path) -> None:
    """Make a folder that others can enter, whatever our umask."""
    try:
        folder.mkdir()
    except FileExistsError:
        return
    folder.chmod(0o755)


def _write(path: Path, content: bytes) -> None:
    """Make a file that everybody may read."""
    target = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW)
    with os.fdopen(target, "wb") as file:
        file.write(content)
        os.fchmod(target, 0o444)


def _safely_reachable(path: Path) -> bool:
    """Whether every user can enter ``path``, and only root can change what lies on the way."""
    for folder in (path, *path.parents):
        status = folder.stat()
        writable = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if status.st_uid != 0 or not status.st_mode & stat.S_IXOTH:
            return False
        if writable and (folder == path or not status.st_mode & stat.S_ISVTX):
            return False
    return True


def _remove_own(folder: Path, owner: int) -> None:
    # A process forked from ours inherits this duty, but not the folder.
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
