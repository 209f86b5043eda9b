/* Tests how a plugin is loaded from a shared object by its path, and each way in which this can fail. */
#include "check.h"

#include <sys/stat.h>

static char folder[1024];
static char scratch[] = "/tmp/moya-test-XXXXXX";

static const char *path_of(const char *name) {
  static char path[2048];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void expect_stub_call(moya_provider *provider, moya_status wanted, const char *text) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = MOYA_TARGET_INIT;
  target.name = "API.call";
  target.base_url = "http://h";
  target.stub = MOYA_STUB_IMMEDIATE;
  target.sample = &sample;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  EXPECT(status == wanted, "%s", moya_status_name(status));
  if (text) EXPECT(str_has(moya_error_message(error), text), "%s", moya_error_message(error).data);
  moya_response_release(response);
  moya_error_release(error);
}

static void expect_refused(const char *path, const char *config, moya_status status, const char *text) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  moya_error *error = NULL;
  moya_status got = moya_provider_load_plugin(provider, path, config, &error);
  EXPECT(got == status, "%s: %s instead of %s", path, moya_status_name(got), moya_status_name(status));
  EXPECT(moya_error_status(error) == status);
  EXPECT(str_has(moya_error_message(error), text), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_plugin_use use = MOYA_PLUGIN_USE(.path = path, .config = config);
  EXPECT_STATUS(moya_provider_use(provider, &use, NULL), status);
  /* After the library has refused a plugin, calls of the provider work. */
  expect_stub_call(provider, MOYA_OK, NULL);
  moya_provider_destroy(provider);
}

static void unopenable(void) {
  expect_refused("/no/such/plugin.so", NULL, MOYA_ERROR_PLUGIN_OPEN, "/no/such/plugin.so");
  expect_refused("./none.so", NULL, MOYA_ERROR_PLUGIN_OPEN, "./none.so cannot be opened: No such file");
  expect_refused(folder, NULL, MOYA_ERROR_PLUGIN_OPEN, "not a file");
  expect_refused("", NULL, MOYA_ERROR_PLUGIN_OPEN, "cannot be opened");
  expect_refused(path_of("missing_library.so"), NULL, MOYA_ERROR_PLUGIN_OPEN, "libmoya-test-gone.so.1");
  /* For a name without a slash, the library searches neither the library path nor the current folder. */
  expect_refused("libc.so.6", NULL, MOYA_ERROR_PLUGIN_OPEN, "libc.so.6");
  char before[1024];
  EXPECT(getcwd(before, sizeof before) && chdir(folder) == 0);
  expect_refused("counts.so", NULL, MOYA_ERROR_PLUGIN_OPEN, "counts.so");
  EXPECT(chdir(before) == 0);
}

static void write_file(const char *path, const void *bytes, size_t count) {
  FILE *file = fopen(path, "w");
  EXPECT(file && fwrite(bytes, 1, count, file) == count);
  if (file) fclose(file);
}

static void other_files(void) {
  char path[1024];
  snprintf(path, sizeof path, "%s/text.so", scratch);
  write_file(path, "this is no shared object at all", 31);
  expect_refused(path, NULL, MOYA_ERROR_PLUGIN_FORMAT, "not an ELF file");
  write_file(path, "", 0);
  expect_refused(path, NULL, MOYA_ERROR_PLUGIN_FORMAT, "not an ELF file");
  write_file(path, "\x7f" "ELF", 4);
  expect_refused(path, NULL, MOYA_ERROR_PLUGIN_FORMAT, "not an ELF file");

  /* A module for another processor, a program instead of a module, and a truncated module. */
  static char bytes[1 << 20];
  FILE *file = fopen(path_of("counts.so"), "r");
  size_t count = file ? fread(bytes, 1, sizeof bytes, file) : 0;
  if (file) fclose(file);
  EXPECT(count > 1000, "%zu", count);
  bytes[18] = (char)0xF3; /* EM_RISCV */
  write_file(path, bytes, count);
  expect_refused(path, NULL, MOYA_ERROR_PLUGIN_FORMAT, "is for ");
  bytes[18] = 62;
  bytes[16] = 2; /* ET_EXEC */
  write_file(path, bytes, count);
  expect_refused(path, NULL, MOYA_ERROR_PLUGIN_FORMAT, "not a shared object");
  bytes[16] = 3;
  write_file(path, bytes, 100);
  expect_refused(path, NULL, MOYA_ERROR_PLUGIN_FORMAT, "truncated");
  remove(path);
}

static void not_plugins(void) {
  expect_refused(path_of("no_entry.so"), NULL, MOYA_ERROR_PLUGIN_ENTRY, "no function moya_plugin_entry");
  expect_refused(path_of("declines.so"), NULL, MOYA_ERROR_PLUGIN_ABI, "declines");
  expect_refused(path_of("wrong_abi.so"), NULL, MOYA_ERROR_PLUGIN_ABI, "interface 99");
  /* The error says which plugin of the module is malformed. */
  static const struct {
    const char *module, *text;
  } rows[] = {
      {"short_table.so", "plugin 1 of FILE is malformed: its size is 16"},
      {"newer_hook.so", "plugin 1 of FILE uses a hook of a newer interface, which this host does not know (its size is 160, known: 152)"},
      {"flags.so", "plugin 1 of FILE is malformed: org.libmoya.flags sets the flags 0x"},
      {"no_id.so", "plugin 1 of FILE is malformed: it has no id"},
      {"second_without_head.so",
       "plugin 2 of FILE is malformed: its size is 0, which is no size of a moya_plugin (152 or more, in eights). MOYA_PLUGIN_HEAD sets it"},
      {"third_bad_id.so", "plugin 3 of FILE is malformed: it has the id \"org.libmoya.Third\", which is not"},
      {"same_ids.so", "plugin FILE is malformed: its plugins 1 and 3 have the same id org.libmoya.first"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    char text[3000];
    const char *file = strstr(rows[row].text, "FILE");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(file - rows[row].text), rows[row].text, path_of(rows[row].module), file + 4);
    expect_refused(path_of(rows[row].module), NULL, MOYA_ERROR_PLUGIN_TABLE, text);
  }
}

static void refused_creation(void) {
  expect_refused(path_of("create_fails.so"), "{\"reason\": true}", MOYA_ERROR_PLUGIN_CREATE,
                 "org.libmoya.create-fails cannot be created: out of luck");
  expect_refused(path_of("create_fails.so"), NULL, MOYA_ERROR_PLUGIN_CREATE, "it answered -5");
  expect_refused(path_of("counts.so"), "{\"retires\":3}", MOYA_ERROR_ARGUMENT, "retires");
  expect_refused(path_of("counts.so"), "[]", MOYA_ERROR_ARGUMENT, "config of org.libmoya.counts is not a JSON object");
  expect_refused(path_of("counts.so"), "{", MOYA_ERROR_ARGUMENT, "config of org.libmoya.counts is not a JSON object");
  expect_refused(path_of("counts.so"), "{\"\xff\":1}", MOYA_ERROR_UTF8, "config of org.libmoya.counts");
}

static void failing_hook(void) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_load_plugin(provider, path_of("hook_fails.so"), NULL, NULL), MOYA_OK);
  expect_stub_call(provider, MOYA_ERROR_PLUGIN_HOOK, "API.call: plugin org.libmoya.hook-fails failed in prepare");
  expect_stub_call(provider, MOYA_ERROR_PLUGIN_HOOK, "-12345");
  moya_provider_destroy(provider);
}

static void good_plugins(void) {
  moya_provider *provider = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_load_plugin(provider, path_of("counts.so"), NULL, &error), MOYA_OK);
  EXPECT(error == NULL);
  /* Loads a link to the same file. Each load makes a new instance, which needs its own name. */
  char other[1024];
  snprintf(other, sizeof other, "%s/other.so", scratch);
  EXPECT(symlink(path_of("counts.so"), other) == 0);
  EXPECT_STATUS(moya_provider_load_plugin(provider, other, "{}", &error), MOYA_ERROR_ARGUMENT);
  EXPECT(str_has(moya_error_message(error), "org.libmoya.counts"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  EXPECT_STATUS(moya_provider_use(provider, &MOYA_PLUGIN_USE(.path = other, .name = "other"), NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_load_plugin(provider, path_of("longer_table.so"), " {\"a\":[1]} ", NULL), MOYA_OK);
  expect_stub_call(provider, MOYA_OK, NULL);
  EXPECT_STATUS(moya_provider_load_plugin(provider, path_of("counts.so"), NULL, &error), MOYA_ERROR_STATE);
  EXPECT(str_has(moya_error_message(error), "first call"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(provider);
  remove(other);

  /* A path with a slash may be relative to the current folder. */
  char before[1024];
  EXPECT(getcwd(before, sizeof before) && chdir(folder) == 0);
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_load_plugin(provider, "./counts.so", NULL, NULL), MOYA_OK);
  moya_provider_destroy(provider);
  EXPECT(chdir(before) == 0);
}

int main(void) {
  const char *root = getenv("MOYA_ROOT");
  snprintf(folder, sizeof folder, "%s/build/tests/plugins", root ? root : ".");
  if (!mkdtemp(scratch)) return 2;
  TEST("a plugin is loaded by its path, once, and adds itself", good_plugins);
  TEST("a path that cannot be opened is named, with the loader's reason", unopenable);
  TEST("a file that is no shared object for this machine is named", other_files);
  TEST("a shared object that is no plugin for this host is named, with what is wrong", not_plugins);
  TEST("a config that a plugin does not allow is refused, and a failed create says why", refused_creation);
  TEST("a hook that fails with a number of its own is named", failing_hook);
  rmdir(scratch);
  return verdict();
}
