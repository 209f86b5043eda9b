"""The blocking provider, and the base class that it shares with the asyncio provider. The base class owns the library's
provider."""

import os
import threading
import warnings
import weakref
from ctypes import addressof, byref
from types import TracebackType
from typing import Any, Awaitable, Callable, Iterable, List, Mapping, NoReturn, Optional, Type, TypeVar, Union, overload

import moya  # for annotations

from . import _arguments as check
from . import _library as c
from ._cookies import Cookies
from ._errors import StateError, UsageError
from ._library import BlockingCallHandle, ErrorHandle, ProviderHandle, ResponseHandle
from ._moving import Waiters
from ._options import Options, Unpack, add_functions, lower_options, says_accept
from ._response import Response, take_error
from ._status import Pump, Status, StubBehavior
from ._target import Target, address_of


class BaseProvider:
    #: None: the provider is closed. Each call holds a reference while it is in the library, so the provider is
    #: destroyed only after the last call has returned.
    _handle: Optional[ProviderHandle] = None
    #: A function that returns an event loop that makes calls, or None if there is no such loop. If the attribute itself
    #: is None, the provider has no event loops.
    _running_loop: Any = None
    #: Whether a plugin was added. A plugin may ask for another attempt after a wait, so even a stub may take time.
    _has_plugins = False
    #: A moya._calls.Functions if Python functions take part in each call.
    _functions: Any = None
    _is_closed_at_exit = False
    #: Whether the provider's header fields include Accept.
    _says_accept = False

    def __init__(self, pump: int, options: Options) -> None:
        given, kept = lower_options(pump, type(self).__name__, options)
        self._functions = add_functions(options, given, kept)
        self._says_accept = says_accept(given)
        handle, error = ProviderHandle(), ErrorHandle()
        status = c.provider_create(byref(given), byref(handle), byref(error))
        del kept  # copied
        if status:
            raise take_error(status, error)
        self._handle = handle
        if given.backend or given.closures:
            self._has_plugins = True
        if given.log or self._functions is not None:
            self._close_at_exit()
        try:
            if "plugins" in options:
                self._add_plugins(options["plugins"])
        except BaseException:
            self._handle = None  # nothing was sent
            raise

    def __del__(self, _warn: Any = warnings.warn) -> None:
        if self._handle is not None:
            self._handle = None
            # The warning comes last, because it raises under `-W error`.
            _warn(f"unclosed <moya.{type(self).__name__}>", ResourceWarning, source=self)

    def __repr__(self) -> str:
        return f"<moya.{type(self).__name__}{' closed' if self._handle is None else ''}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a moya.{type(self).__name__} belongs to this process: it cannot be copied or pickled")

    @property
    def closed(self) -> bool:
        return self._handle is None

    @property
    def cookies(self) -> Cookies:
        """The cookies that the provider stores. The provider stores them only if Options.cookies is set."""
        return Cookies(self)

    def _open(self) -> ProviderHandle:
        handle = self._handle
        if handle is None:
            raise StateError(f"this {type(self).__name__} is closed", Status.STATE)
        return handle

    def load_plugin(
        self, path: "Union[str, os.PathLike[str]]", config: Optional[Mapping[str, Any]] = None
    ) -> None:
        """Loads a module, a shared object, and adds its only plugin. Add plugins before the first call. `config`
        becomes a JSON object. The library looks for a text without a slash in the folders for plugins (plugins.h).

        Errors: PluginError; StateError after the first call; UsageError.
        """
        configuration = None if config is None else _configuration(config)
        error = ErrorHandle()
        self._has_plugins = True
        if isinstance(path, os.PathLike):
            # A Path drops the "./" of a file in the current folder. The library looks for a bare name in the folders
            # for plugins.
            path = os.path.abspath(path)
        status = c.provider_load_plugin(self._open(), check.path(path, "path"), configuration, byref(error))
        if status:
            raise take_error(status, error)

    @overload
    def add_plugin(
        self,
        plugin: str,
        config: Optional[Mapping[str, Any]] = None,
        *,
        refresh: "Union[None, Callable[[], str], Callable[[], Awaitable[str]]]" = None,
        activity: Optional[Callable[[bool, str], Any]] = None,
    ) -> None: ...

    @overload
    def add_plugin(
        self,
        plugin: "moya.Plugin",
        *,
        name: Optional[str] = None,
        only_tag: Optional[str] = None,
        not_tag: Optional[str] = None,
        max_wait: Optional[float] = None,
    ) -> None: ...

    def add_plugin(
        self, plugin: "Union[str, moya.Plugin]", config: Optional[Mapping[str, Any]] = None, **given: Any
    ) -> None:
        """Adds a moya.Plugin, or a plugin of the library: "moya.access-token", "moya.credentials", "moya.logger",
        "moya.activity", "moya.signing" or "moya.retry". Add plugins before the first call.

        For a moya.Plugin:

        name        what the provider calls it; None: its id. Two plugins of one provider have different names
        only_tag    its hooks run only for targets with this tag
        not_tag     its hooks do not run for targets with this tag
        max_wait    the most seconds for a hook that is a coroutine function. If the hook takes longer, the call fails
                    with a PluginError

        For a plugin of the library, whose `config` builtin.h explains:

        refresh     for "moya.access-token": returns a new token, once for all calls that wait for it. It runs on a new
                    thread. For an AsyncProvider it may be a coroutine function, which runs on an event loop that makes
                    calls
        activity    for "moya.activity": called with True and the target's name when a request starts, and with False
                    and the name when the request ends

        Errors: UsageError; TypeError for a coroutine function that nothing awaits; PluginError; StateError after the
        first call. If refresh raises, the calls fail with PluginError.
        """
        known = _OF_BUILTINS if isinstance(plugin, str) else _OF_PLUGINS
        for argument in given:
            if argument not in known:
                raise check.unknown("add_plugin", argument, known)
        if isinstance(plugin, str):
            self._add_builtin(plugin, config, given.get("refresh"), given.get("activity"))
            return
        from ._plugin import add

        if config is not None:
            raise UsageError("config is for a plugin of the library; a moya.Plugin has arguments", Status.ARGUMENT)
        add(self, plugin, **given)

    def _add_plugins(self, plugins: Any) -> None:
        if not isinstance(plugins, Iterable) or isinstance(plugins, str):
            raise check.wrong("plugins", "a list of moya.Plugin", plugins)
        for plugin in plugins:
            from ._plugin import add

            add(self, plugin)

    def _keep_plugin(self, plugin: "moya.Plugin") -> None:
        if self._functions is None:
            from ._calls import Functions

            self._functions = Functions()
        self._functions.plugins.append(plugin)
        self._has_plugins = True
        self._close_at_exit()

    def _add_builtin(self, name: str, config: Any, refresh: Any, activity: Any) -> None:
        configuration = None if config is None else _configuration(config)
        functions, error = None, ErrorHandle()
        handle = self._open()
        if refresh is not None or activity is not None:
            from . import _callbacks as callbacks

            awaits = self._running_loop is not None and check.is_coroutine_function(refresh)
            if refresh is not None and not awaits:
                check.function(refresh, "refresh")
            if activity is not None:
                check.function(activity, "activity")
            functions = callbacks.builtin(refresh, activity, weakref.WeakMethod(self._running_loop) if awaits else None)
            self._close_at_exit()
        self._has_plugins = True
        address = None if functions is None else byref(functions)
        status = c.provider_add_builtin(handle, check.text(name, "name"), configuration, address, byref(error))
        if status:
            raise take_error(status, error)
        if refresh is not None:
            self._begins_refreshes()

    def _begins_refreshes(self) -> None:
        """Called when a plugin was added whose `refresh` is a Python function. A subclass may override this."""

    def _for_events(self, target: Target) -> Target:
        """Returns the target with the header field `Accept: text/event-stream`. If the target or the provider has a
        field Accept, returns the target unchanged."""
        address_of(target)
        fields = target.headers or ()
        if self._says_accept or any(name.lower() == "accept" for name, _ in fields):
            return target
        return target.replace(headers=(*fields, ("Accept", "text/event-stream")))

    def _begin(self, target: Target, loop: Any = None) -> Any:
        """Makes a call in which Python functions take part: a moya._calls.Call."""
        from ._calls import Call

        self._close_at_exit()
        return Call(self._functions, target, loop)

    def _close_at_exit(self) -> None:
        """Closes the provider when Python ends, because otherwise the library could still call Python functions."""
        if not self._is_closed_at_exit:
            from ._callbacks import close_at_exit

            close_at_exit(self)
            self._is_closed_at_exit = True

    def _close_now(self) -> None:
        """Closes a provider that is still open when Python ends."""
        if self._handle is not None:
            c.provider_close(self._handle)

    def release(self) -> None:
        """Closes this object without ending its calls. No new calls can start. The calls and streams that have begun
        continue, and the library frees the provider after the last of them. [any thread]"""
        self._handle = None

    def cancel_all(self) -> None:
        """Ends every call in flight with Cancelled. [any thread]"""
        c.provider_cancel_all(self._open())


#: The arguments of add_plugin, for plugins of the library and for others.
_OF_BUILTINS = ("refresh", "activity")
_OF_PLUGINS = ("name", "only_tag", "not_tag", "max_wait")


def _configuration(config: Any) -> bytes:
    if not isinstance(config, Mapping):
        raise check.wrong("config", "a mapping", config)
    import json

    try:
        return json.dumps(dict(config), allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as problem:
        raise UsageError(f"config is not a JSON object: {problem}", Status.ARGUMENT) from None


# ── The provider that waits ───────────────────────────────────────────────────────────────────────────────────────────

# Python runs its signal handlers (Ctrl-C) only between two calls into C, and only on the main thread. So the main
# thread runs a transfer in slices of this many milliseconds.
_SLICE_MS = 100
_IMMEDIATE = StubBehavior.IMMEDIATE

#: The thread that runs signal handlers. Asking `threading` each time would be slow.
_main_thread = threading.main_thread().ident


def _in_child_of_fork() -> None:
    global _main_thread
    _main_thread = threading.main_thread().ident


os.register_at_fork(after_in_child=_in_child_of_fork)


class Provider(BaseProvider):
    """A blocking provider, which holds connections, plugins and defaults. Options lists the arguments. Any thread may
    use it. Close the provider when you no longer need it.

        with moya.Provider(timeout=10) as provider:
            response = provider.call(moya.Target("https://api.github.com", "/zen"))

    Invariant: nothing here counts callers, and no lock is held while other code may run. So a signal handler or a
    `__del__` may make calls and close the provider, wherever it interrupts. The library counts the calls in flight, and
    the Python frame that makes a call owns its handles.
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        #: Empty handles of earlier calls, which the next calls use. Making and freeing handles is much of the cost of a
        #: call that a stub responds to.
        self._spare: "List[List[Any]]" = []
        self._waiters = Waiters()
        super().__init__(Pump.HOST, options)

    def __enter__(self: "Self") -> "Self":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def call(self, target: Target, *, progress: "Optional[Callable[[moya.Progress], Any]]" = None) -> Response:
        """Sends a request and waits for the response. An HTTP error status is a response too: see
        Response.raise_for_status. `progress` is called on this thread with a moya.Progress whenever bytes were sent or
        received.

        Errors: MoyaError. KeyboardInterrupt cancels the call, within 100 ms.
        """
        address = address_of(target)
        handle = self._open()
        if self._functions is not None or target.retry is not None:
            with self._begin(target) as call:
                return self._send(handle, call.address, call.target, progress)
        return self._send(handle, address, target, progress)

    def _send(
        self,
        handle: ProviderHandle,
        address: int,
        target: Target,
        progress: "Optional[Callable[[moya.Progress], Any]]",
    ) -> Response:
        if progress is not None:
            return self._stream(target, address, False, progress).wait()
        if target.stub is _IMMEDIATE and not self._has_plugins:
            return self._call_at_once(handle, address, target)  # a stub is so quick that Ctrl-C need not interrupt it
        if threading.get_ident() == _main_thread:
            if self._functions is not None and self._functions.plugins:
                # A signal handler could raise before a hook begins, and the library would go on without the hook. So
                # the hooks run on another thread.
                return self._stream(target, address, False, None).wait()
            return self._call_interruptibly(handle, address, target)
        return self._call_at_once(handle, address, target)

    def stream(
        self,
        target: Target,
        *,
        events: bool = False,
        progress: "Optional[Callable[[moya.Progress], Any]]" = None,
    ) -> "moya.Stream":
        """Returns the response while it arrives, for `with`:

            with provider.stream(target, events=True) as stream:
                for event in stream.iter_events():
                    print(event.data)

        If `events` is set, the request has the header field `Accept: text/event-stream`, unless the target or the
        provider has a field Accept.

        Errors, on entering and while reading: MoyaError.
        """
        if events:
            target = self._for_events(target)
        address = address_of(target)
        if self._functions is not None or target.retry is not None:
            call = self._begin(target)
            return self._stream(call.target, call.address, True, progress, call)
        return self._stream(target, address, True, progress)

    def download(
        self,
        target: Target,
        path: Union[str, os.PathLike[str]],
        *,
        name: Optional[Callable[[Response, str], str]] = None,
        resume: bool = False,
        replace: bool = False,
        create_folders: bool = False,
        any_status: bool = False,
        progress: "Optional[Callable[[moya.Progress], Any]]" = None,
    ) -> Response:
        """Writes the response's body to a file. The file exists only when it is complete. The response's `path` names
        the file. If the argument `path` is a folder or ends with a slash, the response suggests the file's name, or
        `name` returns it. `name` gets the head of the response and the suggested name. The name must not contain a
        slash. `name` runs on the thread that runs the transfer.

        If the target sets `validate`, it decides which statuses are accepted. Otherwise 200 to 299 are accepted, or
        every status if `any_status` is set. A status that is not accepted raises StatusError, whose response has the
        body. If `resume` is set, what arrived before a failure is stored, and the next download continues from there.

        Errors: MoyaError; TransferError (FILE) if the file exists and `replace` is not set, or if the file cannot be
        written.
        """
        from ._calls import add_download

        with self._begin(target) as call:
            add_download(call, path, name, resume, replace, create_folders, any_status)
            return self._stream(call.target, call.address, False, progress).wait()

    def _stream(
        self,
        target: Target,
        address: int,
        reads: bool,
        progress: "Optional[Callable[[moya.Progress], Any]]",
        call: Any = None,
    ) -> "moya.Stream":
        # Imported here, because only programs that stream need it.
        from ._parts import MovedParts, ThreadParts
        from ._pulled import Pulled
        from ._stream import Stream

        handle = self._open()
        if progress is not None:
            check.function(progress, "progress")
        if reads and call is None and not isinstance(target.body, Pulled):
            moved = MovedParts(handle, self._waiters, target, address, progress is not None)
            if moved.can_wait():
                return Stream(moved, progress)
        return Stream(ThreadParts(handle, target, address, reads, progress is not None, call), progress)

    def close(self) -> None:
        """Cancels the calls in flight, which then raise Cancelled, and frees the provider. Waits for the calls of other
        threads. In a signal handler, it ends the call that was interrupted. Closing again does nothing. [any thread]"""
        handle = self._handle
        if handle is not None:
            c.provider_close(handle)
            self._handle = None

    def _call_at_once(self, handle: ProviderHandle, address: int, target: Target) -> Response:
        """Makes the call with one call into C. Ctrl-C takes effect when the call into C returns."""
        response, own = ResponseHandle(), self._handles()
        status = c.provider_call(handle, address, None, addressof(response), addressof(own[1]))
        if status:
            raise take_error(status, own[1], target)
        self._spare.append(own)
        return Response(response, c.response_status(response), target)

    def _call_interruptibly(self, handle: ProviderHandle, address: int, target: Target) -> Response:
        """Makes the call in slices. Between two slices, this thread returns to Python, which handles signals."""
        # The blocking call is in a list that can be emptied. A stored exception holds this frame alive, and must not
        # also hold the blocking call, because the call ends when its handle is released.
        response, own = ResponseHandle(), self._handles()
        try:
            while True:
                status = c.provider_call_for(
                    handle, address, _SLICE_MS, addressof(own[0]), addressof(response), addressof(own[1])
                )
                if status or not own[0]:
                    break
        except BaseException:
            own.clear()
            raise
        if status:
            raise take_error(status, own[1], target)
        self._spare.append(own)
        return Response(response, c.response_status(response), target)

    def _handles(self) -> "List[Any]":
        """Returns an empty BlockingCallHandle and an empty ErrorHandle, which only one call uses."""
        try:
            return self._spare.pop()
        except IndexError:
            return [BlockingCallHandle(), ErrorHandle()]


Self = TypeVar("Self", bound=Provider)
