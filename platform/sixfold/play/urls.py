"""The addresses of games against bots."""

from django.urls import path

from sixfold.play import views

urlpatterns = [
    path("play/", views.sittings, name="sittings"),
    path("play/<slug:owner>/<slug:slug>/", views.begin, name="play"),
    path("games/<int:pk>/", views.sitting, name="sitting"),
    path("games/<int:pk>/move/", views.move, name="sitting_move"),
    path("games/<int:pk>/resign/", views.resign, name="sitting_resign"),
    path("games/<int:pk>/choice", views.choice, name="sitting_choice"),
    path("games/<int:pk>/state", views.state, name="sitting_state"),
    path("games/<int:pk>/replay.json", views.replay, name="sitting_replay"),
    path("games/<int:pk>/record.json", views.record, name="sitting_record"),
    path("games/<int:pk>/game.txt", views.notation, name="sitting_notation"),
    path("games/<int:pk>/analysis/", views.analysis, name="sitting_analysis"),
]
