"""Pages of one's own account."""

from typing import cast

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sixfold.accounts import services
from sixfold.accounts.forms import ClassForm, NoticesForm, TokenForm
from sixfold.accounts.gates import is_staff, only
from sixfold.accounts.mailing import has_address
from sixfold.accounts.models import User


@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Who is signed in, and what they can change about it; the form is that of notices."""
    user = cast(User, request.user)
    form = NoticesForm(instance=user)
    if request.method == "POST":
        form = NoticesForm(request.POST, instance=user)
        # No other field, and this one takes anything.
        user.failures_mailed = form.is_valid() and form.cleaned_data["failures_mailed"]
        user.site = request.build_absolute_uri("/").rstrip("/")
        user.save(update_fields=["failures_mailed", "site"])
        messages.success(request, _("Saved."))
        return redirect("profile")
    context = {
        "form": form,
        "github": settings.GITHUB_CLIENT_ID,
        "proved": has_address(user),
        "second": is_mfa_enabled(user),
        "teaches": may_make_accounts(user),
    }
    return render(request, "accounts/profile.html", context)


def may_make_accounts(user: User | AnonymousUser) -> bool:
    """Whether somebody makes accounts for a class; where strangers come, everybody proves one."""
    return not settings.PUBLIC and is_staff(user) and user.has_perm("accounts.add_user")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@only(may_make_accounts)
def classroom(request: HttpRequest) -> HttpResponse:
    """Accounts for a class. As with tokens, only the answer to the form shows the passwords."""
    user = cast(User, request.user)
    form, slips, status = ClassForm(by=user), [], 200
    if request.method == "POST":
        sent = ClassForm(request.POST, by=user)
        slips = sent.save() if sent.is_valid() else []
        if not slips:
            form, status = sent, 422
    context = {"form": form, "slips": slips, "address": request.build_absolute_uri("/")}
    return render(request, "accounts/classroom.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens, and a form for another.

    The answer to the form is the only page that ever shows the secret: it is kept nowhere, so
    there is no redirect to it. Sent again, the form is refused for its name.
    """
    user = cast(User, request.user)
    form, issued, status = TokenForm(user=user), None, 200
    if request.method == "POST":
        sent = TokenForm(request.POST, user=user)
        issued = sent.save() if sent.is_valid() else None
        if issued is None:
            form, status = sent, 422
    token, secret = issued or (None, "")
    context = {"form": form, "tokens": user.tokens.all(), "token": token, "secret": secret}
    return render(request, "accounts/tokens.html", context, status=status)


@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Let one of one's tokens be used no more."""
    token = get_object_or_404(cast(User, request.user).tokens, pk=pk)
    services.revoke(token)
    messages.success(request, _("The token “%(name)s” is revoked.") % {"name": token.name})
    return redirect("tokens")
