from datetime import timedelta

import pytest
from django.db.models.functions import Now
from pytest_django import Settings

from sixfold.bots.models import Bot, Submission, Verdict
from sixfold.bots.services import Refused, retire
from sixfold.challenges import services
from sixfold.challenges.models import Challenge, State
from sixfold.ladder.services import count, ladders
from sixfold.matches.models import Kind, Match
from sixfold.matches.pairs import BATCH

from .conftest import Enter, settle


def challenge(first: Submission, second: Submission, pairs: int = 3) -> Challenge:
    return services.challenge(by=first.bot.owner, first=first, second=second, pairs=pairs)


def current(one: Challenge) -> Challenge:
    return Challenge.objects.get(pk=one.pk)


def test_a_challenge_is_played_scored_and_over(ada: Submission, bob: Submission) -> None:
    one = challenge(ada, bob)
    first, second, third = services.advance()
    assert not services.advance()
    settle(first, ada, 2)
    settle(second, ada, 0.5)
    services.advance()
    assert current(one).counts == [0, 1, 0, 0, 1]
    assert current(one).points == (2.5, 1.5)
    assert current(one).is_open
    settle(third, ada, 1.5)
    services.advance()
    assert current(one).state == State.OVER
    assert current(one).ended_at
    assert current(one).played == 3
    assert not services.advance()


def test_whoever_of_a_team_asks_a_challenge_counts_on_the_owner(
    ada: Submission, bob: Submission, settings: Settings
) -> None:
    settings.CHALLENGES_OPEN = 1
    ada.bot.members.create(user=bob.bot.owner)
    one = services.challenge(by=bob.bot.owner, first=ada, second=bob, pairs=3)
    assert one.owner == ada.bot.owner
    assert list(Challenge.objects.managed_by(bob.bot.owner)) == [one]
    with pytest.raises(Refused, match="which is the limit"):
        challenge(ada, bob)
    services.challenge(by=bob.bot.owner, first=bob, second=ada, pairs=3)


def test_all_of_its_matches_have_the_tag_of_whoever_asked(ada: Submission, bob: Submission) -> None:
    ada.bot.members.create(user=bob.bot.owner)
    services.challenge(by=bob.bot.owner, first=ada, second=bob, pairs=BATCH + 1, tag="new idea")
    for cluster in services.advance():
        settle(cluster, ada, 2)
    services.advance()
    matches = Match.objects.of_kind(Kind.CHALLENGE)
    assert matches.count() == 2 * (BATCH + 1)
    assert set(matches.tagged(bob.bot.owner, "new idea")) == {*matches}
    assert not matches.tagged(ada.bot.owner, "new idea").exists()


def test_its_matches_are_never_rated(ada: Submission, bob: Submission) -> None:
    challenge(ada, bob)
    for cluster in services.advance():
        settle(cluster, ada, 2)
    assert set(Match.objects.values_list("kind", flat=True)) == {Kind.CHALLENGE}
    for ladder in ladders():
        assert count(ladder) == 0
        assert not ladder.pair_counts.exists()
        assert not ladder.events.exists()


def test_only_a_batch_waits_at_once_so_that_challenges_take_turns(
    ada: Submission, bob: Submission
) -> None:
    challenge(ada, bob, pairs=20)
    challenge(bob, ada, pairs=20)
    assert len(services.advance()) == 2 * BATCH
    settle(Challenge.objects.earliest("pk").clusters.earliest("pk"), ada, 1)
    assert len(services.advance()) == 1


def test_a_void_pair_does_not_count_and_does_not_hold_the_rest(
    ada: Submission, bob: Submission
) -> None:
    one = challenge(ada, bob, pairs=2)
    first, second = services.advance()
    settle(first, ada, 2)
    first.matches.all()[:1].get().delete()
    Match.objects.filter(cluster=first).void()
    settle(second, ada, 1)
    services.advance()
    assert current(one).state == State.OVER
    assert current(one).counts == [0, 0, 1, 0, 0]


def test_open_challenges_are_limited(ada: Submission, bob: Submission, settings: Settings) -> None:
    settings.CHALLENGES_OPEN = 2
    one = challenge(ada, bob)
    challenge(ada, bob)
    with pytest.raises(Refused, match="2 open challenges"):
        challenge(ada, bob)
    challenge(bob, ada)
    services.call_off(one)
    challenge(ada, bob)


def test_matches_within_a_day_are_limited(
    ada: Submission, bob: Submission, settings: Settings
) -> None:
    settings.CHALLENGE_MATCHES_PER_DAY = 20
    one = challenge(ada, bob, pairs=8)
    with pytest.raises(Refused, match="20 matches; 4 are left"):
        challenge(ada, bob, pairs=3)
    assert services.allowance(ada.bot.owner).pairs == 2
    Challenge.objects.filter(pk=one.pk).update(created_at=Now() - timedelta(hours=25))
    assert services.allowance(ada.bot.owner).pairs == 10
    challenge(ada, bob, pairs=10)


def test_two_versions_of_one_bot_can_be_compared(enter: Enter) -> None:
    old, new = enter("ada"), enter("ada")
    assert challenge(new, old).pairs == 3


def test_retired_bots_and_older_versions_can_be_played(enter: Enter, ada: Submission) -> None:
    older, newer = enter("bob"), enter("bob")
    retire(newer.bot)
    challenge(ada, older)
    assert len(services.advance()) == 3


@pytest.mark.parametrize("why", ["rejected", "disabled", "closed", "self", "another's"])
def test_what_cannot_be_played_is_refused(ada: Submission, bob: Submission, why: str) -> None:
    first, second, owner = ada, bob, ada.bot.owner
    match why:
        case "rejected":
            bob.verdict, says = Verdict.REJECTED, "has not passed"
        case "disabled":
            bob.bot.disabled_because, says = "It copies.", "It copies"
        case "closed":
            bob.bot.owner.is_active, says = False, "closed"
            bob.bot.owner.save()
        case "self":
            second, says = ada, "against itself"
        case _:
            first, second, says = bob, ada, "your own bots"
    with pytest.raises(Refused, match=says):
        services.challenge(by=owner, first=first, second=second, pairs=1)
    assert not Challenge.objects.exists()


def test_a_bot_that_is_disabled_meanwhile_ends_the_challenge(
    ada: Submission, bob: Submission
) -> None:
    one = challenge(ada, bob)
    services.advance()
    Bot.objects.filter(pk=bob.bot_id).update(disabled_because="It copies.")
    services.advance()
    assert current(one).state == State.CALLED_OFF
    assert not Match.objects.queued().exists()


def test_calling_off_twice_is_calling_off_once(ada: Submission, bob: Submission) -> None:
    one = challenge(ada, bob)
    services.advance()
    services.call_off(one)
    ended = current(one).ended_at
    services.call_off(one)
    assert current(one).ended_at == ended
    assert not services.advance()
    assert not Match.objects.queued().exists()
