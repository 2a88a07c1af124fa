"""What gVisor is asked for, by a stand-in that tells it; the hostile bots run in the real one with
``manage.py sandbox --conformance`` where there is one.
"""

import json
from itertools import takewhile
from pathlib import Path
from stat import S_IXOTH
from typing import Any

import pytest

from arena.limits import Limits
from arena.player import InfrastructureFailure
from arena.sandbox import SandboxUnavailable, Tier, exactly, find, tiers
from arena.sandbox.gvisor import Gvisor
from arena.sandbox.namespaces import ENVIRONMENT
from arena.sandbox.seccomp import program

STAND_IN = """#!/bin/sh
# Says how it was called, and fails.
for last; do :; done
printf '%s\n' "$(id -u) $(pwd) $* $(cat "$2/config.json")" >&2
exit 128
"""


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A runsc that starts nothing."""
    runsc = tmp_path / "runsc"
    runsc.write_text(STAND_IN)
    runsc.chmod(0o755)
    closed = takewhile(lambda folder: not folder.stat().st_mode & S_IXOTH, tmp_path.parents)
    for folder in (tmp_path, *closed):
        folder.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return runsc


@pytest.fixture
def asked(stand_in: Path, cache: Path) -> tuple[list[str], dict[str, Any], Gvisor, Path]:
    """Its command line, its container, and what was to be started."""
    ground = tiers.grounds(cache)
    launch = tiers.LAUNCHES[Tier.GVISOR](ground)
    assert isinstance(launch, Gvisor)
    folder = ground.workplace.stage({"main.py": b""})
    with pytest.raises(InfrastructureFailure, match="The sandbox did not start: ") as failure:
        launch(folder, "main.py", Limits())
    said = str(failure.value).removeprefix("The sandbox did not start: ")
    called, brace, container = said.partition("{")
    assert brace, said
    return called.split(), json.loads(brace + container), launch, folder


def test_gvisor_is_started_without_root_network_or_control_groups(
    asked: tuple[list[str], dict[str, Any], Gvisor, Path],
) -> None:
    (user, where, *called), _, launch, _ = asked
    state = called[1]
    assert user != "0"
    assert where == "/"
    assert called == [
        *("--root", state, "--rootless", "--network", "none", "--ignore-cgroups"),
        *("run", "--bundle", state, "--pid-file", f"{state}/pid", Path(state).name),
    ]
    assert not Path(state).exists(), "what a failed start leaves behind is removed"
    assert launch.setpriv.name == "setpriv"


def test_a_bots_container_holds_the_staged_root_and_the_bot_to_read(
    asked: tuple[list[str], dict[str, Any], Gvisor, Path],
) -> None:
    _, container, launch, folder = asked
    assert container["root"] == {"path": str(launch.root), "readonly": True}
    assert {mount["destination"] for mount in container["mounts"]} == {
        "/bot", "/proc", "/sys", "/tmp"
    }  # fmt: skip
    assert all("ro" in mount["options"] for mount in container["mounts"])
    bound = [mount["source"] for mount in container["mounts"] if mount["type"] == "bind"]
    assert bound == [str(folder)]
    assert {space["type"] for space in container["linux"]["namespaces"]} == {
        "pid", "network", "ipc", "uts", "mount"
    }  # fmt: skip


def test_a_bot_in_gvisor_has_no_rights_and_is_filtered_and_limited_as_anywhere(
    asked: tuple[list[str], dict[str, Any], Gvisor, Path],
) -> None:
    process = asked[1]["process"]
    assert process["user"] == {"uid": 65534, "gid": 65534}
    assert process["capabilities"] == {}
    assert process["noNewPrivileges"]
    assert dict(pair.split("=") for pair in process["env"]) == ENVIRONMENT
    python, *options, boot, bot, filtered, files, data, space, processes = process["args"]
    assert [python, *options] == ["/usr/bin/python3", "-P", "-s", "-S", "-B"]
    assert (boot, bot, filtered) == ("/boot.pyc", "/bot/main.py", f"filter={len(program())}")
    assert (files, data, space, processes) == ("nofile=32", "data=256", "as=512", "nproc=8")


def test_where_gvisor_is_chosen_and_fails_nothing_is_played(stand_in: Path, cache: Path) -> None:
    with pytest.raises(SandboxUnavailable, match="Tier S: The sandbox did not start") as refusal:
        find(cache, weakest=Tier.GVISOR)
    assert "Tier A" not in str(refusal.value)


def test_without_gvisor_the_operator_reads_how_to_get_it(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxUnavailable, match="there is no runsc: install gVisor"):
        exactly(Tier.GVISOR, cache)


def test_gvisor_is_taken_only_where_it_is_chosen() -> None:
    assert tiers.acceptable(Tier.GVISOR) == [Tier.GVISOR]
    assert tiers.acceptable(Tier.LANDLOCK) == [Tier.NAMESPACES, Tier.NESTED, Tier.LANDLOCK]
    assert tiers.acceptable(Tier.NESTED) == [Tier.NAMESPACES, Tier.NESTED]
