"""The addresses of matches."""

from django.urls import path

from sixfold.matches import views

urlpatterns = [
    path("matches/", views.match_list, name="matches"),
    path("matches/<int:pk>/", views.match, name="match"),
    path("matches/<int:pk>/replay.json", views.replay, name="replay"),
    path("matches/<int:pk>/record.json", views.record, name="record"),
    path("matches/<int:pk>/log/<int:number>/", views.log, name="match_log"),
    path("docs/seeds/", views.seeds_explained, name="docs_seeds"),
]
