"""Forms of the account pages that say more than allauth's own."""

from datetime import timedelta
from typing import Any, ClassVar

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sixfold.accounts import classes, services
from sixfold.accounts.classes import Slip
from sixfold.accounts.models import Scope, Token, User


class LoginForm(AllauthLoginForm):  # type: ignore[misc]
    """Asks for the name in the words of the sign-up form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or e-mail")


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """Says what is public of an account before it is made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("Everybody sees it: it is part of your bots' names.")
        self.fields["email"].help_text = (
            _("Nobody sees it. A code is sent there to prove it.")
            if self.fields["email"].required
            else _("Nobody sees it. For a forgotten password, if given.")
        )


class NoticesForm(forms.ModelForm[User]):
    """What somebody wants to be mailed about."""

    class Meta:
        model = User
        fields: ClassVar = ["failures_mailed"]


class ClassForm(forms.Form):
    """The people of a class, and whether who has an account gets a new password."""

    names = forms.CharField(
        label=_("Names, one on each line"),
        help_text=_("“Åsa Berg” becomes asa-berg. Everybody sees these names beside the bots."),
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off", "spellcheck": "false"}),
    )
    again = forms.BooleanField(
        label=_("Who has an account already has forgotten the password: make a new one"),
        required=False,
    )

    def __init__(self, *args: Any, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.by = by

    def clean_names(self) -> list[str]:
        names = [name.strip() for name in self.cleaned_data["names"].splitlines() if name.strip()]
        if len(names) > classes.MOST:
            raise forms.ValidationError(
                gettext("At most %(most)d at once; these are %(names)d.")
                % {"most": classes.MOST, "names": len(names)}
            )
        return names

    def save(self) -> list[Slip]:
        """What to hand out; nothing where a name cannot be used: then the form has the reasons."""
        asked = self.cleaned_data
        try:
            return classes.hand_out(asked["names"], by=self.by, again=asked["again"])
        except forms.ValidationError as refusal:
            self.add_error("names", refusal)
            return []


class TokenForm(forms.Form):
    """A new token: what it is called, what it may do, and until when."""

    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        help_text=_("Where you will use it, such as “laptop”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    submit = forms.BooleanField(
        label=_("May submit and activate versions, not only read"), required=False, initial=True
    )
    days = forms.TypedChoiceField(
        label=_("Expires"),
        coerce=int,
        empty_value=None,
        required=False,
        initial="90",
        choices=[
            ("30", _("in 30 days")),
            ("90", _("in 90 days")),
            ("365", _("in a year")),
            ("", _("never")),
        ],
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.user = user

    def save(self) -> tuple[Token, str] | None:
        """The token with its secret, or None where the service refuses it."""
        asked = self.cleaned_data
        scopes = [Scope.READ, *([Scope.SUBMIT] if asked["submit"] else [])]
        days = asked["days"]
        expires_at = timezone.now() + timedelta(days=days) if days else None
        try:
            return services.issue(
                user=self.user, name=asked["name"], scopes=scopes, expires_at=expires_at
            )
        except services.TokenRefused as refusal:
            self.add_error("name", str(refusal))
            return None
