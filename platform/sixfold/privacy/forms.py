"""The form that ends an account."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sixfold.accounts.models import User


class LeaveForm(forms.Form):
    """Says it again in writing, since it cannot be undone."""

    name = forms.CharField(
        label=_("Your user name"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.user = user

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.strip().lower() != self.user.get_username():
            raise forms.ValidationError(gettext("This is not your user name."))
        return name
