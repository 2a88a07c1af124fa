"""Every address of the site; each app lists its own."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy

from sixfold.health import health
from sixfold.robots import robots

# Django's own form would ask for no second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = gettext_lazy("Sixfold administration")

handler500 = "sixfold.health.fault"

urlpatterns = [
    path("", include("sixfold.operations.urls")),
    path("", include("sixfold.ladder.urls")),
    path("", include("sixfold.tournaments.urls")),
    path("", include("sixfold.search.urls")),
    path("", include("sixfold.challenges.urls")),
    path("", include("sixfold.play.urls")),
    path("", include("sixfold.trials.urls")),
    path("", include("sixfold.moderation.urls")),
    path("", include("sixfold.matches.urls")),
    path("", include("sixfold.bots.urls")),
    path("", include("sixfold.workers.urls")),
    path("", include("sixfold.languages.urls")),
    path("account/webhooks/", include("sixfold.webhooks.urls")),
    path("account/", include("sixfold.privacy.urls")),
    path("account/", include("sixfold.accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/3rdparty/", include("allauth.socialaccount.urls")),
    path("accounts/", include("allauth.socialaccount.providers.github.urls")),
    path("api/v1/", include("sixfold.api.urls")),
    path("admin/", admin.site.urls),
    path("health/", health, name="health"),
    path("robots.txt", robots, name="robots"),
]
