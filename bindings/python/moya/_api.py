"""An API as a class: each route makes targets."""

from typing import Any, Callable, Dict, List, Optional, Type, Union

from ._arguments import Fields, pairs, scalar, text, unknown, wrong
from ._errors import UsageError
from ._status import Status
from ._target import Target


class API:
    """A base URL, the headers of every call, and routes:

        class GitHub(moya.API):
            base_url = "https://api.github.com"
            headers = {"Accept": "application/vnd.github+json"}
            zen = moya.Route("/zen")
            user = moya.Route("/users/{name}")
            create = moya.Route("/repos", "POST")

        provider.call(GitHub.user(name="octocat"))
        provider.call(GitHub("http://localhost:8080").create(json={"name": "hello"}))
    """

    base_url: str
    headers: Optional[Fields] = None

    def __init__(self, base_url: str) -> None:
        text(base_url, "base_url")
        self.base_url = base_url


class Route:
    """One operation. Calling it fills the path's {placeholders} and gives a Target; what else a Target takes (query,
    json, headers …) can be given here, as a default, or there.

    A placeholder's value is one segment of the path: a str, or a number, or what else has a text of its own.
    """

    def __init__(self, path: str, method: str = "GET", **defaults: Any) -> None:
        text(path, "path")
        text(method, "method")
        for name in defaults:
            if name not in _ARGUMENTS:
                raise unknown("Route", name, _ARGUMENTS)
        self._path, self._method, self._defaults = path, method, defaults
        self._placeholders = _placeholders(path)
        self._name = "a route"

    def __set_name__(self, owner: Type[API], name: str) -> None:
        self._name = f"{owner.__name__}.{name}"

    def __get__(self, instance: Optional[API], owner: Type[API]) -> Callable[..., Target]:
        api: Union[API, Type[API]] = owner if instance is None else instance

        def make(*unnamed: Any, **values: Any) -> Target:
            missing = [name for name in self._placeholders if name not in values]
            if unnamed:
                raise TypeError(f"{self._name}() takes values by name only, not {len(unnamed)} without")
            if missing:
                raise TypeError(f"{self._name}() needs {', '.join(f'{name}=…' for name in missing)}, a text or a number")
            path = self._path.format(**{name: _segment(name, values.pop(name)) for name in self._placeholders})
            path = path.replace("{", "{{").replace("}", "}}")  # To a target, a brace alone is the begin of a name.
            for name in values:
                if name not in _ARGUMENTS:
                    raise unknown(self._name, name, [*self._placeholders, *_ARGUMENTS])
            if not hasattr(api, "base_url"):
                raise UsageError(f"{self._name}() needs a base_url: its API has none", Status.ARGUMENT)
            given = {"name": self._name, **self._defaults, **values}
            given["headers"] = _merged(api.headers, given.get("headers"))
            return Target(api.base_url, path, self._method, **given)

        return make


#: What a call of a route, or a route itself, may say beside placeholders.
_ARGUMENTS = frozenset(Target.__init__.__annotations__) - {"base_url", "path", "path_values", "method", "return"}


class _Names(Dict[str, str]):
    """Records every name that `format_map` asks for."""

    def __missing__(self, name: str) -> str:
        self[name] = ""
        return ""


def _placeholders(path: str) -> List[str]:
    names = _Names()
    try:
        path.format_map(names)
        wrong_name = next((name for name in names if not name.isidentifier()), None)
        problem = None if wrong_name is None else f"{wrong_name!r} is none"
    except (ValueError, LookupError, AttributeError) as error:
        problem = str(error)
    if problem is not None:
        raise UsageError(f"path has a placeholder that is not a name: {problem}", Status.ARGUMENT)
    return list(names)


def _segment(name: str, value: Any) -> str:
    """A value as one segment of a path. One that would make it another path is refused."""
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        segment = scalar(value, name)
    elif value is None or isinstance(value, (bool, bytes, bytearray, memoryview)) or hasattr(value, "__iter__"):
        raise wrong(name, "a text or a number", value)
    else:
        segment = str(value)  # a UUID, a date …
    if segment in ("", ".", "..") or "/" in segment:
        raise ValueError(f"{name} is not one segment of a path")
    return segment


def _merged(base: Optional[Fields], more: Optional[Fields]) -> Optional[Fields]:
    """The route's headers and call's replace the API's of the same name."""
    if base is None or more is None:
        return more if base is None else base
    own = pairs(more, "headers")
    names = {name.lower() for name, _ in own}
    return [pair for pair in pairs(base, "headers") if pair[0].lower() not in names] + list(own)
