"""Bots and their checks for those who run the site."""

from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sixfold.bots.models import Bot, Submission, SubmissionQuerySet


class ReadOnly:
    """Shown as it is: rows change by services only."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class _Bounded(Paginator[Any]):
    """Counts no further than anybody turns pages: a million rows would take a tenth of a second."""

    MOST = 10_000

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list[: self.MOST]
        return int(rows.count())


class Newest(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list without end: the newest rows come first, and nobody counts them all."""

    ordering = ("-pk",)
    paginator = _Bounded
    show_full_result_count = False


@admin.register(Bot)
class BotAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A bot may be renamed or described; what it is and who owns it stays."""

    list_display = ("__str__", "name", "active", "house", "created_at")
    list_filter = ("house", ("disabled_because", admin.EmptyFieldListFilter))
    list_select_related = ("owner", "active__bot__owner")
    search_fields = ("name", "slug", "owner__username")
    fields = ("owner", "slug", "name", "description", "active", "house", "created_at")
    readonly_fields = ("owner", "slug", "active", "house", "created_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Bot | None = None) -> bool:
        return False


@admin.register(Submission)
class SubmissionAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Submissions never change; a check that our faults have stopped can be started again."""

    list_display = ("__str__", "verdict", "progress", "lost", "failure", "created_at")
    list_filter = ("progress", "verdict")
    list_select_related = ("bot__owner",)
    search_fields = ("bot__name", "bot__slug", "bot__owner__username", "archive__sha256")
    exclude = ("archive",)
    readonly_fields = ("lost", "failure")
    actions = ("check_again",)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("bots.change_submission")

    @admin.action(description=_("Check again what is in quarantine"), permissions=["moderate"])
    def check_again(self, request: HttpRequest, queryset: QuerySet[Submission]) -> None:
        assert isinstance(queryset, SubmissionQuerySet)
        count = queryset.requeue()
        self.message_user(
            request,
            ngettext("%d check waits again.", "%d checks wait again.", count) % count,
        )
