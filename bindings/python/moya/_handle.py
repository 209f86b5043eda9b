"""The library's provider and its life: what the blocking and the asyncio form share."""

import ctypes
import json
import os
import warnings
from typing import Any, Mapping, Optional

from . import _library as c
from ._errors import StateError, UsageError, take_error
from ._lower import text
from ._options import Options, lower_options
from ._status import Status


class Handle:
    _handle: Optional[int] = None

    def __init__(self, pump: int, options: Options) -> None:
        handle, error = ctypes.c_void_p(), ctypes.c_void_p()
        given = lower_options(pump, **options)
        status = c.provider_create(ctypes.byref(given), ctypes.byref(handle), ctypes.byref(error))
        if status:
            raise take_error(status, error.value)
        self._handle = handle.value

    def __del__(self, _warn: Any = warnings.warn) -> None:
        if self._handle is not None:
            _warn(f"unclosed {self!r}", ResourceWarning, source=self)
            self._destroy()

    def __repr__(self) -> str:
        return f"<moya.{type(self).__name__}{' closed' if self._handle is None else ''}>"

    @property
    def closed(self) -> bool:
        return self._handle is None

    def _open(self) -> int:
        if self._handle is None:
            raise StateError(f"this {type(self).__name__} is closed", Status.STATE)
        return self._handle

    def _destroy(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            c.provider_destroy(handle)

    def load_plugin(self, path: "str | os.PathLike[str]", config: Optional[Mapping[str, Any]] = None) -> None:
        """Loads a shared object and adds its plugin, before the first call. `config` becomes a JSON object.

        Errors: PluginError; StateError after the first call.
        """
        try:
            configuration = None if config is None else json.dumps(config)
        except (TypeError, ValueError, RecursionError) as problem:
            raise UsageError(f"config is not a JSON object: {problem}", Status.ARGUMENT) from None
        error = ctypes.c_void_p()
        status = c.provider_load_plugin(
            self._open(), text(os.fspath(path), "path"), text(configuration, "config"), ctypes.byref(error)
        )
        if status:
            raise take_error(status, error.value)

    def cancel_all(self) -> None:
        """Every call under way ends with Cancelled."""
        c.provider_cancel_all(self._open())
