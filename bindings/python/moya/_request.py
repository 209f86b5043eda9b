"""Defines the request that a backend or a request function receives before it is sent. Also defines the request and the
result that a plugin sees."""

import ctypes
import weakref
from ctypes import CFUNCTYPE, byref, c_char_p, c_int32, c_size_t, c_void_p, cast
from typing import Any, Awaitable, Callable, List, Optional, Tuple, Union

from . import _arguments as check
from . import _callbacks as callbacks
from . import _library as c
from . import _structs
from ._callbacks import calls
from ._calls import Call, Functions, borrowed_error, borrowed_response, providers, raised
from ._errors import MoyaError, StateError, error_kind
from ._headers import Headers, PluginHeaders
from ._library import ErrorHandle, Handle, _as_method
from ._loop import cancellations, running_loop, start
from ._response import Response, take_error
from ._status import BodyKind, Info, Status
from ._structs import Str
from ._target import Target
from ._text import bytes_of, text_of
from ._threads import ever_inside, inside
from ._values import Sample, lower_sample

#: What a backend returns: an answer, or an exception, which fails the request. None: the backend answers, fails or
#: forwards the request itself, now or later.
Answer = Union[None, Sample, Response, BaseException]
Backend = Callable[["Request"], Union[Answer, Awaitable[Answer]]]
RequestFunction = Callable[["Request"], Union[None, Awaitable[None]]]

_user = c.declared("moya_request_user", c_void_p, c_void_p)
_texts = {name: c.declared(f"moya_request_{name}", Str, c_void_p) for name in ("method", "url", "target", "body")}
_count = c.declared("moya_request_header_count", c_size_t, c_void_p)
_header_at = c.declared("moya_request_header_at", c_int32, c_void_p, c_size_t, c_void_p, c_void_p)
_set_method = c.declared("moya_request_set_method", c_int32, c_void_p, c_char_p)
_set_url = c.declared("moya_request_set_url", c_int32, c_void_p, c_char_p)
_set_header = c.declared("moya_request_set_header", c_int32, c_void_p, c_char_p, c_char_p)
_set_body = c.declared("moya_request_set_body", c_int32, c_void_p, c_char_p, c_size_t)
# These functions may complete a call, and so run code of the program.
_answer = c.declared_waiting("moya_request_answer", c_int32, c_void_p, c_void_p, c_void_p)
_respond = c.declared_waiting("moya_request_respond", c_int32, c_void_p, c_void_p)
_fail = c.declared_waiting("moya_request_fail", c_int32, c_void_p, c_int32, c_char_p)
_forward = c.declared_waiting("moya_request_forward", c_int32, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p)
_release = c.declared_waiting("moya_request_release", None, c_void_p)


class RequestHandle(Handle):
    """The handle of a request. If the request was not answered, releasing the handle fails the request."""

    __slots__ = ()
    __del__: Any = _as_method(_release)


class Request:
    """A request that the program must answer, fail or forward exactly once. It may do this later, and on any thread. If
    the program drops its last reference to a request before that, the request fails. Only one thread at a time may read
    and change a request.

    Invariant: the library identifies the request by its handle, which is released with this object.
    """

    __slots__ = (
        "_handle", "_call", "_what", "_owner", "_headers", "_task", "_when_cancelled", "is_cancelled", "__weakref__",
    )  # fmt: skip

    #: Whether the call was cancelled or ran out of time. If it is true, answering, failing and forwarding the request
    #: have no effect.
    is_cancelled: bool

    def __init__(self, handle: RequestHandle, call: Optional[Call], what: str, owner: int) -> None:
        """`owner` is the number of the moya._calls.Functions of the provider."""
        self._handle, self._call, self._what, self._owner = handle, call, what, owner
        #: The header fields; None until they are read, and after a change of the request.
        self._headers: Optional[Headers] = None
        self._task: Any = None
        self._when_cancelled: List[Callable[[], Any]] = []
        self.is_cancelled = False
        _requests[handle.value or 0] = self

    def __repr__(self) -> str:
        return f"<moya.Request {self.method} of {self.name or 'unnamed'}>"

    @property
    def target(self) -> Optional[Target]:
        """The target that was called. None: the caller no longer waits for the call."""
        return None if self._call is None else self._call.target

    @property
    def name(self) -> str:
        """The name of the target, or ""."""
        return (self._text("target") or b"").decode("utf-8", "replace")

    @property
    def method(self) -> str:
        """The method, which may be any token. Errors, when it is set: RequestError."""
        return (self._text("method") or b"").decode("utf-8", "replace")

    @method.setter
    def method(self, method: str) -> None:
        self._changed(_set_method(self._handle, check.text(method, "method")), "method")

    @property
    def url(self) -> str:
        """The URL with its query, which may have secrets. Errors, when it is set: InvalidURL."""
        return (self._text("url") or b"").decode("utf-8", "replace")

    @url.setter
    def url(self, url: str) -> None:
        self._changed(_set_url(self._handle, check.text(url, "url")), "url")

    @property
    def body(self) -> Optional[bytes]:
        """The body; None: there is no body, or it is a file or a stream. Errors, when it is set: UsageError."""
        return self._text("body")

    @body.setter
    def body(self, body: bytes) -> None:
        data = check.data(body, "body")
        self._changed(_set_body(self._handle, data, len(data)), "body")

    @property
    def headers(self) -> Headers:
        """The header fields as they are now. The library adds other fields when it sends the request."""
        if self._headers is None:
            self._headers = Headers(tuple(self._field(index) for index in range(_count(self._handle))))
        return self._headers

    def set_header(self, name: str, value: Optional[str]) -> None:
        """Replaces all fields of this name. None removes them. Errors: RequestError."""
        encoded_name = check.text(name, "the name of a header field")
        encoded = check.optional_text(value, f"the value of the header field {name}")
        self._changed(_set_header(self._handle, encoded_name, encoded), f"header field {name}")

    def answer(self, answer: Union[Sample, Response]) -> None:
        """Answers the request with a sample or a response. The response may come from a cache, or from forwarding the
        request. Then validation, plugins and retries run as for a response from the network. Errors: UsageError;
        StateError if the request was already answered, failed or forwarded. [any thread]"""
        if isinstance(answer, Response):
            self._done(_respond(self._handle, answer._handle))
        elif isinstance(answer, Sample):
            kept: List[object] = []
            error = ErrorHandle()
            status = _answer(self._handle, byref(lower_sample(answer, kept)), byref(error))
            if status:
                raise take_error(status, error)
            self._finish()
        else:
            raise check.wrong("an answer", "a moya.Sample or a moya.Response", answer)

    def fail(self, error: BaseException) -> None:
        """Fails the request. The caller gets an error whose cause is `error`. If `error` is a moya.TransferError, the
        caller's error has the same class. Otherwise it is a MoyaError. Errors: UsageError; StateError if the request
        was already answered, failed or forwarded. [any thread]"""
        if not isinstance(error, BaseException):
            raise check.wrong("error", "an exception", error)
        status, said = Status.OTHER, raised(self._what, error)
        if isinstance(error, MoyaError):
            said = str(error).replace(f"{self.name or 'unnamed'}: ", "", 1)
            if Status.ADDRESS <= error.status <= Status.RESOLVE:
                status = error.status
        if self._call is not None:
            self._call.fail(self._what, error, is_told=True)
        answered = _fail(self._handle, status, said.encode("utf-8", "replace"))
        if answered == Status.ARGUMENT:
            answered = _fail(self._handle, Status.OTHER, said.encode("utf-8", "replace"))
        if answered and self._call is not None:
            self._call.forget(error)
        self._done(answered)

    def forward(self, then: "Optional[Callable[[Union[Response, MoyaError]], Any]]" = None) -> None:
        """Sends the request, as it is now, over the network. Without `then`, the network's response or error becomes
        the result of the request, and the program need not do anything else.

        `then` gets the whole response or the error, on the thread that runs the transfer. Like a backend, `then`
        returns an answer, an error, or None. None means that `then` answers, fails or forwards the request itself, now
        or later. In an AsyncProvider, `then` may return an awaitable of these. Errors: UsageError; StateError if the
        request was already answered, failed or forwarded. [any thread]
        """
        if then is None:
            self._done(_forward(self._handle, None, None, None, None))
            return
        # A coroutine function is always accepted here. In a Provider, which awaits nothing, the call then fails: see
        # _await.
        if not check.is_coroutine_function(then):
            check.function(then, "then")
        _, user = callbacks.keep((self, then))
        self._done(_forward(self._handle, _BROUGHT, user, callbacks.FORGET, None), ends=False)

    async def fetch(self) -> Response:
        """Forwards the request and awaits the response of the network. Use this in a backend that is a coroutine
        function. Errors: MoyaError."""
        loop = running_loop()
        future = loop.create_future()

        def deliver(outcome: "Union[Response, MoyaError]") -> None:
            if not future.done():
                future.set_result(outcome)

        self.forward(lambda outcome: loop.call_soon_threadsafe(lambda: deliver(outcome)) and None)
        outcome: "Union[Response, MoyaError]" = await future
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def when_cancelled(self, function: Callable[[], Any]) -> None:
        """Calls the function once, on any thread, when the call is cancelled or runs out of time. Calls it at once if
        that has already happened."""
        self._when_cancelled.append(check.function(function, "when_cancelled's function"))
        if self.is_cancelled:
            self._cancel()

    def _cancel(self) -> None:
        self.is_cancelled = True
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
        while self._when_cancelled:
            self._when_cancelled.pop()()

    def _run(self, function: Callable[..., Any], *shown: Any) -> None:
        """Runs a function of the program, and answers or fails the request with the value that it returns. If the
        function raises an exception, the call raises this exception. If there is no call any more, this method raises
        the exception."""
        outer = inside.owners
        try:
            if not ever_inside:
                ever_inside.append(True)
            inside.owners = (*outer, self._owner)
            self._take(function(*shown))
        except BaseException as problem:
            self._raised(problem)
        finally:
            inside.owners = outer

    def _take(self, given: Any) -> None:
        if given is None:
            return
        if isinstance(given, BaseException):
            self.fail(given)
        elif hasattr(given, "__await__"):
            self._await(given)
        else:
            self.answer(given)

    def _await(self, given: Any) -> None:
        loop = None if self._call is None else self._call.loop
        if loop is None:
            getattr(given, "close", lambda: None)()
            raise check.wrong(f"what {self._what} of a moya.Provider gives", "no awaitable", given)
        self._task = start(loop, self._awaited(given))

    async def _awaited(self, given: Any) -> None:
        try:
            answer = await given
            if answer is not None:
                self._take(answer)
        except cancellations():  # the coroutine was cancelled with the call, or with its event loop
            _fail(self._handle, Status.OTHER, f"{self._what} was cancelled".encode())
            raise
        except BaseException as problem:
            self._raised(problem)
        finally:
            self._finish()

    def _raised(self, problem: BaseException) -> None:
        try:
            self.fail(problem)
        except StateError:  # The request was already answered or forwarded. The call ends with this exception in any
                            # case.
            if self._call is not None:
                self._call.fail_late(self._what, problem)
        if self._call is None:
            raise problem

    def _done(self, status: int, ends: bool = True) -> None:
        if status:
            raise take_error(status, ErrorHandle())
        if ends:
            self._finish()

    def _finish(self) -> None:
        """Drops the references that could keep this object alive. The request needs them no longer."""
        self._task = None
        self._when_cancelled.clear()

    def _changed(self, status: int, what: str) -> None:
        self._headers = None
        if status:
            error = take_error(status, ErrorHandle())
            raise type(error)(f"this {what} cannot be sent: {error}", error.status)

    def _text(self, name: str) -> Optional[bytes]:
        text = _texts[name](self._handle)
        return bytes_of(text) if text.data else None

    def _field(self, index: int) -> "Tuple[bytes, bytes]":
        name, value = Str(), Str()
        _header_at(self._handle, index, byref(name), byref(value))
        return bytes_of(name), bytes_of(value)

#: Requests by handle. `_on_cancel` gets a handle from the library, and finds the request here.
_requests: "weakref.WeakValueDictionary[int, Request]" = weakref.WeakValueDictionary()


def _on_send(user: int, handle: int) -> None:
    request = Request(RequestHandle(handle), calls.get(_user(handle)), "the backend", user)
    functions = providers.get(user)
    if functions is not None:  # otherwise the provider of the request is gone, and the request fails
        request._run(functions.backend, request)


def _on_make(user: int, handle: int) -> None:
    request = Request(RequestHandle(handle), calls.get(_user(handle)), "the request function", user)
    functions = providers.get(user)
    if functions is not None:
        request._run(functions.request, request)


def _on_cancel(user: int, handle: int) -> None:
    request = _requests.get(handle)
    if request is not None:
        request._cancel()


def _on_brought(user: int, status: int, response: Optional[int], error: Optional[int]) -> None:
    request, then = callbacks.kept(user)
    came = borrowed_response(response, request.target)
    request._run(then, came if came is not None else borrowed_error(error, request.target))


_send = CFUNCTYPE(None, c_void_p, c_void_p)(_on_send)
_make = CFUNCTYPE(None, c_void_p, c_void_p)(_on_make)
_cancel = CFUNCTYPE(None, c_void_p, c_void_p)(_on_cancel)
_brought = CFUNCTYPE(None, c_void_p, c_int32, c_void_p, c_void_p)(_on_brought)
_SEND = cast(_send, c_void_p).value
_MAKE = cast(_make, c_void_p).value
_CANCEL = cast(_cancel, c_void_p).value
_BROUGHT = cast(_brought, c_void_p).value


def name_functions(functions: Functions, struct: _structs.ProviderOptions, kept: List[object]) -> None:
    """Puts the backend and the request function of a provider into its C options, so that the library calls them."""
    if functions.backend is not None:
        backend = _structs.Backend(ctypes.sizeof(_structs.Backend), 0, _SEND, _CANCEL, functions.number)
        kept.append(backend)
        struct.backend = ctypes.addressof(backend)
    if functions.request is not None:
        closures = _structs.Closures(ctypes.sizeof(_structs.Closures), 0, None, _MAKE, functions.number)
        kept.append(closures)
        struct.closures = ctypes.addressof(closures)


# ── What the hooks of a plugin see ────────────────────────────────────────────────────────────────────────────────────


class PluginRequest:
    """The request of a call. Every hook may read it. `prepare` may change it. `sign` may change its header fields and
    the query of its URL. Errors of changes: RequestError, InvalidURL; StateError in other hooks."""

    __slots__ = ("_call",)

    def __init__(self, call: Any) -> None:
        self._call = call

    @property
    def method(self) -> str:
        """The method, which may be any token."""
        return text_of(self._call._get("request_method"))

    @method.setter
    def method(self, method: str) -> None:
        self._call._done("request_set_method", "request.method", check.text(method, "request.method"))

    @property
    def url(self) -> str:
        """The URL with its query, which may have secrets. In `sign` and `will_send` it has no user, password and
        fragment. In all other hooks it has the user, the password and the fragment of the target's URL, if any."""
        return text_of(self._call._get("request_url"))

    @url.setter
    def url(self, url: str) -> None:
        self._call._done("request_set_url", "request.url", check.text(url, "request.url"))

    @property
    def headers(self) -> PluginHeaders:
        """The header fields. In `sign` and `will_send` they include the fields that the library adds."""
        return PluginHeaders(self._call, "request")

    @property
    def body(self) -> Optional[bytes]:
        """The body; None: there is no body, or it is a file or a stream."""
        return _body(self._call, "request", BodyKind.BYTES)

    @body.setter
    def body(self, body: bytes) -> None:
        data = check.data(body, "request.body")
        self._call._done("request_set_body", "request.body", data, len(data))

    @property
    def body_kind(self) -> BodyKind:
        """Where the bytes of the body are."""
        return BodyKind(self._call._get("request_body_kind"))

    @property
    def path(self) -> Optional[str]:
        """The path of the file that is the body; None: the body is not a file."""
        path = _body(self._call, "request", BodyKind.FILE)
        return None if path is None else path.decode("utf-8", "replace")


class PluginResult:
    """The result of a call: a response of any HTTP status, or an error. `process` may change it. If it changes an
    error, the result becomes a response. Its status is 200 unless the hook sets another one. Errors of changes:
    UsageError, RequestError; StateError in other hooks."""

    __slots__ = ("_call",)

    def __init__(self, call: Any) -> None:
        self._call = call

    @property
    def error(self) -> Optional[MoyaError]:
        """Why the call failed; None: there is a response."""
        status = Status(self._call._get("result_status"))
        if status is Status.OK:
            return None
        message = text_of(self._call._get("error_message"))
        return error_kind(status)(message or status.name, status, target=self._call.target)

    @property
    def status_code(self) -> Optional[int]:
        """The HTTP status; None: there is no response."""
        return int(self._call._get("http_status")) or None

    @status_code.setter
    def status_code(self, status_code: int) -> None:
        status = check.integer(status_code, "result.status_code", 100, 599)
        self._call._done("response_set_status", "result.status_code", status)

    @property
    def url(self) -> str:
        """The URL that the response came from, after redirects; "" without a response."""
        return text_of(self._call._get("response_url"))

    @property
    def elapsed(self) -> Optional[float]:
        """The seconds from the submission of the last attempt to the last byte of its response, like Response.elapsed;
        None: there was no exchange."""
        total = self._call._get("result_info", Info.TOTAL_US)
        return None if total < 0 else total / 1_000_000

    @property
    def headers(self) -> PluginHeaders:
        """The header fields of the response. If there is no response, there are no fields."""
        return PluginHeaders(self._call, "response")

    @property
    def content(self) -> Optional[bytes]:
        """The body; None: there is no response, or its body went to a file or to the reader of a stream."""
        return _body(self._call, "response", BodyKind.BYTES)

    @content.setter
    def content(self, content: bytes) -> None:
        data = check.data(content, "result.content")
        self._call._done("response_set_body", "result.content", data, len(data))

    @property
    def body_kind(self) -> BodyKind:
        """Where the bytes of the body are."""
        return BodyKind(self._call._get("response_body_kind"))

    @property
    def path(self) -> Optional[str]:
        """The path of the downloaded file; None: the response does not belong to a download."""
        path = _body(self._call, "response", BodyKind.FILE)
        return None if path is None else path.decode("utf-8", "replace")


def _body(call: Any, of: str, kind: BodyKind) -> Optional[bytes]:
    if call._get(f"{of}_body_kind") != kind:
        return None
    return bytes_of(call._get(f"{of}_body"))
