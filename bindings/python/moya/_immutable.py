"""What targets and their parts are: values."""

from typing import Any, Dict


class Value:
    """Equality and pickling by the attributes; immutable."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is a value: make another with replace()")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def _fields(self) -> Dict[str, Any]:
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._fields() == other._fields()

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> Dict[str, Any]:
        return self._fields()

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state)
