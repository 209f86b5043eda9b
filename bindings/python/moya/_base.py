"""What the blocking and the asyncio provider share: the library's provider, and its life."""

import os
import warnings
import weakref
from ctypes import byref
from typing import Any, Awaitable, Callable, Mapping, NoReturn, Optional, Union

from . import _arguments as check
from . import _library as c
from ._cookies import Cookies
from ._errors import StateError, UsageError
from ._handle import ErrorHandle, ProviderHandle
from ._options import Options, add_functions, lower_options, says_accept
from ._response import take_error
from ._status import Status
from ._target import Target, address_of


class BaseProvider:
    #: None: closed. Each call keeps a reference while it is in the library, so that the provider is destroyed only
    #: after the last call has returned.
    _handle: Optional[ProviderHandle] = None
    #: Gives an event loop that makes calls, of which there may be none; None: the provider has no event loops.
    _running_loop: Any = None
    #: A plugin was added: it may want a call tried again after a wait, so that even a stub may take time.
    _has_plugins = False
    #: A moya._calls.Functions: each call is one that functions are asked about.
    _functions: Any = None
    _is_closed_at_exit = False
    #: Its header fields say what is accepted.
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

    def __del__(self, _warn: Any = warnings.warn) -> None:
        if self._handle is not None:
            self._handle = None
            # The warning comes last, since it raises under `-W error`.
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
        """Those that it keeps, with Options.cookies."""
        return Cookies(self)

    def _open(self) -> ProviderHandle:
        handle = self._handle
        if handle is None:
            raise StateError(f"this {type(self).__name__} is closed", Status.STATE)
        return handle

    def load_plugin(
        self, path: "Union[str, os.PathLike[str]]", config: Optional[Mapping[str, Any]] = None
    ) -> None:
        """Loads a shared object and adds its plugin, before the first call. `config` becomes a JSON object.

        Errors: PluginError; StateError after the first call; UsageError.
        """
        configuration = None if config is None else _configuration(config)
        error = ErrorHandle()
        self._has_plugins = True
        status = c.provider_load_plugin(self._open(), check.path(path, "path"), configuration, byref(error))
        if status:
            raise take_error(status, error)

    def add_plugin(
        self,
        name: str,
        config: Optional[Mapping[str, Any]] = None,
        *,
        refresh: "Union[None, Callable[[], str], Callable[[], Awaitable[str]]]" = None,
        activity: Optional[Callable[[bool, str], Any]] = None,
    ) -> None:
        """Adds a plugin of the library, before the first call: "moya.access-token", "moya.credentials", "moya.logger",
        "moya.activity", "moya.signing" or "moya.retry" (builtin.h has their options).

        refresh     gives a new token, for "moya.access-token", once for all calls that wait: runs on a thread of its own; of
                    an AsyncProvider, it may be a coroutine function, which runs on an event loop that makes calls
        activity    gets True and the target's name when a request begins, False when it ends, for "moya.activity"

        Errors: UsageError; StateError after the first call. A refresh that raises fails the calls with PluginError.
        """
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
        """A function of Python's gets new tokens from now on."""

    def _for_events(self, target: Target) -> Target:
        """The target, which asks for server-sent events unless it says, or the provider does, what is accepted."""
        address_of(target)
        fields = target.headers or ()
        if self._says_accept or any(name.lower() == "accept" for name, _ in fields):
            return target
        return target.replace(headers=(*fields, ("Accept", "text/event-stream")))

    def _begin(self, target: Target, loop: Any = None) -> Any:
        """A call that functions of Python's are asked about: a moya._calls.Call."""
        from ._calls import Call

        self._close_at_exit()
        return Call(self._functions, target, loop)

    def _close_at_exit(self) -> None:
        """For a provider whose library calls functions of Python's."""
        if not self._is_closed_at_exit:
            from ._callbacks import close_at_exit

            close_at_exit(self)
            self._is_closed_at_exit = True

    def _close_now(self) -> None:
        """The end of a provider that is still open when Python ends."""
        if self._handle is not None:
            c.provider_close(self._handle)

    def cancel_all(self) -> None:
        """Every call under way ends with Cancelled. [any thread]"""
        c.provider_cancel_all(self._open())


def _configuration(config: Any) -> bytes:
    if not isinstance(config, Mapping):
        raise check.wrong("config", "a mapping", config)
    import json

    try:
        return json.dumps(dict(config), allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as problem:
        raise UsageError(f"config is not a JSON object: {problem}", Status.ARGUMENT) from None
