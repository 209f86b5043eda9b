/* Tests what happens to the body of a response on its way from body hooks to the caller: fields, limits, pauses, early
 * ends, and responses of backends. plugin_body_hooks.c tests what a hook can do with a body. */
#include "plugin_calls.h"

#include <ctype.h>
#include <moya/plugin/body.h>
#include <pthread.h>

static server faults;
static const moya_host *host;
static const moya_body *body;

/* What the hooks do for a target. The `user` of the target points to this struct. */
typedef struct acts {
  moya_status (*head)(moya_context *);
  moya_status (*chunk)(moya_context *, const void *, size_t);
  moya_status (*end)(moya_context *);
  moya_status (*second_chunk)(moya_context *, const void *, size_t); /* of the second plugin */
} acts;

static struct {
  int heads, ends, receives;
  size_t chunks, bytes;       /* what the first plugin received */
  moya_status result, passed; /* what did_receive read; what `pass` of the first plugin returned */
  char length[32];            /* Content-Length in did_receive */
} seen;

static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  host = functions;
  body = host->get_extension(MOYA_BODY);
  EXPECT_STATUS(body->pass(self, "x", 1), MOYA_ERROR_STATE);
  *instance = NULL;
  return MOYA_OK;
}
static moya_status head(void *it, moya_context *context) {
  (void)it;
  seen.heads++;
  EXPECT_STATUS(host->defer(context), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->request_set_header(context, "X", "1"), MOYA_ERROR_STATE);
  EXPECT(host->request_url(context).len > 0 && host->attempt(context) >= 1);
  EXPECT_STATUS(host->set_slot(context, &seen), MOYA_OK);
  const acts *does = host->target_user(context);
  return does && does->head ? does->head(context) : MOYA_HOOK_OK;
}
static moya_status chunk(void *it, moya_context *context, const void *data, size_t len) {
  (void)it;
  EXPECT(data && len > 0);
  EXPECT(host->slot(context) == &seen);
  seen.chunks++;
  seen.bytes += len;
  const acts *does = host->target_user(context);
  return does && does->chunk ? does->chunk(context, data, len) : body->pass(context, data, len);
}
static moya_status end(void *it, moya_context *context) {
  (void)it;
  seen.ends++;
  EXPECT(host->slot(context) == &seen);
  const acts *does = host->target_user(context);
  return does && does->end ? does->end(context) : MOYA_HOOK_OK;
}
static moya_status second_chunk(void *it, moya_context *context, const void *data, size_t len) {
  (void)it;
  const acts *does = host->target_user(context);
  return does && does->second_chunk ? does->second_chunk(context, data, len) : body->pass(context, data, len);
}
static void did_receive(void *it, moya_context *context) {
  (void)it;
  seen.receives++;
  seen.result = host->result_status(context);
  moya_str length = host->response_header(context, "Content-Length");
  snprintf(seen.length, sizeof seen.length, "%s", length.data ? length.data : "none");
}
static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk, .end = end};
static const moya_body_hooks second_hooks = {.size = sizeof second_hooks, .chunk = second_chunk};
static const void *extension(const char *name) { return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL; }
static const void *second_extension(const char *name) { return strcmp(name, MOYA_BODY) == 0 ? &second_hooks : NULL; }
static const moya_plugin first = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.first", .version = "1", .create = create,
                                  .did_receive = did_receive, .get_extension = extension};
static const moya_plugin second = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.second", .version = "1", .create = create,
                                   .get_extension = second_extension};

static moya_provider *begin(const moya_provider_options *options) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(options, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &first, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &second, NULL, NULL), MOYA_OK);
  memset(&seen, 0, sizeof seen);
  return provider;
}

/* ── Calls ── */

typedef struct caller {
  moya_call *call;
  bool pauses, stops, cancels;
  pthread_t thread;
  int resumed;
  moya_status status;
  int32_t http_status;
  size_t len, parts;
  char text[128], length[32], message[512];
} caller;
static void take_text(caller *it, const char *bytes, size_t len) {
  for (size_t i = 0; i < len; i++, it->len++) {
    if (it->len + 1 < sizeof it->text) it->text[it->len] = bytes[i];
  }
}
static void *resume(void *user) {
  caller *it = user;
  moya_call_resume(it->call);
  return NULL;
}
static void begin_call(void *user, moya_call *call) { ((caller *)user)->call = moya_call_retain(call); }
static moya_flow see_head(void *user, const moya_response *response) {
  caller *it = user;
  it->http_status = moya_response_http_status(response);
  moya_str length = moya_response_header(response, "Content-Length");
  snprintf(it->length, sizeof it->length, "%s", length.data ? length.data : "none");
  return MOYA_FLOW_CONTINUE;
}
static moya_flow take(void *user, const void *data, size_t len) {
  caller *it = user;
  take_text(it, data, len);
  it->parts++;
  if (it->cancels) moya_call_cancel(it->call);
  if (it->stops) return MOYA_FLOW_STOP;
  if (!it->pauses || it->resumed == 16) return MOYA_FLOW_CONTINUE;
  if (it->resumed++ > 0) pthread_join(it->thread, NULL);
  EXPECT(pthread_create(&it->thread, NULL, resume, it) == 0);
  return MOYA_FLOW_PAUSE;
}
static moya_flow take_line(void *user, moya_str line) {
  take_text(user, line.data, line.len);
  take_text(user, "|", 1);
  return MOYA_FLOW_CONTINUE;
}
enum { WHOLE, PIECES, LINES };
static void make(caller *it, moya_provider *provider, const moya_target *target, int kind) {
  moya_handlers handlers = MOYA_HANDLERS(.begin = begin_call, .head = see_head, .user = it);
  moya_response *response = NULL;
  moya_error *error = NULL;
  if (kind == PIECES) handlers.body = take;
  if (kind == LINES) handlers.line = take_line;
  it->status = moya_provider_call(provider, target, kind == WHOLE ? NULL : &handlers, &response, &error);
  const moya_response *its = response ? response : error ? moya_error_response(error) : NULL;
  if (its && kind == WHOLE) {
    see_head(it, its);
    take_text(it, moya_response_body(its).data, moya_response_body(its).len);
  }
  if (error) snprintf(it->message, sizeof it->message, "%s", moya_error_message(error).data);
  if (it->resumed > 0) pthread_join(it->thread, NULL);
  moya_call_release(it->call);
  moya_response_release(response);
  moya_error_release(error);
}

static moya_status twice(moya_context *context, const void *data, size_t len) {
  moya_status status = body->pass(context, data, len);
  return status == MOYA_OK ? body->pass(context, data, len) : status;
}
static moya_status half(moya_context *context, const void *data, size_t len) {
  return body->pass(context, data, len / 2);
}
static moya_status nothing(moya_context *context, const void *data, size_t len) {
  (void)context, (void)data, (void)len;
  return MOYA_HOOK_OK;
}
static moya_status upper(moya_context *context, const void *data, size_t len) {
  const char *bytes = data;
  for (size_t i = 0; i < len; i++) {
    char byte = (char)toupper((unsigned char)bytes[i]);
    moya_status status = body->pass(context, &byte, 1);
    if (status != MOYA_OK) return status;
  }
  return MOYA_HOOK_OK;
}
static const acts doubling = {.chunk = twice}, halving = {.chunk = half}, dropping = {.chunk = nothing};
static const acts shouting = {.chunk = upper}, shouting_twice = {.chunk = upper, .second_chunk = twice};

/* ── Tests ── */

static moya_status remove_length(moya_context *context) {
  return host->response_set_header(context, "Content-Length", NULL);
}
static moya_status replace(moya_context *context) {
  EXPECT_STATUS(host->response_set_body(context, "other body", 10), MOYA_OK);
  return MOYA_HOOK_ANSWERED;
}
static moya_status replace_with_nothing(moya_context *context) {
  (void)context;
  return MOYA_HOOK_ANSWERED;
}
static const acts doubling_all = {.head = remove_length, .chunk = twice}, replacing = {.head = replace};
static const acts emptying = {.head = replace_with_nothing};
static void lengths(void) {
  static const struct {
    const char *what;
    const acts *does;
    const char *length;
    size_t len;
  } rows[] = {
      {"passed on", NULL, "100000", 100000},      {"of the same length", &shouting, "100000", 100000},
      {"doubled", &doubling_all, "none", 200000}, {"replaced", &replacing, "none", 10},
      {"replaced with nothing", &emptying, "none", 0},
  };
  moya_provider *provider = begin(NULL);
  for (size_t row = 0; row < COUNT(rows); row++) {
    for (int kind = 0; kind < 2; kind++) {
      caller it = {0};
      moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/bytes/100000");
      target.user = (void *)rows[row].does;
      make(&it, provider, &target, kind);
      EXPECT(it.status == MOYA_OK && it.len == rows[row].len, "%s, %d: %zu", rows[row].what, kind, it.len);
      EXPECT(strcmp(it.length, rows[row].length) == 0, "%s, %d: the caller reads %s", rows[row].what, kind, it.length);
      EXPECT(strcmp(seen.length, rows[row].length) == 0, "%s, %d: did_receive reads %s", rows[row].what, kind,
             seen.length);
    }
  }
  moya_provider_destroy(provider);
}

/* `max_body_size` limits the bytes that arrive, whatever hooks make of them. It does not limit a body that the caller
 * receives in pieces. */
static void most(void) {
  static const acts *const all[] = {NULL, &doubling, &halving, &dropping, &replacing};
  moya_provider *provider = begin(NULL);
  for (size_t does = 0; does < COUNT(all); does++) {
    for (int number = 0; number < 4; number++) {
      int kind = number % 2, is_over = number / 2;
      caller it = {0};
      moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/bytes/200", .user = (void *)all[does]);
      target.max_body_size = is_over ? 199 : 200;
      make(&it, provider, &target, kind);
      moya_status wanted = is_over && kind == WHOLE ? MOYA_ERROR_TOO_LARGE : MOYA_OK;
      EXPECT(it.status == wanted, "%zu, %d: %s %s", does, number, moya_status_name(it.status), it.message);
    }
  }
  moya_provider_destroy(provider);
}

static moya_status not_found(moya_context *context) { return host->response_set_status(context, 404); }
static moya_status found(moya_context *context) { return host->response_set_status(context, 200); }
static const acts losing = {.head = not_found}, finding = {.head = found};
static void statuses(void) {
  static const struct {
    const char *path;
    const acts *does;
    int32_t http_status;
    moya_status status;
  } rows[] = {
      {"/ok", &losing, 404, MOYA_ERROR_STATUS_CODE},
      {"/status/404", &finding, 200, MOYA_OK},
      {"/status/404", NULL, 404, MOYA_ERROR_STATUS_CODE},
  };
  moya_provider *provider = begin(NULL);
  for (size_t row = 0; row < COUNT(rows); row++) {
    for (int kind = 0; kind < 2; kind++) {
      caller it = {0};
      moya_target target = MOYA_TARGET(.base_url = faults.url, .path = rows[row].path, .user = (void *)rows[row].does,
                                       .validation = MOYA_VALIDATION_SUCCESS);
      make(&it, provider, &target, kind);
      EXPECT(it.status == rows[row].status, "row %zu, %d: %s", row, kind, moya_status_name(it.status));
      /* If validation refuses a response, handlers do not receive its head. */
      int32_t wanted = kind == WHOLE || it.status == MOYA_OK ? rows[row].http_status : 0;
      EXPECT(it.http_status == wanted, "row %zu, %d: %d", row, kind, it.http_status);
      EXPECT(seen.result == rows[row].status, "row %zu, %d: %s", row, kind, moya_status_name(seen.result));
    }
  }
  moya_provider_destroy(provider);
}

static void paused(void) {
  moya_provider *provider = begin(NULL);
  static const struct {
    const acts *does;
    size_t len;
  } rows[] = {{NULL, 300000}, {&doubling, 600000}, {&shouting, 300000}};
  for (size_t row = 0; row < COUNT(rows); row++) {
    caller it = {.pauses = true};
    moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/bytes/300000", .user = (void *)rows[row].does);
    make(&it, provider, &target, PIECES);
    EXPECT(it.status == MOYA_OK && it.resumed > 0, "row %zu: %s", row, it.message);
    EXPECT(it.len == rows[row].len, "row %zu: %zu", row, it.len);
  }
  moya_provider_destroy(provider);
}

/* If a body does not arrive completely, the hook `end` does not run. */
static void cut_off(void) {
  static const struct {
    const char *path;
    int kind;
    bool stops, cancels;
    moya_status status;
  } rows[] = {
      {"/truncated-body", WHOLE, false, false, MOYA_ERROR_INCOMPLETE_BODY},
      {"/truncated-body", PIECES, false, false, MOYA_ERROR_INCOMPLETE_BODY},
      {"/large/50000000", PIECES, true, false, MOYA_ERROR_CANCELLED},
      {"/large/50000000", PIECES, false, true, MOYA_ERROR_CANCELLED},
      {"/bytes/5", PIECES, true, false, MOYA_ERROR_CANCELLED},
  };
  static const acts *const acts_of[] = {NULL, &doubling, &shouting};
  for (size_t row = 0; row < COUNT(rows); row++) {
    for (size_t does = 0; does < COUNT(acts_of); does++) {
      moya_provider *provider = begin(NULL);
      caller it = {.stops = rows[row].stops, .cancels = rows[row].cancels};
      moya_target target = MOYA_TARGET(.base_url = faults.url, .path = rows[row].path, .user = (void *)acts_of[does]);
      make(&it, provider, &target, rows[row].kind);
      EXPECT(it.status == rows[row].status, "row %zu, %zu: %s", row, does, moya_status_name(it.status));
      EXPECT(seen.ends == 0, "row %zu, %zu: %d ends", row, does, seen.ends);
      EXPECT((seen.chunks > 0) == (rows[row].kind == PIECES), "row %zu, %zu: %zu chunks", row, does, seen.chunks);
      if (it.stops || it.cancels) EXPECT(it.parts == 1, "row %zu, %zu: %zu pieces", row, does, it.parts);
      moya_provider_destroy(provider);
    }
  }
}

static moya_status refuse(moya_context *context, const void *data, size_t len) {
  (void)data, (void)len;
  host->fail(context, "the second one says no");
  return MOYA_ERROR_INVALID_REQUEST;
}
static moya_status note_passed(moya_context *context, const void *data, size_t len) {
  seen.passed = body->pass(context, data, len);
  return seen.passed;
}
static const acts refused = {.chunk = note_passed, .second_chunk = refuse};
static void later_errors(void) {
  for (int kind = 0; kind < 2; kind++) {
    moya_provider *provider = begin(NULL);
    caller it = {0};
    moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/bytes/5", .user = (void *)&refused);
    make(&it, provider, &target, kind);
    EXPECT_STATUS(it.status, MOYA_ERROR_INVALID_REQUEST);
    EXPECT_STATUS(seen.passed, MOYA_OK);
    EXPECT(strstr(it.message, "org.libmoya.second") && strstr(it.message, "the second one says no"), "%s", it.message);
    EXPECT(it.len == 0 && seen.receives == 1 && seen.ends == 0, "%d: %d ends", kind, seen.ends);
    EXPECT_STATUS(seen.result, MOYA_ERROR_INVALID_REQUEST);
    moya_provider_destroy(provider);
  }
}

/* The hooks run once for the final response: after redirects, for HEAD, and with an empty body, a coding or
 * trailers. */
static void counted(void) {
  static const struct {
    const char *path, *method;
    int heads;
    size_t bytes;
  } rows[] = {
      {"/redirect/2", "GET", 1, 11},
      {"/ok", "HEAD", 1, 0},
      {"/bytes/0", "GET", 1, 0},
      {"/gzip", "GET", 1, 12000},
      {"/trailers", "GET", 1, 5},
  };
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_provider *provider = begin(NULL);
    caller it = {0};
    moya_target target = MOYA_TARGET(.base_url = faults.url, .path = rows[row].path, .method = rows[row].method);
    make(&it, provider, &target, WHOLE);
    EXPECT(it.status == MOYA_OK && it.len == rows[row].bytes, "%s: %zu %s", rows[row].path, it.len, it.message);
    EXPECT(seen.heads == rows[row].heads && seen.ends == rows[row].heads && seen.bytes == rows[row].bytes,
           "%s: %d heads, %d ends, %zu bytes", rows[row].path, seen.heads, seen.ends, seen.bytes);
    EXPECT((seen.chunks > 0) == (rows[row].bytes > 0), "%s: %zu", rows[row].path, seen.chunks);
    moya_provider_destroy(provider);
  }
}

static void lines(void) {
  moya_provider *provider = begin(NULL);
  static const struct {
    const acts *does;
    const char *text;
  } rows[] = {{NULL, "line 0|line 1|line 2|"}, {&shouting, "LINE 0|LINE 1|LINE 2|"}, {&dropping, ""}};
  for (size_t row = 0; row < COUNT(rows); row++) {
    caller it = {0};
    moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/lines/3", .user = (void *)rows[row].does);
    make(&it, provider, &target, LINES);
    EXPECT(it.status == MOYA_OK && strcmp(it.text, rows[row].text) == 0, "%s %s", it.text, it.message);
  }
  moya_provider_destroy(provider);
}

static void answer_abc(void *user, moya_request *request) {
  (void)user;
  moya_sample sample = MOYA_SAMPLE(.body = "abc", .body_len = 3);
  EXPECT_STATUS(moya_request_answer(request, &sample, NULL), MOYA_OK);
  moya_request_release(request);
}
static void forward(void *user, moya_request *request) {
  (void)user;
  EXPECT_STATUS(moya_request_forward(request, NULL, NULL, NULL, NULL), MOYA_OK);
  moya_request_release(request);
}
static void backends(void) {
  static const struct {
    moya_request_fn send;
    const char *text;
  } rows[] = {{answer_abc, "ABCABC"}, {forward, "XXXXXX"}};
  for (size_t row = 0; row < COUNT(rows); row++) {
    for (int kind = 0; kind < 2; kind++) {
      moya_backend backend = {.size = sizeof backend, .send = rows[row].send};
      moya_provider_options options = MOYA_PROVIDER_OPTIONS(.backend = &backend);
      moya_provider *provider = begin(&options);
      caller it = {0};
      moya_target target = MOYA_TARGET(.base_url = faults.url, .path = "/bytes/3", .user = (void *)&shouting_twice);
      make(&it, provider, &target, kind);
      EXPECT(it.status == MOYA_OK && strcmp(it.text, rows[row].text) == 0, "row %zu, %d: %s", row, kind, it.text);
      EXPECT(seen.heads == 1 && seen.ends == 1, "row %zu, %d: %d heads", row, kind, seen.heads);
      moya_provider_destroy(provider);
    }
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("Content-Length is what head leaves, and is removed from a response that head answers", lengths);
  TEST("max_body_size limits the bytes that arrive, whatever the hooks make of them", most);
  TEST("the status that head sets is validated", statuses);
  TEST("a caller that pauses receives the whole body that the hooks pass on", paused);
  TEST("end does not run for a body that is cut off or cancelled", cut_off);
  TEST("the error of a later plugin fails the call after the first plugin has passed its bytes", later_errors);
  TEST("hooks run once for a response after redirects, for HEAD and for an empty body", counted);
  TEST("lines are those of the changed body", lines);
  TEST("responses of a backend pass the hooks once", backends);
  server_stop(&faults);
  return verdict();
}
