"""Contains the base class of plugins in Python, and the object through which a hook sees a call."""

from itertools import count
from types import CoroutineType, FunctionType
from typing import Any, Awaitable, Iterable, Optional, Union

from . import _arguments as check
from . import _library as c
from ._callbacks import calls
from ._errors import StateError, TransferError, error_kind, transfer_status
from ._headers import value_text
from ._request import PluginRequest, PluginResult
from ._response import Response
from ._status import LogLevel, Status
from ._target import Target
from ._text import text_of
from ._values import Sample

#: What `prepare` and `process` return. None: the call continues unchanged.
Answer = Union[None, Sample, Response]

_ANSWERED = c.constant("MOYA_HOOK_ANSWERED")


class Plugin:
    """The base class of plugins. A plugin sees each call of its provider, and may change it. Override the hooks that
    the plugin needs.

        class Stamp(moya.Plugin):
            id = "org.example.stamp"

            def prepare(self, call: moya.PluginCall) -> None:
                call.request.headers["X-Stamp"] = "1"

        with moya.Provider(plugins=[Stamp()]) as provider: …

    The hooks of a call run in this order:

    prepare         may change the request. It may return a moya.Sample or a moya.Response; then nothing is sent
    sign            may add header fields that depend on the whole request
    will_send       sees the request as it is sent
    did_receive     sees the unchanged result of an attempt
    should_retry    may return the seconds to wait before another attempt
    process         may change the result, or return a moya.Sample or a moya.Response instead

    `close` runs once, when the provider is closed. A subclass may have other methods. But if the name of a method is
    almost the name of a hook, Python raises a TypeError when it defines the class. A name that begins with "_" is
    always allowed.

    These attributes describe the plugin. The class or `__init__` sets them. Only `id` has no default:

    id              a reversed domain name in lower case, for example "org.example.stamp"
    version         the version of the plugin, at most 63 bytes. Default: "1"
    about           a sentence for people. Default: None
    secret_headers  the names of header fields that this plugin fills with secrets. Logs hide their values. If a
                    redirect leads to another origin, these fields are not sent there. Default: ()
    secrets         texts that log lines and errors must not show. A text of 6 bytes or more becomes <redacted>. The
                    library reads the texts when the plugin is added. Default: ()

    An exception in `prepare`, `sign` or `process` fails the call. If the exception is a TransferError, the call raises
    an error of the same class. Otherwise the call raises a PluginError. The error has the class and the text of the
    exception in its message, and the exception as its `__cause__`.

    For an AsyncProvider, `prepare`, `sign` and `process` may be coroutine functions. They run on the event loop of the
    call. If the call ends first, for example because its task was cancelled, the coroutine is cancelled. If the call
    has ended before the coroutine begins, the coroutine is cancelled at its first await. After the end of its call, a
    coroutine can still read the call and its state, but cannot change anything.

    Hooks of one call never overlap. Hooks of different calls may run at the same time on different threads. A hook that
    is not a coroutine function delays its call and other calls, so it must not block.

    A plugin belongs to one provider. Provider.add_plugin has options for its name, for tags of targets and for the
    longest wait of a hook.
    """

    id: str
    version: str = "1"
    about: Optional[str] = None
    secret_headers: Iterable[str] = ()
    secrets: Iterable[str] = ()

    _is_added = False

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        for name, member in vars(cls).items():
            hook = _meant(name) if isinstance(member, FunctionType) else None
            if hook is not None:
                raise TypeError(f"{cls.__name__}.{name} is not a hook: did you mean {hook}?")

    def prepare(self, call: "PluginCall") -> "Union[Answer, Awaitable[Answer]]":
        """May change the request. Runs once for each attempt. If it returns a moya.Sample or a moya.Response, this is
        the response of the call, and nothing is sent."""
        return None

    def sign(self, call: "PluginCall") -> "Union[None, Awaitable[None]]":
        """May add header fields that depend on the whole request, for example a signature. Runs after `prepare` of all
        plugins."""
        return None

    def will_send(self, call: "PluginCall") -> None:
        """Sees the request as it is sent. An exception goes to sys.unraisablehook."""

    def did_receive(self, call: "PluginCall") -> None:
        """Sees the unchanged result of an attempt that was sent. An exception goes to sys.unraisablehook."""

    def should_retry(self, call: "PluginCall") -> Union[None, int, float]:
        """Returns the seconds to wait before another attempt. None: no other attempt is made. If this hook raises an
        exception, the call ends with a MoyaError whose cause is the exception."""
        return None

    def process(self, call: "PluginCall") -> "Union[Answer, Awaitable[Answer]]":
        """May change `call.result`, or return a moya.Sample or a moya.Response, which replaces the result. Runs once
        for each call, even if the call failed or was cancelled. If the call was cancelled or is out of time, a
        coroutine function is cancelled at its first await."""
        return None

    def close(self) -> None:
        """Runs when the provider is closed, after its last call. An exception goes to sys.unraisablehook."""


HOOKS = ("prepare", "sign", "will_send", "did_receive", "should_retry", "process", "close")
_WITH_RESULT = ("did_receive", "should_retry", "process")
#: The names of hooks of other HTTP clients, and what the hook is called in this package.
_ELSEWHERE = {"on_request": "prepare", "on_response": "did_receive or process", "on_error": "process"}


def _meant(name: str) -> Optional[str]:
    """Returns the name of the hook that a method with this name was probably meant to be. None: the method is a hook,
    or the name is not like the name of a hook."""
    if name in HOOKS or name.startswith("_") or len(name) < 4:
        return None
    if name in _ELSEWHERE:
        return _ELSEWHERE[name]
    import difflib

    hooks = {hook.replace("_", ""): hook for hook in HOOKS}
    for near in difflib.get_close_matches(name.replace("_", "").lower(), hooks, 1, 0.85):
        if near == name or near not in name:  # a method "closed" or "processed" is not a misspelt hook
            return hooks[near]
    return None


# ── What a hook sees ──────────────────────────────────────────────────────────────────────────────────────────────────


class PluginCall:
    """A call, as one hook sees it. It is valid until the hook has ended. After that, its use raises StateError."""

    __slots__ = ("_seat", "_context", "_hook", "_number", "_last_owner", "_last_state", "_fields")

    def __init__(self, seat: Any, context: int, hook: str) -> None:
        """`seat` is the moya._plugins.Seat of the plugin."""
        self._seat, self._context, self._hook = seat, context, hook
        #: If the hook is a coroutine function: the moya._calls.Call, and the value of `state`. The coroutine may read
        #: them even after the call has ended.
        self._last_owner: Any = None
        self._last_state: Any = None
        #: The header fields of "request" and "response". A change of the fields removes them from here until the hook
        #: reads them again.
        self._fields: Any = {}
        self._number: Optional[int] = seat.host.target_user(context)

    def __repr__(self) -> str:
        return f"<moya.PluginCall {self._hook} of {self._seat.name}>"

    @property
    def request(self) -> PluginRequest:
        """The request, which `prepare` may change."""
        return PluginRequest(self)

    @property
    def result(self) -> PluginResult:
        """The result of the attempt, for `did_receive`, `should_retry` and `process`. Errors: StateError in other
        hooks."""
        if self._hook not in _WITH_RESULT:
            raise StateError(f"{self._hook} has no result", Status.STATE)
        return PluginResult(self)

    @property
    def name(self) -> str:
        """The name of the target, or "unnamed"."""
        return text_of(self._get("target_name"))

    @property
    def target(self) -> Optional[Target]:
        """The target that was called. None: the caller no longer waits for the call."""
        owner = self._owner
        return None if owner is None else owner.target

    def has_tag(self, tag: str) -> bool:
        """Returns whether the target has the tag."""
        return bool(self._get("target_has_tag", check.text(tag, "the tag of has_tag")))

    @property
    def attempt(self) -> int:
        """1 for the first attempt, 2 for the first retry and so on."""
        return int(self._get("attempt"))

    @property
    def time_left(self) -> Optional[float]:
        """The seconds until the total timeout of the call; None: it has none."""
        left = self._get("time_left_ms")
        return None if left < 0 else left / 1000

    @property
    def state(self) -> Any:
        """An object that this plugin stores for this call, from `prepare` to the end of `process`. At first, it is
        None. Calls that share a request (`share=True`) share this object. Errors when the program sets it: StateError
        if the call has ended."""
        number = self._get("slot")
        return self._last_state if number is None else self._seat.states.get(number)

    @state.setter
    def state(self, value: Any) -> None:
        states, old, number = self._seat.states, self._get("slot"), next(_numbers)
        states[number] = value
        try:
            self._done("set_slot", "the state", number)
        except BaseException:
            states.pop(number, None)
            raise
        states.pop(old, None)
        self._last_state = value

    def log(self, level: LogLevel, text: str) -> None:
        """Writes a line to the log of the provider (Options.log). The line begins with the plugin's name. The library
        hides secrets. Errors: UsageError."""
        if not isinstance(level, LogLevel):
            raise check.wrong("the level of log", "a moya.LogLevel", level)
        self._get("log", level, check.text(text, "the text of log"))

    # The functions below are only for this package.

    @property
    def _owner(self) -> Any:
        """The moya._calls.Call; None if nobody waits for the call any more."""
        return self._last_owner if self._number is None else calls.get(self._number, self._last_owner)

    def _get(self, function: str, *arguments: Any) -> Any:
        if not self._context:
            raise StateError(f"{self._hook} has ended", Status.STATE)
        return getattr(self._seat.host, function)(self._context, *arguments)

    def _done(self, function: str, what: str, *arguments: Any) -> None:
        """Calls a function of the library that changes the request or the result. Errors: MoyaError, which names
        `what`."""
        status = self._get(function, *arguments)
        if function != "set_slot":
            self._fields.clear()
        if status == Status.STATE:
            reason = f"{self._hook} cannot change {what}, or the call has ended"
            raise StateError(reason, Status.STATE)
        if status:
            raise error_kind(Status(status))(f"{what} cannot be sent: {Status(status).name}", Status(status))

    def _take(self, given: Any) -> int:
        """Returns the number that the library expects for `given`, the value that a hook has returned. A Sample or a
        Response becomes the response of the call."""
        if given is None:
            return 0
        if self._hook == "sign" or not isinstance(given, (Sample, Response)):
            if isinstance(given, CoroutineType):
                given.close()
            wanted = "None" if self._hook == "sign" else "None, a moya.Sample or a moya.Response"
            raise check.wrong(f"what {self._hook} returns", wanted, given)
        if isinstance(given, Sample) and given.failure is not Status.OK:
            raise error_kind(given.failure)("the answer is a failure", given.failure)
        result = PluginResult(self)
        if len(result.headers):
            self._done("response_set_headers", "the header fields", None, 0)  # removes all
        result.status_code = given.status_code
        rows: Any = given.headers.raw if isinstance(given, Response) else given.headers
        for name, value in ((_encoded(name), _encoded(value)) for name, value in rows):
            self._done("response_add_header", f"the header field {value_text(name)}", name, value)
        result.content = given.content if isinstance(given, Response) else given.body
        return _ANSWERED if self._hook == "prepare" else 0

    def _fail(self, problem: BaseException) -> int:
        """Returns the status with which a hook fails its call."""
        status = transfer_status(problem) if isinstance(problem, TransferError) else Status.PLUGIN_HOOK
        self._get("fail", _described(problem))
        owner = self._owner
        if owner is not None and isinstance(problem, Exception):
            owner.blame(f"plugin {self._seat.name} failed in {self._hook}: ", problem)
        elif owner is not None:
            self._raise_later(problem)
        return status

    def _raise_later(self, problem: BaseException) -> None:
        """Makes the call raise the exception of a hook. The library itself would not let this hook fail its call."""
        owner = self._owner
        if owner is not None:
            owner.fail(f"{self._hook} of the plugin {self._seat.name}", problem)

    def _end(self) -> None:
        self._context, self._last_owner, self._last_state = 0, None, None
        self._fields.clear()


_numbers = count(1)


def _encoded(text: Union[str, bytes]) -> bytes:
    return text.encode() if isinstance(text, str) else value_text(text).encode()


def _described(problem: BaseException) -> bytes:
    """Returns the class and the text of an exception as a C string."""
    try:
        text = str(problem)
    except Exception:
        text = ""
    text = f"{type(problem).__name__}: {text}" if text else type(problem).__name__
    return text.replace("\0", " ").encode("utf-8", "replace")
