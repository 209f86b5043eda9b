"""What an endpoint makes of a response: a value, None, or an error."""

from typing import Any, Callable, Generic, List, Mapping, Optional, Sequence, Tuple, Type, TypeVar, get_args, get_origin

from .._cut import Event
from .._errors import KeyPathError
from .._response import Response
from .._status import Status
from .._text import shown_url
from ._decoding import decode, decode_text, decoder, shown
from ._errors import APIError

R_co = TypeVar("R_co", covariant=True)


class Iterated(Generic[R_co]):
    """The base class of the results that are iterators of R: Pages, Events and Lines. With a Provider the endpoint
    returns an Iterator, and with an AsyncProvider an AsyncIterator."""


class Pages(Iterated[R_co]):
    """A result in several pages. The iterator yields the elements of all pages, and fetches a page when it is needed."""


class Events(Iterated[R_co]):
    """Server-sent events. The data of each event is decoded as R. Events[str] yields the data as it is, and
    Events[moya.Event] the event."""


class Lines(Iterated[R_co]):
    """JSON Lines. Each line is decoded as R; empty lines are skipped. Lines[str] yields the lines as they are."""


class Result:
    """The result of one endpoint, as its annotation and the arguments of its decorator say."""

    def __init__(
        self, name: str, annotation: Any, at: str, none: Sequence[int], errors: Mapping[int, Type[APIError[Any]]], done: Optional[str]
    ) -> None:
        self.name, self.at, self.none, self.errors, self.done = name, at, frozenset(none), dict(errors), done
        origin = get_origin(annotation)
        #: Pages, Events or Lines; None: the result is one value.
        self.iterated: Any = origin if origin in (Pages, Events, Lines) else None
        self.kind: Any = get_args(annotation)[0] if self.iterated is not None else annotation
        if self.iterated is Pages:
            self.kind = List[self.kind]  # type: ignore[name-defined]
        self.takes_none = type(None) in get_args(self.kind) or self.kind in (Any, type(None), None)
        self._read = self._reader()

    def _reader(self) -> "Callable[[Response], Any]":
        kind, at = self.kind, self.at
        if kind is None or kind is type(None):
            return lambda response: None
        if kind is Response:
            return lambda response: response
        if kind is bytes and not at:
            return lambda response: response.content
        if kind is str and not at:
            return _text
        if self.iterated in (Events, Lines) and kind in (str, Event):
            return lambda response: None  # not used
        quick = decoder(kind)
        if at:
            return lambda response: decode(response, kind, at)

        def read(response: Response) -> Any:
            try:
                return quick(response.content)
            except Exception:
                return decode(response, kind)

        return read

    def read(self, response: Response) -> Any:
        """Returns the result. Errors: the APIError for the status; StatusError; JSONError; KeyPathError."""
        status = response.status_code
        if status < 200 or status > 299:
            if self.refuse(response):
                return None
        if self.takes_none and not response.content:
            return None
        return self._read(response)

    def refuse(self, response: Response) -> bool:
        """Returns True if the status, which is not a success, means None. Errors: those of the endpoint; StatusError."""
        status = response.status_code
        if status in self.none:
            return True
        kind = self.errors.get(status) or self.errors.get(status // 100)
        if kind is not None:
            message = f"{self.name}: HTTP status {status} from {shown_url(response.url)}"
            raise kind(message, Status.STATUS_CODE, target=response.target, response=response)
        response.raise_for_status()
        return False

    def page(self, response: Response) -> "Sequence[Any]":
        """Returns the elements of one page. Errors: those of read()."""
        items: Any = self.read(response)
        return () if items is None else items

    def element(self, response: Response, text: str) -> Any:
        """Decodes the data of an event, or a line. Errors: KeyPathError."""
        return text if self.kind is str else decode_text(response, self.kind, text.encode())

    def of_event(self, response: Response, event: Event) -> "Tuple[bool, Any]":
        """Returns whether the event is the last one, and its value."""
        if event.data == self.done:
            return True, None
        return False, event if self.kind is Event else self.element(response, event.data)


def _text(response: Response) -> str:
    """Returns a string of JSON, or another text, as the Content-Type says. Errors: those of decode()."""
    media_type = (response.header("Content-Type") or "").partition(";")[0].strip().lower()
    if media_type == "application/json" or media_type.endswith("+json"):
        value = response.json()
        if not isinstance(value, str):
            message = f"{response._name}: the JSON is not a {shown(str)}"
            raise KeyPathError(message, Status.JSON_TYPE, target=response.target, response=response)
        return value
    return response.text
