"""Makes many calls in many processes, on a Dask cluster. Without a cluster, makes them in this process.

    import moya.distributed
    from distributed import Client

    recipe = {"plugins": [("limit", {"rate": 500})], "shared": "env:REDIS_URL"}
    with Client("scheduler:8786") as client:
        for response in moya.distributed.fetch(targets, client=client, recipe=recipe):
            print(response.url, response.status_code)

A recipe contains the options from which each process makes its provider. docs/python-distributed.md explains it, and
shows the same with Ray and Celery.
"""

import atexit
import os
import pickle
import sys
import threading
import time
import uuid
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, Iterable, Iterator, List, Optional, Sized, Tuple, Union

from . import _arguments as check
from ._errors import MoyaError, UsageError
from ._group import Group
from ._options import Options
from ._provider import Provider
from ._response import Response
from ._status import Status
from ._target import Target

if TYPE_CHECKING:
    import dask.bag
    import distributed

__all__ = ["bag", "fetch"]

#: How a call has ended.
End = Union[Response, MoyaError]
#: The most providers that a process keeps open although no batch uses them.
_MOST_IDLE = 4
#: The fewest batches that a cluster has at once, so that an empty cluster sees work and starts workers.
_FEWEST_BATCHES = 8


def fetch(
    targets: Iterable[Target],
    *,
    client: "Optional[distributed.Client]" = None,
    recipe: Optional[Options] = None,
    on_error: Optional[Callable[[MoyaError], Any]] = None,
    batch_size: int = 100,
    at_once: int = 16,
    retries: int = 3,
    progress: Union[bool, Callable[[int, Optional[int]], Any]] = False,
) -> "Generator[Response, None, None]":
    """Calls all targets, and returns a generator of the responses, in the order in which they arrive.
    `response.target` says which target a response belongs to.

    targets     an iterable, which is read while calls run, so it may be long
    client      a distributed.Client, whose cluster makes the calls. None: this process makes them, without Dask
    recipe      the options of the provider that each worker makes. They must be picklable (docs/python-distributed.md)
    on_error    gets the error of each call that fails, on the caller's thread. `error.target` is the target. The
                results of the other calls follow. None: the first error is raised
    batch_size  how many targets a worker gets together. If a worker dies, its batches begin again on another worker
    at_once     how many calls of a batch are in flight at once
    retries     how often a batch is sent to the cluster again after Dask has given it up
    progress    True: a line on standard error shows how many calls have ended. A function gets this number and the
                number of targets, which is None if `targets` has no length

    Leaving the iteration cancels the calls that have not ended. On a cluster, batches that a worker has begun continue.

    If a worker dies, the cluster does not know which calls of its batches had ended, and loses results that were still
    in the memory of the worker. So these requests may arrive twice.

    Errors: UsageError, also for a recipe or a target that cannot be pickled; while iterating: MoyaError; those of Dask,
    for example distributed.KilledWorker.
    """
    job = _Job(recipe, batch_size, at_once)
    if on_error is not None:
        check.function(on_error, "on_error")
    most = check.integer(retries, "retries", 0, 1000)
    total = len(targets) if isinstance(targets, Sized) else None
    report = _report(progress, total)
    if client is None:
        return _delivered(job.here(targets), on_error, report)
    if not callable(getattr(client, "submit", None)) or getattr(client, "asynchronous", False):
        raise check.wrong("client", "a distributed.Client that is not asynchronous", client)
    if getattr(client, "status", "running") in ("closing", "closed"):
        raise UsageError("client is closed", Status.ARGUMENT)
    return _delivered(_on_cluster(client, job.batches(targets), most), on_error, report)


def bag(
    targets: Iterable[Target], *, recipe: Optional[Options] = None, batch_size: int = 100, at_once: int = 16
) -> "dask.bag.Bag":
    """Returns a Dask bag of the results: a moya.Response for each call, or its MoyaError if it fails. The arguments are
    those of fetch. Each partition is a batch. The calls are made when the bag is computed, and again if it is computed
    again.

    Errors: UsageError, also for a recipe or a target that cannot be pickled; ImportError without Dask.
    """
    import dask.bag
    from dask.delayed import delayed

    run = delayed(_run, pure=False)
    batches = [run(batch) for batch in _Job(recipe, batch_size, at_once).batches(targets)]
    return dask.bag.from_delayed(batches) if batches else dask.bag.from_sequence([], npartitions=1)


def _delivered(
    ends: "Generator[End, None, None]", on_error: Optional[Callable[[MoyaError], Any]], report: "Callable[[int, bool], Any]"
) -> "Generator[Response, None, None]":
    count = 0
    try:
        for end in ends:
            count += 1
            report(count, False)
            if isinstance(end, Response):
                yield end
            elif on_error is None:
                raise end
            else:
                on_error(end)
    finally:
        ends.close()
        report(count, True)


# ── Batches ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Job:
    """The settings that all batches of one call of fetch() share."""

    def __init__(self, recipe: Any, batch_size: Any, at_once: Any) -> None:
        self.recipe = _pickled_recipe({} if recipe is None else recipe)
        self.batch_size = check.integer(batch_size, "batch_size", 1, 1_000_000)
        self.at_once = check.integer(at_once, "at_once", 1, 0xFFFFFFFF)

    def parts(self, targets: Iterable[Target]) -> "Iterator[List[Target]]":
        """Yields lists of at most batch_size targets. Errors: UsageError."""
        rest = iter(targets)
        while part := list(islice(rest, self.batch_size)):
            for target in part:
                if not isinstance(target, Target):
                    raise check.wrong("a target", "a moya.Target", target)
            yield part

    def batches(self, targets: Iterable[Target]) -> "Iterator[_Batch]":
        return (_Batch(self.recipe, self.at_once, _pickled_targets(part)) for part in self.parts(targets))

    def here(self, targets: Iterable[Target]) -> "Generator[End, None, None]":
        """Makes all calls with a provider of this process."""
        with Provider(**pickle.loads(self.recipe)) as provider:
            group = Group(provider, self.at_once)
            for part in self.parts(targets):
                yield from group.map(part, return_exceptions=True)


class _Batch:
    """Some targets, and the recipe of the provider that calls them. Dask writes the repr of this object into its
    log, so the repr shows nothing of the recipe and the targets."""

    def __init__(self, recipe: bytes, at_once: int, targets: bytes) -> None:
        self.recipe, self.at_once, self.targets = recipe, at_once, targets

    def __repr__(self) -> str:
        return "<moya.distributed batch>"


def _run(batch: _Batch) -> "List[End]":
    """Calls the targets of a batch, in a worker.

    A worker ends if a task raises SystemExit or KeyboardInterrupt, and then Dask repeats the task. So such an exception
    of a plugin, or of another function, becomes an error. But on the main thread, such an exception may come from a
    signal, so it is raised.
    """
    contains = threading.current_thread() is not threading.main_thread()
    try:
        with _providers.of(batch.recipe) as provider:
            targets: List[Target] = pickle.loads(batch.targets)
            ends: List[End] = list(Group(provider, batch.at_once)._ends(targets, contains))
    except Exception:
        raise
    except BaseException as problem:
        if not contains:
            raise
        what = f"a batch cannot be called: its recipe or its targets raised {type(problem).__name__}"
        raise MoyaError(what, Status.OTHER) from None
    for end in ends:
        if isinstance(end, MoyaError):
            _cut_chain(end, [])
    return ends


def _cut_chain(error: BaseException, seen: List[BaseException]) -> None:
    """Removes causes of an error if they cannot be pickled, for example an exception of a plugin that has a lock. Dask
    pickles the causes too, and a cause that cannot be pickled would end all calls. The message of the error still names
    the cause."""
    seen.append(error)
    for name in ("__cause__", "__context__"):
        inner = getattr(error, name)
        if inner is None or any(inner is it for it in seen):
            continue
        _cut_chain(inner, seen)
        if not _is_portable(inner):
            setattr(error, name, None)


def _is_portable(error: BaseException) -> bool:
    """Returns whether Dask can pickle an exception and read it again."""
    way: Any = pickle
    with suppress(ImportError):
        way = import_module("cloudpickle")  # comes with Dask
    try:
        way.loads(way.dumps(error))
    except Exception:  # a class may raise anything
        return False
    return True


def _pickled_recipe(recipe: Any) -> bytes:
    """Pickles the options of a provider in the order of their names, so that equal recipes have equal bytes. An error
    names the option, but not its value, because the value may be a secret."""
    if not isinstance(recipe, dict) or not all(isinstance(name, str) for name in recipe):
        raise check.wrong("recipe", "a dict of options", recipe)
    for name, value in recipe.items():
        if _pickled(value) is None:
            raise UsageError(f"the option {name!r} of the recipe cannot be pickled", Status.ARGUMENT)
    return pickle.dumps({name: recipe[name] for name in sorted(recipe)})


def _pickled_targets(targets: List[Target]) -> bytes:
    pickled = _pickled(targets)
    if pickled is None:
        target = next((it for it in targets if _pickled(it) is None), targets[0])
        raise UsageError(f"{target!r} cannot be pickled: is its body an open file or an iterator?", Status.ARGUMENT)
    return pickled


def _pickled(value: Any) -> Optional[bytes]:
    try:
        return pickle.dumps(value)
    except Exception:  # a class may raise anything
        return None


# ── Dask ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _on_cluster(client: Any, batches: "Iterator[_Batch]", retries: int) -> "Generator[End, None, None]":
    """Runs batches on a cluster, two for each thread of its workers, so that no thread waits for its next batch. Yields
    the results of the batches that have ended."""
    import distributed

    waiting = distributed.as_completed(loop=client.loop)
    #: The batches that have not ended, each with its future and how often it may be sent again.
    running: "Dict[str, Tuple[Any, _Batch, int]]" = {}

    def send(batch: _Batch, left: int) -> None:
        key = f"moya.distributed-{uuid.uuid4().hex}"
        future = client.submit(_run, batch, key=key, pure=False)
        running[key] = future, batch, left
        waiting.add(future)

    def fill() -> None:
        wanted = max(_FEWEST_BATCHES, 2 * sum(client.nthreads().values()))
        for batch in islice(batches, max(0, wanted - len(running))):
            send(batch, retries)

    try:
        fill()
        for future in waiting:
            _, batch, left = running.pop(future.key)
            try:
                ends: List[End] = future.result()
            except (distributed.KilledWorker, CancelledError):  # Dask has given the batch up
                if left == 0:
                    raise
                send(batch, left - 1)
                continue
            future.release()
            fill()
            yield from ends
    finally:
        if running and client.status == "running":
            client.cancel([future for future, _, _ in running.values()])


class _Providers:
    """The providers of a worker. All batches with one recipe use the same provider, and so its connections.

    Invariant: a provider is open while a batch uses it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        #: The providers of this process, by the pickled recipe from which each was made, and how many batches each
        #: of them runs. The most recently used provider is the last.
        self._made: "Dict[bytes, Tuple[Provider, int]]" = {}

    @contextmanager
    def of(self, recipe: bytes) -> Iterator[Provider]:
        with self._lock:
            made = self._made.pop(recipe) if recipe in self._made else (Provider(**pickle.loads(recipe)), 0)
            provider, users = made
            self._made[recipe] = provider, users + 1
        try:
            yield provider
        finally:
            self._leave(recipe)

    def _leave(self, recipe: bytes) -> None:
        with self._lock:
            if recipe not in self._made:
                return  # this process ends
            provider, users = self._made[recipe]
            self._made[recipe] = provider, users - 1
            idle = [it for it, (_, users) in self._made.items() if users == 0]
            surplus = [self._made.pop(it)[0] for it in idle[:-_MOST_IDLE]]
        for it in surplus:
            it.close()

    def close(self) -> None:
        with self._lock:
            made, self._made = self._made, {}
        for provider, _ in made.values():
            provider.close()

    def forget(self) -> None:
        """In a forked child, drops the providers, because the timers of their plugins run only in the parent. Makes a
        new lock, because another thread of the parent may have held the old one."""
        self._lock = threading.Lock()
        made, self._made = self._made, {}
        for provider, _ in made.values():
            provider.release()


_providers = _Providers()
atexit.register(_providers.close)
os.register_at_fork(after_in_child=_providers.forget)


# ── Progress ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _report(progress: Any, total: Optional[int]) -> "Callable[[int, bool], Any]":
    """Returns a function that gets how many calls have ended, and whether these are all."""
    if progress is True:
        return _Line(total)
    if progress is False or progress is None:
        return lambda count, is_last: None
    function = check.function(progress, "progress", "a bool or a function")
    return lambda count, is_last: None if is_last else function(count, total)


class _Line:
    """A line on standard error, which is written again at most ten times in a second."""

    _BAR = 30
    _INTERVAL = 0.1

    def __init__(self, total: Optional[int]) -> None:
        self.total = total
        self.began = time.monotonic()
        self.next = self.began

    def __call__(self, count: int, is_last: bool) -> None:
        now = time.monotonic()
        if now < self.next and not is_last:
            return
        self.next = now + self._INTERVAL
        rate = count / max(now - self.began, 0.001)
        shown = f"{count} calls"
        if self.total:
            part = min(self._BAR, self._BAR * count // self.total)
            shown = f"[{'#' * part}{'.' * (self._BAR - part)}] {count} of {self.total} calls"
        end = "\n" if is_last else ""
        sys.stderr.write(f"\r{shown}, {rate:.0f} in a second{end}")
        sys.stderr.flush()
