"""How a provider connects: whom it trusts, as whom it appears, to which addresses it goes."""

import ctypes
import os
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, TypedDict, Union

from . import _arguments as check
from . import _structs
from ._errors import UsageError
from ._status import Guard, Status, TlsVersion, TrustKind

#: Certificates or a key: the path of a file, or the PEM text itself as bytes.
Material = Union[str, os.PathLike[str], bytes]  # without quotes: those would cost an import a compilation


class SessionOptions(TypedDict, total=False):
    """The part of Options that says how to connect. docs/session.md has examples."""

    ca: Optional[Material]
    """Authorities to trust, PEM: a path, or bytes. None: the system's."""
    verify: Union[bool, Mapping[str, Union[bool, Material]]]
    """False: certificates are not checked at all, and a line on standard error says so. Or by host ("api.example.com",
    "*.example.com", "*"): False, True (as `ca` says), or authorities for that host."""
    pins: Mapping[str, Union[str, Iterable[str]]]
    """By host, keys of which its chain must have one: "sha256/" and the Base64 of a SubjectPublicKeyInfo's SHA-256
    (RFC 7469). Where `verify` is False nothing but the host's key counts."""
    cert: Optional[Union[Material, Tuple[Material, Optional[Material]], Tuple[Material, Optional[Material], str]]]
    """The certificate for servers that ask for one: PEM with its key, or PKCS #12; or (certificate, key) or (certificate,
    key, password), where a key of None stands in the certificate's file."""
    min_tls: Optional[str]
    """"1.2" or "1.3"; "1.2"."""
    guard: Union[bool, Iterable[str]]
    """True: connections to addresses of the public Internet only, whatever a name, a redirect or the DNS says; or the
    addresses and networks ("10.1.0.0/16") that are allowed beside them. Not together with a proxy."""


def lower_session(options: Mapping[str, Any]) -> Optional[_structs.SessionOptions]:
    """The C struct, which keeps what it points at; None when there is nothing to say. Errors: UsageError."""
    given = [name for name in SessionOptions.__annotations__ if options.get(name) is not None]
    if not given or given == ["ca"] and not isinstance(options["ca"], bytes):
        return None  # a path alone is an option of its own
    session = _structs.SessionOptions(size=ctypes.sizeof(_structs.SessionOptions))
    rows = _trust(options)
    if rows:
        session.kept = array = (_structs.Trust * len(rows))(*rows)
        session.trust, session.trust_count = ctypes.addressof(array), len(rows)
        session.trust_stride = ctypes.sizeof(_structs.Trust)
    _identity(options.get("cert"), session)
    _min_tls(options.get("min_tls"), session)
    _guard(options.get("guard"), session)
    return session


def _trust(options: Mapping[str, Any]) -> List[_structs.Trust]:
    """A row for each host, the most particular first, so that the order of a mapping makes no difference."""
    verify, pins, ca = options.get("verify"), options.get("pins"), options.get("ca")
    if verify is not None and not isinstance(verify, (bool, Mapping)):
        raise check.wrong("verify", "True, False or a mapping of hosts", verify)
    if pins is not None and not isinstance(pins, Mapping):
        raise check.wrong("pins", "a mapping of hosts", pins)
    by_host: Dict[str, Any] = dict(verify) if isinstance(verify, Mapping) else {}
    by_pins: Dict[str, Any] = dict(pins or {})
    hosts = dict.fromkeys([*by_host, *by_pins])
    everywhere = False if verify is False else True
    if "*" not in hosts and (verify is False or isinstance(ca, bytes)):
        hosts["*"] = None
    for host in hosts:
        if not isinstance(host, str):
            raise check.wrong("a host in verify or pins", "a str", host)
    ordered = sorted(hosts, key=lambda host: (host == "*", host.startswith("*"), -len(host)))
    return [_row(host, by_host.get(host, everywhere), by_pins.get(host), ca) for host in ordered]


def _row(host: str, verify: Any, pins: Any, ca: Any) -> _structs.Trust:
    row = _structs.Trust(host=check.text(host, "a host in verify or pins"))
    if pins is not None:
        if isinstance(pins, (bytes, Mapping)) or not isinstance(pins, Iterable):
            raise check.wrong("a host's pins", "a str or several", pins)
        row.pins = b" ".join([check.text(pin, "a pin") for pin in ([pins] if isinstance(pins, str) else pins)])
    if verify is False:
        row.kind = TrustKind.NONE if pins is None else TrustKind.PINS
    else:
        authorities = ca if verify is True else verify
        if authorities is not None:
            row.ca_file, row.ca_data, row.ca_data_len = _material(authorities, "ca" if verify is True else "verify")
    return row


def _identity(cert: Any, session: _structs.SessionOptions) -> None:
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
    """A path, or bytes with their count."""
    if isinstance(given, bytes):
        return None, given, len(given)
    if isinstance(given, (str, os.PathLike)):
        return check.path(given, what), None, 0
    raise check.wrong(what, "a path or bytes", given)


def _min_tls(version: Any, session: _structs.SessionOptions) -> None:
    if version is None:
        return
    versions = {"1.2": TlsVersion.V1_2, "1.3": TlsVersion.V1_3}
    if not isinstance(version, str) or version not in versions:
        raise UsageError('min_tls must be "1.2" or "1.3"', Status.ARGUMENT)
    session.min_tls = versions[version]


def _guard(guard: Any, session: _structs.SessionOptions) -> None:
    if guard is None or guard is False:
        return
    session.guard = Guard.PUBLIC
    if guard is not True:
        if isinstance(guard, (str, bytes)) or not isinstance(guard, Iterable):
            raise check.wrong("guard", "True, False or several networks", guard)
        session.guard_exceptions = b" ".join([check.text(network, "a network in guard") for network in guard])
