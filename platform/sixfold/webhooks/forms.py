"""The form of a webhook."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from sixfold.accounts.models import User
from sixfold.webhooks import services
from sixfold.webhooks.models import ADDRESS_LENGTH, TOLD, Webhook


class WebhookForm(forms.Form):
    """Where to send, and what of."""

    url = forms.CharField(
        label=_("Address"),
        max_length=ADDRESS_LENGTH,
        help_text=_("Of your program, such as https://example.org/sixfold."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    told = forms.MultipleChoiceField(
        label=_("Send a message when"),
        choices=[(one.value, one.label) for one in TOLD],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one of them.")},
    )

    def __init__(self, *args: Any, webhook: Webhook | None = None, **kwargs: Any) -> None:
        initial: dict[str, Any] = {"told": [one.value for one in TOLD]}
        if webhook:
            initial = {"url": webhook.url, "told": webhook.happenings}
        super().__init__(*args, **{"label_suffix": "", "initial": initial, **kwargs})
        self.webhook = webhook

    def register(self, owner: User, site: str) -> tuple[Webhook, str] | None:
        """A new webhook with its secret, or None where it is refused."""
        with self._told_of_refusal():
            return services.register(owner=owner, site=site, **self.cleaned_data)
        return None

    def change(self) -> bool:
        """Whether the webhook was changed; else the form has the reason."""
        assert self.webhook is not None, "there is something to change"
        with self._told_of_refusal():
            services.change(self.webhook, **self.cleaned_data)
            return True
        return False

    @contextmanager
    def _told_of_refusal(self) -> Iterator[None]:
        """Have the form say why a webhook was refused, and go on."""
        try:
            yield
        except (services.Refused, services.AddressRefused) as refusal:
            self.add_error("url", str(refusal))
