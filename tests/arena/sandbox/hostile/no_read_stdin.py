"""Answers before it was asked, and never reads."""

import os
import time

os.write(1, b'"whatever you ask"\n')
time.sleep(3600)
