"""The addresses of tournaments."""

from django.urls import include, path

from sixfold.tournaments.views import entering, organising, reading

one = [
    path("", reading.tournament, name="tournament"),
    path("rounds/<int:number>/", reading.tournament_round, name="round"),
    path("tournament.json", reading.tournament_json, name="tournament_json"),
    path("standings.csv", reading.standings_csv, name="standings_csv"),
    path("games.csv", reading.games_csv, name="games_csv"),
    path("enter/", entering.enter, name="tournament_enter"),
    path("enter-everybody/", organising.enter_everybody, name="tournament_enter_everybody"),
    path("entries/<int:pk>/withdraw/", entering.withdraw, name="entry_withdraw"),
    path("entries/<int:pk>/remove/", organising.remove, name="entry_remove"),
    path("edit/", organising.edit, name="tournament_edit"),
    path("announce/", organising.announce, name="tournament_announce"),
    path("start/", organising.start, name="tournament_start"),
    path("cancel/", organising.cancel, name="tournament_cancel"),
]

urlpatterns = [
    path("tournaments/", reading.tournament_list, name="tournaments"),
    path("tournaments/new/", organising.create, name="tournament_new"),
    path("tournaments/<slug:slug>/", include(one)),
    path("docs/tournaments/", reading.explained, name="docs_tournaments"),
]
