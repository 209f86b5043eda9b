/* Tests a template for plugins. The templates of all languages do the same.
 *
 *   templates LANGUAGE MODULE */
#include "check.h"

static const char *module;
static char lines[4096]; /* of the log */

static void on_line(void *user, moya_log_level level, const char *message, size_t len) {
  size_t length = strlen(lines);
  (void)user, (void)level;
  snprintf(lines + length, sizeof lines - length, "%.*s\n", (int)len, message);
}

static void template(void) {
  static const struct {
    const char *config;
    const char *value; /* of the field; NULL: the config is refused */
  } rows[] = {
      {"{}", "template"},
      {"{\"value\": \"other\"}", "other"},
      {"{\"wait_ms\": 1}", "template"},
      {"{\"value\": \"waits\", \"wait_ms\": 10}", "waits"},
      {"{\"wait_ms\": -1}", NULL},
      {"{\"wait_ms\": 60001}", NULL},
      {"{\"value\": 1}", NULL},
      {"{\"other\": 1}", NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    moya_provider *provider = NULL;
    moya_stubs *stubs = NULL;
    moya_sample body = MOYA_SAMPLE(.body = "body", .body_len = 4);
    moya_stub_rule rule = MOYA_STUB_RULE(.answers = &body, .answer_count = 1);
    moya_log_handler log = MOYA_LOG_HANDLER(.log = on_line);
    moya_provider_options options = MOYA_PROVIDER_OPTIONS(.log = &log, .base_url = "http://offline.invalid");
    moya_target target = MOYA_TARGET(.name = "API.call");
    moya_plugin_use use = MOYA_PLUGIN_USE(.path = module, .config = rows[i].config, .flags = MOYA_USE_ANY_FILE);
    lines[0] = 0;
    EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
    EXPECT_STATUS(moya_stubs_add(stubs, &rule, NULL, NULL), MOYA_OK);
    EXPECT_STATUS(moya_stubs_record(stubs, 10, NULL), MOYA_OK);
    options.stubs = stubs;
    EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
    moya_error *error = NULL;
    moya_status status = moya_provider_use(provider, &use, &error);
    EXPECT(status == (rows[i].value ? MOYA_OK : MOYA_ERROR_ARGUMENT), "%s: %s %s", rows[i].config,
           moya_status_name(status), error ? moya_error_message(error).data : "");
    moya_error_release(error);
    for (int calls = 0; status == MOYA_OK && calls < 2; calls++) {
      moya_response *response = NULL;
      EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
      moya_response_release(response);
      const moya_stub_request *request = moya_stubs_record_at(stubs, (size_t)calls);
      const char *value = request ? moya_stub_request_header(request, "X-Template") : NULL;
      EXPECT(value && strcmp(value, rows[i].value) == 0, "%s: %s", rows[i].config, value ? value : "none");
    }
    if (status == MOYA_OK) {
      const char *wanted = "org.example.template: call 1\norg.example.template: call 2\n";
      EXPECT(strcmp(lines, wanted) == 0, "%s: %s", rows[i].config, lines);
    }
    moya_provider_destroy(provider);
    moya_stubs_release(stubs);
  }
}

int main(int argc, char **argv) {
  char name[120];
  if (argc != 3) return 2;
  module = argv[2];
  snprintf(name, sizeof name, "%s: the template adds a field, waits and counts", argv[1]);
  TEST(name, template);
  return verdict();
}
