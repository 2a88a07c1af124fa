"""A backup: every row and every stored file in one archive, whatever database they came from."""

from sixfold.operations.backups.manifest import BackupError, Manifest
from sixfold.operations.backups.restoring import restore
from sixfold.operations.backups.writing import LEFT_OUT, one_moment, write

__all__ = ["LEFT_OUT", "BackupError", "Manifest", "one_moment", "restore", "write"]
