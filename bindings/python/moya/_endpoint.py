"""An endpoint of a definition as a Python function: parameters, annotations, defaults and docstring."""

import keyword
from typing import Any, Callable, Dict, Iterable, List, Mapping, Tuple

from ._given import NOT_GIVEN
from ._response import Response
from ._types import Types, type_of

#: In the functions that are made here, what sends. No parameter has this name, nor that of a method's object, so that
#: the stub files of `moya python` say the same.
_SENDS = "__moya_sends__"
_RESERVED = {*keyword.kwlist, "__debug__", "self", _SENDS}


def python_names(names: Iterable[str], taken: Iterable[str] = _RESERVED) -> Dict[str, str]:
    """A definition's names by the names that they have in Python: a keyword gets a `_` behind it, as PEP 8 says."""
    made: Dict[str, str] = {}
    refused = {*taken, *_RESERVED}
    for name in names:
        own = name
        while own in made or own in refused:
            own += "_"
        made[own] = name
    return made


class Endpoint:
    """One endpoint of a definition, which the library has checked."""

    def __init__(self, api: str, name: str, document: Mapping[str, Any], types: Types) -> None:
        self.name, self.document, self._api, self._types = name, document, api, types
        self.parameters: List[Mapping[str, Any]] = document.get("parameters", [])
        self.standards = [_standard(it, types) for it in self.parameters]
        #: The places of a choice of bodies.
        self._bodies = {place for it in self.parameters if isinstance(it["in"], list) for place in it["in"]}

    @property
    def result(self) -> "Tuple[str, str]":
        """The words of the result's type, "" without one; and its key path."""
        found = self.document.get("result", "")
        return type_of(found), found.get("at", "") if isinstance(found, dict) else ""

    def function(self, sends: Callable[[Tuple[Any, ...]], Any], result: Any, *, is_async: bool) -> Callable[..., Any]:
        """A function that gives `sends` its values, in the order of the parameters. Python itself binds them."""
        own = {name: it for it, name in zip(self.parameters, self._own_names())}
        positional: List[str] = []
        named: List[str] = []
        for name, it in own.items():
            is_free = self.may_be_left_out(it)
            # A parameter without a default cannot follow one that has one: it is given by name, and so are those
            # behind it.
            if named or not is_free and any("=" in earlier for earlier in positional):
                named.append(f"{name}=None" if is_free else name)
            else:
                positional.append(f"{name}=None" if is_free else name)
        declared = ", ".join([*positional, *(["*", *named] if named else [])])
        (python_name,) = python_names([self.name])
        gives = f"{'await ' if is_async else ''}{_SENDS}(({''.join(f'{name}, ' for name in own)}))"
        names: Dict[str, Any] = {_SENDS: sends, "__name__": "moya"}
        # The library has checked that the names are letters, digits and `_`.
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
        """Of a parameter. What only some of the bodies have is None for the others."""
        words = type_of(it)
        is_free = self.may_be_left_out(it) and "default" not in it
        return self._types.annotation(f"{words}?" if is_free and words[-1] != "?" else words)

    def annotation(self) -> Any:
        """Of the result."""
        words, _ = self.result
        return self._types.annotation(words) if words else Response

    def docstring(self, own: bool = True) -> str:
        """What the definition says. `own`: of the function that gives the result; else of that for the response."""
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
        if not words or not own:
            lines += ["", "Returns the moya.Response, whatever its status."]
        else:
            lines += ["", f"Returns {words}" + (f", at {at!r} of the body." if at else ", the body.")]
            lines += self._types.described(words)
        of_result = ", StatusError, KeyPathError, JSONError" if words and own else ""
        lines += ["", f"Errors: ArgumentError{of_result}, MoyaError."]
        return "\n".join(lines)


def _standard(it: Mapping[str, Any], types: Types) -> Any:
    """The value with which a parameter is left out."""
    if "default" not in it and it.get("nullable"):
        return NOT_GIVEN
    return types.standard(it["type"], it.get("default"))


#: Where a parameter goes, and what stands before its name on the wire.
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
