"""Ladders for operators; what follows from the matches is read only."""

from django.contrib import admin
from django.http import HttpRequest

from sixfold.bots.admin import Newest, ReadOnly
from sixfold.ladder.models import Event, Ladder, Pairing, Snapshot


@admin.register(Ladder)
class LadderAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "slug", "seats", "ruleset", "share", "anchor", "last_seq")
    list_select_related = ("anchor__bot__owner",)
    raw_id_fields = ("anchor",)

    def get_readonly_fields(
        self, request: HttpRequest, obj: Ladder | None = None
    ) -> tuple[str, ...]:
        """What has been counted was counted under these."""
        return ("seats", "ruleset") if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Ladder | None = None) -> bool:
        return False


@admin.register(Pairing)
class PairingAdmin(ReadOnly, Newest):
    list_display = ("slot", "ladder", "why", "members", "open", "made_at")
    list_filter = ("ladder", "why", "open")


@admin.register(Event)
class EventAdmin(ReadOnly, Newest):
    list_display = ("seq", "ladder", "match", "kind", "created_at")
    list_filter = ("ladder", "kind")
    list_select_related = ("ladder", "match")


@admin.register(Snapshot)
class SnapshotAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("pk", "ladder", "watermark", "digest", "cost_ms", "published_at")
    list_filter = ("ladder",)
