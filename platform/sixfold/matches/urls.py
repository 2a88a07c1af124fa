"""The addresses of matches."""

from django.urls import path

from sixfold.matches import views
from sixfold.matches.live.views import watch

urlpatterns = [
    path("live/", views.live, name="live"),
    path("matches/", views.match_list, name="matches"),
    path("matches/<int:pk>/", views.match, name="match"),
    path("matches/<int:pk>/replay.json", views.replay, name="replay"),
    path("matches/<int:pk>/record.json", views.record, name="record"),
    path("matches/<int:pk>/game.txt", views.notation, name="notation"),
    path("matches/<int:pk>/events", watch, name="match_events"),
    path("matches/<int:pk>/board.svg", views.board_svg, name="board_svg"),
    path("matches/<int:pk>/card.png", views.card, name="card"),
    path("matches/<int:pk>/replay.gif", views.replay_gif, name="replay_gif"),
    path("matches/<int:pk>/embed/", views.embed, name="embed"),
    path("replay/", views.open_record, name="open_record"),
    path("matches/<int:pk>/tags/", views.tags, name="match_tags"),
    path("matches/<int:pk>/analysis/", views.analysis, name="analysis"),
    path("matches/<int:pk>/log/<int:number>/", views.log, name="match_log"),
    path("docs/seeds/", views.seeds_explained, name="docs_seeds"),
]
