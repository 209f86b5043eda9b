"""Contains Group and AsyncGroup. A group limits how many of its calls run at once, and can cancel all of them."""

from collections import deque
from contextvars import copy_context
from ctypes import byref
from threading import get_ident
from typing import Any, Callable, Deque, Dict, Generator, Iterable, Iterator, List, Literal, Tuple, TypeVar, Union, overload

from . import _arguments as check
from . import _library as c
from . import _provider
from ._asyncio import AsyncProvider
from ._base_provider import active, current
from ._calls import raised
from ._errors import MoyaError
from ._library import ROW_SIZE, CallHandle, ErrorHandle, GroupHandle, rows
from ._parts import Room
from ._provider import Provider
from ._queue import Waiters, cannot_wait
from ._response import Response, take_error
from ._status import Status
from ._target import Target, address_of, for_call
from ._threads import greenlets, new_thread, raise_interrupt

#: How many results a thread takes at once, and the class of arrays for them.
_ROWS = 256
_Rows = rows(_ROWS)


class _Limited:
    """The base class of Group and AsyncGroup. While an interception (moya.testing) is active, a second provider makes
    the calls of the provider, and a group of that second provider makes the calls of this group."""

    _provider: Any
    _handle: GroupHandle
    _limit: int

    def _acting(self: "Self") -> "Self":
        """Returns the group that makes the calls now. While an interception is active, it is a group of the provider's
        stand-in (moya.testing.Interception). Otherwise it is this group."""
        interception, kind = current(), type(self)
        if interception is None:
            return self
        it: "Self" = interception.stand_in_of(
            self, lambda: kind(interception.stand_in(self._provider), self._limit)  # type: ignore[call-arg]
        )
        return it

    def _handles(self) -> List[GroupHandle]:
        stand_ins = [it.known_stand_in(self) for it in active]
        return [self._handle, *(it._handle for it in stand_ins if it is not None)]

    def __len__(self) -> int:
        """Returns the number of calls that have not ended, including those that wait to be sent."""
        return sum(c.group_count(handle) for handle in self._handles())

    def cancel(self) -> None:
        """Cancels the calls that are in the group now. They raise Cancelled. Calls that wait for their turn are never
        sent."""
        for handle in self._handles():
            c.group_cancel(handle)


Self = TypeVar("Self", bound=_Limited)


class Group(_Limited):
    """A group of calls. At most `limit` of them are in flight; the others wait, in order.

        group = moya.Group(provider, limit=8)
        for response in group.map(targets):
            print(response.status_code)

    The timeout of a call counts from the moment when it is sent. Any thread may use the group, as long as the provider
    is open. The threads that wait for calls run these calls. For an AsyncProvider, use AsyncGroup.
    """

    def __init__(self, provider: Provider, limit: int) -> None:
        if not isinstance(provider, Provider):
            raise check.wrong("provider", "a moya.Provider (of a moya.AsyncProvider there is AsyncGroup)", provider)
        handle, error = GroupHandle(), ErrorHandle()
        most = check.integer(limit, "limit", 1, 0xFFFFFFFF)
        status = c.group_create(provider._open(), most, byref(handle), byref(error))
        if status:
            raise take_error(status, error)
        self._provider, self._handle, self._limit = provider, handle, most
        self._waiters = provider._waiters

    def __repr__(self) -> str:
        return f"<moya.Group of {len(self)} calls>"

    def call(self, target: Target) -> Response:
        """Makes the call like Provider.call, when its turn comes. Errors: MoyaError. KeyboardInterrupt cancels the
        call."""
        ends = self._ends([target])
        try:
            return _raised(next(ends))
        finally:
            ends.close()  # Python would drop an interrupt that comes while it frees a generator

    @overload
    def map(self, targets: Iterable[Target]) -> Iterator[Response]: ...

    @overload
    def map(
        self, targets: Iterable[Target], *, return_exceptions: Literal[True]
    ) -> Iterator[Union[Response, MoyaError]]: ...

    def map(self, targets: Iterable[Target], *, return_exceptions: bool = False) -> Iterator[Any]:
        """Sends all targets. Yields their responses in the order of the targets, each as soon as it has arrived. If a
        call fails, its error is raised and the remaining calls are cancelled. If `return_exceptions` is set, the error
        is yielded instead. Leaving the iteration cancels the remaining calls.

        Errors: MoyaError; UsageError, before anything is sent.
        """
        given = list(targets)
        for target in given:
            address_of(target)
        return (end if return_exceptions else _raised(end) for end in self._ends(given))

    def _ends(self, targets: List[Target], contains: bool = False) -> "Generator[Union[Response, MoyaError], None, None]":
        """Sends the targets and yields how their calls end. `contains`: a call whose function raises SystemExit or the
        like fails as with any other exception, and the other calls continue."""
        group = self._acting() if active else self
        batch = _Batch(group._provider, group._waiters, contains)
        try:
            for target in targets:
                batch.send(group._handle, target)
            yield from batch.ends()
        finally:
            batch.close()


def _raised(end: Any) -> Response:
    if isinstance(end, BaseException):
        raise end
    response: Response = end
    return response


class _Batch:
    """The calls that one thread has sent and waits for, in order.

    Invariant: a call is in `waiting` from before it is sent until its result was taken from the queue.
    """

    def __init__(self, provider: Provider, waiters: Waiters, contains: bool) -> None:
        self.provider, self.waiters, self.contains = provider, waiters, contains
        self.room = Room(_Rows(), _ROWS)
        self.order: Deque[int] = deque()
        self.waiting: "Dict[int, Tuple[Target, Any, CallHandle]]" = {}
        self.came: "Dict[int, Union[Response, BaseException]]" = {}
        #: Whether Python functions take part in a call. They do not run on the main thread: see Provider._send.
        self.runs_callbacks = False

    def send(self, group: GroupHandle, target: Target) -> None:
        target, address = for_call(target)
        own = None
        tag = len(self.order) + 1
        self.order.append(tag)
        provider, call, error = self.provider, CallHandle(), ErrorHandle()
        try:
            handle, provider._is_used = provider._open(), True
            if provider._functions is not None or target.retry is not None:
                own = provider._begin(target)
                target, address = own.target, own.address
                self.runs_callbacks |= _provider._runs_callbacks(provider._functions, target)
            self.waiting[tag] = target, own, call
            status = self._apart(
                lambda: c.provider_enqueue(handle, address, self.room.queue, tag, byref(call), byref(error), group)
            )
            raise_interrupt()
            if status:
                raise take_error(status, error, target)
        except MoyaError as problem:
            self.waiting.pop(tag, None)
            self.came[tag] = problem
        except BaseException as problem:
            if not self.contains or isinstance(problem, Exception):
                raise
            self.waiting.pop(tag, None)
            self.came[tag] = _contained(problem, target, "the endpoint or the stub function")

    def ends(self) -> "Iterator[Union[Response, Any]]":
        while self.order:
            tag = self.order.popleft()
            while tag not in self.came:
                gevent = greenlets()
                if gevent is None:
                    self._move()
                else:
                    gevent.wait_for(self.move)
            self.waiters.wake_next()
            end = self.came.pop(tag)
            if not isinstance(end, (Response, Exception)):
                raise end  # KeyboardInterrupt and similar
            yield end

    def _move(self) -> None:
        """Runs `move`, on another thread if functions of the program take part. Errors: StateError inside a callback of
        the library. The other thread would not notice that this thread must not wait."""
        if not self._runs_apart():
            self.move()
            return
        came = self.room.take() or self.room.wait(0)  # results that are there already
        if came == Status.STATE:
            raise cannot_wait()
        if came > 0:
            self.take(came)
        else:
            self._apart(self.move)

    def _runs_apart(self) -> bool:
        return self.runs_callbacks and get_ident() == _provider._main_thread

    def move(self) -> None:
        """Takes the results of the calls that have ended. If there are none, runs the calls for a while."""
        handle = self.provider._handle
        self.take(self.waiters.take(None if handle is None else c.passed(handle), self.room))
        raise_interrupt()

    def _apart(self, run: Callable[[], Any]) -> Any:
        """Runs a function of the library, in which functions of the program may run. On the main thread an interrupt
        could come before such a function has begun, and would be lost. So there, another thread runs it."""
        if not self._runs_apart():
            return run()
        results: "List[Any]" = []
        problems: "List[BaseException]" = []
        # The other thread takes the element before it runs the function. If this thread takes it first, the function
        # does not run.
        turn = [None]

        def store() -> None:
            try:
                turn.pop()
            except IndexError:
                return
            try:
                results.append(run())
            except BaseException as problem:
                problems.append(problem)

        thread = new_thread("moya.group", copy_context().run, store)
        try:
            thread.start()
            thread.join()
        except BaseException:
            try:
                turn.pop()
            except IndexError:
                thread.join()  # so that close() sees each call that was sent
            raise
        if problems:
            raise problems[0]
        return results[0]

    def take(self, count: int) -> None:
        for index in range(count):
            row = self.room.rows[index]
            target, own, _ = self.waiting.pop(row.tag)
            try:
                if own is None:
                    self.came[row.tag] = _end(row, target)
                else:
                    with own:
                        self.came[row.tag] = _end(row, target, raises=True)
            except BaseException as problem:
                is_contained = self.contains and not isinstance(problem, Exception)
                what = own.what if own is not None else ""
                self.came[row.tag] = _contained(problem, target, what) if is_contained else problem
        if count > 0:
            c.completions_release(self.room.place, ROW_SIZE, count)

    def close(self) -> None:
        """Cancels the calls that have not ended."""
        for _, _, call in list(self.waiting.values()):
            c.call_cancel(call)
        self.waiters.wake_next()


def _contained(problem: BaseException, target: Target, what: str) -> MoyaError:
    """Makes the error of a call whose function has raised SystemExit, KeyboardInterrupt or the like."""
    error = MoyaError(f"{target.name or 'unnamed'}: {raised(what or 'a function', problem)}", Status.OTHER, target=target)
    error.__cause__ = problem
    return error


def _end(row: Any, target: Target, raises: bool = False) -> "Union[Response, MoyaError]":
    if not row.status:
        return Response(c.response_retain(row.response), row.http_status, target)
    error = take_error(row.status, c.error_retain(row.error), target)
    if raises:
        raise error
    return error


# ── AsyncGroup ────────────────────────────────────────────────────────────────────────────────────────────────────────


class AsyncGroup(_Limited):
    """A group of calls. At most `limit` of them are in flight; the others wait, in order.

        group = moya.AsyncGroup(provider, limit=8)
        responses = await asyncio.gather(*(group.call(target) for target in targets))

    The timeout of a call counts from the moment when it is sent. Use the group as long as the provider is open.
    """

    def __init__(self, provider: AsyncProvider, limit: int) -> None:
        if not isinstance(provider, AsyncProvider):
            raise check.wrong("provider", "a moya.AsyncProvider", provider)
        handle, error = GroupHandle(), ErrorHandle()
        most = check.integer(limit, "limit", 1, 0xFFFFFFFF)
        status = c.group_create(provider._open(), most, byref(handle), byref(error))
        if status:
            raise take_error(status, error)
        self._provider, self._handle, self._limit = provider, handle, most

    def __repr__(self) -> str:
        return f"<moya.AsyncGroup of {len(self)} calls>"

    async def call(self, target: Target) -> Response:
        """Makes the call like AsyncProvider.call, when its turn comes."""
        acting = self._acting() if active else self
        group = acting._handle

        def enqueue(provider: Any, address: int, queue: Any, tag: int, call: Any, error: Any) -> int:
            return c.provider_enqueue(provider, address, queue, tag, call, error, group)

        response: Response = await acting._provider._call(target, enqueue, acting._provider._open())
        return response
