"""The addresses for those who look after the site, and for their machines."""

from django.urls import path

from sixfold.operations import views

urlpatterns = [
    path("health/ready/", views.ready, name="ready"),
    path("metrics", views.metrics, name="metrics"),
    path("staff/status/", views.status, name="status"),
]
