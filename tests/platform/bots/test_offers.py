"""The names that a field for a bot suggests."""

import re

import pytest
from django.test import Client

from sixfold.bots.fields import BotInput
from sixfold.bots.views.offers import OFFERED
from tests.platform.entrants import passed

pytestmark = pytest.mark.django_db


def offered(client: Client, **typed: str) -> list[str]:
    answer = client.get("/search/bots/", typed).content.decode()
    return re.findall(r'<option value="(.*?)">', answer)


def test_a_field_is_offered_what_plays_and_goes_on_from_what_it_holds(client: Client) -> None:
    passed("swift", "ada")
    passed("swallow", "bob", plays=False)
    assert offered(client, opponent="sw") == ["ada/swift"]
    assert offered(client, one="ada/") == ["ada/swift"]
    assert offered(client, bot="none") == []
    assert offered(client) == ["ada/swift"], "what there is, before anything is typed"


def test_it_is_offered_a_few(client: Client) -> None:
    for number in range(OFFERED + 1):
        passed(f"bot-{number}")
    assert len(offered(client, bot="bot")) == OFFERED


def test_a_field_asks_for_its_own_list() -> None:
    drawn = BotInput().render("against", "", {"id": "id_against"})
    assert 'list="id_against_offers"' in drawn
    assert 'hx-target="#id_against_offers"' in drawn
    assert '<datalist id="id_against_offers">' in drawn
