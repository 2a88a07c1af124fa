"""Reads what the API is sent for a new version: a file in a form, or its source as JSON."""

import json
from dataclasses import dataclass
from typing import Any

import pydantic
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Schema
from ninja.errors import HttpError, ValidationError

JSON, FORM = "application/json", "multipart/form-data"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file and what goes with it."""

    filename: str
    data: bytes
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Form:
    """An upload as JSON, and the fields beside the file in a form."""

    text: type[Schema]
    fields: type[Schema]

    def described(self) -> dict[str, Any]:
        """How the description of the API shows what its operation takes."""
        form = self.fields.model_json_schema()
        form["properties"] = {"file": {"type": "string", "format": "binary"}, **form["properties"]}
        form["required"] = ["file", *form.get("required", [])]
        content = {FORM: {"schema": form}, JSON: {"schema": self.text.model_json_schema()}}
        return {"requestBody": {"required": True, "content": content}}

    def read(self, request: HttpRequest) -> Upload:
        """What a request brings; raises ValidationError, or HttpError for what is not JSON."""
        if request.content_type == JSON:
            sent = _valid(self.text, _json(request.body))
            return Upload("bot.py", sent.pop("source").encode("utf-8", "replace"), sent)
        file = request.FILES.get("file")
        if file is None:
            message = _("Send the bot as the file of a form, or its source as JSON")
            raise ValidationError([{"loc": ("body", "file"), "msg": message}])
        return Upload(file.name or "", file.read(), _valid(self.fields, request.POST.dict()))


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise HttpError(400, str(error)) from error


def _valid(schema: type[Schema], values: Any) -> dict[str, Any]:
    try:
        return schema.model_validate(values).model_dump()
    except pydantic.ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        raise ValidationError(
            [{**fault, "loc": ("body", *fault["loc"])} for fault in faults]
        ) from error
