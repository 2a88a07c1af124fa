"""The addresses of what is one's own as a whole."""

from django.urls import path

from sixfold.privacy import views

urlpatterns = [
    path("export/", views.take_along, name="export"),
    path("delete/", views.leave, name="leave"),
]
