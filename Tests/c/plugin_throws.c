/* Tests C++ exceptions that leave a function of a plugin: how the call ends, and that the provider still works. */
#include "plugin_calls.h"

static char lines[8192];
static void keep_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user, (void)level, (void)len;
  size_t length = strlen(lines);
  snprintf(lines + length, sizeof lines - length, "%s\n", message);
}

/* Where a message of the exception is: in the error, or in the log. */
enum place { IN_ERROR, IN_LOG };

typedef struct row {
  const char *where;
  moya_status created, called;
  enum place place;
  bool is_last; /* the function runs only when the provider is destroyed */
} row;
static const row rows[] = {
    {"create", MOYA_ERROR_PLUGIN_CREATE, MOYA_OK, IN_ERROR, false},
    {"prepare", MOYA_OK, MOYA_ERROR_PLUGIN_HOOK, IN_ERROR, false},
    {"sign", MOYA_OK, MOYA_ERROR_PLUGIN_HOOK, IN_ERROR, false},
    {"will_send", MOYA_OK, MOYA_OK, IN_LOG, false},
    {"did_receive", MOYA_OK, MOYA_OK, IN_LOG, false},
    {"should_retry", MOYA_OK, MOYA_OK, IN_LOG, false},
    {"process", MOYA_OK, MOYA_ERROR_PLUGIN_HOOK, IN_ERROR, false},
    {"release_slot", MOYA_OK, MOYA_OK, IN_LOG, false},
    {"close", MOYA_OK, MOYA_OK, IN_LOG, true},
    {"destroy", MOYA_OK, MOYA_OK, IN_LOG, true},
};

static void expect_reason(const row *row, const char *what, const char *text) {
  const char *const parts[] = {"org.libmoya.throws", row->where, "a C++ exception", "the reason"};
  /* The text of an exception that is not a std::exception is not known, and what() can return NULL. */
  size_t count = what[0] ? 3 : 4;
  for (size_t index = 0; index < count; index++) {
    EXPECT(text && strstr(text, parts[index]), "%s %s: %s in %s", row->where, what, parts[index], text);
  }
}

static void nothing(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)response, (void)error;
}

/* Checks that for the library, this thread is no longer inside a hook. Inside a hook, moya_call_wait fails. */
static void expect_outside(moya_provider *provider, const char *where) {
  moya_target target = stub_target(MOYA_STUB_DELAYED);
  target.stub_delay_ms = 1;
  moya_call *call = NULL;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = nothing), NULL, &call, NULL), MOYA_OK);
  moya_status status = call ? moya_call_wait(call, MOYA_NO_TIMEOUT, NULL) : MOYA_OK;
  EXPECT(status == MOYA_OK, "%s: %s", where, moya_status_name(status));
  moya_call_release(call);
}

static void play(const row *row, const char *what) {
  char config[64];
  moya_log_handler log = MOYA_LOG_HANDLER(.log = keep_line);
  moya_provider *provider = new_provider(&log);
  snprintf(config, sizeof config, "{\"where\":\"%s\",\"what\":\"%s\"}", row->where, what);
  moya_plugin_use use = MOYA_PLUGIN_USE(.path = module_path("throws.so"), .config = config, .not_tag = "plain");
  lines[0] = 0;
  unsetenv("MOYA_TEST_DESTROYED");
  moya_error *error = NULL;
  moya_status status = moya_provider_use(provider, &use, &error);
  EXPECT(status == row->created, "%s: %s", row->where, moya_status_name(status));
  if (row->created != MOYA_OK) expect_reason(row, what, moya_error_message(error).data);
  moya_error_release(error);

  for (int round = 0; round < 2 && row->created == MOYA_OK; round++) {
    moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
    moya_response *response = NULL;
    lines[0] = 0;
    error = NULL;
    status = moya_provider_call(provider, &target, NULL, &response, &error);
    EXPECT(status == row->called, "%s: %s", row->where, moya_status_name(status));
    if (row->called != MOYA_OK) expect_reason(row, what, moya_error_message(error).data);
    if (row->place == IN_LOG && !row->is_last) expect_reason(row, what, lines);
    /* The plugin asks for a second attempt, unless its should_retry throws. */
    if (status == MOYA_OK) {
      int64_t attempts = moya_response_info(response, MOYA_INFO_ATTEMPTS);
      EXPECT(attempts == (strcmp(row->where, "should_retry") == 0 ? 1 : 2), "%s: %d", row->where, (int)attempts);
    }
    moya_response_release(response);
    moya_error_release(error);
  }

  static const char *const tag = "plain";
  moya_target plain = stub_target(MOYA_STUB_IMMEDIATE);
  moya_response *response = NULL;
  plain.tags = &tag;
  plain.tag_count = 1;
  EXPECT_STATUS(moya_provider_call(provider, &plain, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  expect_outside(provider, row->where);
  lines[0] = 0;
  moya_provider_destroy(provider);
  EXPECT((getenv("MOYA_TEST_DESTROYED") != NULL) == (row->created == MOYA_OK), "%s", row->where);
  if (row->is_last) expect_reason(row, what, lines);

  /* After the first provider has ended, another provider makes a blocking call. */
  provider = new_provider(NULL);
  expect_outside(provider, row->where);
  moya_provider_destroy(provider);
}

static void exceptions(void) {
  for (size_t index = 0; index < COUNT(rows); index++) play(&rows[index], "");
}
static void numbers(void) {
  for (size_t index = 0; index < COUNT(rows); index++) play(&rows[index], "int");
}

static void textless(void) {
  for (size_t index = 0; index < COUNT(rows); index++) play(&rows[index], "null");
}

/* Opens a copy of the module, because the library calls the entry function of a module only once. */
static void throw_in_entry(const char *what) {
  char path[] = "/tmp/moya-throws-XXXXXX";
  static char bytes[4 << 20];
  int from = open(module_path("throws.so"), O_RDONLY | O_CLOEXEC), to = mkstemp(path);
  ssize_t count = read(from, bytes, sizeof bytes);
  EXPECT(count > 0 && count < (ssize_t)sizeof bytes && write(to, bytes, (size_t)count) == count);
  close(from);
  close(to);
  setenv("MOYA_TEST_ENTRY_THROWS", what, 1);
  const moya_module *module = NULL;
  moya_error *error = NULL;
  /* The status may be any error, because the header names none for this case. */
  moya_status status = moya_module_open(path, 0, &module, &error);
  EXPECT(status != MOYA_OK && module == NULL, "%s", moya_status_name(status));
  EXPECT(str_has(moya_error_message(error), "a C++ exception"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  unsetenv("MOYA_TEST_ENTRY_THROWS");
  moya_provider *provider = new_provider(NULL);
  expect_outside(provider, "entry");
  moya_provider_destroy(provider);
  remove(path);
}
static void entry(void) {
  throw_in_entry("1");
  throw_in_entry("null");
}

static void extension(void) {
  moya_provider *provider = new_provider(NULL);
  moya_plugin_use use = MOYA_PLUGIN_USE(.path = module_path("throws.so"), .config = "{\"where\":\"\"}");
  setenv("MOYA_TEST_EXTENSION_THROWS", "1", 1);
  expect_use(provider, &use, MOYA_ERROR_PLUGIN_TABLE, "a C++ exception left get_extension: the reason", "it throws");
  unsetenv("MOYA_TEST_EXTENSION_THROWS");
  expect_use(provider, &use, MOYA_OK, NULL, "it does not");
  expect_call(provider, MOYA_OK, NULL);
  expect_outside(provider, "get_extension");
  moya_provider_destroy(provider);
}

int main(void) {
  TEST("an exception in a function of a plugin is an error of the call, or a line of the log", exceptions);
  TEST("so is one that is not a std::exception", numbers);
  TEST("so is one whose what() returns NULL", textless);
  TEST("an exception in the entry of a module is an error", entry);
  TEST("so is one in get_extension, and the plugin can be added later", extension);
  return verdict();
}
