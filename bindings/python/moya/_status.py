"""The library's numbers under their names.

Written by script/bindings from include/moya: change the headers, and run it again.
"""

import enum


class Status(enum.IntEnum):
    """How a function or a call ended. 0 is success, and negative numbers are errors."""

    OK = 0
    """Success."""
    NULL = -1
    """A required pointer is NULL."""
    UTF8 = -2
    """A text is not UTF-8."""
    STRUCT_SIZE = -3
    """A struct's `size` is invalid (was the struct initialised?)."""
    STRUCT_TAIL = -4
    """A struct of a newer header sets a field that this library does not know."""
    ARGUMENT = -5
    """An argument has any other invalid value."""
    STATE = -6
    """The function must not be called at this time, or on this thread."""
    FORKED = -7
    """The call needs threads of the parent process: in a forked child, use a blocking call or MOYA_PUMP_HOST."""
    MEMORY = -8
    """There is no room for a body, a response or a value of a response."""
    SYSTEM = -9
    """The kernel refused a resource (descriptors, threads)."""
    FULL = -10
    """The queue (queue.h) has as many calls as its limit allows: first take rows out of it."""
    UNSUPPORTED = -12
    """The system does not allow the executable memory that a function of moya_api_bind needs."""
    DEFINITION = -11
    """The definition of an API is invalid; the message has the place as a JSON Pointer."""
    INVALID_URL = -20
    """No scheme, a scheme other than http and https, no host, invalid characters, or more than 131 072 bytes before
    percent-encoding.
    """
    INVALID_REQUEST = -21
    """An invalid method, an invalid header (it could forge another header), or a header section that is too large.
    Also a header that only the library writes (Content-Length, Transfer-Encoding, Expect), and Proxy-Authorization
    if no proxy would read it. Also a text of the request (base_url, a header …) of more than 131 072 bytes.
    """
    ENCODING = -22
    """The parameters or the body cannot be encoded."""
    NO_STUB = -23
    """No stub can respond: the stub rule that matches has no answer left, or no rule matches and the target has no
    sample.
    """
    RESOLVE = -40
    """The host's name cannot be resolved."""
    CONNECT = -41
    """The host cannot be reached, or refuses the connection."""
    TLS = -42
    """No TLS connection, because the certificate or the handshake was refused."""
    TIMEOUT_CONNECT = -43
    """No connection within connect_timeout_ms."""
    TIMEOUT_IDLE = -44
    """No byte was sent or received for idle_timeout_ms."""
    TIMEOUT_TOTAL = -45
    """The time for the whole call is over."""
    NETWORK = -46
    """The connection broke, or was closed without a response."""
    PROTOCOL = -47
    """The peer broke the rules of HTTP."""
    INCOMPLETE_BODY = -48
    """The response ended before its body was complete."""
    DECODE = -49
    """The gzip, deflate or brotli data is damaged, or the content coding is unknown."""
    TOO_LARGE = -50
    """A body exceeds max_body_size, a line or an event exceeds max_line, or the header section is too large."""
    REDIRECT = -51
    """More redirects than max_redirects, or a redirect that cannot be followed."""
    PROXY = -52
    """The proxy cannot be reached, refuses the request, or breaks the rules of its protocol."""
    CANCELLED = -53
    """The call was cancelled, or its provider was closed or destroyed."""
    BODY = -54
    """The request's body could not be read or sent again."""
    FILE = -55
    """A file could not be read or written."""
    ADDRESS = -56
    """The address guard (moya_guard in connection.h) refused the host's address."""
    STATUS_CODE = -60
    """The response's HTTP status is not one that the call accepts."""
    JSON = -61
    """The body is not JSON."""
    KEY_PATH = -62
    """The body has no value at the key path."""
    JSON_TYPE = -63
    """The body has a value of another type at the key path."""
    JSON_NULL = -64
    """The value is null (json.h)."""
    JSON_RANGE = -65
    """The number does not fit the type (json.h)."""
    PLUGIN_OPEN = -80
    """There is no such file, or the loader refused it (a missing library, the wrong architecture)."""
    PLUGIN_FORMAT = -81
    """The file is not an ELF shared object."""
    PLUGIN_ENTRY = -82
    """The file has no function moya_plugin_entry."""
    PLUGIN_ABI = -83
    """The plugin declined to load, or needs another version of the plugin interface (MOYA_PLUGIN_ABI)."""
    PLUGIN_TABLE = -84
    """A struct of the plugin or of its module is invalid: moya_plugin, moya_module or moya_body_hooks."""
    PLUGIN_CREATE = -85
    """The plugin's `create` failed."""
    PLUGIN_HOOK = -86
    """A hook failed with a status that is not listed here."""
    PLUGIN_TIMEOUT = -87
    """A hook waited longer than moya_plugin_use.wait_ms."""
    OTHER = -99
    """None of the above; the message says what happened."""

    @classmethod
    def _missing_(cls, value: object) -> "Status":
        # A later library may know more.
        return cls.OTHER


class Flow(enum.IntEnum):
    """What a handler (handlers.h) returns."""

    CONTINUE = 0
    PAUSE = 1
    """Pauses the call. Until moya_call_resume is called, handlers receive no more of the body, and the call does not
    end unless it fails. The library stops reading from the connection, so the server waits. Other calls continue,
    including those on the same HTTP/2 connection. A total timeout that the program has set continues to count; the
    idle timeout does not.
    """
    STOP = 2
    """The call ends with MOYA_ERROR_CANCELLED; any number that is not listed here does the same."""


class StepKind(enum.IntEnum):
    """The kinds of steps. A step begins when the library reports it, and ends when the next one begins."""

    RESOLVE = 1
    """Looks up the addresses of a host name; not reported for a host that is an address, or if the addresses are
    known.
    """
    CONNECT = 2
    """Opens a connection to `address`. Reported for each address that is tried; two of them can be tried at the same
    time.
    """
    TLS = 3
    """The connection is open, and a TLS handshake begins."""
    SEND_HEAD = 4
    """Sends the request line and the header section, on the connection to `address`."""
    SEND_BODY = 5
    """Sends the body of the request, or waits until the program has the next piece; not reported if there is no body."""
    RECEIVE = 6
    """The whole request was sent: waits for the head of the response. Not reported if the server responds earlier."""


class CredentialKind(enum.IntEnum):
    ASKED = 0
    """User and password, sent as Basic or Digest when the server asks for them."""
    BASIC = 1
    """User and password, sent as Basic with the first request (RFC 7617)."""
    DIGEST = 2
    """User and password, sent only as Digest when the server asks for them; the password itself is never sent (RFC
    7616).
    """
    BEARER = 3
    """A token, sent with the first request (RFC 6750)."""


class DownloadFlags(enum.IntEnum):
    """The options of a download. They can be combined."""

    CREATE_FOLDERS = 1
    """Make the missing folders of the path."""
    REPLACE = 2
    """Replace an existing file; without this flag, an existing file makes the call fail with MOYA_ERROR_FILE. A
    folder, a device (/dev/null), a pipe or a socket makes it fail in any case.
    """
    RESUME = 4
    """If the call fails, store what has arrived, and continue from there the next time. For the `path` "a.iso", the
    library stores the bytes in "a.iso.part", and in "a.iso.part.resume" what it needs to continue. This flag needs
    `path`; with `folder`, the call fails with MOYA_ERROR_ARGUMENT. The flag also needs a GET without a body, and a
    server that sends a strong validator, which identifies the content (RFC 9110 §8.8.1). Any other download starts
    from the beginning. While a download with this flag writes to a path, another one to the same path fails with
    MOYA_ERROR_FILE.
    """
    ANY_STATUS = 8
    """Write the body of the response whatever its status is. A target with this flag must not set a `validation`
    (MOYA_ERROR_ARGUMENT).
    """


class TlsVersion(enum.IntEnum):
    """The oldest version of TLS that a connection may use, including a connection to a proxy."""

    DEFAULT = 0
    """TLS 1.2 (RFC 5246)."""
    V1_2 = 1
    """TLS 1.2."""
    V1_3 = 2
    """TLS 1.3 (RFC 8446)."""


class TrustKind(enum.IntEnum):
    """How the library checks a host's certificate."""

    CHAIN = 0
    """The certificate is issued by a trusted authority, is valid today, and is for this host."""
    PINS = 1
    """Only the key of the certificate is checked, and must be one of `pins`. Use this for a device with a self-signed
    certificate.
    """
    NONE = 2
    """Nothing is checked. Any machine on the way can read and change everything. The library writes a warning to the
    provider's log. If the provider has no log, the warning goes to standard error, unless MOYA_LOG is "error".
    """


class Guard(enum.IntEnum):
    """The addresses to which connections are allowed. The library checks the address of each connection when it makes
    the connection, whether the address comes from the URL, a redirect or the DNS. A call that needs any other
    address fails with MOYA_ERROR_ADDRESS.
    """

    NONE = 0
    """All addresses."""
    PUBLIC = 1
    """The addresses of the public Internet, and those in `guard_exceptions`. Private, loopback, link-local, carrier-
    network, multicast, unspecified, documentation and reserved addresses are not allowed, even if they are embedded
    in an IPv6 address. If there is a proxy, even one from the environment, this value fails with
    MOYA_ERROR_ARGUMENT: the library cannot see which addresses the proxy connects to.
    """


class Http(enum.IntEnum):
    """The version of HTTP to use."""

    AUTO = 0
    """HTTP/2 over TLS if the server agrees, otherwise HTTP/1.1."""
    V1 = 1
    """HTTP/1.1."""
    V2 = 2
    """HTTP/2 over TLS. If the server does not agree, the call fails with MOYA_ERROR_PROTOCOL. If the HTTP/2 of the
    libcurl in use is not safe, this value fails with MOYA_ERROR_ARGUMENT.
    """


class StubBehavior(enum.IntEnum):
    """Says who responds to the calls of a target: its sample or the network."""

    DEFAULT = 0
    """`stub` in the provider's options decides; its default is MOYA_STUB_NEVER."""
    NEVER = 1
    """The network responds."""
    IMMEDIATE = 2
    """The sample responds on the calling thread, before the function that sends the target returns. Deep inside nested
    callbacks it responds later; see moya_callback_fn.
    """
    DELAYED = 3
    """The sample responds after stub_delay_ms."""


class ReadFn(enum.IntEnum):
    """What a moya_read_fn may return instead of a number of bytes."""

    END = 0
    """The body is complete."""
    FAILED = -1
    """The call ends with MOYA_ERROR_BODY."""
    LATER = -2
    """There are no bytes yet. The call waits for moya_call_resume, and other calls continue. The wait does not count
    as idle time, but counts toward the total timeout. A complete response also ends the wait: the rest of the body
    is not sent, and the connection or the HTTP/2 stream is closed. A moya_provider_call without a `begin` handler
    gives the program no handle for moya_call_resume. Its wait lasts until a complete response or the total timeout.
    """


class TaskKind(enum.IntEnum):
    """The kind of the body. Each kind uses the fields that its comment below names. If any other field of the body is
    not NULL, sending fails with MOYA_ERROR_ARGUMENT. The fields of the query are always allowed. The library adds
    the Content-Type that the kind's comment names, unless the target has one.
    """

    PLAIN = 0
    """No body."""
    DATA = 1
    """`data`, as it is."""
    JSON = 2
    """`data`, a JSON text that the library checks, or `value`. Content-Type: application/json."""
    FORM = 3
    """`value`, an object. Content-Type: application/x-www-form-urlencoded; charset=utf-8."""
    FILE = 4
    """The file at `path`, which is read while it is sent."""
    STREAM = 5
    """`stream`."""
    MULTIPART = 6
    """`parts`, with POST, PUT or PATCH. Content-Type: the target's if it is a multipart type, otherwise
    multipart/form-data. The library adds the boundary.
    """


class BoolStyle(enum.IntEnum):
    """How a query and a form write a bool."""

    NUMERIC = 0
    """1 and 0."""
    LITERAL = 1
    """true and false."""


class Validation(enum.IntEnum):
    """The HTTP statuses that are a success. With any other status, the call fails with MOYA_ERROR_STATUS_CODE, and
    moya_error_response returns the response.
    """

    NONE = 0
    """Every status; for a download 200 … 299 (download.h)."""
    SUCCESS = 1
    """200 … 299."""
    SUCCESS_AND_REDIRECT = 2
    """200 … 399."""
    STATUSES = 3
    """The statuses in the target's `statuses`."""


class Row(enum.IntEnum):
    """The kinds of rows. They are also the bits of `parts` in moya_provider_enqueue."""

    END = 0
    """The call has ended: the last row of each call."""
    HEAD = 1
    """The head has arrived: `http_status`, and a `response` with an empty body."""
    CHUNK = 2
    """The next bytes of the decoded body, at least one: `data` and `len`."""
    PROGRESS = 4
    """Bytes were sent or received: `progress`, with the numbers at the time when the row is drained."""
    STEP = 8
    """A step of the call has begun: `data` points to a moya_step (handlers.h). `len` is 0."""


class Kind(enum.IntEnum):
    """Kinds: the C type of a member, and what it is in JSON."""

    I8 = 1
    """int8_t: an integer in the range of int8_t, without fraction or exponent. The next seven kinds have the ranges of
    their C types.
    """
    I16 = 2
    I32 = 3
    I64 = 4
    U8 = 5
    U16 = 6
    U32 = 7
    U64 = 8
    F32 = 9
    """Float: a number that is finite as a float, rounded to the nearest float."""
    F64 = 10
    """Double: a number that is finite as a double."""
    BOOLEAN = 11
    """Bool: true or false."""
    STR = 12
    """const char *: a string, NUL-terminated. U+0000 in the string is an error."""
    TEXT = 13
    """moya_str: a string, which may contain U+0000."""
    BYTES = 14
    """moya_str: bytes. In JSON they are a string of base64 (RFC 4648 §4), in which line breaks are ignored."""
    DATE = 15
    """int64_t: microseconds since 1970 in UTC. In JSON they are a string of RFC 3339 §5.6, "2026-02-03T04:05:06Z",
    with a T or a space. Digits beyond microseconds are cut off.
    """
    RAW = 16
    """moya_str: the JSON text of a value of any type. In a required field, null is such a value."""
    ENUM = 17
    """int32_t, like an enumeration in C. In JSON it is a string, one of `names`."""
    STRUCT = 18
    """A struct that `type` describes. In JSON it is an object."""


class Activity(enum.IntEnum):
    """What "moya.activity" reports."""

    BEGAN = 0
    """A request is about to be sent."""
    ENDED = 1
    """The result of the request has arrived."""


class Keep(enum.IntEnum):
    """Where a provider stores its cookies, or its hosts that require TLS."""

    NOTHING = 0
    """Nowhere."""
    MEMORY = 1
    """In memory, as long as the provider lives."""
    FILE = 2
    """In a file. The library reads the file when the provider is made. It writes the file when the provider is
    destroyed, and in moya_provider_save_cookies. The file need not exist, but its folder must exist. If the file
    does not exist and its folder cannot be written, the provider is not made. If the file exists but its folder
    cannot be written, only writing the file fails. If the file cannot be written when the provider is destroyed, an
    error with the path and the reason goes to the provider's log (log.h). If the rules do not allow a cookie or a
    host in the file, the library drops it and writes a warning to the log. For example, a domain may have become a
    public suffix. If a line has another format, the file cannot be used.
    """


class CookieFlags(enum.IntEnum):
    """The bits of moya_cookie.flags."""

    SECURE = 1
    """Sent over https only."""
    HTTP_ONLY = 2
    """Hidden from scripts in pages; the library stores this bit, but it has no effect here."""
    SUBDOMAINS = 4
    """Sent to hosts below `domain` too."""


class Domain(enum.IntEnum):
    """The source of the number that moya_error_code returns."""

    NONE = 0
    """There is no number besides the status."""
    CURL = 1
    """libcurl: the number is a CURLcode."""
    PLUGIN = 2
    """A plugin: the number is the negative value that its hook returned."""
    SYSTEM = 3
    """The kernel: the number is an errno."""


class Info(enum.IntEnum):
    """The facts that moya_response_info and moya_host.result_info return. Times are in microseconds."""

    HTTP_VERSION = 1
    """10, 11 or 20 for HTTP/1.0, HTTP/1.1 or HTTP/2."""
    ATTEMPTS = 2
    """How many times the request was sent; 1 without a retry."""
    CONNECTION_REUSED = 3
    """1: an open connection was used again; 0: a connection was made for the request."""
    REMOTE_PORT = 4
    """The port of moya_response_remote_address."""
    BYTES_UP = 5
    """Bytes of the request's body."""
    BYTES_DOWN = 6
    """Bytes of the response's body as received, before decoding (gzip …), without the framing of chunks."""
    NAME_LOOKUP_US = 7
    """The time from the start of the last hop until the host's name was resolved. A hop is the first request of an
    attempt, or the request after a redirect. This fact and the next two are 0 if an open connection was used again.
    """
    CONNECT_US = 8
    """The time from the start of the last hop (see MOYA_INFO_NAME_LOOKUP_US) until the connection was made."""
    TLS_US = 9
    """The time from the start of the last hop (see MOYA_INFO_NAME_LOOKUP_US) until TLS was established; also 0 if the
    connection has no TLS.
    """
    FIRST_BYTE_US = 10
    """The time from the moment when the last attempt was ready to be sent until the first byte of the response.
    Includes redirects and the wait for a connection, but no earlier attempts and no waits of plugins.
    """
    TOTAL_US = 11
    """The time from the moment when the last attempt was ready to be sent until the last byte of the response.
    Includes redirects and the wait for a connection, but no earlier attempts and no waits of plugins. So a whole
    call may take longer.
    """


class LogLevel(enum.IntEnum):
    """The severity of a line."""

    DEBUG = 0
    INFO = 1
    WARNING = 2
    ERROR = 3


class StubbedBy(enum.IntEnum):
    """What responded to a request."""

    NOTHING = 0
    """No rule matched and the target has no sample, or the rule has no answer left."""
    RULE = 1
    """An answer of a rule."""
    SAMPLE = 2
    """The sample of the target."""
    NETWORK = 3
    """The network, because a rule with `pass_through` sent the request on."""


class Pump(enum.IntEnum):
    """What runs a provider's asynchronous calls."""

    DISPATCH = 0
    """Library threads, one for each of `loops`. A thread that waits in moya_queue_wait sometimes runs the loop instead
    (see moya_queue_wait).
    """
    HOST = 1
    """Your event loop, with moya_provider_fd and moya_provider_process."""


class BodyKind(enum.IntEnum):
    """Where the bytes of a body are."""

    NONE = 0
    BYTES = 1
    """In memory: request_body and response_body return them."""
    FILE = 2
    """In a file: request_body and response_body return its path."""
    STREAM = 3
    """A request's body that is read as it is sent, or a response's body that the caller's handlers receive;
    request_body and response_body cannot read it.
    """


HANDLERS_RECONNECT = 1
RETRY_ANY_METHOD = 1
RETRY_NO_RETRY_AFTER = 2
RETRY_NO_JITTER = 4
TARGET_SHARE = 1
TARGET_PATH_QUERY = 2
TARGET_ANY_CODING = 4
TARGET_AS_SENT = 8
TARGET_ONLY_HEADERS = 16
TARGET_URL_AS_IS = 32
RETRY_NONE = -1

MOST_LOOPS = 64
NO_KEEP_ALIVE = 4294967295
NO_REDIRECTS = 4294967295
