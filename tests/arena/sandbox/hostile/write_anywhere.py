"""Creates, fills, stretches, changes and removes files wherever it can."""

import os
import sys
import tempfile
from pathlib import Path

from tests.arena.sandbox.attempts import BOT, LIBRARY, MARK, ROOT, answer, attempted, told

told()
folders = ["/", "/tmp", "/var/tmp", "/dev", "/dev/shm", LIBRARY, BOT, f"{ROOT}/site", "."]
own = [__file__, os.__file__, f"{ROOT}/boot.pyc", sys.executable or "/usr/bin/python3"]
answer(
    attempted(**{f"create_{path}": Path(path, MARK).touch for path in folders})
    | attempted(**{f"folder_{path}": Path(path, MARK).mkdir for path in folders})
    | attempted(**{f"append_{path}": lambda path=path: Path(path).open("ab") for path in own})
    | attempted(**{f"update_{path}": lambda path=path: Path(path).open("rb+") for path in own})
    | attempted(**{f"remove_{path}": Path(path).unlink for path in own})
    | attempted(**{f"setuid_{path}": lambda path=path: Path(path).chmod(0o4777) for path in own})
    | attempted(**{f"give_{path}": lambda path=path: os.chown(path, 0, 0) for path in own})
    | attempted(**{f"stretch_{path}": lambda path=path: os.truncate(path, 8 << 40) for path in own})
    | attempted(
        temporary=lambda: tempfile.TemporaryFile(),
        nameless=lambda: os.open(BOT, os.O_TMPFILE | os.O_RDWR),
        link=lambda: os.link(__file__, f"{BOT}/{MARK}"),
        symlink=lambda: os.symlink("/etc/passwd", f"{BOT}/{MARK}"),
        rename=lambda: os.rename(__file__, f"{BOT}/{MARK}"),
        times=lambda: os.utime(__file__, (0, 0)),
        attribute=lambda: os.setxattr(__file__, "user.note", b"x"),
        memory_file=lambda: os.memfd_create("memory"),
    )
)
