"""Plugins that are classes of Python, and what their hooks see of a call."""

import ctypes
import weakref
from ctypes import CFUNCTYPE, byref, c_char_p, c_int32, c_void_p
from itertools import count
from typing import Any, Awaitable, Dict, Iterable, Optional, Union

from . import _arguments as check
from . import _library as c
from . import _structs
from ._callbacks import Table, Wait, address, calls
from ._errors import StateError, TransferError, UsageError, error_kind, transfer_status
from ._headers import value_text
from ._library import ErrorHandle
from ._request import PluginRequest, PluginResult
from ._response import Response, take_error
from ._status import LogLevel, Status
from ._target import Target
from ._text import text_of
from ._values import Sample

#: What `prepare` and `process` return. None: the call goes on as it is.
Answer = Union[None, Sample, Response]

_WAITS, _ANSWERED, _PENDING = (c.constant(f"MOYA_{it}") for it in ("PLUGIN_WAITS", "HOOK_ANSWERED", "HOOK_PENDING"))
_SECRET, _NO_RETRY = c.constant("MOYA_OPTION_SECRET"), c.constant("MOYA_RETRY_NONE")
_use = c.declared_waiting("moya_provider_use", c_int32, c_void_p, c_void_p, c_void_p)


class Plugin:
    """The base class of plugins. A plugin sees each call of its provider, and may change it. Override the hooks that
    the plugin needs. They run in the order in which they are listed here.

        class Stamp(moya.Plugin):
            id = "org.example.stamp"

            def prepare(self, call: moya.PluginCall) -> None:
                call.request.headers["X-Stamp"] = "1"

        with moya.Provider(plugins=[Stamp()]) as provider: …

    An exception in `prepare`, `sign` or `process` fails the call. If the exception is a TransferError, the call raises
    an error of the same class. Otherwise the call raises a PluginError. The error has the class and the text of the
    exception in its message, and the exception as its `__cause__`. For an AsyncProvider, these three hooks may be
    coroutine functions. They run on the event loop of the call, and end with the call.

    Hooks of one call never overlap. Hooks of different calls may run at the same time on different threads. A hook that
    is not a coroutine function delays its call and other calls, so it must not block. A plugin belongs to one provider.
    """

    #: A reversed domain name in lower case, for example "org.example.stamp".
    id: str
    #: The version of the plugin, at most 63 bytes.
    version: str = "1"
    #: A sentence for people.
    about: Optional[str] = None
    #: The names of header fields that this plugin fills with secrets. Logs hide their values. If a redirect leads to
    #: another origin, these fields are not sent there.
    secret_headers: Iterable[str] = ()
    #: Texts that log lines and errors must not show. A text of 6 bytes or more becomes <redacted>. The library reads
    #: them when the plugin is added.
    secrets: Iterable[str] = ()

    _is_added = False

    def prepare(self, call: "PluginCall") -> "Union[Answer, Awaitable[Answer]]":
        """May change the request, once for each attempt. A moya.Sample or a moya.Response that it returns is the
        response of the call; then nothing is sent."""
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
        """Returns the seconds to wait before another attempt, or None for no other attempt. If this hook raises, the
        call ends and raises a MoyaError whose cause is that exception."""
        return None

    def process(self, call: "PluginCall") -> "Union[Answer, Awaitable[Answer]]":
        """May replace the result, once for each call, even if the call failed. A moya.Sample or a moya.Response that it
        returns is the new result. The hook may also change `call.result`."""
        return None

    def close(self) -> None:
        """Runs when the provider is closed, after its last call. An exception goes to sys.unraisablehook."""


_HOOKS = ("prepare", "sign", "will_send", "did_receive", "should_retry", "process", "close")
#: The hooks that may be coroutine functions.
_AWAITED = ("prepare", "sign", "process")
_WITH_RESULT = ("did_receive", "should_retry", "process")


# ── What a hook sees ──────────────────────────────────────────────────────────────────────────────────────────────────


class PluginCall:
    """A call, as one hook sees it. It is valid until the hook has ended. After that, its use raises StateError."""

    __slots__ = ("_seat", "_context", "_hook", "_number")

    def __init__(self, seat: "_Seat", context: int, hook: str) -> None:
        self._seat, self._context, self._hook = seat, context, hook
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
        """The target that was called; None if the caller no longer waits for the call."""
        owner = self._owner
        return None if owner is None else owner.target

    def has_tag(self, tag: str) -> bool:
        """Returns whether the target has the tag."""
        return bool(self._get("target_has_tag", check.text(tag, "tag")))

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
        """Any object that this plugin stores for this call, from `prepare` to the end of `process`. None at first.
        Calls that share a request (`share=True`) share this object. Errors of setting it: StateError if the call has
        ended."""
        number = self._get("slot")
        return None if number is None else self._seat.states.get(number)

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

    def log(self, level: LogLevel, text: str) -> None:
        """Writes a line to the log of the provider (Options.log), after the plugin's name. The library hides
        secrets."""
        if not isinstance(level, LogLevel):
            raise check.wrong("level", "a moya.LogLevel", level)
        self._get("log", level, check.text(text, "text"))

    # The functions below are only for this module.

    @property
    def _owner(self) -> Any:
        """The moya._calls.Call; None if nobody waits for the call any more."""
        return None if self._number is None else calls.get(self._number)

    def _get(self, function: str, *arguments: Any) -> Any:
        if not self._context:
            raise StateError(f"{self._hook} has ended", Status.STATE)
        return getattr(self._seat.host, function)(self._context, *arguments)

    def _done(self, function: str, what: str, *arguments: Any) -> None:
        """Calls a function of the host that changes the request or the result. Errors: MoyaError, which names
        `what`."""
        status = self._get(function, *arguments)
        if status == Status.STATE:
            reason = f"{self._hook} cannot change {what}, or the call has ended"
            raise StateError(reason, Status.STATE)
        if status:
            raise error_kind(Status(status))(f"{what} cannot be sent: {Status(status).name}", Status(status))

    def _take(self, given: Any) -> int:
        """Uses the value that a hook has returned: a Sample or a Response becomes the response of the call. Returns the
        number that the library gets from the hook."""
        if given is None:
            return 0
        if self._hook == "sign" or not isinstance(given, (Sample, Response)):
            getattr(given, "close", lambda: None)()  # a coroutine
            wanted = "None" if self._hook == "sign" else "None, a moya.Sample or a moya.Response"
            raise check.wrong(f"what {self._hook} returns", wanted, given)
        if isinstance(given, Sample) and given.failure is not Status.OK:
            raise error_kind(given.failure)("the answer is a failure", given.failure)
        result = PluginResult(self)
        for name in {name.lower() for name, _ in result.headers.raw}:
            self._done("response_set_header", "a header field", name, None)
        result.status_code = given.status_code
        rows: Any = given.headers.raw if isinstance(given, Response) else given.headers
        for name, value in rows:
            self._done("response_add_header", "a header field", _encoded(name), _encoded(value))
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
        """Makes the call raise the exception of a hook, although the library does not let that hook fail the call."""
        owner = self._owner
        if owner is not None:
            owner.fail(f"{self._hook} of the plugin {self._seat.name}", problem)

    def _end(self) -> None:
        self._context = 0


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


# ── Between the library and the plugins ───────────────────────────────────────────────────────────────────────────────


class _Seat:
    """The place of a plugin in a provider.

    Invariant: the provider and its calls own the plugin, and the library has only the number of the seat. So even if a
    plugin holds a reference to its provider, Python frees both.
    """

    def __init__(self, plugin: Plugin, name: str, running_loop: Any) -> None:
        self.plugin, self.name, self.running_loop = weakref.ref(plugin), name, running_loop
        self.states: Dict[int, Any] = {}
        self.waits: Dict[int, Wait] = {}
        self.number = next(_numbers)
        self.host: Any = None
        self.tasks: Any = None
        hooks = {hook: getattr(type(plugin), hook) for hook in _HOOKS}
        self.awaited = {hook for hook, function in hooks.items() if check.is_coroutine_function(function)}
        self._check(type(plugin).__name__)
        #: The library calls this function once. It is stored because the table of the plugin contains its address.
        self.create: Any = _prototype("create")(self._on_create)
        self.table = _structs.Plugin(
            size=ctypes.sizeof(_structs.Plugin),
            option_size=ctypes.sizeof(_structs.Option),
            flags=_WAITS if self.awaited else 0,
            id=check.text(getattr(plugin, "id", None), "a plugin's id"),
            version=check.text(plugin.version, "a plugin's version"),
            about=check.optional_text(plugin.about, "a plugin's about"),
            create=address(self.create),
            destroy=_ADDRESSES["destroy"],
            release_slot=_ADDRESSES["release_slot"],
        )
        for hook, function in hooks.items():
            if function is not getattr(Plugin, hook):
                setattr(self.table, hook, _ADDRESSES[hook])
        headers = [check.text(it, "a name in secret_headers") for it in check.texts_of(plugin, "secret_headers")]
        self.secret_headers = (c_char_p * (len(headers) + 1))(*headers)
        self.table.secret_headers = ctypes.addressof(self.secret_headers)
        # The library hides the values of options that are secrets.
        self.secrets = {f"secret_{index}": text for index, text in enumerate(check.texts_of(plugin, "secrets"))}
        options = [_structs.Option(name=name.encode(), kind=_SECRET) for name in self.secrets]
        self.options = (_structs.Option * (len(options) + 1))(*options)
        self.table.options = ctypes.addressof(self.options)

    def _check(self, kind: str) -> None:
        if self.awaited and self.running_loop is None:
            hook = min(self.awaited)
            raise TypeError(f"{kind}.{hook} is a coroutine function, which only a moya.AsyncProvider awaits")
        for hook in self.awaited.difference(_AWAITED):
            raise TypeError(f"{kind}.{hook} must not be a coroutine function, since nothing awaits it")

    def config(self) -> Optional[bytes]:
        if not self.secrets:
            return None
        for text in self.secrets.values():
            check.text(text, "a text in secrets")
        import json

        return json.dumps(self.secrets).encode()

    def _on_create(self, host: int, _: int, instance: int) -> int:
        self.host = _host(host)
        self.tasks = _tasks(self.host)
        c_void_p.from_address(instance).value = self.number
        return 0

    def run(self, call: PluginCall) -> Any:
        """Runs the hook. It sees the context variables of the caller."""
        plugin, owner = self.plugin(), call._owner
        if plugin is None:
            raise StateError("the provider of the plugin is gone", Status.STATE)
        function = getattr(plugin, call._hook)
        context = None if owner is None else owner.context
        return function(call) if context is None else context.copy().run(function, call)

    def answer(self, hook: str, context: int) -> int:
        """Runs a hook that may fail its call. Returns what the hook returns to the library."""
        call = PluginCall(self, context, hook)
        try:
            if hook in self.awaited:
                self.begin_wait(call)
                return _PENDING
            status = call._take(self.run(call))
        except BaseException as problem:
            status = call._fail(problem)
        call._end()
        return status

    def notify(self, hook: str, context: int) -> None:
        """Runs a hook that returns nothing. Raises its exception."""
        call = PluginCall(self, context, hook)
        try:
            self.run(call)
        except Exception:
            raise
        except BaseException as problem:  # KeyboardInterrupt and similar
            call._raise_later(problem)
        finally:
            call._end()

    def retry_after(self, context: int) -> int:
        call = PluginCall(self, context, "should_retry")
        try:
            seconds = self.run(call)
            return _NO_RETRY if seconds is None else check.delay(seconds, "what should_retry returns")
        except BaseException as problem:
            call._raise_later(problem)
            return _NO_RETRY
        finally:
            call._end()

    def begin_wait(self, call: PluginCall) -> None:
        """Starts a coroutine function on the event loop of the call. Errors: StateError."""
        owner, loop = call._owner, None
        if owner is not None:
            loop = owner.loop
        if loop is None:
            running = self.running_loop()
            loop = None if running is None else running()
        if loop is None:
            raise StateError("no event loop makes calls", Status.STATE)
        status = call._get("defer")
        if status:
            raise take_error(status, ErrorHandle())
        wait = Wait(call, loop, None if owner is None else owner.context)
        self.waits[wait.number] = wait
        try:
            wait.begin()
        except BaseException:
            self.waits.pop(wait.number, None)
            raise


_numbers = count(1)
#: The seats by the number that is the instance of a plugin in C, until the library destroys the instance.
_seats: Dict[int, _Seat] = {}
_tables: Dict[int, Any] = {}


def _host(place: int) -> Any:
    if place not in _tables:
        _tables[place] = Table(place, _structs.HOST)
    return _tables[place]


def _tasks(host: Any) -> Any:
    place = host.get_extension(b"moya.tasks/1")
    if place not in _tables:
        _tables[place] = Table(place, _structs.TASKS)
    return _tables[place]


def _prototype(hook: str) -> Any:
    types: Any = _structs.HOOKS[hook]
    return CFUNCTYPE(*types)


def _answering(hook: str) -> Any:
    def run(number: int, context: int) -> int:
        try:
            return _seats[number].answer(hook, context)
        except BaseException:  # otherwise ctypes would return 0, and the call would go on without the hook
            return Status.PLUGIN_HOOK

    return run


def _notified(hook: str) -> Any:
    return lambda number, context: _seats[number].notify(hook, context)


def _on_should_retry(number: int, context: int) -> int:
    return _seats[number].retry_after(context)


def _on_close(number: int, _: int) -> int:
    plugin = _seats[number].plugin()
    if plugin is not None:
        plugin.close()
    return 0


def _on_release_slot(number: int, slot: int) -> None:
    _seats[number].states.pop(slot, None)


#: The functions of every seat.
_FUNCTIONS: Dict[str, Any] = {
    **{hook: _prototype(hook)(_answering(hook)) for hook in ("prepare", "sign", "process")},
    **{hook: _prototype(hook)(_notified(hook)) for hook in ("will_send", "did_receive")},
    "should_retry": _prototype("should_retry")(_on_should_retry),
    "close": _prototype("close")(_on_close),
    "release_slot": _prototype("release_slot")(_on_release_slot),
    # This has no bytecode, so no signal handler interrupts it. It also runs while Python ends, when the names of this
    # module are gone.
    "destroy": _prototype("destroy")(_seats.pop),
}
for _function in _FUNCTIONS.values():
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_function))  # the library may call them when this module is gone
_ADDRESSES = {hook: address(function) for hook, function in _FUNCTIONS.items()}


def add(
    provider: Any, plugin: Any, name: Optional[str] = None, only_tag: Optional[str] = None,
    not_tag: Optional[str] = None, max_wait: Optional[float] = None,
) -> None:
    """Adds a plugin to a provider. Errors: those of BaseProvider.add_plugin."""
    if not isinstance(plugin, Plugin):
        raise check.wrong("a plugin", "a moya.Plugin", plugin)
    if plugin._is_added and not provider._is_stand_in:
        kind = type(plugin).__name__
        raise UsageError(f"this {kind} is the plugin of a provider already; make another {kind}", Status.ARGUMENT)
    running_loop = None if provider._running_loop is None else weakref.WeakMethod(provider._running_loop)
    shown = name if isinstance(name, str) else getattr(plugin, "id", "")
    seat = _Seat(plugin, shown, running_loop)
    if provider._is_stand_in:
        seat.table.close = None  # the plugin is closed with its own provider
    use = _structs.PluginUse(
        size=ctypes.sizeof(_structs.PluginUse),
        plugin=ctypes.addressof(seat.table),
        name=check.optional_text(name, "name"),
        config=seat.config(),
        only_tag=check.optional_text(only_tag, "only_tag"),
        not_tag=check.optional_text(not_tag, "not_tag"),
        wait_ms=check.milliseconds(max_wait, "max_wait"),
    )
    handle, error = provider._open(), ErrorHandle()
    _seats[seat.number] = seat
    status = _use(handle, byref(use), byref(error))
    if status:
        _seats.pop(seat.number, None)
        raise take_error(status, error)
    object.__setattr__(plugin, "_is_added", True)  # this works for a frozen dataclass too
    provider._keep_plugin(plugin)
