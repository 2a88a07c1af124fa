"""The addresses of bots' versions, of uploads, and of the pages for authors."""

from django.urls import include, path

from bots_sdk import docs as pages
from sixfold.bots import docs, kit
from sixfold.bots.views import offers, teams, versions

version = [
    path("checklist/", versions.checklist, name="submission_checklist"),
    path("source/", versions.source, name="submission_source"),
    path("log/", versions.log, name="submission_log"),
    path("activate/", versions.activate, name="submission_activate"),
]

team = [
    path("", teams.team, name="bot_team"),
    path("invite/", teams.invite, name="team_invite"),
    path("invitations/<int:pk>/withdraw/", teams.withdraw, name="invitation_withdraw"),
    path("members/<int:pk>/remove/", teams.remove, name="member_remove"),
    path("members/<int:pk>/offer/", teams.offer, name="member_offer"),
]

urlpatterns = [
    path("submit/", versions.submit, name="submit"),
    path("search/bots/", offers.offers, name="bot_offers"),
    path("bots/<slug:owner>/<slug:slug>/retire/", versions.retire, name="bot_retire"),
    path("bots/<slug:owner>/<slug:slug>/describe/", versions.describe, name="bot_describe"),
    path("bots/<slug:owner>/<slug:slug>/v<int:number>/", include(version)),
    path("bots/<slug:owner>/<slug:slug>/team/", include(team)),
    path("teams/", teams.teams, name="teams"),
    path("teams/invitations/<int:pk>/<str:answer>/", teams.answer, name="invitation_answer"),
    path("about/", docs.about, name="about"),
    path("docs/quick-start/", docs.quickstart, name="quickstart"),
    path("docs/rules/", docs.rules, name="docs_rules"),
    path("docs/limits/", docs.limits, name="docs_limits"),
    *(
        path(f"docs/{name}/", docs.page, {"name": name}, name=f"docs_{name}")
        for name in pages.TITLES
    ),
    path(f"kit/{kit.NAME}", docs.kit, name="kit"),
]
