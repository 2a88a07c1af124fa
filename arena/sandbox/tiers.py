"""The tiers from the strongest to the weakest: what each takes, and the first that holds here."""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from subprocess import SubprocessError

from arena.limits import MEGABYTE
from arena.sandbox import bubblewrap, groups, gvisor, landlock, root, seccomp
from arena.sandbox.groups import Groups
from arena.sandbox.gvisor import Gvisor
from arena.sandbox.landlock import Landlock
from arena.sandbox.launcher import Launch, Launcher, SandboxUnavailable, Tier
from arena.sandbox.namespaces import Namespaces
from arena.sandbox.packages import Packages, PackagesMissing
from arena.sandbox.plain import start_plain
from arena.sandbox.probe import Leak, probe
from arena.sandbox.workplace import Unreachable, Workplace, bot_user, find_home

ADVICE: Mapping[Tier, str] = {
    Tier.GVISOR: (
        "It takes gVisor's program runsc (gvisor.dev, or Debian's package runsc) on the worker's "
        "PATH, and unprivileged user namespaces as for tier A. A match takes about six times the "
        "CPU time of one in tier A. It is chosen with SANDBOX_TIER=S: then bots are played in it "
        "or not at all."
    ),
    Tier.NAMESPACES: (
        "It takes unprivileged user namespaces. Ubuntu 24.04 and newer, where AppArmor refuses "
        "them: apt install bubblewrap apparmor-profiles; cp "
        "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/; "
        "apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict. Older systems: "
        "sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000. "
        "Docker keeps /proc/sys read-only, so that a worker in a container has the next tier at "
        "best."
    ),
    Tier.NESTED: (
        "It takes what tier A takes, but for a writable /proc/sys. Docker: give the worker the "
        "options of .docker/public.yml, which are --security-opt seccomp=unconfined, "
        "or a profile that permits clone and unshare with new namespaces, mount, umount2, "
        "pivot_root, setns and sethostname, and --security-opt apparmor=unconfined where the host "
        "has AppArmor."
    ),
    Tier.LANDLOCK: (
        "It takes Linux 5.13 or newer with Landlock: if /sys/kernel/security/lsm does not name it, "
        "add lsm=landlock, and after a comma what that file holds, to the kernel's command line. "
        "In a container its seccomp profile has to permit Landlock's calls, as Docker's own does "
        "since version 20.10.10."
    ),
}
"""For the operator: what each tier needs and how to get it."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """What all tiers stand on: the staged root, and the user whom bots run as."""

    home: Path
    workplace: Workplace
    root: Path
    user: int | None
    groups: Groups | None
    """Control groups for bots, where this worker may make some."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying one tier out: a launcher, or a reason why it does not hold."""

    tier: Tier
    launcher: Launcher | None
    reason: str = ""

    @property
    def advice(self) -> str:
        """Why the tier does not hold, and what it takes."""
        return f"Tier {self.tier}: {self.reason}. {ADVICE[self.tier]}"


@dataclass(frozen=True, slots=True)
class Survey:
    """What came of looking for a sandbox: the tiers that were tried, up to the first that holds."""

    ground: Grounds
    trials: tuple[Trial, ...]

    @property
    def launcher(self) -> Launcher:
        """Of the tier that holds; raises SandboxUnavailable, saying for each why it does not."""
        if launcher := self.trials[-1].launcher:
            return launcher
        advice = (trial.advice for trial in self.trials)
        raise SandboxUnavailable("\n".join(("No sandbox holds on this machine.", *advice)))


def survey(cache: Path, weakest: Tier = Tier.LANDLOCK, requirements: Path | None = None) -> Survey:
    """Try out with a hostile bot, the strongest first, the tiers that are accepted: S alone where
    ``weakest`` says so, and otherwise A, A' and B down to it.

    Bots may import the packages of the file ``requirements`` beside the standard library.
    Its files go to ``cache`` (about 50 MB, shared between processes and kept), or, where root's
    bots could not reach those, to the system's temporary folder. Must be called, as its players
    must be started, by the main thread of a process.
    Raises SandboxUnavailable where no tier can even be tried.
    """
    ground = grounds(cache, requirements)
    made: list[Trial] = []
    for tier in acceptable(weakest):
        made.append(tried(tier, ground))
        if made[-1].launcher:
            break
    return Survey(ground, tuple(made))


def find(cache: Path, weakest: Tier = Tier.LANDLOCK, requirements: Path | None = None) -> Launcher:
    """The sandbox that a `survey` takes; raises SandboxUnavailable where none holds: then no bot
    can be run here, and the text says for each tier why, and what to do.
    """
    return survey(cache, weakest, requirements).launcher


def acceptable(weakest: Tier) -> list[Tier]:
    """What may be taken, the strongest first; S is chosen by its name, and then nothing else is."""
    if weakest is Tier.GVISOR:
        return [weakest]
    tiers: list[Tier] = [tier for tier in LAUNCHES if tier is not Tier.GVISOR]
    return tiers[: tiers.index(weakest) + 1]


def trials(cache: Path, requirements: Path | None = None) -> Iterator[Trial]:
    """Try the tiers in turn, the strongest first; raises SandboxUnavailable where none can be."""
    ground = grounds(cache, requirements)
    for tier in LAUNCHES:
        yield tried(tier, ground)


def exactly(tier: Tier, cache: Path, requirements: Path | None = None) -> Launcher:
    """The sandbox in this tier; raises SandboxUnavailable where it does not hold."""
    if tier is Tier.PLAIN:
        return plain()
    trial = tried(tier, grounds(cache, requirements))
    if trial.launcher is None:
        raise SandboxUnavailable(trial.advice)
    return trial.launcher


def plain() -> Launcher:
    """Plain processes without a jail, for an author's own bots on the author's own machine."""
    return Launcher(Tier.PLAIN, start_plain, Workplace.temporary())


def grounds(cache: Path, requirements: Path | None = None) -> Grounds:
    """Lay out the files of the sandbox; raises SandboxUnavailable."""
    if sys.platform != "linux":
        raise SandboxUnavailable(
            "Bots can be confined on Linux only. Run the workers on Linux, or in a Linux container."
        )
    try:
        home = find_home(cache)
        user = bot_user()
        staged = root.staged(home, requirements)
        return Grounds(home, Workplace(home, user), staged, user, _groups(home))
    except (Unreachable, PackagesMissing) as error:
        raise SandboxUnavailable(str(error)) from error
    except (OSError, SubprocessError) as error:
        raise SandboxUnavailable(
            f"The files of the sandbox could not be laid out in {cache}: {error}. They take a "
            "folder that this user may write to, with 100 MB to spare."
        ) from error


UNMET = (
    bubblewrap.NoBubblewrap,
    gvisor.NoGvisor,
    landlock.NoLandlock,
    seccomp.UnsupportedMachine,
    Leak,
)
"""Why a tier may not hold."""


SENTRY_PROCESSES, SENTRY_BYTES = 1_000, 512 * MEGABYTE
"""More than gVisor's kernel was ever seen to take for one bot."""


def tried(tier: Tier, ground: Grounds) -> Trial:
    """Run the probe in a tier."""
    try:
        launch = LAUNCHES[tier](ground)
        packages = Packages.of(ground.root)
        launcher = Launcher(tier, launch, ground.workplace, packages, _room(tier, ground.groups))
        probe(launcher)
    except UNMET as why:
        return Trial(tier, None, str(why).rstrip("."))
    return Trial(tier, launcher)


def _groups(home: Path) -> Groups | None:
    try:
        return groups.find(home)
    except groups.NotDelegated:
        return None


def _room(tier: Tier, found: Groups | None) -> Groups | None:
    """The groups for a tier: a kernel of its own has processes and memory of its own."""
    if found is None or tier is not Tier.GVISOR:
        return found
    return replace(found, spare_processes=SENTRY_PROCESSES, spare_bytes=SENTRY_BYTES)


def _gvisor(ground: Grounds) -> Gvisor:
    return Gvisor(*gvisor.find(), ground.workplace, ground.root, seccomp.program(), ground.user)


def _namespaces(ground: Grounds, *, nested: bool = False) -> Namespaces:
    bwrap = bubblewrap.find(ground.home)
    return Namespaces(bwrap, ground.root, seccomp.program(), ground.user, nested)


def _landlock(ground: Grounds) -> Landlock:
    landlock.abi()
    return Landlock(ground.root, seccomp.program(in_the_open=True), ground.user)


LAUNCHES: Mapping[Tier, Callable[[Grounds], Launch]] = {
    Tier.GVISOR: _gvisor,
    Tier.NAMESPACES: _namespaces,
    Tier.NESTED: partial(_namespaces, nested=True),
    Tier.LANDLOCK: _landlock,
}
"""The tiers that confine, the strongest first."""
