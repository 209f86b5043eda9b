/* Defines the functions of moya_host that the plugin gets. Each notes its use, and calls the library's own
 * function. */
#include "allocations.h"
#include "contexts.h"
#include "findings.h"
#include "resumes.h"
#include "secrets.h"
#include "watch.h"

#include <string.h>
#include <strings.h>

const moya_host *real_host;

/* Each of these macros defines a function of moya_host for the plugin. The functions that CHANGE defines change
 * something. All others only read. */
#define READ(type, name, use, parameters, ...)                                          \
  static type name parameters {                                                         \
    IN_HOST;                                                                            \
    watch_use(context, #name, use);                                                     \
    return real_host->name(__VA_ARGS__);                                                \
  }
#define VALUE(type, name) READ(type, name, USE_READ, (moya_context *context), context)
#define READ_TEXT(name, parameters, ...)                                                \
  static moya_str name parameters {                                                     \
    IN_HOST;                                                                            \
    watch_use(context, #name, USE_READ);                                                \
    return text_given(context, real_host->name(__VA_ARGS__));                           \
  }
#define TEXT(name) READ_TEXT(name, (moya_context *context), context)
#define TEXT_OF(name) READ_TEXT(name, (moya_context *context, const char *key), context, key)
#define OPTION(type, name, kinds, parameters, ...)                                      \
  static type name parameters {                                                         \
    IN_HOST;                                                                            \
    watch_use(context, #name, USE_OPTION);                                              \
    option_read(key, #name, kinds);                                                     \
    return real_host->name(__VA_ARGS__);                                                \
  }
#define FIELD_AT(name)                                                                  \
  static int32_t name(moya_context *context, size_t index, moya_str *field, moya_str *value) { \
    IN_HOST;                                                                            \
    watch_use(context, #name, USE_READ);                                                \
    int32_t is_there = real_host->name(context, index, field, value);                   \
    if (is_there && field) *field = text_given(context, *field);                        \
    if (is_there && value) *value = text_given(context, *value);                        \
    return is_there;                                                                    \
  }
#define LIST(name)                                                                      \
  static const moya_field *name(moya_context *context, size_t *count) {                 \
    IN_HOST;                                                                            \
    watch_use(context, #name, USE_READ);                                                \
    const moya_field *list = real_host->name(context, count);                           \
    return list ? fields_given(context, list, *count) : NULL;                           \
  }
#define CHANGE(name, parameters, ...)                                                   \
  static moya_status name parameters {                                                  \
    IN_HOST;                                                                            \
    watch_use(context, #name, USE_CHANGE);                                              \
    return watch_changed(context, #name, real_host->name(__VA_ARGS__));                 \
  }

static const void *get_extension(const char *name) {
  IN_HOST;
  const void *table = watch_set.no_extensions ? NULL : real_host->get_extension(name);
  watch_step();
  if (table && strcmp(name, MOYA_TASKS) == 0) return watch_tasks(table);
  if (table && strcmp(name, MOYA_BODY) == 0) return watch_body(table);
  if (table && strcmp(name, MOYA_DIGEST) == 0) return watch_digest(table);
  return table;
}

READ(int32_t, log_enabled, USE_LOG, (moya_context *context, moya_log_level level), context, level)
static void log_line(moya_context *context, moya_log_level level, const char *message) {
  IN_HOST;
  watch_use(context, "log", USE_LOG);
  secrets_search(message, "a log line");
  real_host->log(context, level, message);
}
static void fail(moya_context *context, const char *message) {
  IN_HOST;
  watch_use(context, "fail", USE_LOG);
  secrets_search(message, "the message of fail");
  real_host->fail(context, message);
}
static void fail_with(moya_context *context, uint32_t flags, const char *message) {
  IN_HOST;
  watch_use(context, "fail_with", USE_LOG);
  secrets_search(message, "the message of fail_with");
  real_host->fail_with(context, flags, message);
}
VALUE(int32_t, target_is_as_sent)
VALUE(int32_t, target_has_overrides)
READ(size_t, redact, USE_LOG, (moya_context *context, const char *text, char *out, size_t size), context, text, out, size)

static moya_status defer(moya_context *context) {
  IN_HOST;
  watch_use(context, "defer", USE_DEFER);
  moya_status status = real_host->defer(context);
  if (status == MOYA_OK) context_deferred(context);
  else context_not_deferred(context, status);
  return status;
}
static moya_status resume(moya_context *context, moya_status result) {
  IN_HOST;
  watch_use(context, "resume", USE_RESUME);
  if (context_resumed(context, result) && resumes_hold(context, result)) return MOYA_OK;
  return real_host->resume(context, result);
}

#define KIND(name) (1u << MOYA_OPTION_##name)
OPTION(moya_str, option_text, KIND(TEXT) | KIND(SECRET) | KIND(JSON), (moya_context *context, const char *key), context,
       key)
OPTION(int64_t, option_int, KIND(INT) | KIND(FLAG), (moya_context *context, const char *key), context, key)
OPTION(double, option_number, KIND(NUMBER) | KIND(INT), (moya_context *context, const char *key), context, key)
OPTION(size_t, option_count, KIND(TEXTS), (moya_context *context, const char *key), context, key)
OPTION(moya_str, option_at, KIND(TEXTS), (moya_context *context, const char *key, size_t index), context, key, index)

TEXT(target_name)
static void *target_user(moya_context *context) {
  IN_HOST;
  watch_use(context, "target_user", USE_READ);
  (void)real_host->target_user(context);
  return NULL; /* the `user` of a target points to data of the checker, so the plugin does not get it */
}
static int32_t target_has_tag(moya_context *context, const char *tag) {
  IN_HOST;
  watch_use(context, "target_has_tag", USE_READ);
  int32_t has = real_host->target_has_tag(context, tag);
  return has || (watch_set.extra_tags && tag && real_host->target_name(context).data);
}
VALUE(uint32_t, attempt)
VALUE(int64_t, time_left_ms)
VALUE(void *, slot)
static moya_status set_slot(moya_context *context, void *value) {
  IN_HOST;
  watch_use(context, "set_slot", USE_CHANGE);
  void *before = real_host->slot(context);
  moya_status status = watch_changed(context, "set_slot", real_host->set_slot(context, value));
  if (status == MOYA_OK && value) COUNT(all_slots, 1);
  if (status == MOYA_OK) COUNT(slots, (value != NULL) - (before != NULL));
  if (status == MOYA_OK && before != value) slots_replaced(before);
  return status;
}

TEXT(request_method)
TEXT(request_url)
TEXT_OF(request_header)
VALUE(size_t, request_header_count)
FIELD_AT(request_header_at)
LIST(request_headers)
VALUE(moya_body_kind, request_body_kind)
VALUE(int64_t, request_body_size)
TEXT(request_body)
CHANGE(request_set_method, (moya_context *context, const char *method), context, method)
CHANGE(request_set_url, (moya_context *context, const char *url), context, url)
/* Reports a secret in a field that is not one of `secret_headers`. Logs would show the secret, and redirects would
 * carry it to other hosts. */
static void search_field(const char *name, const char *value) {
  static const char *const known[] = {"Authorization", "Proxy-Authorization", "Cookie"};
  if (!name || !value || !secrets_has(value, strlen(value))) return;
  for (size_t index = 0; index < sizeof known / sizeof *known; index++) {
    if (strcasecmp(known[index], name) == 0) return;
  }
  for (const char *const *it = watched.secret_headers; it && *it; it++) {
    if (strcasecmp(*it, name) == 0) return;
  }
  finding("secrets", "the field %s has the value of a secret option, and is not in secret_headers", name);
}
static moya_status request_set_header(moya_context *context, const char *name, const char *value) {
  IN_HOST;
  watch_use(context, "request_set_header", USE_CHANGE);
  search_field(name, value);
  return watch_changed(context, "request_set_header", real_host->request_set_header(context, name, value));
}
static moya_status request_add_header(moya_context *context, const char *name, const char *value) {
  IN_HOST;
  watch_use(context, "request_add_header", USE_CHANGE);
  search_field(name, value);
  return watch_changed(context, "request_add_header", real_host->request_add_header(context, name, value));
}
CHANGE(request_set_body, (moya_context *context, const void *data, size_t len), context, data, len)

VALUE(moya_status, result_status)
TEXT(error_message)
READ(int64_t, result_info, USE_READ, (moya_context *context, moya_info what), context, what)
TEXT(remote_address)
VALUE(int32_t, http_status)
TEXT(response_url)
TEXT_OF(response_header)
VALUE(size_t, response_header_count)
FIELD_AT(response_header_at)
LIST(response_headers)
VALUE(moya_body_kind, response_body_kind)
TEXT(response_body)
CHANGE(response_set_status, (moya_context *context, int32_t http_status), context, http_status)
CHANGE(response_set_header, (moya_context *context, const char *name, const char *value), context, name, value)
CHANGE(response_add_header, (moya_context *context, const char *name, const char *value), context, name, value)
CHANGE(response_set_headers, (moya_context *context, const moya_field *fields, size_t count), context, fields, count)
CHANGE(response_set_body, (moya_context *context, const void *data, size_t len), context, data, len)
CHANGE(response_set_url, (moya_context *context, const char *url), context, url)
CHANGE(response_set_info, (moya_context *context, moya_info what, int64_t value), context, what, value)

const moya_host *watch_host(const moya_host *host) {
  static moya_host table;
  if (real_host) return &table;
  real_host = host;
  memcpy(&table, host, host->size < sizeof table ? host->size : sizeof table);
  table.size = host->size < sizeof table ? host->size : (uint32_t)sizeof table;
  table.get_extension = get_extension;
  table.log_enabled = log_enabled, table.log = log_line, table.fail = fail;
  table.defer = defer, table.resume = resume;
  table.option_text = option_text, table.option_int = option_int, table.option_number = option_number;
  table.option_count = option_count, table.option_at = option_at;
  table.target_name = target_name, table.target_user = target_user, table.target_has_tag = target_has_tag;
  table.attempt = attempt, table.time_left_ms = time_left_ms, table.slot = slot, table.set_slot = set_slot;
  table.request_method = request_method, table.request_url = request_url, table.request_header = request_header;
  table.request_header_count = request_header_count, table.request_header_at = request_header_at;
  table.request_body_kind = request_body_kind, table.request_body_size = request_body_size;
  table.request_body = request_body, table.request_set_method = request_set_method;
  table.request_set_url = request_set_url, table.request_set_header = request_set_header;
  table.request_add_header = request_add_header, table.request_set_body = request_set_body;
  table.result_status = result_status, table.error_message = error_message, table.result_info = result_info;
  table.remote_address = remote_address, table.http_status = http_status, table.response_url = response_url;
  table.response_header = response_header, table.response_header_count = response_header_count;
  table.response_header_at = response_header_at, table.response_body_kind = response_body_kind;
  table.response_body = response_body, table.response_set_status = response_set_status;
  table.response_set_header = response_set_header, table.response_add_header = response_add_header;
  table.response_set_url = response_set_url, table.response_set_info = response_set_info;
  table.response_set_body = response_set_body, table.fail_with = fail_with, table.redact = redact;
  table.target_is_as_sent = target_is_as_sent, table.request_headers = request_headers;
  table.response_headers = response_headers, table.response_set_headers = response_set_headers;
  table.target_has_overrides = target_has_overrides;
  return &table;
}
