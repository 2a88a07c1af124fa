"""Goes home at once."""

import os

os._exit(0)
