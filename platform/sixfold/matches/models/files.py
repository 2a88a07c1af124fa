"""Files that the database keeps where no other store does."""

from django.db import models


class StoredFile(models.Model):
    """A record or a log, where RECORDS_URL has the database keep them."""

    key = models.CharField(max_length=200, primary_key=True)
    """Begins with the day."""
    data = models.BinaryField()
    """Compressed."""

    def __str__(self) -> str:
        return self.key
