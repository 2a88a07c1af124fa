from itertools import cycle, islice

import pytest
from django.db import IntegrityError, transaction
from pytest_django import Settings

from bots_sdk.comparison import EVERY, FIRST
from sixfold.bots.models import Bot, Submission, Succession
from sixfold.bots.services import Refused, activate, retire
from sixfold.ladder.services import count, ladders
from sixfold.leases import Progress
from sixfold.matches.models import Cluster, Kind, Match
from sixfold.trials import services
from sixfold.trials.models import Reason, State, Trial

from .conftest import Play, Version, settle

ENOUGH = FIRST + 3 * EVERY
"""Pairs that decide between versions as different as these."""
WINNING = list(islice(cycle([2, 1.5, 1, 2]), ENOUGH))
LOSING = list(islice(cycle([0, 0.5, 1, 0]), ENOUGH))


def trial() -> Trial:
    return Trial.objects.latest("pk")


def active(submission: Submission) -> Submission | None:
    return Bot.objects.get(pk=submission.bot_id).active


def test_a_stronger_version_is_promoted_at_the_first_look_that_shows_it(
    candidate: Submission, incumbent: Submission, play: Play
) -> None:
    play(candidate, WINNING[:-1])
    assert trial().is_running
    assert active(candidate) == incumbent
    settle(trial().clusters.latest("pk"), candidate, 2)
    services.advance()
    assert (trial().state, trial().reason) == (State.PROMOTED, "")
    assert active(candidate) == candidate
    assert trial().pairs == ENOUGH
    assert trial().ended_at


def test_a_weaker_version_does_not_replace_the_one_that_plays(
    candidate: Submission, incumbent: Submission, play: Play
) -> None:
    play(candidate, LOSING)
    assert (trial().state, trial().reason) == (State.KEPT, "")
    assert active(candidate) == incumbent


def test_a_trial_that_decides_nothing_is_given_up_at_its_cap(
    candidate: Submission, incumbent: Submission, play: Play, settings: Settings
) -> None:
    settings.TRIAL_PAIRS = 40
    even_but_noisy = list(islice(cycle([2, 0, 1, 1, 1.5, 0.5, 1, 1.5]), 40))
    play(candidate, even_but_noisy)
    assert (trial().state, trial().reason) == (State.GIVEN_UP, Reason.CAP)
    assert active(candidate) == incumbent


def test_a_batch_is_asked_for_when_the_last_one_is_over(candidate: Submission) -> None:
    batch = services.advance()
    assert len(batch) == EVERY
    assert not services.advance()
    for cluster in batch[:-1]:
        settle(cluster, candidate, 1)
    assert not services.advance()
    assert trial().pairs == 0
    settle(batch[-1], candidate, 1)
    assert len(services.advance()) == EVERY
    assert trial().pairs == EVERY


def test_its_matches_are_of_their_kind_and_never_rated(candidate: Submission) -> None:
    for cluster in services.advance():
        settle(cluster, candidate, 2)
    assert set(Match.objects.values_list("kind", flat=True)) == {Kind.TRIAL}
    for ladder in ladders():
        assert count(ladder) == 0
        assert not ladder.pair_counts.exists()


def test_a_void_pair_is_played_again(candidate: Submission) -> None:
    first, *others = services.advance()
    first.matches.all()[0].delete()
    Match.objects.filter(cluster=first).void()
    for cluster in others:
        settle(cluster, candidate, 1)
    assert len(services.advance()) == 1
    assert trial().pairs == EVERY - 1


def test_a_new_version_replaces_at_once_where_that_was_chosen(
    incumbent: Submission, version: Version
) -> None:
    newest = version(Succession.AT_ONCE)
    assert not services.advance()
    assert active(newest) == newest


def test_the_newest_version_wins(candidate: Submission, version: Version) -> None:
    services.advance()
    newer = version()
    services.advance()
    older, current = Trial.objects.order_by("pk")
    assert (older.state, older.reason) == (State.GIVEN_UP, Reason.NEWER)
    assert current.candidate == newer
    assert not Match.objects.queued().filter(cluster__trials=older).exists()


def test_only_the_newest_of_several_is_tested_and_the_others_never(
    candidate: Submission, version: Version, play: Play
) -> None:
    newest = version()
    play(newest, LOSING)
    services.advance()
    assert Trial.objects.get().candidate == newest


@pytest.mark.parametrize("reason", [Reason.LEFT, Reason.CHANGED])
def test_what_an_owner_does_meanwhile_ends_a_trial(
    candidate: Submission, version: Version, reason: Reason
) -> None:
    services.advance()
    if reason is Reason.LEFT:
        retire(candidate.bot)
    else:
        version(Succession.AT_ONCE)
    services.advance()
    assert (trial().state, trial().reason) == (State.GIVEN_UP, reason)
    assert not Match.objects.queued().exists()


def test_a_disabled_bot_is_not_tested(candidate: Submission, incumbent: Submission) -> None:
    services.advance()
    Bot.objects.update(disabled_because="It copies another one.")
    services.advance()
    assert trial().reason == Reason.LEFT
    assert active(candidate) == incumbent


def test_an_owner_calls_a_trial_off(candidate: Submission) -> None:
    services.advance()
    services.call_off(trial())
    services.call_off(trial())
    assert (trial().state, trial().reason) == (State.GIVEN_UP, Reason.CALLED_OFF)
    assert not services.advance()


def test_a_version_that_forfeits_is_not_tested_for_long(
    candidate: Submission, incumbent: Submission
) -> None:
    for cluster in services.advance():
        settle(cluster, candidate, 0, forfeits=True)
    services.advance()
    assert (trial().state, trial().reason) == (State.KEPT, Reason.FORFEITS)
    assert active(candidate) == incumbent


def test_a_version_that_was_let_play_in_the_last_moment_is_not_replaced(
    candidate: Submission, incumbent: Submission, version: Version
) -> None:
    other = version(Succession.AT_ONCE)
    assert not activate(candidate, instead_of=incumbent)
    assert active(candidate) == other


def test_an_earlier_version_can_be_tested_too(
    incumbent: Submission, version: Version, play: Play
) -> None:
    version(Succession.AT_ONCE)
    services.begin(incumbent)
    play(incumbent, WINNING)
    assert active(incumbent) == incumbent


def test_there_is_nothing_to_test_the_playing_version_against(incumbent: Submission) -> None:
    with pytest.raises(Refused, match="plays already"):
        services.begin(incumbent)
    retire(incumbent.bot)
    with pytest.raises(Refused, match="nothing to test against"):
        services.begin(incumbent)


def test_beginning_again_changes_nothing(candidate: Submission) -> None:
    assert services.begin(candidate) == services.begin(candidate)


def test_the_database_keeps_a_bot_to_one_trial(
    candidate: Submission, incumbent: Submission
) -> None:
    services.begin(candidate)
    with pytest.raises(IntegrityError), transaction.atomic():
        Trial.objects.create(bot=candidate.bot, candidate=candidate, incumbent=incumbent)


def test_many_trials_take_turns(version: Version) -> None:
    for name in ("one", "two", "three"):
        version(Succession.AT_ONCE, name=name)
        version(name=name)
    assert len(services.advance()) == 3 * EVERY
    assert Match.objects.queued().count() == 2 * 3 * EVERY
    assert Cluster.objects.count() == 3 * EVERY
    assert not Match.objects.exclude(progress=Progress.QUEUED).exists()
