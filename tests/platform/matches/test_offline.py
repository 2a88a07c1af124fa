"""The kit's page of a game is the site's: it may lack what needs a server, and nothing else."""

import re

import pytest
from django.core.files.storage import Storage
from django.test import Client

from bots_sdk.viewer import page
from sixfold.matches import services
from sixfold.matches.models import Match
from sixfold.matches.playing import Played


@pytest.fixture
def both(match: Match, played: Played, records: Storage, client: Client) -> tuple[str, str]:
    """The viewer on the site's page of a match, and on the kit's of the same game."""
    attempt = services.claim()
    assert attempt is not None
    assert services.finish(attempt, played)
    site = client.get(attempt.match.get_absolute_url()).content.decode()
    return viewer(site), viewer(page(played.record))


def viewer(text: str) -> str:
    (found,) = re.findall(r"<replay-viewer.*?data-toast", text, re.DOTALL)
    return str(found)


def classes(text: str) -> set[str]:
    return {name for names in re.findall(r'class="([^"]*)"', text) for name in names.split()}


def test_the_kit_uses_the_styles_that_the_site_uses(both: tuple[str, str]) -> None:
    site, kit = map(classes, both)
    # Who owns a bot and its version are the site's to know, as is what comes from other addresses.
    assert site - kit == {"seat-owner", "tabs", "tab-panel", "forfeit"}
    assert kit - site == set()


def test_the_kit_offers_what_the_site_offers(both: tuple[str, str]) -> None:
    site, kit = (set(re.findall(r'data-do="(.*?)"', text)) for text in both)
    # The address of a file is no link to send to anybody, and nothing is fetched into it.
    assert site - kit == {"link", "tab", "embed"}
    assert kit <= site


def test_the_kit_lists_the_same_turns_in_the_same_words(both: tuple[str, str]) -> None:
    site, kit = (re.findall(r"data-sentence>(.*?)</span>", text) for text in both)
    owner = re.compile(r"(?<=: )\w+/")
    assert [owner.sub("", told) for told in kit] == site


def test_the_kit_marks_the_same_moves(both: tuple[str, str]) -> None:
    site, kit = (
        re.findall(r'move-note"[^>]*>(.*?)</span>\s*<span class="move-ms"', text) for text in both
    )
    plain = re.compile(r' title="[^"]*"')
    assert [plain.sub("", note) for note in site] == kit


def test_the_kit_puts_the_same_marks_on_the_scrubber(both: tuple[str, str]) -> None:
    site, kit = (re.findall(r'class="mark (\w+)" href="#t(\d+)"', text) for text in both)
    assert kit == site
    assert {event for event, _ in site} > {"lead"}
