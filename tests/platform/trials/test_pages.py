"""What owners and visitors see of a trial."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from sixfold.bots.models import Submission, Verdict
from sixfold.trials import services
from sixfold.trials.gauge import gauge
from sixfold.trials.models import TEST, Reason, State, Trial

from .conftest import Play, settle

QUERIES = 12


@pytest.fixture
def owner(client: Client, candidate: Submission) -> Client:
    """The browser of the bot's owner."""
    client.force_login(candidate.bot.owner)
    return client


def text(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def address(name: str, submission: Submission) -> str:
    bot = submission.bot
    return reverse(name, args=[bot.owner.username, bot.slug, submission.number])


def test_the_page_of_a_version_shows_how_its_trial_stands(
    client: Client, candidate: Submission, play: Play
) -> None:
    play(candidate, 8 * [2, 1, 1.5, 0.5])
    page = text(client, candidate.get_absolute_url())
    assert "Test of v2 against v1" in page
    assert "being tested" in page
    assert "After 64 games" in page
    assert 'class="gauge"' in page
    assert "At 2.94 the new version is promoted, at -2.94 the old one is kept." in page
    assert "Call the test off" not in page


def test_the_fragment_asks_again_only_while_the_trial_runs(
    client: Client, candidate: Submission
) -> None:
    services.advance()
    url = candidate.get_absolute_url()
    fragment = client.get(url, headers={"HX-Request": "true"}).text
    assert "every 5s" in fragment
    assert "<html" not in fragment
    services.call_off(Trial.objects.get())
    assert client.get(url, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    assert "every 5s" not in text(client, url)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_said_in_a_sentence(
    client: Client, candidate: Submission, reason: Reason
) -> None:
    trial = services.begin(candidate)
    state = State.KEPT if reason is Reason.FORFEITS else State.GIVEN_UP
    Trial.objects.filter(pk=trial.pk).update(
        state=state, reason=reason, ended_at=trial.candidate.checked_at
    )
    assert str(reason.label) in text(client, candidate.get_absolute_url())


def test_an_owner_begins_a_trial_and_calls_it_off(
    owner: Client, incumbent: Submission, candidate: Submission
) -> None:
    page = text(owner, candidate.get_absolute_url())
    assert "Test against v1, and let the stronger play" in page
    owner.post(address("trial_begin", candidate))
    assert Trial.objects.get().is_running
    assert "Call the test off" in text(owner, candidate.get_absolute_url())
    owner.post(address("trial_call_off", candidate))
    assert Trial.objects.get().reason == Reason.CALLED_OFF


def test_what_cannot_be_tested_is_refused_with_a_reason(
    owner: Client, incumbent: Submission, candidate: Submission
) -> None:
    response = owner.post(address("trial_begin", incumbent), follow=True)
    assert "This version plays already." in response.text
    assert not Trial.objects.exists()


def test_a_rejected_version_is_not_tested(owner: Client, candidate: Submission) -> None:
    Submission.objects.filter(pk=candidate.pk).update(verdict=Verdict.REJECTED)
    response = owner.post(address("trial_begin", candidate), follow=True)
    assert "Only a version that has passed its check can be tested." in response.text


@pytest.mark.parametrize("name", ["trial_begin", "trial_call_off"])
def test_only_the_owner_has_a_say(client: Client, candidate: Submission, name: str) -> None:
    url = address(name, candidate)
    assert client.post(url).status_code == 302
    other = type(candidate.bot.owner).objects.create_user("mallory")
    client.force_login(other)
    assert client.post(url).status_code == 404
    assert client.get(url).status_code == 405
    assert not Trial.objects.exists()


def test_the_page_of_a_trial_lists_its_matches(client: Client, candidate: Submission) -> None:
    batch = services.advance()
    url = Trial.objects.get().get_absolute_url()
    assert "being tested" in text(client, url)
    for cluster in batch:
        settle(cluster, candidate, 1.5)
    services.advance()
    page = text(client, url)
    assert "After 16 games" in page
    assert page.count('<tr id="match-') == 25
    assert 'rel="next"' in page


def test_pages_take_few_queries_whatever_has_been_played(
    client: Client, candidate: Submission, play: Play
) -> None:
    play(candidate, 16 * [1, 1.5, 0.5, 1])
    for url in (candidate.get_absolute_url(), Trial.objects.get().get_absolute_url()):
        with CaptureQueriesContext(connection) as queries:
            client.get(url)
        assert len(queries) <= QUERIES


def test_the_picture_ends_at_the_bounds() -> None:
    low, high = TEST.bounds
    middle = gauge(TEST, 0)
    assert middle.x == middle.zero == middle.width / 2
    assert gauge(TEST, 2 * high).x == middle.right
    assert gauge(TEST, 2 * low).x == middle.left
    assert gauge(TEST, low).start == middle.left
    assert gauge(TEST, high).length == middle.right - middle.width / 2
