"""What the endpoint of a definition answers, as Python's values."""

import ctypes
from ctypes import byref, c_char_p, c_int32, c_void_p
from typing import Any

from . import _library as c
from . import _structs
from ._endpoint import Endpoint
from ._errors import KeyPathError
from ._handle import ErrorHandle, Handle, _as_method
from ._response import Response, take_error
from ._status import Status
from ._target import Target
from ._types import Types

_result = c.declared("moya_api_result", c_void_p, c_void_p, c_char_p, c_void_p)
decode = c.declared_waiting(
    "moya_response_decode", c_int32, c_void_p, c_char_p, c_void_p, c_void_p, ctypes.c_uint32, c_void_p, c_void_p
)


class ArenaHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(c.declared("moya_arena_release", None, c_void_p))


class Result:
    """What the definition says of one endpoint's result; its table belongs to the API."""

    def __init__(self, endpoint: Endpoint, api: Handle, subject: Target, types: Types) -> None:
        words, key_path = endpoint.result
        said = endpoint.document.get("result")
        dates = said.get("dates") if isinstance(said, dict) else None
        self._api, self._endpoint, self._subject = api, endpoint.name, subject
        self._is_optional, self._key_path = words.endswith("?"), key_path
        self._reader = types.reader(words.rstrip("?"), dates) if words else None
        self._type = _result(api, endpoint.name.encode(), None) if words else None
        self._size = _structs.Type.from_address(self._type).struct_size if self._type else 0

    def read(self, response: Response) -> Any:
        """The result in the response. Errors: StatusError, KeyPathError, JSONError."""
        response.raise_for_status()
        if self._is_optional and self._is_absent(response):
            return None
        self._check(response)
        try:
            value = response.json(self._key_path)
            return value if self._reader is None else self._reader(value)
        except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as problem:
            # The library has checked the body: what is left is what Python has no value for, as a date before the year 1.
            raise KeyPathError(
                f"{self._endpoint}: Python has no value for the result: {problem}", Status.JSON_TYPE,
                target=self._subject, response=response,
            ) from None

    def _is_absent(self, response: Response) -> bool:
        try:
            return response.json(self._key_path) is None
        except KeyPathError:
            return True
        except ValueError:
            return not response.content.strip()

    def _check(self, response: Response) -> None:
        """Whether the body has the result's type: the library says so, with its place if not."""
        room, arena, error = ctypes.create_string_buffer(self._size), ArenaHandle(), ErrorHandle()
        status = decode(
            response._handle, self._key_path.encode(), self._type, room, 0, byref(arena), byref(error)
        )
        if status:
            raise take_error(status, error, self._subject, response, about=f"{self._endpoint}: ")
