"""The log of rulings in the admin site, and the ways from its lists to a ruling with a reason."""

from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sixfold.accounts.admin import AccountAdmin
from sixfold.accounts.models import User
from sixfold.bots.admin import BotAdmin, ReadOnly
from sixfold.bots.models import Bot, BotQuerySet
from sixfold.matches.admin import MatchAdmin
from sixfold.matches.models import Match, MatchQuerySet
from sixfold.moderation.models import PERMISSION, Behaviour, BehaviourQuerySet, Ruling


class Ruled:
    """Rows on which a moderator may rule."""

    def has_rule_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PERMISSION)


@admin.register(Ruling)
class RulingAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("made_at", "kind", "moderator", "subject", "matches", "reason")
    list_filter = ("kind", "made_at")
    list_select_related = ("moderator", "bot__owner", "submission__bot__owner", "match")
    search_fields = (
        "reason",
        "moderator__username",
        "bot__slug",
        "submission__bot__slug",
        "user__username",
    )
    date_hierarchy = "made_at"


@admin.register(Behaviour)
class BehaviourAdmin(Ruled, ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """How far the recording of behaviour is; what our faults have stopped can be started again."""

    list_display = ("__str__", "progress", "lost")
    list_filter = ("progress",)
    list_select_related = ("submission__bot__owner",)
    exclude = ("answers",)
    actions = ("record_again",)

    @admin.action(description=_("Record again what is in quarantine"), permissions=["rule"])
    def record_again(self, request: HttpRequest, behaviours: BehaviourQuerySet) -> None:
        count = behaviours.requeue()
        text = ngettext("%d bot waits again.", "%d bots wait again.", count) % count
        self.message_user(request, text)


admin.site.unregister([Match, Bot, User])


@admin.register(User)
class RuledUserAdmin(Ruled, AccountAdmin):
    actions = ("rule", *AccountAdmin.actions)

    @admin.action(description=_("Bar one account or let it in again"), permissions=["rule"])
    def rule(self, request: HttpRequest, users: QuerySet[User]) -> HttpResponse | None:
        if users.count() != 1:
            self.message_user(request, _("Choose one account: each ruling has its own reason."))
            return None
        return redirect("rule_account", name=users.get().get_username())


@admin.register(Match)
class RuledMatchAdmin(Ruled, MatchAdmin):
    actions = (*MatchAdmin.actions, "declare_void")

    @admin.action(description=_("Declare void, with a reason"), permissions=["rule"])
    def declare_void(self, request: HttpRequest, matches: MatchQuerySet) -> HttpResponse:
        chosen = [("match", pk) for pk in matches.values_list("pk", flat=True)]
        return redirect(f"{reverse('rule_void')}?{urlencode(chosen)}")


@admin.register(Bot)
class RuledBotAdmin(Ruled, BotAdmin):
    actions = ("disable",)

    @admin.action(description=_("Disable one bot, with a reason"), permissions=["rule"])
    def disable(self, request: HttpRequest, bots: BotQuerySet) -> HttpResponse | None:
        if bots.count() != 1:
            self.message_user(request, _("Choose one bot: each ruling has its own reason."))
            return None
        bot = bots.select_related("owner").get()
        name = "rule_lift" if bot.disabled_because else "rule_disable"
        return redirect(name, owner=bot.owner.get_username(), slug=bot.slug)
