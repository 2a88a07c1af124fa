"""Matches for those who look after the site: why one failed, and what to do about it."""

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sixfold.bots.admin import Newest, ReadOnly
from sixfold.matches.models import Attempt, Match, MatchQuerySet, Seat


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("number", "submission", "score", "place", "ending", "detail", "cpu_ms", "slowest_ms")


class AttemptInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Attempt
    fields = ("started_at", "ended_at", "worker", "tier", "outcome", "reason")


@admin.register(Match)
class MatchAdmin(ReadOnly, Newest):
    list_display = ("id", "progress", "lost", "created_at", "finished_at", "turns", "end")
    list_filter = ("progress", "kind")
    # By anything else a million rows would be looked through.
    search_fields = ("=id",)
    search_help_text = _("The number of a match. Those of a bot are listed on the site.")
    inlines = (SeatInline, AttemptInline)
    actions: tuple[str, ...] = ("try_again",)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("matches.change_match")

    @admin.action(description=_("Take out of quarantine and try again"), permissions=["moderate"])
    def try_again(self, request: HttpRequest, matches: MatchQuerySet) -> None:
        changed = matches.requeue()
        text = ngettext("%d match changed.", "%d matches changed.", changed) % changed
        self.message_user(request, text, messages.SUCCESS if changed else messages.WARNING)
