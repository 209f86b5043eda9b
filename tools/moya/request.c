/* moya get|head|post|put|patch|delete|options URL [ITEM…]: sends one request. */
#include <errno.h>
#include <string.h>
#include "items.h"
#include "memory.h"
#include "options.h"
#include "send.h"
#include "text.h"
#include "tool.h"

typedef struct request {
  moya_header *headers;
  moya_parameter *parameters;
  moya_part *parts;
  size_t header_count, parameter_count, part_count;
  moya_value *value;
  const char *body; /* the path of the file that is the body */
  moya_task task;
} request;

/* Completes a URL. "example.com" becomes an https URL. "localhost:8080" and ":8080" mean this machine and become
 * http URLs, because servers on this machine usually use http. */
static const char *url_of(const char *word) {
  static const char *const local[] = {"localhost", "127.0.0.1", "[::1]"};
  if (strstr(word, "://")) return word;
  if (word[0] == ':' && word[1] != ':') return memory_join("http://localhost", word[1] == '/' ? word + 1 : word, NULL);
  for (size_t i = 0; i < sizeof local / sizeof *local; i++) {
    size_t length = strlen(local[i]);
    if (strncmp(word, local[i], length) == 0 && strchr(":/?", word[length])) return memory_join("http://", word, NULL);
  }
  return memory_join("https://", word, NULL);
}

static int body_of_file(request *it) {
  if (strcmp(it->body, "-") != 0) {
    it->task.kind = MOYA_TASK_FILE;
    it->task.path = it->body;
    return EXIT_DONE;
  }
  it->task.kind = MOYA_TASK_DATA;
  it->task.data = memory_file("-", &it->task.data_len);
  return it->task.data ? EXIT_DONE : complain(EXIT_FAILED, "the standard input: %s", strerror(errno));
}

/* Makes a body of one kind: members of JSON or of a form, parts of a multipart form, or a file. */
static int body_of(request *it, const items *items, bool form) {
  bool has_parts = false, has_members = false;
  for (size_t i = 0; i < items->count; i++) {
    const item *one = &items->list[i];
    if (one->kind == ITEM_FILE) has_parts = true;
    if (one->kind == ITEM_TEXT || one->kind == ITEM_JSON) has_members = true;
    if (one->kind == ITEM_BODY) {
      if (it->body) return complain(EXIT_USAGE, "@%s is a second body", one->value);
      it->body = one->value;
    }
  }
  if (it->body && (has_parts || has_members)) return complain(EXIT_USAGE, "@%s is the whole body: nothing is beside it", it->body);
  if (it->body) return body_of_file(it);
  if (!has_parts && !has_members) return EXIT_DONE;
  it->task.kind = has_parts ? MOYA_TASK_MULTIPART : form ? MOYA_TASK_FORM : MOYA_TASK_JSON;
  if (!has_parts) it->value = moya_value_object();
  for (size_t i = 0; i < items->count; i++) {
    const item *one = &items->list[i];
    if (one->kind != ITEM_TEXT && one->kind != ITEM_JSON && one->kind != ITEM_FILE) continue;
    if (has_parts) {
      moya_part *part = &it->parts[it->part_count++];
      part->name = one->key;
      if (one->kind == ITEM_FILE) part->path = one->value;
      else part->text = one->value;
      if (one->kind == ITEM_JSON) part->type = "application/json";
    } else if (one->kind == ITEM_JSON) {
      moya_value_set_json(it->value, one->key, one->value);
    } else {
      moya_value_set_string(it->value, one->key, one->value);
    }
  }
  it->task.value = it->value;
  it->task.parts = it->parts;
  it->task.part_count = it->part_count;
  it->task.part_stride = sizeof(moya_part);
  if (!has_parts) it->task.parts = NULL, it->task.part_stride = 0;
  return EXIT_DONE;
}

static int request_of(request *it, const items *items, bool form) {
  memset(it, 0, sizeof *it);
  it->task.size = sizeof it->task;
  it->headers = memory_get(items->count * sizeof *it->headers + 1);
  it->parameters = memory_get(items->count * sizeof *it->parameters + 1);
  it->parts = memory_get(items->count * sizeof *it->parts + 1);
  for (size_t i = 0; i < items->count; i++) {
    const item *one = &items->list[i];
    if (one->kind == ITEM_HEADER) it->headers[it->header_count++] = (moya_header){one->key, one->value};
    if (one->kind == ITEM_QUERY) it->parameters[it->parameter_count++] = (moya_parameter){one->key, one->value};
  }
  if (it->parameter_count > 0) {
    it->task.parameters = it->parameters;
    it->task.parameter_count = it->parameter_count;
    it->task.parameter_stride = sizeof(moya_parameter);
  }
  return body_of(it, items, form);
}

int command_request(const char *method, int count, char **words) {
  options options;
  items items;
  request request;
  sender sender;
  int status = options_read(&options, OPTIONS_REQUEST, count, words);
  if (status != EXIT_DONE) return status;
  if (options.word_count == 0) return complain(EXIT_USAGE, "which URL? moya --help shows how");
  status = items_read(&items, options.word_count - 1, options.words + 1);
  if (status == EXIT_DONE) status = request_of(&request, &items, options.form);
  if (status != EXIT_DONE) return status;
  moya_target target = MOYA_TARGET(.name = method, .base_url = url_of(options.words[0]), .method = method,
                                   .task = &request.task, .headers = request.header_count ? request.headers : NULL,
                                   .header_count = request.header_count, .header_stride = sizeof(moya_header));
  status = sender_open(&sender, &options);
  if (status == EXIT_DONE) status = sender_send(&sender, &target, (promise){NULL, NULL});
  sender_close(&sender);
  moya_value_release(request.value);
  return status;
}
