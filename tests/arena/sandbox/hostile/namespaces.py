"""Makes and enters namespaces, where it would be root."""

from tests.arena.sandbox.attempts import answer, attempted, call, told

NEW = {"user": 0x10000000, "mount": 0x20000, "net": 0x40000000, "pid": 0x20000000, "time": 0x80}

told()
answer(
    attempted(
        **{f"unshare_{name}": lambda flag=flag: call("unshare", flag) for name, flag in NEW.items()}
    )
    | attempted(
        clone=lambda: call("clone", NEW["user"] | 17, 0, 0, 0, 0),
        clone_high=lambda: call("clone", NEW["user"] | 17 | 1 << 40, 0, 0, 0, 0),
        setns=lambda: call("setns", 0, 0),
    )
)
