"""How often the best bot wins in each format, beside what the documentation says.

    python -m tests.benchmarks.tournaments [--seconds 30] [--runs 400]

Each format gets so many seconds of CPU time, or so many tournaments with dice, and no more.
"""

import argparse

from sixfold.tournaments.preview import FIELD, MEASURED, Strength, preview


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--runs", type=int, default=400)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    print(f"{FIELD} bots{'games':>22}{'runs':>6}{'best wins':>16}{'documented':>12}")
    for plan, documented in MEASURED:
        told = preview(
            plan, [Strength()] * FIELD, seconds=asked.seconds, most=asked.runs, seed=asked.seed
        )
        share = f"{told.chance:.2f} \N{PLUS-MINUS SIGN} {told.error:.2f}"
        print(f"{plan.format:<18}{told.games:>12}{told.runs:>6}{share:>16}{documented:>12.2f}")


if __name__ == "__main__":
    main()
