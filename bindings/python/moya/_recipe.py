"""Plugins that are given as data: their names, their options, the store that they share, and secrets of the environment.

Options of a provider that have only such plugins are a recipe. They can be pickled, and any process can make a provider
of them. A secret is read where the provider is made, so a recipe has only the name of its variable.
"""

import os
from ctypes import byref, c_char_p, c_int32, c_uint32, c_void_p
from typing import Any, Dict, Iterable, Mapping, Optional, Tuple

from . import _arguments as check
from . import _library as c
from . import _structs
from ._errors import UsageError
from ._library import ErrorHandle
from ._response import take_error
from ._status import Status

#: The options of the library's own plugins that are secrets.
_SECRETS = {"moya.access-token": "token", "moya.credentials": "password", "moya.signing": "secret"}
_SECRET = c.constant("MOYA_OPTION_SECRET")
_ENV, _FILE = "env:", "file:"
#: The module cache stores its responses in a file of its own, next to the file that other modules share.
_CACHE, _CACHE_FILE = b"moya.cache", ".cache"

_module_open = c.declared_waiting("moya_module_open", c_int32, c_char_p, c_uint32, c_void_p, c_void_p)


def add_plugins(provider: Any, plugins: Iterable[Any], shared: Any) -> None:
    """Adds plugins to a provider. Errors: those of BaseProvider.add_plugin and load_plugin; UsageError if `shared` is
    not a text, or if none of the plugins takes it."""
    if shared is not None:
        check.text(shared, "shared")
    is_taken = False
    for plugin in plugins:
        if not isinstance(plugin, (str, os.PathLike, tuple, list)):
            provider._add_plugin(plugin, {})
            continue
        name, config = _name_and_options(plugin)
        if isinstance(name, str) and name.startswith("moya."):
            provider._add_builtin(name, _of_builtin(name, config), None, None)
        else:
            path = check.module(name)
            options, takes = _of_module(path, config, shared)
            provider._load_plugin(path, check.plugin_options(options))
            is_taken = is_taken or takes
    if shared is not None and not is_taken:
        raise UsageError("shared is a store for modules, and no module in plugins takes it", Status.ARGUMENT)


def _name_and_options(plugin: Any) -> "Tuple[Any, Mapping[str, Any]]":
    if not isinstance(plugin, (tuple, list)):
        return plugin, {}
    if len(plugin) != 2 or not isinstance(plugin[0], (str, os.PathLike)) or not isinstance(plugin[1], Mapping):
        raise UsageError("a plugin must be a moya.Plugin, a name, or a pair of a name and a mapping", Status.ARGUMENT)
    return plugin[0], plugin[1]


def _of_builtin(name: str, config: Mapping[str, Any]) -> "Dict[str, Any]":
    secret = _SECRETS.get(name)
    return {
        key: _from_environment(value[len(_ENV) :], f'"{key}" of {name}') if key == secret and _names_variable(value) else value
        for key, value in config.items()
    }


def _of_module(path: bytes, config: Mapping[str, Any], shared: Optional[str]) -> "Tuple[Dict[str, Any], bool]":
    """Returns the options for a module, and whether it takes the store. The library reads the variables of secrets."""
    plugin, kinds = _described(path)
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


def _described(path: bytes) -> "Tuple[Optional[bytes], Dict[str, int]]":
    """Returns the id of the only plugin of a module, and the kinds of its options by name. If the module has several
    plugins, returns nothing, and adding it fails. Errors: PluginError, UsageError."""
    module, error = c_void_p(), ErrorHandle()
    status = _module_open(path, 0, byref(module), byref(error))
    if status:
        raise take_error(status, error)
    assert module.value is not None
    first, second = (c_void_p * 2).from_address(_structs.Module.from_address(module.value).plugins)
    if first is None or second is not None:
        return None, {}
    table = _structs.Plugin.from_address(first)
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
    """Returns the value of a secret option as the library takes it."""
    return {"env": value[len(_ENV) :]} if _names_variable(value) else value


def _from_environment(name: str, what: str) -> str:
    value = os.environ.get(name)
    if value is None:
        raise UsageError(f"{what} names the variable {name}, which the environment does not have", Status.ARGUMENT)
    return value
