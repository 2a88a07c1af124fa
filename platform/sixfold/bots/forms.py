"""The form of an upload."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bots_sdk.archives import BadUpload
from sixfold.accounts.models import USERNAME, USERNAME_LENGTH, User
from sixfold.bots import example, names, services
from sixfold.bots.models import Bot, Submission, Succession
from sixfold.languages.sentences import said

NEW = ""


class DescriptionForm(forms.ModelForm[Bot]):
    """What an owner says about a bot."""

    class Meta:
        model = Bot
        fields: ClassVar = ["description"]


class InviteForm(forms.Form):
    """Whom to ask to join the team of a bot."""

    name = forms.CharField(
        label=_("User name"),
        max_length=USERNAME_LENGTH,
        validators=[USERNAME],
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class SubmitForm(forms.Form):
    """A new version of one of the user's bots, or a new bot; a file, or pasted source."""

    target = forms.ChoiceField(label=_("Bot"), required=False)
    name = forms.CharField(
        label=_("Name of the new bot"),
        required=False,
        max_length=names.LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("File: drop it here, or choose it"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".py,.zip"}),
        # An empty file is an upload of ours to judge, with a sentence of its own.
        allow_empty_file=True,
    )
    source = forms.CharField(
        label=_("Or paste your source"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 16,
                "spellcheck": "false",
                "autocapitalize": "off",
                "autocomplete": "off",
            }
        ),
    )
    note = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=200,
        help_text=_("What is new; only you see it."),
    )

    succession = forms.ChoiceField(
        label=_("When a new version has passed its check"),
        required=False,
        choices=Succession,
        help_text=_(
            "Tested, it takes the place of the version that plays once some hundred unrated games"
            " have shown that it is stronger."
        ),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.user = user
        self.twin: Submission | None = None
        # A new version of the bot that was worked on last is what people mostly want.
        own = Bot.objects.of(user).select_related("owner").newest_version_first()
        self.bots = {self._key(bot): bot for bot in own}
        self.fields["target"].choices = [  # type: ignore[attr-defined]
            *((key, _("New version of %s") % bot.name_for(user)) for key, bot in self.bots.items()),
            (NEW, _("A new bot")),
        ]
        self.fields["target"].initial = next(iter(self.bots), NEW)
        if self.bots:
            latest = next(iter(self.bots.values()))
            self.fields["succession"].initial = latest.succession
            self.fields["name"].help_text = gettext("For a new bot only.")

    def clean_source(self) -> str:
        """Browsers send text with CRLF; the same text is the same bot however it came."""
        source: str = self.cleaned_data["source"]
        return source.replace("\r\n", "\n")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("target") == NEW and not data.get("name") and "name" not in self.errors:
            self.add_error("name", gettext("Give the new bot a name."))
        pasted = data.get("source", "").strip()
        if data.get("file") is None and not pasted and "file" not in self.errors:
            self.add_error("file", gettext("Choose a file, or paste your source below."))
        # The example may still stand in the text area when a file was chosen.
        if data.get("file") and pasted and pasted != example.SOURCE.strip():
            self.add_error(
                "file", gettext("Choose a file or paste source, not both: empty the text first.")
            )
        return data

    def save(self) -> Submission | None:
        """The new submission, or None where the services refuse it: then the form has the errors.

        A form that was sent twice is one submission.
        """
        try:
            return self._submit()
        except services.AlreadySubmitted as refusal:
            self.twin = refusal.submission
            if self._sent_before(refusal.submission):
                return refusal.submission
            self.add_error(None, str(refusal))
        except services.NameRefused as refusal:
            self.add_error("name", str(refusal))
        except services.Refused as refusal:
            self.add_error(None, str(refusal))
        except BadUpload as refusal:
            self.add_error("file" if self.cleaned_data["file"] else "source", said(str(refusal)))
        return None

    def _sent_before(self, submission: Submission) -> bool:
        """Whether a moment ago this very form made the submission: a double click."""
        bot = submission.bot
        named = self.cleaned_data["target"] or self.cleaned_data["name"]
        return submission.is_fresh() and named in (self._key(bot), bot.name)

    def _key(self, bot: Bot) -> str:
        """How it stands in the form: of one's own bots, the address is enough."""
        return bot.slug if bot.owner_id == self.user.pk else str(bot)

    def _submit(self) -> Submission:
        data = self.cleaned_data
        file = data["file"]
        upload = {
            "filename": file.name if file else "bot.py",
            "data": file.read() if file else data["source"].encode(),
            "note": data["note"],
        }
        if data["target"] == NEW:
            return services.enter(owner=self.user, name=data["name"], **upload)
        succession = Succession(data["succession"]) if data["succession"] else None
        return services.submit(bot=self.bots[data["target"]], succession=succession, **upload)
