#include "answer.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "json.h"
#include "memory.h"
#include "report.h"
#include "text.h"

/* The most bytes of a body that get colours in a pipe or a file. */
enum { MOST_PAINTED = 64 << 20 };

typedef struct printing {
  const options *options;
  bool terminal;
  bool keeps; /* true if the body is collected and printed at the end */
  bool shown; /* true if the head was printed */
  bool failed;
  bool may_be_large; /* true if the library does not limit the body, because it need not be collected */
  text body;
} printing;

static bool is_json(const moya_response *head) {
  const char *type = moya_response_header(head, "Content-Type").data;
  if (!type) return false;
  size_t length = strcspn(type, "; \t");
  return (length == 16 && strncasecmp(type, "application/json", 16) == 0) ||
         (length > 5 && strncasecmp(type + length - 5, "+json", 5) == 0);
}

static void print_head(printing *it, const moya_response *response) {
  if (it->shown) return;
  it->shown = true;
  text head = {0};
  if (it->options->verbose) {
    report_head(&head, response, "< ", false, it->options->show_secrets);
    fputs(head.data, stderr);
  }
  head.length = 0;
  if (it->options->headers && !it->options->json) {
    report_head(&head, response, "", it->options->colour, true);
    text_put(&head, "\n");
    fwrite(head.data, 1, head.length, stdout);
  }
}

static moya_flow on_head(void *user, const moya_response *head) {
  printing *it = user;
  it->keeps = it->options->json || it->terminal || (it->options->colour && is_json(head));
  print_head(it, head);
  return MOYA_FLOW_CONTINUE;
}

static moya_flow on_body(void *user, const void *data, size_t length) {
  printing *it = user;
  const bool is_too_large = it->may_be_large && it->body.length + length > MOST_PAINTED;
  if (it->keeps && !is_too_large) {
    text_add(&it->body, data, length);
    return MOYA_FLOW_CONTINUE;
  }
  /* A body that is too large for colours is printed as it arrives, after what was collected of it. */
  it->keeps = false;
  it->failed = it->body.length > 0 && fwrite(it->body.data, 1, it->body.length, stdout) != it->body.length;
  it->body.length = 0;
  if (!it->failed && fwrite(data, 1, length, stdout) == length) return MOYA_FLOW_CONTINUE;
  it->failed = true;
  return MOYA_FLOW_STOP;
}

static void print_body(const printing *it, const moya_response *response, moya_str body) {
  if (body.len == 0) return;
  text painted = {0};
  if ((it->terminal || it->options->colour) && is_json(response) && json_paint(&painted, body, it->options->colour)) {
    fwrite(painted.data, 1, painted.length, stdout);
    return;
  }
  if (it->terminal && (memchr(body.data, 0, body.len) || !utf8_whole(body.data, body.len))) {
    printf("(%zu bytes that are no text: -o FILE keeps them)\n", body.len);
    return;
  }
  if (it->terminal) {
    text_terminal(&painted, body.data, body.len);
    if (body.data[body.len - 1] != '\n') text_put(&painted, "\n");
    body = (moya_str){painted.data, painted.length};
  }
  fwrite(body.data, 1, body.len, stdout);
}

/* Prints a response, or the part of it that an error contains. */
static void print_response(printing *it, const moya_response *response, moya_str body) {
  print_head(it, response);
  if (it->options->json) {
    text object = {0};
    report_json(&object, response, body, it->options->timings);
    fwrite(object.data, 1, object.length, stdout);
  } else if (!moya_response_file(response).data) {
    print_body(it, response, body);
  }
  if (it->options->timings && !it->options->json) {
    text times = {0};
    report_timings(&times, response);
    fflush(stdout);
    fputs(times.data, stderr);
  }
}

static int print_error(printing *it, moya_status status, moya_error *error) {
  const moya_response *response = moya_error_response(error);
  int32_t http_status = response ? moya_response_http_status(response) : 0;
  if (status == MOYA_ERROR_STATUS_CODE && response) {
    print_response(it, response, moya_response_body(response));
  } else if (it->options->json) {
    text object = {0};
    moya_str message = moya_error_message(error);
    text_put(&object, "{\"error\":{\"name\":");
    text_json(&object, moya_status_name(status), strlen(moya_status_name(status)));
    text_put(&object, ",\"message\":");
    text_json(&object, message.data ? message.data : "", message.len);
    if (http_status) text_print(&object, ",\"status\":%" PRId32, http_status);
    text_put(&object, "}}\n");
    fputs(object.data, stdout);
  }
  return complain_error(status, error);
}

/* Returns EXIT_DONE if the body has the type that the definition promises. Otherwise reports the error and returns its
 * exit status. */
static int keep_promise(const char *name, const moya_response *response, promise promise) {
  int32_t http_status = moya_response_http_status(response);
  bool is_empty = http_status == 204 || http_status == 205;
  if (!promise.type || is_empty || http_status < 200 || http_status >= 300) return EXIT_DONE;
  moya_arena *arena = NULL;
  moya_error *error = NULL;
  void *value = memory_get(promise.type->struct_size);
  moya_status status = moya_response_decode(response, promise.key_path, promise.type, value, MOYA_DECODE_BORROW, &arena, &error);
  moya_arena_release(arena);
  if (status == MOYA_OK) return EXIT_DONE;
  int result = complain(exit_of_status(status), "%s: %s", name, moya_error_message(error).data);
  moya_error_release(error);
  return result;
}

int answer_print(const options *options, moya_provider *provider, const moya_target *target, promise promise) {
  printing it = {.options = options, .terminal = isatty(STDOUT_FILENO) && !options->output};
  /* A response that was printed cannot be replaced by the response of a retry. Therefore a response that may be
   * retried is collected before it is printed. */
  bool collects = options->output || options->retries > 0 || promise.type || (target->retry && target->retry->attempts != 1);
  moya_handlers handlers = MOYA_HANDLERS(.user = &it);
  if (!collects) handlers.head = on_head, handlers.body = on_body;
  moya_target sent = *target;
  /* The library limits the size of a body, because it stores the body. A body that is printed as it arrives is not
   * stored, so it may have any size. */
  it.may_be_large = !collects && !options->json && !it.terminal && sent.max_body_size == 0;
  if (it.may_be_large) sent.max_body_size = INT64_MAX;
  moya_response *response = NULL;
  moya_error *error = NULL;
  int result;
  moya_status status = moya_provider_call(provider, &sent, &handlers, &response, &error);
  if (status == MOYA_OK) {
    moya_str body = {it.body.data, it.body.length};
    if (collects) body = moya_response_body(response);
    print_response(&it, response, body);
    /* If the target sets a validation, the library has already accepted the status, so the status is a success. */
    result = sent.validation == MOYA_VALIDATION_NONE ? exit_of_http(moya_response_http_status(response)) : EXIT_DONE;
    if (result == EXIT_DONE && !options->output) result = keep_promise(target->name, response, promise);
    moya_response_release(response);
  } else if (it.failed) {
    moya_error_release(error);
    result = complain(EXIT_FAILED, "the output cannot be written");
  } else {
    result = print_error(&it, status, error);
  }
  if ((fflush(stdout) != 0 || ferror(stdout)) && !it.failed) result = complain(EXIT_FAILED, "the output cannot be written");
  return result;
}
