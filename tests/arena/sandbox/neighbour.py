"""No hostile bot: it sits at another table on the same machine, and says what it hears."""

import json
import sys

for line in sys.stdin:
    print(json.dumps({"echo": json.loads(line)}), flush=True)
