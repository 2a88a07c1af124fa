"""Makes a call of the x32 ABI, whose numbers a careless filter does not know."""

from tests.arena.sandbox.attempts import answer, call, told

told()
call(0x4000_0000 | 39)
answer("went on")
