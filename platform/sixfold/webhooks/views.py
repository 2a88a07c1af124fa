"""The pages of one's webhooks, and of what was delivered to each."""

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sixfold.accounts.models import User
from sixfold.params import key_of, paged
from sixfold.webhooks import services
from sixfold.webhooks.forms import WebhookForm
from sixfold.webhooks.models import Delivery, Webhook

PAGE = 25


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def webhooks(request: HttpRequest) -> HttpResponse:
    """One's webhooks, and a form for another; the answer to it shows the secret, this once."""
    user = cast(User, request.user)
    form, made, status = WebhookForm(), None, 200
    if request.method == "POST":
        sent = WebhookForm(request.POST)
        site = request.build_absolute_uri("/")
        made = sent.register(user, site) if sent.is_valid() else None
        if made is None:
            form, status = sent, 422
    webhook, secret = made or (None, "")
    context = {
        "form": form,
        "webhooks": user.webhooks.all(),
        "webhook": webhook,
        "secret": secret,
        "most": services.WEBHOOKS_PER_USER,
    }
    return render(request, "webhooks/list.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """A webhook: where it goes, how it does, and what was delivered to it of late."""
    found = _own(request, pk)
    form, status = WebhookForm(webhook=found), 200
    if request.method == "POST":
        form = WebhookForm(request.POST, webhook=found)
        if form.is_valid() and form.change():
            messages.success(request, _("The webhook is changed."))
            return redirect(found)
        status = 422
    return render(request, "webhooks/webhook.html", _shown(request, found, form), status=status)


@require_safe
@never_cache
def deliveries(request: HttpRequest, pk: int) -> HttpResponse:
    """The deliveries alone; the page asks again while some are on their way."""
    return render(request, "webhooks/_deliveries.html", _shown(request, _own(request, pk)))


@require_POST
@never_cache
def rotate(request: HttpRequest, pk: int) -> HttpResponse:
    """A new secret; the answer is the only page that ever shows it."""
    found = _own(request, pk)
    secret = services.rotate(found)
    context = _shown(request, found, WebhookForm(webhook=found))
    return render(request, "webhooks/webhook.html", {**context, "secret": secret})


@require_POST
def act(request: HttpRequest, pk: int, verb: str) -> HttpResponse:
    """Test a webhook, disable it, enable it, or remove it."""
    found = _own(request, pk)
    if verb == "test":
        try:
            services.test(found)
        except services.Refused as refusal:
            messages.error(request, str(refusal))
    elif verb == "disable":
        services.disable(found)
        messages.success(request, _("It is told nothing more until you enable it."))
    elif verb == "enable":
        services.enable(found)
        messages.success(request, _("It is told again of what happens from now on."))
    elif verb == "remove":
        found.delete()
        messages.success(request, _("The webhook is removed."))
        return redirect("webhooks")
    else:
        raise Http404
    return redirect(found)


@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Send once more what was given up."""
    own = Delivery.objects.filter(webhook__owner=request.user.pk).select_related("webhook")
    found = get_object_or_404(own, pk=pk)
    if not services.send_again(found):
        messages.error(request, _("Only what was given up can be sent again."))
    return redirect(found.webhook)


def _own(request: HttpRequest, pk: int) -> Webhook:
    """A webhook for its owner; for others the address does not exist."""
    return get_object_or_404(cast(User, request.user).webhooks.select_related("owner"), pk=pk)


def _shown(
    request: HttpRequest, found: Webhook, form: WebhookForm | None = None
) -> dict[str, object]:
    key = key_of(request.GET.get("before", ""))
    return {
        "webhook": found,
        "form": form,
        "secret": "",
        "before": key,
        "page": paged(found.deliveries.all(), before=key, limit=PAGE),
        "underway": key is None
        and Delivery.objects.waiting().filter(webhook=found, attempts=0).exists(),
        "days": services.KEPT_FOR.days,
    }
