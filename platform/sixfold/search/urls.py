"""The address of the search."""

from django.urls import path

from sixfold.search import views

urlpatterns = [path("search/", views.search, name="search")]
