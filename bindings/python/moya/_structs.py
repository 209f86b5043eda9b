"""The transparent structs of moya.h, field by field.

Written by script/bindings from include/moya: change the headers, and run it again.
A field that points to a struct has the address as a number, and not a ctypes.POINTER. Before Python 3.13,
all interpreters of a process share the table of the types that ctypes.POINTER has made. An import of ctypes
in a second interpreter would break these types.
"""

from ctypes import Structure, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p


class Str(Structure):
    """Borrowed text or bytes. {NULL, 0} means that there is no text. data[len] is 0 unless data is NULL."""

    _fields_ = [
        ("data", c_void_p),
        ("len", c_size_t),
    ]


class Header(Structure):
    """A header field. Callers make arrays of such structs, for example of {"Accept", "text/plain"}. A later version
    may add fields after `name` and `value`. The `…_stride` next to an array says how large its elements are.
    """

    _fields_ = [
        ("name", c_char_p),
        ("value", c_char_p),
    ]


class Parameter(Structure):
    """A name and a text: a parameter of a query, a value for a path, or the base URL of an environment (provider.h).
    In a query, a parameter whose value is NULL is omitted. A later version may add fields after `name` and `value`.
    The `…_stride` next to an array says how large its elements are.
    """

    _fields_ = [
        ("name", c_char_p),
        ("value", c_char_p),
    ]


class Event(Structure):
    """One server-sent event (WHATWG HTML, "Server-sent events"). Its texts are UTF-8. The library fills this struct
    and never passes an array of such structs, so a later version may add fields at the end.
    """

    _fields_ = [
        ("type", Str),
        ("data", Str),
        ("id", Str),
        ("retry_ms", c_int64),
    ]


class Progress(Structure):
    """How many bytes were sent and received. The library fills this struct and never passes an array of such structs,
    so a later version may add fields at the end.
    """

    _fields_ = [
        ("sent", c_int64),
        ("send_total", c_int64),
        ("received", c_int64),
        ("receive_total", c_int64),
    ]


class Step(Structure):
    """A step of a call. The library reports it when the step begins. The library fills this struct and never passes an
    array of such structs, so a later version may add fields at the end. Failures: If a call fails, the last step
    that was reported has failed. If no step was reported, nothing was sent. Repeated: A retry, a redirect and a
    request that is sent again report their steps again. The library sends a request again if, for example, its
    reused connection has ended. Reused: A request on a connection that exists has only the steps from
    MOYA_STEP_SEND_HEAD on. While the request waits for a connection that another call opens, it has no step.
    Proxies: With a proxy, MOYA_STEP_CONNECT is the connection to the proxy. If this connection uses TLS, the first
    MOYA_STEP_TLS is its handshake. A tunnel has no step of its own: the step before it lasts until the proxy has
    opened the tunnel.
    """

    _fields_ = [
        ("kind", c_int32),
        ("attempt", c_int32),
        ("address", Str),
        ("port", c_int32),
        ("http_version", c_int32),
    ]


class Handlers(Structure):
    """The handlers of a call. A handler that is NULL does not run. If `body`, `line` and `event` are all NULL, the
    response in `end` has the body.
    """

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
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("step", c_void_p),
    ]


class Credential(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_int32),
        ("user", c_char_p),
        ("password", c_char_p),
    ]


class Download(Structure):
    """Says where the body of a response goes. The library first writes a temporary file in the same folder, or in the
    nearest folder above it that exists. When the response is complete and its status is accepted, the library moves
    the file into place in one step. The statuses 200 to 299 are accepted, unless the target sets another validation
    or `flags` accepts any status. If the status is not accepted, the call fails, and the body is in the error
    instead of the file. The responses of stubs and plugins are written too. max_body_size does not limit a
    download. If something cannot be written, the call ends with MOYA_ERROR_FILE. Nothing is left on the disk then,
    except what MOYA_DOWNLOAD_RESUME stores.
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
    """A retry policy. 0 or NULL stands for the default that the field's comment names. A request is sent again after a
    status in `statuses`, and after an error that left no complete response (RESOLVE, CONNECT, TIMEOUT_CONNECT,
    TIMEOUT_IDLE, NETWORK, INCOMPLETE_BODY).
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
    """Says whom to trust for one host or for several hosts. If several elements of an array fit a host, the first of
    them counts. If no element fits, the ca_file of moya_provider_options counts or, without a ca_file, the system's
    authorities.
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
    """The options of all connections of a provider. 0 or NULL stands for the default that the field's comment names."""

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
        ("keep_alive_s", c_uint32),
        ("max_idle_connections", c_uint32),
    ]


class ConnectionOverrides(Structure):
    """The settings of one target that differ from its provider's. 0 or NULL stands for the provider's setting. A
    target can choose whom it trusts, which certificate it shows and how it connects. Its guard and its oldest
    version of TLS can only be stricter than those of the provider. A connection or a TLS session that was made for
    a target with such settings serves only targets of this provider with the same settings.
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


class Trailers(Structure):
    """The trailers of a request: fields that follow the body (RFC 9110 §6.5)."""

    _fields_ = [
        ("size", c_uint32),
        ("header_stride", c_uint32),
        ("headers", c_void_p),
        ("header_count", c_size_t),
    ]


class Stream(Structure):
    """A body that a function of the program supplies piece by piece, while the library sends it."""

    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("read", c_void_p),
        ("rewind", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
        ("len", c_uint64),
        ("trailers", c_void_p),
    ]


class Part(Structure):
    """A part of a multipart form (RFC 7578). Set exactly one of `text`, `data`, `path` and `stream`. A later version
    may add fields, so an array has a `part_stride`.
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
    """Describes one operation of an API. Functions read this plain data before they return and do not store it."""

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
    """A row of a queue: the result of a call, its head, a piece of its body, its progress or a step. Fields that the
    kind of the row does not use are 0. A row of MOYA_ROW_END has a `response` if `status` is MOYA_OK, otherwise an
    `error`. The body of the response is also in `data` and `len`, and is valid as long as the response. The caller
    that drained a row owns everything that the row points to, and must release it with moya_completions_release.
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


class TypeField(Structure):
    """A member of a struct, and its place in JSON."""

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
    """A table that describes a struct and its JSON."""

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


class Argument(Structure):
    """A value for a parameter of an endpoint. The macros below make an argument. The library reads the argument before
    the function returns and does not store it. Programs have arrays of this struct, so later versions add no
    fields.
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


class Backend(Structure):
    """A backend (moya_provider_options.backend)."""

    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("send", c_void_p),
        ("cancel", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class Builtin(Structure):
    """Functions of the program for a built-in plugin. All may be NULL."""

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
    """The closures of a provider (moya_provider_options.closures). Functions may be NULL."""

    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("endpoint", c_void_p),
        ("request", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class CookieOptions(Structure):
    """Options for cookies and HSTS. 0 or NULL stands for the default that the field's comment names."""

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


class LogHandler(Structure):
    """Where a provider writes its lines (moya_provider_options.log)."""

    _fields_ = [
        ("size", c_uint32),
        ("level", c_int32),
        ("log", c_void_p),
        ("user", c_void_p),
        ("release_user", c_void_p),
    ]


class StubRequest(Structure):
    """A request as a server would receive it. The library fills it. A function of a rule may use it until that
    function returns. moya_stubs_record_at says how long a recorded request is valid. A request may contain secrets.
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
    """A stub rule. It matches a request if all of its conditions match. A condition that is NULL or 0 matches every
    request.
    """

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
    """Options of a provider. If a field is 0 or NULL, the default that its comment names applies. Times are in
    milliseconds.
    """

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


class Field(Structure):
    """A header field in a list (request_headers). If the host made the list, both texts end with a NUL."""

    _fields_ = [
        ("name", Str),
        ("value", Str),
    ]


class Option(Structure):
    """An option that a plugin lets its user set. The host refuses a config with a key that is not an option of the
    plugin, or with a value of the wrong kind. The error names the key.
    """

    _fields_ = [
        ("name", c_char_p),
        ("about", c_char_p),
        ("kind", c_uint32),
        ("required", c_uint32),
        ("preset", c_char_p),
        ("choices", c_char_p),
        ("least", c_int64),
        ("most", c_int64),
    ]


class Module(Structure):
    """The plugins of a module."""

    _fields_ = [
        ("size", c_uint32),
        ("abi", c_uint32),
        ("plugins", c_void_p),
    ]


class PluginUse(Structure):
    """One plugin of a provider. Set `path` or `plugin`, but not both."""

    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("path", c_char_p),
        ("plugin", c_void_p),
        ("id", c_char_p),
        ("name", c_char_p),
        ("config", c_char_p),
        ("only_tag", c_char_p),
        ("not_tag", c_char_p),
        ("wait_ms", c_uint32),
        ("reserved", c_uint32),
    ]


class Plugin(Structure):
    """A plugin. The struct is static, and the host never writes to it. Texts and hooks may be NULL, unless their
    comment says otherwise. A hook that is NULL costs nothing.
    """

    _fields_ = [
        ("size", c_uint32),
        ("option_size", c_uint32),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("id", c_char_p),
        ("version", c_char_p),
        ("about", c_char_p),
        ("license", c_char_p),
        ("options", c_void_p),
        ("secret_headers", c_void_p),
        ("create", c_void_p),
        ("close", c_void_p),
        ("destroy", c_void_p),
        ("prepare", c_void_p),
        ("sign", c_void_p),
        ("will_send", c_void_p),
        ("did_receive", c_void_p),
        ("should_retry", c_void_p),
        ("process", c_void_p),
        ("release_slot", c_void_p),
        ("get_extension", c_void_p),
    ]


#: The format of a row that is a completion (MOYA_ROW_END), for struct.Struct. One iterator unpacks all rows
#: of a batch. The format has the fields tag, status, http_status, data, len.
COMPLETION_FORMAT = "@Qii8x8x4x4xPN8x"
#: The same format with only the fields http_status, data, len.
RESPONSE_FORMAT = "@8x4xi8x8x4x4xPN8x"

#: The functions of moya_host, in its order: the type of the result, then those of the parameters.
HOST = {
    "get_extension": (c_void_p, c_char_p),
    "log_enabled": (c_int32, c_void_p, c_int32),
    "log": (None, c_void_p, c_int32, c_char_p),
    "fail": (None, c_void_p, c_char_p),
    "defer": (c_int32, c_void_p),
    "resume": (c_int32, c_void_p, c_int32),
    "option_text": (Str, c_void_p, c_char_p),
    "option_int": (c_int64, c_void_p, c_char_p),
    "option_number": (c_double, c_void_p, c_char_p),
    "option_count": (c_size_t, c_void_p, c_char_p),
    "option_at": (Str, c_void_p, c_char_p, c_size_t),
    "target_name": (Str, c_void_p),
    "target_user": (c_void_p, c_void_p),
    "target_has_tag": (c_int32, c_void_p, c_char_p),
    "attempt": (c_uint32, c_void_p),
    "time_left_ms": (c_int64, c_void_p),
    "slot": (c_void_p, c_void_p),
    "set_slot": (c_int32, c_void_p, c_void_p),
    "request_method": (Str, c_void_p),
    "request_url": (Str, c_void_p),
    "request_header": (Str, c_void_p, c_char_p),
    "request_header_count": (c_size_t, c_void_p),
    "request_header_at": (c_int32, c_void_p, c_size_t, c_void_p, c_void_p),
    "request_body_kind": (c_int32, c_void_p),
    "request_body_size": (c_int64, c_void_p),
    "request_body": (Str, c_void_p),
    "request_set_method": (c_int32, c_void_p, c_char_p),
    "request_set_url": (c_int32, c_void_p, c_char_p),
    "request_set_header": (c_int32, c_void_p, c_char_p, c_char_p),
    "request_add_header": (c_int32, c_void_p, c_char_p, c_char_p),
    "request_set_body": (c_int32, c_void_p, c_char_p, c_size_t),
    "result_status": (c_int32, c_void_p),
    "error_message": (Str, c_void_p),
    "result_info": (c_int64, c_void_p, c_int32),
    "remote_address": (Str, c_void_p),
    "http_status": (c_int32, c_void_p),
    "response_url": (Str, c_void_p),
    "response_header": (Str, c_void_p, c_char_p),
    "response_header_count": (c_size_t, c_void_p),
    "response_header_at": (c_int32, c_void_p, c_size_t, c_void_p, c_void_p),
    "response_body_kind": (c_int32, c_void_p),
    "response_body": (Str, c_void_p),
    "response_set_status": (c_int32, c_void_p, c_int32),
    "response_set_header": (c_int32, c_void_p, c_char_p, c_char_p),
    "response_add_header": (c_int32, c_void_p, c_char_p, c_char_p),
    "response_set_body": (c_int32, c_void_p, c_char_p, c_size_t),
    "response_set_url": (c_int32, c_void_p, c_char_p),
    "response_set_info": (c_int32, c_void_p, c_int32, c_int64),
    "fail_with": (None, c_void_p, c_uint32, c_char_p),
    "redact": (c_size_t, c_void_p, c_char_p, c_void_p, c_size_t),
    "target_is_as_sent": (c_int32, c_void_p),
    "request_headers": (c_void_p, c_void_p, c_void_p),
    "response_headers": (c_void_p, c_void_p, c_void_p),
    "response_set_headers": (c_int32, c_void_p, c_void_p, c_size_t),
    "target_has_overrides": (c_int32, c_void_p),
}

#: The functions of moya_tasks, in its order: the type of the result, then those of the parameters.
TASKS = {
    "now_us": (c_uint64,),
    "date_us": (c_int64,),
    "after": (c_int32, c_void_p, c_int64, c_void_p, c_void_p, c_void_p),
    "work": (c_int32, c_void_p, c_void_p, c_void_p, c_void_p),
    "send": (c_int32, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p),
    "cancel": (c_int32, c_void_p, c_uint64),
}

#: The functions of a plugin (moya_plugin): the type of the result, then those of the parameters.
HOOKS = {
    "create": (c_int32, c_void_p, c_void_p, c_void_p),
    "close": (c_int32, c_void_p, c_void_p),
    "destroy": (None, c_void_p),
    "prepare": (c_int32, c_void_p, c_void_p),
    "sign": (c_int32, c_void_p, c_void_p),
    "will_send": (None, c_void_p, c_void_p),
    "did_receive": (None, c_void_p, c_void_p),
    "should_retry": (c_int64, c_void_p, c_void_p),
    "process": (c_int32, c_void_p, c_void_p),
    "release_slot": (None, c_void_p, c_void_p),
    "get_extension": (c_void_p, c_char_p),
}
