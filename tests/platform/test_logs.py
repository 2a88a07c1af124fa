import json
import logging
import logging.config
import os
import subprocess
import sys

import pytest

from sixfold.logs import AtWork, at_work_on

SCRIPT = """
import logging, django
django.setup()
from sixfold.logs import at_work_on
with at_work_on(match=5, attempt=7):
    logging.getLogger("sixfold.matches").warning("the lease of %s is lost", "match 5")
"""


def written(**environment: str) -> str:
    """The line that a process of the site writes to its log."""
    return subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "sixfold.settings", **environment},
        stderr=subprocess.PIPE,
        check=True,
        text=True,
    ).stderr


def test_a_line_ends_with_what_was_at_work() -> None:
    assert written().endswith("sixfold.matches: the lease of match 5 is lost [match=5 attempt=7]\n")


def test_a_line_of_json_has_it_in_fields() -> None:
    line = json.loads(written(LOG_FORMAT="json"))
    assert line["message"] == "the lease of match 5 is lost"
    assert (line["match"], line["attempt"], line["level"]) == (5, 7, "WARNING")
    assert line["logger"] == "sixfold.matches"
    assert line["time"].endswith("+00:00")


def test_ids_end_with_the_work(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(AtWork())
    log = logging.getLogger("sixfold.test")
    with at_work_on(match=1):
        with at_work_on(attempt=2):
            log.warning("inner")
        log.warning("outer")
    log.warning("after")
    assert [record.__dict__["at_work"] for record in caplog.records] == [
        " [match=1 attempt=2]",
        " [match=1]",
        "",
    ]
