"""Tournaments for operators; what follows from the matches is read only."""

from django.contrib import admin

from sixfold.bots.admin import ReadOnly
from sixfold.tournaments.models import Entry, Round, Table, Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "state", "format", "organiser", "started_at", "finished_at")
    list_filter = ("state", "format")
    search_fields = ("name", "slug")


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("__str__", "tournament", "seed", "rank", "left_after", "left_why")
    list_select_related = ("tournament", "bot__owner", "submission__bot__owner")


@admin.register(Round)
class RoundAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("number", "tournament", "stage", "made_at", "closed_at")
    list_select_related = ("tournament",)


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("number", "round", "members", "why", "settled")
    list_filter = ("why", "settled")
