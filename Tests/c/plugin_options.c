/* Tests the options of a plugin: what a config may contain, what the plugin reads, and that nothing shows secrets. */
#include "plugin_calls.h"

#include <pthread.h>

static const moya_option declared[] = {
    {.name = "flag", .kind = MOYA_OPTION_FLAG, .preset = "true"},
    {.name = "count", .kind = MOYA_OPTION_INT, .preset = "3", .least = 1, .most = 9},
    {.name = "any", .kind = MOYA_OPTION_INT},
    {.name = "ratio", .kind = MOYA_OPTION_NUMBER, .preset = "1.5"},
    {.name = "mode", .kind = MOYA_OPTION_TEXT, .preset = "\"text\"", .choices = "text|json|curl"},
    {.name = "words", .kind = MOYA_OPTION_TEXTS, .preset = "[\"a\",\"b\"]"},
    {.name = "tree", .kind = MOYA_OPTION_JSON},
    {.name = "key", .kind = MOYA_OPTION_SECRET},
    {.name = NULL}};

static const moya_host *host;
static char values[1024], in_hook[1024], on_thread[1024], at_end[1024];
static moya_context *instance_context;

static void read_values(moya_context *context, char *text, size_t room) {
  moya_str mode = host->option_text(context, "mode"), tree = host->option_text(context, "tree");
  moya_str key = host->option_text(context, "key");
  int length = snprintf(text, room, "%lld %lld %lld %g %g [%s] [%s] [%s]", (long long)host->option_int(context, "flag"),
                        (long long)host->option_int(context, "count"), (long long)host->option_int(context, "any"),
                        host->option_number(context, "ratio"), host->option_number(context, "count"),
                        mode.data ? mode.data : "NULL", tree.data ? tree.data : "NULL", key.data ? key.data : "NULL");
  for (size_t index = 0; index < host->option_count(context, "words"); index++) {
    moya_str word = host->option_at(context, "words", index);
    length += snprintf(text + length, room - (size_t)length, " %s", word.data ? word.data : "NULL");
  }
  EXPECT(host->option_at(context, "words", host->option_count(context, "words")).data == NULL);
}

static moya_status create(const moya_host *it, moya_context *self, void **instance) {
  host = it;
  *instance = instance_context = self;
  read_values(self, values, sizeof values);
  return MOYA_OK;
}
static void *read_on_thread(void *self) {
  read_values(self, on_thread, sizeof on_thread);
  return NULL;
}
static moya_status prepare(void *instance, moya_context *context) {
  (void)instance;
  read_values(context, in_hook, sizeof in_hook);
  return MOYA_HOOK_OK;
}
static void destroy(void *instance) { read_values(instance, at_end, sizeof at_end); }
static const moya_plugin reading = {MOYA_PLUGIN_HEAD,
                                    .id = "org.libmoya.reads",
                                    .version = "1.0.0",
                                    .options = declared,
                                    .create = create,
                                    .destroy = destroy,
                                    .prepare = prepare};

/* Adds the plugin with this config. Checks that the plugin reads the same values in `create`, in a hook, on a thread
 * and in `destroy`. */
static void expect_values(const char *config, const char *wanted) {
  moya_provider *provider = new_provider(NULL);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &reading, .config = config);
  values[0] = in_hook[0] = on_thread[0] = at_end[0] = 0;
  expect_use(provider, &use, MOYA_OK, NULL, config ? config : "no config");
  if (wanted) EXPECT(strcmp(values, wanted) == 0, "%s: %s", config, values);
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, read_on_thread, instance_context) == 0 && pthread_join(thread, NULL) == 0);
  expect_call(provider, MOYA_OK, NULL);
  moya_provider_destroy(provider);
  EXPECT(strcmp(in_hook, values) == 0 && strcmp(on_thread, values) == 0 && strcmp(at_end, values) == 0, "%s, %s, %s",
         in_hook, on_thread, at_end);
}

static void good_configs(void) {
  static const struct {
    const char *config, *values;
  } rows[] = {
      {NULL, "1 3 0 1.5 3 [text] [null] [] a b"},
      {"{}", "1 3 0 1.5 3 [text] [null] [] a b"},
      {" {\"flag\":false} ", "0 3 0 1.5 3 [text] [null] [] a b"},
      {"{\"count\":9,\"any\":-7}", "1 9 -7 1.5 9 [text] [null] [] a b"},
      {"{\"any\":-9223372036854775808}", "1 3 -9223372036854775808 1.5 3 [text] [null] [] a b"},
      {"{\"ratio\":2,\"mode\":\"curl\"}", "1 3 0 2 3 [curl] [null] [] a b"},
      {"{\"words\":[]}", "1 3 0 1.5 3 [text] [null] []"},
      {"{\"words\":[\"\xc3\xa9\",\"\"]}", "1 3 0 1.5 3 [text] [null] [] \xc3\xa9 "},
      {"{\"tree\":{\"a\":[1]}}", "1 3 0 1.5 3 [text] [{\"a\":[1]}] [] a b"},
      {"{\"key\":\"k\"}", "1 3 0 1.5 3 [text] [null] [k] a b"},
      {"{\"tree\":\"a\\u0000b\"}", "1 3 0 1.5 3 [text] [\"a\\u0000b\"] [] a b"},
  };
  for (size_t index = 0; index < COUNT(rows); index++) expect_values(rows[index].config, rows[index].values);
}

static const moya_option required[] = {{.name = "needed", .kind = MOYA_OPTION_TEXT, .required = 1}, {.name = NULL}};

static void bad_configs(void) {
  static const struct {
    const char *config, *text;
  } rows[] = {
      {"[]", NULL},
      {"{", NULL},
      {"", NULL},
      {"null", NULL},
      {"{\"retires\":3}", "retires"},
      {"{\"Flag\":true}", "Flag"},
      {"{\"flag\":1}", "flag"},
      {"{\"flag\":null}", "flag"},
      {"{\"count\":2.0}", "count"},
      {"{\"count\":\"1\"}", "count"},
      {"{\"count\":true}", "count"},
      {"{\"count\":0}", "count"},
      {"{\"count\":10}", "count"},
      {"{\"count\":null}", "count"},
      {"{\"any\":1e2}", "any"},
      {"{\"any\":9223372036854775808}", "any"},
      {"{\"ratio\":\"1\"}", "ratio"},
      {"{\"ratio\":null}", "ratio"},
      {"{\"mode\":1}", "mode"},
      {"{\"mode\":null}", "mode"},
      {"{\"mode\":\"xml\"}", "mode"},
      {"{\"mode\":\"text|json\"}", "mode"},
      {"{\"mode\":\"\"}", "mode"},
      {"{\"words\":\"a\"}", "words"},
      {"{\"words\":[\"a\",1]}", "words"},
      {"{\"words\":null}", "words"},
      {"{\"count\":1,\"count\":2}", "count"},
      {"{\"key\":1}", "key"},
      {"{\"key\":null}", "key"},
      {"{\"key\":{}}", "key"},
      {"{\"key\":{\"env\":1}}", "key"},
      {"{\"key\":{\"other\":\"HOME\"}}", "key"},
      {"{\"key\":{\"env\":\"HOME\",\"file\":\"/dev/null\"}}", "key"},
      {"{\"key\":{\"env\":\"MOYA_TEST_NOT_SET\"}}", "MOYA_TEST_NOT_SET"},
      {"{\"key\":{\"env\":\"MOYA_TEST_NOT_SET\"}}", "key"},
      {"{\"key\":{\"file\":\"/no/such/file\"}}", "/no/such/file"},
      {"{\"key\":{\"file\":\"/no/such/file\"}}", "key"},
      /* If the library cut each text at its NUL, as C functions do, these configs would be valid. */
      {"{\"flag\\u0000\":true}", "flag"},
      {"{\"flag\\u0000x\":true}", "flag"},
      {"{\"mode\":\"json\\u0000\"}", "\"mode\""},
      {"{\"words\":[\"a\",\"b\\u0000c\"]}", "\"words\" of org.libmoya.reads contains a NUL"},
      {"{\"key\":\"a\\u0000b\"}", "\"key\" of org.libmoya.reads contains a NUL"},
      {"{\"key\":\"\\u0000\"}", "\"key\" of org.libmoya.reads contains a NUL"},
      {"{\"key\":{\"env\":\"MOYA_TEST_SET\\u0000x\"}}", "\"key\""},
      {"{\"key\":{\"env\\u0000\":\"MOYA_TEST_SET\"}}", "\"key\""},
      {"{\"key\":{\"file\":\"/proc/self/comm\\u0000\"}}", "\"key\""},
      {"{\"key\":{\"file\":\"/proc/self/comm\\u0000x\"}}", "\"key\""},
      {"{\"key\":{\"file\\u0000\":\"/proc/self/comm\"}}", "\"key\""},
  };
  setenv("MOYA_TEST_SET", "set", 1);
  expect_values("{\"key\":{\"env\":\"MOYA_TEST_SET\"}}", "1 3 0 1.5 3 [text] [null] [set] a b");
  expect_values("{\"key\":{\"file\":\"/proc/self/comm\"}}", NULL);
  moya_provider *provider = new_provider(NULL);
  for (size_t index = 0; index < COUNT(rows); index++) {
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &reading, .config = rows[index].config);
    expect_use(provider, &use, MOYA_ERROR_ARGUMENT, rows[index].text, rows[index].config);
  }
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &reading, .config = "{\"mode\":\"\xff\"}");
  expect_use(provider, &use, MOYA_ERROR_UTF8, NULL, "a config that is not UTF-8");

  static const moya_plugin needing = {
      MOYA_PLUGIN_HEAD, .id = "org.libmoya.needs", .version = "1.0.0", .options = required};
  static const moya_plugin plain = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.needs-none", .version = "1.0.0"};
  use = MOYA_PLUGIN_USE(.plugin = &needing);
  expect_use(provider, &use, MOYA_ERROR_ARGUMENT, "needed", "a missing option");
  use.config = "{\"needed\":\"\"}";
  expect_use(provider, &use, MOYA_OK, NULL, "an empty text");
  use = MOYA_PLUGIN_USE(.plugin = &plain, .config = "{\"extra\":1}");
  expect_use(provider, &use, MOYA_ERROR_ARGUMENT, "extra", "a plugin without options");
  moya_provider_destroy(provider);
}

/* Unicode treats some texts with different bytes as equal, for example é and an e with a separate accent. The library
 * compares the bytes of choices. */
static void choices(void) {
  static const moya_option names[] = {
      {.name = "drink", .kind = MOYA_OPTION_TEXT, .choices = "caf\xc3\xa9|\xc3\x85l|\xea\xb0\x80"}, {.name = NULL}};
  static const moya_plugin choosing = {
      MOYA_PLUGIN_HEAD, .id = "org.libmoya.chooses", .version = "1.0.0", .options = names};
  static const struct {
    const char *drink;
    moya_status status;
  } rows[] = {
      {"caf\xc3\xa9", MOYA_OK},
      {"caf\\u00e9", MOYA_OK},
      {"cafe\xcc\x81", MOYA_ERROR_ARGUMENT},
      {"cafe\\u0301", MOYA_ERROR_ARGUMENT},
      {"cafe", MOYA_ERROR_ARGUMENT},
      {"caf\xc3\xa9\xcc\x81", MOYA_ERROR_ARGUMENT},
      {"\xc3\x85l", MOYA_OK},
      {"A\xcc\x8al", MOYA_ERROR_ARGUMENT},          /* an A with a separate ring */
      {"\xe2\x84\xabl", MOYA_ERROR_ARGUMENT},       /* the sign of the unit ångström */
      {"\xea\xb0\x80", MOYA_OK},                    /* a Hangul syllable. The next row has its letters */
      {"\xe1\x84\x80\xe1\x85\xa1", MOYA_ERROR_ARGUMENT},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    char config[64];
    moya_provider *provider = new_provider(NULL);
    snprintf(config, sizeof config, "{\"drink\":\"%s\"}", rows[index].drink);
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &choosing, .config = config);
    expect_use(provider, &use, rows[index].status, rows[index].status == MOYA_OK ? NULL : "\"drink\"", config);
    moya_provider_destroy(provider);
  }
}

/* Tests secrets that come from a file or from an environment variable. */
static void secrets(void) {
  char path[] = "/tmp/moya-secret-XXXXXX", config[128];
  int file = mkstemp(path);
  static const struct {
    const char *contents, *secret;
  } rows[] = {{"one", "one"}, {"two\n", "two"}, {"three\n\n", "three\n"}, {"", ""}};
  for (size_t index = 0; index < COUNT(rows); index++) {
    size_t length = strlen(rows[index].contents);
    EXPECT(ftruncate(file, 0) == 0 && pwrite(file, rows[index].contents, length, 0) == (ssize_t)length);
    char wanted[64];
    snprintf(wanted, sizeof wanted, "1 3 0 1.5 3 [text] [null] [%s] a b", rows[index].secret);
    snprintf(config, sizeof config, "{\"key\":{\"file\":\"%s\"}}", path);
    expect_values(config, wanted);
  }
  close(file);
  remove(path);
  setenv("MOYA_TEST_SECRET", "from the environment", 1);
  expect_values("{\"key\":{\"env\":\"MOYA_TEST_SECRET\"}}",
                "1 3 0 1.5 3 [text] [null] [from the environment] a b");
}

/* Secrets in the log. */
static char lines[4096];
static void keep_line(void *user, moya_log_level level, const char *message, size_t len) {
  (void)user;
  size_t length = strlen(lines);
  EXPECT(strlen(message) == len);
  if (level >= MOYA_LOG_WARNING) snprintf(lines + length, sizeof lines - length, "%s\n", message);
}

static moya_status only_remember(const moya_host *it, moya_context *self, void **instance) {
  host = it;
  *instance = self;
  return MOYA_OK;
}
static const char *said;
static moya_status say(void *instance, moya_context *context) {
  char message[1024], key[256];
  moya_str secret = host->option_text(context, "key");
  snprintf(key, sizeof key, "%s", secret.data ? secret.data : "NULL");
  snprintf(message, sizeof message, "%s (%s) %s", said, key, key);
  host->log(context, MOYA_LOG_WARNING, message);
  host->log(instance, MOYA_LOG_ERROR, message);
  host->fail(context, message);
  return MOYA_ERROR_PLUGIN_HOOK;
}

static void redacted(void) {
  static const moya_plugin saying = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.says",
                                     .version = "1.0.0",
                                     .options = declared,
                                     .create = only_remember,
                                     .prepare = say};
  static const struct {
    const char *config, *said, *shown, *hidden;
  } rows[] = {
      {"{\"key\":\"abc123\"}", "said", "said (<redacted>) <redacted>", "abc123"},
      {"{\"key\":\"a long secret\"}", "said", "said (<redacted>) <redacted>", "long"},
      {"{\"key\":{\"env\":\"MOYA_TEST_SECRET\"}}", "said", "said (<redacted>) <redacted>", "from the"},
      {"{\"key\":\"ab123\"}", "said", "said (ab123) ab123", "<redacted>"},
      {NULL, "token=abcdef Authorization: Bearer abc.def", "<redacted>", "abcdef"},
      {NULL, "token=abcdef Authorization: Bearer abc.def", "<redacted>", "abc.def"},
  };
  setenv("MOYA_TEST_SECRET", "from the environment", 1);
  moya_log_handler log = MOYA_LOG_HANDLER(.log = keep_line);
  for (size_t index = 0; index < COUNT(rows); index++) {
    moya_provider *provider = new_provider(&log);
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &saying, .config = rows[index].config);
    expect_use(provider, &use, MOYA_OK, NULL, rows[index].said);
    said = rows[index].said;
    lines[0] = 0;
    moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
    moya_response *response = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_PLUGIN_HOOK);
    const char *message = moya_error_message(error).data, *end = strchr(lines, '\n');
    EXPECT(message && strstr(message, rows[index].shown) && !strstr(message, rows[index].hidden), "%s", message);
    EXPECT(strstr(lines, rows[index].shown) && !strstr(lines, rows[index].hidden), "%s", lines);
    EXPECT(end && strstr(end, rows[index].shown), "the second line, of self: %s", lines);
    moya_error_release(error);
    moya_provider_destroy(provider);
  }
}

static moya_status ask_wrongly(void *instance, moya_context *context) {
  (void)instance;
  EXPECT(host->option_text(context, "undeclared").data == NULL && host->option_int(context, "undeclared") == 0);
  EXPECT(host->option_number(context, "undeclared") == 0 && host->option_count(context, "undeclared") == 0);
  EXPECT(host->option_at(context, "undeclared", 0).data == NULL);
  /* Pointers that are not contexts. */
  EXPECT(host->option_text(NULL, "mode").data == NULL && host->option_int(NULL, "count") == 0);
  /* Options of another kind than the function reads. */
  EXPECT(host->option_text(context, "count").data == NULL && host->option_int(context, "mode") == 0);
  EXPECT(host->option_count(context, "mode") == 0);
  return MOYA_HOOK_OK;
}
static void undeclared(void) {
  static const moya_plugin asking = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.asks",
                                     .version = "1.0.0",
                                     .options = declared,
                                     .create = only_remember,
                                     .prepare = ask_wrongly};
  moya_log_handler log = MOYA_LOG_HANDLER(.log = keep_line);
  moya_provider *provider = new_provider(&log);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &asking);
  expect_use(provider, &use, MOYA_OK, NULL, "asks");
  lines[0] = 0;
  expect_call(provider, MOYA_OK, NULL);
  expect_call(provider, MOYA_OK, NULL);
  const char *first = strstr(lines, "undeclared");
  EXPECT(first && !strstr(first + 1, "undeclared"), "one warning: %s", lines);
  EXPECT(strstr(lines, "org.libmoya.asks"), "%s", lines);
  moya_provider_destroy(provider);
}

int main(void) {
  TEST("a plugin reads its options and presets through self and its hooks, on any thread, until its end", good_configs);
  TEST("a config that the options do not allow is refused, and the key is named", bad_configs);
  TEST("a choice has the same bytes, and not only the same letters", choices);
  TEST("a secret is a text, a variable or a file without its last line end", secrets);
  TEST("secrets of 6 bytes or more show neither in the log nor in errors", redacted);
  TEST("an option that was not declared is empty, and one line of the log says so", undeclared);
  return verdict();
}
