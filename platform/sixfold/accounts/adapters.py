"""What is ours to say where allauth signs people up and in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from sixfold.accounts.models import FormerName

GONE = "deleted-"
"""How the name of whoever has left begins; nobody can sign up with such a one."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Gives nobody the name of an account that was deleted."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name: str = super().clean_username(username, shallow=shallow)
        if name.lower().startswith(GONE):
            raise ValidationError(_("This name is kept for deleted accounts. Choose another."))
        if not shallow and FormerName.objects.taken(name).exists():
            raise ValidationError(_("Somebody had this name before, and links to them last."))
        return name


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Knows a provider only where the site is set up for it."""

    def get_app(self, request: HttpRequest, provider: str, **options: Any) -> SocialApp:
        try:
            return super().get_app(request, provider, **options)
        except SocialApp.DoesNotExist:
            raise Http404 from None
