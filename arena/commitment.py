"""The commitment to a seed: public before the game, so that nobody can choose the draws later.

Who knew the hash before the first move and is given the seed after the last can tell that it is the
same one: no other seed with this hash can be found, and the hash says nothing about the seed.
"""

from hashlib import sha256

_TAG = b"sixfold-seed-v1"


def commitment(cluster: int, seed: bytes) -> str:
    """SHA-256, in hexadecimal, of a tag, the cluster's number in decimal digits, and the seed.

    >>> commitment(1, bytes(32))[:16]
    '2b2d9938a6ebc0a0'
    """
    return sha256(_TAG + str(cluster).encode("ascii") + seed).hexdigest()
