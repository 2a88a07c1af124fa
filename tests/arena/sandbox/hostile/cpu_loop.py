"""Never answers, and uses the time."""

while True:
    pass
