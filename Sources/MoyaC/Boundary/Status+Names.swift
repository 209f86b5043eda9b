// Written by script/bindings from include/moya: change the headers, and run it again.

import CMoya

extension Status {
  /// It succeeded.
  static var ok: Status { Status(MOYA_OK) }
  /// A required pointer is NULL.
  static var null: Status { Status(MOYA_ERROR_NULL) }
  /// A text is not UTF-8.
  static var utf8: Status { Status(MOYA_ERROR_UTF8) }
  /// A struct's size is too small (was it initialised?).
  static var structSize: Status { Status(MOYA_ERROR_STRUCT_SIZE) }
  /// A struct of a newer header uses a field that this library does not know.
  static var structTail: Status { Status(MOYA_ERROR_STRUCT_TAIL) }
  /// An argument with any other invalid value.
  static var argument: Status { Status(MOYA_ERROR_ARGUMENT) }
  /// The function may not be called now, or not on this thread.
  static var state: Status { Status(MOYA_ERROR_STATE) }
  /// This needs the parent's threads: use a blocking or host-pumped call in a child.
  static var forked: Status { Status(MOYA_ERROR_FORKED) }
  /// No room for a body, an answer or a value in it.
  static var memory: Status { Status(MOYA_ERROR_MEMORY) }
  /// The kernel refused something (descriptors, threads).
  static var system: Status { Status(MOYA_ERROR_SYSTEM) }
  /// No scheme, another scheme than http and https, no host, bad characters, longer than 131 072 bytes before it is
  /// percent-encoded.
  static var invalidURL: Status { Status(MOYA_ERROR_INVALID_URL) }
  /// A method or a header that could forge another, too large a header section, or one text of the request (base_url, a
  /// header …) longer than 131 072 bytes.
  static var invalidRequest: Status { Status(MOYA_ERROR_INVALID_REQUEST) }
  /// Parameters or a body that cannot be encoded.
  static var encoding: Status { Status(MOYA_ERROR_ENCODING) }
  /// A stub was asked for and the target has no sample.
  static var noStub: Status { Status(MOYA_ERROR_NO_STUB) }
  /// The host's name does not resolve.
  static var resolve: Status { Status(MOYA_ERROR_RESOLVE) }
  /// The host cannot be reached, or refuses the connection.
  static var connect: Status { Status(MOYA_ERROR_CONNECT) }
  /// No TLS connection: the certificate or the handshake was refused.
  static var tls: Status { Status(MOYA_ERROR_TLS) }
  /// No connection within the provider's connect_timeout_ms.
  static var timeoutConnect: Status { Status(MOYA_ERROR_TIMEOUT_CONNECT) }
  /// No byte came or left for the provider's idle_timeout_ms.
  static var timeoutIdle: Status { Status(MOYA_ERROR_TIMEOUT_IDLE) }
  /// The call's time is over.
  static var timeoutTotal: Status { Status(MOYA_ERROR_TIMEOUT_TOTAL) }
  /// The connection broke, or closed without an answer.
  static var network: Status { Status(MOYA_ERROR_NETWORK) }
  /// The peer broke the rules of HTTP.
  static var `protocol`: Status { Status(MOYA_ERROR_PROTOCOL) }
  /// The answer ended before its body did.
  static var incompleteBody: Status { Status(MOYA_ERROR_INCOMPLETE_BODY) }
  /// Damaged gzip, deflate or brotli, or a content coding that is not known.
  static var decode: Status { Status(MOYA_ERROR_DECODE) }
  /// A body over max_body_size, or a header section that is too large.
  static var tooLarge: Status { Status(MOYA_ERROR_TOO_LARGE) }
  /// More redirects than max_redirects, or one that cannot be followed.
  static var redirect: Status { Status(MOYA_ERROR_REDIRECT) }
  /// The proxy cannot be reached, refuses, or breaks the rules.
  static var proxy: Status { Status(MOYA_ERROR_PROXY) }
  /// The call was cancelled, or its provider closed or destroyed.
  static var cancelled: Status { Status(MOYA_ERROR_CANCELLED) }
  /// The request's body could not be read or sent again.
  static var body: Status { Status(MOYA_ERROR_BODY) }
  /// A file could not be read or written.
  static var file: Status { Status(MOYA_ERROR_FILE) }
  /// The response's HTTP status was not accepted.
  static var statusCode: Status { Status(MOYA_ERROR_STATUS_CODE) }
  /// The body is not JSON.
  static var json: Status { Status(MOYA_ERROR_JSON) }
  /// The body has nothing at the key path.
  static var keyPath: Status { Status(MOYA_ERROR_KEY_PATH) }
  /// The body has a value of another type at the key path.
  static var jsonType: Status { Status(MOYA_ERROR_JSON_TYPE) }
  /// No such file, or the loader refused it: a missing library, wrong architecture.
  static var pluginOpen: Status { Status(MOYA_ERROR_PLUGIN_OPEN) }
  /// The file is not an ELF shared object.
  static var pluginFormat: Status { Status(MOYA_ERROR_PLUGIN_FORMAT) }
  /// The file has no function moya_plugin_entry.
  static var pluginEntry: Status { Status(MOYA_ERROR_PLUGIN_ENTRY) }
  /// The plugin declined, or speaks another ABI.
  static var pluginABI: Status { Status(MOYA_ERROR_PLUGIN_ABI) }
  /// The plugin's table is malformed.
  static var pluginTable: Status { Status(MOYA_ERROR_PLUGIN_TABLE) }
  /// The plugin's `create` failed.
  static var pluginCreate: Status { Status(MOYA_ERROR_PLUGIN_CREATE) }
  /// A hook failed with a status that is none of these.
  static var pluginHook: Status { Status(MOYA_ERROR_PLUGIN_HOOK) }
  /// None of the above; the message says what.
  static var other: Status { Status(MOYA_ERROR_OTHER) }
}
