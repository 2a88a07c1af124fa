"""The ladder: who meets whom, what they are rated, and the pages that show it."""

import os

# Published ratings are the same to the last bit only where linear algebra sums in one fixed order;
# OpenBLAS reads this once, when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
