"""The page of a bot, and what changed its rating."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_list_or_404, get_object_or_404, render
from django.views.decorators.http import require_safe

from sixfold.answering import HtmxRequest
from sixfold.bots.addresses import follows_bots
from sixfold.bots.models import Bot, Submission
from sixfold.ladder import career, changes, charts
from sixfold.ladder.forms import PeriodForm
from sixfold.ladder.models import Ladder
from sixfold.ladder.views.shared import chosen
from sixfold.matches import hindsight
from sixfold.matches.queue import lengths

RECENT = 10
VERSIONS = 50
ERRORS = 10
OPPONENTS = 50


@login_not_required
@require_safe
@follows_bots
def bot(request: HtmxRequest, owner: str, slug: str) -> HttpResponse:
    """A bot's rating and how it came to it, whom it met, its matches and its versions."""
    bots = Bot.objects.select_related("owner", "active").with_members()
    # The bot, once for each member of its team.
    rows = get_list_or_404(bots, owner__username=owner, slug=slug)
    found = rows[0]
    members = [row.member for row in rows if row.member]
    # As `found.is_of` says, which would ask for every team that the visitor belongs to.
    own = request.user.get_username() in {found.owner.get_username(), *members}
    every = Submission.objects.filter(bot=found)
    visible = every if own or request.user.is_staff else every.passed()
    versions = list(visible.order_by("-number")[:VERSIONS])
    if not versions:
        raise Http404
    ladders = list(Ladder.objects.order_by("pk"))
    ladder = chosen(ladders, request)
    published = career.standings(found)
    standings = published.get(ladder.pk, []) if ladder else []
    # The newest one of each version comes last.
    latest = {standing.submission_id: standing for standing in standings}
    standing = latest.get(found.active_id or 0)
    context: dict[str, object] = {
        "bot": found,
        "own": own,
        "ladder": ladder,
        "places": career.places(ladders, published, found.active_id) if len(ladders) > 1 else [],
        "standing": standing,
        "versions": [(version, latest.get(version.pk)) for version in versions],
        "appearances": career.recent(found, RECENT),
        "errors": career.errors(versions[0], ERRORS) if own else [],
        **(lengths() if found.active and not standing else {}),
    }
    if found.active and not (standing or context["appearances"]):
        context["alone"] = not Bot.objects.competing().exclude(pk=found.pk).exists()
    if request.htmx:
        return render(request, "ladder/_now.html", context)
    context |= {
        "members": members,
        "points": (points := career.points(standings)),
        "chart": charts.chart(points),
        "opponents": career.opponents(ladder, found.active, OPPONENTS)
        if ladder and found.active
        else [],
        "most_opponents": OPPONENTS,
        "at_seats": career.by_seat(ladder, found.active, career.SEATED)
        if ladder and found.active and standing
        else [],
        "hindsight": hindsight.summary(found),
    }
    return render(request, "ladder/bot.html", context)


@login_not_required
@require_safe
@follows_bots
def rating_change(request: HttpRequest, owner: str, slug: str, number: int) -> HttpResponse:
    """What changed a version's rating: the matches since its last milestone, or before an old one.

    `to` names the snapshot of a milestone; what is no milestone, or gone, shows the newest.
    """
    version = get_object_or_404(
        Submission.objects.visible_to(request.user).with_bot(),
        bot__owner__username=owner,
        bot__slug=slug,
        number=number,
    )
    ladder = chosen(list(Ladder.objects.order_by("pk")), request)
    if ladder is None:
        raise Http404
    form = PeriodForm(request.GET)
    context: dict[str, object] = {"version": version, "bot": version.bot, "ladder": ladder}
    if change := changes.change(ladder, version, form.snapshot()):
        met = changes.encounters(change)
        own = changes.total(one.lesson for one in met)
        found = form.page(change.matches().with_seats())
        context |= {
            "change": change,
            "encounters": met,
            "own": own,
            "others": change.gained - own.elo,
            "page": found,
            "taught": changes.taught(change, found.matches),
        }
    return render(request, "ladder/change.html", context)
