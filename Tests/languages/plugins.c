/* Tests plugins in other languages. Loads a module that was written with the bindings of one language, and checks that
 * its plugins do what the same plugins in C do.
 *
 *   plugins LANGUAGE MODULE      LANGUAGE: cpp, rust, swift */
#include "check.h"

#include <moya/plugin/body.h>
#include <pthread.h>
#include <unistd.h>

static const char *language, *module;
static char lines[4096];     /* of the log */
static moya_log_level worst; /* of these lines */
static moya_stubs *stubs;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void on_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user;
  pthread_mutex_lock(&lock);
  if (level > worst) worst = level;
  size_t length = strlen(lines);
  snprintf(lines + length, sizeof lines - length, "%.*s\n", (int)len, message);
  pthread_mutex_unlock(&lock);
}

static moya_status add(moya_provider **provider, const char *id, const char *config, char *message, size_t room) {
  moya_error *error = NULL;
  moya_log_handler log = MOYA_LOG_HANDLER_INIT;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  moya_plugin_use use = MOYA_PLUGIN_USE(.path = module, .id = id, .config = config, .flags = MOYA_USE_ANY_FILE);
  log.log = on_line;
  options.log = &log;
  options.stubs = stubs;
  lines[0] = 0, worst = MOYA_LOG_DEBUG;
  EXPECT_STATUS(moya_provider_create(&options, provider, NULL), MOYA_OK);
  moya_status status = moya_provider_use(*provider, &use, &error);
  snprintf(message, room, "%s", error ? moya_error_message(error).data : "");
  moya_error_release(error);
  return status;
}

static moya_provider *provider_with(const char *id, const char *config) {
  moya_provider *provider = NULL;
  char message[500];
  EXPECT_STATUS(add(&provider, id, config, message, sizeof message), MOYA_OK);
  EXPECT(message[0] == 0, "%s", message);
  return provider;
}

/* Responds to each request with "body", and to the request of a plugin with "sub". */
static void add_rules(void) {
  moya_sample body = MOYA_SAMPLE(.body = "body", .body_len = 4), sub = MOYA_SAMPLE(.body = "sub", .body_len = 3);
  moya_header field = {"X-Sub", "1"};
  moya_stub_rule all = MOYA_STUB_RULE(.answers = &body, .answer_count = 1);
  moya_stub_rule one = MOYA_STUB_RULE(.method = "POST", .path = "/sub", .headers = &field, .header_count = 1,
                                      .body = "question", .body_len = 8, .answers = &sub, .answer_count = 1);
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_add(stubs, &all, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_add(stubs, &one, NULL, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_record(stubs, 100, NULL), MOYA_OK);
}

/* Makes a call, and stores the body of the response or the message of the error in `text`. The HTTP status is 0 if
 * neither the call nor its error has a response. */
static moya_status call(moya_provider *provider, int32_t *http_status, char *text, size_t room) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_target target = MOYA_TARGET_INIT;
  target.name = "API.call";
  target.base_url = "http://offline.invalid";
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  const moya_response *received = response ? response : moya_error_response(error);
  *http_status = received ? moya_response_http_status(received) : 0;
  snprintf(text, room, "%s", response ? moya_response_body(response).data : moya_error_message(error).data);
  moya_response_release(response);
  moya_error_release(error);
  return status;
}

static const moya_plugin *table_of(const char *id) {
  const moya_module *it = NULL;
  moya_error *error = NULL;
  if (moya_module_open(module, MOYA_USE_ANY_FILE, &it, &error) != MOYA_OK) {
    printf("    %s\n", moya_error_message(error).data);
    exit(1);
  }
  for (const moya_plugin *const *plugin = it->plugins; *plugin; plugin++) {
    if (strcmp((*plugin)->id, id) == 0) return *plugin;
  }
  EXPECT(false, "no plugin %s", id);
  exit(1);
}

static void tables(void) {
  const moya_plugin *bare = table_of("org.libmoya.none"), *all = table_of("org.libmoya.all");
  EXPECT(bare->size == sizeof *bare && bare->option_size == sizeof(moya_option) && bare->flags == 0 && !bare->reserved);
  EXPECT(bare->create && bare->destroy && !bare->close && !bare->prepare && !bare->sign && !bare->will_send);
  EXPECT(!bare->did_receive && !bare->should_retry && !bare->process && !bare->get_extension);
  EXPECT(all->create && all->destroy && all->close && all->prepare && all->sign && all->will_send);
  EXPECT(all->did_receive && all->should_retry && all->process && all->get_extension);
  EXPECT(all->flags == MOYA_PLUGIN_WAITS && strcmp(all->about, "Has all hooks.") == 0 && strcmp(all->version, "1.0.0") == 0);
  EXPECT(strcmp(all->secret_headers[0], "X-One") == 0 && strcmp(all->secret_headers[1], "X-Two") == 0);
  EXPECT(all->secret_headers[2] == NULL);
  const moya_body_hooks *body = all->get_extension(MOYA_BODY);
  EXPECT(body && body->size == sizeof *body && body->head && body->chunk && body->end);
  EXPECT(all->get_extension("org.example.unknown") == NULL);
  EXPECT(all == table_of("org.libmoya.all"));
}

static void options(void) {
  moya_provider *provider = NULL;
  const moya_option *it = table_of("org.libmoya.editor")->options;
  char message[500];
  EXPECT(strcmp(it[0].name, "value") == 0 && it[0].kind == MOYA_OPTION_TEXT && it[0].required == 1);
  EXPECT(strcmp(it[0].about, "A value.") == 0 && it[0].preset == NULL);
  EXPECT(strcmp(it[1].name, "many") == 0 && it[1].kind == MOYA_OPTION_TEXTS && it[1].required == 0);
  EXPECT(strcmp(it[1].preset, "[\"a\", \"b\"]") == 0 && it[2].name == NULL);
  EXPECT_STATUS(add(&provider, "org.libmoya.editor", "{}", message, sizeof message), MOYA_ERROR_ARGUMENT);
  EXPECT(strstr(message, "value"), "%s", message);
  moya_provider_destroy(provider);
}

static void edits(void) {
  moya_provider *provider = provider_with("org.libmoya.editor", "{\"value\": \"v\"}");
  char text[500];
  int32_t http_status;
  EXPECT_STATUS(call(provider, &http_status, text, sizeof text), MOYA_OK);
  EXPECT(http_status == 201 && strcmp(text, "body vb vb API.call") == 0, "%d %s", (int)http_status, text);
  EXPECT(strstr(lines, "org.libmoya.editor: the slot is free"), "%s", lines);
  moya_provider_destroy(provider);
}

static void every_hook(void) {
  moya_provider *provider = provider_with("org.libmoya.all", "{}");
  char text[500];
  int32_t http_status;
  EXPECT_STATUS(call(provider, &http_status, text, sizeof text), MOYA_OK);
  EXPECT(strcmp(text, "body!") == 0, "%s", text); /* chunk and end pass it on */
  const moya_stub_request *last = moya_stubs_record_at(stubs, moya_stubs_record_count(stubs) - 1);
  const char *signature = moya_stub_request_header(last, "X-Signature");
  EXPECT(signature && strcmp(signature, "GET http://offline.invalid/") == 0, "%s", signature ? signature : "none");
  /* RFC 3174 and the usual example of HMAC. */
  const char *digest = moya_stub_request_header(last, "X-Digest");
  EXPECT(digest && strcmp(digest, "a9993e364706816aba3e25717850c26c9cd0d89d"
                                  "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8") == 0,
         "%s", digest ? digest : "none");
  moya_provider_destroy(provider);
  const char *order[] = {"prepare", "will_send", "did_receive", "should_retry", "process", "close"};
  const char *at = lines;
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    at = strstr(at, order[i]);
    EXPECT(at, "no %s in %s", order[i], lines);
    if (!at) return;
  }
}

/* Sends standard error to a file. */
static FILE *err;
static int err_before = -1;
static void take_err(void) {
  err = tmpfile();
  fflush(stderr);
  err_before = dup(2);
  EXPECT(err && err_before >= 0 && dup2(fileno(err), 2) == 2);
}
/* Restores standard error, and stores what was written to it in `text`. */
static void give_err(char *text, size_t room) {
  fflush(stderr);
  dup2(err_before, 2);
  close(err_before);
  rewind(err);
  text[fread(text, 1, room - 1, err)] = 0;
  fclose(err);
}

/* What a hook throws, returns or panics with. */
static void failures(void) {
  static const struct {
    const char *language, *in, *what; /* NULL: in every language */
    moya_status status;               /* MOYA_OK: the text is in the log */
    const char *text;
  } rows[] = {
      {NULL, "prepare", "error", MOYA_ERROR_ARGUMENT, "failed in prepare: an error with a status"},
      {NULL, "prepare", "success", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: an error that is none"},
      {NULL, "process", "error", MOYA_ERROR_ARGUMENT, "failed in process: an error with a status"},
      {"rust", "prepare", "plain", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: invalid digit found in string"},
      {"rust", "prepare", "panic", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: it panicked: with a text"},
      {"rust", "process", "number", MOYA_ERROR_PLUGIN_HOOK, "failed in process: it panicked"},
      {"rust", "will_send", "panic", MOYA_OK, "org.libmoya.thrower: it panicked: with a text"},
      {"rust", "should_retry", "panic", MOYA_OK, "org.libmoya.thrower: it panicked: with a text"},
      {"rust", "release_slot", "panic", MOYA_OK, "org.libmoya.thrower: it panicked: with a text"},
      {"rust", "destroy", "panic", MOYA_OK, "org.libmoya.thrower: it panicked: with a text"},
      {"swift", "prepare", "plain", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: plain"},
      {"cpp", "prepare", "plain", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: plain"},
      {"cpp", "will_send", "error", MOYA_OK, "org.libmoya.thrower: an error with a status"},
      {"cpp", "should_retry", "plain", MOYA_OK, "org.libmoya.thrower: plain"},
      {"swift", "will_send", "error", MOYA_OK, "org.libmoya.thrower: an error with a status"},
      {"swift", "should_retry", "plain", MOYA_OK, "org.libmoya.thrower: plain"},
      {"rust", "prepare", "empty", MOYA_ERROR_ARGUMENT, "failed in prepare: MOYA_ERROR_ARGUMENT"},
      {"rust", "prepare", "host", MOYA_ERROR_INVALID_URL, "failed in prepare: the URL is not usable: it has no scheme"},
      {"rust", "prepare", "host's text", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: request_set_url failed: MOYA_ERROR_INVALID_URL"},
      {"rust", "prepare", "host's response", MOYA_ERROR_INVALID_URL, "failed in prepare: the URL is not usable: it has no scheme"},
      {"swift", "prepare", "empty", MOYA_ERROR_ARGUMENT, "failed in prepare: MOYA_ERROR_ARGUMENT"},
      {"swift", "prepare", "far", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: an error with no status"},
      {"swift", "will_send", "empty", MOYA_OK, "org.libmoya.thrower: status -5"},
      {"swift", "prepare", "host", MOYA_ERROR_INVALID_URL, "failed in prepare: the URL is not usable: it has no scheme"},
      {"swift", "prepare", "host's text", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: setRequestURL(_:) failed with status -20"},
      {"swift", "will_send", "host", MOYA_OK, "org.libmoya.thrower: setRequestURL(_:) failed with status -6"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char config[200], text[500], written[500];
    int32_t http_status;
    if (rows[i].language && strcmp(rows[i].language, language) != 0) continue;
    snprintf(config, sizeof config, "{\"in\": \"%s\", \"what\": \"%s\"}", rows[i].in, rows[i].what);
    take_err();
    moya_provider *provider = provider_with("org.libmoya.thrower", config);
    moya_status status = call(provider, &http_status, text, sizeof text);
    moya_provider_destroy(provider);
    give_err(written, sizeof written);
    EXPECT(written[0] == 0, "%s %s: standard error has %s", rows[i].in, rows[i].what, written);
    EXPECT(status == rows[i].status, "%s %s: %s %s", rows[i].in, rows[i].what, moya_status_name(status), text);
    const char *said = rows[i].status == MOYA_OK ? lines : text;
    EXPECT(strstr(said, rows[i].text), "%s %s: %s", rows[i].in, rows[i].what, said);
  }
}

static void creations(void) {
  moya_provider *provider = NULL;
  char message[500];
  const char *config = "{\"in\": \"create\", \"what\": \"error\"}";
  EXPECT_STATUS(add(&provider, "org.libmoya.thrower", config, message, sizeof message), MOYA_ERROR_PLUGIN_CREATE);
  EXPECT(strstr(message, "an error with a status"), "%s", message);
  moya_provider_destroy(provider);
}

static void waits(void) {
  static const struct {
    const char *how;
    moya_status status;
    const char *text; /* of the body or of the message */
  } rows[] = {
      {"timer", MOYA_OK, "body"},
      {"thread", MOYA_OK, "body"},
      {"run", MOYA_OK, "body"},
      {"answer", MOYA_OK, "answered"},
      {"work", MOYA_OK, "answered"},
      {"send", MOYA_OK, "sub 200"},
      {"resend", MOYA_ERROR_INVALID_URL, "failed in prepare"},
      {"undone", MOYA_OK, "body"},
      {"failed", MOYA_ERROR_ARGUMENT, "failed in prepare: after all"},
      {"forgotten", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: the plugin dropped the call"},
      {"moved", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: the plugin dropped the call"},
      {"error", MOYA_ERROR_ARGUMENT, "failed in prepare: no"},
      {"dropped", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: the plugin dropped the call"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char config[200], text[500];
    int32_t http_status;
    snprintf(config, sizeof config, "{\"how\": \"%s\"}", rows[i].how);
    moya_provider *provider = provider_with("org.libmoya.waiter", config);
    moya_status status = call(provider, &http_status, text, sizeof text);
    EXPECT(status == rows[i].status, "%s: %s %s", rows[i].how, moya_status_name(status), text);
    EXPECT(strstr(text, rows[i].text), "%s: %s", rows[i].how, text);
    moya_provider_destroy(provider);
  }
}

/* What a call that waits can change, and how it can fail. */
static void changes_while_waiting(void) {
  static const struct {
    const char *how;
    moya_status status;
    int32_t http_status;
    const char *text; /* the body or the message */
  } rows[] = {
      {"edited", MOYA_OK, 200, "PUT http://offline.invalid/moved a,b"},
      {"stored", MOYA_OK, 200, "http://offline.invalid/stored 20 a,b"},
      {"hidden", MOYA_OK, 200, "?token=<redacted> €?token=<redacted> €"},
      {"verbatim", MOYA_ERROR_ARGUMENT, 0, "API.call: again"},
      {"nameless", MOYA_ERROR_ARGUMENT, 0, "API.call: MOYA_ERROR_ARGUMENT"},
      {"response", MOYA_ERROR_ARGUMENT, 503, "API.call: plugin org.libmoya.waiter failed in prepare: refused"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char config[200], text[500];
    int32_t http_status;
    snprintf(config, sizeof config, "{\"how\": \"%s\"}", rows[i].how);
    moya_provider *provider = provider_with("org.libmoya.waiter", config);
    moya_status status = call(provider, &http_status, text, sizeof text);
    EXPECT(status == rows[i].status && http_status == rows[i].http_status, "%s: %s %d %s", rows[i].how,
           moya_status_name(status), (int)http_status, text);
    EXPECT(strcmp(text, rows[i].text) == 0, "%s: %s", rows[i].how, text);
    moya_provider_destroy(provider);
  }
}

/* A hook starts a timer of its instance. The end of the instance ends the timer, which then starts another one. */
static void timers_of_hooks(void) {
  char text[500], wanted[80];
  int32_t http_status;
  moya_provider *provider = provider_with("org.libmoya.waiter", "{\"how\": \"instance\"}");
  EXPECT_STATUS(call(provider, &http_status, text, sizeof text), MOYA_OK);
  EXPECT(strcmp(text, "body") == 0, "%s", text);
  moya_provider_destroy(provider);
  snprintf(wanted, sizeof wanted, "org.libmoya.waiter: the task failed with status %d\n", MOYA_ERROR_CANCELLED);
  EXPECT(strstr(lines, wanted), "%s", lines);
  snprintf(wanted, sizeof wanted, "org.libmoya.waiter: after(ms:_:) failed with status %d\n", MOYA_ERROR_STATE);
  EXPECT(strstr(lines, wanted), "%s", lines);
}

/* A hook or a task resumes its call and then fails. */
static void late_failures(void) {
  static const struct {
    const char *how, *line;
  } rows[] = {
      {"late", "org.libmoya.waiter: failed after it had resumed the call: too late, secret=<redacted>"},
      {"late panic", "org.libmoya.waiter: failed after it had resumed the call: it panicked: too late, secret=<redacted>"},
      {"late status", "org.libmoya.waiter: failed after it had resumed the call: request_set_header failed: MOYA_ERROR_"},
      {"late task", "org.libmoya.waiter: it panicked: too late, secret=<redacted>"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char config[200], text[500], written[500];
    int32_t http_status;
    snprintf(config, sizeof config, "{\"how\": \"%s\"}", rows[i].how);
    take_err();
    moya_provider *provider = provider_with("org.libmoya.waiter", config);
    moya_status status = call(provider, &http_status, text, sizeof text);
    moya_provider_destroy(provider); /* waits for the hook and the task */
    give_err(written, sizeof written);
    EXPECT(status == MOYA_OK && strcmp(text, "body") == 0, "%s: %s %s", rows[i].how, moya_status_name(status), text);
    EXPECT(strstr(lines, rows[i].line), "%s: %s", rows[i].how, lines);
    EXPECT(worst == MOYA_LOG_ERROR, "%s: %d", rows[i].how, (int)worst);
    EXPECT(!strstr(lines, "hunter2") && written[0] == 0, "%s: %s %s", rows[i].how, lines, written);
  }
}

static moya_provider *shared;
static const char *expected;
static void *caller(void *unused) {
  (void)unused;
  for (int i = 0; i < often(50); i++) {
    char text[500];
    int32_t http_status;
    moya_status status = call(shared, &http_status, text, sizeof text);
    EXPECT(status == MOYA_OK && strcmp(text, expected) == 0, "%s %s", moya_status_name(status), text);
  }
  return NULL;
}
static void parallel(void) {
  static const struct {
    const char *id, *config, *text;
  } rows[] = {
      {"org.libmoya.editor", "{\"value\": \"v\"}", "body vb vb API.call"},
      {"org.libmoya.waiter", "{\"how\": \"timer\"}", "body"},
      {"org.libmoya.waiter", "{\"how\": \"run\"}", "body"},
      {"org.libmoya.waiter", "{\"how\": \"thread\"}", "body"},
      {"org.libmoya.waiter", "{\"how\": \"work\"}", "answered"},
      {"org.libmoya.waiter", "{\"how\": \"send\"}", "sub 200"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    pthread_t threads[4];
    shared = provider_with(rows[i].id, rows[i].config);
    expected = rows[i].text;
    for (size_t at = 0; at < 4; at++) EXPECT(pthread_create(&threads[at], NULL, caller, NULL) == 0);
    for (size_t at = 0; at < 4; at++) pthread_join(threads[at], NULL);
    moya_provider_destroy(shared);
  }
}

static void timers(void) {
  char wanted[80];
  moya_provider *provider = provider_with("org.libmoya.timed", "{}");
  moya_provider_destroy(provider);
  snprintf(wanted, sizeof wanted, "org.libmoya.timed: the timer ended with %d\n", MOYA_ERROR_CANCELLED);
  EXPECT(strstr(lines, wanted), "%s", lines);
  EXPECT(strstr(lines, "a timer that throws"), "%s", lines);
}

static void run(const char *name, void (*body)(void)) {
  char full[120];
  snprintf(full, sizeof full, "%s: %s", language, name);
  test(full, body);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  language = argv[1];
  module = argv[2];
  add_rules();
  run("a table has the hooks that its plugin has", tables);
  run("options are declared and checked", options);
  run("a plugin reads and changes requests and responses, and frees its slot", edits);
  run("every hook of a plugin runs", every_hook);
  run("an error or a panic fails its hook or goes to the log", failures);
  run("a plugin that cannot be made is not added", creations);
  run("a call that waits is resumed once, at the latest when it is dropped", waits);
  if (strcmp(language, "rust") == 0) run("an error or a panic after resume goes to the log, redacted", late_failures);
  if (strcmp(language, "cpp") != 0) {
    run("a call that waits can be changed as in a hook, and can fail with a response", changes_while_waiting);
  }
  if (strcmp(language, "swift") == 0) {
    run("a hook starts a timer of its instance", timers_of_hooks);
  }
  run("calls of several threads wait and go on", parallel);
  run("timers end with the instance", timers);
  moya_stubs_release(stubs);
  return verdict();
}
