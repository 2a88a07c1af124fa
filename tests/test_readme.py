import doctest
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()


def test_the_bot_in_the_readme_passes_its_check(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    bot = tmp_path / "mybot.py"
    bot.write_text(source)
    done = subprocess.run(
        [sys.executable, "-m", "bots_sdk", "check", bot],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_game_in_the_readme_goes_as_it_says() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, tried > 3) == (0, True)


def test_the_readme_names_commands_and_files_that_exist() -> None:
    for name in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / name).exists(), name
    help_text = subprocess.run(
        [sys.executable, "-m", "bots_sdk", "--help"], capture_output=True, text=True, check=True
    ).stdout
    for command in re.findall(r"^sixfold (\w+)", README, re.MULTILINE):
        assert re.search(rf"\b{command}\b", help_text), command
