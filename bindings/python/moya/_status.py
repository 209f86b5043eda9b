"""The library's numbers under their names.

Written by script/bindings from include/moya: change the headers, and run it again.
"""

import enum


class Status(enum.IntEnum):
    """."""

    OK = 0
    """It succeeded."""
    NULL = -1
    """A required pointer is NULL."""
    UTF8 = -2
    """A text is not UTF-8."""
    STRUCT_SIZE = -3
    """A struct's size is too small (was it initialised?)."""
    STRUCT_TAIL = -4
    """A struct of a newer header uses a field that this library does not know."""
    ARGUMENT = -5
    """An argument with any other invalid value."""
    STATE = -6
    """The function may not be called now, or not on this thread."""
    FORKED = -7
    """This needs the parent's threads: use a blocking or host-pumped call in a child."""
    MEMORY = -8
    """No room for a body, a response or a value in it."""
    SYSTEM = -9
    """The kernel refused something (descriptors, threads)."""
    FULL = -10
    """A queue has as many calls as its limit allows: drain rows first."""
    UNSUPPORTED = -12
    """This system does not allow it: no executable memory for a bound function."""
    DEFINITION = -11
    """A definition of an API is not sound; the message has the place as a JSON Pointer."""
    INVALID_URL = -20
    """No scheme, another scheme than http and https, no host, bad characters, longer than 131 072 bytes before it is
    percent-encoded.
    """
    INVALID_REQUEST = -21
    """A method or a header that could forge another, a header that is the library's to write (Content-Length,
    Transfer-Encoding, Expect), Proxy-Authorization where no proxy would read it, too large a header section, or one
    text of the request (base_url, a header …) longer than 131 072 bytes.
    """
    ENCODING = -22
    """Parameters or a body that cannot be encoded."""
    NO_STUB = -23
    """A stub was asked for and the target has no sample, or no stub rule answers."""
    RESOLVE = -40
    """The host's name does not resolve."""
    CONNECT = -41
    """The host cannot be reached, or refuses the connection."""
    TLS = -42
    """No TLS connection: the certificate or the handshake was refused."""
    TIMEOUT_CONNECT = -43
    """No connection within connect_timeout_ms."""
    TIMEOUT_IDLE = -44
    """No byte came or left for idle_timeout_ms."""
    TIMEOUT_TOTAL = -45
    """The call's time is over."""
    NETWORK = -46
    """The connection broke, or closed without a response."""
    PROTOCOL = -47
    """The peer broke the rules of HTTP."""
    INCOMPLETE_BODY = -48
    """The response ended before its body did."""
    DECODE = -49
    """Damaged gzip, deflate or brotli, or a content coding that is not known."""
    TOO_LARGE = -50
    """A body over max_body_size, a line or an event over max_line, or a header section that is too large."""
    REDIRECT = -51
    """More redirects than max_redirects, or one that cannot be followed."""
    PROXY = -52
    """The proxy cannot be reached, refuses, or breaks the rules."""
    CANCELLED = -53
    """The call was cancelled, or its provider closed or destroyed."""
    BODY = -54
    """The request's body could not be read or sent again."""
    FILE = -55
    """A file could not be read or written."""
    ADDRESS = -56
    """The provider's address guard refused the host's address."""
    STATUS_CODE = -60
    """The response's HTTP status was not accepted."""
    JSON = -61
    """The body is not JSON."""
    KEY_PATH = -62
    """The body has nothing at the key path."""
    JSON_TYPE = -63
    """The body has a value of another type at the key path."""
    JSON_NULL = -64
    """The value is null (json.h)."""
    JSON_RANGE = -65
    """The value is a number that does not fit (json.h)."""
    PLUGIN_OPEN = -80
    """No such file, or the loader refused it: a missing library, wrong architecture."""
    PLUGIN_FORMAT = -81
    """The file is not an ELF shared object."""
    PLUGIN_ENTRY = -82
    """The file has no function moya_plugin_entry."""
    PLUGIN_ABI = -83
    """The plugin declined, or speaks another ABI."""
    PLUGIN_TABLE = -84
    """The plugin's table is malformed."""
    PLUGIN_CREATE = -85
    """The plugin's `create` failed."""
    PLUGIN_HOOK = -86
    """A hook failed with a status that is none of these."""
    OTHER = -99
    """None of the above; the message says what."""

    @classmethod
    def _missing_(cls, value: object) -> "Status":
        # A later library may know more.
        return cls.OTHER


class Flow(enum.IntEnum):
    """What a handler answers."""

    CONTINUE = 0
    PAUSE = 1
    """No more of the body, and no end but a failure, until moya_call_resume. The connection is not read from
    meanwhile, so that the server waits; other calls go on, those on the same HTTP/2 connection too. A total timeout
    that was given goes on, the idle timeout does not.
    """
    STOP = 2
    """The call ends with MOYA_ERROR_CANCELLED; so does any number that is none of these."""


class CredentialKind(enum.IntEnum):
    """."""

    ASKED = 0
    """User and password, when the server asks for them: as Basic or Digest."""
    BASIC = 1
    """The same, with the first request already (RFC 7617)."""
    DIGEST = 2
    """When the server asks, as Digest only: the password itself is never sent (RFC 7616)."""
    BEARER = 3
    """A token, with the first request already (RFC 6750)."""


class DownloadFlags(enum.IntEnum):
    """What a download may do; together."""

    CREATE_FOLDERS = 1
    """Make the folders that its place lacks."""
    REPLACE = 2
    """Replace a file in its place; without it such a file is MOYA_ERROR_FILE. A folder, a device (/dev/null), a pipe
    and a socket are MOYA_ERROR_FILE in any case.
    """
    RESUME = 4
    """Keep what has come when the call fails, and go on with it the next time: in `path` with ".part", beside which
    lies a ".part.resume". Only a GET without a body and with `path`, of content whose server has told it from all
    other content (RFC 9110 §8.8.1, a strong validator); everything else begins anew. Two such downloads to one
    place at the same time are MOYA_ERROR_FILE.
    """
    ANY_STATUS = 8
    """Take the body of any status, as other calls do. With a `validation` of the target's it is MOYA_ERROR_ARGUMENT."""


class RetryFn(enum.IntEnum):
    """What a moya_retry_fn may answer beside milliseconds."""

    NO = -1
    """The result stands."""
    POLICY = -2
    """As the policy's statuses, errors and times say."""


class TlsVersion(enum.IntEnum):
    """The oldest version of TLS that is spoken, with proxies too."""

    DEFAULT = 0
    """TLS 1.2 (RFC 5246)."""
    V1_2 = 1
    """TLS 1.2."""
    V1_3 = 2
    """TLS 1.3 (RFC 8446)."""


class TrustKind(enum.IntEnum):
    """What is asked of a host's certificate."""

    CHAIN = 0
    """Issued by an authority that is trusted, valid today, and for this host."""
    PINS = 1
    """Nothing but its key, which is one of `pins`: for a device with a certificate of its own making."""
    NONE = 2
    """Nothing: a machine between the two ends can read and change everything. A warning in the provider's log says so,
    or on standard error, unless MOYA_LOG is "error".
    """


class Guard(enum.IntEnum):
    """Which addresses connections may be made to. What counts is the address of each connection when it is made,
    whatever the URL, a redirect or the DNS says. Others are MOYA_ERROR_ADDRESS.
    """

    NONE = 0
    """All."""
    PUBLIC = 1
    """Those of the public Internet, and the exceptions: none that is private, loopback, link-local, of a carrier's
    network, multicast, unspecified, for documentation or reserved, also not inside an IPv6 address. A provider with
    a proxy, the environment's too, is refused then, since what is behind that cannot be seen.
    """


class Http(enum.IntEnum):
    """Which version of HTTP is spoken."""

    AUTO = 0
    """HTTP/2 over TLS where the server agrees, else HTTP/1.1."""
    V1 = 1
    """HTTP/1.1."""
    V2 = 2
    """HTTP/2 over TLS, or MOYA_ERROR_PROTOCOL; refused with a libcurl whose HTTP/2 is not safe."""


class StubBehavior(enum.IntEnum):
    """Says whether the sample of a target answers its calls, instead of the network."""

    DEFAULT = 0
    """As the provider says; its default is never."""
    NEVER = 1
    """The network answers."""
    IMMEDIATE = 2
    """The sample answers on the calling thread, before the function returns. Deep in callbacks it answers later; see
    moya_callback_fn.
    """
    DELAYED = 3
    """The sample answers after stub_delay_ms."""


class ReadFn(enum.IntEnum):
    """What a moya_read_fn may return beside a number of bytes."""

    END = 0
    """There is no more."""
    FAILED = -1
    """The call ends with MOYA_ERROR_BODY."""
    LATER = -2
    """Nothing yet: the call waits for moya_call_resume, and other calls go on. The wait is no idle time, but counts in
    the total timeout, which alone ends it in a moya_provider_call: that has no handle to resume, while
    moya_provider_call gives its `begin` one. A response that is whole by then ends it too: the rest of the body is
    not sent, and the connection or the stream of HTTP/2 is closed.
    """


class TaskKind(enum.IntEnum):
    """What the body is. Each kind takes the fields that are named here, beside those of the query: another one that is
    not NULL is MOYA_ERROR_ARGUMENT. A Content-Type is added only where it is named, and only if the target has
    none.
    """

    PLAIN = 0
    """None."""
    DATA = 1
    """`data`, as it is."""
    JSON = 2
    """`data`, a JSON text, which is checked; or `value`. Content-Type: application/json."""
    FORM = 3
    """`value`, an object. Content-Type: application/x-www-form-urlencoded; charset=utf-8."""
    FILE = 4
    """The file at `path`, read while it is sent."""
    STREAM = 5
    """`stream`."""
    MULTIPART = 6
    """`parts`, with POST, PUT or PATCH. Content-Type: the target's, if it is a multipart type, otherwise
    multipart/form-data; the boundary is added.
    """


class BoolStyle(enum.IntEnum):
    """How a query and a form write a bool."""

    NUMERIC = 0
    """1 and 0."""
    LITERAL = 1
    """True and false."""


class Validation(enum.IntEnum):
    """Which HTTP statuses are a success. With any other the call ends with MOYA_ERROR_STATUS_CODE, and the response is
    the error's.
    """

    NONE = 0
    """Every status; of a download 200 … 299 (download.h)."""
    SUCCESS = 1
    """200 … 299."""
    SUCCESS_AND_REDIRECT = 2
    """200 … 399."""
    STATUSES = 3
    """Those in the target's `statuses`."""


class CallPhase(enum.IntEnum):
    """How far a call is."""

    WAITING = 0
    """In a group's line, with plugins, or before another attempt."""
    RUNNING = 1
    """The request is out, or waits for a connection."""
    ENDED = 2
    """The result is known: the end runs next, or has run, or its row is there."""


class Row(enum.IntEnum):
    """What a row says of its call. As bits, also the `parts` of moya_provider_enqueue."""

    END = 0
    """The call has ended: one row of each call, its last."""
    HEAD = 1
    """The response's head has come: `response`, whose body is empty, and `http_status`."""
    CHUNK = 2
    """The next bytes of the body, decoded: `data` and `len`, at least one."""
    PROGRESS = 4
    """Bytes were moved: `progress`, as it is when the row is drained."""


class Kind(enum.IntEnum):
    """What a member is, and what it is in JSON."""

    I8 = 1
    """Int8_t …: an integer without fraction or exponent, within the range of the kind."""
    I16 = 2
    I32 = 3
    I64 = 4
    U8 = 5
    U16 = 6
    U32 = 7
    U64 = 8
    F32 = 9
    """Float: a number that is finite as one; rounded to the nearest."""
    F64 = 10
    """Double."""
    BOOLEAN = 11
    """Bool."""
    STR = 12
    """Const char *: a string, ended by a zero; one that holds U+0000 is refused."""
    TEXT = 13
    """Moya_str: a string, which may hold U+0000."""
    BYTES = 14
    """Moya_str: bytes, a string of base64 (RFC 4648 §4) in JSON, where line breaks are skipped."""
    DATE = 15
    """Int64_t: microseconds since 1970 in UTC; a string of RFC 3339 §5.6, "2026-02-03T04:05:06Z", with a T or a space.
    Digits beyond microseconds are cut off.
    """
    RAW = 16
    """Moya_str: the JSON text itself, whatever its type; null too where it may not be absent."""
    ENUM = 17
    """Int32_t, as C's enumerations are: a string that `names` has."""
    STRUCT = 18
    """A struct that `type` describes: an object."""


class DecoderInput(enum.IntEnum):
    """What stands in the text."""

    LINES = 0
    """Values one behind the other, with white space between them: JSON lines, NDJSON."""
    ARRAY = 1
    """An array, whose elements are the values."""


class BindKind(enum.IntEnum):
    """What a bound function does, and its arguments after the endpoint's own."""

    CALL = 0
    """Moya_api_call: (moya_response **, moya_error **). [not in callbacks]."""
    SEND = 1
    """Moya_api_send: (moya_callback_fn end, void *user, moya_call **, moya_error **)."""
    ENQUEUE = 2
    """Moya_api_enqueue: (moya_queue *, uint64_t tag, moya_call **, moya_error **)."""


class Activity(enum.IntEnum):
    """What "moya.activity" tells."""

    BEGAN = 0
    """A request is about to be sent."""
    ENDED = 1
    """Its result is here."""


class Keep(enum.IntEnum):
    """Where something is remembered."""

    NOTHING = 0
    """Nowhere."""
    MEMORY = 1
    """As long as the provider lives."""
    FILE = 2
    """In a file, read when the provider is made, and written when it is destroyed and by moya_provider_save_cookies.
    It need not exist; its folder must. What cannot be written when the provider is destroyed is an error in its log
    (log.h), with path and reason.
    """


class CookieFlags(enum.IntEnum):
    """Bits of moya_cookie.flags."""

    SECURE = 1
    """Is sent over https only."""
    HTTP_ONLY = 2
    """Not for scripts in pages: kept, and without an effect here."""
    SUBDOMAINS = 4
    """Is sent to hosts below `domain` as well."""


class Domain(enum.IntEnum):
    """Where a cause has its number from."""

    NONE = 0
    """The cause has no number but the status."""
    CURL = 1
    """Libcurl: a CURLcode."""
    PLUGIN = 2
    """A plugin: the negative value that its hook returned."""
    SYSTEM = 3
    """The kernel: an errno."""


class ExecutorKind(enum.IntEnum):
    """."""

    LOOP = 0
    """Where the call ends: see moya_callback_fn."""
    QUEUE = 1
    """On a thread of the library's that does nothing else, one after another: a callback may take its time, and other
    calls move on. A forked child has no such thread: MOYA_ERROR_FORKED.
    """
    OWN = 2
    """Where `enqueue` has them run."""


class LogLevel(enum.IntEnum):
    """How severe a line is."""

    DEBUG = 0
    INFO = 1
    WARNING = 2
    ERROR = 3


class StubbedBy(enum.IntEnum):
    """What answered a request."""

    NOTHING = 0
    """No rule matched and the target has no sample, or the rule has no answer left."""
    RULE = 1
    """The answer of a rule."""
    SAMPLE = 2
    """The sample of its target."""
    NETWORK = 3
    """The network: a rule with `pass_through` sent the request on."""


class Pump(enum.IntEnum):
    """What moves a provider's asynchronous calls."""

    DISPATCH = 0
    """Threads of the library's move asynchronous calls: one for each of `loops`; in its place at times a thread that
    is in moya_queue_wait, as said there.
    """
    HOST = 1
    """Your event loop does: moya_provider_fd and moya_provider_process."""


class Info(enum.IntEnum):
    """What moya_response_info tells. Times are microseconds."""

    HTTP_VERSION = 1
    """10, 11 or 20: HTTP/1.0, HTTP/1.1, HTTP/2."""
    ATTEMPTS = 2
    """How often the request was sent: 1 without a retry."""
    CONNECTION_REUSED = 3
    """1: it went over a connection that was kept; 0: one was made for it."""
    REMOTE_PORT = 4
    """The port of moya_response_remote_address."""
    BYTES_UP = 5
    """Of the request's body."""
    BYTES_DOWN = 6
    """Of the response's body as it came: encoded, without the framing of chunks."""
    NAME_LOOKUP_US = 7
    """Until the name was resolved, since the last hop (redirect) began; 0 with a kept connection, as the next two."""
    CONNECT_US = 8
    """Until the connection was made, since the same moment."""
    TLS_US = 9
    """Until TLS was agreed; 0 also without TLS."""
    FIRST_BYTE_US = 10
    """Until the first byte of the response, since the request was submitted: with waits for a connection and
    redirects, without earlier attempts.
    """
    TOTAL_US = 11
    """Until its last byte."""


RETRY_ANY_METHOD = 1
RETRY_NO_RETRY_AFTER = 2
RETRY_NO_JITTER = 4
TARGET_SHARE = 1
TARGET_PATH_QUERY = 2
TARGET_ANY_CODING = 4

MOST_LOOPS = 64
NO_REDIRECTS = 4294967295
