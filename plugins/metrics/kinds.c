#include "kinds.h"

#define KIND(STATUS, NAME) [-(STATUS)] = NAME

static const char *const names[KIND_COUNT] = {
    KIND(MOYA_ERROR_NULL, "null"),
    KIND(MOYA_ERROR_UTF8, "utf8"),
    KIND(MOYA_ERROR_STRUCT_SIZE, "struct_size"),
    KIND(MOYA_ERROR_STRUCT_TAIL, "struct_tail"),
    KIND(MOYA_ERROR_ARGUMENT, "argument"),
    KIND(MOYA_ERROR_STATE, "state"),
    KIND(MOYA_ERROR_FORKED, "forked"),
    KIND(MOYA_ERROR_MEMORY, "memory"),
    KIND(MOYA_ERROR_SYSTEM, "system"),
    KIND(MOYA_ERROR_FULL, "full"),
    KIND(MOYA_ERROR_UNSUPPORTED, "unsupported"),
    KIND(MOYA_ERROR_DEFINITION, "definition"),
    KIND(MOYA_ERROR_INVALID_URL, "invalid_url"),
    KIND(MOYA_ERROR_INVALID_REQUEST, "invalid_request"),
    KIND(MOYA_ERROR_ENCODING, "encoding"),
    KIND(MOYA_ERROR_NO_STUB, "no_stub"),
    KIND(MOYA_ERROR_RESOLVE, "resolve"),
    KIND(MOYA_ERROR_CONNECT, "connect"),
    KIND(MOYA_ERROR_TLS, "tls"),
    KIND(MOYA_ERROR_TIMEOUT_CONNECT, "timeout_connect"),
    KIND(MOYA_ERROR_TIMEOUT_IDLE, "timeout_idle"),
    KIND(MOYA_ERROR_TIMEOUT_TOTAL, "timeout_total"),
    KIND(MOYA_ERROR_NETWORK, "network"),
    KIND(MOYA_ERROR_PROTOCOL, "protocol"),
    KIND(MOYA_ERROR_INCOMPLETE_BODY, "incomplete_body"),
    KIND(MOYA_ERROR_DECODE, "decode"),
    KIND(MOYA_ERROR_TOO_LARGE, "too_large"),
    KIND(MOYA_ERROR_REDIRECT, "redirect"),
    KIND(MOYA_ERROR_PROXY, "proxy"),
    KIND(MOYA_ERROR_CANCELLED, "cancelled"),
    KIND(MOYA_ERROR_BODY, "body"),
    KIND(MOYA_ERROR_FILE, "file"),
    KIND(MOYA_ERROR_ADDRESS, "address"),
    KIND(MOYA_ERROR_STATUS_CODE, "status_code"),
    KIND(MOYA_ERROR_JSON, "json"),
    KIND(MOYA_ERROR_KEY_PATH, "key_path"),
    KIND(MOYA_ERROR_JSON_TYPE, "json_type"),
    KIND(MOYA_ERROR_JSON_NULL, "json_null"),
    KIND(MOYA_ERROR_JSON_RANGE, "json_range"),
    KIND(MOYA_ERROR_PLUGIN_OPEN, "plugin_open"),
    KIND(MOYA_ERROR_PLUGIN_FORMAT, "plugin_format"),
    KIND(MOYA_ERROR_PLUGIN_ENTRY, "plugin_entry"),
    KIND(MOYA_ERROR_PLUGIN_ABI, "plugin_abi"),
    KIND(MOYA_ERROR_PLUGIN_TABLE, "plugin_table"),
    KIND(MOYA_ERROR_PLUGIN_CREATE, "plugin_create"),
    KIND(MOYA_ERROR_PLUGIN_HOOK, "plugin_hook"),
    KIND(MOYA_ERROR_PLUGIN_TIMEOUT, "plugin_timeout"),
    KIND(MOYA_ERROR_OTHER, "other"),
};

size_t kind_of(moya_status status) {
  return status < 0 && status > -KIND_COUNT && names[-status] ? (size_t)-status : -MOYA_ERROR_OTHER;
}

const char *kind_name(size_t kind) { return names[kind]; }
