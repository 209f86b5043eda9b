"""Where a parameter goes in a request, and what it is called there. Type checkers do not see these annotations."""

from typing import Annotated, Any, NamedTuple, Optional, Tuple, TypeVar, get_args

from .._arguments import text

T = TypeVar("T")


class Place(NamedTuple):
    """One of "path", "query", "header", "field", "form", "file" and "body"."""

    word: str
    #: Whether the elements of a list are one text, with commas between them.
    is_joined: bool = False


class Name:
    """The name of a parameter in the request, or of a dataclass field in JSON, if it differs from its name in Python:

        def user(self, request_id: Annotated[Header[str], Name("X-Request-ID")]) -> User: ...

    In JSON the name is a key path. A dot leads into an inner object: Name("owner.login"). Write a dot in a key as `\\.`.
    """

    def __init__(self, name: str) -> None:
        text(name, "a Name")
        self.name = name

    def __repr__(self) -> str:
        return f"Name({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Name) and other.name == self.name

    def __hash__(self) -> int:
        return hash((Name, self.name))


#: A parameter of the query of the URL.
Query = Annotated[T, Place("query")]
#: A parameter of the query. The elements of a list are one text, with commas between them.
Comma = Annotated[T, Place("query", True)]
#: A header field. `trace_id` is the field Trace-Id.
Header = Annotated[T, Place("header")]
#: A member of a JSON object, which is the body.
Field = Annotated[T, Place("field")]
#: A field of a form, which is the body.
Form = Annotated[T, Place("form")]
#: A part of a multipart form: a text or a number, a file (what Target.files takes), or a list of these.
File = Annotated[T, Place("file")]
#: The whole body. A text, bytes, a path, an open file and an iterator of bytes are sent as they are, and everything else
#: as JSON.
Body = Annotated[T, Place("body")]


def annotated(hint: Any) -> "Tuple[Optional[Place], Optional[str]]":
    """Returns the place and the name that an annotation gives. They may be inside Optional: `Header[str] | None`."""
    place, name = None, None
    for inner in get_args(hint):
        if getattr(inner, "__metadata__", None):
            inner_place, inner_name = annotated(inner)
            place, name = place or inner_place, name or inner_name
    for note in getattr(hint, "__metadata__", ()):
        if isinstance(note, Place):
            place = note
        elif isinstance(note, Name):
            name = note.name
    return place, name
