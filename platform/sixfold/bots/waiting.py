"""How long a check is likely to wait, by how long the last ones took."""

from django.db.models import Sum

from sixfold.bots.models import CheckStep, Submission

LAST = 20


def wait_s(place: int) -> float:
    """Seconds until the check at this place of the queue begins; one worker is reckoned with."""
    last = Submission.objects.finished().order_by("-pk").values("pk")[:LAST]
    count = len(last)
    if not count:
        return 0.0
    steps = CheckStep.objects.filter(submission__in=[row["pk"] for row in last])
    total_ms = steps.aggregate(total=Sum("ms"))["total"] or 0.0
    return float((place - 1) * total_ms / count / 1000)
