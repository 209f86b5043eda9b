/* Tests configs of plugins in which one value has the wrong kind, is missing, repeated or very large. The plugins are
 * the built-in ones, and one with every kind of option. The error of a refused config has a message. With an accepted
 * config, a call works. */
#include "confusion.h"
#include "plugin_calls.h"

static const moya_option declared[] = {{.name = "flag", .kind = MOYA_OPTION_FLAG},
                                       {.name = "count", .kind = MOYA_OPTION_INT, .least = 1, .most = 9},
                                       {.name = "any", .kind = MOYA_OPTION_INT},
                                       {.name = "ratio", .kind = MOYA_OPTION_NUMBER},
                                       {.name = "mode", .kind = MOYA_OPTION_TEXT, .choices = "text|json"},
                                       {.name = "words", .kind = MOYA_OPTION_TEXTS},
                                       {.name = "tree", .kind = MOYA_OPTION_JSON},
                                       {.name = "key", .kind = MOYA_OPTION_SECRET},
                                       {.name = "needed", .kind = MOYA_OPTION_TEXT, .required = 1},
                                       {.name = NULL}};

/* Checks that each option has a value of its declared kind. `create` and `prepare` use this function. */
static const moya_host *host;
static void read_options(moya_context *context) {
  int64_t count = host->option_int(context, "count"), flag = host->option_int(context, "flag");
  moya_str mode = host->option_text(context, "mode"), tree = host->option_text(context, "tree");
  EXPECT((flag == 0 || flag == 1) && count >= 0 && count <= 9, "%lld %lld", (long long)flag, (long long)count);
  EXPECT(mode.len == 0 || str_is(mode, "text") || str_is(mode, "json"), "%s", mode.data);
  EXPECT(host->option_text(context, "key").data && host->option_text(context, "needed").data);
  double ratio = host->option_number(context, "ratio");
  EXPECT(ratio == ratio && ratio - ratio == 0, "%g", ratio);
  moya_json_document *document = NULL;
  EXPECT_STATUS(moya_json_parse(tree.data, tree.len, &document, NULL), MOYA_OK);
  moya_json_document_release(document);
  for (size_t i = 0; i < host->option_count(context, "words"); i++) EXPECT(host->option_at(context, "words", i).data != NULL);
}
static moya_status create(const moya_host *services, moya_context *self, void **instance) {
  (void)instance;
  host = services;
  read_options(self);
  return MOYA_HOOK_OK;
}
static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  read_options(context);
  return MOYA_HOOK_OK;
}
static const moya_plugin own = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.reads", .version = "1", .options = declared, .create = create, .prepare = prepare};

static void refresh(void *user, moya_refresh *handle) {
  (void)user;
  EXPECT_STATUS(moya_refresh_answer(handle, "token"), MOYA_OK);
  moya_refresh_release(handle);
}
static void notice(void *user, moya_activity activity, const char *target) { (void)user, (void)activity, (void)target; }
static void write_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)level;
  EXPECT(strlen(message) == len);
}

static const struct kind {
  const char *id; /* NULL: `own` */
  const char *config;
} kinds[] = {
    {NULL, "{\"flag\": true, \"count\": 2, \"any\": -5, \"ratio\": 2.5, \"mode\": \"json\", \"words\": [\"x\", \"y\"],"
           "\"tree\": {\"a\": [1, {\"b\": null}], \"c\": \"d\"}, \"key\": {\"env\": \"MOYA_TEST_SET\"}, \"needed\": \"z\"}"},
    {"moya.access-token", "{\"token\": \"t\", \"scheme\": \"Bearer\", \"header\": \"Authorization\", \"statuses\": [401, 403], \"key_path\": \"a.b\", \"tag\": \"x\"}"},
    {"moya.credentials", "{\"user\": \"u\", \"password\": \"p\", \"tag\": \"x\"}"},
    {"moya.logger", "{\"form\": \"json\", \"level\": \"debug\", \"request_headers\": true, \"request_body\": true, \"response_body\": true,"
                    "\"error_body\": true, \"max_body\": 9, \"redact_headers\": [\"X-A\", \"X-B\"], \"redact_parameters\": [\"a\"], \"tag\": \"x\"}"},
    {"moya.activity", "{\"tag\": \"x\"}"},
    {"moya.signing", "{\"secret\": \"s\", \"algorithm\": \"md5\", \"query\": \"q\", \"tag\": \"x\"}"},
    {"moya.signing", "{\"secret\": \"s\", \"header\": \"X-Sign\"}"},
    {"moya.retry", "{\"attempts\": 2, \"delay_ms\": 1, \"backoff_percent\": 100, \"max_delay_ms\": 9, \"jitter_percent\": 0, \"max_retry_after_ms\": 9,"
                   "\"retry_after\": false, \"statuses\": [503, 504], \"errors\": [\"connect\", \"tls\"], \"methods\": [\"GET\", \"PUT\"], \"any_method\": false,"
                   "\"budget_percent\": 10, \"budget_reserve\": 1, \"tag\": \"x\"}"},
};
static const struct kind *now;

static bool read_config(const char *text, size_t length) {
  const moya_log_handler log = MOYA_LOG_HANDLER(.log = write_line);
  char *config = malloc(length + 1);
  if (!config) abort();
  memcpy(config, text, length);
  config[length] = 0;
  moya_provider *provider = new_provider(&log);
  moya_builtin functions = MOYA_BUILTIN_INIT;
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &own, .config = config);
  moya_error *error = NULL;
  if (now->id && strcmp(now->id, "moya.access-token") == 0) functions.refresh = refresh;
  if (now->id && strcmp(now->id, "moya.activity") == 0) functions.activity = notice;
  moya_status status = now->id ? moya_provider_add_builtin(provider, now->id, config, &functions, &error) : moya_provider_use(provider, &use, &error);
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_ARGUMENT, "%s: %s", moya_status_name(status), config);
  EXPECT((status == MOYA_OK) == (error == NULL) && (status == MOYA_OK || moya_error_message(error).len > 0), "%s", config);
  if (status == MOYA_OK) {
    static const char *const tags[] = {"x"};
    static const moya_header fields[] = {{"X-A", "secret"}};
    const moya_sample sample = MOYA_SAMPLE(.body = "{\"a\": \"b\"}", .body_len = 10, .headers = fields, .header_count = 1);
    moya_target target = MOYA_TARGET(.name = "API.call", .base_url = "http://h?b=2&a=1", .stub = MOYA_STUB_IMMEDIATE, .sample = &sample, .tags = tags,
                                     .tag_count = 1);
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    moya_response_release(response);
  }
  moya_error_release(error);
  moya_provider_destroy(provider);
  free(config);
  return status == MOYA_OK;
}

static void confused(void) {
  for (now = kinds; now < kinds + COUNT(kinds); now++) confuse(read_config, now->config);
}
static void early(void) {
  for (now = kinds; now < kinds + COUNT(kinds); now++) cut_short(read_config, now->config);
}

/* Configs that repeat `piece` many times between `before` and `after`. */
static const struct row {
  const char *what, *before, *piece, *after;
  int times;
  bool is_accepted;
} rows[] = {
    {"a tree of 900 arrays", "{\"needed\": \"\", \"tree\": [", "[],", "[]]}", 900, true},
    {"a tree of open arrays", "{\"needed\": \"\", \"tree\": ", "[", "", 100000, false},
    {"a tree of open objects", "{\"needed\": \"\", \"tree\": ", "{\"a\":", "", 100000, false},
    {"equal members of a tree", "{\"needed\": \"\", \"tree\": {\"a\": 1", ", \"a\": 1", "}}", 5000, false},
    {"many words", "{\"needed\": \"\", \"words\": [\"\"", ", \"\"", "]}", 5000, true},
    {"equal keys", "{\"needed\": \"\"", ", \"needed\": \"\"", "}", 5000, false},
    {"equal keys with an escape", "{\"needed\": \"\"", ", \"n\\u0065eded\": \"\"", "}", 5000, false},
    {"unknown keys", "{\"needed\": \"\"", ", \"a\": \"\"", "}", 5000, false},
    {"a long number", "{\"needed\": \"\", \"ratio\": 1", "0", "}", 100000, false},
    {"a long fraction", "{\"needed\": \"\", \"ratio\": 0.1", "0", "}", 5000, true},
    {"a long integer", "{\"needed\": \"\", \"any\": 1", "0", "}", 5000, false},
    {"a long key", "{\"needed\": \"\", \"", "a", "\": 1}", 5000, false},
    {"a long name of a variable", "{\"needed\": \"\", \"key\": {\"env\": \"A", "B", "\"}}", 5000, false},
    {"a long path of a file", "{\"needed\": \"\", \"key\": {\"file\": \"", "/a", "\"}}", 5000, false},
    {"escapes", "{\"needed\": \"", "\\u0041", "\"}", 5000, true},
    {"white space", "{\"needed\": \"\"", " \n", "}", 5000, true},
};
static void large(void) {
  now = &kinds[0];
  for (size_t i = 0; i < COUNT(rows); i++) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) abort();
    fputs(rows[i].before, out);
    for (int n = 0; n < rows[i].times; n++) fputs(rows[i].piece, out);
    fputs(rows[i].after, out);
    if (fclose(out)) abort();
    confusion.accepted = 0;
    read_within_budget(read_config, text, length);
    EXPECT(confusion.accepted == rows[i].is_accepted, "%s", rows[i].what);
    free(text);
  }
}

int main(void) {
  setenv("MOYA_TEST_SET", "set", 1);
  TEST("a config with a value of another kind is refused with a reason, or what the plugin reads has the declared kinds", confused);
  TEST("a config that ends early is refused", early);
  TEST("a config with a part many thousand times is read or refused within a budget of CPU time", large);
  return verdict();
}
