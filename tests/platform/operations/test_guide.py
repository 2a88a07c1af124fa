"""OPERATIONS.md knows every setting by its default, and names only what there is."""

import re

import yaml
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.test import Client

from sixfold.environment import variables
from sixfold.operations.figures import figures
from sixfold.operations.management.commands.settings import reference

GUIDE = (settings.ROOT / ".github/OPERATIONS.md").read_text()


def test_its_table_of_settings_is_the_one_that_the_command_prints() -> None:
    assert f"\n\n{reference()}\n\n" in GUIDE


def test_every_variable_has_a_meaning() -> None:
    assert [each.name for each in variables() if len(each.meaning) < 10] == []


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
