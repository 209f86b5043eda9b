"""Errors with the decoded body of a response."""

from typing import Any, ClassVar, Generic, Mapping, Type, TypeVar, get_args, get_origin

from .._arguments import integer, wrong
from .._errors import StatusError
from .._response import Response
from ._decoding import decode, resolved

E = TypeVar("E")


def checked_errors(errors: "Mapping[int, Any]") -> "Mapping[int, Type[APIError[Any]]]":
    """Checks the errors of statuses (404) and of classes of statuses (4). Errors: UsageError."""
    for status, kind in errors.items():
        integer(status, "a status in errors", 1, 599)
        if not isinstance(kind, type) or not issubclass(kind, APIError):
            raise wrong(f"the error for {status}", "a class derived from moya.typed.APIError", kind)
    return errors


class APIError(StatusError, Generic[E]):
    """A status that is not a success, with its body. Derive a class for each error that callers handle
    differently, and name it in `errors` of an endpoint or of an API:

        class NotFound(APIError[Problem]): ...

        @get("/users/{name}", errors={404: NotFound})
        def user(self, name: str) -> User: ...
    """

    response: Response
    _of: ClassVar[Any] = bytes

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for base in vars(cls).get("__orig_bases__", ()):
            origin, arguments = get_origin(base), get_args(base)
            is_error = isinstance(origin, type) and issubclass(origin, APIError)
            if is_error and len(arguments) == 1 and not isinstance(arguments[0], TypeVar):
                cls._of = arguments[0]

    @property
    def value(self) -> E:
        """The body, decoded as the type of the class. Errors: JSONError, KeyPathError if the body is of another type,
        for example the HTML of a proxy."""
        value: E = decode(self.response, resolved(type(self)._of, type(self)))
        return value
