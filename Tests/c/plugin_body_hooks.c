/* Tests plugins that read and change bodies of responses ("moya.body/1"). */
#include "plugin_calls.h"

#include <ctype.h>
#include <moya/plugin/body.h>

static server faults;
static const moya_host *host;
static const moya_body *body;
static char journal[512];
static void note(const void *it, const char *what) {
  size_t len = strlen(journal);
  snprintf(journal + len, sizeof journal - len, "%s%c.%s", len ? " " : "", *(const char *)it, what);
}

/* What the hooks do for a target. The `user` of the target points to this struct. */
typedef struct acts {
  moya_status (*head)(moya_context *);
  moya_status (*chunk)(moya_context *, const void *, size_t);
  moya_status (*end)(moya_context *);
} acts;
/* Returns what the hooks of the instance do. The hooks of the first instance, "a", do what the target says. The
 * hooks of the second instance do nothing. The hooks of both write notes to the journal. */
static const acts *acts_of(const void *it, moya_context *context) {
  return *(const char *)it == 'a' ? host->target_user(context) : NULL;
}

static const moya_option letter[] = {{.name = "as", .kind = MOYA_OPTION_TEXT, .required = 1}, {.name = NULL}};
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  host = functions;
  body = host->get_extension(MOYA_BODY);
  *instance = strdup(host->option_text(self, "as").data);
  return body ? MOYA_OK : MOYA_ERROR_PLUGIN_ABI;
}
static moya_status head(void *it, moya_context *context) {
  note(it, "head");
  EXPECT_STATUS(body->pass(context, "x", 1), MOYA_ERROR_STATE);
  EXPECT(host->response_body_kind(context) == MOYA_BODY_STREAM && host->response_body(context).data == NULL);
  const acts *does = acts_of(it, context);
  return does && does->head ? does->head(context) : MOYA_HOOK_OK;
}
static moya_status chunk(void *it, moya_context *context, const void *data, size_t len) {
  note(it, "chunk");
  EXPECT_STATUS(body->pass(context, NULL, 1), MOYA_ERROR_NULL);
  EXPECT_STATUS(host->response_set_status(context, 500), MOYA_ERROR_STATE);
  const acts *does = acts_of(it, context);
  return does && does->chunk ? does->chunk(context, data, len) : body->pass(context, data, len);
}
static moya_status end(void *it, moya_context *context) {
  note(it, "end");
  const acts *does = acts_of(it, context);
  return does && does->end ? does->end(context) : MOYA_HOOK_OK;
}
static moya_status prepare(void *it, moya_context *context) {
  note(it, "prepare");
  if (!host->target_has_tag(context, "answered")) return MOYA_HOOK_OK;
  return host->response_set_body(context, "made", 4) == MOYA_OK ? MOYA_HOOK_ANSWERED : MOYA_ERROR_OTHER;
}
static void will_send(void *it, moya_context *context) {
  EXPECT_STATUS(body->pass(context, "x", 1), MOYA_ERROR_STATE);
  note(it, "will_send");
}
static char received[256]; /* what did_receive of the second plugin sees */
static void did_receive(void *it, moya_context *context) {
  note(it, "did_receive");
  moya_str text = host->response_body(context);
  snprintf(received, sizeof received, "%d %.*s", host->http_status(context), (int)text.len, text.data ? text.data : "");
}
static int64_t should_retry(void *it, moya_context *context) {
  (void)it;
  return host->http_status(context) == 503 && host->attempt(context) == 1 ? 0 : MOYA_RETRY_NONE;
}
static const moya_body_hooks hooks = {.size = sizeof hooks, .head = head, .chunk = chunk, .end = end};
static const void *extension(const char *name) { return strcmp(name, MOYA_BODY) == 0 ? &hooks : NULL; }
static const moya_plugin reading = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.reads", .version = "1", .options = letter,
                                    .create = create, .destroy = free, .prepare = prepare, .will_send = will_send,
                                    .did_receive = did_receive, .should_retry = should_retry, .get_extension = extension};

static moya_provider *begin(moya_stubs *stubs) {
  moya_provider *provider = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.stubs = stubs;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &reading, "{\"as\":\"a\"}", NULL), MOYA_OK);
  moya_plugin_use second = MOYA_PLUGIN_USE(.plugin = &reading, .name = "second", .config = "{\"as\":\"b\"}");
  EXPECT_STATUS(moya_provider_use(provider, &second, NULL), MOYA_OK);
  *journal = 0;
  return provider;
}

/* ── Calls: whole and streamed, from a server and from a stub ── */

typedef struct outcome {
  moya_status status;
  int32_t http_status;
  char text[256], field[32], message[512];
  size_t len, upper;
} outcome;
static moya_flow take(void *user, const void *data, size_t len) {
  outcome *it = user;
  const char *bytes = data;
  for (size_t i = 0; i < len; i++, it->len++) {
    if (it->len + 1 < sizeof it->text) it->text[it->len] = bytes[i];
    if (!islower((unsigned char)bytes[i])) it->upper++;
  }
  return MOYA_FLOW_CONTINUE;
}
static moya_flow see_head(void *user, const moya_response *response) {
  outcome *it = user;
  it->http_status = moya_response_http_status(response);
  snprintf(it->field, sizeof it->field, "%s", moya_response_header(response, "X-Body").data ? moya_response_header(response, "X-Body").data : "");
  return MOYA_FLOW_CONTINUE;
}
static outcome make_call(moya_provider *provider, const moya_target *target, bool streams) {
  outcome it = {0};
  moya_handlers handlers = MOYA_HANDLERS(.head = see_head, .body = take, .user = &it);
  moya_response *response = NULL;
  moya_error *error = NULL;
  it.status = moya_provider_call(provider, target, streams ? &handlers : NULL, &response, &error);
  if (response && !streams) {
    see_head(&it, response);
    take(&it, moya_response_body(response).data, moya_response_body(response).len);
  }
  if (response) EXPECT(moya_response_http_status(response) == it.http_status);
  if (error) snprintf(it.message, sizeof it.message, "%s", moya_error_message(error).data);
  moya_response_release(response);
  moya_error_release(error);
  return it;
}

static moya_status to_upper(moya_context *context, const void *data, size_t len) {
  char piece[1000];
  moya_status status = MOYA_HOOK_OK;
  for (size_t at = 0; at < len && status == MOYA_OK; at += sizeof piece) {
    size_t count = len - at < sizeof piece ? len - at : sizeof piece;
    for (size_t i = 0; i < count; i++) piece[i] = (char)toupper(((const unsigned char *)data)[at + i]);
    status = body->pass(context, piece, count);
  }
  return status;
}
static moya_status add_end(moya_context *context) { return body->pass(context, "!", 1); }
static moya_status mark(moya_context *context) {
  EXPECT_STATUS(host->response_set_header(context, "X-Body", "seen"), MOYA_OK);
  return host->response_set_header(context, "Content-Length", NULL);
}
static moya_status skip(moya_context *context) {
  EXPECT_STATUS(mark(context), MOYA_OK);
  return MOYA_BODY_SKIP;
}
static moya_status replace(moya_context *context) {
  EXPECT_STATUS(mark(context), MOYA_OK);
  EXPECT_STATUS(host->response_set_status(context, 201), MOYA_OK);
  EXPECT_STATUS(host->response_set_body(context, "other", 5), MOYA_OK);
  return MOYA_HOOK_ANSWERED;
}
static moya_status swallow(moya_context *context, const void *data, size_t len) {
  (void)context, (void)data, (void)len;
  return MOYA_HOOK_OK;
}
static moya_status twice(moya_context *context, const void *data, size_t len) {
  moya_status status = body->pass(context, data, len);
  return status == MOYA_OK ? body->pass(context, data, len) : status;
}
static moya_status extend(moya_context *context, const void *data, size_t len) {
  moya_status status = body->pass(context, data, len);
  return status == MOYA_OK ? body->pass(context, "+", 1) : status;
}
static moya_status in_parts(moya_context *context, const void *data, size_t len) {
  moya_status status = body->pass(context, data, 1);
  return status == MOYA_OK ? body->pass(context, (const char *)data + 1, len - 1) : status;
}
static moya_status refuse(moya_context *context) {
  host->fail(context, "not this body");
  return MOYA_ERROR_INVALID_REQUEST;
}
static moya_status refuse_chunk(moya_context *context, const void *data, size_t len) {
  (void)data, (void)len;
  return refuse(context);
}
static moya_status mean_nothing(moya_context *context) {
  (void)context;
  return 77;
}
static const acts upper = {mark, to_upper, add_end}, skipping = {.head = skip, .chunk = swallow}, replacing = {.head = replace},
                  swallowing = {.chunk = swallow}, doubling = {.chunk = twice}, extending = {.chunk = extend},
                  dividing = {.chunk = in_parts}, refusing_head = {.head = refuse},
                  refusing_chunk = {.chunk = refuse_chunk}, refusing_end = {.end = refuse}, strange = {.head = mean_nothing};

static void bodies(void) {
  static const struct {
    const char *what;
    const acts *does;
    moya_status status;
    int32_t http_status;
    const char *text, *field, *message, *journal;
  } rows[] = {
      {"changed", &upper, MOYA_OK, 200, "ABCD!", "seen", NULL, "a.head b.head a.chunk b.chunk a.end b.chunk b.end"},
      {"skipped", &skipping, MOYA_OK, 200, "abcd", "seen", NULL, "a.head b.head b.chunk b.end"},
      {"replaced", &replacing, MOYA_OK, 201, "other", "seen", NULL, "a.head b.head b.chunk b.end"},
      {"dropped", &swallowing, MOYA_OK, 200, "", "", NULL, "a.head b.head a.chunk a.end b.end"},
      {"doubled", &doubling, MOYA_OK, 200, "abcdabcd", "", NULL, "a.head b.head a.chunk b.chunk a.end b.end"},
      {"extended", &extending, MOYA_OK, 200, "abcd+", "", NULL, "a.head b.head a.chunk b.chunk a.end b.end"},
      {"passed in parts", &dividing, MOYA_OK, 200, "abcd", "", NULL, "a.head b.head a.chunk b.chunk a.end b.end"},
      {"refused by head", &refusing_head, MOYA_ERROR_INVALID_REQUEST, 0, "", "", "failed in head: not this body", "a.head"},
      {"refused by chunk", &refusing_chunk, MOYA_ERROR_INVALID_REQUEST, 0, "", "", "failed in chunk: not this body", "a.head b.head a.chunk"},
      {"refused by end", &refusing_end, MOYA_ERROR_INVALID_REQUEST, 0, NULL, "", "failed in end: not this body", "a.head b.head a.chunk b.chunk a.end"},
      {"a strange answer", &strange, MOYA_ERROR_PLUGIN_HOOK, 0, "", "", "it answered 77", "a.head"},
  };
  moya_stubs *stubs = NULL;
  moya_sample sample = MOYA_SAMPLE(.body = "abcd", .body_len = 4);
  moya_stub_rule rule = MOYA_STUB_RULE(.answers = &sample, .answer_count = 1);
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  moya_stub_behavior moments[] = {MOYA_STUB_IMMEDIATE, MOYA_STUB_DELAYED, MOYA_STUB_NEVER};
  for (size_t row = 0; row < COUNT(rows); row++) {
    for (size_t kind = 0; kind < 2 * COUNT(moments); kind++) {
      moya_stub_behavior moment = moments[kind / 2];
      moya_provider *provider = begin(moment == MOYA_STUB_NEVER ? stubs : NULL);
      moya_target target = MOYA_TARGET(.base_url = "http://h.example", .stub = moment, .stub_delay_ms = 1, .sample = &sample);
      target.user = (void *)rows[row].does;
      outcome it = make_call(provider, &target, kind % 2);
      EXPECT(it.status == rows[row].status, "%s, %zu: %s", rows[row].what, kind, it.message);
      if (rows[row].message) EXPECT(strstr(it.message, rows[row].message), "%s, %zu: %s", rows[row].what, kind, it.message);
      if (it.status == MOYA_OK) {
        EXPECT(it.http_status == rows[row].http_status, "%s, %zu: %d", rows[row].what, kind, it.http_status);
        EXPECT(strcmp(it.text, rows[row].text) == 0 && strcmp(it.field, rows[row].field) == 0, "%s, %zu: %s %s", rows[row].what, kind, it.text, it.field);
      }
      char wanted[512];
      snprintf(wanted, sizeof wanted, "a.prepare b.prepare a.will_send b.will_send %s a.did_receive b.did_receive", rows[row].journal);
      EXPECT(strcmp(journal, wanted) == 0, "%s, %zu: %s", rows[row].what, kind, journal);
      moya_provider_destroy(provider);
    }
  }
  moya_stubs_release(stubs);
}

/* ── From a server ── */

static const acts shouting = {.chunk = to_upper};
static void from_server(void) {
  static const char *const paths[] = {"/bytes/1", "/bytes/100000", "/bytes/5000000", "/gzip", "/chunked"};
  for (size_t row = 0; row < COUNT(paths); row++) {
    for (int streams = 0; streams < 2; streams++) {
      moya_provider *provider = begin(NULL);
      moya_target target = MOYA_TARGET(.base_url = faults.url, .path = paths[row]);
      outcome plain = make_call(provider, &target, streams);
      target.user = (void *)&shouting;
      *journal = 0;
      outcome it = make_call(provider, &target, streams);
      EXPECT(it.status == plain.status, "%s: %s", paths[row], it.message);
      EXPECT(it.len == plain.len && it.upper == it.len, "%s, %d: %zu of %zu, %zu", paths[row], streams, it.len, plain.len, it.upper);
      moya_provider_destroy(provider);
    }
  }
}

/* The hook `head` replaces a 304 with another response. The library validates the new response. */
static moya_status revive(moya_context *context) {
  if (host->http_status(context) != 304) return MOYA_BODY_SKIP;
  return replace(context);
}
static const acts reviving = {.head = revive};
static void validated(void) {
  moya_sample sample = MOYA_SAMPLE(.http_status = 304);
  for (int streams = 0; streams < 2; streams++) {
    moya_provider *provider = begin(NULL);
    moya_target target = MOYA_TARGET(.base_url = "http://h.example", .stub = MOYA_STUB_IMMEDIATE, .sample = &sample,
                                     .validation = MOYA_VALIDATION_SUCCESS, .user = (void *)&reviving);
    outcome it = make_call(provider, &target, streams);
    EXPECT(it.status == MOYA_OK && it.http_status == 201 && strcmp(it.text, "other") == 0, "%s %s", it.message, it.text);
    if (!streams) EXPECT(strcmp(received, "201 other") == 0, "%s", received);
    moya_provider_destroy(provider);
  }
}

/* The hook `head` sets a Content-Length. A response to HEAD, which has no body, still has this field afterwards. For
 * a response to GET, the library removes the field. */
static moya_status announce(moya_context *context) {
  EXPECT_STATUS(host->response_set_header(context, "Content-Length", "1234"), MOYA_OK);
  return MOYA_HOOK_ANSWERED;
}
static const acts announcing = {.head = announce};
static void lengths(void) {
  static const struct {
    const char *method, *length;
  } rows[] = {{"HEAD", "1234"}, {"GET", NULL}};
  moya_sample sample = MOYA_SAMPLE(.http_status = 304);
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_provider *provider = begin(NULL);
    moya_target target = MOYA_TARGET(.method = rows[row].method, .base_url = "http://h.example", .sample = &sample,
                                     .stub = MOYA_STUB_IMMEDIATE, .user = (void *)&announcing);
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    moya_str length = moya_response_header(response, "Content-Length");
    EXPECT(rows[row].length ? str_is(length, rows[row].length) : !length.data, "%s: %s", rows[row].method, length.data);
    moya_response_release(response);
    moya_provider_destroy(provider);
  }
}

static const char *const tags[] = {"answered"};
static void without_bodies(void) {
  char folder[] = "/tmp/moya-body-XXXXXX", file[64];
  EXPECT(mkdtemp(folder) != NULL);
  snprintf(file, sizeof file, "%s/f", folder);
  moya_download download = MOYA_DOWNLOAD(.path = file);
  moya_sample sample = MOYA_SAMPLE(.body = "abcd", .body_len = 4), empty = MOYA_SAMPLE(.http_status = 204);
  moya_sample failed = MOYA_SAMPLE(.failure = MOYA_ERROR_CONNECT);
  const struct {
    const char *what;
    moya_target target;
    const char *journal;
  } rows[] = {
      {"an answer of prepare", MOYA_TARGET(.sample = &sample, .stub = MOYA_STUB_IMMEDIATE, .tags = tags, .tag_count = 1), "a.prepare"},
      {"a download", MOYA_TARGET(.sample = &sample, .stub = MOYA_STUB_IMMEDIATE, .download = &download),
       "a.prepare b.prepare a.will_send b.will_send a.did_receive b.did_receive"},
      {"an empty body", MOYA_TARGET(.sample = &empty, .stub = MOYA_STUB_IMMEDIATE),
       "a.prepare b.prepare a.will_send b.will_send a.head b.head a.end b.end a.did_receive b.did_receive"},
      {"a failure", MOYA_TARGET(.sample = &failed, .stub = MOYA_STUB_IMMEDIATE),
       "a.prepare b.prepare a.will_send b.will_send a.did_receive b.did_receive"},
  };
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_provider *provider = begin(NULL);
    moya_target target = rows[row].target;
    target.base_url = "http://h.example";
    make_call(provider, &target, false);
    EXPECT(strcmp(journal, rows[row].journal) == 0, "%s: %s", rows[row].what, journal);
    moya_provider_destroy(provider);
  }
  unlink(file);
  rmdir(folder);
}

/* The hooks run for the body of each attempt. */
static void attempts(void) {
  moya_stubs *stubs = NULL;
  moya_sample answers[] = {MOYA_SAMPLE(.http_status = 503, .body = "no", .body_len = 2), MOYA_SAMPLE(.body = "yes", .body_len = 3)};
  moya_stub_rule rule = MOYA_STUB_RULE(.answers = answers, .answer_count = 2);
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
  moya_provider *provider = begin(stubs);
  moya_target target = MOYA_TARGET(.base_url = "http://h.example", .user = (void *)&upper);
  outcome it = make_call(provider, &target, false);
  EXPECT(it.status == MOYA_OK && strcmp(it.text, "YES!") == 0, "%s %s", it.message, it.text);
  EXPECT(strstr(journal, "a.did_receive b.did_receive a.prepare") && strcmp(received, "200 YES!") == 0, "%s, %s", journal, received);
  moya_provider_destroy(provider);
  moya_stubs_release(stubs);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("hooks change, skip, replace and refuse bodies, whole and streamed", bodies);
  TEST("bodies of a server pass the hooks decoded, in any number of pieces", from_server);
  TEST("a 304 that head changes is validated as what it has become", validated);
  TEST("a response to HEAD keeps the Content-Length that head sets", lengths);
  TEST("a response that prepare made, a download and a failure pass no hooks", without_bodies);
  TEST("the body of each attempt passes the hooks", attempts);
  server_stop(&faults);
  return verdict();
}
