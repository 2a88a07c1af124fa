"""The life of a trial: begun, fed with pairs of games, decided or given up; always by looking.

Nothing is remembered but rows, so a restart or a lost tick costs only time.
"""

from contextlib import suppress

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from arena.sprt import Decision
from bots_sdk.comparison import EVERY, FIRST
from sixfold.accounts.models import User
from sixfold.bots.models import Bot, Submission, Verdict
from sixfold.bots.services import Refused, activate, lock
from sixfold.matches import pairs
from sixfold.matches.models import Cluster, Kind, Match
from sixfold.trials.models import TEST, Reason, State, Trial

assert EVERY == pairs.BATCH, "a batch is what is played between two looks at the test"


def begin(candidate: Submission) -> Trial:
    """Test a version that has passed against the one that plays; ends a trial of another version.

    Raises Refused where there is nothing to test it against.
    """
    with transaction.atomic():
        lock(candidate.bot.owner)
        bot = Bot.objects.select_related("active").get(pk=candidate.bot_id)
        if candidate.verdict != Verdict.PASSED:
            raise Refused(_("Only a version that has passed its check can be tested."))
        if bot.active is None or not Bot.objects.allowed().filter(pk=bot.pk).exists():
            raise Refused(_("The bot does not compete, so there is nothing to test against."))
        if bot.active == candidate:
            raise Refused(_("This version plays already."))
        running = Trial.objects.running().filter(bot=bot).first()
        if running and running.candidate_id == candidate.pk:
            return running
        if running:
            _end(running, State.GIVEN_UP, Reason.NEWER)
        return Trial.objects.create(
            bot=bot, candidate=candidate, incumbent=bot.active, counts=[0] * 5
        )


def call_off(trial: Trial) -> None:
    """End a trial because the owner says so; one that has ended stays as it is."""
    with transaction.atomic():
        lock(trial.bot.owner)
        running = Trial.objects.running().filter(pk=trial.pk).first()
        if running:
            _end(running, State.GIVEN_UP, Reason.CALLED_OFF)


def advance() -> list[Cluster]:
    """Begin what is due, count what was played, decide, ask for more; the clusters asked for.

    The caller sends `sixfold.celery.wake` for each, once its transaction has committed.
    """
    for candidate in _due():
        with suppress(Refused):  # retired or disabled this very moment
            begin(candidate)
    running = Trial.objects.running().order_by("pk").values_list("pk", flat=True)
    return [cluster for pk in running for cluster in _advance(pk)]


def _due() -> list[Submission]:
    """The newest version of each bot that is to prove itself and has had no trial."""
    untested = Submission.objects.untested().filter(
        bot__in=Bot.objects.competing(), trials__isnull=True
    )
    newest = untested.values("bot").annotate(newest=Max("pk")).values("newest")
    tried = Trial.objects.filter(candidate__bot__in=untested.values("bot"))
    later = dict(tried.values_list("bot").annotate(Max("candidate__number")))
    found = Submission.objects.with_bot().filter(pk__in=newest).order_by("pk")
    return [one for one in found if one.number > later.get(one.bot_id, 0)]


@transaction.atomic
def _advance(pk: int) -> list[Cluster]:
    trials = Trial.objects.running().filter(pk=pk)
    for owner in User.objects.filter(bots__trials__in=trials):
        lock(owner)
    trial = trials.select_related("bot__owner", "candidate__bot__owner", "incumbent").first()
    if trial is None:
        return []
    if obstacle := _obstacle(trial):
        _end(trial, State.GIVEN_UP, obstacle)
        return []
    batch = trial.clusters.filter(pk__gt=trial.counted_to)
    if Cluster.objects.filter(pk__in=batch.values("pk")).over().count() < batch.count():
        return []
    _count(trial, list(batch.order_by("pk")))
    return [] if _decide(trial) else _ask(trial)


def _obstacle(trial: Trial) -> Reason | None:
    """What has happened outside that leaves nothing to be decided."""
    bot = trial.bot
    if bot.active_id is None or bot.disabled_because or not bot.owner.is_active:
        return Reason.LEFT
    return None if bot.active_id == trial.incumbent_id else Reason.CHANGED


def _count(trial: Trial, batch: list[Cluster]) -> None:
    if not batch:
        return
    found = pairs.played(batch, trial.candidate)
    trial.counts = [old + new for old, new in zip(trial.counts, pairs.counts(found), strict=True)]
    trial.forfeits += sum(pair.forfeits for pair in found)
    trial.counted_to = batch[-1].pk
    trial.save(update_fields=["counts", "forfeits", "counted_to"])


def _decide(trial: Trial) -> bool:
    """Whether the trial has come to its end, and then end it."""
    if not trial.pairs or trial.pairs % EVERY:
        return False
    if 2 * trial.forfeits > trial.games:
        _end(trial, State.KEPT, Reason.FORFEITS)
        return True
    decision = TEST.decide(trial.counts) if trial.pairs >= FIRST else Decision.OPEN
    if decision is Decision.ACCEPTED:
        _promote(trial)
    elif decision is Decision.REJECTED:
        _end(trial, State.KEPT)
    elif trial.pairs >= settings.TRIAL_PAIRS:
        _end(trial, State.GIVEN_UP, Reason.CAP)
    return not trial.is_running


def _promote(trial: Trial) -> None:
    try:
        replaced = activate(trial.candidate, instead_of=trial.incumbent)
    except Refused:
        _end(trial, State.GIVEN_UP, Reason.REFUSED)
        return
    if replaced:
        _end(trial, State.PROMOTED)
    else:
        _end(trial, State.GIVEN_UP, Reason.CHANGED)


def _ask(trial: Trial) -> list[Cluster]:
    """The next batch: as many pairs as are missing to the next look, void ones left out."""
    number = EVERY - trial.pairs % EVERY
    clusters = pairs.schedule_pairs(number, trial.candidate, trial.incumbent, kind=Kind.TRIAL)
    trial.clusters.add(*clusters)
    return clusters


def _end(trial: Trial, state: State, reason: Reason | None = None) -> None:
    trial.state, trial.reason = state, reason or ""
    Trial.objects.filter(pk=trial.pk).update(state=state, reason=trial.reason, ended_at=Now())
    # What still waits would be played for nobody.
    rest = trial.clusters.filter(pk__gt=trial.counted_to)
    Match.objects.queued().filter(cluster__in=rest).void()
