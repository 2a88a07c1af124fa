"""The addresses of moderators."""

from django.urls import path

from sixfold.moderation import views

urlpatterns = [
    path("moderation/", views.log, name="rulings"),
    path("moderation/void/", views.void, name="rule_void"),
    path("moderation/bots/<slug:owner>/<slug:slug>/disable/", views.disable, name="rule_disable"),
    path("moderation/bots/<slug:owner>/<slug:slug>/lift/", views.lift, name="rule_lift"),
]
