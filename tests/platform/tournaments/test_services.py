"""A tournament from its draft to its end: what is done once, what is refused, what survives."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from itertools import chain
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission
from sixfold.bots.services import retire
from sixfold.ladder.models import Event, Ladder, Snapshot, Standing
from sixfold.ladder.services import settle as settle_ladders
from sixfold.leases import Progress
from sixfold.matches.models import Cluster, Kind, Match, TimeRule
from sixfold.tournaments import formats, services, tasks
from sixfold.tournaments.formats import knockout
from sixfold.tournaments.models import Bout, Entry, Format, Round, State, Table, Tournament, history
from sixfold.tournaments.services.entering import MOST

from .conftest import Enter, Make, entry, everyone_ties, finish, play, run


def standings(tournament: Tournament) -> list[int]:
    return [row.seed for row in formats.standings(tournament.plan, history(tournament))]


def matches(tournament: Tournament) -> Any:
    return Match.objects.filter(cluster__bout__table__round__tournament=tournament)


# --- Entries


def test_a_new_entry_of_an_owner_takes_the_place_of_the_other(make: Make, enter: Enter) -> None:
    cup = make()
    services.enter(cup, enter("first", "ada").bot)
    services.enter(cup, enter("second", "ada").bot)
    services.enter(cup, enter("third", "bob").bot)
    assert [one.bot.name for one in cup.entries.all()] == ["second", "third"]


def test_nobody_takes_part_with_two_bots_be_it_in_a_team(make: Make, enter: Enter) -> None:
    cup = make()
    first, second = enter("ada").bot, enter("bob").bot
    first.members.create(user=second.owner)
    services.enter(cup, first)
    with pytest.raises(services.Refused, match="takes part with ada/ada already"):
        services.enter(cup, second)


def test_who_has_come_to_share_somebody_meanwhile_stays_behind(make: Make, enter: Enter) -> None:
    cup = make(3)
    one, two, three = (entry.bot for entry in cup.entries.order_by("pk").select_related("bot"))
    two.members.create(user=one.owner)
    services.start(cup)
    assert [entry.missed for entry in cup.entries.order_by("pk")] == [False, True, False]
    assert cup.entries.get(bot=two).left_why == f"somebody of its team takes part with {one}"
    assert cup.entries.get(bot=three).seed


def test_entering_twice_is_one_entry(make: Make, enter: Enter) -> None:
    cup, bot = make(), enter("first").bot
    assert services.enter(cup, bot) == services.enter(cup, bot)


def test_the_house_may_enter_all_its_bots(make: Make, enter: Enter) -> None:
    cup = make()
    for name in ("greedy", "sampler"):
        services.enter(cup, enter(name, "house", house=True).bot)
    assert cup.entries.count() == 2


def test_the_houses_bots_take_part_where_it_was_said_so(make: Make, enter: Enter) -> None:
    enter("greedy", "house", house=True)
    cup = make(2, with_house=True)
    services.start(cup)
    assert [str(one.submission) for one in Entry.objects.seeded_in(cup)][-1] == "house/greedy v1"


def test_a_bot_without_a_version_that_plays_is_refused(make: Make, enter: Enter) -> None:
    bot = enter("first").bot
    retire(bot)
    with pytest.raises(services.Refused, match="no version that plays"):
        services.enter(make(), bot)


@pytest.mark.parametrize(
    ("opens", "closes", "taken"),
    [(None, None, True), (-1, 1, True), (1, 2, False), (-2, -1, False), (None, 1, True)],
)
def test_entries_are_taken_within_the_window(
    make: Make, enter: Enter, opens: int | None, closes: int | None, taken: bool
) -> None:
    at = {
        name: timezone.now() + timedelta(hours=hours)
        for name, hours in (("opens_at", opens), ("closes_at", closes))
        if hours is not None
    }
    cup, bot = make(**at), enter("first").bot
    assert cup.takes_entries == taken
    if taken:
        services.enter(cup, bot)
    else:
        with pytest.raises(services.Refused, match="Entries are closed"):
            services.enter(cup, bot)


def test_places_are_limited(make: Make, enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixfold.tournaments.services.entering.MOST", 2)
    cup = make(2)
    with pytest.raises(services.Refused, match="All 2 places"):
        services.enter(cup, enter("late").bot)
    assert MOST == 128


def test_an_entry_can_be_taken_back_before_the_start(make: Make) -> None:
    cup = make(3)
    services.withdraw(cup.entries.all()[1])
    services.start(cup)
    assert [one.bot.name for one in Entry.objects.seeded_in(cup)] == ["bot-1", "bot-3"]


# --- The start


def test_the_start_freezes_versions_and_seeds(make: Make, enter: Enter) -> None:
    cup = make(3)
    services.start(cup)
    frozen = {one.seed: one.submission_id for one in cup.entries.all()}
    enter("bot-1")
    retire(Bot.objects.get(name="bot-2"))
    services.advance(cup)
    run(cup)
    assert {one.seed: one.submission_id for one in cup.entries.all()} == frozen
    played = set(matches(cup).values_list("seats__submission", flat=True))
    assert played == set(frozen.values())


def test_who_cannot_play_at_the_start_stays_behind(make: Make) -> None:
    cup = make(3)
    retire(Bot.objects.get(name="bot-1"))
    services.start(cup)
    absent = cup.entries.get(bot__name="bot-1")
    assert absent.missed
    assert absent.seed is None
    assert standings(run(cup)) == [1, 2]


def test_too_few_cannot_begin(make: Make) -> None:
    cup = make(2, format=Format.SWISS)
    with pytest.raises(services.Refused, match="takes 3 bots that can play, and there are 2"):
        services.start(cup)
    cup.refresh_from_db()
    assert cup.state == State.OPEN
    assert not cup.entries.exclude(seed=None).exists()


def test_it_begins_by_itself_when_the_window_closes(make: Make) -> None:
    cup = make(3, closes_at=timezone.now() + timedelta(hours=1))
    services.advance(cup)
    cup.refresh_from_db()
    assert cup.state == State.OPEN
    Tournament.objects.update(closes_at=timezone.now())
    assert services.advance(cup) == 1
    cup.refresh_from_db()
    assert cup.state == State.RUNNING


def test_with_too_few_it_is_cancelled_when_the_window_closes(make: Make) -> None:
    cup = make(1, closes_at=timezone.now())
    services.advance(cup)
    cup.refresh_from_db()
    assert (cup.state, cup.note) == (
        State.CANCELLED,
        "It takes 2 bots that can play, and there are 1.",
    )


# --- Round by round


@pytest.mark.parametrize("form", Format)
def test_every_format_runs_to_its_end(running: Make, form: Format) -> None:
    cup = running(6, format=form, seats=3, rounds_planned=3, qualify=3, final_clusters=1)
    assert run(cup).state == State.FINISHED
    assert cup.finished_at
    assert entry(cup, 1).rank == 1
    assert list(cup.rounds.values_list("number", flat=True)) == [*range(1, cup.rounds.count() + 1)]
    assert not matches(cup).unsettled().exists()
    assert not cup.rounds.filter(closed_at=None).exists()
    assert not Table.objects.filter(settled=False).exists()


def test_matches_are_played_under_the_tournaments_rules(running: Make) -> None:
    running(5, format=Format.TABLES, seats=5, ruleset="extended", time_rule=TimeRule.FAST)
    cluster = Cluster.objects.get()
    assert cluster.matches.count() == 10
    assert (cluster.kind, cluster.ruleset, cluster.time_rule) == (
        Kind.TOURNAMENT,
        "extended",
        TimeRule.FAST,
    )


def test_a_round_is_made_once_however_often_one_looks(running: Make) -> None:
    cup = running(4)
    assert matches(cup).count() == 4
    for _ in range(3):
        assert services.advance(cup) == 0
    play(cup)
    assert [services.advance(cup) for _ in range(3)] == [2, 0, 0]
    assert cup.rounds.count() == 2
    assert Bout.objects.count() == 4


def test_no_second_round_can_be_open_nor_a_table_be_made_twice(running: Make) -> None:
    cup = running(4)
    first = cup.rounds.get()
    for again in (
        {"number": 1, "closed_at": timezone.now()},
        {"number": 2},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            cup.rounds.create(stage="main", clusters=1, **again)
    with pytest.raises(IntegrityError), transaction.atomic():
        first.tables.create(number=1, members=[1, 2], why="everybody")


def test_a_round_that_cannot_be_made_leaves_nothing_behind(
    running: Make, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cup = running(4)
    play(cup)

    def fail(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("the machine is gone")

    with monkeypatch.context() as patched:
        patched.setattr("sixfold.tournaments.services.scheduling.schedule", fail)
        tasks.advance()
    assert "could not go on" in caplog.text
    first = cup.rounds.get()
    assert first.closed_at is None
    monkeypatch.setattr(tasks, "wake", lambda: None)
    tasks.advance()
    assert cup.rounds.count() == 2


def test_a_round_waits_for_its_last_match(running: Make) -> None:
    """Elsewhere a game that ended with the last round was not counted."""
    cup = running(2)
    last = matches(cup).order_by("-pk")[0]
    matches(cup).filter(pk=last.pk).update(ready_at=timezone.now() + timedelta(days=1))
    finish(matches(cup).exclude(pk=last.pk))
    services.advance(cup)
    assert cup.rounds.get().closed_at is None
    finish(matches(cup).filter(pk=last.pk))
    services.advance(cup)
    cup.refresh_from_db()
    assert cup.state == State.FINISHED
    assert len(Table.objects.get().games) == 2


def test_beat_wakes_a_worker_for_each_cluster(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[bool] = []
    monkeypatch.setattr(tasks, "wake", lambda: woken.append(True))
    make(4, clusters=3, closes_at=timezone.now())
    tasks.advance()
    assert len(woken) == Cluster.objects.count() == 6


def test_results_are_kept_by_member_whatever_the_labels_were(running: Make) -> None:
    cup = running(4, clusters=5)
    play(cup)
    services.advance(cup)
    for table in cup.rounds.get(number=1).tables.all():
        assert len(table.games) == 10
        assert {tuple(game["places"]) for game in table.games} == {(1, 2)}
        read = table.read()
        assert [read.points(seed) for seed in table.members] == [1, 0]


# --- What goes wrong


def test_a_void_match_does_not_count_and_holds_nothing_up(running: Make) -> None:
    cup = running(2)
    first, second = matches(cup).order_by("pk")
    Match.objects.filter(pk=first.pk).void()
    finish(matches(cup).filter(pk=second.pk))
    services.advance(cup)
    cup.refresh_from_db()
    assert cup.state == State.FINISHED
    assert [game["match"] for game in Table.objects.get().games] == [second.pk]


def test_a_table_whose_matches_are_all_void_is_like_a_bye(running: Make) -> None:
    cup = running(2)
    matches(cup).void()
    services.advance(cup)
    (first, second) = formats.standings(cup.plan, history(cup))
    assert first.values[formats.Rule.POINTS] == second.values[formats.Rule.POINTS] == 0.5


def test_what_is_void_later_is_taken_out_of_the_standings(running: Make) -> None:
    cup = running(4)
    play(cup)
    services.advance(cup)
    table = cup.rounds.get(number=1).tables.first()
    assert table is not None
    void = table.games[0]["match"]
    Match.objects.filter(pk=void).void()
    services.advance(cup)
    table.refresh_from_db()
    assert void not in [game["match"] for game in table.games]
    assert len(table.games) == 1
    assert cup.rounds.count() == 2


def void(*games: dict[str, int]) -> None:
    Match.objects.filter(pk__in=[game["match"] for game in games]).void()


def test_a_void_match_does_not_change_who_has_won_a_closed_round_of_a_knockout(
    running: Make,
) -> None:
    cup = running(4, format=Format.SINGLE_ELIMINATION)
    finish(matches(cup).filter(order=1))
    finish(matches(cup).filter(order=0), lambda _match, submissions: [s.pk for s in submissions])
    while cup.rounds.count() == 1:
        play(cup)
        services.advance(cup)
    semifinal = Table.objects.get(members=[1, 4])
    void(*[game for game in semifinal.games if game["places"] == [1, 2]])
    run(cup)
    assert Table.objects.get(round__number=2).members == [1, 2]
    assert entry(cup, 1).rank == 1
    assert entry(cup, 4).rank == 3


def test_a_knockouts_table_is_settled_anew_when_a_match_of_the_open_round_is_void(
    running: Make,
) -> None:
    cup = running(4, format=Format.SINGLE_ELIMINATION)
    first = Table.objects.get(members=[1, 4])
    finish(matches(cup).filter(cluster__bout__table=first))
    services.advance(cup)
    first.refresh_from_db()
    void(*first.games)
    assert services.advance(cup) == 1
    first.refresh_from_db()
    assert not first.settled
    assert first.bouts.count() == 2
    run(cup)
    assert entry(cup, 1).rank == 1


def test_a_void_match_does_not_change_who_plays_the_final(running: Make) -> None:
    cup = running(6, format=Format.GROUPS, qualify=3, final_clusters=1)
    while not cup.rounds.filter(stage="final").exists():
        play(cup)
        services.advance(cup)
    for table in Table.objects.filter(round__stage="groups"):
        if 1 in table.members:
            void(*table.games)
    run(cup)
    rows = formats.standings(cup.plan, history(cup))
    groups = formats.of_stage(cup.plan, history(cup), formats.Stage.GROUPS)[0]
    assert [row.seed for row in rows][:3] == [1, 2, 3]
    assert [row.seed for row in groups][:3] == [2, 3, 1]
    final = Table.objects.filter(round__stage="final")
    assert sorted(table.members for table in final) == [[1, 2], [1, 3], [2, 3]]


def test_a_match_in_quarantine_is_waited_for(running: Make) -> None:
    cup = running(2)
    first = matches(cup).order_by("pk")[0]
    play(cup)
    Match.objects.filter(pk=first.pk).update(progress=Progress.QUARANTINED)
    services.advance(cup)
    cup.refresh_from_db()
    assert cup.state == State.RUNNING
    Match.objects.filter(pk=first.pk).void()
    services.advance(cup)
    cup.refresh_from_db()
    assert cup.state == State.FINISHED


def test_a_bot_that_fails_in_every_match_loses_them(running: Make) -> None:
    cup = running(3)
    strongest = entry(cup, 1).submission_id
    for _ in range(3):
        play(cup, failed=[strongest or 0])
        services.advance(cup)
    cup.refresh_from_db()
    assert cup.state == State.FINISHED
    assert entry(cup, 1).rank == 3


def test_who_has_withdrawn_is_not_paired_again_and_earlier_results_stand(running: Make) -> None:
    cup = running(8, format=Format.SWISS, rounds_planned=4)
    services.withdraw(entry(cup, 1))
    play(cup)
    services.advance(cup)
    assert entry(cup, 1).left_after == 1
    run(cup)
    later = Table.objects.filter(round__number__gt=1)
    assert all(1 not in table.members for table in later)
    assert len({tuple(table.members) for table in later if len(table.members) == 1}) == 3
    row = next(row for row in formats.standings(cup.plan, history(cup)) if row.seed == 1)
    assert row.values[formats.Rule.POINTS] == 1


def test_nobody_withdraws_from_a_round_robin_but_an_organiser_can_take_one_out(
    running: Make,
) -> None:
    cup = running(4)
    with pytest.raises(services.Refused, match="plays to the end"):
        services.withdraw(entry(cup, 4))
    services.remove(entry(cup, 4), "copied from bot-1")
    run(cup)
    left = entry(cup, 4)
    assert (left.left_after, left.left_why, left.rank) == (1, "copied from bot-1", 4)
    walkovers = Table.objects.filter(why="walkover")
    assert [table.figures["absent"] for table in walkovers] == [4, 4]


def test_who_may_play_no_more_is_not_paired_again(running: Make) -> None:
    cup = running(8, format=Format.SINGLE_ELIMINATION)
    User.objects.filter(username="bot-1").update(is_active=False)
    Bot.objects.filter(name="bot-2").update(disabled_because="It is a copy.")
    play(cup)
    services.advance(cup)
    left = [(entry(cup, seed).left_after, entry(cup, seed).left_why) for seed in (1, 2)]
    assert left == [(1, "its owner's account is closed"), (1, "It is a copy.")]
    run(cup)
    assert entry(cup, 3).rank == 1


def test_nothing_is_left_of_a_withdrawal_after_the_end(running: Make) -> None:
    cup = running(2)
    run(cup)
    with pytest.raises(services.Refused, match="is over"):
        services.withdraw(entry(cup, 1))


def test_a_swiss_has_all_its_rounds_no_bye_twice_and_no_pairing_again(running: Make) -> None:
    cup = running(9, format=Format.SWISS, rounds_planned=5)
    run(cup)
    tables = Table.objects.filter(round__tournament=cup)
    assert cup.rounds.count() == 5
    byes = [table.members[0] for table in tables if len(table.members) == 1]
    assert len(byes) == len(set(byes)) == 5
    met = Counter(frozenset(table.members) for table in tables if len(table.members) == 2)
    assert set(met.values()) == {1}
    for one in cup.rounds.all():
        seated = chain.from_iterable(one.tables.values_list("members", flat=True))
        assert sorted(seated) == [*range(1, 10)]


def test_a_tied_knockout_gets_extra_pairs_and_then_the_higher_seed(running: Make) -> None:
    cup = running(2, format=Format.SINGLE_ELIMINATION, clusters=2)
    for extra in range(knockout.EXTRA):
        play(cup, everyone_ties)
        assert services.advance(cup) == 1
        assert services.advance(cup) == 0
        assert Bout.objects.count() == 3 + extra
    play(cup, everyone_ties)
    services.advance(cup)
    cup.refresh_from_db()
    assert cup.state == State.FINISHED
    assert entry(cup, 1).rank == 1


def test_an_extra_pair_can_settle_a_tie(running: Make) -> None:
    cup = running(2, format=Format.SINGLE_ELIMINATION)
    play(cup, everyone_ties)
    services.advance(cup)

    def second(_match: Match, submissions: Sequence[Submission]) -> list[int]:
        return [submission.pk for submission in submissions]

    run(cup, second)
    assert entry(cup, 2).rank == 1


def test_a_cancelled_tournament_plays_no_more(running: Make) -> None:
    cup = running(4)
    services.cancel(cup, "The machine is needed elsewhere.")
    cup.refresh_from_db()
    assert cup.state == State.CANCELLED
    assert set(matches(cup).values_list("progress", flat=True)) == {Progress.VOID}
    assert services.advance(cup) == 0
    with pytest.raises(services.Refused, match="over already"):
        services.cancel(cup, "again")


def test_what_is_changed_while_it_begins_undoes_nothing(make: Make) -> None:
    cup = make(3)
    services.start(Tournament.objects.get(pk=cup.pk))
    cup.name, cup.clusters = "Spring cup", 9
    with pytest.raises(services.Refused, match="It has begun"):
        services.change(cup, ["name", "clusters"])
    services.change(cup, ["name"])
    cup.refresh_from_db()
    assert (cup.name, cup.clusters, cup.state) == ("Spring cup", 1, State.RUNNING)


def test_addresses_are_made_from_names_and_are_unique(make: Make) -> None:
    slugs = [make(name=name).slug for name in ("Winter cup", "Winter cup!", "new", "杯")]
    assert slugs == ["winter-cup", "winter-cup-2", "new-2", "tournament"]


def test_seeds_follow_the_ladder(make: Make, enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = make(3)
    ladder = Ladder.objects.create(slug="pairs", name="Pairs", seats=2)
    snapshot = Snapshot.objects.create(ladder=ladder, watermark=1, digest=64 * "0")
    for name, rating in (("bot-3", 1200.0), ("bot-2", 1100.0)):
        Standing.objects.create(
            snapshot=snapshot,
            submission=Submission.objects.get(bot__name=name),
            rating=rating,
            bar=20,
            anchor_bar=20,
        )
    services.start(cup)
    seeded = [(one.bot.name, one.rating) for one in Entry.objects.seeded_in(cup)]
    assert seeded == [("bot-3", 1200), ("bot-2", 1100), ("bot-1", None)]


def test_a_swiss_in_which_all_who_stay_have_met_ends_and_says_so(running: Make) -> None:
    cup = running(8, format=Format.SWISS, rounds_planned=4)
    for seed in (2, 3, 4, 6, 7, 8):
        services.withdraw(entry(cup, seed))
    run(cup)
    assert Table.objects.filter(members=[1, 5]).exists()
    assert cup.rounds.count() == 1
    assert cup.note == "No more pairs were left after round 1 that had not met."


def test_games_of_a_tournament_are_not_rated(running: Make) -> None:
    run(running(3))
    assert not [snapshot for snapshot in settle_ladders() if snapshot.watermark]
    assert not Event.objects.exists()


def test_only_one_round_at_a_time_is_open(running: Make) -> None:
    cup = running(6, format=Format.DOUBLE_ELIMINATION)
    for _ in range(20):
        assert Round.objects.filter(tournament=cup, closed_at=None).count() <= 1
        play(cup)
        services.advance(cup)
    cup.refresh_from_db()
    assert cup.state == State.FINISHED
