"""A field for a bot by its full name, which suggests names while somebody types."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sixfold.bots.models import Bot


def bot_named(text: str) -> Bot | None:
    """The bot with this full name, with its owner and its active version."""
    owner, _slash, slug = text.partition("/")
    bots = Bot.objects.select_related("owner", "active")
    return bots.filter(owner__username=owner, slug=slug).first()


class BotInput(forms.TextInput):
    """Any name may be written; where htmx runs, the site offers those that go on from it."""

    template_name = "bots/widgets/bot.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context(name, value, attrs)
        given = context["widget"]["attrs"]
        offers = f"{given.get('id', name)}_offers"
        context["widget"]["attrs"] = {
            "placeholder": _("owner/name"),
            "autocomplete": "off",
            "autocapitalize": "off",
            "spellcheck": "false",
            **given,
            "list": offers,
            "hx-get": reverse("bot_offers"),
            "hx-trigger": "focus once, input changed delay:150ms",
            "hx-target": f"#{offers}",
        }
        return context


class BotField(forms.CharField):
    """A bot by its full name."""

    widget = BotInput

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=200, **options)

    def clean(self, value: Any) -> Bot | None:
        text = super().clean(value).strip().strip("/")
        if not text:
            return None
        bot = bot_named(text)
        if bot is None:
            raise forms.ValidationError(
                gettext("There is no bot “%(bot)s”. Write it as owner/name."),
                params={"bot": text},
            )
        return bot
