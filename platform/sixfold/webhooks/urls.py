"""The addresses of one's webhooks."""

from django.urls import path

from sixfold.webhooks import views

urlpatterns = [
    path("", views.webhooks, name="webhooks"),
    path("<int:pk>/", views.webhook, name="webhook"),
    path("<int:pk>/deliveries/", views.deliveries, name="webhook_deliveries"),
    path("<int:pk>/secret/", views.rotate, name="webhook_rotate"),
    path("<int:pk>/<str:verb>/", views.act, name="webhook_act"),
    path("deliveries/<int:pk>/again/", views.again, name="delivery_again"),
]
