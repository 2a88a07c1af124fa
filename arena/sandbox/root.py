"""The staged root: a read-only world with an interpreter, its standard library, the arena and the
kit, and nothing else of the machine.
"""

import hashlib
import os
import py_compile
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from arena.sandbox import packages
from arena.sandbox.workplace import built

PYTHON = "/usr/bin/python3"
"""The interpreter inside."""
BOOT = "/boot.pyc"
LIBRARIES = "/usr/lib"

OURS = Path(__file__).parents[2]
"""What holds the packages arena and bots_sdk: a checkout, or an environment's site-packages."""
PACKAGES = ("arena", "bots_sdk")
NEVER_READ = 2**32
"""An access time in the year 2106."""
LEFT_OUT = shutil.ignore_patterns(
    # Of the standard library: what needs a display, a network or a compiler, and its own tests.
    "test", "tests", "idlelib", "tkinter", "ensurepip", "lib2to3", "turtledemo", "venv",
    "site-packages", "dist-packages", "config-*", "*.a", "_tkinter*", "_test*", "_xxtest*",
    "__pycache__",
)  # fmt: skip
OURS_LEFT_OUT = shutil.ignore_patterns("sandbox", "cli", "__main__.py", "__pycache__")

BUILDER = Path(__file__).read_bytes()
"""This module as it was imported: a process may outlive an upgrade of its files."""
LISTING = """
import ctypes, glob, sys
found = [path for folder in sys.argv[1:] for path in glob.glob(folder + "/**/*.so", recursive=True)]
for path in [*found, "libgcc_s.so.1", "libstdc++.so.6"]:
    if "/_tkinter." not in path:
        try:
            ctypes.CDLL(path)
        except OSError:
            pass

class Loaded(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("name", ctypes.c_char_p)]

@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Loaded), ctypes.c_size_t, ctypes.c_void_p)
def show(loaded, size, data):
    print((loaded.contents.name or b"").decode())
    return 0

ctypes.CDLL(None).dl_iterate_phdr(show, None)
"""
"""Loads all extension modules; prints each shared library under the name it was asked for by."""


def staged(home: Path, requirements: Path | None = None) -> Path:
    """The root in ``home``, built there if need be, with the packages of a requirements file.

    Raises PackagesMissing.
    """
    return built(home, "root", key(requirements), partial(build, requirements=requirements))


def key(requirements: Path | None = None) -> str:
    """A name for all that goes into the root: interpreter, boot program, arena, kit, packages."""
    interpreter = _interpreter()
    status = interpreter.stat()
    parts = [sys.version, interpreter, status.st_size, status.st_mtime_ns]
    digest = hashlib.sha256(repr(parts).encode())
    digest.update(BUILDER)
    digest.update(packages.read(requirements))
    for path in (_boot(), *_our_files()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def build(root: Path, requirements: Path | None = None) -> None:
    """Fill the new folder ``root``."""
    library = root / f"usr/lib/python{sys.version_info.major}.{sys.version_info.minor}"
    for folder in ("usr/bin", "usr/lib", "bot"):
        (root / folder).mkdir(parents=True)
    # Relative links: an absolute one would lead out of the tree where it is not the root.
    for alias in ("lib", "lib64", "bin"):
        (root / alias).symlink_to("usr/bin" if alias == "bin" else "usr/lib")
    (root / "usr/lib64").symlink_to("lib")
    interpreter, extensions = _interpreter(), _extensions()
    site = root / packages.SITE
    if requirements is not None:
        packages.install(requirements, site)
    shutil.copy(interpreter, root / PYTHON[1:])
    shutil.copytree(_standard_library(), library, ignore=LEFT_OUT)
    if not (library / "lib-dynload").exists() and extensions.exists():
        shutil.copytree(extensions, library / "lib-dynload", ignore=LEFT_OUT)
    for shared in _shared_libraries(interpreter, extensions, site):
        if not (root / "usr/lib" / shared.name).exists():
            shutil.copy(shared, root / "usr/lib" / shared.name)
    for package in PACKAGES:
        shutil.copytree(OURS / package, library / package, ignore=OURS_LEFT_OUT)
    # Python keeps no compiled form of the file that it is told to run, unless it is one.
    py_compile.compile(str(_boot()), str(root / BOOT[1:]), dfile="/boot.py", doraise=True)
    # Nothing is writable inside, so it is compiled now, and never compared with its source again.
    subprocess.run(
        [interpreter, "-I", "-S", "-m", "compileall", "-q", "-j", "2",
         "--invalidation-mode", "unchecked-hash", "-s", root, "-p", "/", library,
         *([site] if site.exists() else [])],
        check=True,
        env={},
    )  # fmt: skip
    for path in (root, *root.rglob("*")):
        # Read for the last time long after now: no reader leaves a mark, where the folder is not
        # mounted read-only (tier B).
        os.utime(path, (NEVER_READ, path.lstat().st_mtime), follow_symlinks=False)


def _interpreter() -> Path:
    """The real interpreter, not a virtual environment's link to it."""
    # typeshed does not know it; venv itself finds the interpreter so.
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def _standard_library() -> Path:
    return Path(sysconfig.get_path("stdlib"))


def _extensions() -> Path:
    """The folder of the extension modules; it may lie apart from the standard library."""
    named = [Path(entry) for entry in sys.path if entry.endswith("lib-dynload")]
    return named[0] if named else _standard_library() / "lib-dynload"


def _shared_libraries(interpreter: Path, extensions: Path, site: Path) -> Iterator[Path]:
    """What the interpreter, its extension modules and those of the packages load."""
    listing = subprocess.run(
        [interpreter, "-I", "-S", "-c", LISTING, extensions, site],
        check=True,
        env={},
        stdout=subprocess.PIPE,
        text=True,
    )
    for line in listing.stdout.split():
        path = Path(line)
        if path.is_absolute() and not {extensions, site} & {*path.parents}:
            yield path


def _boot() -> Path:
    return Path(__file__).with_name("boot.py")


def _our_files() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((OURS / package).rglob("*.py"))
