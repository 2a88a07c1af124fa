"""The address of the workers' page."""

from django.urls import path

from sixfold.workers import views

urlpatterns = [path("staff/workers/", views.workers, name="workers")]
