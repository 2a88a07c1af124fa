"""No hostile bot: the well-behaved opponent of all of them."""

from tests.arena.sandbox.attempts import answer, told

while request := told():
    answer({"echo": request})
