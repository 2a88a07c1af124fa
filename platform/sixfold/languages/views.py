"""Choosing a language."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from sixfold.accounts.models import User


# A token in every foot would set a cookie on every visitor; a forged choice shows another language.
@csrf_exempt
@login_not_required
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Remember the language in a cookie for a year, and with the account; go back to the page."""
    language = request.POST.get("language", "")
    if isinstance(request.user, User) and language in dict(settings.LANGUAGES):
        User.objects.filter(pk=request.user.pk).update(language=language)
    return set_language(request)
