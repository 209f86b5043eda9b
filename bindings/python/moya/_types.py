"""The types of a definition in Python: annotations for signatures, and values made of JSON."""

import os
import re
from copy import deepcopy
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, List, Literal, Mapping, Optional, Tuple, TypedDict, Union

_SCALARS: Dict[str, Any] = {
    **{f"{sign}{bits}": int for sign in "iu" for bits in (8, 16, 32, 64)},
    "f32": float, "f64": float, "boolean": bool, "str": str, "bytes": bytes, "date": datetime, "raw": Any,
    "file": Union[str, "os.PathLike[str]"],
}
_MOMENT = re.compile(r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d)|())", re.ASCII)

#: Makes Python's value of JSON's; None: they are the same.
Reader = Optional[Callable[[Any], Any]]


class Types:
    """Those of one definition, which the library has checked. A type is given by its words: `i64`, `[repo]`, `str?`."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._name: str = document["name"]
        self._types: Mapping[str, Any] = document.get("types", {})
        self._dates: str = document.get("dates", "offset")
        self._annotations: Dict[str, Any] = {}
        self._readers: Dict[str, Reader] = {}

    def annotation(self, words: str) -> Any:
        if words.endswith("?"):
            return Optional[self.annotation(words[:-1])]
        if words[0] == "[":
            return List[self.annotation(words[1:-1])]  # type: ignore[misc]
        if words[0] == "{":
            return Dict[str, self.annotation(words[1:-1])]  # type: ignore[misc]
        if words in _SCALARS:
            return _SCALARS[words]
        if words not in self._annotations:
            self._annotations[words] = Dict[str, Any]  # what a struct that has itself says of itself
            self._annotations[words] = self._named(words)
        return self._annotations[words]

    def _named(self, name: str) -> Any:
        shape = self._types[name]
        if "names" in shape:
            return Literal[tuple(shape["names"])]
        fields = {key: self.annotation(type_of(it)) for key, it in shape["fields"].items()}
        made: Any = TypedDict(name, fields)  # type: ignore[misc]
        made.__module__ = self._name
        return made

    def reader(self, words: str, dates: Optional[str] = None) -> Reader:
        """Makes the value of JSON that the library found to be of the type. `dates`: as the definition says; None: as it says
        of all."""
        if words.endswith("?"):
            inner = self.reader(words[:-1], dates)
            return None if inner is None else lambda value: None if value is None else inner(value)
        if words[0] in "[{":
            element = self.reader(words[1:-1], dates)
            if element is None:
                return None
            if words[0] == "[":
                return lambda values: [element(value) for value in values]
            return lambda values: {key: element(value) for key, value in values.items()}
        if words == "date":
            return moment_in_utc if (dates or self._dates) == "utc" else moment
        if words == "bytes":
            return _bytes
        shape = self._types.get(words)
        if words in _SCALARS or shape is None or "names" in shape:
            return None
        if words not in self._readers:
            # A struct may have itself: so its reader is known before those of its fields.
            rows: List[Any] = []
            self._readers[words] = lambda value: _struct(value, rows)
            rows += [self._field(name, it) for name, it in shape["fields"].items()]
        return self._readers[words]

    def _field(self, name: str, it: Any) -> "Tuple[str, str, Tuple[str, ...], Any, Reader]":
        described = it if isinstance(it, dict) else {}
        first, *inner = steps(described.get("key", name))
        words = type_of(it)
        return name, first, tuple(inner), self.standard(words, described.get("default")), self.reader(
            words, described.get("dates")
        )

    def described(self, words: str) -> List[str]:
        """Lines about a struct that is named in a type, and those that it has, each once."""
        lines: List[str] = []
        left, told = [words], set()
        while left:
            name = left.pop(0).strip("[]{}?")
            shape = self._types.get(name)
            if shape is None or name in told:
                continue
            told.add(name)
            if "names" in shape:
                lines.append(f"    {name}: one of {', '.join(map(repr, shape['names']))}")
                continue
            fields = {key: type_of(it) for key, it in shape["fields"].items()}
            lines.append(f"    {name}: {', '.join(f'{key} {type}' for key, type in fields.items())}")
            left += fields.values()
        return lines

    def standard(self, words: str, value: Any) -> Any:
        """A default of the definition's, in Python."""
        reader = self.reader(words)
        return value if value is None or reader is None else reader(value)


def type_of(it: Any) -> str:
    """The words of a type: a field's, a parameter's or a result's."""
    if not isinstance(it, dict):
        return str(it)
    words: str = it["type"]
    return f"{words}?" if it.get("nullable") and words[-1] != "?" else words


def steps(key: str) -> List[str]:
    """The keys of a key path."""
    return [re.sub(r"\\(.)", r"\1", step) for step in re.findall(r"(?:^|\.)((?:\\.|[^.\\])*)", key)]


def _struct(value: Any, rows: List[Any]) -> Dict[str, Any]:
    made = {}
    for name, first, inner, standard, reader in rows:
        found = value.get(first)
        for key in inner:
            found = found.get(key) if found is not None else None
        if found is None:
            found = deepcopy(standard) if standard.__class__ in (dict, list) else standard
        elif reader is not None:
            found = reader(found)
        made[name] = found
    return made


def moment(text: str) -> datetime:
    """RFC 3339 §5.6, with the offset that it has; a space may stand for the T. Errors: ValueError."""
    return _moment(text, needs_offset=True)


def moment_in_utc(text: str) -> datetime:
    """The same, in UTC without an offset. Errors: ValueError."""
    return _moment(text, needs_offset=False)


def _moment(text: str, *, needs_offset: bool) -> datetime:
    match = _MOMENT.fullmatch(text)
    if match is None or needs_offset and match.group(11) is not None:
        raise ValueError("it is no date of RFC 3339")
    year, month, day, hour, minute, second = map(int, match.group(1, 2, 3, 4, 5, 6))
    fraction, sign, hours, minutes = match.group(7, 8, 9, 10)
    zone = timezone.utc
    if sign and (hours, minutes) != ("00", "00"):
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        zone = timezone(offset if sign == "+" else -offset)
    if second > 60:
        raise ValueError("it has no such second")
    micro = int((fraction or "0").ljust(6, "0")[:6])
    leap = timedelta(seconds=1 if second == 60 else 0)  # a leap second is the beginning of the next minute
    return datetime(year, month, day, hour, minute, min(second, 59), micro, zone) + leap


def _bytes(text: str) -> bytes:
    from base64 import b64decode

    return b64decode(text)
