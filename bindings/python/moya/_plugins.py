"""Adds plugins to providers. When the library calls a hook of a moya.Plugin, this module runs the hook.

If all plugins of a provider are given as names and options, the provider's options are a recipe: they can be pickled,
and any process can make a provider from them. A recipe names the environment variables that contain secrets. The
process that makes the provider reads these variables.
"""

import ctypes
import os
import weakref
from ctypes import CFUNCTYPE, byref, c_bool, c_char_p, c_int32, c_uint32, c_void_p
from itertools import count
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple

from . import _arguments as check
from . import _library as c
from . import _structs
from ._callbacks import Table, Wait, address
from ._errors import StateError, UsageError
from ._library import ErrorHandle
from ._plugin import HOOKS, Plugin, PluginCall
from ._response import take_error
from ._status import Status

#: The options of the library's own plugins that are secrets.
_SECRETS = {"moya.access-token": "token", "moya.credentials": "password", "moya.signing": "secret"}
_SECRET = c.constant("MOYA_OPTION_SECRET")
_ENV, _FILE = "env:", "file:"
#: The module `cache` needs a file of its own. The name of this file is that of the file which the modules share,
#: followed by this suffix.
_CACHE, _CACHE_FILE = b"moya.cache", ".cache"
_WAITS, _PENDING = c.constant("MOYA_PLUGIN_WAITS"), c.constant("MOYA_HOOK_PENDING")
_NO_RETRY = c.constant("MOYA_RETRY_NONE")
_DISABLED, _ANY_FILE = c.constant("MOYA_USE_DISABLED"), c.constant("MOYA_USE_ANY_FILE")
#: The arguments of add_plugin and of load_plugin that say how a provider uses a plugin.
_OF_CLASSES = ("name", "only_tag", "not_tag", "max_wait", "disabled")
_OF_MODULES = (*_OF_CLASSES, "id", "any_file")
#: The hooks that may be coroutine functions.
_AWAITED = ("prepare", "sign", "process")

_module_open = c.declared_waiting("moya_module_open", c_int32, c_char_p, c_uint32, c_void_p, c_void_p)
_enable = c.declared("moya_provider_enable", c_int32, c_void_p, c_char_p, c_bool, c_void_p)
_use = c.declared_waiting("moya_provider_use", c_int32, c_void_p, c_void_p, c_void_p)


# ── Adding ────────────────────────────────────────────────────────────────────────────────────────────────────────────

def add(provider: Any, plugin: Any, given: Mapping[str, Any]) -> None:
    """Adds a moya.Plugin to a provider. `given` contains the arguments of add_plugin. Errors: those of
    BaseProvider.add_plugin."""
    if not isinstance(plugin, Plugin):
        raise check.wrong("a plugin", "a moya.Plugin", plugin)
    if plugin._is_added and not provider._is_stand_in:
        kind = type(plugin).__name__
        raise UsageError(f"this {kind} is the plugin of a provider already; make another {kind}", Status.ARGUMENT)
    fields = _fields("add_plugin", given, _OF_CLASSES)
    handle = provider._open()
    running_loop = None if provider._running_loop is None else weakref.WeakMethod(provider._running_loop)
    seat = Seat(plugin, str(given.get("name") or getattr(plugin, "id", "")), handle.value, running_loop)
    if provider._is_stand_in:
        seat.table.close = None  # the provider for which this one stands in closes the plugin
    _seats[seat.number] = seat
    try:
        _add(provider, plugin=ctypes.addressof(seat.table), config=seat.config(), **fields)
    except BaseException:
        _seats.pop(seat.number, None)
        raise
    object.__setattr__(plugin, "_is_added", True)  # this works for a frozen dataclass too
    provider._keep_plugin(plugin)


def load(provider: Any, path: bytes, configuration: Optional[bytes], given: Mapping[str, Any]) -> None:
    """Adds a plugin of a module to a provider. `given` contains the arguments of load_plugin. Errors: those of
    BaseProvider.load_plugin."""
    fields = _fields("load_plugin", given, _OF_MODULES)
    provider._has_plugins = True
    _add(provider, path=path, config=configuration, **fields)


def hold(handle: Any) -> None:
    """Holds a reference to a closed provider until the coroutines of its hooks have ended. Until then, they may read
    their calls."""
    for seat in list(_seats.values()):
        if seat.provider == handle.value:
            for wait in list(seat.waits.values()):
                wait.provider = handle


def enable(provider: Any, name: str, on: bool) -> None:
    """Turns a plugin of a provider on or off. Errors: those of BaseProvider.enable_plugin."""
    error = ErrorHandle()
    status = _enable(provider._open(), check.text(name, "name"), bool(on), byref(error))
    if status:
        raise take_error(status, error)


def _fields(taker: str, given: Mapping[str, Any], known: Iterable[str]) -> "Dict[str, Any]":
    """Returns the fields of a moya_plugin_use that the arguments of a function set. Errors: UsageError; TypeError for
    an unknown argument."""
    for name in given:
        if name not in known:
            raise check.unknown(taker, name, known)
    return {
        **{name: check.optional_text(given.get(name), name) for name in ("id", "name", "only_tag", "not_tag")},
        "wait_ms": check.milliseconds(given.get("max_wait"), "max_wait"),
        "flags": _DISABLED * bool(given.get("disabled")) | _ANY_FILE * bool(given.get("any_file")),
    }


def _add(provider: Any, **fields: Any) -> None:
    use = _structs.PluginUse(size=ctypes.sizeof(_structs.PluginUse), **fields)
    handle, error = provider._open(), ErrorHandle()
    status = _use(handle, byref(use), byref(error))
    if status:
        raise take_error(status, error)


# ── Plugins that are given as data ────────────────────────────────────────────────────────────────────────────────────

def add_plugins(provider: Any, plugins: Iterable[Any], shared: Any) -> None:
    """Adds plugins to a provider. `shared` is the place where the modules store what they share, for example
    "file:PATH". Errors: those of BaseProvider.add_plugin and load_plugin; UsageError if `shared` is not a text, or if
    no module uses it."""
    if shared is not None:
        check.text(shared, "shared")
    is_taken = False
    for element in plugins:
        plugin, options, use = _parts(element)
        if not isinstance(plugin, (str, os.PathLike)):
            provider._add_plugin(plugin, use)
        elif isinstance(plugin, str) and plugin.startswith("moya."):
            if use:
                raise UsageError(f"{plugin} is a plugin of the library, which has no {min(use)}", Status.ARGUMENT)
            provider._add_builtin(plugin, _of_builtin(plugin, options), None, None)
        else:
            path = check.module(plugin)
            given, takes = _of_module(path, options, shared, use)
            provider._load_plugin(path, check.plugin_options(given, plugin), use)
            is_taken = is_taken or takes
    if shared is not None and not is_taken:
        raise UsageError("shared is a store for modules, and no module in plugins takes it", Status.ARGUMENT)


def _parts(element: Any) -> "Tuple[Any, Mapping[str, Any], Mapping[str, Any]]":
    """Returns a plugin, its options, and the arguments of load_plugin or add_plugin."""
    if not isinstance(element, (tuple, list)):
        return element, {}, {}
    plugin, *mappings = element or (None,)
    most = 2 if isinstance(plugin, (str, os.PathLike)) else 1 if isinstance(plugin, Plugin) else 0
    if not 1 <= len(mappings) <= most or not all(isinstance(it, Mapping) for it in mappings):
        wanted = "(name, options), (name, options, arguments of load_plugin) or (plugin, arguments of add_plugin)"
        raise UsageError(f"a tuple in plugins must be {wanted}; options and arguments are mappings", Status.ARGUMENT)
    if most == 1:
        return plugin, {}, mappings[0]
    return plugin, mappings[0], mappings[1] if mappings[1:] else {}


def _of_builtin(name: str, config: Mapping[str, Any]) -> "Dict[str, Any]":
    secret = _SECRETS.get(name)
    return {
        key: _from_environment(value[len(_ENV) :], f'"{key}" of {name}') if key == secret and _names_variable(value) else value
        for key, value in config.items()
    }


def _of_module(
    path: bytes, config: Mapping[str, Any], shared: Optional[str], use: Mapping[str, Any]
) -> "Tuple[Dict[str, Any], bool]":
    """Returns the options for a module, and whether the module uses `shared` as its store. If a secret is given as the
    name of an environment variable, the option contains only this name. The library reads the variable."""
    plugin, kinds = _described(path, use)
    options = {name: _secret(value) if kinds.get(name) == _SECRET else value for name, value in config.items()}
    if shared is None:
        return options, False
    if kinds.get("store") == _SECRET:
        options.setdefault("store", _secret(shared))
        return options, True
    if plugin != _CACHE:
        return options, False
    place = _from_environment(shared[len(_ENV) :], "shared") if _names_variable(shared) else shared
    if place.startswith(_FILE):
        options.setdefault("file", place[len(_FILE) :] + _CACHE_FILE)
    return options, place.startswith(_FILE)


def _described(path: bytes, use: Mapping[str, Any]) -> "Tuple[Optional[bytes], Dict[str, int]]":
    """Returns the id of a module's plugin, and the kinds of its options by name. `use` contains the arguments of
    load_plugin, which choose the plugin. If they do not choose exactly one plugin, returns None and no kinds, because
    load_plugin will fail. Errors: PluginError, UsageError."""
    fields = _fields("load_plugin", use, _OF_MODULES)
    module, error = c_void_p(), ErrorHandle()
    status = _module_open(path, fields["flags"] & _ANY_FILE, byref(module), byref(error))
    if status:
        raise take_error(status, error)
    assert module.value is not None
    place, tables = _structs.Module.from_address(module.value).plugins, []
    while (table_at := c_void_p.from_address(place).value) is not None:
        tables.append(_structs.Plugin.from_address(table_at))
        place += ctypes.sizeof(c_void_p)
    found = [it for it in tables if fields["id"] in (None, it.id)]
    if len(found) != 1:
        return None, {}
    table = found[0]
    kinds: Dict[str, int] = {}
    place = table.options
    while place:
        option = _structs.Option.from_address(place)
        if option.name is None:
            break
        kinds[option.name.decode()] = option.kind
        place += table.option_size
    return table.id, kinds


def _names_variable(value: Any) -> bool:
    return isinstance(value, str) and value.startswith(_ENV)


def _secret(value: Any) -> Any:
    """Returns the value of a secret option as the library takes it: {"env": "NAME"} for "env:NAME"."""
    return {"env": value[len(_ENV) :]} if _names_variable(value) else value


def _from_environment(name: str, what: str) -> str:
    value = os.environ.get(name)
    if value is None:
        raise UsageError(f"{what} names the variable {name}, which the environment does not have", Status.ARGUMENT)
    return value


# ── Between the library and classes of Python ─────────────────────────────────────────────────────────────────────────


class Seat:
    """The place of a plugin in a provider.

    Invariant: the provider and its calls own the plugin, and the library has only the number of the seat. So even if a
    plugin holds a reference to its provider, Python frees both.
    """

    def __init__(self, plugin: Plugin, name: str, provider: Any, running_loop: Any) -> None:
        """`provider` is the address of the provider's C object."""
        self.plugin, self.name, self.provider, self.running_loop = weakref.ref(plugin), name, provider, running_loop
        self.states: Dict[int, Any] = {}
        self.waits: Dict[int, Wait] = {}
        self.number = next(_numbers)
        self.host: Any = None
        self.tasks: Any = None
        hooks = {hook: getattr(type(plugin), hook) for hook in HOOKS}
        self.awaited = {hook for hook, function in hooks.items() if check.is_coroutine_function(function)}
        kind = type(plugin).__name__
        self._check(kind)
        #: The function with which the library makes the instance. It must live as long as the moya_plugin, which
        #: contains its address.
        self.create: Any = _prototype("create")(self._on_create)
        self.table = _structs.Plugin(
            size=ctypes.sizeof(_structs.Plugin),
            option_size=ctypes.sizeof(_structs.Option),
            flags=_WAITS if self.awaited else 0,
            id=check.text(getattr(plugin, "id", None), f"{kind}.id"),
            version=check.text(plugin.version, f"{kind}.version"),
            about=check.optional_text(plugin.about, f"{kind}.about"),
            create=address(self.create),
            destroy=_ADDRESSES["destroy"],
            release_slot=_ADDRESSES["release_slot"],
        )
        for hook, function in hooks.items():
            if function is not getattr(Plugin, hook):
                setattr(self.table, hook, _ADDRESSES[hook])
        headers = [check.text(it, f"a name in {kind}.secret_headers") for it in check.texts_of(plugin, "secret_headers")]
        self.secret_headers = (c_char_p * (len(headers) + 1))(*headers)
        self.table.secret_headers = ctypes.addressof(self.secret_headers)
        # The library hides the values of options that are secrets.
        self.secrets = {f"secret_{index}": text for index, text in enumerate(check.texts_of(plugin, "secrets"))}
        for text in self.secrets.values():
            check.text(text, f"a text in {kind}.secrets")
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
        """Runs a hook that returns nothing. Errors: those of the hook."""
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
        call._last_owner, call._last_state = owner, call.state
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
#: The seats by their numbers. In C, the number of a seat is the instance of the plugin. A seat stays here until the
#: library destroys the instance.
_seats: Dict[int, Seat] = {}
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
        except BaseException:  # otherwise ctypes would return 0, and the call would continue without the hook
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


#: The C functions that the library calls for each plugin. They get the number of the plugin's seat.
_FUNCTIONS: Dict[str, Any] = {
    **{hook: _prototype(hook)(_answering(hook)) for hook in ("prepare", "sign", "process")},
    **{hook: _prototype(hook)(_notified(hook)) for hook in ("will_send", "did_receive")},
    "should_retry": _prototype("should_retry")(_on_should_retry),
    "close": _prototype("close")(_on_close),
    "release_slot": _prototype("release_slot")(_on_release_slot),
    # `_seats.pop` has no bytecode, so no signal handler interrupts it. It also runs while Python ends, when the names
    # of this module are gone.
    "destroy": _prototype("destroy")(_seats.pop),
}
for _function in _FUNCTIONS.values():
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_function))  # the library may call them when this module is gone
_ADDRESSES = {hook: address(function) for hook, function in _FUNCTIONS.items()}
