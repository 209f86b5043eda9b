"""Forks children whose threads use the package. Run it as a program: forks.py PARENT CALLS CHILDREN PORT. The program
ends with status 0 if every child ends with status 0.

PARENT is what the parent has done before:

    import     it only imported the package
    call       one blocking call
    async      asynchronous calls, on a library thread
    other      asynchronous calls with a second copy of the package, which stands for other code that uses the library

CALLS is what the threads of a child do:

    own        each makes a provider of its own and uses it
    one        they share a provider of the child
    inherited  they use the provider of the parent
    async      each runs an event loop with an AsyncProvider
    stream     each reads a stream
    stub       each makes a call that a stub responds to
    open       each calls an endpoint of a definition

Each thread makes its first call when all threads of its child exist. If a child does not end, its alarm ends it.
"""

import asyncio
import importlib
import os
import signal
import sys
import threading
from typing import Any, Callable, List

import moya

THREADS = 4
#: After this many seconds, a child that hangs is ended. A child that does not hang needs much less, even under
#: valgrind.
ALARM = 60

DEFINITION = {
    "moya": 1, "name": "forks", "base_url": "http://api.invalid",
    "endpoints": {"e": {"path": "/", "sample": {"body": [1, 2]}, "result": "[i64]"}},
}


def _async_calls(target: moya.Target) -> None:
    async def main() -> None:
        async with moya.AsyncProvider() as provider:
            answers = await asyncio.gather(*(provider.call(target) for _ in range(4)))
            assert [answer.status_code for answer in answers] == [200] * 4
            async with provider.stream(target) as stream:
                assert await stream.aread()

    asyncio.run(main())


def _other_calls(target: moya.Target) -> None:
    own = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "moya"}
    other = importlib.import_module("moya")
    assert other is not moya

    async def main() -> None:
        async with other.AsyncProvider() as provider:
            await provider.call(other.Target(f"{target.base_url}/zen"))

    asyncio.run(main())
    sys.modules.update(own)


def _blocking_call(provider: moya.Provider, target: moya.Target) -> None:
    assert provider.call(target).status_code == 200


def _own(target: moya.Target) -> None:
    with moya.Provider() as provider:
        _blocking_call(provider, target)


def _stream(target: moya.Target) -> None:
    with moya.Provider() as provider, provider.stream(target) as stream:
        assert stream.read()


def _stub(target: moya.Target) -> None:
    with moya.Provider(stub=True) as provider:
        assert provider.call(target.replace(sample=moya.Sample(json=[1]))).json() == [1]


def _open(target: moya.Target) -> None:
    with moya.open(DEFINITION, stub=True) as api:
        assert api.e() == [1, 2]


def _child(act: Callable[[], None]) -> int:
    """Runs `act` on all threads at once. Returns the exit status."""
    failures: List[BaseException] = []
    barrier = threading.Barrier(THREADS)

    def work() -> None:
        try:
            barrier.wait()
            act()
        except BaseException as problem:
            failures.append(problem)

    # This thread runs `work` too. It called fork, so the libraries still have what they stored for it in the parent.
    threads = [threading.Thread(target=work) for _ in range(THREADS - 1)]
    for thread in threads:
        thread.start()
    work()
    for thread in threads:
        thread.join()
    for problem in failures[:1]:
        print(f"{type(problem).__name__}: {problem}", file=sys.stderr, flush=True)
    return 1 if failures else 0


def main(parent: str, calls: str, children: int, port: int) -> int:
    target = moya.Target(f"http://127.0.0.1:{port}/zen", timeout=ALARM)
    inherited = moya.Provider() if calls == "inherited" else None
    if parent == "call":
        _own(target)
        if inherited is not None:
            _blocking_call(inherited, target)
    elif parent == "async":
        _async_calls(target)
    elif parent == "other":
        _other_calls(target)
    acts: "dict[str, Callable[[], None]]" = {
        "own": lambda: _own(target), "async": lambda: _async_calls(target), "stream": lambda: _stream(target),
        "stub": lambda: _stub(target), "open": lambda: _open(target),
    }
    statuses: "dict[int, int]" = {}
    # At most 8 children run at once, because a small machine has no threads for more.
    for _ in range(children):
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(ALARM)
            code = 1
            try:
                act = acts.get(calls)
                if act is None:
                    provider: Any = moya.Provider() if inherited is None else inherited
                    act = lambda: _blocking_call(provider, target)  # noqa: E731
                code = _child(act)
            finally:
                os._exit(code)
        statuses[child] = -1
        if sum(status < 0 for status in statuses.values()) >= 8:
            ended, status = os.wait()
            statuses[ended] = status
    while any(status < 0 for status in statuses.values()):
        ended, status = os.wait()
        statuses[ended] = status
    bad = [status for status in statuses.values() if status]
    if bad:
        print(f"{len(bad)} of {children} children ended with {sorted(set(bad))}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
