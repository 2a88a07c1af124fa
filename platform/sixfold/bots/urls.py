"""The addresses of bots' versions, of uploads, and of the pages for authors."""

from django.urls import include, path

from sixfold.bots import views

version = [
    path("", views.submission, name="submission"),
    path("checklist/", views.checklist, name="submission_checklist"),
    path("source/", views.source, name="submission_source"),
    path("log/", views.log, name="submission_log"),
    path("activate/", views.activate, name="submission_activate"),
]

urlpatterns = [
    path("submit/", views.submit, name="submit"),
    path("bots/<str:owner>/<slug:slug>/retire/", views.retire, name="bot_retire"),
    path("bots/<str:owner>/<slug:slug>/v<int:number>/", include(version)),
    path("docs/quick-start/", views.quickstart, name="quickstart"),
    path("docs/rules/", views.rules, name="docs_rules"),
    path("docs/limits/", views.limits, name="docs_limits"),
]
