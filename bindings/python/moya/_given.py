"""What stands for a parameter that a call leaves out, where None is a value of its own."""

import enum
from typing import Any


class _NotGiven(enum.Enum):
    NOT_GIVEN = 0

    def __repr__(self) -> str:
        return "moya.NOT_GIVEN"


#: A parameter of a definition's endpoint with this value is left out. For those that are nullable, of which None is JSON's
#: null, and for calls that pass values on.
NOT_GIVEN: Any = _NotGiven.NOT_GIVEN
