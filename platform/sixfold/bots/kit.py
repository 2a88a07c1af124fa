"""The author's kit as a wheel, built from the very sources that this site runs."""

from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings

NAME = f"sixfold-{version('sixfold')}-py3-none-any.whl"
"""Of its file: pip takes nothing by another name."""


@cache
def wheel() -> bytes:
    """Its bytes, the same in every process; built when it is asked for first."""
    # Here: nothing else that serves pages needs a builder of packages.
    from hatchling.builders.wheel import WheelBuilder

    with TemporaryDirectory() as folder:
        (built,) = WheelBuilder(str(settings.ROOT)).build(directory=folder, versions=["standard"])
        return Path(built).read_bytes()
