"""What an owner downloads of a version: its source, and what it printed during its check."""

from django.http import HttpResponse

from sixfold.bots.models import Submission

TEXT = "text/plain; charset=utf-8"


def source_of(version: Submission) -> HttpResponse:
    """What was uploaded: the Python file, or the files as a zip."""
    files = version.files()
    if set(files) == {"bot.py"}:
        return _attachment(files["bot.py"], TEXT, f"{_name(version)}.py")
    return _attachment(bytes(version.archive.data), "application/zip", f"{_name(version)}.zip")


def log_of(version: Submission) -> HttpResponse:
    """What the bot printed during its check."""
    text = "\n\n".join(step.log for step in version.steps.all() if step.log)
    return _attachment(text.encode(), TEXT, f"{_name(version)}-log.txt")


def _name(version: Submission) -> str:
    return f"{version.bot.slug}-v{version.number}"


def _attachment(data: bytes, content_type: str, filename: str) -> HttpResponse:
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
