"""Sends the calls of a definition's endpoint."""

import threading
from ctypes import CFUNCTYPE, byref, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, List, Optional, Tuple

from . import _library as c
from . import _provider
from ._endpoint import Endpoint
from ._errors import ArgumentError, MoyaError
from ._handle import ErrorHandle, BlockingCallHandle, Handle, ResponseHandle, _as_method
from ._response import Response, take_error
from ._result import Result
from ._status import Status
from ._target import Target
from ._types import Types
from ._values import Arguments

_ARGUMENTS = (c_void_p, c_char_p, c_void_p, c_size_t)
api_parse = c.declared_waiting("moya_api_parse", c_int32, c_void_p, c_char_p, c_size_t, c_void_p, c_void_p)
_release = c.declared("moya_api_release", None, c_void_p)
_call = c.declared_waiting("moya_api_call", c_int32, *_ARGUMENTS, c_void_p, c_void_p, c_void_p)
_call_for = c.declared_waiting("moya_api_call_for", c_int32, *_ARGUMENTS, c_int32, c_void_p, c_void_p, c_void_p)
_enqueue = c.declared_waiting(
    "moya_api_enqueue", c_int32, *_ARGUMENTS, c_void_p, c_uint64, c_uint32, c_void_p, c_void_p, c_void_p
)
_target = c.declared_waiting("moya_api_target", c_int32, *_ARGUMENTS, c_void_p, c_void_p, c_void_p)
#: No value: a parameter without a default is always sent.
_REQUIRED = object()
_USE = CFUNCTYPE(c_int32, c_void_p, c_void_p)


class ApiHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(_release)


class Sender:
    """Sends what the functions of one endpoint are given. `give` answers the result, `respond` the response."""

    def __init__(
        self, endpoint: Endpoint, api: ApiHandle, provider: Any, types: Types, base_url: Optional[str]
    ) -> None:
        self._api, self._provider = api, provider
        self._endpoint, self._name = endpoint.name, endpoint.name.encode()
        document = endpoint.document
        rows = zip(endpoint.parameters, endpoint.standards)
        self._arguments = Arguments(
            endpoint.name,
            [
                (it["name"], it["type"], value if endpoint.may_be_left_out(it) else _REQUIRED, it.get("nullable", False))
                for it, value in rows
            ],
        )
        #: What errors and responses tell of: the endpoint, without the values of a call.
        self._subject = Target(
            base_url, document["path"], document.get("method", "GET"), name=endpoint.name,
            tags=document.get("tags", ()), stub=_stub(document.get("stub")),
        )
        self._result = Result(endpoint, api, self._subject, types)

    # Waiting

    def give(self, values: Tuple[Any, ...]) -> Any:
        return self._result.read(self.respond(values))

    def respond(self, values: Tuple[Any, ...]) -> Response:
        provider = self._provider
        handle = provider._open()  # keeps it until this call has ended
        packed, kept = self._pack(values)
        if provider._functions is not None:
            with provider._begin(self._subject) as call:
                answer: Response = self._shown(
                    call, packed, lambda: provider._send(handle, call.address, call.target, None)
                )
                return answer
        response, error = ResponseHandle(), ErrorHandle()
        given = (self._api, self._name, packed, self._arguments.count)
        if threading.get_ident() != _provider._main_thread:
            status = _call(*given, None, byref(response), byref(error))
        else:
            # In slices, and in a list that can be emptied: as Provider._call_interruptibly.
            own = [BlockingCallHandle()]
            try:
                while True:
                    status = _call_for(*given, _provider._SLICE_MS, byref(own[0]), byref(response), byref(error))
                    if status or not own[0]:
                        break
            except BaseException:
                own.clear()
                raise
        if status:
            raise self._failed(status, error)
        return Response(response, c.response_status(response), self._subject)

    # Awaited

    async def give_later(self, values: Tuple[Any, ...]) -> Any:
        return self._result.read(await self.respond_later(values))

    async def respond_later(self, values: Tuple[Any, ...]) -> Response:
        provider = self._provider
        packed, kept = self._pack(values)
        provider._open()
        if provider._functions is None:
            try:
                response: Response = await provider._send(self._subject, 0, self._enqueues(packed), self._api)
            except MoyaError as error:
                raise _as_argument_error(error) from None
            return response
        handle = provider._open()
        with provider._begin_here(self._subject) as call:

            def enqueue(_: Any, __: int, *rest: Any) -> Any:
                return self._shown(call, packed, lambda: c.provider_enqueue(handle, call.address, *rest))

            answered: Response = await provider._send(self._subject, 0, enqueue, handle)
            return answered

    def _enqueues(self, packed: bytes) -> Callable[..., int]:
        def enqueue(api: ApiHandle, _: int, queue: Any, tag: int, call: Any, error: Any) -> int:
            status: int = _enqueue(
                api, self._name, packed, self._arguments.count, queue, tag, 0, None, call, error
            )
            return status

        return enqueue

    # Both

    def _pack(self, values: Tuple[Any, ...]) -> "Tuple[bytes, List[bytes]]":
        return self._arguments.pack(values)

    def _shown(self, call: Any, packed: bytes, act: Callable[[], Any]) -> Any:
        """What `act` gives while the call has the target that the library made: for providers that ask functions."""
        outcomes: List[Tuple[Any, Optional[BaseException]]] = []

        def use(_: Any, address: int) -> int:
            try:
                call.take(address)
                outcomes.append((act(), None))
            except BaseException as problem:  # ctypes would only print it
                outcomes.append((None, problem))
            return 0

        error = ErrorHandle()
        status = _target(self._api, self._name, packed, self._arguments.count, _USE(use), None, byref(error))
        if status:
            raise self._failed(status, error)
        if not outcomes:
            raise KeyboardInterrupt  # which came before `use` could take it
        given, problem = outcomes.pop()
        try:
            if problem is not None:
                raise problem
            return given
        finally:
            del problem

    def _failed(self, status: int, error: ErrorHandle) -> MoyaError:
        return _as_argument_error(take_error(status, error, self._subject))


def _as_argument_error(error: MoyaError) -> MoyaError:
    """What the library says of arguments."""
    if error.status not in (Status.ARGUMENT, Status.UTF8, Status.NULL):
        return error
    return ArgumentError(str(error), error.status, target=error.target)


def _stub(said: Any) -> Any:
    from ._status import StubBehavior

    if isinstance(said, dict):
        return StubBehavior.DELAYED
    return {"never": StubBehavior.NEVER, "immediate": StubBehavior.IMMEDIATE}.get(said, StubBehavior.DEFAULT)
