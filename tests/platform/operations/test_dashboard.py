"""The example dashboard for Grafana shows what /metrics tells, all of it and by its own names."""

import json
import re
from typing import Any

from django.conf import settings

from sixfold.operations.figures import figures

DASHBOARD: dict[str, Any] = json.loads((settings.ROOT / ".docker/grafana.json").read_text())
NAME = re.compile(r"\bsixfold_\w+")


def test_every_metric_that_it_names_is_told_and_every_one_told_is_shown(db: None) -> None:
    shown = {name for text in expressions() for name in NAME.findall(text)}
    assert shown == {figure.name for figure in figures()} | {"sixfold_tick_age_seconds"}


def test_what_it_groups_by_is_what_it_names_its_lines_after() -> None:
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            by = re.findall(r"by \((\w+)\)", target["expr"])
            assert re.findall(r"{{(\w+)}}", target["legendFormat"]) == by, panel["title"]


def test_its_panels_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        assert max(x for x, _y in cells) < 24, panel["title"]
        taken |= cells


def expressions() -> list[str]:
    return [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
