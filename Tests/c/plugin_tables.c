/* Tests the tables of plugins that the program itself defines, and what a program can pass to moya_provider_use. */
#include "plugin_calls.h"

static const moya_plugin good = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.good", .version = "1.0.0"};

/* Checks whether the library accepts the table. If `text` is not NULL, the library must refuse it with an error whose
 * message contains `text`. */
static void expect_table(const moya_plugin *table, const char *text, const char *what) {
  moya_provider *provider = new_provider(NULL);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = table);
  moya_status wanted = text ? MOYA_ERROR_PLUGIN_TABLE : MOYA_OK;
  expect_use(provider, &use, wanted, text, what);
  /* A plugin that was refused is not a plugin of the provider. */
  EXPECT(moya_provider_plugin_at(provider, 0, NULL, NULL) == (wanted == MOYA_OK ? 1 : -1), "%s", what);
  expect_call(provider, MOYA_OK, NULL);
  moya_provider_destroy(provider);
}

/* Returns the id "a.aaa…" with `length` bytes. */
static const char *id_of(size_t length) {
  static char id[256];
  memset(id, 'a', length);
  id[1] = '.';
  id[length] = 0;
  return id;
}

static void ids(void) {
  static const struct {
    const char *id;
    const char *text; /* NULL: the id is good */
  } rows[] = {
      {"org.example.x", NULL},
      {"a.b", NULL},
      {"org.example-2.x1", NULL},
      {"moyas.mine", NULL},
      {NULL, "the table is malformed: it has no id"},
      {"", "it has the id \"\", which is not two or more labels of a-z, 0-9 and hyphens"},
      {"x", "the id \"x\", which is not two or more labels"},
      {"Org.x", "the id \"Org.x\", which is not two or more labels"},
      {"org..x", "\"org..x\""},
      {".org.x", "\".org.x\""},
      {"org.x.", "\"org.x.\""},
      {"org.x y", "\"org.x y\""},
      {"org_a.x", "\"org_a.x\""},
      {"org/x", "\"org/x\""},
      {"org.\xc3\xa9", "the id \"org.??\", which is not two or more labels"},
      {"org.\xe2\x80\xae.x", "the id \"org.???.x\", which has control characters"},
      {"org.\xff", "the id \"org.???\", which is not UTF-8"},
      {"org.x\n", "the id \"org.x?\", which has control characters"},
      {"A.123456789.123456789.123456789.123456789.123456789", "\"A.123456789.123456789.123456789.12345678…\""},
      {"moya.mine", "moya.mine begins with \"moya.\", and such ids belong to libmoya"},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    moya_plugin table = good;
    table.id = rows[index].id;
    expect_table(&table, rows[index].text, table.id ? table.id : "no id");
  }
  moya_plugin table = good;
  table.id = id_of(127);
  expect_table(&table, NULL, "an id of 127 bytes");
  table.id = id_of(128);
  expect_table(&table, "a…\", which has more than 127 bytes", "an id of 128 bytes");
}

#define DIGITS "123456789012345678901234567890123456789012345678901234567890" /* 60 */
#define NAMED MOYA_PLUGIN_HEAD, .id = "org.libmoya.good"

static void members(void) {
  static char bytes_1001[1002];
  memset(bytes_1001, 'a', 1001);
  static const char *const spaced[] = {"X-Key", "X Key", NULL}, *const not_utf8[] = {"X-\xff", NULL};
  static const struct {
    moya_plugin table;
    const char *text; /* NULL: the table is good */
  } rows[] = {
      {{NAMED, .version = DIGITS "123"}, NULL},
      {{NAMED}, "the table is malformed: org.libmoya.good has no version"},
      {{NAMED, .version = ""}, "org.libmoya.good has no version"},
      {{NAMED, .version = DIGITS "1234"}, "has the version \"1234567890123456789012345678901234567890…\", which has more than 63 bytes"},
      {{NAMED, .version = "1.\xff"}, "has the version \"1.???\", which is not UTF-8"},
      {{NAMED, .version = "1\n2"}, "has the version \"1?2\", which has control characters"},
      {{NAMED, .version = "1", .about = bytes_1001}, "has the `about` \"aaa"},
      {{NAMED, .version = "1", .about = bytes_1001}, "…\", which has more than 1000 bytes"},
      {{NAMED, .version = "1", .license = "M\xffT"}, "has the `license` \"M???T\", which is not UTF-8"},
      {{NAMED, .version = "1", .flags = 1u << 31 | MOYA_PLUGIN_WAITS}, "sets the flags 0x80000000, which this host does not know"},
      {{NAMED, .version = "1", .reserved = 7}, "has 7 in `reserved`, which must be 0"},
      {{NAMED, .version = "1", .flags = MOYA_PLUGIN_NEEDS_SLOT}, "has MOYA_PLUGIN_NEEDS_SLOT and no prepare hook"},
      {{NAMED, .version = "1", .secret_headers = spaced}, "has in secret_headers the name \"X Key\", which is no name of a header field"},
      {{NAMED, .version = "1", .secret_headers = not_utf8}, "has in secret_headers the name \"X-???\", which is not UTF-8"},
      {{.size = sizeof(moya_plugin), .id = "org.libmoya.good", .version = "1"},
       "has an option_size of 0, which is no size of an option (56 or more, in eights). MOYA_PLUGIN_HEAD sets it"},
      {{.size = sizeof(moya_plugin), .option_size = 48, .id = "org.libmoya.good", .version = "1"}, "has an option_size of 48"},
      {{.id = "org.libmoya.good", .version = "1"},
       "the table is malformed: its size is 0, which is no size of a moya_plugin (152 or more, in eights). MOYA_PLUGIN_HEAD sets it"},
      {{.size = sizeof(moya_plugin) - 8, .id = "org.libmoya.good", .version = "1"}, "its size is 144"},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    char what[16];
    snprintf(what, sizeof what, "table %zu", index);
    expect_table(&rows[index].table, rows[index].text, what);
  }
}

static void options(void) {
  static char name_64[65], about_1001[1002];
  memset(name_64, 'a', 64);
  memset(about_1001, 'a', 1001);
  static const struct {
    moya_option option;
    const char *text; /* NULL: the option is good */
  } rows[] = {
      {{.name = "a", .kind = MOYA_OPTION_FLAG}, NULL},
      {{.name = "a_1", .kind = MOYA_OPTION_JSON, .preset = "{\"a\":[1]}"}, NULL},
      {{.name = "a", .kind = MOYA_OPTION_INT, .preset = "3", .least = 1, .most = 3}, NULL},
      {{.name = "a", .kind = MOYA_OPTION_NUMBER, .preset = "1.5"}, NULL},
      {{.name = "a", .kind = MOYA_OPTION_TEXT, .preset = "\"curl\"", .choices = "text|json|curl"}, NULL},
      {{.name = "a", .kind = MOYA_OPTION_TEXTS, .preset = "[\"x\"]"}, NULL},
      {{.name = "", .kind = MOYA_OPTION_FLAG},
       "org.libmoya.good has an option \"\", which is not a letter of a-z and then only a-z, 0-9 and _"},
      {{.name = "A", .kind = MOYA_OPTION_FLAG}, "an option \"A\", which is not a letter"},
      {{.name = "1a", .kind = MOYA_OPTION_FLAG}, "an option \"1a\", which"},
      {{.name = "_a", .kind = MOYA_OPTION_FLAG}, "an option \"_a\", which"},
      {{.name = "a-b", .kind = MOYA_OPTION_FLAG}, "an option \"a-b\", which"},
      {{.name = "a\xc3\xa9", .kind = MOYA_OPTION_FLAG}, "an option \"a??\", which is not a letter"},
      {{.name = "a\xff", .kind = MOYA_OPTION_FLAG}, "an option \"a???\", which is not UTF-8"},
      {{.name = name_64, .kind = MOYA_OPTION_FLAG}, "a…\", which has more than 63 bytes"},
      {{.name = "a", .kind = 0}, "has an option \"a\" of the kind 0, which is unknown"},
      {{.name = "a", .kind = 8}, "of the kind 8, which is unknown"},
      {{.name = "a", .kind = MOYA_OPTION_FLAG, .required = 2}, "an option \"a\" whose `required` is 2, not 0 or 1"},
      {{.name = "a", .kind = MOYA_OPTION_FLAG, .about = "\t"}, "an option \"a\" with the `about` \"?\", which has control characters"},
      {{.name = "a", .kind = MOYA_OPTION_FLAG, .about = about_1001}, "a…\", which has more than 1000 bytes"},
      {{.name = "a", .kind = MOYA_OPTION_JSON, .preset = "{"}, "an option \"a\" with the preset \"{\", which is not a JSON value"},
      {{.name = "a", .kind = MOYA_OPTION_TEXT, .preset = "bare"}, "with the preset \"bare\", which is not a text"},
      {{.name = "a", .kind = MOYA_OPTION_FLAG, .preset = "1"}, "with the preset \"1\", which is not true or false"},
      {{.name = "a", .kind = MOYA_OPTION_INT, .preset = "2.0"}, "with the preset \"2.0\", which is not an integer"},
      {{.name = "a", .kind = MOYA_OPTION_NUMBER, .preset = "\"1\""}, "which is not a number"},
      {{.name = "a", .kind = MOYA_OPTION_TEXT, .preset = "1"}, "which is not a text"},
      {{.name = "a", .kind = MOYA_OPTION_TEXTS, .preset = "[\"x\",1]"}, "which is not a list of texts"},
      {{.name = "a", .kind = MOYA_OPTION_INT, .preset = "4", .least = 1, .most = 3}, "with the preset \"4\", which is not an integer of 1 … 3"},
      {{.name = "a", .kind = MOYA_OPTION_TEXT, .preset = "\"xml\"", .choices = "text|json"}, "which is not one of \"text\", \"json\""},
      {{.name = "a", .kind = MOYA_OPTION_SECRET, .preset = "\"hunter2\""}, "an option \"a\" with a preset, but it is a secret"},
      {{.name = "a", .kind = MOYA_OPTION_INT, .choices = "1|2"}, "an option \"a\" with choices, but it is not a text"},
      {{.name = "a", .kind = MOYA_OPTION_TEXT, .choices = "a|\xff"}, "with the choices \"a|???\", which is not UTF-8"},
      {{.name = "a", .kind = MOYA_OPTION_TEXT, .least = 1}, "with a range, but it is not an integer"},
      {{.name = "a", .kind = MOYA_OPTION_INT, .least = 5, .most = 1}, "with the range 5 … 1, which is empty"},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    moya_option list[2] = {rows[index].option, {.name = NULL}};
    moya_plugin table = good;
    char what[80];
    snprintf(what, sizeof what, "option %zu, %s", index, list[0].name);
    table.options = list;
    expect_table(&table, rows[index].text, what);
  }
  static const moya_option twice[] = {
      {.name = "a", .kind = MOYA_OPTION_FLAG}, {.name = "a", .kind = MOYA_OPTION_TEXT}, {.name = NULL}};
  moya_plugin table = good;
  table.options = twice;
  expect_table(&table, "has two options \"a\"", "an option twice");
}

static void names(void) {
  moya_provider *provider = new_provider(NULL);
  static char bytes_127[128], bytes_128[129];
  memset(bytes_127, 'n', 127);
  memset(bytes_128, 'n', 128);
  const struct {
    const char *name;
    moya_status status;
  } rows[] = {
      {NULL, MOYA_OK},
      {NULL, MOYA_ERROR_ARGUMENT},
      {"org.libmoya.good", MOYA_ERROR_ARGUMENT},
      {"second", MOYA_OK},
      {"second", MOYA_ERROR_ARGUMENT},
      {"a\nb", MOYA_ERROR_ARGUMENT},
      {"a\x7f", MOYA_ERROR_ARGUMENT},
      {"\xff", MOYA_ERROR_UTF8},
      {bytes_127, MOYA_OK},
      {bytes_128, MOYA_ERROR_ARGUMENT},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &good, .name = rows[index].name);
    char what[16];
    snprintf(what, sizeof what, "name %zu", index);
    expect_use(provider, &use, rows[index].status, NULL, what);
  }
  EXPECT(moya_provider_plugin_at(provider, 2, NULL, NULL) == 1);
  EXPECT(moya_provider_plugin_at(provider, 3, NULL, NULL) == -1);
  moya_provider_destroy(provider);
}

static void uses(void) {
  static const struct {
    const char *what, *module;
    const moya_plugin *plugin;
    const char *id;
    moya_status status;
    const char *text, *other_text;
  } rows[] = {
      {"neither", NULL, NULL, NULL, MOYA_ERROR_ARGUMENT, NULL, NULL},
      {"both", "counts.so", &good, NULL, MOYA_ERROR_ARGUMENT, NULL, NULL},
      {"no id", "two_plugins.so", NULL, NULL, MOYA_ERROR_ARGUMENT, "org.libmoya.first", "org.libmoya.second"},
      {"another id", "two_plugins.so", NULL, "org.x", MOYA_ERROR_ARGUMENT, "org.libmoya.first", "org.libmoya.second"},
      {"the only id", "counts.so", NULL, "org.libmoya.counts", MOYA_OK, NULL, NULL},
      {"another id than the only one", "counts.so", NULL, "org.x", MOYA_ERROR_ARGUMENT, "org.libmoya.counts", NULL},
      {"the second id", "two_plugins.so", NULL, "org.libmoya.second", MOYA_ERROR_PLUGIN_CREATE, "created",
       "org.libmoya.second"},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    const char *path = rows[index].module ? module_path(rows[index].module) : NULL;
    moya_plugin_use use = MOYA_PLUGIN_USE(.path = path, .plugin = rows[index].plugin, .id = rows[index].id);
    const char *const texts[] = {rows[index].text, rows[index].other_text};
    for (size_t text = 0; text < 2; text++) {
      moya_provider *provider = new_provider(NULL);
      expect_use(provider, &use, rows[index].status, texts[text], rows[index].what);
      moya_provider_destroy(provider);
    }
  }
  moya_provider *provider = new_provider(NULL);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &good, .flags = 1u << 31);
  expect_use(provider, &use, MOYA_ERROR_ARGUMENT, NULL, "an unknown flag");
  use = MOYA_PLUGIN_USE(.plugin = &good);
  use.size = 0;
  expect_use(provider, &use, MOYA_ERROR_STRUCT_SIZE, NULL, "a use without a size");
  use.size = sizeof use;
  EXPECT_STATUS(moya_provider_use(provider, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_use(NULL, &use, NULL), MOYA_ERROR_NULL);
  moya_provider_close(provider);
  expect_use(provider, &use, MOYA_ERROR_STATE, NULL, "a provider that is closed");
  moya_provider_destroy(provider);
}

int main(void) {
  TEST("an id is lower-case labels with dots, at most 127 bytes, and not libmoya's, and the error names it", ids);
  TEST("a table with a wrong member is refused, and the error names the member, its value and the reason", members);
  TEST("an option that is declared wrongly is refused, and the error names it, its value and the reason", options);
  TEST("the name of a plugin is unique in a provider, and a short line", names);
  TEST("a use names one module or one table, and one of its plugins", uses);
  return verdict();
}
