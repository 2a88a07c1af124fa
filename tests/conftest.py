"""What every test has."""

import gc


def pytest_collection_finish() -> None:
    """Spare the collector what stays until the end anyway: it took an eighth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
