"""The addresses of bots' versions, of uploads, and of the pages for authors."""

from django.urls import include, path

from bots_sdk import docs as kit
from sixfold.bots import docs, views

version = [
    path("checklist/", views.checklist, name="submission_checklist"),
    path("source/", views.source, name="submission_source"),
    path("log/", views.log, name="submission_log"),
    path("activate/", views.activate, name="submission_activate"),
]

urlpatterns = [
    path("submit/", views.submit, name="submit"),
    path("bots/<slug:owner>/<slug:slug>/retire/", views.retire, name="bot_retire"),
    path("bots/<slug:owner>/<slug:slug>/describe/", views.describe, name="bot_describe"),
    path("bots/<slug:owner>/<slug:slug>/v<int:number>/", include(version)),
    path("docs/quick-start/", docs.quickstart, name="quickstart"),
    path("docs/rules/", docs.rules, name="docs_rules"),
    path("docs/limits/", docs.limits, name="docs_limits"),
    *(path(f"docs/{name}/", docs.page, {"name": name}, name=f"docs_{name}") for name in kit.TITLES),
]
