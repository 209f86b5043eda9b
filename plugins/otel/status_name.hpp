// The names of statuses, for the attribute error.type.
#ifndef MOYA_OTEL_STATUS_NAME_HPP
#define MOYA_OTEL_STATUS_NAME_HPP

#include <moya/status.h>

namespace otel {

// Returns "timeout_total" for MOYA_ERROR_TIMEOUT_TOTAL.
inline const char *status_name(moya_status status) {
  switch (status) {
    case MOYA_ERROR_NULL: return "null";
    case MOYA_ERROR_UTF8: return "utf8";
    case MOYA_ERROR_STRUCT_SIZE: return "struct_size";
    case MOYA_ERROR_STRUCT_TAIL: return "struct_tail";
    case MOYA_ERROR_ARGUMENT: return "argument";
    case MOYA_ERROR_STATE: return "state";
    case MOYA_ERROR_FORKED: return "forked";
    case MOYA_ERROR_MEMORY: return "memory";
    case MOYA_ERROR_SYSTEM: return "system";
    case MOYA_ERROR_FULL: return "full";
    case MOYA_ERROR_UNSUPPORTED: return "unsupported";
    case MOYA_ERROR_DEFINITION: return "definition";
    case MOYA_ERROR_INVALID_URL: return "invalid_url";
    case MOYA_ERROR_INVALID_REQUEST: return "invalid_request";
    case MOYA_ERROR_ENCODING: return "encoding";
    case MOYA_ERROR_NO_STUB: return "no_stub";
    case MOYA_ERROR_RESOLVE: return "resolve";
    case MOYA_ERROR_CONNECT: return "connect";
    case MOYA_ERROR_TLS: return "tls";
    case MOYA_ERROR_TIMEOUT_CONNECT: return "timeout_connect";
    case MOYA_ERROR_TIMEOUT_IDLE: return "timeout_idle";
    case MOYA_ERROR_TIMEOUT_TOTAL: return "timeout_total";
    case MOYA_ERROR_NETWORK: return "network";
    case MOYA_ERROR_PROTOCOL: return "protocol";
    case MOYA_ERROR_INCOMPLETE_BODY: return "incomplete_body";
    case MOYA_ERROR_DECODE: return "decode";
    case MOYA_ERROR_TOO_LARGE: return "too_large";
    case MOYA_ERROR_REDIRECT: return "redirect";
    case MOYA_ERROR_PROXY: return "proxy";
    case MOYA_ERROR_CANCELLED: return "cancelled";
    case MOYA_ERROR_BODY: return "body";
    case MOYA_ERROR_FILE: return "file";
    case MOYA_ERROR_ADDRESS: return "address";
    case MOYA_ERROR_STATUS_CODE: return "status_code";
    case MOYA_ERROR_JSON: return "json";
    case MOYA_ERROR_KEY_PATH: return "key_path";
    case MOYA_ERROR_JSON_TYPE: return "json_type";
    case MOYA_ERROR_JSON_NULL: return "json_null";
    case MOYA_ERROR_JSON_RANGE: return "json_range";
    case MOYA_ERROR_PLUGIN_OPEN: return "plugin_open";
    case MOYA_ERROR_PLUGIN_FORMAT: return "plugin_format";
    case MOYA_ERROR_PLUGIN_ENTRY: return "plugin_entry";
    case MOYA_ERROR_PLUGIN_ABI: return "plugin_abi";
    case MOYA_ERROR_PLUGIN_TABLE: return "plugin_table";
    case MOYA_ERROR_PLUGIN_CREATE: return "plugin_create";
    case MOYA_ERROR_PLUGIN_HOOK: return "plugin_hook";
    case MOYA_ERROR_PLUGIN_TIMEOUT: return "plugin_timeout";
    case MOYA_ERROR_OTHER: return "other";
    default: return "_OTHER"; // OpenTelemetry's word for a failure without a name
  }
}

} // namespace otel

#endif
