"""The addresses of challenges."""

from django.urls import path

from sixfold.challenges import views

urlpatterns = [
    path("challenges/", views.challenges, name="challenges"),
    path("challenges/new/", views.make, name="challenge_new"),
    path("challenges/<int:pk>/", views.challenge, name="challenge"),
    path("challenges/<int:pk>/call-off/", views.call_off, name="challenge_call_off"),
]
