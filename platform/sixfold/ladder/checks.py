"""What `manage.py check` looks at: the ladders that the settings ask for."""

from typing import Any

from django.conf import settings
from django.core.checks import Error, register

from sixfold.ladder.services.ladders import PRESETS


@register
def ladders_are_known(**_: Any) -> list[Error]:
    """LADDERS may name only what there is."""
    return [
        Error(
            f"LADDERS names {slug!r}, and there is no such ladder.",
            hint=f"There are {', '.join(PRESETS)}; others are made in the administration.",
            id="ladder.E001",
        )
        for slug in settings.LADDERS
        if slug not in PRESETS
    ]
