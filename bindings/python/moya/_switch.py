"""Which interceptions (testing) are active. Each provider asks this before a call."""

from contextvars import ContextVar
from typing import Any, List, Optional

#: All interceptions that are active. While this list is empty, a call costs nothing more.
active: List[Any] = []
#: Those of the whole process, the latest last.
everywhere: List[Any] = []
#: The interception that this context has entered.
here: "ContextVar[Optional[Any]]" = ContextVar("moya interception", default=None)


def current() -> Any:
    """Returns the interception to which a call in this context goes, or None."""
    own = here.get()
    if own is not None and own in active:
        return own
    return everywhere[-1] if everywhere else None
