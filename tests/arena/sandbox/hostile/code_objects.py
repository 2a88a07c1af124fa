"""Runs bytecode that no compiler has written: it reads and calls what lies beyond the constants."""

from tests.arena.sandbox.attempts import told

told()


def victim(value: int = 1) -> int:
    """Something to be rewritten."""
    return value


code = victim.__code__
for operand in range(1, 256, 7):
    # LOAD_CONST, far outside of the constants; what it finds is called with itself.
    body = bytes([151, 0, 2, 0, 100, operand, 100, operand, 166, 0, 171, 0] + [0] * 6 + [83, 0])
    victim.__code__ = code.replace(co_code=body, co_consts=(None,), co_stacksize=8)
    victim()
