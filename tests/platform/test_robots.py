"""What search engines are told of a site."""

from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client
from pytest_django import Settings


def told(client: Client) -> str:
    return client.get("/robots.txt").content.decode()


def test_a_private_site_is_nobodys_to_list(client: Client) -> None:
    rules = RobotFileParser()
    rules.parse(told(client).splitlines())
    assert not rules.can_fetch("anybody", "/")
    assert not rules.can_fetch("anybody", "/ladder/")


@pytest.mark.parametrize("path", ["/api/v1/me", "/search/", "/h2h/", "/admin/", "/play/"])
def test_what_costs_much_or_is_somebodys_own_is_left_out_of_a_public_one(
    client: Client, settings: Settings, path: str
) -> None:
    settings.PUBLIC = True
    rules = RobotFileParser()
    rules.parse(told(client).splitlines())
    assert not rules.can_fetch("anybody", path)


@pytest.mark.parametrize("path", ["/", "/ladder/", "/bots/ada/swift/", "/docs/rules/"])
def test_what_somebody_looks_for_may_be_listed(
    client: Client, settings: Settings, path: str
) -> None:
    settings.PUBLIC = True
    rules = RobotFileParser()
    rules.parse(told(client).splitlines())
    assert rules.can_fetch("anybody", path)
