"""Makes calls that run Python functions: closures of the provider, plugins, backends, stub rules and retry policies.
Also makes downloads, in which a function may choose the name of the file. Each call has a number, by which the library
identifies it."""

import ctypes
import os
import weakref
from contextvars import copy_context
from ctypes import CFUNCTYPE, c_int32, c_size_t, c_void_p, cast
from itertools import count
from types import TracebackType
from typing import Any, Callable, List, NoReturn, Optional, Tuple, Type, Union

from . import _arguments as check
from . import _library as c
from . import _structs
from ._callbacks import calls
from ._errors import MoyaError, NoStub, UsageError
from ._response import Response, take_error
from ._status import DownloadFlags as Flags
from ._status import Flow, Status
from ._target import Target, for_call
from ._threads import drop_interrupt, keep_interrupt
from ._values import Retry

_SIZE = ctypes.sizeof(_structs.Target)
_numbers = count(1)
_RETRY_NO = c.constant("MOYA_RETRY_NO")
_RETRY_POLICY = c.constant("MOYA_RETRY_POLICY")
_error_status = c.declared("moya_error_status", c_int32, c_void_p)

#: The functions of providers by their numbers. In C, the number is the `user` of a provider's backend and closures.
providers: "weakref.WeakValueDictionary[int, Functions]" = weakref.WeakValueDictionary()


class Functions:
    """The Python functions that each call of one provider runs. `rules` is also here, because the rules must live as
    long as the library uses them.

    Invariant: the provider and its calls own the functions, and the library has only the number of this object. A
    function may hold a request, and the request holds a reference to the library's provider. If the library also held a
    reference to the function, Python would never free this cycle.
    """

    __slots__ = ("endpoint", "stub", "retry", "rules", "backend", "request", "plugins", "number", "__weakref__")

    def __init__(
        self, endpoint: Any = None, stub: Any = None, retry: Optional[Retry] = None, rules: Any = None,
        backend: Any = None, request: Any = None,
    ) -> None:
        self.endpoint, self.stub, self.retry, self.rules = endpoint, stub, retry, rules
        self.backend, self.request = backend, request
        self.plugins: List[object] = []  # each is a moya.Plugin
        self.number = next(_numbers)
        providers[self.number] = self

    @property
    def run_in_calls(self) -> bool:
        """Whether the library calls some of the functions during a call."""
        decides = self.retry is not None and self.retry.decide is not None
        return bool(decides or self.backend or self.request or self.plugins or self.rules and self.rules._functions)


class Call:
    """One call, from the moment when its target is read until its completion. It is a context manager.

    The library cannot pass on an exception of a function that it calls. So the exception is stored here, and becomes
    the cause of the error that the `with` block raises. Invariant: only the first exception is stored.
    """

    def __init__(self, functions: Optional[Functions], target: Target, loop: Any = None) -> None:
        """`loop` is the event loop on which coroutines run; None: there is no event loop. Errors: MoyaError if the
        provider's function `endpoint` or `stub` raises an exception or returns a wrong value. The cause is that
        exception, or a UsageError for the value."""
        self.functions, self.loop = functions, loop
        self.problem: Optional[BaseException] = None
        self.what = ""
        #: Whether the library has received a status for the exception.
        self.is_told = False
        #: The response that was passed to the function that raised the exception.
        self.response: Any = None
        self.name: Optional[Callable[[Any, str], str]] = None  # the function that names the file of a download
        self.kept: List[object] = []
        #: The exceptions with which plugins have failed the call, each with a text. If the call's error message
        #: contains the text, the exception becomes the cause of the error.
        self.causes: List[Tuple[str, BaseException]] = []
        #: Why no rule of an interception matched the request, for the message of the error.
        self.mismatch = ""
        #: The request, if a cassette is to record it.
        self.received: Any = None
        #: The context variables of the caller, for the hooks of plugins.
        self.context = copy_context() if functions is not None and functions.plugins else None
        self.target = target
        behavior = None
        if functions is not None:
            target = self._change(functions.endpoint)
            behavior = self._stub(functions.stub)
        self._behavior = behavior
        self.number = next(_numbers)
        self.target, address = for_call(target)
        self.take(address)
        calls[self.number] = self

    def take(self, address: int) -> None:
        """Makes a copy of the moya_target at `address` the target of the call. What the moya_target points to must stay
        valid until the call is sent."""
        self.struct = _structs.Target.from_buffer_copy(ctypes.string_at(address, _SIZE))
        self.struct.user = self.number
        if self._behavior is not None:
            self.struct.stub = self._behavior
        self.address = ctypes.addressof(self.struct)

    def _change(self, endpoint: Any) -> Target:
        if endpoint is None:
            return self.target
        try:
            changed = endpoint(self.target)
            if not isinstance(changed, Target):
                raise check.wrong("what the endpoint function gives", "a moya.Target", changed)
        except Exception as problem:
            self.fail("the endpoint function", problem)
            self.end()
        self.target = changed
        return changed

    def _stub(self, stub: Any) -> Any:
        if stub is None or self.target.stub:
            return None
        try:
            return check.stub(stub(self.target), "what the stub function gives")
        except Exception as problem:
            self.fail("the stub function", problem)
            self.end()

    def retry_after(self, attempt: int, response: Optional[int], error: Optional[int]) -> int:
        """Asks the function of the retry policy. Returns its answer as the function `decide` of a moya_retry must
        return it."""
        came = None
        try:
            came = borrowed_response(response, self.target)
            answer = self.decide(attempt, came, borrowed_error(error, self.target))
            if answer is None:
                return _RETRY_POLICY
            return _RETRY_NO if answer is False else check.delay(answer, "what the retry function gives")
        except BaseException as problem:
            self.fail("the retry function", problem, came)
            return _RETRY_NO

    def decide(self, *shown: Any) -> Any:
        """Asks the function of the target's retry policy. If the target has none, asks that of the provider's
        policy."""
        policy = self.target.retry
        if policy is None and self.functions is not None:
            policy = self.functions.retry
        return None if policy is None or policy.decide is None else policy.decide(*shown)

    def fail(self, what: str, problem: BaseException, response: Any = None, *, is_told: bool = False) -> None:
        """Stores the exception of a function. If a signal handler has raised it, the main thread raises it too: it may
        run the call of another thread. [any thread]"""
        if self.loop is None:
            keep_interrupt(problem)
        if self.problem is None:
            self.what, self.problem, self.response, self.is_told = what, problem, response, is_told

    def blame(self, words: str, problem: BaseException) -> None:
        """Stores the exception with which a plugin fails the call. If the message of the call's error contains `words`,
        the exception becomes the cause of the error. Otherwise another plugin has replaced the error. [any thread]"""
        self.causes.append((words, problem))

    def forget(self, problem: BaseException) -> None:
        """Removes an exception that fail() has stored, because the library did not accept the failure."""
        if self.problem is problem:
            self.problem = None

    def fail_late(self, what: str, problem: BaseException) -> None:
        """Stores an exception that came too late to be passed to the library."""
        if self.problem is None or self.problem is problem:
            self.what, self.problem, self.is_told = what, problem, False

    def end(self, error: Optional[BaseException] = None) -> NoReturn:
        """Raises the exception of a function as the cause of the call's error."""
        problem = self.problem
        assert problem is not None
        self.problem = None  # otherwise this object and the frames of the exception would hold references to each other
        try:
            if not isinstance(problem, Exception):
                drop_interrupt(problem)
                raise problem
            if error is None or not self.is_told:
                error = MoyaError(
                    f"{self.target.name or 'unnamed'}: {raised(self.what, problem)}",
                    Status.OTHER, target=self.target, response=self.response,
                )
            raise error from problem
        finally:
            del problem, error

    def __enter__(self) -> "Call":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        causes, self.causes = self.causes, []
        for words, cause in causes:
            if isinstance(error, MoyaError) and words in str(error):
                error.__cause__ = cause
        if self.mismatch and isinstance(error, NoStub):
            error.args = (f"{self.target.name or 'unnamed'}: {self.mismatch}",)
        # KeyboardInterrupt and the cancellation of a task are raised as they are.
        if self.problem is not None and (kind is None or issubclass(kind, MoyaError)):
            self.end(error)
        if error is self.problem:
            self.problem = None  # it was raised as it is, and its traceback leads to this object


def raised(what: str, problem: BaseException) -> str:
    """Describes an exception for an error message, without its text, which may be a secret."""
    return f"{what} raised {type(problem).__name__}"


def borrowed_response(handle: Optional[int], target: Optional[Target]) -> Optional[Response]:
    """Makes a Response from a handle that the library has passed to a callback, and retains it. Returns None for
    NULL."""
    return Response(c.response_retain(handle), c.response_status(handle), target) if handle else None


def borrowed_error(handle: Optional[int], target: Optional[Target]) -> Optional[MoyaError]:
    if not handle:
        return None
    error = take_error(_error_status(handle), c.error_retain(handle))
    error.target = target
    return error


# ── Responses as files ────────────────────────────────────────────────────────────────────────────────────────────────

Path = Union[str, "os.PathLike[str]"]


def add_download(
    call: Call, path: Path, name: Any, resume: bool, replace: bool, create_folders: bool, any_status: bool
) -> None:
    """Makes one call a download. If the path is a folder or ends with a slash, the file goes into that folder, and the
    response or `name` chooses its name. Errors: UsageError."""
    text = check.path(path, "path")
    flags = Flags.RESUME * bool(resume) | Flags.REPLACE * bool(replace)
    flags |= Flags.CREATE_FOLDERS * bool(create_folders) | Flags.ANY_STATUS * bool(any_status)
    download = _structs.Download(ctypes.sizeof(_structs.Download), flags)
    if os.path.isdir(path) or os.fspath(path).endswith(os.sep):
        download.folder = text
    else:
        download.path = text
    if name is not None:
        check.function(name, "name")
        if not download.folder:
            raise UsageError("name is for a path that is a folder, or ends with a slash", Status.ARGUMENT)
        call.name, download.name, download.user = name, NAME, call.number
    call.struct.download = ctypes.addressof(download)
    call.kept.append(download)


# This function runs on the thread that runs the transfer. The library cannot pass an exception on. So the Call stores
# the exception, and the call ends with it.
def _on_name(user: int, head: int, place: int, size: int) -> int:
    call = calls.get(user)
    if call is None or call.name is None:
        return Flow.STOP
    try:
        name = call.name(borrowed_response(head, call.target), os.fsdecode(ctypes.string_at(place)))
        if not isinstance(name, str):
            raise check.wrong("a file's name", "a str", name)
        encoded = os.fsencode(name)
        if b"\0" in encoded or len(encoded) >= size:
            raise UsageError(f"a file's name has a NUL character, or more than {size - 1} bytes", Status.ARGUMENT)
        ctypes.memmove(place, encoded + b"\0", len(encoded) + 1)
        return Flow.CONTINUE
    except BaseException as problem:
        call.fail("the function for a file's name", problem)
        return Flow.STOP


_name = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p, c_size_t)(_on_name)
#: The address of `_on_name`, as a moya_name_fn.
NAME = cast(_name, c_void_p).value
