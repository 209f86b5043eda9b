/* Plugins in other languages. Loads a module that was written with the bindings of one language, and checks that its
 * plugins do what the same plugins in C do.
 *
 *   plugins LANGUAGE MODULE      LANGUAGE: cpp, rust, swift */
#include "check.h"

#include <moya/plugin/body.h>

static const char *language, *module;
static char lines[4096]; /* of the log */

static void on_line(void *user, moya_log_level level, const char *message, size_t len) {
  size_t length = strlen(lines);
  (void)user, (void)level;
  snprintf(lines + length, sizeof lines - length, "%.*s\n", (int)len, message);
}

static moya_status add(moya_provider **provider, const char *id, const char *config, char *message, size_t room) {
  moya_error *error = NULL;
  moya_log_handler log = MOYA_LOG_HANDLER_INIT;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  moya_plugin_use use = MOYA_PLUGIN_USE(.path = module, .id = id, .config = config, .flags = MOYA_USE_ANY_FILE);
  log.log = on_line;
  options.log = &log;
  lines[0] = 0;
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

/* Calls a stub, and stores the body of the response or the message of the error in `text`. */
static moya_status call(moya_provider *provider, int32_t *http_status, char *text, size_t room) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = MOYA_TARGET_INIT;
  sample.body = "body";
  sample.body_len = 4;
  target.name = "API.call";
  target.base_url = "http://offline.invalid";
  target.stub = MOYA_STUB_IMMEDIATE;
  target.sample = &sample;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  *http_status = response ? moya_response_http_status(response) : 0;
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
      {"swift", "prepare", "plain", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: plain"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char config[200], text[500];
    int32_t http_status;
    if (rows[i].language && strcmp(rows[i].language, language) != 0) continue;
    snprintf(config, sizeof config, "{\"in\": \"%s\", \"what\": \"%s\"}", rows[i].in, rows[i].what);
    moya_provider *provider = provider_with("org.libmoya.thrower", config);
    moya_status status = call(provider, &http_status, text, sizeof text);
    EXPECT(status == rows[i].status, "%s %s: %s %s", rows[i].in, rows[i].what, moya_status_name(status), text);
    const char *said = rows[i].status == MOYA_OK ? lines : text;
    EXPECT(strstr(said, rows[i].text), "%s %s: %s", rows[i].in, rows[i].what, said);
    moya_provider_destroy(provider);
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

static void timers(void) {
  char wanted[80];
  moya_provider *provider = provider_with("org.libmoya.timed", "{}");
  moya_provider_destroy(provider);
  snprintf(wanted, sizeof wanted, "org.libmoya.timed: the timer ended with %d\n", MOYA_ERROR_CANCELLED);
  EXPECT(strstr(lines, wanted), "%s", lines);
  if (strcmp(language, "rust") == 0) EXPECT(strstr(lines, "it panicked: a timer that panics"), "%s", lines);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  language = argv[1];
  module = argv[2];
  printf("    %s\n", language);
  TEST("a table has the hooks that its plugin has", tables);
  TEST("options are declared and checked", options);
  TEST("a plugin reads and changes requests and responses, and frees its slot", edits);
  TEST("an error or a panic fails its hook or goes to the log", failures);
  TEST("a plugin that cannot be made is not added", creations);
  TEST("a call that waits is resumed once, at the latest when it is dropped", waits);
  TEST("timers end with the instance", timers);
  return verdict();
}
