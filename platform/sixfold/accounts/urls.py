"""Addresses of one's own account; signing in and up is allauth's."""

from django.urls import path

from sixfold.accounts import views

urlpatterns = [
    path("", views.profile, name="profile"),
    path("class/", views.classroom, name="classroom"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", views.revoke_token, name="token_revoke"),
]
