"""Converts the options that say how a provider connects: whom it trusts, how it identifies itself, and to which
addresses it goes."""

import ctypes
import math
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, TypedDict, Union

from . import _arguments as check
from . import _structs
from ._errors import UsageError
from ._status import NO_KEEP_ALIVE, Guard, Http, Status, TlsVersion, TrustKind
from ._values import Auth, Basic, credential_address

#: Certificates or a key: the path of a file, or the PEM text itself as bytes.
Material = Union[str, os.PathLike[str], bytes]  # without quotes, because each import would compile a quoted type


#: The longest time for `keep_alive`, in seconds.
MOST_KEEP_ALIVE = 2_000_000


class SessionOptions(TypedDict, total=False):
    """The options that say how to connect. They are part of Options, which explains each of them."""

    ca: Optional[Material]
    verify: Union[bool, Mapping[str, Union[bool, Material]]]
    pins: Mapping[str, Union[str, Iterable[str]]]
    cert: Optional[Union[Material, Tuple[Material, Optional[Material]], Tuple[Material, Optional[Material], str]]]
    cert_hosts: Optional[Union[str, Iterable[str]]]
    min_tls: Optional[str]
    guard: Union[bool, Iterable[str]]
    http: Optional[str]
    unix_socket: Optional[Union[str, os.PathLike[str]]]
    resolve: Optional[Mapping[str, Union[str, Iterable[str]]]]
    interface: Optional[str]
    no_proxy: Optional[Union[str, Iterable[str]]]
    proxy_auth: Optional[Auth]
    auth: Optional[Auth]
    origin_headers: Optional[Iterable[str]]
    max_header_size: Optional[int]
    keep_alive: Optional[float]
    max_idle_connections: Optional[int]


class TargetSession(TypedDict, total=False):
    """The options that a target may set in `session`. Options explains each of them."""

    ca: Optional[Material]
    verify: Union[bool, Mapping[str, Union[bool, Material]]]
    pins: Mapping[str, Union[str, Iterable[str]]]
    cert: Optional[Union[Material, Tuple[Material, Optional[Material]], Tuple[Material, Optional[Material], str]]]
    cert_hosts: Optional[Union[str, Iterable[str]]]
    min_tls: Optional[str]
    guard: Union[bool, Iterable[str]]
    http: Optional[str]
    interface: Optional[str]
    proxy: Optional[str]
    no_proxy: Optional[Union[str, Iterable[str]]]
    proxy_auth: Optional[Auth]


#: Options that a provider accepts, and a target does not.
_PROVIDERS = frozenset(
    {"auth", "keep_alive", "max_header_size", "max_idle_connections", "origin_headers", "resolve", "unix_socket"}
)


def lower_session(options: Mapping[str, Any], kept: List[object]) -> Optional[_structs.ConnectionOptions]:
    """Makes the C struct of the options that say how to connect. `kept` gets the objects that the struct points to.
    Returns None if no option is set. Errors: UsageError."""
    given = [name for name in SessionOptions.__annotations__ if options.get(name) is not None]
    if not given or given == ["ca"] and not isinstance(options["ca"], bytes):
        return None  # a path alone becomes the option ca_file of the provider
    return _lower(options, kept)


def lower_target_session(given: Any, kept: List[object]) -> int:
    """Returns the address of the C struct for a target's `session`. Errors: UsageError, TypeError."""
    if not isinstance(given, Mapping):
        raise check.wrong("a target's session", "a mapping", given)
    known = {**SessionOptions.__annotations__, "proxy": str}
    for name in given:
        if name not in known:
            raise check.unknown("a target's session", name, known, "option")
        if name in _PROVIDERS and given[name] is not None:
            raise UsageError(f"{name} is for a provider, not for a target", Status.ARGUMENT)
    session = _lower(given, kept, is_target=True)
    overrides = _structs.ConnectionOverrides(size=ctypes.sizeof(_structs.ConnectionOverrides))
    for field, *_ in overrides._fields_:
        if field not in ("size", "proxy", "reserved"):
            setattr(overrides, field, getattr(session, field))
    # getattr() reads only the bytes before the first NUL. A PKCS #12 archive has NULs, so it is set here again.
    _identity(given.get("cert"), overrides)
    overrides.proxy = check.optional_text(given.get("proxy"), "proxy")
    kept.append(overrides)
    return ctypes.addressof(overrides)


def _lower(options: Mapping[str, Any], kept: List[object], is_target: bool = False) -> _structs.ConnectionOptions:
    session = _structs.ConnectionOptions(size=ctypes.sizeof(_structs.ConnectionOptions))
    rows = _trust(options, is_target)
    if rows:
        session.trust, session.trust_count, session.trust_stride = _rows(rows, kept)
    _identity(options.get("cert"), session)
    if options.get("cert_hosts") is not None:
        session.certificate_hosts = b" ".join(_texts(options["cert_hosts"], "cert_hosts"))
    _min_tls(options.get("min_tls"), session)
    _guard(options.get("guard"), session)
    _ways(options, session, kept)
    kept.append(session)
    return session


def _keep_alive(seconds: Any) -> int:
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise check.wrong("keep_alive", "a number of seconds", seconds)
    if not 0 <= seconds <= MOST_KEEP_ALIVE:  # also refuses NaN
        raise UsageError(f"keep_alive must be from 0 to {MOST_KEEP_ALIVE} seconds", Status.ARGUMENT)
    return math.ceil(seconds) or NO_KEEP_ALIVE


def _rows(rows: List[_structs.Trust], kept: List[object]) -> Tuple[int, int, int]:
    array = (_structs.Trust * len(rows))(*rows)
    kept.append(array)
    return ctypes.addressof(array), len(rows), ctypes.sizeof(_structs.Trust)


def _trust(options: Mapping[str, Any], is_target: bool) -> List[_structs.Trust]:
    """Makes a moya_trust for each host. The most specific host comes first, because the library takes the first one
    that fits. So the order of the mapping does not matter."""
    verify, pins, ca = options.get("verify"), options.get("pins"), options.get("ca")
    if verify is not None and not isinstance(verify, (bool, Mapping)):
        raise check.wrong("verify", "True, False or a mapping of hosts (authorities are `ca`)", verify)
    if pins is not None and not isinstance(pins, Mapping):
        raise check.wrong("pins", "a mapping of hosts", pins)
    by_host: Dict[str, Any] = dict(verify) if isinstance(verify, Mapping) else {}
    by_pins: Dict[str, Any] = dict(pins or {})
    hosts = dict.fromkeys([*by_host, *by_pins])
    everywhere = False if verify is False else True
    # A provider has a field for the path `ca` and checks certificates by default. For a target, the rules of the
    # provider would apply to the other hosts.
    is_for_all = ca is not None or verify is True if is_target else isinstance(ca, bytes)
    if "*" not in hosts and (verify is False or is_for_all):
        hosts["*"] = None
    for host in hosts:
        if not isinstance(host, str):
            raise check.wrong("a host in verify or pins", "a str", host)
    ordered = sorted(hosts, key=lambda host: (host == "*", host.startswith("*"), -len(host)))
    return [_row(host, by_host.get(host, everywhere), by_pins.get(host), ca) for host in ordered]


def _row(host: str, verify: Any, pins: Any, ca: Any) -> _structs.Trust:
    row = _structs.Trust(host=check.text(host, "a host in verify or pins"))
    if pins is not None:
        row.pins = b" ".join(_texts(pins, "a host's pins"))
    if verify is False:
        row.kind = TrustKind.NONE if pins is None else TrustKind.PINS
    else:
        authorities = ca if verify is True else verify
        if authorities is not None:
            row.ca_file, row.ca_data, row.ca_data_len = _material(authorities, "ca" if verify is True else "verify")
    return row


def _identity(cert: Any, session: Any) -> None:
    if cert is None:
        return
    parts = cert if isinstance(cert, tuple) else (cert,)
    if not 1 <= len(parts) <= 3:
        raise UsageError("cert must be a certificate, or a tuple of it, its key and the key's password", Status.ARGUMENT)
    it = session
    it.certificate_file, it.certificate_data, it.certificate_data_len = _material(parts[0], "cert")
    if len(parts) > 1 and parts[1] is not None:
        it.key_file, it.key_data, it.key_data_len = _material(parts[1], "cert's key")
    if len(parts) > 2:
        it.key_password = check.text(parts[2], "cert's password")


def _material(given: Any, what: str) -> "Tuple[Optional[bytes], Optional[bytes], int]":
    """Returns a path, bytes and the number of the bytes. One of path and bytes is None."""
    if isinstance(given, bytes):
        return None, given, len(given)
    if isinstance(given, (str, os.PathLike)):
        return check.path(given, what), None, 0
    raise check.wrong(what, "a path or bytes", given)


def _min_tls(version: Any, session: _structs.ConnectionOptions) -> None:
    if version is None:
        return
    versions = {"1.2": TlsVersion.V1_2, "1.3": TlsVersion.V1_3}
    if not isinstance(version, str) or version not in versions:
        raise UsageError('min_tls must be "1.2" or "1.3"', Status.ARGUMENT)
    session.min_tls = versions[version]


def _guard(guard: Any, session: _structs.ConnectionOptions) -> None:
    if guard is None or guard is False:
        return
    session.guard = Guard.PUBLIC
    if guard is not True:
        if isinstance(guard, (str, bytes)) or not isinstance(guard, Iterable):
            raise check.wrong("guard", "True, False or several networks", guard)
        session.guard_exceptions = b" ".join([check.text(network, "a network in guard") for network in guard])


def _ways(options: Mapping[str, Any], session: _structs.ConnectionOptions, kept: List[object]) -> None:
    http = options.get("http")
    versions = {None: Http.AUTO, "1.1": Http.V1, "2": Http.V2}
    if http is not None and not isinstance(http, str) or http not in versions:
        raise UsageError('http must be "1.1" or "2"', Status.ARGUMENT)
    session.http = versions[http]
    if options.get("keep_alive") is not None:
        session.keep_alive_s = _keep_alive(options["keep_alive"])
    if options.get("max_idle_connections") is not None:
        session.max_idle_connections = check.integer(options["max_idle_connections"], "max_idle_connections", 0, 0xFFFFFFFF)
        if session.max_idle_connections == 0:
            session.keep_alive_s = NO_KEEP_ALIVE
    if options.get("max_header_size") is not None:
        session.max_header_size = check.integer(options["max_header_size"], "max_header_size", 1, 0xFFFFFFFF)
    if options.get("unix_socket") is not None:
        session.unix_socket = check.path(options["unix_socket"], "unix_socket")
    session.interface = check.optional_text(options.get("interface"), "interface")
    if options.get("no_proxy") is not None:
        session.no_proxy = b",".join(_texts(options["no_proxy"], "no_proxy"))
    if options.get("resolve") is not None:
        session.resolve, session.resolve_count = _array(_overrides(options["resolve"]), kept)
    if options.get("origin_headers") is not None:
        names = _texts(options["origin_headers"], "origin_headers")
        session.origin_headers, session.origin_header_count = _array(names, kept)
    proxy_auth = options.get("proxy_auth")
    if proxy_auth is not None:
        if isinstance(proxy_auth, tuple) and len(proxy_auth) == 2:
            proxy_auth = Basic(*proxy_auth)
        session.proxy_credential = credential_address(proxy_auth, "proxy_auth", kept)
    if options.get("auth") is not None:
        session.credential = credential_address(options["auth"], "auth", kept)


def _overrides(resolve: Any) -> List[bytes]:
    if not isinstance(resolve, Mapping):
        raise check.wrong("resolve", 'a mapping of "host:port" to addresses', resolve)
    rows = []
    for place, given in resolve.items():
        # In `resolve`, an IPv6 address has brackets.
        addresses = [f"[{it}]" if ":" in it and it[:1] != "[" else it for it in map(bytes.decode, _texts(given, "resolve"))]
        rows.append(check.text(place, "resolve") + b":" + ",".join(addresses).encode())
    return rows


def _texts(given: Any, what: str) -> List[bytes]:
    """Returns the texts of an option that takes one text or several. Errors: UsageError."""
    if isinstance(given, (bytes, Mapping)) or not isinstance(given, Iterable):
        raise check.wrong(what, "a str or several", given)
    return [check.text(it, what) for it in ([given] if isinstance(given, str) else given)]


def _array(texts: List[bytes], kept: List[object]) -> "Tuple[int, int]":
    array = (ctypes.c_char_p * len(texts))(*texts)
    kept.append(array)
    return ctypes.addressof(array), len(texts)
