"""Mutation testing of the rules: small changes to the code, each of which some test should notice.

    python -m tests.soak.mutants arena/board.py arena/bag.py

mutmut works in a copy of the arena and its tests, and is fetched for the run alone. The mutants
that no test noticed are shown as differences. With ``--folder DIR`` the copy stays there: the same
command goes on where it was stopped, and asks the tests as they are by then about what they had not
noticed.

Of the 1,548 mutants of the rules (``generation spots cells lines board placement moves legality
opening bag game outcome``), the 44 of ``view``, the 42 of ``tiles``, the 271 of ``worlds`` and
``traces``, the 129 of ``replay``, the 141 of ``playout``, ``fingerprint`` and ``unseen``, the 241
of ``protocol``, the 114 of ``analysis``, the 230 of ``record``, the 186 of ``referee``, the 370 of
``notation``, the 320 of ``sprt`` and the 44 of ``commitment``, ``ruleset`` and ``seating`` all that
survive change nothing that anybody could see:

* what is computed on import (the tables in ``lines``, every tile, what a tag holds in
  ``notation``), as mutmut puts its mutants in place later;
* what only saves time: to tell an empty part or line apart (``lay``, ``_grow_ahead``), to ask
  whether a turn was a placement before what follows from it (``Game.view``, ``Game._after``),
  whether anything is known of a hand before it is made to agree (``_take``), or whether anybody
  still plays on the board of a last move (``playout``);
* ``strict`` of a zip whose parts are of one length, "big" as Python has it anyway, "UTF-8" for
  "utf-8", None for a False (``record.dumps``), a slice from None or from 0 (``Teller``), the side
  from which a text is searched for its one space (``_seen_move``), the words of an ``assert``, the
  step of an opening of one tile, values that nobody reads (``Board.lines``, who holds what lies on
  the table in ``traces``), what a pickle restores by itself (``IllegalMoveError``), numbers of
  which only the order counts (``places``), a ``<=`` of two that are never equal (``Board.judge``,
  ``_largest_group``), the start of a sum that is never empty (``_bound``), of a count of lines
  where there is always one (``notation.loads``), or of steps that lead to one place from anywhere
  (``_fit_normalised``), a likelihood that is a bound to the last bit (``decide``), "ASCII" for
  "ascii", half of an even number or of the odd one after it (``orders``).
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).parents[2]
MUTMUT = "mutmut==3.8.1"

TESTS = ["bag", "board", "cases", "game", "golden", "properties", "search", "seating", "tiles"]
"""Those to ask, by their files. The others are about what surrounds the rules, and of them only
those of a module that is changed itself are asked.
"""

SETTINGS = """
[tool.mutmut]
source_paths = ["arena"]
only_mutate = {modules}
also_copy = ["arena", "tests"]
pytest_add_cli_args_test_selection = {tests}
# A mutant that never ends should not have half an hour of the others.
timeout_multiplier = 5
# To explain a failure takes a hundred times as long as to fail.
pytest_add_cli_args = ["--import-mode=importlib", "-p", "no:cacheprovider", "--assert=plain"]
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("modules", nargs="+", help="such as arena/board.py")
    options.add_argument("--jobs", default="1", help="processes at once")
    options.add_argument("--folder", type=Path, help="work here, and go on with what is here")
    asked = options.parse_args()
    if missing := [module for module in asked.modules if not (ROOT / module).is_file()]:
        options.error(f"there is no {' or '.join(missing)}; write it as arena/board.py")
    with ExitStack() as stack:
        copy = asked.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stage(copy, asked.modules)
        # Of a new folder all, as there are no results yet.
        mutmut(copy, "run", "--max-children", asked.jobs, *unnoticed(copy))
        survivors = unnoticed(copy)
        for name in survivors:
            print(mutmut(copy, "show", name, capture=True))
        print(f"No test noticed {len(survivors)} mutants.")


def stage(copy: Path, modules: list[str]) -> None:
    """Lay out a project of the rules and their tests alone."""
    for part in ("arena", "tests/arena"):
        # With the times of the files, which tell mutmut what has changed since it was there.
        shutil.copytree(ROOT / part, copy / part, dirs_exist_ok=True)
    names = dict.fromkeys([*TESTS, *(Path(module).stem for module in modules)])
    files = [f"tests/arena/test_{name}.py" for name in names]
    tests = [file for file in files if (ROOT / file).exists()]
    # A list of texts is written alike in Python and TOML.
    (copy / "pyproject.toml").write_text(SETTINGS.format(modules=modules, tests=tests))


def unnoticed(copy: Path) -> list[str]:
    """The mutants that no test has noticed so far, those included that none has met."""
    if not (copy / "mutants").exists():
        return []
    results = mutmut(copy, "results", capture=True).splitlines()
    found = [line.strip().split(": ") for line in results if ": " in line]
    return [name for name, result in found if result in ("survived", "no tests", "not checked")]


def mutmut(copy: Path, *arguments: str, capture: bool = False) -> str:
    """Run it in an environment of its own, made by uv and kept by uv's cache."""
    tools = [f"--with={tool}" for tool in (MUTMUT, "pytest", "hypothesis")]
    command = [sys.executable, "-m", "uv", "run", "--isolated", "--no-project", *tools, "mutmut"]
    done = subprocess.run(
        [*command, *arguments], cwd=copy, check=True, text=True, capture_output=capture
    )
    return done.stdout or ""


if __name__ == "__main__":
    main()
