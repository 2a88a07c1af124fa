"""What is ours to say where allauth signs people up and in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from sixfold.accounts.models import FormerName, User

GONE = "deleted-"
"""How the name of whoever has left begins; nobody can sign up with such a one."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Gives nobody the name of a deleted account; speaks to people as they have chosen once."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name: str = super().clean_username(username, shallow=shallow)
        if name.lower().startswith(GONE):
            raise ValidationError(_("This name is kept for deleted accounts. Choose another."))
        if not shallow and FormerName.objects.taken(name).exists():
            raise ValidationError(_("Somebody had this name before, and links to them last."))
        return name

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **how)
        if user.language:
            # As the chooser does: from now on this browser asks for it by itself.
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                user.language,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                samesite="Lax",
            )
        return response


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Knows a provider only where the site is set up for it."""

    def get_app(self, request: HttpRequest, provider: str, **options: Any) -> SocialApp:
        try:
            return super().get_app(request, provider, **options)
        except SocialApp.DoesNotExist:
            raise Http404 from None
