"""Opens and makes device nodes."""

import os
import stat

from tests.arena.sandbox.attempts import BOT, answer, attempted, told

told()
names = ["mem", "kmsg", "sda", "vda", "tty", "console", "ptmx", "fuse", "kvm", "net/tun", "null"]
answer(
    attempted(**{name: lambda name=name: os.open(f"/dev/{name}", os.O_RDWR) for name in names})
    | attempted(
        **{
            f"make_in_{folder}": lambda folder=folder: os.mknod(
                f"{folder}/node", stat.S_IFBLK | 0o666, os.makedev(8, 0)
            )
            for folder in ("", "/tmp", BOT)
        }
    )
)
