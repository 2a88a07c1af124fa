"""Closes its ear, then answers."""

import os
import time

os.close(0)
time.sleep(0.1)
os.write(1, b'"whatever you ask"\n')
time.sleep(3600)
