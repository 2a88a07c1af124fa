"""``python -m bots_sdk`` is the command ``sixfold``."""

from bots_sdk.cli import app

if __name__ == "__main__":
    app(prog_name="sixfold")
