#include "privacy.h"
#include <moya/moya.h>
#include <pthread.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "text.h"

typedef struct hiding {
  moya_header *fields; /* NULL if parts are hidden */
  moya_part *parts;
  size_t count;
  bool is_json;      /* true if the current part is JSON, so that the quotes of a string are shown */
  const char *shown; /* the value that the log shows for the current field or part */
} hiding;

/* Takes the value of a part from the body that is logged. The body is a JSON object with only this value. */
static void take_part(hiding *it, moya_json body) {
  moya_json_document *document = NULL;
  moya_str text, value;
  if (moya_json_string(body, &text) != MOYA_OK || moya_json_parse(text.data, text.len, &document, NULL) != MOYA_OK) return;
  moya_json member = json_members(moya_json_root(document));
  bool is_found = !it->is_json && moya_json_string(member, &value) == MOYA_OK;
  if (is_found || moya_json_raw(member, &value) == MOYA_OK) it->shown = memory_copy(value.data, value.len);
  moya_json_document_release(document);
}

/* Receives a line of the plugin moya.logger. The line contains only one field, or only one part. */
static void log_line(void *user, moya_log_level level, const char *message, size_t length) {
  hiding *it = user;
  moya_json_document *document = NULL;
  (void)level;
  if (moya_json_parse(message, length, &document, NULL) != MOYA_OK) return;
  moya_str value;
  moya_json line = moya_json_root(document), field = json_members(moya_json_member(line, "headers"));
  bool is_response = json_is(moya_json_member(line, "event"), "response");
  if (it->fields && is_response && moya_json_string(field, &value) == MOYA_OK) it->shown = memory_copy(value.data, value.len);
  if (it->parts && !is_response) take_part(it, moya_json_member(line, "body"));
  moya_json_document_release(document);
}

/* Makes a stub call whose log shows the field or the part. */
static void make_call(const hiding *it, moya_provider *provider, size_t i) {
  text json = {0};
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_task task = MOYA_TASK_INIT;
  moya_target target = MOYA_TARGET(.name = "hidden", .method = "POST", .base_url = "http://localhost", .task = &task, .sample = &sample, .stub = MOYA_STUB_IMMEDIATE);
  if (it->fields) {
    sample.headers = &it->fields[i];
    sample.header_count = 1;
  } else {
    const moya_part *part = &it->parts[i];
    text_put(&json, "{");
    text_json(&json, part->name, strlen(part->name));
    text_put(&json, ":");
    if (part->type) text_put(&json, part->text);
    else text_json(&json, part->text, strlen(part->text));
    text_put(&json, "}");
    task.kind = MOYA_TASK_JSON;
    task.data = json.data;
    task.data_len = json.length;
  }
  moya_response *response = NULL;
  if (moya_provider_call(provider, &target, NULL, &response, NULL) == MOYA_OK) moya_response_release(response);
}

/* Replaces each value with what a log shows of the value. To find out what a log shows, makes a stub call with only
 * this value, and reads the line that moya.logger writes about it. If this fails, the value becomes "<redacted>". */
static void *hide(void *user) {
  hiding *it = user;
  moya_provider *provider = NULL;
  const moya_log_handler log = MOYA_LOG_HANDLER(.log = log_line, .user = it);
  const moya_provider_options options = MOYA_PROVIDER_OPTIONS(.log = &log);
  const char *config = "{\"form\": \"json\", \"request_body\": true, \"max_body\": 1073741824}";
  bool logs = moya_provider_create(&options, &provider, NULL) == MOYA_OK &&
              moya_provider_add_builtin(provider, "moya.logger", config, NULL, NULL) == MOYA_OK;
  for (size_t i = 0; i < it->count; i++) {
    if (it->parts && !it->parts[i].text) continue; /* the part is a file */
    it->shown = NULL;
    it->is_json = it->parts && it->parts[i].type;
    if (logs) make_call(it, provider, i);
    const char *shown = it->shown ? it->shown : "<redacted>";
    if (it->fields) it->fields[i].value = shown;
    else it->parts[i].text = shown;
  }
  moya_provider_destroy(provider);
  return NULL;
}

/* Runs `hide` in a thread of its own. The caller may be in a handler, where no call may wait. */
static void hide_all(hiding it) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, hide, &it) == 0) {
    pthread_join(thread, NULL);
    return;
  }
  for (size_t i = 0; i < it.count; i++) {
    if (it.fields) it.fields[i].value = "<redacted>";
    else if (it.parts[i].text) it.parts[i].text = "<redacted>";
  }
}

void privacy_hide(moya_header *fields, size_t count) { hide_all((hiding){.fields = fields, .count = count}); }

void privacy_hide_parts(moya_part *parts, size_t count) { hide_all((hiding){.parts = parts, .count = count}); }
