#include "watch.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "json.h"
#include "memory.h"
#include "text.h"
#include "tool.h"

/* A request that is about to be sent. */
typedef struct seen {
  const char *method;
  const char *url;
  moya_header *headers;
  size_t header_count;
  moya_str body; /* {NULL, 0} if there is no body, or if the body is read while it is sent */
} seen;

/* Adds the body of a task to a curl command, if the body is a file or a multipart form. */
static void add_task(text *line, const moya_task *task) {
  if (!task) return;
  if (task->kind == MOYA_TASK_FILE) {
    text_put(line, " --data-binary ");
    text_shell(line, memory_join("@", task->path, NULL));
  }
  for (size_t i = 0; task->kind == MOYA_TASK_MULTIPART && i < task->part_count; i++) {
    const moya_part *part = &task->parts[i];
    text_put(line, part->path ? " -F " : " --form-string ");
    text_shell(line, memory_join(part->name, part->path ? "=@" : "=", part->path ? part->path : part->text ? part->text : "", NULL));
  }
}

static void print_curl(const watch *it, const seen *request) {
  text line = {0};
  bool has_parts = it->task && it->task->kind == MOYA_TASK_MULTIPART;
  text_put(&line, "curl");
  if (strcmp(request->method, "HEAD") == 0) text_put(&line, " --head");
  else if (strcmp(request->method, "GET") != 0) text_print(&line, " -X %s", request->method);
  for (size_t i = 0; i < request->header_count; i++) {
    const moya_header *field = &request->headers[i];
    if (has_parts && strcmp(field->name, "Content-Type") == 0) continue; /* curl sets its own boundary */
    text_put(&line, " -H ");
    text_shell(&line, memory_join(field->name, *field->value ? ": " : ";", field->value, NULL));
  }
  if (request->body.data) {
    text_put(&line, " --data-raw ");
    text_shell(&line, request->body.data);
  } else {
    add_task(&line, it->task);
  }
  if (it->options->output) {
    text_put(&line, " -o ");
    text_shell(&line, it->options->output);
  }
  text_put(&line, " ");
  text_shell(&line, request->url);
  puts(line.data);
}

static void print_head(const seen *request) {
  text lines = {0}, plain = {0};
  text_print(&lines, "> %s %s\n", request->method, request->url);
  for (size_t i = 0; i < request->header_count; i++) {
    text_print(&lines, "> %s: %s\n", request->headers[i].name, request->headers[i].value);
  }
  for (char *line = lines.data, *end; (end = strchr(line, '\n')); line = end + 1) {
    text_plain(&plain, line, (size_t)(end - line));
    text_put(&plain, "\n");
  }
  fputs(plain.data, stderr);
}

static void show(const watch *it, const seen *request) {
  if (it->options->curl) print_curl(it, request);
  else print_head(request);
}

/* Receives a line of the plugin moya.logger: {"event":"request","method":…,"url":…,"headers":{…},"body":…}. Lines of
 * other plugins begin with the plugin's name. */
static void log_line(void *user, moya_log_level level, const char *message, size_t length) {
  const watch *it = user;
  moya_json_document *document = NULL;
  moya_str event, method, url;
  if (message[0] != '{' || moya_json_parse(message, length, &document, NULL) != MOYA_OK) {
    if (it->options->verbose || level >= MOYA_LOG_WARNING) complain(EXIT_DONE, "%s", message);
    return;
  }
  moya_json line = moya_json_root(document), fields = moya_json_member(line, "headers");
  if (!it->options->show_secrets && moya_json_string(moya_json_member(line, "event"), &event) == MOYA_OK &&
      strcmp(event.data, "request") == 0 && moya_json_string(moya_json_member(line, "method"), &method) == MOYA_OK &&
      moya_json_string(moya_json_member(line, "url"), &url) == MOYA_OK) {
    seen request = {.method = method.data, .url = url.data};
    request.headers = memory_get(moya_json_count(fields) * sizeof(moya_header) + 1);
    for (moya_json field = json_members(fields); moya_json_exists(field); field = moya_json_next(field)) {
      moya_str value;
      if (moya_json_string(field, &value) != MOYA_OK) continue;
      moya_header *header = &request.headers[request.header_count++];
      header->name = json_key(field);
      header->value = value.data;
    }
    if (moya_json_string(moya_json_member(line, "body"), &request.body) != MOYA_OK) request.body.data = NULL;
    show(it, &request);
  }
  moya_json_document_release(document);
}

/* Shows a request. With --show-secrets, the plugin reads the request itself instead of a log line. */
static void will_send(void *instance, moya_context *context) {
  watch *it = instance;
  seen request = {.method = it->host->request_method(context).data, .url = it->host->request_url(context).data};
  size_t count = it->host->request_header_count(context);
  request.headers = memory_get(count * sizeof(moya_header) + 1);
  for (size_t i = 0; i < count; i++) {
    moya_str name, value;
    if (!it->host->request_header_at(context, i, &name, &value)) continue;
    request.headers[request.header_count].name = memory_copy(name.data, name.len);
    request.headers[request.header_count++].value = memory_copy(value.data, value.len);
  }
  request.body = it->host->request_body(context);
  show(it, &request);
}

/* The only watch of the program. It is a variable because `create` receives no pointer of the tool. */
static watch *the_watch;

static moya_status create(const moya_host *host, moya_context *self, void **instance) {
  (void)self;
  the_watch->host = host;
  *instance = the_watch;
  return MOYA_OK;
}

static const moya_plugin table = {
    MOYA_PLUGIN_HEAD, .id = "org.libmoya.tool.watch", .version = "1.0.0", .create = create, .will_send = will_send};

moya_log_handler watch_log(watch *it) {
  moya_log_handler log = MOYA_LOG_HANDLER(.log = log_line, .user = it);
  return log;
}

moya_status watch_add(watch *it, moya_provider *provider, moya_error **error) {
  if (it->options->show_secrets) {
    the_watch = it;
    return moya_provider_add_plugin(provider, &table, NULL, error);
  }
  return moya_provider_add_builtin(provider, "moya.logger",
                                   it->options->curl ? "{\"form\": \"json\", \"request_body\": true, \"max_body\": 1073741824}"
                                                     : "{\"form\": \"json\"}",
                                   NULL, error);
}
