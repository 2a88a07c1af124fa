"""Finding versions of different owners that play alike, for a moderator to look at.

Nobody is barred for it: good bots often agree, and everybody may start from the kit's samples.
"""

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from bots_sdk import samples
from sixfold.bots import example
from sixfold.bots.models import Submission, people_of
from sixfold.jail import jail
from sixfold.leases import renewing
from sixfold.moderation.behaviour import ALIKE, behave, equal, pack, stretches, unpack
from sixfold.moderation.models import Behaviour, Likeness, Stretch
from sixfold.undertaking import undertaking

EXAMPLE = "example"
AT_ONCE = 20
"""The most versions that are queued in one go."""
MOST_COMPARED = 200
"""With so many others, the newest, a version is compared at the most."""


def queue() -> None:
    """Have the behaviour of the samples, and of every version that has passed, recorded some time.

    A version whose check was long ago is as good as a new one, so nothing is lost by a restart.
    """
    known = set(Behaviour.objects.exclude(sample="").values_list("sample", flat=True))
    Behaviour.objects.bulk_create(
        [Behaviour(sample=name) for name in (EXAMPLE, *samples.NAMES) if name not in known],
        ignore_conflicts=True,
    )
    passed = Submission.objects.passed().filter(behaviour__isnull=True)
    Behaviour.objects.bulk_create(
        [Behaviour(submission=one) for one in passed.order_by("-pk")[:AT_ONCE]],
        ignore_conflicts=True,
    )


def record_next() -> bool:
    """Play the next bot on the fixed positions in the sandbox; False where none waits.

    A fault of ours puts it back, and after several aside. Refuses to run in a transaction.
    """
    if connection.in_atomic_block:
        raise RuntimeError("A bot is not played inside a transaction.")
    behaviour = Behaviour.objects.claim()
    if behaviour is None:
        return False
    answers = None
    with undertaking(behaviour, "%s was not recorded"), renewing(behaviour) as lost:
        answers = behave(_files(behaviour), jail(), stop=lost)
    if answers is not None:
        keep(behaviour, answers)
    return True


def keep(behaviour: Behaviour, answers: tuple[int, ...]) -> list[Likeness]:
    """Store what a bot answered, once, and what it plays like; nothing where the lease was lost."""
    with transaction.atomic():
        assert behaviour.token is not None, "only a claimed row is kept"
        if not Behaviour.objects.finish(behaviour.token, answers=pack(answers)):
            return []
        Stretch.objects.bulk_create(
            Stretch(behaviour=behaviour, number=number, digest=digest)
            for number, digest in stretches(answers).items()
        )
        return _flag(behaviour, answers)


def _files(behaviour: Behaviour) -> dict[str, bytes]:
    if behaviour.submission:
        return behaviour.submission.files()
    if behaviour.sample == EXAMPLE:
        return {"bot.py": example.SOURCE.encode()}
    return samples.files(behaviour.sample)


def _flag(behaviour: Behaviour, answers: tuple[int, ...]) -> list[Likeness]:
    mine = behaviour.submission
    alike = [
        (other, count)
        for other in _candidates(behaviour, answers)
        if (count := equal(answers, unpack(bytes(other.answers)))) >= ALIKE
    ]
    if mine is None or mine.bot.house or any(_is_everybodys(other) for other, _count in alike):
        return []
    others = [(other.submission, count) for other, count in alike if other.submission]
    people = people_of([mine.bot_id, *(other.bot_id for other, _count in others)])
    return Likeness.objects.bulk_create(
        [
            Likeness(
                first=min(mine, other, key=_age), second=max(mine, other, key=_age), equal=count
            )
            for other, count in others
            if people[mine.bot_id].isdisjoint(people[other.bot_id])
        ],
        ignore_conflicts=True,
    )


def _candidates(behaviour: Behaviour, answers: tuple[int, ...]) -> list[Behaviour]:
    """The newest of those that share a stretch, and of the samples all that do."""
    shares = Q()
    for number, digest in stretches(answers).items():
        shares |= Q(number=number, digest=digest)
    if not shares:
        return []
    sharing = Stretch.objects.filter(shares).values("behaviour")
    others = Behaviour.objects.exclude(pk=behaviour.pk).filter(pk__in=sharing)
    found: QuerySet[Behaviour] = others.select_related("submission__bot").order_by("-pk")
    everybodys = Q(submission__isnull=True) | Q(submission__bot__house=True)
    return [*found.filter(everybodys), *found.exclude(everybodys)[:MOST_COMPARED]]


def _is_everybodys(behaviour: Behaviour) -> bool:
    return behaviour.submission is None or behaviour.submission.bot.house


def _age(submission: Submission) -> int:
    return submission.pk


def waiting() -> bool:
    """Whether there is a bot to record."""
    return Behaviour.objects.ready().exists()
