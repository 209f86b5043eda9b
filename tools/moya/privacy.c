#include "privacy.h"
#include <moya/moya.h>
#include <pthread.h>
#include <string.h>
#include "json.h"
#include "memory.h"

typedef struct hiding {
  moya_header *fields;
  size_t count;
  const char *shown; /* the value that the log shows for the current field */
} hiding;

/* Receives a line of the plugin moya.logger. The line contains only one field. */
static void log_line(void *user, moya_log_level level, const char *message, size_t length) {
  hiding *it = user;
  moya_json_document *document = NULL;
  (void)level;
  if (moya_json_parse(message, length, &document, NULL) != MOYA_OK) return;
  moya_str value;
  moya_json line = moya_json_root(document), field = json_members(moya_json_member(line, "headers"));
  if (json_is(moya_json_member(line, "event"), "response") && moya_json_string(field, &value) == MOYA_OK) {
    it->shown = memory_copy(value.data, value.len);
  }
  moya_json_document_release(document);
}

/* Replaces the value of each field with what a log shows of the value. To find out what a log shows, makes a stub
 * response with only this field, and reads the line that moya.logger writes about it. If this fails, the value becomes
 * "<redacted>". */
static void *hide(void *user) {
  hiding *it = user;
  moya_provider *provider = NULL;
  const moya_log_handler log = MOYA_LOG_HANDLER(.log = log_line, .user = it);
  const moya_provider_options options = MOYA_PROVIDER_OPTIONS(.log = &log);
  bool logs = moya_provider_create(&options, &provider, NULL) == MOYA_OK &&
              moya_provider_add_builtin(provider, "moya.logger", "{\"form\": \"json\"}", NULL, NULL) == MOYA_OK;
  for (size_t i = 0; i < it->count; i++) {
    const moya_sample sample = MOYA_SAMPLE(.headers = &it->fields[i], .header_count = 1);
    const moya_target target = MOYA_TARGET(.name = "head", .base_url = "http://localhost", .sample = &sample, .stub = MOYA_STUB_IMMEDIATE);
    moya_response *response = NULL;
    it->shown = NULL;
    if (logs && moya_provider_call(provider, &target, NULL, &response, NULL) == MOYA_OK) moya_response_release(response);
    it->fields[i].value = it->shown ? it->shown : "<redacted>";
  }
  moya_provider_destroy(provider);
  return NULL;
}

/* Hides the secrets of the fields, as the library's log does. For each field, `hide` makes a call, and takes the value
 * from the line that is logged. The caller may be in a handler, where no call may wait, so another thread makes these
 * calls. */
void privacy_hide(moya_header *fields, size_t count) {
  hiding it = {fields, count, NULL};
  pthread_t thread;
  if (pthread_create(&thread, NULL, hide, &it) == 0) {
    pthread_join(thread, NULL);
    return;
  }
  for (size_t i = 0; i < count; i++) fields[i].value = "<redacted>";
}
