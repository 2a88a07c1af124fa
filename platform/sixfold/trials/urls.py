"""The addresses of versions, and of what they are put to the test by."""

from django.urls import include, path

from sixfold.trials import views

version = [
    path("", views.submission, name="submission"),
    path("trial/", views.begin, name="trial_begin"),
    path("trial/call-off/", views.call_off, name="trial_call_off"),
]

urlpatterns = [
    path("bots/<slug:owner>/<slug:slug>/v<int:number>/", include(version)),
    path("trials/<int:pk>/", views.trial, name="trial"),
]
