"""Makes a Python function for an endpoint of a definition, with parameters, annotations, defaults and a docstring. Also
sends the calls of the endpoint and makes their results."""

import copy
import ctypes
import keyword
import os
import threading
from ctypes import CFUNCTYPE, byref, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, TypedDict, Union

import moya  # for annotations

from . import _arguments as check
from . import _library as c
from . import _provider, _structs
from ._base_provider import active
from ._errors import ArgumentError, KeyPathError, MoyaError
from ._library import BlockingCallHandle, ErrorHandle, Handle, ResponseHandle, _as_method
from ._lower import put_headers, set_timeout
from ._response import Response, take_error
from ._status import Status
from ._target import Target
from ._threads import greenlets, inside, interrupts, raise_interrupt
from ._types import NOT_GIVEN, Arguments, Types, type_of
from ._values import Timeouts
from ._watch import Watch, watch_of

#: The name that the functions made here use for their Sender. No parameter has this name.
_SENDS = "__moya_sends__"
#: No parameter has one of these names. `self` is one of them, because in the stub files of `moya python` the functions
#: are methods with the same parameters.
_RESERVED = {*keyword.kwlist, "__debug__", "self", _SENDS}


def python_names(names: Iterable[str], taken: Iterable[str] = _RESERVED) -> Dict[str, str]:
    """Maps names in Python to the names in a definition. A name that is a Python keyword gets a `_` at the end, as PEP
    8 says."""
    made: Dict[str, str] = {}
    refused = {*taken, *_RESERVED}
    for name in names:
        own = name
        while own in made or own in refused:
            own += "_"
        made[own] = name
    return made


class Endpoint:
    """One endpoint of a definition that the library has checked."""

    def __init__(self, api: str, name: str, document: Mapping[str, Any], types: Types) -> None:
        self.name, self.document, self._api, self._types = name, document, api, types
        self.parameters: List[Mapping[str, Any]] = document.get("parameters", [])
        self.standards = [_standard(it, types) for it in self.parameters]
        #: The kinds of bodies ("field", "part" …) from which a call chooses one.
        self._bodies = {place for it in self.parameters if isinstance(it["in"], list) for place in it["in"]}

    @property
    def result(self) -> "Tuple[str, str]":
        """Returns the type of the result as the definition writes it, for example "[repo]", and the key path of the
        result. The type is "" if the definition names no result."""
        found = self.document.get("result", "")
        return type_of(found), found.get("at", "") if isinstance(found, dict) else ""

    def function(self, sends: Callable[[Tuple[Any, ...]], Any], result: Any, *, is_async: bool) -> Callable[..., Any]:
        """Makes a function whose signature has the parameters of the endpoint, so Python itself assigns arguments to
        parameters. The function passes the values to `sends`, in the order of the parameters."""
        own = {name: it for it, name in zip(self.parameters, self._own_names())}
        positional: List[str] = []
        named: List[str] = []
        for name, it in own.items():
            is_free = self.may_be_left_out(it)
            # A parameter without a default cannot follow a parameter with a default. So it becomes keyword-only, and so
            # do all that follow.
            if named or not is_free and any("=" in earlier for earlier in positional):
                named.append(f"{name}=None" if is_free else name)
            else:
                positional.append(f"{name}=None" if is_free else name)
        declared = ", ".join([*positional, *(["*", *named] if named else [])])
        (python_name,) = python_names([self.name])
        gives = f"{'await ' if is_async else ''}{_SENDS}(({''.join(f'{name}, ' for name in own)}))"
        names: Dict[str, Any] = {_SENDS: sends, "__name__": "moya"}
        # The library has checked that the names consist of letters, digits and `_`.
        exec(f"{'async ' if is_async else ''}def {python_name}({declared}):\n    return {gives}", names)
        function: Any = names[python_name]
        standards = {name: value for (name, it), value in zip(own.items(), self.standards) if self.may_be_left_out(it)}
        by_name = {text.partition("=")[0] for text in named}
        function.__defaults__ = tuple(value for name, value in standards.items() if name not in by_name)
        function.__kwdefaults__ = {name: value for name, value in standards.items() if name in by_name} or None
        function.__annotations__ = {name: self._annotation(it) for name, it in own.items()}
        function.__annotations__["return"] = result
        function.__qualname__ = f"{self._api}.{python_name}"
        return function  # type: ignore[no-any-return]

    def _own_names(self) -> List[str]:
        by_definition = {name: own for own, name in python_names(it["name"] for it in self.parameters).items()}
        return [by_definition[it["name"]] for it in self.parameters]

    def may_be_left_out(self, it: Mapping[str, Any]) -> bool:
        is_of_some_bodies = isinstance(it["in"], list) and len(it["in"]) < len(self._bodies)
        return "default" in it or it["type"].endswith("?") or is_of_some_bodies

    def _annotation(self, it: Mapping[str, Any]) -> Any:
        """Returns the annotation of a parameter. It allows None if a call chooses one of several bodies, and only some
        of them have the parameter. A caller that chooses another body passes None."""
        words = type_of(it)
        is_free = self.may_be_left_out(it) and "default" not in it
        return self._types.annotation(f"{words}?" if is_free and words[-1] != "?" else words)

    def annotation(self) -> Any:
        """Returns the annotation of the result."""
        words, _ = self.result
        return self._types.annotation(words) if words else Response

    def docstring(self, own: bool = True) -> str:
        """Returns a docstring from the definition. If `own` is set, it describes the function that returns the result.
        Otherwise it describes the function that returns the response."""
        document = self.document
        about = document.get("description", "")
        request = f"{document.get('method', 'GET')} {document['path']}"
        lines = [about, "", request] if about else [request]
        if document.get("deprecated"):
            lines += ["", "Deprecated."]
        if self.parameters:
            lines.append("")
        for it, name, standard in zip(self.parameters, self._own_names(), self.standards):
            else_ = "" if standard is None or standard is NOT_GIVEN else f"; {standard!r} without it"
            null = ", or null" if it.get("nullable") else ""
            lines.append(f"{name}: {it['type']}{null}, {_place(it)}{else_}")
            if it.get("description"):
                lines.append(f"    {it['description']}")
        words, at = self.result
        if not words:
            lines += ["", "Returns the moya.Response, whatever its status."]
        elif not own:
            lines += ["", "Returns the moya.Response. A status that is not a success raises StatusError."]
        else:
            lines += ["", f"Returns {words}" + (f", at {at!r} of the body." if at else ", the body.")]
            lines += self._types.described(words)
        of_status, of_result = ", StatusError" if words else "", ", KeyPathError, JSONError" if words and own else ""
        lines += ["", f"Errors: ArgumentError{of_status}{of_result}, MoyaError."]
        return "\n".join(lines)


def _standard(it: Mapping[str, Any], types: Types) -> Any:
    """Returns the default value of a parameter. If a call has this value, the parameter is not sent."""
    if "default" not in it and it.get("nullable"):
        return NOT_GIVEN
    return types.standard(it["type"], it.get("default"))


#: How the docstring names the place of a parameter, and what stands before the name that is sent.
_PLACES = {
    "path": ("in the path", ""), "query": ("in the query", "as"), "header": ("the header field", ""),
    "form": ("in the form", "as"), "field": ("in the JSON body", "at"), "body": ("the body", ""),
    "part": ("a part of the form", "as"),
}


def _place(it: Mapping[str, Any]) -> str:
    if isinstance(it["in"], list):
        return " or ".join(_place({**it, "in": place}) for place in it["in"])
    place, word = _PLACES[it["in"]]
    key = it.get("key", it["name"])
    if it["in"] == "header":
        return f"{place} {key!r}"
    return place if key == it["name"] else f"{place} {word} {key!r}"


# ── Sending the calls ─────────────────────────────────────────────────────────────────────────────────────────────────

_ARGUMENTS = (c_void_p, c_char_p, c_void_p, c_size_t)
api_parse = c.declared_waiting("moya_api_parse", c_int32, c_void_p, c_char_p, c_size_t, c_void_p, c_void_p)
_release = c.declared("moya_api_release", None, c_void_p)
_call = c.declared_waiting("moya_api_call", c_int32, *_ARGUMENTS, c_void_p, c_void_p, c_void_p)
_call_for = c.declared_waiting("moya_api_call_for", c_int32, *_ARGUMENTS, c_int32, c_void_p, c_void_p, c_void_p)
_enqueue = c.declared_waiting(
    "moya_api_enqueue", c_int32, *_ARGUMENTS, c_void_p, c_uint64, c_uint32, c_void_p, c_void_p, c_void_p
)
_target = c.declared_waiting("moya_api_target", c_int32, *_ARGUMENTS, c_void_p, c_void_p, c_void_p)
#: Stands for the default of a parameter that has none. No argument equals it, so the parameter is always sent.
_REQUIRED = object()
_USE = CFUNCTYPE(c_int32, c_void_p, c_void_p)


class ApiHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(_release)


class TargetHandle(Handle):
    """A copy of a moya_target, with everything that it points to."""

    __slots__ = ()
    __del__: Any = _as_method(c.declared("moya_target_release", None, c_void_p))


_copy_target = c.declared("moya_target_copy", c_int32, c_void_p, c_void_p, c_void_p)


class EndpointOptions(TypedDict, total=False):
    """The options that a call of an endpoint can have, in addition to the arguments for the endpoint's parameters."""

    headers: "Optional[check.Fields]"
    """Header fields. They replace fields of the definition with the same names."""
    timeout: Union[None, float, Timeouts]
    """Seconds for the whole call, or a moya.Timeouts; None: the timeout of the definition or of the provider."""
    progress: "Optional[Callable[[moya.Progress], Any]]"
    """The argument `progress` of Provider.call."""
    step: "Optional[Callable[[moya.Step], Any]]"
    """The argument `step` of Provider.call."""
    name: "Optional[Callable[[Response, str], str]]"
    """The argument `name` of Provider.download. This option and those below are for downloads."""
    resume: bool
    replace: bool
    create_folders: bool
    any_status: bool


class Sender:
    """Sends the calls of one endpoint. `give` returns the result, and `respond` returns the response."""

    #: The moya.EndpointOptions of the calls.
    _options: "Mapping[str, Any]" = {}

    def __init__(
        self, endpoint: Endpoint, api: ApiHandle, provider: Any, types: Types, base_url: Optional[str]
    ) -> None:
        self._api, self._own = api, provider
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
        #: The target that errors and responses show: the endpoint, without the values of a call.
        self._subject = Target(
            base_url, document["path"], document.get("method", "GET"), name=endpoint.name,
            tags=document.get("tags", ()), stub=_stub(document.get("stub")),
        )
        self._result = Result(endpoint, api, self._subject, types)

    @property
    def _provider(self) -> Any:
        """The provider that makes the calls now."""
        return self._own._acting() if active else self._own

    # For a Provider: calls for which a thread waits

    def give(self, values: Tuple[Any, ...]) -> Any:
        return self._result.read(self.respond(values))

    def respond(self, values: Tuple[Any, ...]) -> Response:
        provider = self._provider
        handle = provider._open()  # holds a reference to the provider until this call has ended
        provider._is_used = True
        if provider._functions is not None or inside.owners or self._options or greenlets() is not None:
            with self._prepared(values) as call:
                answer: Response = provider._send(handle, call.address, call.target, self._watch())
                return answer
        packed, kept = self._pack(values)
        response, error = ResponseHandle(), ErrorHandle()
        given = (self._api, self._name, packed, self._arguments.count)
        if threading.get_ident() != _provider._main_thread:
            status = _call(*given, None, byref(response), byref(error))
        else:
            # Runs the call in slices. Only the list `own` holds the call, so that emptying the list ends it.
            # Provider._call_interruptibly says why.
            own = [BlockingCallHandle()]
            try:
                while True:
                    status = _call_for(*given, _provider._SLICE_MS, byref(own[0]), byref(response), byref(error))
                    if interrupts:
                        raise_interrupt()
                    if status or not own[0]:
                        break
            except BaseException:
                own.clear()
                raise
        if status:
            raise self._failed(status, error)
        return Response(response, c.response_status(response), self._subject)

    # For an AsyncProvider: calls that a task awaits

    async def give_later(self, values: Tuple[Any, ...]) -> Any:
        return self._result.read(await self.respond_later(values))

    async def respond_later(self, values: Tuple[Any, ...]) -> Response:
        provider = self._provider
        handle = provider._open()
        if provider._functions is None and not self._options:
            packed, kept = self._pack(values)
            try:
                response: Response = await provider._send(self._subject, 0, self._enqueues(packed), self._api)
            except MoyaError as error:
                raise _as_argument_error(error) from None
            return response
        with self._prepared(values) as call:
            if self._watch() is not None:
                answer: Response = await self._stream(call, False, call).wait()
            else:
                answer = await provider._send(call.target, call.address, c.provider_enqueue, handle, call)
            return answer

    def _enqueues(self, packed: bytes) -> Callable[..., int]:
        def enqueue(api: ApiHandle, _: int, queue: Any, tag: int, call: Any, error: Any) -> int:
            status: int = _enqueue(
                api, self._name, packed, self._arguments.count, queue, tag, 0, None, call, error
            )
            return status

        return enqueue

    # For both kinds of providers

    def with_options(self, options: Mapping[str, Any]) -> "Sender":
        """Returns a Sender whose calls have these options, in addition to the options of this one. Errors: UsageError;
        TypeError for an unknown option."""
        for name in options:
            if name not in EndpointOptions.__annotations__:
                raise check.unknown("with_options", name, EndpointOptions.__annotations__, "option")
        given = {name: value for name, value in options.items() if value is not None}
        if "headers" in given:
            given["headers"] = check.headers(given["headers"], "headers")
        set_timeout(_structs.Target(), given.get("timeout"))  # checks it
        if "name" in given:
            check.function(given["name"], "name")
        other = copy.copy(self)
        other._options = {**self._options, **given}
        other._watch()  # checks the functions
        return other

    def stream(self, values: Tuple[Any, ...]) -> Any:
        """Returns the moya.Stream or the moya.AsyncStream of a call."""
        call = self._prepared(values)
        return self._stream(call, True, call)

    def download(self, path: "Union[str, os.PathLike[str]]", values: Tuple[Any, ...]) -> Response:
        with self._downloading(path, values) as call:
            response: Response = self._stream(call, False).wait()
            return response

    async def download_later(self, path: "Union[str, os.PathLike[str]]", values: Tuple[Any, ...]) -> Response:
        with self._downloading(path, values) as call:
            response: Response = await self._stream(call, False, call).wait()
            return response

    def _downloading(self, path: "Union[str, os.PathLike[str]]", values: Tuple[Any, ...]) -> Any:
        from ._calls import add_download

        call, given = self._prepared(values), self._options
        flags = [given.get(it, False) for it in ("resume", "replace", "create_folders", "any_status")]
        add_download(call, path, given.get("name"), *flags)
        return call

    def _prepared(self, values: Tuple[Any, ...]) -> Any:
        """Makes a moya._calls.Call that has its own copy of the target."""
        provider = self._provider
        packed, kept = self._pack(values)
        provider._open()
        begin = provider._begin if provider._running_loop is None else provider._begin_here
        call, copied = begin(self._subject), TargetHandle()
        self._copy(call, packed, copied)
        call.kept.append(copied)
        call.take(copied.value)
        return call

    def _stream(self, call: Any, reads: bool, own: Any = None) -> Any:
        return self._provider._stream(call.target, call.address, reads, self._watch(), own)

    def _watch(self) -> Optional[Watch]:
        awaits = self._own._running_loop is not None
        return watch_of(self._options.get("progress"), self._options.get("step"), awaits)

    def _apply(self, call: Any) -> None:
        """Puts the options into the target of a call."""
        headers, timeout = self._options.get("headers"), self._options.get("timeout")
        if timeout is not None:
            set_timeout(call.struct, timeout)
        if headers:
            call.kept.append(put_headers(call.struct, headers))

    def _pack(self, values: Tuple[Any, ...]) -> "Tuple[bytes, List[bytes]]":
        return self._arguments.pack(values)

    def _copy(self, call: Any, packed: bytes, copied: TargetHandle) -> None:
        """Lets the library make the target of a call, adds the options to it, and copies it into `copied`. Errors:
        MoyaError."""
        problems: List[Any] = []

        def use(_: Any, address: int) -> int:
            error = ErrorHandle()
            try:
                call.take(address)
                self._apply(call)
                status = _copy_target(call.address, byref(copied), byref(error))
                problems.append(self._failed(status, error) if status else None)
            except BaseException as problem:  # ctypes would only print it
                problems.append(problem)
            return 0

        error = ErrorHandle()
        status = _target(self._api, self._name, packed, self._arguments.count, _USE(use), None, byref(error))
        if status:
            raise self._failed(status, error)
        if not problems:
            raise KeyboardInterrupt  # the interrupt came before `use` could store it
        problem = problems.pop()
        try:
            if problem is not None:
                raise problem
        finally:
            del problem

    def _failed(self, status: int, error: ErrorHandle) -> MoyaError:
        return _as_argument_error(take_error(status, error, self._subject))


def _as_argument_error(error: MoyaError) -> MoyaError:
    """Returns an ArgumentError if the library's error is about arguments, otherwise the same error."""
    if error.status not in (Status.ARGUMENT, Status.UTF8, Status.NULL):
        return error
    return ArgumentError(str(error), error.status, target=error.target)


def _stub(said: Any) -> Any:
    from ._status import StubBehavior

    if isinstance(said, dict):
        return StubBehavior.DELAYED
    return {"never": StubBehavior.NEVER, "immediate": StubBehavior.IMMEDIATE}.get(said, StubBehavior.DEFAULT)


# ── Results as Python values ──────────────────────────────────────────────────────────────────────────────────────────

_result = c.declared("moya_api_result", c_void_p, c_void_p, c_char_p, c_void_p)
decode = c.declared_waiting(
    "moya_response_decode", c_int32, c_void_p, c_char_p, c_void_p, c_void_p, ctypes.c_uint32, c_void_p, c_void_p
)


class ArenaHandle(Handle):
    __slots__ = ()
    __del__: Any = _as_method(c.declared("moya_arena_release", None, c_void_p))


class Result:
    """Reads the result of one endpoint, as the definition describes it. `_type` is the address of the moya_type of the
    result, which the API (moya_api) owns."""

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
        """Returns the result in the response. Errors: StatusError, KeyPathError, JSONError."""
        response.raise_for_status()
        if self._is_optional and self._is_absent(response):
            return None
        self._check(response)
        try:
            value = response.json(self._key_path)
            return value if self._reader is None else self._reader(value)
        except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as problem:
            # The library has accepted the body. But Python cannot represent some values, for example a date before the
            # year 1.
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
        """Raises the library's error if the body does not have the result's type. The error names the place in the
        body."""
        room, arena, error = ctypes.create_string_buffer(self._size), ArenaHandle(), ErrorHandle()
        status = decode(
            response._handle, self._key_path.encode(), self._type, room, 0, byref(arena), byref(error)
        )
        if status:
            raise take_error(status, error, self._subject, response, about=f"{self._endpoint}: ")
