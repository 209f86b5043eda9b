#include "watch.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "json.h"
#include "memory.h"
#include "privacy.h"
#include "text.h"
#include "tool.h"

/* A request that is about to be sent. */
typedef struct seen {
  const char *method;
  const char *url;
  moya_header *headers;
  size_t header_count;
  bool is_own;   /* true if this is the request of the command line, and not a plugin's own request */
  moya_str body; /* {NULL, 0} if there is no body, or if the body is read while it is sent */
} seen;

/* Adds a text between double quotes, as curl reads the value of -F. */
static void put_quoted(text *it, const char *value) {
  text_put(it, "\"");
  for (; *value; value++) {
    if (*value == '"' || *value == '\\') text_put(it, "\\");
    text_add(it, value, 1);
  }
  text_put(it, "\"");
}

/* Copies the parts of a form. Hides the secrets of texts, unless the options show them. */
static moya_part *parts_of(const moya_task *task, const options *options) {
  moya_part *parts = memory_get(task->part_count * sizeof *parts + 1);
  size_t stride = task->part_stride ? task->part_stride : sizeof *parts;
  for (size_t i = 0; i < task->part_count; i++) {
    memcpy(&parts[i], (const char *)task->parts + i * stride, stride < sizeof *parts ? stride : sizeof *parts);
  }
  if (!options->show_secrets) privacy_hide_parts(parts, task->part_count);
  return parts;
}

static void add_part(text *line, const moya_part *part) {
  const char *value = part->path ? part->path : part->text ? part->text : "";
  text argument = {0};
  text_print(&argument, "%s=%s", part->name, part->path ? "@" : "");
  if (part->type || (part->path && strpbrk(value, ";,\"\\ "))) put_quoted(&argument, value);
  else text_put(&argument, value);
  if (part->type) text_print(&argument, ";type=%s", part->type);
  text_put(line, part->path || part->type ? " -F " : " --form-string ");
  text_shell(line, argument.data);
}

static bool is_text(moya_str it) { return !it.data || (!memchr(it.data, 0, it.len) && utf8_whole(it.data, it.len)); }

/* Adds the body to a curl command. If the body is not a text, curl reads it from the standard input, because an
 * argument of a command cannot contain a zero byte. */
static void add_body(text *line, const watch *it, moya_str body) {
  const moya_task *task = it->task;
  int32_t kind = task ? task->kind : MOYA_TASK_PLAIN;
  if (kind == MOYA_TASK_MULTIPART) {
    moya_part *parts = parts_of(task, it->options);
    for (size_t i = 0; i < task->part_count; i++) add_part(line, &parts[i]);
  } else if (kind == MOYA_TASK_FILE) {
    text_put(line, " --data-binary ");
    text_shell(line, memory_join("@", task->path, NULL));
  } else if (body.data && is_text(body) && (kind != MOYA_TASK_DATA || is_text((moya_str){task->data, task->data_len}))) {
    text_put(line, " --data-raw ");
    text_shell(line, body.data);
  } else if (body.data || kind == MOYA_TASK_DATA) {
    text_put(line, " --data-binary @-");
  }
}

/* Returns true if the path of a URL has a segment "." or "..". curl would remove this segment. */
static bool has_dots(const char *url) {
  for (const char *at = strstr(url, "/."); at; at = strstr(at + 1, "/.")) {
    if (strchr("/?#", at[2]) || (at[2] == '.' && strchr("/?#", at[3]))) return true;
  }
  return false;
}

static void print_curl(const watch *it, const seen *request) {
  text line = {0}, body = {0};
  bool has_parts = it->task && it->task->kind == MOYA_TASK_MULTIPART, has_type = false;
  add_body(&body, it, request->body);
  text_put(&line, "curl");
  if (strcmp(request->method, "HEAD") == 0) text_put(&line, " --head");
  else if (strcmp(request->method, "GET") != 0 || body.length > 0) {
    /* A method may have characters of a shell, for example a backtick (RFC 9110 §9.1). */
    text_put(&line, " -X ");
    text_shell(&line, request->method);
  }
  if (strpbrk(request->url, "[]{}")) text_put(&line, " --globoff");
  if (has_dots(request->url)) text_put(&line, " --path-as-is");
  for (size_t i = 0; i < request->header_count; i++) {
    const moya_header *field = &request->headers[i];
    bool is_type = strcasecmp(field->name, "Content-Type") == 0;
    has_type |= is_type;
    if (has_parts && is_type) continue; /* curl sets its own boundary */
    if (body.length > 0 && strcasecmp(field->name, "Content-Length") == 0) continue; /* curl sets its own length */
    text_put(&line, " -H ");
    text_shell(&line, memory_join(field->name, *field->value ? ": " : ";", field->value, NULL));
  }
  /* Without this option, curl would send the Content-Type of a form. */
  if (body.length > 0 && !has_parts && !has_type) text_put(&line, " -H Content-Type:");
  if (body.length > 0) text_put(&line, body.data);
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
  if (it->options->curl && request->is_own) print_curl(it, request);
  else if (it->options->verbose) print_head(request);
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
    request.is_own = json_is(moya_json_member(line, "target"), it->target);
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
  const char *target = it->host->target_name(context).data;
  request.is_own = target && strcmp(target, it->target) == 0;
  size_t count = it->host->request_header_count(context);
  request.headers = memory_get(count * sizeof(moya_header) + 1);
  for (size_t i = 0; i < count; i++) {
    moya_str name, value;
    if (!it->host->request_header_at(context, i, &name, &value)) continue;
    request.headers[request.header_count].name = memory_copy(name.data, name.len);
    request.headers[request.header_count++].value = memory_copy(value.data, value.len);
  }
  if (it->host->request_body_kind(context) == MOYA_BODY_BYTES) request.body = it->host->request_body(context);
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
