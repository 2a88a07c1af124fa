import pytest

from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.bots.services import Refused, activate, submit
from sixfold.ladder import services as ladders
from sixfold.ladder.models import Ladder, Standing
from sixfold.leases import Progress
from sixfold.matches.models import Match
from sixfold.matches.services import claim, schedule
from sixfold.moderation import services
from sixfold.moderation.models import Ruling

from .conftest import Play

REASON = "Its owner has two accounts."


def standings(ladder: Ladder) -> list[tuple[object, ...]]:
    """What is published, to the last bit."""
    columns = ("submission", "rating", "bar", "anchor_bar", "rank", "wins", "draws", "losses")
    return list(Standing.objects.current(ladder).order_by("submission").values_list(*columns))


def publish(ladder: Ladder) -> list[tuple[object, ...]]:
    ladders.count(ladder)
    ladders.publish(ladder)
    return standings(ladder)


def test_voiding_gives_the_standings_of_never_having_played(
    ladder: Ladder, trio: list[Submission], play: Play, moderator: User
) -> None:
    greedy, ada, bob = trio
    play([ada, greedy], [210, 180])
    play([bob, greedy], [150, 190])
    before = publish(ladder)
    matches = [*play([bob, ada], [220, 100]), *play([bob, ada], [200, 90], failed=[1])]
    assert publish(ladder) != before
    chosen = Match.objects.filter(pk__in=[match.pk for match in matches])
    services.void(moderator=moderator, matches=chosen, reason=REASON)
    assert publish(ladder) == before


def test_all_matches_of_a_version_become_void_and_no_other(
    ladder: Ladder, trio: list[Submission], play: Play, moderator: User
) -> None:
    greedy, ada, bob = trio
    play([ada, greedy], [210, 180])
    before = publish(ladder)
    play([bob, greedy], [150, 190])
    play([ada, bob], [150, 190])
    publish(ladder)
    waiting = schedule(submissions=[bob, ada], seed=bytes(32))
    ruling = services.void_all_of(moderator=moderator, submission=bob, reason=REASON)
    assert ruling.matches == 6
    assert ruling.subject == bob
    assert set(waiting.matches.values_list("progress", flat=True)) == {Progress.VOID}
    assert publish(ladder) == before
    assert set(Match.objects.filter(progress=Progress.VOID).values_list("void_reason")) == {
        (REASON,)
    }


def test_a_match_that_is_being_played_has_to_end_first(
    trio: list[Submission], moderator: User
) -> None:
    schedule(submissions=trio[:2], seed=bytes(32))
    attempt = claim()
    assert attempt is not None
    running = Match.objects.filter(pk=attempt.match_id)
    with pytest.raises(Refused, match="being played"):
        services.void(moderator=moderator, matches=running, reason=REASON)
    assert not Ruling.objects.exists()
    ruling = services.void(moderator=moderator, matches=Match.objects.all(), reason=REASON)
    assert ruling.matches == 1
    assert running.get().progress == Progress.RUNNING


def test_what_is_void_is_not_ruled_on_again(trio: list[Submission], moderator: User) -> None:
    schedule(submissions=trio[:2], seed=bytes(32))
    services.void(moderator=moderator, matches=Match.objects.all(), reason=REASON)
    with pytest.raises(Refused, match="void already"):
        services.void(moderator=moderator, matches=Match.objects.all(), reason="Another one.")
    assert Ruling.objects.get().reason == REASON


def test_a_disabled_bot_plays_no_more_until_that_is_lifted(
    ladder: Ladder, trio: list[Submission], moderator: User
) -> None:
    greedy, ada, bob = trio
    waiting = schedule(submissions=[ada, greedy], seed=bytes(32))
    other = schedule(submissions=[bob, greedy], seed=bytes(32))
    ruling = services.disable(moderator=moderator, bot=ada.bot, reason=REASON)
    assert ruling.matches == 2
    assert not waiting.matches.exclude(progress=Progress.VOID).exists()
    assert other.matches.filter(progress=Progress.QUEUED).count() == 2
    assert ada.bot not in Bot.objects.competing()
    assert ada not in Submission.objects.competing()
    other.matches.all().delete()
    met = {submission for pairing in ladders.pair() for submission in pairing.members}
    assert met == {greedy.pk, bob.pk}

    services.lift(moderator=moderator, bot=ada.bot, reason="A mistake of ours.")
    assert ada.bot in Bot.objects.competing()
    assert [one.kind for one in Ruling.objects.all()] == [Ruling.Kind.LIFT, Ruling.Kind.DISABLE]


def test_the_owner_of_a_disabled_bot_is_told_why_nothing_plays(
    trio: list[Submission], moderator: User
) -> None:
    _greedy, ada, _bob = trio
    services.disable(moderator=moderator, bot=ada.bot, reason=REASON)
    bot = Bot.objects.get(pk=ada.bot_id)
    with pytest.raises(Refused, match="two accounts"):
        submit(bot=bot, filename="bot.py", data=b"def choose(game): return 1\n")
    with pytest.raises(Refused, match="two accounts"):
        activate(Submission.objects.get(pk=ada.pk))


def test_disabling_and_lifting_twice_is_refused(trio: list[Submission], moderator: User) -> None:
    bot = trio[1].bot
    with pytest.raises(Refused, match="may play already"):
        services.lift(moderator=moderator, bot=bot, reason=REASON)
    services.disable(moderator=moderator, bot=bot, reason=REASON)
    with pytest.raises(Refused, match="disabled already"):
        services.disable(moderator=moderator, bot=bot, reason=REASON)


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_ruling_needs_a_reason(trio: list[Submission], moderator: User, reason: str) -> None:
    with pytest.raises(Refused, match="Give a reason"):
        services.disable(moderator=moderator, bot=trio[1].bot, reason=reason)
    assert trio[1].bot in Bot.objects.competing()


def test_the_log_is_only_ever_added_to(trio: list[Submission], moderator: User) -> None:
    ruling = services.disable(moderator=moderator, bot=trio[1].bot, reason=REASON)
    ruling.reason = "Another one."
    for alter in (
        ruling.save,
        ruling.delete,
        Ruling.objects.all().delete,
        lambda: Ruling.objects.update(reason=""),
    ):
        with pytest.raises(TypeError, match=r"never altered|stays in the log"):
            alter()
    assert Ruling.objects.get().reason == REASON
