"""Contains the base class of the blocking provider and of the provider for event loops. Each owns a provider of the
library, with its options and plugins."""

import os
import warnings
import weakref
from contextvars import ContextVar
from ctypes import byref
from typing import Any, Awaitable, Callable, Iterable, List, Mapping, NoReturn, Optional, Tuple, TypeVar, Union, overload

import moya

from . import _arguments as check
from . import _library as c
from ._cookies import Cookies
from ._errors import StateError, UsageError
from ._library import ErrorHandle, ProviderHandle
from ._options import Options, add_functions, lower_options, reusable, says_accept
from ._response import take_error
from ._status import Status
from ._target import Target, address_of
from ._threads import serves_any_thread


# ── Which interceptions are active ────────────────────────────────────────────────────────────────────────────────────

#: All interceptions (moya.testing) that are active. While this list is empty, calls do not look for one.
active: List[Any] = []
#: The active interceptions whose scope is "process". The newest is the last.
everywhere: List[Any] = []
#: The interception with the scope "context" that this context has entered last.
here: "ContextVar[Optional[Any]]" = ContextVar("moya interception", default=None)


def current() -> Any:
    """Returns the interception to which a call in this context goes, or None."""
    own = here.get()
    if own is not None and own in active:
        return own
    return everywhere[-1] if everywhere else None


# ── Providers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class BaseProvider:
    #: The library's provider; None after it was closed. Each call holds a reference to it while the call is in the
    #: library, so the provider is destroyed only after the last call has returned.
    _handle: Optional[ProviderHandle] = None
    #: In an AsyncProvider: a function that returns a running event loop on which calls were made, or None if there is
    #: no such loop. In a Provider: None.
    _running_loop: Any = None
    #: Whether a call was made, or a moya.Plugin was added. Before that, the provider holds nothing that must be closed.
    _is_used = False
    #: Whether a plugin was added. A plugin may ask for another attempt after a wait, so even a stub may take time.
    _has_plugins = False
    #: A moya._calls.Functions if each call runs Python functions.
    _functions: Any = None
    _is_closed_at_exit = False
    #: Whether the provider's header fields include Accept.
    _says_accept = False
    #: Whether this provider is a stand-in, which makes another provider's calls while an interception (testing) is
    #: active.
    _is_stand_in = False
    #: The options, and the plugins that were added later: for each, the function that added it and its arguments. A
    #: stand-in (see _is_stand_in) gets the same options and plugins.
    _options: Options
    _added: "Tuple[Tuple[str, Tuple[Any, ...]], ...]" = ()
    #: The class of a stand-in: Provider or AsyncProvider. A stand-in never has the class of a program's subclass, whose
    #: __init__ may take other arguments.
    _base: Any = None

    def __init__(self, pump: int, options: Options) -> None:
        self._options = options = reusable(options)
        given, kept = lower_options(pump, type(self).__name__, self._running_loop is not None, options)
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
        if given.log or self._functions is not None or not serves_any_thread:
            self._close_at_exit()
        try:
            if "plugins" in options or options.get("shared") is not None:
                self._add_plugins(options.get("plugins", ()), options.get("shared"))
        except BaseException:
            self._handle = None  # nothing was sent
            raise

    def __del__(self, _warn: Any = warnings.warn) -> None:
        if self._handle is not None:
            self._handle = None
            if self._is_used and not self._is_stand_in:
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
        return Cookies(self._acting() if active else self)

    def _open(self) -> ProviderHandle:
        handle = self._handle
        if handle is None:
            raise StateError(f"this {type(self).__name__} is closed", Status.STATE)
        return handle

    def _acting(self: "Base") -> "Base":
        """Returns the provider that makes the calls now: while an interception is active, the stand-in for this
        provider. Unless `active` is empty, every function that sends a request calls this first. Errors: StateError if
        this provider is closed."""
        interception = None if self._is_stand_in else current()
        it: "Base" = self if interception is None else interception.stand_in(self)
        return it

    def _stand_ins(self) -> "List[Any]":
        """Returns the stand-ins for this provider that exist."""
        return [it for it in (each.known_stand_in(self) for each in active) if it is not None]

    def load_plugin(
        self,
        path: "Union[str, os.PathLike[str]]",
        config: Optional[Mapping[str, Any]] = None,
        *,
        id: Optional[str] = None,
        name: Optional[str] = None,
        only_tag: Optional[str] = None,
        not_tag: Optional[str] = None,
        max_wait: Optional[float] = None,
        disabled: bool = False,
        any_file: bool = False,
    ) -> None:
        """Loads a module, which is a shared object, and adds one of its plugins. Add plugins before the first call.

        path        a path with a slash, or any os.PathLike. The library looks for a text without a slash in the folders
                    for plugins (plugins.h)
        config      the options of the plugin. They become a JSON object. None: {}
        id          the id of a plugin of the module; None: the only plugin of the module
        name        what the provider calls the plugin; None: its id. Two plugins of one provider have different names
        only_tag    its hooks run only for targets with this tag; None: for all targets
        not_tag     its hooks do not run for targets with this tag; None: no target is excluded
        max_wait    the most seconds that a hook may wait. If it waits longer, the call fails with a PluginError. None:
                    only the timeout of the call counts
        disabled    the plugin has no effect until enable_plugin turns it on. Default: False
        any_file    the file may belong to another user, and others may be able to write it. Default: False

        Errors: PluginError; StateError after the first call; UsageError.
        """
        configuration = None if config is None else check.plugin_options(config, path)
        use = {
            "id": id, "name": name, "only_tag": only_tag, "not_tag": not_tag, "max_wait": max_wait, "disabled": disabled,
            "any_file": any_file,
        }
        self._add("_load_plugin", check.module(path), configuration, use)

    def _load_plugin(self, path: bytes, configuration: Optional[bytes], use: Mapping[str, Any]) -> None:
        from ._plugins import load

        load(self, path, configuration, use)

    def enable_plugin(self, name: str, on: bool = True) -> None:
        """Turns a plugin on or off for calls that begin after this function. `name` is the name of the plugin in this
        provider. Calls under way use the plugins with which they began. Errors: UsageError if the provider has no
        plugin with this name; StateError if the provider is closed. [any thread]"""
        others = [it for it in self._added if it[0] != "_enable_plugin" or it[1][0] != name]
        self._add("_enable_plugin", name, on)
        self._added = (*others, self._added[-1])

    def _enable_plugin(self, name: str, on: bool) -> None:
        from ._plugins import enable

        enable(self, name, on)

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
        disabled: bool = False,
    ) -> None: ...

    def add_plugin(
        self, plugin: "Union[str, moya.Plugin]", config: Optional[Mapping[str, Any]] = None, **given: Any
    ) -> None:
        """Adds a moya.Plugin, or a plugin of the library: "moya.access-token", "moya.credentials", "moya.logger",
        "moya.activity", "moya.signing" or "moya.retry". Add plugins before the first call.

        For a moya.Plugin:

        name        what the provider calls it; None: its id. Two plugins of one provider have different names
        only_tag    its hooks run only for targets with this tag; None: for all targets
        not_tag     its hooks do not run for targets with this tag; None: no target is excluded
        max_wait    the most seconds for a hook that is a coroutine function. If the hook takes longer, the call fails
                    with a PluginError. None: only the timeout of the call counts
        disabled    the plugin has no effect until enable_plugin turns it on. Default: False

        For a plugin of the library, whose `config` builtin.h explains:

        refresh     for "moya.access-token": returns a new token, once for all calls that wait for it. It runs on a new
                    thread. For an AsyncProvider it may be a coroutine function, which runs on an event loop that makes
                    calls
        activity    for "moya.activity": called with True and the target's name when a request starts, and with False
                    and the name when the request ends

        Errors: UsageError; TypeError for a coroutine function that nothing awaits; PluginError; StateError after the
        first call. If `refresh` raises an exception, the calls that wait for the token fail with a PluginError.
        """
        if isinstance(plugin, str):
            for argument in given:
                if argument not in _OF_BUILTINS:
                    raise check.unknown("add_plugin", argument, _OF_BUILTINS)
            self._add("_add_builtin", plugin, config, given.get("refresh"), given.get("activity"))
            return
        if config is not None:
            raise UsageError("config is for a plugin of the library; a moya.Plugin has arguments", Status.ARGUMENT)
        self._add("_add_plugin", plugin, given)

    def _add(self, function: str, *given: Any) -> None:
        """Adds a plugin to this provider and to its stand-ins (_is_stand_in). `function` is the name of one of the
        methods below, which gets `given`."""
        for it in (self, *self._stand_ins()):
            getattr(it, function)(*given)
        self._added = (*self._added, (function, given))

    def _add_plugin(self, plugin: "moya.Plugin", given: Mapping[str, Any]) -> None:
        from ._plugins import add

        add(self, plugin, given)

    def _add_plugins(self, plugins: Any, shared: Any) -> None:
        """Adds the plugins of the options `plugins` and `shared`. Errors: those of add_plugin and load_plugin."""
        if not isinstance(plugins, Iterable) or isinstance(plugins, (str, bytes, Mapping)):
            raise check.wrong("plugins", "a list of plugins", plugins)
        from ._plugins import add_plugins

        add_plugins(self, plugins, shared)

    def _keep_plugin(self, plugin: "moya.Plugin") -> None:
        if self._functions is None:
            from ._calls import Functions

            self._functions = Functions()
        self._functions.plugins.append(plugin)
        self._has_plugins = True
        self._is_used = True  # the plugin's `close` must run
        self._close_at_exit()

    def _add_builtin(self, name: str, config: Any, refresh: Any, activity: Any) -> None:
        configuration = None if config is None else check.plugin_options(config, name)
        functions, error, text = None, ErrorHandle(), check.text(name, "name")
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
        status = c.provider_add_builtin(handle, text, configuration, address, byref(error))
        if status:
            raise take_error(status, error)
        if refresh is not None:
            self._begins_refreshes()

    def _begins_refreshes(self) -> None:
        """Runs when a plugin is added whose `refresh` is a Python function. A subclass may override this method."""

    def _for_events(self, target: Target) -> Target:
        """Returns the target with the header field `Accept: text/event-stream`. If the target or the provider has a
        field Accept, returns the target unchanged."""
        address_of(target)
        fields = target.headers or ()
        if self._says_accept or any(name.lower() == "accept" for name, _ in fields):
            return target
        return target.replace(headers=(*fields, ("Accept", "text/event-stream")))

    def _begin(self, target: Target, loop: Any = None) -> Any:
        """Makes a moya._calls.Call: a call that runs Python functions."""
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
        for it in self._stand_ins():
            it.release()
        self._handle = None

    def cancel_all(self) -> None:
        """Ends every call in flight with Cancelled. [any thread]"""
        for it in (self, *self._stand_ins()):
            c.provider_cancel_all(it._open())


Base = TypeVar("Base", bound=BaseProvider)
#: The arguments of add_plugin that are only for plugins of the library.
_OF_BUILTINS = ("refresh", "activity")
