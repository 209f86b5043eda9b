/* The tables of plugins in the program itself, and the ways in which moya_provider_use can be filled. */
#include "plugin_calls.h"

static const moya_plugin good = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.good", .version = "1.0.0"};

static void expect_table(const moya_plugin *table, moya_status wanted, const char *what) {
  moya_provider *provider = new_provider(NULL);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = table);
  expect_use(provider, &use, wanted, NULL, what);
  /* A plugin that was refused leaves nothing behind. */
  EXPECT(moya_provider_plugin_at(provider, 0, NULL, NULL) == (wanted == MOYA_OK ? 1 : -1), "%s", what);
  expect_call(provider, MOYA_OK, NULL);
  moya_provider_destroy(provider);
}

/* Repeats "a." and ends with a letter, so that the id has `length` bytes. */
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
    bool is_good;
  } rows[] = {
      {"org.example.x", true},      {"a.b", true},      {"org.example-2.x1", true}, {NULL, false},
      {"", false},                  {"x", false},       {"Org.x", false},           {"org..x", false},
      {".org.x", false},            {"org.x.", false},  {"org.x y", false},         {"org.\xc3\xa9", false},
      {"org.\xe2\x80\xae.x", false}, {"org.\xff", false}, {"moya.mine", false},       {"org.x\n", false},
      {"org_a.x", false},           {"org/x", false},   {"moyas.mine", true},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    moya_plugin table = good;
    table.id = rows[index].id;
    expect_table(&table, rows[index].is_good ? MOYA_OK : MOYA_ERROR_PLUGIN_TABLE, table.id ? table.id : "no id");
  }
  moya_plugin table = good;
  table.id = id_of(127);
  expect_table(&table, MOYA_OK, "an id of 127 bytes");
  table.id = id_of(128);
  expect_table(&table, MOYA_ERROR_PLUGIN_TABLE, "an id of 128 bytes");
}

static void members(void) {
  static char bytes_63[64], bytes_64[65];
  memset(bytes_63, '1', 63);
  memset(bytes_64, '1', 64);
  struct {
    const char *what;
    moya_plugin table;
    moya_status status;
  } rows[] = {
      {"no version", good, MOYA_ERROR_PLUGIN_TABLE},
      {"an empty version", good, MOYA_ERROR_PLUGIN_TABLE},
      {"a version of 63 bytes", good, MOYA_OK},
      {"a version of 64 bytes", good, MOYA_ERROR_PLUGIN_TABLE},
      {"a version that is not UTF-8", good, MOYA_ERROR_PLUGIN_TABLE},
      {"an unknown flag", good, MOYA_ERROR_PLUGIN_TABLE},
      {"no size of options", good, MOYA_ERROR_PLUGIN_TABLE},
      {"a small size of options", good, MOYA_ERROR_PLUGIN_TABLE},
      {"a table without a size", good, MOYA_ERROR_PLUGIN_TABLE},
      {"a short table", good, MOYA_ERROR_PLUGIN_TABLE},
  };
  rows[0].table.version = NULL;
  rows[1].table.version = "";
  rows[2].table.version = bytes_63;
  rows[3].table.version = bytes_64;
  rows[4].table.version = "1.\xff";
  rows[5].table.flags = 1u << 31;
  rows[6].table.option_size = 0;
  rows[7].table.option_size = sizeof(moya_option) - 8;
  rows[8].table.size = 0;
  rows[9].table.size = sizeof(moya_plugin) - 8;
  for (size_t index = 0; index < COUNT(rows); index++) {
    expect_table(&rows[index].table, rows[index].status, rows[index].what);
  }
}

static void options(void) {
  static const struct {
    moya_option option;
    bool is_good;
  } rows[] = {
      {{.name = "a", .kind = MOYA_OPTION_FLAG}, true},
      {{.name = "a_1", .kind = MOYA_OPTION_JSON, .preset = "{\"a\":[1]}"}, true},
      {{.name = "a", .kind = MOYA_OPTION_INT, .preset = "3", .least = 1, .most = 3}, true},
      {{.name = "a", .kind = MOYA_OPTION_NUMBER, .preset = "1.5"}, true},
      {{.name = "a", .kind = MOYA_OPTION_TEXT, .preset = "\"curl\"", .choices = "text|json|curl"}, true},
      {{.name = "a", .kind = MOYA_OPTION_TEXTS, .preset = "[\"x\"]"}, true},
      {{.name = "", .kind = MOYA_OPTION_FLAG}, false},
      {{.name = "A", .kind = MOYA_OPTION_FLAG}, false},
      {{.name = "1a", .kind = MOYA_OPTION_FLAG}, false},
      {{.name = "_a", .kind = MOYA_OPTION_FLAG}, false},
      {{.name = "a-b", .kind = MOYA_OPTION_FLAG}, false},
      {{.name = "a\xc3\xa9", .kind = MOYA_OPTION_FLAG}, false},
      {{.name = "a", .kind = 0}, false},
      {{.name = "a", .kind = 8}, false},
      {{.name = "a", .kind = MOYA_OPTION_JSON, .preset = "{"}, false},
      {{.name = "a", .kind = MOYA_OPTION_TEXT, .preset = "bare"}, false},
      {{.name = "a", .kind = MOYA_OPTION_FLAG, .preset = "1"}, false},
      {{.name = "a", .kind = MOYA_OPTION_INT, .preset = "2.0"}, false},
      {{.name = "a", .kind = MOYA_OPTION_NUMBER, .preset = "\"1\""}, false},
      {{.name = "a", .kind = MOYA_OPTION_TEXT, .preset = "1"}, false},
      {{.name = "a", .kind = MOYA_OPTION_TEXTS, .preset = "[\"x\",1]"}, false},
      {{.name = "a", .kind = MOYA_OPTION_INT, .preset = "4", .least = 1, .most = 3}, false},
      {{.name = "a", .kind = MOYA_OPTION_TEXT, .preset = "\"xml\"", .choices = "text|json"}, false},
      {{.name = "a", .kind = MOYA_OPTION_INT, .choices = "1|2"}, false},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    moya_option list[2] = {rows[index].option, {.name = NULL}};
    moya_plugin table = good;
    char what[80];
    snprintf(what, sizeof what, "option %zu, %s", index, list[0].name);
    table.options = list;
    expect_table(&table, rows[index].is_good ? MOYA_OK : MOYA_ERROR_PLUGIN_TABLE, what);
  }
  static const moya_option twice[] = {
      {.name = "a", .kind = MOYA_OPTION_FLAG}, {.name = "a", .kind = MOYA_OPTION_TEXT}, {.name = NULL}};
  moya_plugin table = good;
  table.options = twice;
  expect_table(&table, MOYA_ERROR_PLUGIN_TABLE, "an option twice");
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
  TEST("an id is lower-case labels with dots, at most 127 bytes, and not libmoya's", ids);
  TEST("a table with a wrong version, flag or size is refused", members);
  TEST("an option that is declared wrongly is refused", options);
  TEST("the name of a plugin is unique in a provider, and a short line", names);
  TEST("a use names one module or one table, and one of its plugins", uses);
  return verdict();
}
