"""The transparent structs of moya.h, field by field.

Written by script/bindings from include/moya: change the headers, and run it again.
Pointers to structs are addresses: before Python 3.13 all interpreters of a process share the table behind
ctypes.POINTER, so that an import of ctypes in a second one would break these.
"""

from ctypes import Structure, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p


class Str(Structure):
    """Borrowed text or bytes: {NULL, 0} when there are none. data[len] is 0 unless data is NULL."""

    _fields_ = [
        ("data", c_void_p),
        ("len", c_size_t),
    ]


class Header(Structure):
    """A header field. Callers make arrays of these, {"Accept", "text/plain"}: a later version may add fields behind
    these two, and tells by the `…_stride` beside an array which version it is of.
    """

    _fields_ = [
        ("name", c_char_p),
        ("value", c_char_p),
    ]


class Parameter(Structure):
    """A name and a text, of a query or an environment. In arrays as moya_header. A parameter of a query whose value is
    NULL is left out.
    """

    _fields_ = [
        ("name", c_char_p),
        ("value", c_char_p),
    ]


class Event(Structure):
    """One server-sent event (WHATWG HTML, "Server-sent events"). Its texts are UTF-8. The library fills it, one at a
    time: a later version may add fields at the end.
    """

    _fields_ = [
        ("type", Str),
        ("data", Str),
        ("id", Str),
        ("retry_ms", c_int64),
    ]


class Progress(Structure):
    """How many bytes were moved, in both directions. The library fills it, one at a time: a later version may add
    fields at the end.
    """

    _fields_ = [
        ("sent", c_int64),
        ("send_total", c_int64),
        ("received", c_int64),
        ("receive_total", c_int64),
    ]


class Handlers(Structure):
    """What to show of a response. NULL: not wanted. Without body, line and event the response has its body at the end."""

    _fields_ = [
        ("size", c_uint32),
        ("max_line", c_uint32),
        ("begin", c_void_p),
        ("head", c_void_p),
        ("body", c_void_p),
        ("line", c_void_p),
        ("event", c_void_p),
        ("progress", c_void_p),
        ("end", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class Credential(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_int32),
        ("user", c_char_p),
        ("password", c_char_p),
    ]


class Download(Structure):
    """Where a response's body goes. The file is written beside its place, and moved there in one step when the
    response is complete and its status is accepted: 200 to 299, unless the target says another validation or
    `flags` any status; the body of another response is in the error, as ever. What a stub or a plugin answers is
    written too. max_body_size does not hold for it. When something cannot be written the call ends with
    MOYA_ERROR_FILE, and nothing but what RESUME keeps is left.
    """

    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("path", c_char_p),
        ("folder", c_char_p),
        ("name", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class Retry(Structure):
    """A policy. 0 or NULL: the default named here. What ends without a whole response (RESOLVE, CONNECT,
    TIMEOUT_CONNECT, TIMEOUT_IDLE, NETWORK, INCOMPLETE_BODY) is tried again, and so are the statuses below.
    """

    _fields_ = [
        ("size", c_uint32),
        ("attempts", c_uint32),
        ("delay_ms", c_uint32),
        ("backoff_percent", c_uint32),
        ("max_delay_ms", c_uint32),
        ("jitter_percent", c_uint32),
        ("max_retry_after_ms", c_uint32),
        ("flags", c_uint32),
        ("statuses", c_void_p),
        ("status_count", c_size_t),
        ("budget_percent", c_uint32),
        ("budget_reserve", c_uint32),
        ("decide", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class Trust(Structure):
    """Whom to trust for one host or several. In arrays, of which the first that fits a host counts: for a host that
    none fits it is the ca_file of moya_provider_options, or the system's authorities.
    """

    _fields_ = [
        ("host", c_char_p),
        ("ca_file", c_char_p),
        ("ca_data", c_char_p),
        ("ca_data_len", c_size_t),
        ("pins", c_char_p),
        ("kind", c_int32),
        ("reserved", c_uint32),
    ]


class ConnectionOptions(Structure):
    """0 or NULL: the default named here."""

    _fields_ = [
        ("size", c_uint32),
        ("min_tls", c_int32),
        ("trust", c_void_p),
        ("trust_count", c_size_t),
        ("trust_stride", c_uint32),
        ("guard", c_int32),
        ("guard_exceptions", c_char_p),
        ("certificate_file", c_char_p),
        ("certificate_data", c_char_p),
        ("certificate_data_len", c_size_t),
        ("key_file", c_char_p),
        ("key_data", c_char_p),
        ("key_data_len", c_size_t),
        ("key_password", c_char_p),
        ("http", c_int32),
        ("max_header_size", c_uint32),
        ("unix_socket", c_char_p),
        ("interface", c_char_p),
        ("resolve", c_void_p),
        ("resolve_count", c_size_t),
        ("no_proxy", c_char_p),
        ("proxy_credential", c_void_p),
        ("credential", c_void_p),
        ("origin_headers", c_void_p),
        ("origin_header_count", c_size_t),
        ("certificate_hosts", c_char_p),
    ]


class ConnectionOverrides(Structure):
    """What one target says differently. 0 or NULL: as the provider says. Here a target makes a check stricter, or
    chooses another identity or way. A connection, and a TLS session, made for such a target serves only targets of
    the provider that say the same.
    """

    _fields_ = [
        ("size", c_uint32),
        ("min_tls", c_int32),
        ("trust", c_void_p),
        ("trust_count", c_size_t),
        ("trust_stride", c_uint32),
        ("guard", c_int32),
        ("guard_exceptions", c_char_p),
        ("certificate_file", c_char_p),
        ("certificate_data", c_char_p),
        ("certificate_data_len", c_size_t),
        ("key_file", c_char_p),
        ("key_data", c_char_p),
        ("key_data_len", c_size_t),
        ("key_password", c_char_p),
        ("certificate_hosts", c_char_p),
        ("interface", c_char_p),
        ("proxy", c_char_p),
        ("no_proxy", c_char_p),
        ("proxy_credential", c_void_p),
        ("http", c_int32),
        ("reserved", c_uint32),
    ]


class Sample(Structure):
    """A made-up response."""

    _fields_ = [
        ("size", c_uint32),
        ("http_status", c_int32),
        ("headers", c_void_p),
        ("header_count", c_size_t),
        ("body", c_char_p),
        ("body_len", c_size_t),
        ("failure", c_int32),
        ("header_stride", c_uint32),
        ("url", c_char_p),
    ]


class Stream(Structure):
    """Bytes that come as they are sent."""

    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("read", c_void_p),
        ("rewind", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
        ("len", c_uint64),
    ]


class Part(Structure):
    """A part of a multipart form (RFC 7578). It has one of `text`, `data`, `path` and `stream`. In arrays as
    moya_header.
    """

    _fields_ = [
        ("name", c_char_p),
        ("text", c_char_p),
        ("data", c_char_p),
        ("data_len", c_size_t),
        ("user", c_void_p),
        ("release_user", c_void_p),
        ("path", c_char_p),
        ("stream", c_void_p),
        ("file_name", c_char_p),
        ("type", c_char_p),
    ]


class Task(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_int32),
        ("data", c_char_p),
        ("data_len", c_size_t),
        ("user", c_void_p),
        ("release_user", c_void_p),
        ("value", c_void_p),
        ("path", c_char_p),
        ("stream", c_void_p),
        ("parts", c_void_p),
        ("part_count", c_size_t),
        ("part_stride", c_uint32),
        ("bool_style", c_int32),
        ("list_key", c_char_p),
        ("boundary", c_char_p),
        ("parameters", c_void_p),
        ("parameter_count", c_size_t),
        ("parameter_stride", c_uint32),
        ("reserved", c_uint32),
        ("query", c_void_p),
    ]


class Target(Structure):
    """One operation of an API: what Moya calls a target. Plain data, which functions read before they return and do
    not keep.
    """

    _fields_ = [
        ("size", c_uint32),
        ("timeout_ms", c_uint32),
        ("name", c_char_p),
        ("base_url", c_char_p),
        ("path", c_char_p),
        ("method", c_char_p),
        ("headers", c_void_p),
        ("header_count", c_size_t),
        ("header_stride", c_uint32),
        ("stub_delay_ms", c_uint32),
        ("task", c_void_p),
        ("sample", c_void_p),
        ("download", c_void_p),
        ("stub", c_int32),
        ("validation", c_int32),
        ("statuses", c_void_p),
        ("status_count", c_size_t),
        ("tags", c_void_p),
        ("tag_count", c_size_t),
        ("user", c_void_p),
        ("path_values", c_void_p),
        ("path_value_count", c_size_t),
        ("path_value_stride", c_uint32),
        ("connect_timeout_ms", c_uint32),
        ("idle_timeout_ms", c_uint32),
        ("max_redirects", c_uint32),
        ("max_body_size", c_uint64),
        ("credential", c_void_p),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("retry", c_void_p),
        ("connection", c_void_p),
    ]


class Completion(Structure):
    """A row. That of an end has on MOYA_OK a `response`, whose body is in `data` and `len` too (as moya_response_body:
    valid as long as the response), and an `error` otherwise. The caller that drained a row owns all that it points
    to, until moya_completions_release; what its kind does not have is 0.
    """

    _fields_ = [
        ("tag", c_uint64),
        ("status", c_int32),
        ("http_status", c_int32),
        ("response", c_void_p),
        ("error", c_void_p),
        ("kind", c_int32),
        ("reserved", c_uint32),
        ("data", c_void_p),
        ("len", c_size_t),
        ("progress", c_void_p),
    ]


class TypeNames(Structure):
    """The names of an enumeration in JSON."""

    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("names", c_void_p),
        ("values", c_void_p),
        ("count", c_uint32),
        ("other", c_int32),
    ]


class TypeField(Structure):
    """A member of a struct, and where it stands in JSON."""

    _fields_ = [
        ("name", c_char_p),
        ("offset", c_uint32),
        ("member_size", c_uint32),
        ("kind", c_int32),
        ("flags", c_uint32),
        ("type", c_void_p),
        ("names", c_void_p),
        ("default_json", c_char_p),
        ("count_offset", c_uint32),
        ("has_offset", c_uint32),
    ]


class Type(Structure):
    """A struct."""

    _fields_ = [
        ("size", c_uint32),
        ("field_stride", c_uint32),
        ("name", c_char_p),
        ("fields", c_void_p),
        ("field_count", c_uint32),
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("prepared", c_void_p),
    ]


class DecoderOptions(Structure):
    """What a decoder does."""

    _fields_ = [
        ("size", c_uint32),
        ("input", c_int32),
        ("type", c_void_p),
        ("value", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
        ("max_value", c_uint64),
    ]


class Argument(Structure):
    """A value for a parameter of an endpoint. The macros below make one. The library reads it before the function
    returns and does not keep it. In arrays; it never grows.
    """

    _fields_ = [
        ("name", c_void_p),
        ("kind", c_int32),
        ("flags", c_uint32),
        ("integer", c_int64),
        ("number", c_double),
        ("data", c_void_p),
        ("len", c_size_t),
        ("type", c_void_p),
        ("reserved", c_uint64),
    ]


class ApiList(Structure):
    """At most 10 000 elements of a list, one after the other: of the C type that the word says, a text as const char
    *, a struct itself, a list within a list as moya_api_list. It never grows.
    """

    _fields_ = [
        ("items", c_char_p),
        ("count", c_size_t),
    ]


class Backend(Structure):
    """What answers requests (moya_provider_options.backend)."""

    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("send", c_void_p),
        ("cancel", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class Builtin(Structure):
    """Functions of the program for a plugin of the library. All may be NULL."""

    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("refresh", c_void_p),
        ("activity", c_void_p),
        ("refresh_target", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class Closures(Structure):
    """What targets come to (moya_provider_options.closures). Functions may be NULL."""

    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("endpoint", c_void_p),
        ("request", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class CookieOptions(Structure):
    """0 or NULL: the default named here."""

    _fields_ = [
        ("size", c_uint32),
        ("cookies", c_int32),
        ("cookie_file", c_char_p),
        ("hsts", c_int32),
        ("reserved", c_uint32),
        ("hsts_file", c_char_p),
        ("public_suffixes", c_char_p),
    ]


class Cookie(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_int32),
        ("name", c_char_p),
        ("value", c_char_p),
        ("domain", c_char_p),
        ("path", c_char_p),
        ("expires", c_int64),
    ]


class Executor(Structure):
    """Where callbacks run (moya_provider_options.executor). With MOYA_EXECUTOR_OWN moya_provider_close and _destroy do
    not wait for jobs that were enqueued, since the thread that calls them may be the one that runs jobs: those
    callbacks come when their jobs run, later.
    """

    _fields_ = [
        ("size", c_uint32),
        ("kind", c_int32),
        ("enqueue", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class Json(Structure):
    """A value in a document, or none: a cursor, given and returned by value. It is valid as long as its document, or
    its response. All zero it is a missing value, and whatever is asked of a missing value is missing again, so that
    only the end of a chain has to be looked at: moya_json_int64(moya_json_at(root, "owner.id"), &id ). Both fields
    are the library's.
    """

    _fields_ = [
        ("document", c_char_p),
        ("token", c_size_t),
    ]


class LogHandler(Structure):
    """Where a provider's lines go (moya_provider_options.log)."""

    _fields_ = [
        ("size", c_uint32),
        ("level", c_int32),
        ("log", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class StubRequest(Structure):
    """A request as a server would receive it. The library fills it. A function of a rule may use it until the function
    returns; moya_stubs_record_at says how long a recorded one is valid. It may contain secrets.
    """

    _fields_ = [
        ("size", c_uint32),
        ("header_stride", c_uint32),
        ("target", Str),
        ("method", Str),
        ("url", Str),
        ("headers", c_void_p),
        ("header_count", c_size_t),
        ("body", Str),
        ("rule", c_uint64),
        ("answered", c_int32),
        ("reserved", c_int32),
        ("user", c_void_p),
    ]


class StubRule(Structure):
    """A rule. It matches a request if all conditions that are given do; NULL and 0 are no condition."""

    _fields_ = [
        ("size", c_uint32),
        ("delay_ms", c_uint32),
        ("target", c_char_p),
        ("method", c_char_p),
        ("url", c_char_p),
        ("path", c_char_p),
        ("query", c_void_p),
        ("query_count", c_size_t),
        ("query_stride", c_uint32),
        ("exact_query", c_uint32),
        ("headers", c_void_p),
        ("header_count", c_size_t),
        ("header_stride", c_uint32),
        ("repeat_last", c_uint32),
        ("body", c_char_p),
        ("body_len", c_size_t),
        ("json", c_char_p),
        ("matches", c_void_p),
        ("answers", c_void_p),
        ("answer_count", c_size_t),
        ("answer", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
        ("pass_through", c_uint32),
        ("reserved", c_uint32),
    ]


class ProviderOptions(Structure):
    """0 or NULL: the default named here."""

    _fields_ = [
        ("size", c_uint32),
        ("pump", c_int32),
        ("connect_timeout_ms", c_uint32),
        ("idle_timeout_ms", c_uint32),
        ("total_timeout_ms", c_uint32),
        ("max_connections", c_uint32),
        ("max_connections_per_host", c_uint32),
        ("max_redirects", c_uint32),
        ("max_body_size", c_uint64),
        ("ca_file", c_char_p),
        ("user_agent", c_char_p),
        ("stub", c_int32),
        ("stub_delay_ms", c_uint32),
        ("proxy", c_char_p),
        ("base_url", c_char_p),
        ("headers", c_void_p),
        ("header_count", c_size_t),
        ("parameters", c_void_p),
        ("parameter_count", c_size_t),
        ("header_stride", c_uint32),
        ("parameter_stride", c_uint32),
        ("environments", c_void_p),
        ("environment_count", c_size_t),
        ("environment", c_char_p),
        ("environment_stride", c_uint32),
        ("loops", c_uint32),
        ("connection", c_void_p),
        ("log", c_void_p),
        ("cookies", c_void_p),
        ("retry", c_void_p),
        ("backend", c_void_p),
        ("closures", c_void_p),
        ("executor", c_void_p),
        ("stubs", c_void_p),
    ]


#: struct.Struct format of a Completion that is an end: a batch of rows is unpacked by one iterator, not field by
#: field. It has tag, status, http_status, data, len.
COMPLETION_FORMAT = "@Qii8x8x4x4xPN8x"
