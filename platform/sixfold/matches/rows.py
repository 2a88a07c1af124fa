"""Records and logs as rows of the database: for workers on other machines, and no store but it."""

from typing import Any

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage

from sixfold.matches.models import StoredFile


class DatabaseStorage(Storage):
    """Files by their keys; a database that does not answer raises its own errors."""

    def exists(self, name: str) -> bool:
        return StoredFile.objects.filter(pk=name).exists()

    def delete(self, name: str) -> None:
        StoredFile.objects.filter(pk=name).delete()

    def _open(self, name: str, mode: str = "rb") -> File[Any]:
        data = StoredFile.objects.filter(pk=name).values_list("data", flat=True).first()
        if data is None:
            raise FileNotFoundError(f"The database keeps no file {name}.")
        return ContentFile(bytes(data), name)

    def _save(self, name: str, content: File[Any]) -> str:
        StoredFile.objects.create(key=name, data=content.read())
        return name
