"""The address that the chooser in the foot of every page sends to."""

from django.urls import path

from sixfold.languages import views

urlpatterns = [path("language/", views.choose, name="choose_language")]
