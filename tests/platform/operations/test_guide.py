"""OPERATIONS.md knows every setting by its default, and names only what there is."""

import ast
import re
from collections.abc import Iterator

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.test import Client

from sixfold.operations.figures import figures

GUIDE = (settings.ROOT / ".github/OPERATIONS.md").read_text()
SETTINGS = ast.parse((settings.ROOT / "platform/sixfold/settings.py").read_text())
ROWS = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \| ", GUIDE, re.MULTILINE))


def read() -> Iterator[tuple[str, object]]:
    """The variables that settings.py reads, each with its default where that is written down."""
    fallback = {
        id(node.values[0]): node.values[1]
        for node in ast.walk(SETTINGS)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or)
    }
    for node in ast.walk(SETTINGS):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.args[0]
        if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
            continue
        if ast.unparse(node.func) in ("os.environ.get", "words"):
            default = fallback.get(id(node)) or (node.args[1] if len(node.args) > 1 else None)
            yield name.value, default.value if isinstance(default, ast.Constant) else None
        elif ast.unparse(node.func) == "flag":
            default = node.keywords[0].value
            yield name.value, default.value if isinstance(default, ast.Constant) else None


def test_every_variable_that_is_read_has_its_row_and_no_other() -> None:
    assert set(ROWS) == {name for name, _default in read()}


@pytest.mark.parametrize(("name", "default"), [one for one in read() if one[1] is not None])
def test_the_default_is_the_one_in_the_code(name: str, default: object) -> None:
    told = ROWS[name].strip("`")
    if default == "" or default is False:
        assert told in ("none", "off") or not re.fullmatch(r"\d+|[A-Z]+", told)
    else:
        assert told == str(default)


def test_every_command_of_manage_py_that_it_names_takes_what_it_is_given() -> None:
    named = re.findall(r"manage\.py (\w+)((?: --[\w-]+)*)", GUIDE)
    assert {name for name, _options in named} >= {"serve", "backup", "restore", "sandbox"}
    for name, options in named:
        command = load_command_class(get_commands()[name], name)
        known = command.create_parser("manage.py", name)._option_string_actions
        assert set(options.split()) <= set(known), name


def test_every_service_that_it_names_is_in_the_compose_file() -> None:
    services = yaml.safe_load((settings.ROOT / "docker-compose.yml").read_text())["services"]
    for verb, rest in re.findall(r"docker compose (exec|restart|up --detach) (\S+)", GUIDE):
        assert rest in services or rest.startswith("--scale"), (verb, rest)
    for service, command in (("web", "uvicorn"), ("worker", "celery"), ("beat", "celery")):
        ours = services[service]["command"].split(" --schedule")[0]
        assert f"{command} " in ours
        assert f".venv/bin/{ours}" in GUIDE, "started as in the containers"


def test_every_file_and_heading_that_it_leads_to_is_there() -> None:
    headings = {
        re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-")
        for line in re.findall(r"^#+ (.*)$", GUIDE, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", GUIDE):
        if target.startswith("#"):
            assert target[1:] in headings, target
        else:
            assert (settings.ROOT / ".github" / target).exists(), target
    for path in re.findall(r"`((?:\.docker|\.ci|platform)/[^` ]+)`", GUIDE):
        assert (settings.ROOT / path).exists(), path


def test_every_metric_and_address_that_it_names_is_there(db: None, client: Client) -> None:
    told = {figure.name for figure in figures()} | {"sixfold_tick_age_seconds"}
    assert set(re.findall(r"`(sixfold_\w+)`", GUIDE)) - {"sixfold_"} <= told
    for address in re.findall(r"`(/(?:health|staff|metrics)[\w/]*)`", GUIDE):
        assert client.get(address).status_code != 404, address
