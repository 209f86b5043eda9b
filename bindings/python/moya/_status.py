"""The library's numbers under their names. The values come from the library itself."""

import enum

from ._library import constant


def _status(name: str) -> int:
    return constant(f"MOYA_ERROR_{name}")


class Status(enum.IntEnum):
    """How a call ended: 0 or negative. The numbers are frozen; moya.h describes each."""

    OK = constant("MOYA_OK")

    NULL = _status("NULL")
    UTF8 = _status("UTF8")
    STRUCT_SIZE = _status("STRUCT_SIZE")
    STRUCT_TAIL = _status("STRUCT_TAIL")
    ARGUMENT = _status("ARGUMENT")
    STATE = _status("STATE")
    FORKED = _status("FORKED")
    MEMORY = _status("MEMORY")
    SYSTEM = _status("SYSTEM")

    INVALID_URL = _status("INVALID_URL")
    INVALID_REQUEST = _status("INVALID_REQUEST")
    ENCODING = _status("ENCODING")
    NO_STUB = _status("NO_STUB")

    RESOLVE = _status("RESOLVE")
    CONNECT = _status("CONNECT")
    TLS = _status("TLS")
    TIMEOUT_CONNECT = _status("TIMEOUT_CONNECT")
    TIMEOUT_IDLE = _status("TIMEOUT_IDLE")
    TIMEOUT_TOTAL = _status("TIMEOUT_TOTAL")
    NETWORK = _status("NETWORK")
    PROTOCOL = _status("PROTOCOL")
    INCOMPLETE_BODY = _status("INCOMPLETE_BODY")
    DECODE = _status("DECODE")
    TOO_LARGE = _status("TOO_LARGE")
    REDIRECT = _status("REDIRECT")
    PROXY = _status("PROXY")
    CANCELLED = _status("CANCELLED")
    BODY = _status("BODY")
    FILE = _status("FILE")

    STATUS_CODE = _status("STATUS_CODE")
    JSON = _status("JSON")
    KEY_PATH = _status("KEY_PATH")
    JSON_TYPE = _status("JSON_TYPE")

    PLUGIN_OPEN = _status("PLUGIN_OPEN")
    PLUGIN_FORMAT = _status("PLUGIN_FORMAT")
    PLUGIN_ENTRY = _status("PLUGIN_ENTRY")
    PLUGIN_ABI = _status("PLUGIN_ABI")
    PLUGIN_TABLE = _status("PLUGIN_TABLE")
    PLUGIN_CREATE = _status("PLUGIN_CREATE")
    PLUGIN_HOOK = _status("PLUGIN_HOOK")

    OTHER = _status("OTHER")

    @classmethod
    def _missing_(cls, value: object) -> "Status":
        # A later library may know more.
        return cls.OTHER


class StubBehavior(enum.IntEnum):
    """Whether a target is answered from its sample instead of the network."""

    DEFAULT = constant("MOYA_STUB_DEFAULT")
    """What the provider says."""
    NEVER = constant("MOYA_STUB_NEVER")
    """The network."""
    IMMEDIATE = constant("MOYA_STUB_IMMEDIATE")
    """The sample, at once."""
    DELAYED = constant("MOYA_STUB_DELAYED")
    """The sample, after `stub_delay` seconds."""


class TaskKind(enum.IntEnum):
    """What a request carries."""

    PLAIN = constant("MOYA_TASK_PLAIN")
    DATA = constant("MOYA_TASK_DATA")
    JSON = constant("MOYA_TASK_JSON")
    QUERY = constant("MOYA_TASK_QUERY")


NO_REDIRECTS = constant("MOYA_NO_REDIRECTS")
PUMP_DISPATCH = constant("MOYA_PUMP_DISPATCH")
PUMP_HOST = constant("MOYA_PUMP_HOST")
