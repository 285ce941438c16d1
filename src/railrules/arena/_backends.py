"""Where games are played: here, in other processes, or on the machines of a Ray cluster."""

import os
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Protocol, TypeVar

import attrs

from railrules import ConfigError, MissingExtraError, RailrulesError

T = TypeVar("T")
R = TypeVar("R")

MOST_AT_A_TIME = 64
WORTH_SENDING = 0.2
"""Seconds that a parcel of tasks should take at least, so that sending it costs little beside it."""
PATIENCE = 10.0
"""Seconds that a cluster has to answer."""


class BackendError(RailrulesError):
    """Games cannot go on where they are played: a process died, or the cluster did."""


class Backend(Protocol):
    """Runs a function on many tasks."""

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """Yield ``function(task)`` of each task as they are done, in any order.

        What a call raises is raised here; `BackendError` where its process ended under it.
        """
        ...


class Serial:
    """One after the other, in this process."""

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """See `Backend.run`."""
        return map(function, tasks)


@attrs.frozen
class Processes:
    """In `jobs` other processes of this machine, by loky, which notices a process that dies. What agents print there goes to stderr."""

    jobs: int

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """See `Backend.run`."""
        try:
            from concurrent.futures import FIRST_COMPLETED, wait

            from loky import BrokenProcessPool, ProcessPoolExecutor
        except ImportError:
            raise MissingExtraError("playing in several processes", "loky", "cli") from None
        pool = ProcessPoolExecutor(self.jobs, initializer=_begin_work, initargs=(os.getpid(),))
        try:
            yield from _parcels(
                tasks,
                2 * self.jobs,
                lambda parcel: pool.submit(_run_all, function, parcel),
                lambda waiting: wait(waiting, return_when=FIRST_COMPLETED).done,
                lambda future: future.result(),
            )
        except BrokenProcessPool as error:
            codes = re.search(r"exit codes of the workers are \{(.*?)\}", str(error))
            raise BackendError(_died("a process that played games", codes.group(1) if codes else "")) from error
        finally:
            pool.shutdown(wait=False, kill_workers=True)  # there is nothing left to do, or nobody who wants it


@attrs.frozen
class Ray:
    """On a Ray cluster: the one at `address`, else one of `jobs` processes that is started on this machine for the time being."""

    jobs: int
    address: str | None = None

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """See `Backend.run`."""
        try:
            import ray
            from ray.exceptions import RayError, RayTaskError
        except ImportError:
            raise MissingExtraError("the back end ray", "ray", "ray") from None
        started = not ray.is_initialized()
        if started:
            self._start(ray)
        try:
            remote: Any = ray.remote(_run_all)
            yield from _parcels(
                tasks,
                2 * self.jobs,
                lambda parcel: remote.remote(function, parcel),
                lambda waiting: ray.wait(waiting)[0],
                ray.get,
            )
        except RayTaskError:  # what a game raised
            raise
        except RayError as error:
            raise BackendError(_died("a process of the Ray cluster that played games", type(error).__name__)) from error
        finally:
            if started:
                ray.shutdown()

    def _start(self, ray: Any) -> None:
        """Connect to the cluster, or start one. Raises `ConfigError` where nobody is at the address, for which Ray would look for ever."""
        local: dict[str, Any] = {} if self.address else {"num_cpus": self.jobs, "include_dashboard": False}
        try:
            place = re.fullmatch(r"(?:ray://)?\[?([^/\[\]]+)\]?:([0-9]{1,5})", self.address or "")
            if place:
                socket.create_connection((place[1], int(place[2])), PATIENCE).close()
            ray.init(address=self.address, log_to_driver=False, configure_logging=False, **local)
        except (OSError, OverflowError, ValueError) as error:  # ConnectionError is an OSError
            if not self.address:
                raise
            found = str(error).strip().partition("\n")[0]
            raise ConfigError("bad-option-value", "address", self.address, f"that of a Ray cluster that can be reached; found: {found}") from error


def backend(name: str, jobs: int = 1, address: str | None = None) -> Backend:
    """Return a back end by name; `BACKENDS` lists them. Raises `ConfigError` for another name, and for no job."""
    if name not in BACKENDS:
        raise ConfigError("bad-option-value", "backend", name, f"one of: {', '.join(BACKENDS)}")
    if jobs < 1:
        raise ConfigError("bad-option-value", "jobs", jobs, "at least 1")
    if address is not None and name != "ray":
        raise ConfigError("bad-option-value", "address", address, f"nothing, as the back end {name} has no address")
    if name == "processes":
        return Processes(jobs)
    return Ray(jobs, address) if name == "ray" else Serial()


BACKENDS = ("serial", "processes", "ray")


def _begin_work(parent: int) -> None:
    """Prepare a process for playing games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the parent, which ends the workers
    with suppress(OSError):
        os.dup2(2, 1)  # stdout is for results
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process when its parent has: killed, it could not do that itself."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _died(who: str, how: str) -> str:
    told = f" ({how})" if how else ""
    return f"{who} ended by itself{told}: killed by an agent, by a fault in compiled code or for want of memory; what was finished before is kept"


def _run_all(function: Callable[[T], R], parcel: Sequence[T]) -> tuple[list[R], float]:
    """Do a parcel of tasks, and tell how long it took."""
    started = time.perf_counter()
    return [function(task) for task in parcel], time.perf_counter() - started


def _parcels(
    tasks: Iterable[T],
    most: int,
    send: Callable[[list[T]], Any],
    some_of: Callable[[list[Any]], Iterable[Any]],
    result_of: Callable[[Any], tuple[list[R], float]],
) -> Iterator[R]:
    """Keep `most` parcels of tasks on the way, larger ones where tasks turn out to be short, and yield what comes back."""
    left = iter(tasks)
    size = 1
    waiting: list[Any] = []
    while True:
        while len(waiting) < most and (parcel := list(islice(left, size))):
            waiting.append(send(parcel))
        if not waiting:
            return
        for done in list(some_of(waiting)):
            waiting.remove(done)
            results, seconds = result_of(done)
            if seconds < WORTH_SENDING:
                size = min(MOST_AT_A_TIME, max(size, 2 * len(results)))
            yield from results
