"""One command's child processes: started in order, restarted when they die, never left behind."""

import asyncio
import fcntl
import os
import signal
import sys
import time
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sixfold import tether

# So many deaths of children within so many seconds end the tree.
MOST_DEATHS, WINDOW = 6, 60.0
START_TIMEOUT = 60.0
FIRST_PAUSE = 0.5
# How often a child is asked whether it still works; the first time after so long.
WATCH_PAUSE = 60.0


class TreeError(Exception):
    """Why the processes cannot run; a sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Child:
    """A process to keep running."""

    name: str
    command: Sequence[str]
    ready: Callable[[], bool]
    """Whether it can be used: asked in a thread until it says so."""
    grace: float
    """Seconds from SIGTERM to SIGKILL."""
    environment: Mapping[str, str] = field(default_factory=dict)
    working: Callable[[], bool] = lambda: True
    """Whether it does what it is for: asked now and then, it is started again if it does not."""


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold `folder` against a second process tree.

    Raises `TreeError` where another one holds it.
    """
    with (folder / "lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise TreeError(
                f"Another Sixfold (process {file.read().strip()}) is using {folder}. Stop it "
                "first, or give this one a folder of its own with --data."
            ) from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def run(children: Sequence[Child], work: Coroutine[None, None, int], logs: Path) -> int | None:
    """Start the children in order, do `work` beside them, then stop them in reverse order.

    Returns the status `work` gave, or None if SIGINT, SIGTERM or SIGHUP ended it; a second
    signal kills the children instead of waiting for them. Children write to NAME.log in `logs`.
    Raises `TreeError` if they cannot be kept running, and whatever `work` raises.
    """
    logs.mkdir(exist_ok=True)
    return asyncio.run(_Tree(children, logs).run(work))


class _Tree:
    """The running children, and how often any of them died lately."""

    def __init__(self, children: Sequence[Child], logs: Path) -> None:
        self.children = children
        self.logs = logs
        self.processes: dict[str, Process] = {}
        self.deaths: deque[float] = deque(maxlen=MOST_DEATHS)

    async def run(self, work: Coroutine[None, None, int]) -> int | None:
        main = asyncio.create_task(self.live(work))
        interrupted = False

        def interrupt() -> None:
            nonlocal interrupted
            if interrupted:
                self.kill()
            interrupted = True
            main.cancel()

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, interrupt)
        try:
            await asyncio.wait([main])
        finally:
            work.close()
            await self.stop()
        return None if main.cancelled() else main.result()

    async def live(self, work: Coroutine[None, None, int]) -> int:
        """Start and keep the children until `work` is done."""
        try:
            async with asyncio.TaskGroup() as group:
                keepers = [await self.keep(child, group) for child in self.children]
                status = await work
                for keeper in keepers:
                    keeper.cancel()
                return status
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None

    async def keep(self, child: Child, group: asyncio.TaskGroup) -> asyncio.Task[None]:
        """Start a child and go on once it is ready; the task returned restarts it."""
        ready = asyncio.Event()
        keeper = group.create_task(self.restart(child, ready))
        try:
            async with asyncio.timeout(START_TIMEOUT):
                await ready.wait()
        except TimeoutError:
            raise TreeError(
                f"The {child.name} was not ready after {START_TIMEOUT:g} seconds.{self.tail(child)}"
            ) from None
        return keeper

    async def restart(self, child: Child, ready: asyncio.Event) -> None:
        """Run a child again and again, after pauses that grow while it keeps dying."""
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            process = await self.start(child)
            end = asyncio.create_task(process.wait())
            while not (ready.is_set() or end.done()):
                if await asyncio.to_thread(child.ready):
                    ready.set()
                await asyncio.sleep(0.05)
            status = await self.watch(child, process, end)
            kill_group(process)  # what it may have left
            self.deaths.append(time.monotonic())
            if len(self.deaths) == MOST_DEATHS and self.deaths[-1] - self.deaths[0] < WINDOW:
                raise TreeError(
                    f"Processes keep dying, the last one was the {child.name} with status "
                    f"{status}.{self.tail(child)}"
                )
            if time.monotonic() - began > WINDOW:
                pause = FIRST_PAUSE
            print(
                f"The {child.name} died with status {status}; starting it again. "
                f"Its log is {self.log(child)}",
                file=sys.stderr,
            )
            await asyncio.sleep(pause)
            pause *= 2

    async def watch(self, child: Child, process: Process, end: asyncio.Task[int]) -> int:
        """Wait for a child's end, or bring it about once the child does nothing any more."""
        while not (await asyncio.wait([end], timeout=WATCH_PAUSE))[0]:
            if not await asyncio.to_thread(child.working):
                print(f"The {child.name} runs but does nothing; ending it.", file=sys.stderr)
                kill_group(process)
        return await end

    async def start(self, child: Child) -> Process:
        # A session of its own, so that Ctrl-C reaches only us: two of them are a cold shutdown
        # for Celery, and some bots would be lost.
        with self.log(child).open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", tether.__file__, str(os.getpid()), *child.command),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **child.environment},
                start_new_session=True,
            )
        self.processes[child.name] = process
        return process

    async def stop(self) -> None:
        """End the children one after another, the last one first."""
        for child in reversed(self.children):
            process = self.processes.get(child.name)
            if process is None:
                continue
            with suppress(ProcessLookupError, TimeoutError):
                process.terminate()
                async with asyncio.timeout(child.grace):
                    await process.wait()
            kill_group(process)
            await process.wait()

    def kill(self) -> None:
        for process in self.processes.values():
            kill_group(process)

    def log(self, child: Child) -> Path:
        return self.logs / f"{child.name}.log"

    def tail(self, child: Child) -> str:
        """The end of a child's log, for a message about its failure."""
        lines = self.log(child).read_text(errors="replace").splitlines()[-8:]
        return "".join(f"\n  {line}" for line in [f"{self.log(child)} ends with:", *lines])


def kill_group(process: Process) -> None:
    """Kill what is left of a child's session."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
