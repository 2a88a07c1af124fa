"""Games of people for those who look after the site, and the turns that bots owe to them."""

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sixfold.bots.admin import Newest, ReadOnly
from sixfold.play.models import BotTurn, BotTurnQuerySet, Chair, Sitting


class ChairInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Chair
    fields = ("number", "submission", "score", "place", "ending", "detail")


@admin.register(Sitting)
class SittingAdmin(ReadOnly, Newest):
    """Without what its player may not know yet."""

    list_display = ("id", "player", "ruleset", "begun_at", "moved_at", "ended_at", "end")
    list_filter = (("ended_at", admin.EmptyFieldListFilter),)
    list_select_related = ("player",)
    search_fields = ("player__username",)
    exclude = ("seed", "turns")
    inlines = (ChairInline,)


@admin.register(BotTurn)
class BotTurnAdmin(ReadOnly, Newest):
    list_display = ("sitting", "number", "progress", "lost", "asked_at", "failure")
    list_filter = ("progress",)
    list_select_related = ("sitting",)
    actions: tuple[str, ...] = ("try_again",)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("play.change_botturn")

    @admin.action(description=_("Take out of quarantine and try again"), permissions=["moderate"])
    def try_again(self, request: HttpRequest, turns: BotTurnQuerySet) -> None:
        changed = turns.requeue()
        text = ngettext("%d turn changed.", "%d turns changed.", changed) % changed
        self.message_user(request, text, messages.SUCCESS if changed else messages.WARNING)
