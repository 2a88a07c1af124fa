"""The addresses of the first page, of leaderboard and bots, and of the page on ratings."""

from django.urls import path

from sixfold.ladder import views

urlpatterns = [
    path("", views.home, name="home"),
    path("ladder/", views.leaderboard, name="leaderboard"),
    path("bots/<slug:owner>/", views.owner, name="owner"),
    path("bots/<slug:owner>/<slug:slug>/", views.bot, name="bot"),
    path(
        "bots/<slug:owner>/<slug:slug>/v<int:number>/rating/",
        views.rating_change,
        name="rating_change",
    ),
    path("h2h/", views.rivals, name="rivals"),
    path(
        "h2h/<slug:owner>/<slug:slug>/<slug:other_owner>/<slug:other_slug>/",
        views.head_to_head,
        name="head_to_head",
    ),
    path("moderation/collusion/", views.collusion, name="collusion"),
    path("docs/ratings/", views.ratings_explained, name="docs_ratings"),
]
