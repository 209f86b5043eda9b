/* Tests modules that were compiled with earlier headers (Tests/c/frozen), and modules for other interfaces. */
#include "calls.h"

#include <moya/plugin.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *module_path(const char *name) {
  static char path[512];
  snprintf(path, sizeof path, "%s/build/tests/plugins/%s.so", getenv("MOYA_ROOT"), name);
  return path;
}

/* A plugin that reads the request after the plugins of the module have changed it. */
static const moya_host *host;
static char seen[256];
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = functions;
  return MOYA_OK;
}
static void will_send(void *instance, moya_context *context) {
  (void)instance;
  size_t len = strlen(seen);
  static const char *const names[] = {"X-Frozen", "X-Signed", "X-Smallest"};
  for (size_t i = 0; i < COUNT(names); i++) {
    moya_str value = host->request_header(context, names[i]);
    if (value.data) len += (size_t)snprintf(seen + len, sizeof seen - len, "%s: %s\n", names[i], value.data);
  }
}
static const moya_plugin watching = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.watching", .version = "1", .create = create,
                                     .will_send = will_send};

static int closed;
static void count_lines(void *user, moya_log_level level, const char *line, size_t len) {
  (void)user, (void)len;
  if (strstr(line, "closed")) closed++;
  EXPECT(level < MOYA_LOG_ERROR, "%s", line);
}

static moya_provider *new_provider(moya_stubs *stubs) {
  moya_log_handler log = MOYA_LOG_HANDLER(.log = count_lines, .level = MOYA_LOG_INFO);
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(&MOYA_PROVIDER_OPTIONS(.stubs = stubs, .log = &log), &provider, NULL), MOYA_OK);
  return provider;
}
static void use(moya_provider *provider, moya_plugin_use use) {
  moya_error *error = NULL;
  moya_status status = moya_provider_use(provider, &use, &error);
  EXPECT(status == MOYA_OK, "%s", moya_error_message(error).data);
  moya_error_release(error);
}

static void everything(void) {
  moya_stubs *stubs = NULL;
  EXPECT_STATUS(moya_stubs_create(&stubs, NULL), MOYA_OK);
  moya_sample answers[] = {MOYA_SAMPLE(.http_status = 503), MOYA_SAMPLE(.http_status = 200, .body = "cold", .body_len = 4)};
  EXPECT_STATUS(moya_stubs_add(stubs, &MOYA_STUB_RULE(.answers = answers, .answer_count = 2), NULL, NULL), MOYA_OK);
  moya_provider *provider = new_provider(stubs);
  use(provider, MOYA_PLUGIN_USE(.path = module_path("everything"),
                                                 .config = "{\"text\":\"ice\",\"secret\":\"sesame\"}"));
  use(provider, MOYA_PLUGIN_USE(.plugin = &watching));
  *seen = 0;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_target target = MOYA_TARGET(.base_url = "http://h.example", .path = "/a");
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  EXPECT(status == MOYA_OK, "%s", moya_error_message(error).data);
  /* The call has two attempts. 7346a994 is the beginning of the HMAC-SHA256 of "http://h.example/a" with the key
   * "sesame". */
  EXPECT(strcmp(seen, "X-Frozen: ice\nX-Signed: 7346a994\nX-Frozen: ice\nX-Signed: 7346a994\n") == 0, "%s", seen);
  EXPECT(str_is(moya_response_body(response), "cold!"), "%s", moya_response_body(response).data);
  EXPECT(str_is(moya_response_header(response, "X-Processed"), "twice"));
  moya_response_release(response);
  moya_provider_destroy(provider);
  moya_stubs_release(stubs);
  EXPECT(closed == 1, "%d", closed);
}

static void smallest(void) {
  moya_provider *provider = new_provider(NULL);
  use(provider, MOYA_PLUGIN_USE(.path = module_path("smallest"), .id = "org.libmoya.smallest"));
  use(provider, MOYA_PLUGIN_USE(.path = module_path("smallest"), .id = "org.libmoya.idle"));
  use(provider, MOYA_PLUGIN_USE(.plugin = &watching));
  *seen = 0;
  moya_sample sample = MOYA_SAMPLE(.http_status = 200);
  moya_response *response = NULL;
  moya_target target = MOYA_TARGET(.base_url = "http://h.example", .sample = &sample, .stub = MOYA_STUB_IMMEDIATE);
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(strcmp(seen, "X-Smallest: 1\n") == 0, "%s", seen);
  moya_response_release(response);
  moya_provider_destroy(provider);
}

/* These modules were made for interfaces that the library does not support. The library does not read their tables. */
static void other_interfaces(void) {
  static const char *const names[] = {"old_table", "draft_table", "newer_table"};
  for (size_t i = 0; i < COUNT(names); i++) {
    moya_provider *provider = new_provider(NULL);
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_load_plugin(provider, module_path(names[i]), NULL, &error), MOYA_ERROR_PLUGIN_ABI);
    EXPECT(str_has(moya_error_message(error), names[i]), "%s", moya_error_message(error).data);
    EXPECT(str_has(moya_error_message(error), "interface"), "%s", moya_error_message(error).data);
    moya_error_release(error);
    moya_provider_destroy(provider);
  }
}

int main(void) {
  TEST("a frozen module with every hook, option and table works", everything);
  TEST("a frozen module of two small plugins works", smallest);
  TEST("a module for another interface is named, and its tables are not read", other_interfaces);
  return verdict();
}
