"""Users and their tokens in the admin site."""

import allauth.mfa.admin
import allauth.socialaccount.admin  # noqa: F401
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialApp, SocialToken
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from sixfold.accounts.models import Token, User

# Secrets of theirs, and what allauth keeps for itself: nothing to edit by hand. Imported above, so
# that they are registered by now.
admin.site.unregister([Authenticator, SocialApp, SocialToken])


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """People and what they may do here. Names stay, and nobody is removed: results are theirs."""

    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser", "groups", "date_joined")
    search_fields = ("username", "email")
    date_hierarchy = "date_joined"
    readonly_fields = ("username", "is_active", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "email", "is_active", "date_joined", "last_login")}),
        (_("May"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
    )
    actions: tuple[str, ...] = ("drop_second_factor",)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only a superuser says who may do what; a new account needs a name."""
        if obj is None:
            return ()
        rights = () if request.user.is_superuser else self.fieldsets[1][1]["fields"]
        return (*self.readonly_fields, *rights)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    @admin.action(
        description=_("Take the second factor from who has lost it"), permissions=["change"]
    )
    def drop_second_factor(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """They log in by password alone then; it stands in the log of the administration."""
        for user in users.filter(is_staff=False):
            if Authenticator.objects.filter(user=user).delete()[0]:
                self.log_change(request, user, str(_("second factor taken away")))
                self.message_user(request, _("%(user)s has none any more.") % {"user": user})


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Tokens are looked at and revoked; their secrets are not here."""

    list_display = ("user", "name", "hint", "scopes", "created_at", "last_used_at", "expires_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name", "hint")
    fields = list_display
    date_hierarchy = "created_at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False
