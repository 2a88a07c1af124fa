"""Addresses of one's own account; signing in and up is allauth's."""

from django.urls import path

from sixfold.accounts import views

urlpatterns = [path("", views.profile, name="profile")]
