"""What search engines may read: pages that somebody looks for, and nothing of a private site."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

# Every filter of a list, every pair of bots and every file of a match has an address of its own:
# there are millions, each at the cost of a page.
PUBLIC = """\
User-agent: *
Disallow: /*?
Disallow: /accounts/
Disallow: /admin/
Disallow: /api/v1/
Allow: /api/v1/docs
Disallow: /games/
Disallow: /h2h/
Disallow: /matches/*/
Allow: /matches/*/$
Disallow: /matches/*/*/
Disallow: /play/
Disallow: /search/
"""
PRIVATE = "User-agent: *\nDisallow: /\n"


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """robots.txt, as RFC 9309 has it."""
    return HttpResponse(PUBLIC if settings.PUBLIC else PRIVATE, content_type="text/plain")
