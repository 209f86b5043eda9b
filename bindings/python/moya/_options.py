"""The settings of a provider."""

import ctypes
import os
from typing import Any, Callable, List, Mapping, Optional, Sequence, Tuple, Union

import moya  # for annotations

from . import _arguments as check
from . import _structs
from ._arguments import Fields, Parameters, Stub, Texts, array_of, field_value
from ._cookies import CookieOptions, lower_cookies
from ._session import SessionOptions, lower_session
from ._status import MOST_LOOPS, NO_REDIRECTS, LogLevel, Pump, StubBehavior
from ._target import Unpack as Unpack
from ._values import Retry, RetryFunction, lower_retry, retry_of


_Plugin = Union["moya.Plugin", str, "os.PathLike[str]"]


class Options(SessionOptions, CookieOptions, total=False):
    """The options of Provider and AsyncProvider. Times are in seconds. Each option names its default.

    timeout         the limit for the whole call, including retries and redirects. Default: 300. For streams and
                    downloads, the default limits only the time until the head of the response
    connect_timeout  the limit for name lookup, TCP and TLS. Default: 10
    idle_timeout    the limit for a time in which no byte is sent or received. Default: 60
    max_connections  how many connections may be open at once. Default: 256
    max_connections_per_host  how many connections to one host may be open at once. Further requests wait, in order.
                    Default: 64
    loops           how many library threads run asynchronous calls, at most 64. They share the connections. Default: 1
    max_redirects   how many redirects a call may follow. 0: a response with a status of 3xx is an ordinary response.
                    Default: 16
    max_body_size   the most bytes of a body after decoding. Default: 1 GiB
    user_agent      the header field User-Agent. Default: "libmoya/1.0.0"
    proxy           the URL of a proxy. "": no proxy. Default: None, the proxy that the environment names (http_proxy …)
                    when the provider is made
    stub            whether targets that do not set `stub` are stubbed: a moya.StubBehavior, or True for
                    StubBehavior.IMMEDIATE. Instead, it may be a function, which gets each target on the caller's
                    thread and returns one of these values for it. Default: False
    stub_delay      the delay for StubBehavior.DELAYED. Default: 0
    base_url        the base URL of targets that have none. The relative base_url of a target is joined to this one.
                    Default: None
    environments    names and base URLs, instead of base_url. `environment` chooses one. Default: None
    environment     a name in `environments`. Default: None
    headers         header fields that are added to every target that has no field of that name. Default: None
    parameters      parameters that are added to every target that has no parameter of that name. They are added to the
                    form of the target or, if it has no form, to the end of its query. Default: None
    retry           the retry policy for targets that have none: a moya.Retry, or a function that decides like
                    Retry.decide. Default: None, no retries
    endpoint        a function that gets the caller's target, on the caller's thread, and returns the target to call
                    instead. Default: None
    request         a function that gets the moya.Request of each call before the plugins. The function may change the
                    request, and must forward or fail it, now or later. It runs on the thread that runs the transfer.
                    For an AsyncProvider it may be a coroutine function. Default: None
    backend         a backend, which is a function that answers requests instead of the network. It gets a moya.Request,
                    on the same threads as `request`. It returns a moya.Sample, a moya.Response or a MoyaError. It
                    returns None if it has forwarded the request or answers it later. For an AsyncProvider it may be a
                    coroutine function. Default: None
    plugins         a list of plugins, in the order in which their hooks run. Each is a moya.Plugin, a name, or a tuple.
                    ("limit", {"rate": 500}) is a name and options. ("limit", {"rate": 500}, {"only_tag": "user"}) also
                    has arguments of Provider.load_plugin. (plugin, {"only_tag": "user"}) is a moya.Plugin with
                    arguments of Provider.add_plugin. A name that begins with "moya." is a plugin of the library, which
                    has no such arguments. Any other name is a module. If an option is a secret, its value "env:NAME" is
                    the variable NAME of the environment. Default: ()
    shared          the store through which plugins of several processes share their state: "file:PATH", "redis://HOST"
                    or "rediss://HOST". Each module in `plugins` that has an option `store` gets this text, unless its
                    options set one. The module cache uses the text only if it names a file, and then stores its
                    responses in a file of its own, PATH with ".cache" at its end. "env:NAME" is the variable NAME of
                    the environment. Default: None
    stubs           a moya.StubRules that responds to every call. Default: None
    log             a function that gets a moya.LogLevel and each line that plugins and the library log, on any thread.
                    Default: None, the lines go to standard error, as $MOYA_LOG says
    log_level       the lowest level that `log` gets. Default: LogLevel.INFO

    The next options say how to connect. docs/session.md has examples. A target may set some of them (Target):

    ca              the authorities to trust, as PEM: a path or bytes. Default: None, the authorities of the system
    verify          False: certificates are not checked at all, and a line on standard error says so. A mapping sets
                    this for each host ("api.example.com", "*.example.com", "*"). Its values are False, True (the
                    authorities of `ca`), or the authorities for that host. Default: True
    pins            a mapping from hosts to keys. A certificate of the host's chain must have one of these keys. A key
                    is "sha256/" and the Base64 of the SHA-256 of a SubjectPublicKeyInfo (RFC 7469). If `verify` is
                    False for the host, only the key of the host itself counts. Default: None
    cert            the certificate for servers that ask for one. It is PEM that includes the key, or PKCS #12. It can
                    also be a tuple (certificate, key) or (certificate, key, password). If the key in the tuple is None,
                    the file of the certificate has the key. Default: None
    cert_hosts      the servers that may see the certificate ("api.example.com", "*.internal"). Default: None, all
                    servers that ask for a certificate; if a target sets `cert`, only the host of its URL
    min_tls         the oldest version of TLS, "1.2" or "1.3". Default: "1.2"
    guard           True: connections are made only to addresses of the public Internet, whatever the URL, a redirect or
                    the DNS says. A list of addresses and networks ("10.1.0.0/16") allows these addresses in addition to
                    the public ones. A guard cannot be combined with a proxy. Default: False
    http            the version of HTTP, "1.1" or "2". With "2", a call to a server without HTTP/2 fails. Default: None,
                    HTTP/2 over TLS if the server supports it, otherwise HTTP/1.1
    unix_socket     all connections go to this socket. "@name" is an abstract socket. Default: None
    resolve         a mapping from "host:port" to the addresses to use instead of asking the DNS. Default: None
    interface       the interface that connections use: its name, or an address of this machine. Default: None
    no_proxy        hosts, addresses and networks to reach without a proxy. Default: None, the hosts in the environment
                    variable no_proxy, but only for a proxy that the environment names
    proxy_auth      the credential for the proxy: a moya.Basic or a moya.Digest. A pair means Basic. Default: None
    auth            the credential for targets that have none. It is (user, password), which is sent when the server
                    asks for it, or a moya.Basic, Digest or Bearer. Default: None
    origin_headers  names of header fields that are dropped when a redirect leads to another origin, in addition to the
                    fields that are known to be secret. Default: None
    max_header_size  the most bytes of a response's header section. Default: 256 KiB
    keep_alive      how long a connection may wait for its next request, rounded up to whole seconds. 0: no connection
                    waits. Default: 118
    max_idle_connections  how many connections may wait for their next request at the same time. 0: no connection waits.
                    The `loops` share this number. Each blocking call that runs at the same time has a further loop,
                    which may have this many waiting connections of its own. Default: None, no limit but
                    `max_connections`

    The next options say what is stored from responses. docs/cookies.md has the rules:

    cookies         False: cookies are not stored. True: they are stored as long as the provider exists. A path: they
                    are also stored in that file, which is read when the provider is made and written when it is closed.
                    The file has Netscape's format, which curl and http.cookiejar.MozillaCookieJar use. Default: False
    hsts            whether and where the hosts that require TLS are stored (RFC 6797), like `cookies`. The file has
                    curl's format. Default: False
    public_suffixes  the path of a newer Public Suffix List, public_suffix_list.dat. Default: None, the list in the
                    library
    """

    timeout: Optional[float]
    connect_timeout: Optional[float]
    idle_timeout: Optional[float]
    max_connections: Optional[int]
    max_connections_per_host: Optional[int]
    loops: Optional[int]
    max_redirects: Optional[int]
    max_body_size: Optional[int]
    user_agent: Optional[str]
    proxy: Optional[str]
    stub: "Union[Stub, Callable[[moya.Target], Stub]]"
    stub_delay: float
    base_url: Optional[str]
    environments: Optional[Texts]
    environment: Optional[str]
    headers: Optional[Fields]
    parameters: Optional[Parameters]
    retry: Union[None, Retry, RetryFunction]
    endpoint: "Optional[Callable[[moya.Target], moya.Target]]"
    request: "Optional[Callable[[moya.Request], Any]]"
    backend: "Optional[Callable[[moya.Request], Any]]"
    plugins: "Sequence[Union[_Plugin, Tuple[_Plugin, Mapping[str, Any]], Tuple[str, Mapping[str, Any], Mapping[str, Any]]]]"
    shared: Optional[str]
    stubs: Any
    log: Optional[Callable[[LogLevel, str], Any]]
    log_level: LogLevel


def lower_options(
    pump: int, taker: str, is_async: bool, options: Mapping[str, Any]
) -> "Tuple[_structs.ProviderOptions, List[object]]":
    """Makes the C struct of a provider's options. Also returns the objects that the struct points into, which must live
    as long as the struct. `is_async` says whether event loops await the calls.

    Errors: UsageError; TypeError for an unknown option. Its message names `taker`.
    """
    for name in options:
        if name not in Options.__annotations__:
            raise check.unknown(taker, name, Options.__annotations__, "option")

    def milliseconds(name: str) -> int:
        return check.milliseconds(options.get(name), name)

    def count(name: str, most: int) -> int:
        given = options.get(name)
        return 0 if given is None else check.integer(given, name, 1, most)

    for name in ("endpoint", "request", "backend"):
        given = options.get(name)
        # For an AsyncProvider, `request` and `backend` may be coroutine functions. All others must be plain functions.
        if given is not None and (name == "endpoint" or not is_async or not check.is_coroutine_function(given)):
            check.function(given, name)
    if callable(options.get("stub")):
        check.function(options["stub"], "stub")
    stub: Any = options.get("stub", StubBehavior.DEFAULT)
    kept: List[object] = []
    ca, session, cookies = options.get("ca"), lower_session(options, kept), lower_cookies(options)
    kept.append(cookies)
    struct = _structs.ProviderOptions(
        size=ctypes.sizeof(_structs.ProviderOptions),
        pump=pump,
        connect_timeout_ms=milliseconds("connect_timeout"),
        idle_timeout_ms=milliseconds("idle_timeout"),
        total_timeout_ms=milliseconds("timeout"),
        max_connections=count("max_connections", 0xFFFFFFFF),
        max_connections_per_host=count("max_connections_per_host", 0xFFFFFFFF),
        # An AsyncProvider with Pump.HOST has only one thread that runs its calls (_asyncio.py).
        loops=0 if is_async and pump == Pump.HOST else count("loops", MOST_LOOPS),
        max_redirects=_redirects(options.get("max_redirects")),
        max_body_size=count("max_body_size", 0xFFFFFFFFFFFFFFFF),
        ca_file=None if ca is None or isinstance(ca, bytes) else check.path(ca, "ca"),
        user_agent=check.optional_text(options.get("user_agent"), "user_agent"),
        stub=StubBehavior.DEFAULT if callable(stub) else check.stub(stub, "stub"),
        stub_delay_ms=check.delay(options.get("stub_delay"), "stub_delay"),
        proxy=check.optional_text(options.get("proxy"), "proxy"),
        base_url=check.optional_text(options.get("base_url"), "base_url"),
        environment=check.optional_text(options.get("environment"), "environment"),
        connection=None if session is None else ctypes.addressof(session),
        cookies=None if cookies is None else ctypes.addressof(cookies),
    )
    for field, name in _PAIRS.items():
        given = options.get(name)
        if given is not None:
            rows = check.pairs(given, name)
            if name != "headers":
                rows = tuple((key, check.scalar(value, f"the value of {key} in {name}")) for key, value in rows)
            setattr(struct, f"{field}s", array_of(rows, name, kept, field_value))
            setattr(struct, f"{field}_count", len(rows))
    if options.get("retry") is not None:
        struct.retry = lower_retry(retry_of(options["retry"]), kept)
    if options.get("stubs") is not None:
        struct.stubs = _stubs(options["stubs"])
    if options.get("log") is not None:
        struct.log = _log(options["log"], options.get("log_level", LogLevel.INFO), kept)
    return struct, kept


def reusable(options: Options) -> Options:
    """Returns the options with a tuple in place of each iterator, because an iterator can be read only once."""
    given: Mapping[str, Any] = options
    found: Any = {name: tuple(it) if hasattr(it, "__next__") else it for name, it in given.items()}
    return found  # type: ignore[no-any-return]


def says_accept(struct: _structs.ProviderOptions) -> bool:
    """Returns whether the provider's header fields include Accept."""
    if not struct.header_count:
        return False
    rows = (_structs.Header * struct.header_count).from_address(struct.headers)
    return any(row.name.lower() == b"accept" for row in rows)


def add_functions(options: Mapping[str, Any], struct: _structs.ProviderOptions, kept: List[object]) -> Any:
    """Puts the Python functions that each call runs into the struct, and returns them as a moya._calls.Functions.
    Returns None if there are none. `lower_options` has checked the options, so there are no errors."""
    retry, stub = options.get("retry"), options.get("stub")
    policy = None if retry is None else retry_of(retry)
    asks = policy is not None and policy.decide is not None or callable(stub)
    if not asks and all(options.get(name) is None for name in ("endpoint", "request", "backend", "stubs")):
        return None
    from ._calls import Functions

    functions = Functions(
        options.get("endpoint"), stub if callable(stub) else None, policy, options.get("stubs"), options.get("backend"),
        options.get("request"),
    )
    if functions.backend is not None or functions.request is not None:
        from ._request import name_functions  # imported here, because few providers have such a function

        name_functions(functions, struct, kept)
    return functions


def _stubs(rules: Any) -> Any:
    from ._stubs import StubRules  # imported here, because few providers have stub rules

    if not isinstance(rules, StubRules):
        raise check.wrong("stubs", "a moya.StubRules", rules)
    return rules._handle.value


def _log(write: Any, level: Any, kept: List[object]) -> int:
    from . import _callbacks as callbacks  # imported here, because few providers have a log function

    check.function(write, "log")
    if not isinstance(level, LogLevel):
        raise check.wrong("log_level", "a moya.LogLevel", level)
    address, user = callbacks.keep(callbacks.log_function(write))
    log = _structs.LogHandler(ctypes.sizeof(_structs.LogHandler), level, address, user, callbacks.FORGET)
    kept.append(log)
    return ctypes.addressof(log)


#: The options that are names and values, by the prefix of their fields in the struct.
_PAIRS = {"header": "headers", "parameter": "parameters", "environment": "environments"}


def _redirects(most: Optional[int]) -> int:
    if most is None:
        return 0
    return check.redirects(most, "max_redirects") or NO_REDIRECTS
