"""The addresses of moderators."""

from django.urls import path

from sixfold.moderation import views

urlpatterns = [
    path("moderation/", views.log, name="rulings"),
    path("moderation/likenesses/", views.likenesses, name="likenesses"),
    path("moderation/likenesses/<int:pk>/", views.judge_likeness, name="likeness_judge"),
    path("moderation/void/", views.void, name="rule_void"),
    path("moderation/accounts/<slug:name>/", views.rule_on_account, name="rule_account"),
    path("moderation/bots/<slug:owner>/<slug:slug>/disable/", views.disable, name="rule_disable"),
    path("moderation/bots/<slug:owner>/<slug:slug>/lift/", views.lift, name="rule_lift"),
]
