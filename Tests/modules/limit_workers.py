"""Tests workers that share a limit and a token. The workers are processes of a pool or of a Dask cluster. Each makes
its provider from the same data, the recipe (moya.distributed). Tests/steps/modules runs this program.

    limit_workers.py [NAME...]      only these tests: stores, here, pool, token, death, given_up, bags, cluster

Without MOYA_LONG=1, the tests `bags` and `cluster` run only if they are named, and the workers in the test `death` share
a file. With MOYA_LONG=1, the workers in `death` share Debian's redis-server, and make ten times as many calls.
"""

import logging
import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "bindings/python"), str(HERE / "limit"), str(HERE / "shared")]
sys.dont_write_bytecode = True
import moya  # noqa: E402
import moya.distributed  # noqa: E402
import permits  # noqa: E402
from deadly import Deadly  # noqa: E402
from serving import crowded  # noqa: E402

MODULE = Path(os.environ["MOYA_MODULES"]) / "limit.so"
WORKERS, BURST = 4, 20
IS_LONG = os.environ.get("MOYA_LONG") == "1"
#: The environment variable with the address of the store that the processes share. A recipe, which is the data of a
#: provider (moya.distributed), contains only the name of this variable.
STORE = "MOYA_TEST_STORE"
SECRET = "MOYA_TEST_SECRET"
#: The number of requests of the tests with a cluster, and how many may arrive in a second.
LONG_CALLS, LONG_RATE = 20_000, 500

Recipe = Dict[str, Any]
good = True
#: The provider of a worker of the pool.
provider: Optional[moya.Provider] = None


def check(name: str, holds: bool, shown: object = "") -> None:
    global good
    good &= holds
    print(f"{'ok' if holds else 'not ok'} - workers: {name}", flush=True)
    if not holds:
        print(f"    {str(shown)[:1500]}", flush=True)


class Counting:
    """The counting server (limit/counting.py), in a process of its own."""

    def __init__(self) -> None:
        words = [sys.executable, "-B", str(HERE / "limit/counting.py"), "127.0.0.1", "paths"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.url = f"http://127.0.0.1:{self.process.stdout.readline().strip()}"
        self.times: List[float] = []
        self.paths: "Counter[str]" = Counter()

    def end(self) -> None:
        said, _ = self.process.communicate(timeout=60)
        for line in said.splitlines():
            at, _, path = line.partition(" ")
            self.times.append(float(at))
            self.paths[path] += 1


@contextmanager
def counting() -> Iterator[Counting]:
    server = Counting()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end()


def recipe_for(url: str, rate: float) -> Recipe:
    return {
        "base_url": url, "timeout": 120, "plugins": [(str(MODULE), {"rate": rate, "burst": BURST})], "shared": f"env:{STORE}",
        "log": permits.note, "log_level": moya.LogLevel.DEBUG,
    }


def targets_of(count: int) -> List[moya.Target]:
    return [moya.Target(path="/count", query={"n": number}) for number in range(count)]


def expect_limit(name: str, server: Counting, rate: float, folder: Path) -> None:
    """Checks that the calls obeyed the limit. The permissions of the store are exact, by its clock. A request arrives
    later than its permission, so for the server only the number of all requests is checked. On a busy machine, a
    Redis server may respond too late. Then a process writes a warning and continues with its part of the limit, and
    its calls have no permission of the store."""
    times, warnings = permits.noted(folder / "permits")
    over = crowded([at for each in times for at in each], rate, BURST)
    check(f"{name}: no window of all permissions has more than rate × window + burst", over is None, over)
    alone = len(server.times) - sum(map(len, times))
    check(f"{name}: each request has a permission of the store, or a warning says that the store failed", alone <= 0 or bool(warnings), alone)
    check(f"{name}: no warning has the address of the store", not any(os.environ[STORE] in line for line in warnings), warnings)
    first = min(at for each in times for at in each) / 1e6  # the first request may arrive much later
    seconds = max(server.times) - first
    most = 1.02 * rate * seconds + BURST
    check(f"{name}: the server has counted at most the rate", len(server.times) <= most, (len(server.times), most))
    print(f"#   {len(server.times)} calls of {len(times)} processes in {seconds:.1f} s, {len(server.times) / seconds:.0f} in a second")
    if warnings:
        print(f"#   the store was late {len(warnings)} times: {max(0, alone)} calls without its permission")


def expect_each(name: str, server: Counting, responses: "List[moya.Response]", targets: List[moya.Target]) -> None:
    lost = Counter(targets) - Counter(it.target for it in responses)
    check(f"{name}: no result is lost and none is doubled", not lost and len(responses) == len(targets), (len(lost), len(responses)))
    wanted = {f"/count?n={number}" for number in range(len(targets))}
    check(f"{name}: the server has counted each request", wanted <= server.paths.keys(), len(wanted - server.paths.keys()))


def expect_once(name: str, server: Counting, count: int) -> None:
    doubled = [path for path, times in server.paths.items() if times > 1]
    check(f"{name}: the server has counted no request twice", not doubled and sum(server.paths.values()) == count, doubled[:5])


# ── One machine, without Dask and without Redis ───────────────────────────────────────────────────────────────────────


def here(folder: Path) -> None:
    os.environ[STORE] = f"file:{folder}/here"
    targets = targets_of(200)
    with counting() as server:
        responses = list(moya.distributed.fetch(targets, recipe=recipe_for(server.url, 200), batch_size=30))
        server.end()
    expect_each("in one process", server, responses, targets)
    expect_once("in one process", server, len(targets))
    expect_limit("in one process", server, 200, folder)
    check("in one process: the store is the file of the environment", (folder / "here").exists())


def stores(folder: Path) -> None:
    """Tests which modules use the store of the option `shared`, and which modules use a store of their own options
    instead."""
    cache = MODULE.with_name("cache.so")
    rows: "List[tuple[str, List[Any], str, List[str]]]" = [
        ("limit and cache take a file", [MODULE, cache], f"file:{folder}/a", ["a", "a.cache"]),
        ("the file of the environment", [cache], f"env:{STORE}", ["b.cache"]),
        ("options of a module win", [(str(MODULE), {"store": f"file:{folder}/own"}), (str(cache), {"file": f"{folder}/mine"})], f"file:{folder}/c", ["mine", "own"]),
        ("a secret of a module's options", [(str(MODULE), {"store": f"env:{STORE}"})], f"file:{folder}/d", ["b"]),
    ]
    os.environ[STORE] = f"file:{folder}/b"
    (folder / "permits").rmdir()
    for name, plugins, shared, files in rows:
        with moya.Provider(plugins=plugins, shared=shared) as made:
            made.call(moya.Target("https://api.example.com", stub=True, sample=moya.Sample(json=1)))
        found = sorted(file.name for file in folder.iterdir() if not file.name.endswith(("-wal", "-shm")))
        check(f"shared: {name}", found == files, found)
        for file in folder.iterdir():
            file.unlink()
    refused = [("redis://127.0.0.1:1", "no module in plugins takes it"), ("env:MOYA_TEST_NOTHING", "MOYA_TEST_NOTHING")]
    for shared, words in refused:
        try:
            moya.Provider(plugins=[cache], shared=shared).close()
        except moya.UsageError as error:
            check(f"shared: cache alone refuses {shared}", words in str(error), error)
        else:
            check(f"shared: cache alone refuses {shared}", False)


def begin_worker(recipe: bytes) -> None:
    global provider
    provider = moya.Provider(**pickle.loads(recipe))


def call(target: moya.Target) -> moya.Response:
    assert provider
    return provider.call(target)


def pool(folder: Path) -> None:
    os.environ[STORE] = f"file:{folder}/pool"
    targets, rate = targets_of(300), 200
    with counting() as server:
        recipe = recipe_for(server.url, rate)
        pickled = pickle.dumps(recipe)
        check("a recipe has only the name of a secret", b"file:" not in pickled and str(folder) not in repr(recipe))
        with ProcessPoolExecutor(WORKERS, get_context("spawn"), begin_worker, (pickled,)) as executor:
            responses = list(executor.map(call, targets, chunksize=10))
        server.end()
    expect_each("in a pool", server, responses, targets)
    expect_once("in a pool", server, len(targets))
    expect_limit("in a pool", server, rate, folder)


def token(folder: Path) -> None:
    """Tests a recipe with the module token. The secret of the module is in the environment of the workers."""
    from authorization import CLIENT_SECRET, authorization

    os.environ[STORE], os.environ[SECRET] = f"file:{folder}/tokens", CLIENT_SECRET
    with authorization() as at:
        options = {"token_url": f"{at.url}/token", "client_id": "basic-client", "client_secret": f"env:{SECRET}", "origins": [at.url]}
        recipe: Recipe = {"base_url": at.url, "timeout": 60, "plugins": [(str(MODULE.with_name("token.so")), options)], "shared": f"env:{STORE}"}
        pickled = pickle.dumps(recipe)
        check("one token: a recipe has only the name of its secret", CLIENT_SECRET.encode() not in pickled)
        targets = [moya.Target(path="/me", query={"n": number}) for number in range(40)]
        with ProcessPoolExecutor(WORKERS, get_context("spawn"), begin_worker, (pickled,)) as executor:
            found = {response.json("token") for response in executor.map(call, targets)}
        check("one token: all workers have it, and one of them has asked for it", found == set(at.valid) and len(at.grants) == 1, (found, len(at.grants)))


# ── A Dask cluster ────────────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def store(folder: Path, has_redis: bool) -> Iterator[None]:
    """Makes what workers share: a Redis server or a file."""
    if not has_redis:
        os.environ[STORE] = f"file:{folder}/store"
        yield
        return
    from redis_server import RedisServer

    redis = RedisServer.make(folder)
    redis.start()
    os.environ[STORE] = redis.address
    try:
        yield
    finally:
        redis.kill()


@contextmanager
def workers(count: int = WORKERS, **config: int) -> Iterator[Any]:
    """Starts a cluster and yields its client. `config` has settings of Dask's scheduler."""
    import dask
    from distributed import Client, LocalCluster

    with dask.config.set({f"distributed.scheduler.{name}": value for name, value in config.items()}):
        made = LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL)
        with made as cluster, Client(cluster) as client:
            yield client


def cluster(folder: Path) -> None:
    targets = targets_of(LONG_CALLS)
    with store(folder, True), workers() as client, counting() as server:
        found = moya.distributed.fetch(targets, client=client, recipe=recipe_for(server.url, LONG_RATE), progress=True)
        responses = list(found)
        server.end()
    expect_each("in a cluster", server, responses, targets)
    expect_once("in a cluster", server, len(targets))
    expect_limit("in a cluster", server, LONG_RATE, folder)


def death(folder: Path) -> None:
    targets = targets_of(LONG_CALLS if IS_LONG else LONG_CALLS // 10)
    responses: List[moya.Response] = []
    with store(folder, IS_LONG), workers() as client, counting() as server:
        victim = next(iter(client.run(os.getpid).values()))
        for response in moya.distributed.fetch(targets, client=client, recipe=recipe_for(server.url, LONG_RATE)):
            responses.append(response)
            if len(responses) == len(targets) // 2:
                os.kill(victim, signal.SIGKILL)
        server.end()
        check("a worker was killed", victim not in client.run(os.getpid).values())
    expect_each("with a worker that is killed", server, responses, targets)
    expect_limit("with a worker that is killed", server, LONG_RATE, folder)
    print(f"#   {sum(server.paths.values()) - len(targets)} requests came twice")


def given_up(folder: Path) -> None:
    """Tests what happens to a batch whose request kills its worker again and again. Dask no longer runs the batch when
    more workers have died than `allowed-failures` says."""
    import distributed

    targets = [*targets_of(60), moya.Target(path="/count", name="deadly", query={"n": 60})]
    rows = [
        # Columns: the name, the deaths, allowed-failures, retries, and whether every result is there.
        ("a batch that Dask gives up is sent again", 2, 0, 2, True),
        ("a batch that Dask gives up after two runs is sent again", 2, 1, 1, True),
        ("without retries, a batch that Dask gives up is an error", 1, 0, 0, False),
        ("after its last retry, a batch that Dask gives up is an error", 2, 0, 1, False),
    ]
    for number, (name, deaths, failures, retries, is_whole) in enumerate(rows):
        place = folder / f"deaths-{number}"
        place.mkdir()
        with workers(1, **{"allowed-failures": failures}) as client, counting() as server:
            recipe: Recipe = {"base_url": server.url, "timeout": 120, "plugins": [Deadly(str(place), deaths)]}
            responses: List[moya.Response] = []
            error: Optional[Exception] = None
            try:
                for response in moya.distributed.fetch(targets, client=client, recipe=recipe, batch_size=20, retries=retries):
                    responses.append(response)
            except distributed.KilledWorker as raised:
                error = raised
            server.end()
        check(f"{name}: the request killed its worker {deaths} times", len(list(place.iterdir())) == deaths, list(place.iterdir()))
        if is_whole:
            check(f"{name}: no error", error is None, error)
            expect_each(name, server, responses, targets)
        else:
            once = len({it.target for it in responses}) == len(responses)
            check(f"{name}: the error is Dask's, and no result is doubled", error is not None and once, (error, len(responses)))
            check(f"{name}: the error shows nothing of recipe and targets", server.url not in str(error), error)


def bags(folder: Path) -> None:
    targets = [*targets_of(200), moya.Target("http://127.0.0.1:1")]
    with store(folder, True), workers() as client, counting() as server:
        bag = moya.distributed.bag(targets, recipe=recipe_for(server.url, LONG_RATE), batch_size=30)
        found = bag.map(type).frequencies().compute(scheduler=client)
        empty = moya.distributed.bag([]).compute(scheduler=client)
        server.end()
    check("a bag has each response, and the errors", dict(found) == {moya.Response: 200, moya.ConnectError: 1}, found)
    check("a bag without targets is empty", list(empty) == [], empty)
    expect_once("in a bag", server, 200)


def main() -> int:
    parts = [stores, here, pool, token, death, given_up]
    if sys.argv[1:] or IS_LONG:
        parts += [bags, cluster]
    for part in parts:
        if not sys.argv[1:] or part.__name__ in sys.argv[1:]:
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                (folder / "permits").mkdir()
                os.environ[permits.FOLDER] = str(folder / "permits")
                part(folder)
    return not good


if __name__ == "__main__":
    sys.exit(main())
