"""Files in an S3-compatible store, with the errors of a disk."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import ContentFile, File
from storages.backends.s3 import S3Storage

ASKED_AGAIN_AFTER = 5.0
"""Seconds for which a store that could not be reached is left alone: each try takes as long, and
those who ask would soon hold every thread of a web server."""


class ObjectStorage(S3Storage):  # type: ignore[misc]
    """A bucket; whatever goes wrong with it is an OSError, FileNotFoundError where a file is not.

    Credentials, region and endpoint are those of AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL_S3 and the
    other variables that every S3 tool reads.
    """

    _left_alone_until: ClassVar[float] = 0.0

    def get_default_settings(self) -> dict[str, Any]:
        own = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL")
        config = Config(
            # A page waits for it, and so do beat's ticks; Amazon's five tries would take minutes.
            connect_timeout=2,
            read_timeout=10,
            retries={"mode": "standard", "total_max_attempts": 2},
            # bucket.host takes a name for each bucket, which servers other than Amazon's lack.
            s3={"addressing_style": "path" if own else "auto"},
        )
        return {
            **super().get_default_settings(),
            "client_config": config,
            # A worker's pool is made by forking, where threads do not come along.
            "transfer_config": TransferConfig(use_threads=False),
        }

    def _open(self, name: str, mode: str = "rb") -> File[Any]:
        # At once: a file that is fetched when it is read would fail outside of this block.
        with self._errors_of_a_disk(name), super()._open(name, mode) as file:
            return ContentFile(file.read(), name)

    def _save(self, name: str, content: File[Any]) -> str:
        with self._errors_of_a_disk(name):
            return str(super()._save(name, content))

    def delete(self, name: str) -> None:
        with self._errors_of_a_disk(name):
            super().delete(name)

    def exists(self, name: str) -> bool:
        with self._errors_of_a_disk(name):
            return bool(super().exists(name))

    @contextmanager
    def _errors_of_a_disk(self, name: str) -> Iterator[None]:
        if time.monotonic() < ObjectStorage._left_alone_until:
            raise OSError(f"{name}: the store could not be reached a moment ago")
        try:
            yield
        except ClientError as error:
            raise OSError(f"{name}: {error}") from error
        except BotoCoreError as error:
            ObjectStorage._left_alone_until = time.monotonic() + ASKED_AGAIN_AFTER
            raise OSError(f"{name}: {error}") from error
