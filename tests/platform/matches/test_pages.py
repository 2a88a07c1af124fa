import gzip
import html
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.storage import Storage
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from arena.commitment import commitment
from arena.outcome import Outcome
from arena.player import Ending
from sixfold.accounts.models import User
from sixfold.bots.models import Submission
from sixfold.leases import Progress
from sixfold.matches import services
from sixfold.matches.models import Match
from sixfold.matches.paging import PAGE_SIZE
from sixfold.matches.playing import Played
from tests.platform.matches.conftest import finish

MATCHES = reverse("matches")
HTMX = {"HX-Request": "true"}


def ended(
    played: Played,
    scores: tuple[int, int] = (180, 120),
    places: tuple[int, int] = (1, 2),
    endings: tuple[Ending, Ending] = (Ending.FINISHED, Ending.FINISHED),
) -> Played:
    """The same game with another end, for what only shows its result."""
    record = played.record
    seats = tuple(replace(s, ending=e) for s, e in zip(record.seats, endings, strict=True))
    outcome = Outcome(record.outcome.end, scores, places)
    return replace(played, record=replace(record, seats=seats, outcome=outcome))


@pytest.fixture
def finish_next(records: Storage, played: Played) -> Callable[..., Match]:
    """Finish the next match of the queue with a result."""

    def finish_next(result: Played = played) -> Match:
        return finish(result)

    return finish_next


def shown(response: Any) -> list[int]:
    """The matches on a page of the list, from its top."""
    assert response.status_code == 200
    return [int(pk) for pk in re.findall(r'<tr id="match-(\d+)"', response.text)]


# --- The list ------------------------------------------------------------------------------------


def test_a_list_without_matches_says_what_to_do(db: None, client: Client) -> None:
    response = client.get(MATCHES)
    assert "No match has been played yet" in response.text
    assert reverse("submit") in response.text


@pytest.fixture
def void(match: Match) -> Match:
    """One of two matches that are over without having been played."""
    Match.objects.update(progress=Progress.VOID)
    return match


def test_the_list_starts_with_what_has_begun_last_and_leads_to_what_waits(
    finished: Match, client: Client
) -> None:
    waiting = Match.objects.queued().get()
    response = client.get(MATCHES)
    assert shown(response) == [finished.pk]
    queue = re.search(r'<a href="([^"]*)">1 waiting</a>', response.text)
    assert queue is not None
    assert shown(client.get(MATCHES + queue[1])) == [waiting.pk]


def test_pages_of_the_list_have_no_gaps_and_no_repetitions(
    bots: list[Submission], client: Client
) -> None:
    for number in range(30):
        services.schedule(submissions=bots, seed=bytes([number] * 32))
    Match.objects.update(progress=Progress.VOID)
    url, seen = MATCHES, []
    while url:
        response = client.get(url)
        seen.append(shown(response))
        older = re.search(r'rel="next" href="(.*?)"', response.text)
        url = MATCHES + older[1] if older else ""
    everything = list(Match.objects.order_by("-pk").values_list("pk", flat=True))
    assert [pk for page in seen for pk in page] == everything

    back = re.search(r'rel="prev" href="(.*?)"', response.text)
    assert back is not None
    response = client.get(MATCHES + back[1])
    assert shown(response) == seen[1]
    back = re.search(r'rel="prev" href="(.*?)"', response.text)
    assert back is not None
    response = client.get(MATCHES + back[1])
    assert shown(response) == seen[0]
    assert 'rel="prev"' not in response.text


def test_the_list_asks_as_much_of_the_database_for_many_matches_as_for_few(
    bots: list[Submission], client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(PAGE_SIZE):
        services.schedule(submissions=bots, seed=bytes([number] * 32))
    Match.objects.update(progress=Progress.VOID)
    with django_assert_max_num_queries(6):
        assert len(shown(client.get(MATCHES))) == PAGE_SIZE


def test_the_list_shows_one_bots_matches_by_their_result(
    bots: list[Submission],
    enter: Callable[..., Submission],
    finish_next: Callable[..., Match],
    played: Played,
    client: Client,
) -> None:
    second = bots[1]
    services.schedule(submissions=bots, seed=bytes(32))
    services.schedule(submissions=[enter("third"), second], seed=bytes(32))
    won = finish_next(ended(played))
    lost = finish_next(ended(played))  # the seats have changed
    tied = finish_next(ended(played, (150, 150), (1, 1)))
    crashed = finish_next(ended(played, endings=(Ending.EXITED, Ending.FINISHED)))
    assert crashed.seats.filter(submission=second).exists()

    def of(**asked: str) -> set[int]:
        return set(shown(client.get(MATCHES, asked)))

    assert of(bot="ada/first") == {won.pk, lost.pk}
    assert of(bot="ada/first", result="won") == {won.pk}
    assert of(bot="ada/first", result="lost") == {lost.pk}
    assert of(bot="bob/second", result="tied") == {tied.pk}
    assert of(result="error") == {crashed.pk}
    assert of(bot=" /ada/first/ ", status="finished") == {won.pk, lost.pk}
    assert of(bot="ada/first", status="queued") == set()


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"bot": "nobody/nothing"}, "There is no bot"),
        ({"bot": "first"}, "There is no bot"),
        ({"bot": "\0/<script>"}, "Null characters"),
        ({"result": "won"}, "Name the bot"),
        ({"result": "nonsense"}, "not one of the available choices"),
        ({"status": "nonsense"}, "not one of the available choices"),
    ],
)
def test_a_filter_that_means_nothing_is_explained_and_hides_nothing(
    void: Match, client: Client, asked: dict[str, str], complaint: str
) -> None:
    response = client.get(MATCHES, asked)
    assert complaint in response.text
    assert "<script>" not in response.text.partition("<main")[2]
    assert len(shown(response)) == 2


@pytest.mark.parametrize("key", ["-1", "x", str(10**30), "1e3"])
@pytest.mark.parametrize("way", ["before", "after"])
def test_a_page_that_cannot_be_is_the_first_one(
    void: Match, client: Client, way: str, key: str
) -> None:
    assert len(shown(client.get(MATCHES, {way: key}))) == 2


def test_the_list_refreshes_itself_as_a_fragment(void: Match, client: Client) -> None:
    response = client.get(MATCHES, headers=HTMX)
    assert len(shown(response)) == 2
    assert "<html" not in response.text


# --- A match -------------------------------------------------------------------------------------


def test_a_queued_match_tells_its_place_and_asks_again(match: Match, client: Client) -> None:
    behind = Match.objects.exclude(pk=match.pk).get()
    assert "the next of its kind to be played" in client.get(match.get_absolute_url()).text
    response = client.get(behind.get_absolute_url())
    assert "One match of the same kind is played before this one." in response.text
    assert f'hx-get="{behind.get_absolute_url()}"' in response.text
    fragment = client.get(behind.get_absolute_url(), headers=HTMX)
    assert "<html" not in fragment.text
    assert "One match of the same kind is played before this one." in fragment.text


def test_whoever_waits_for_a_match_is_shown_it_once_it_is_played_and_when_it_is_over(
    match: Match, played: Played, records: Storage, client: Client
) -> None:
    attempt = services.claim()
    assert attempt is not None
    address = match.get_absolute_url()
    assert client.get(address, headers=HTMX).headers["HX-Refresh"] == "true"
    assert f'data-events="{address}events"' in client.get(address).text
    services.finish(attempt, played)
    assert client.get(address, headers=HTMX).headers["HX-Refresh"] == "true"
    assert "data-events" not in client.get(address).text


def test_a_match_in_quarantine_blames_no_bot_and_stops_asking(match: Match, client: Client) -> None:
    Match.objects.filter(pk=match.pk).update(progress=Progress.QUARANTINED, lost=5)
    response = client.get(match.get_absolute_url())
    assert "for or against nobody" in response.text
    assert "hx-trigger" not in response.text


def test_a_match_that_was_void_before_it_was_played_says_so(match: Match, client: Client) -> None:
    Match.objects.filter(pk=match.pk).void()
    assert "declared void" in client.get(match.get_absolute_url()).text


def test_a_match_that_became_void_keeps_its_replay_and_says_so(
    finished: Match, client: Client
) -> None:
    Match.objects.filter(pk=finished.pk).void()
    response = client.get(finished.get_absolute_url())
    assert "declared void" in response.text
    assert "qwirkle-board" in response.text


def test_a_seed_is_a_secret_until_the_last_match_on_it_is_over(
    match: Match, client: Client, finish_next: Callable[..., Match]
) -> None:
    """The page, the replay and the record of a match that is over could give the next one away."""
    seed, other = bytes(match.cluster.seed).hex(), match.cluster.matches.order_by("order")[1]

    def tell_tales() -> set[str]:
        urls = [
            reverse(name, kwargs={"pk": one.pk})
            for name in ("match", "replay", "record")
            for one in (match, other)
        ]
        return {url for url in urls if seed in client.get(url).text}

    assert not tell_tales()
    finish_next()
    assert not tell_tales()
    finish_next()
    assert len(tell_tales()) == 6


def test_the_commitment_is_public_from_the_start_and_never_changes(
    match: Match, client: Client, finish_next: Callable[..., Match]
) -> None:
    published = commitment(match.cluster_id, bytes(match.cluster.seed))
    for _ in match.cluster.matches.all():
        assert published in client.get(match.get_absolute_url()).text
        assert f"cluster {match.cluster_id}," in client.get(match.get_absolute_url()).text
        finish_next()
        assert client.get(replay_of(match)).json()["commitment"] == published
    assert published in client.get(match.get_absolute_url()).text


def test_the_record_is_held_back_with_its_seed(
    finished: Match, client: Client, finish_next: Callable[..., Match]
) -> None:
    url = reverse("record", kwargs={"pk": finished.pk})
    page = client.get(finished.get_absolute_url())
    assert url not in page.text
    early = client.get(url)
    assert early.status_code == 409
    assert "still to be played on the same seed" in early.json()["error"]
    assert early.headers["Retry-After"]
    replay = client.get(replay_of(finished))
    assert replay.json()["seed"] is None
    assert "no-cache" in replay.headers["Cache-Control"]
    finish_next()
    assert url in client.get(finished.get_absolute_url()).text
    assert client.get(url).status_code == 200
    # Whoever has the replay without the seed is sent the whole one.
    again = client.get(replay_of(finished), headers={"If-None-Match": replay.headers["ETag"]})
    assert again.status_code == 200
    assert again.json()["seed"] == bytes(finished.cluster.seed).hex()


def test_a_match_that_becomes_void_keeps_no_seed_secret(finished: Match, client: Client) -> None:
    Match.objects.exclude(pk=finished.pk).void()
    assert client.get(reverse("record", kwargs={"pk": finished.pk})).status_code == 200


def test_seeds_are_explained_with_a_match_to_try(
    match: Match, client: Client, finish_next: Callable[..., Match]
) -> None:
    url = reverse("docs_seeds")
    finish_next()
    assert "--cluster 17" in client.get(url).text, "an example while no cluster is over"
    finish_next()
    page = html.unescape(client.get(url).text)
    assert f"--cluster {match.cluster_id} --commitment {match.cluster.commitment}" in page
    (line,) = re.findall(r'python3 -c "(import hashlib.*?)"</code>', page)
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == match.cluster.commitment


def test_a_finished_match_shows_its_bots_and_leads_to_its_neighbours(
    match: Match, finish_next: Callable[..., Match], client: Client
) -> None:
    first, second = finish_next(), finish_next()
    text = client.get(first.get_absolute_url()).text
    assert "first" in text
    assert "second" in text
    assert f'href="{second.get_absolute_url()}" rel="next"' in text
    assert 'rel="prev"' not in text
    text = client.get(second.get_absolute_url()).text
    assert f'href="{first.get_absolute_url()}" rel="prev"' in text


def test_a_match_page_asks_little_of_the_database(
    finished: Match, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(6):
        assert client.get(finished.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("name", ["match", "replay", "record"])
def test_what_does_not_exist_is_not_found(db: None, client: Client, name: str) -> None:
    assert client.get(reverse(name, kwargs={"pk": 4711})).status_code == 404


@pytest.mark.parametrize("name", ["match", "replay", "record"])
def test_matches_are_only_read(finished: Match, client: Client, name: str) -> None:
    assert client.post(reverse(name, kwargs={"pk": finished.pk})).status_code == 405


# --- Replay and record ---------------------------------------------------------------------------


def replay_of(match: Match) -> str:
    return reverse("replay", kwargs={"pk": match.pk})


def test_a_replay_tells_who_played_and_every_move(
    finished: Match, played: Played, client: Client
) -> None:
    data = client.get(replay_of(finished)).json()
    assert data["match"] == finished.pk
    assert data["url"] == finished.get_absolute_url()
    assert len(data["moves"]) == len(played.record.turns)
    first, _second = data["players"]
    assert first["name"] == "ada/first"
    assert (first["owner"], first["bot"], first["version"]) == ("ada", "first", 1)
    assert first["url"] == finished.seats.get(number=0).submission.get_absolute_url()


def test_a_replay_never_changes_and_is_sent_compressed(
    finished: Match, client: Client, finish_next: Callable[..., Match]
) -> None:
    finish_next()
    plain = client.get(replay_of(finished))
    packed = client.get(replay_of(finished), headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "max-age" in plain.headers["Cache-Control"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    again = client.get(replay_of(finished), headers={"If-None-Match": plain.headers["ETag"]})
    assert again.status_code == 304
    assert not again.content


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "br, gzip; q=0.0"])
def test_whoever_cannot_unpack_gets_plain_json(
    finished: Match, client: Client, accepted: str
) -> None:
    response = client.get(replay_of(finished), headers={"Accept-Encoding": accepted})
    assert json.loads(response.content)["format"] == 1


def test_an_unfinished_match_has_no_replay(match: Match, client: Client) -> None:
    assert client.get(replay_of(match)).status_code == 404


def test_the_record_is_the_stored_file(
    finished: Match, records: Storage, client: Client, finish_next: Callable[..., Match]
) -> None:
    finish_next()
    url = reverse("record", kwargs={"pk": finished.pk})
    response = client.get(url, headers={"Accept-Encoding": "gzip"})
    assert response.content == records.open(finished.record_key).read()


@pytest.mark.parametrize("name", ["replay", "match"])
def test_a_damaged_record_is_a_sentence_and_no_crash(
    finished: Match, records: Storage, client: Client, name: str
) -> None:
    with records.open(finished.record_key, "wb") as file:
        file.write(gzip.compress(b"{}"))
    response = client.get(reverse(name, kwargs={"pk": finished.pk}))
    assert response.status_code == 410
    records.delete(finished.record_key)
    response = client.get(reverse(name, kwargs={"pk": finished.pk}))
    assert response.status_code == 410
    assert "cannot be read" in response.text


@pytest.mark.parametrize("name", ["match", "replay", "record", "analysis", "embed", "board_svg"])
def test_while_the_store_is_away_visitors_are_asked_to_come_back(
    finished: Match,
    finish_next: Callable[..., Match],
    records: Storage,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    def away(*_args: object) -> None:
        raise OSError("No route to host")

    finish_next()
    monkeypatch.setattr(records, "open", away)
    client.raise_request_exception = False
    response = client.get(reverse(name, kwargs={"pk": finished.pk}))
    assert (response.status_code, response["Retry-After"]) == (503, "30")
    assert "nothing is lost: try again in a minute" in response.text


# --- Logs ----------------------------------------------------------------------------------------


@pytest.fixture
def log(finished: Match) -> str:
    return reverse("match_log", kwargs={"pk": finished.pk, "number": 0})


def test_the_owner_reads_what_a_bot_printed(log: str, client: Client) -> None:
    client.force_login(User.objects.get(username="ada"))
    response = client.get(log)
    assert "hello" in response.text
    assert "thinking" in response.text
    assert response.headers["Cache-Control"] == "private, no-store"


def test_the_staff_reads_what_a_bot_printed(log: str, admin_client: Client) -> None:
    assert "hello" in admin_client.get(log).text


@pytest.mark.parametrize("name", ["bob", "stranger", None])
def test_nobody_else_learns_that_there_is_a_log(log: str, client: Client, name: str) -> None:
    if name:
        client.force_login(User.objects.get_or_create(username=name)[0])
    assert client.get(log).status_code == 404
    assert client.get(log.replace("/log/0/", "/log/7/")).status_code == 404


def test_a_log_is_offered_to_its_owner_only(finished: Match, log: str, client: Client) -> None:
    assert log not in client.get(finished.get_absolute_url()).text
    client.force_login(User.objects.get(username="ada"))
    assert log in client.get(finished.get_absolute_url()).text
