"""Webhooks and their deliveries for those who run the site: looked at and disabled, no more."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from sixfold.bots.admin import ReadOnly
from sixfold.webhooks import services
from sixfold.webhooks.models import Delivery, Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Its secret is not here."""

    list_display = ("url", "owner", "words", "failing_since", "disabled_at", "created_at")
    list_filter = (
        ("disabled_at", admin.EmptyFieldListFilter),
        ("failing_since", admin.EmptyFieldListFilter),
    )
    list_select_related = ("owner",)
    search_fields = ("url", "owner__username")
    fields = ("owner", "url", "words", "failing_since", "disabled_at", "disabled_because")
    actions = ("disable",)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("webhooks.change_webhook")

    @admin.action(description=_("Disable"), permissions=["moderate"])
    def disable(self, request: HttpRequest, queryset: QuerySet[Webhook]) -> None:
        for webhook in queryset:
            services.disable(webhook, str(_("Whoever runs this site has disabled it.")))


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("pk", "webhook", "happening", "progress", "attempts", "status", "created_at")
    list_filter = ("progress", "happening")
    list_select_related = ("webhook",)
    search_fields = ("webhook__url", "webhook__owner__username")
    fields = ("webhook", "happening", "key", "attempts", "status", "answer", "attempted_at")
