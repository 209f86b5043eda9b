/* Tests which plugins take part in a call. This depends on the tags of its target, and on which plugins are turned on
 * when the call begins. */
#include "plugin_calls.h"

#include <pthread.h>

static const moya_host *host;
static char journal[1024];
static _Atomic int prepared, sent, received, processed, slots, released;

static const moya_option options[] = {{.name = "label", .kind = MOYA_OPTION_TEXT}, {.name = NULL}};

static moya_status create(const moya_host *it, moya_context *self, void **instance) {
  host = it;
  *instance = self;
  return MOYA_OK;
}
static void note(moya_context *context, const char *what) {
  size_t length = strlen(journal);
  snprintf(journal + length, sizeof journal - length, "%s%s.%s", length ? " " : "",
           host->option_text(context, "label").data, what);
}
static moya_status prepare(void *it, moya_context *context) {
  (void)it;
  note(context, "prepare");
  return MOYA_HOOK_OK;
}
static void will_send(void *it, moya_context *context) {
  (void)it;
  note(context, "will_send");
}
static void did_receive(void *it, moya_context *context) {
  (void)it;
  note(context, "did_receive");
}
static moya_status process(void *it, moya_context *context) {
  (void)it;
  note(context, "process");
  return MOYA_HOOK_OK;
}
static const moya_plugin noting = {MOYA_PLUGIN_HEAD,
                                   .id = "org.libmoya.notes",
                                   .version = "1.0.0",
                                   .options = options,
                                   .create = create,
                                   .prepare = prepare,
                                   .will_send = will_send,
                                   .did_receive = did_receive,
                                   .process = process};
/* A plugin with one hook, so that the journals in tests of tags are short. */
static const moya_plugin preparing = {MOYA_PLUGIN_HEAD,
                                      .id = "org.libmoya.prepares",
                                      .version = "1.0.0",
                                      .options = options,
                                      .create = create,
                                      .prepare = prepare};

static void add(moya_provider *provider, moya_plugin_use use) {
  expect_use(provider, &use, MOYA_OK, NULL, use.name ? use.name : "without a name");
}

static moya_provider *host_provider(void) {
  moya_provider *provider = NULL;
  moya_provider_options made = MOYA_PROVIDER_OPTIONS_INIT;
  made.pump = MOYA_PUMP_HOST;
  EXPECT_STATUS(moya_provider_create(&made, &provider, NULL), MOYA_OK);
  return provider;
}

static void expect_hooks(moya_provider *provider, const char *wanted) {
  journal[0] = 0;
  expect_call(provider, MOYA_OK, NULL);
  EXPECT(strcmp(journal, wanted) == 0, "%s instead of %s", journal, wanted);
}

static void by_tags(void) {
  static const struct {
    const char *tags[2];
    size_t count;
    const char *journal;
  } rows[] = {
      {{NULL, NULL}, 0, "all.prepare not-b.prepare"},
      {{"a", NULL}, 1, "all.prepare only-a.prepare not-b.prepare a-not-b.prepare"},
      {{"b", NULL}, 1, "all.prepare"},
      {{"a", "b"}, 2, "all.prepare only-a.prepare"},
      {{"b", "a"}, 2, "all.prepare only-a.prepare"},
      {{"A", "c"}, 2, "all.prepare not-b.prepare"},
  };
  moya_provider *provider = new_provider(NULL);
  add(provider, MOYA_PLUGIN_USE(.plugin = &preparing, .name = "1", .config = "{\"label\":\"all\"}"));
  add(provider, MOYA_PLUGIN_USE(.plugin = &preparing, .name = "2", .config = "{\"label\":\"only-a\"}",
                                .only_tag = "a"));
  add(provider, MOYA_PLUGIN_USE(.plugin = &preparing, .name = "3", .config = "{\"label\":\"not-b\"}", .not_tag = "b"));
  add(provider, MOYA_PLUGIN_USE(.plugin = &preparing, .name = "4", .config = "{\"label\":\"a-not-b\"}",
                                .only_tag = "a", .not_tag = "b"));
  /* Runs each row twice, because a provider may store which plugins a target has. */
  for (size_t index = 0; index < 2 * COUNT(rows); index++) {
    size_t row = index % COUNT(rows);
    moya_target target = stub_target(MOYA_STUB_IMMEDIATE);
    moya_response *response = NULL;
    target.tags = rows[row].tags;
    target.tag_count = rows[row].count;
    journal[0] = 0;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    EXPECT(strcmp(journal, rows[row].journal) == 0, "row %zu: %s", row, journal);
    moya_response_release(response);
  }
  moya_provider_destroy(provider);
}

static void on_and_off(void) {
  moya_provider *provider = new_provider(NULL);
  add(provider, MOYA_PLUGIN_USE(.plugin = &preparing, .name = "1", .config = "{\"label\":\"a\"}"));
  add(provider, MOYA_PLUGIN_USE(.plugin = &preparing, .name = "2", .config = "{\"label\":\"b\"}",
                                .flags = MOYA_USE_DISABLED));
  EXPECT_STATUS(moya_provider_enable(provider, "1", false, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enable(provider, "1", true, NULL), MOYA_OK);
  expect_hooks(provider, "a.prepare");
  static const struct {
    const char *name;
    bool on;
    const char *journal;
  } rows[] = {
      {"2", true, "a.prepare b.prepare"}, {"1", false, "b.prepare"}, {"1", false, "b.prepare"}, {"2", false, ""},
      {"1", true, "a.prepare"},           {"2", true, "a.prepare b.prepare"},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    EXPECT_STATUS(moya_provider_enable(provider, rows[index].name, rows[index].on, NULL), MOYA_OK);
    expect_hooks(provider, rows[index].journal);
  }
  static const char *const unknown[] = {"", "3", "org.libmoya.prepares", "1 "};
  for (size_t index = 0; index < COUNT(unknown); index++) {
    EXPECT_STATUS(moya_provider_enable(provider, unknown[index], true, NULL), MOYA_ERROR_ARGUMENT);
  }
  EXPECT_STATUS(moya_provider_enable(provider, "\xff", true, NULL), MOYA_ERROR_UTF8);
  EXPECT_STATUS(moya_provider_enable(provider, NULL, true, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_provider_enable(NULL, "1", true, NULL), MOYA_ERROR_NULL);
  moya_provider_close(provider);
  EXPECT_STATUS(moya_provider_enable(provider, "1", true, NULL), MOYA_ERROR_STATE);
  moya_provider_destroy(provider);
}

static void ignore(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)response, (void)error;
  EXPECT_STATUS(status, MOYA_OK);
}

/* The provider has MOYA_PUMP_HOST, so the call does not continue between `send` and `enable`. */
static void under_way(void) {
  moya_provider *provider = host_provider();
  add(provider, MOYA_PLUGIN_USE(.plugin = &noting, .name = "1", .config = "{\"label\":\"a\"}"));
  static const char *const journals[] = {"", "a.prepare a.will_send a.did_receive a.process"};
  for (int was_on = 1; was_on >= 0; was_on--) {
    moya_target target = stub_target(MOYA_STUB_DELAYED);
    moya_call *call = NULL;
    target.stub_delay_ms = 1;
    journal[0] = 0;
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = ignore), NULL, &call, NULL), MOYA_OK);
    EXPECT_STATUS(moya_provider_enable(provider, "1", !was_on, NULL), MOYA_OK);
    EXPECT_STATUS(moya_call_wait(call, MOYA_NO_TIMEOUT, NULL), MOYA_OK);
    EXPECT(strcmp(journal, journals[was_on]) == 0, "%s", journal);
    moya_call_release(call);
  }
  moya_provider_destroy(provider);
}

static void listed(void) {
  moya_provider *provider = new_provider(NULL);
  EXPECT(moya_provider_plugin_at(provider, 0, NULL, NULL) == -1);
  add(provider, MOYA_PLUGIN_USE(.plugin = &noting));
  EXPECT_STATUS(moya_provider_add_builtin(provider, "moya.retry", "{}", NULL, NULL), MOYA_OK);
  add(provider, MOYA_PLUGIN_USE(.plugin = &preparing, .name = "last", .flags = MOYA_USE_DISABLED));
  static const struct {
    const char *name;
    const moya_plugin *table;
    int32_t on;
  } rows[] = {{"org.libmoya.notes", &noting, 1}, {"moya.retry", NULL, 1}, {"last", &preparing, 0}};
  for (size_t index = 0; index < COUNT(rows); index++) {
    moya_str name = {NULL, 0};
    const moya_plugin *table = &noting;
    EXPECT(moya_provider_plugin_at(provider, index, &name, &table) == rows[index].on, "%s", rows[index].name);
    EXPECT(str_is(name, rows[index].name), "%s", rows[index].name);
    if (rows[index].table) EXPECT(table == rows[index].table, "%s", rows[index].name);
    EXPECT(moya_provider_plugin_at(provider, index, NULL, NULL) == rows[index].on);
  }
  EXPECT(moya_provider_plugin_at(provider, 3, NULL, NULL) == -1);
  EXPECT(moya_provider_plugin_at(provider, SIZE_MAX, NULL, NULL) == -1);
  EXPECT_STATUS(moya_provider_enable(provider, "moya.retry", false, NULL), MOYA_OK);
  EXPECT(moya_provider_plugin_at(provider, 1, NULL, NULL) == 0);
  EXPECT_STATUS(moya_provider_enable(provider, "last", true, NULL), MOYA_OK);
  EXPECT(moya_provider_plugin_at(provider, 2, NULL, NULL) == 1);
  moya_provider_destroy(provider);
}

static void names(void) {
  static const char *const bad[] = {"", "a\nb", "a\x7f", "a\xc2\x85", "a\xe2\x80\xa8",
                                    "a\xe2\x80\xae", "a\xe2\x81\xa6"};
  moya_provider *provider = new_provider(NULL);
  for (size_t index = 0; index < COUNT(bad); index++) {
    moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &preparing, .name = bad[index]);
    expect_use(provider, &use, MOYA_ERROR_ARGUMENT, "moya_plugin_use.name", bad[index]);
  }
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = &preparing, .name = "caf\xc3\xa9 \xe6\x97\xa5");
  expect_use(provider, &use, MOYA_OK, NULL, "letters of other languages");
  moya_provider_destroy(provider);
}

static void count_activity(void *user, moya_activity change, const char *target) {
  (void)user, (void)change, (void)target;
}
/* A built-in plugin accepts every option that its table describes, with the option's preset as the value. */
static void described(void) {
  static const struct {
    const char *id, *config; /* `config` has the options that are required. Its last brace is missing */
    size_t options;
  } rows[] = {
      {"moya.access-token", "{\"token\":\"t\"", 6}, {"moya.credentials", "{\"user\":\"u\"", 3},
      {"moya.logger", "{", 10}, {"moya.activity", "{", 1}, {"moya.signing", "{\"secret\":\"s\"", 5},
      {"moya.retry", "{", 14}};
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_provider *provider = new_provider(NULL);
    moya_builtin functions = MOYA_BUILTIN(.activity = count_activity);
    char config[512];
    snprintf(config, sizeof config, "%s}", rows[row].config);
    EXPECT_STATUS(moya_provider_add_builtin(provider, rows[row].id, config, &functions, NULL), MOYA_OK);
    const moya_plugin *table = NULL;
    EXPECT(moya_provider_plugin_at(provider, 0, NULL, &table) == 1 && table, "%s", rows[row].id);
    EXPECT(strcmp(table->id, rows[row].id) == 0 && table->about && !table->prepare && !table->process);
    size_t count = 0;
    for (const moya_option *it = table->options; it->name; it++, count++) {
      if (!it->preset) continue;
      const char *comma = rows[row].config[1] ? "," : "";
      snprintf(config, sizeof config, "%s%s\"%s\":%s}", rows[row].config, comma, it->name, it->preset);
      moya_error *error = NULL;
      moya_status status = moya_provider_add_builtin(provider, rows[row].id, config, &functions, &error);
      EXPECT(status == MOYA_OK, "%s: %s", config, moya_error_message(error).data);
      moya_error_release(error);
    }
    EXPECT(count == rows[row].options, "%s has %zu options", rows[row].id, count);
    moya_provider_destroy(provider);
  }
}

/* Threads make calls while the plugin is turned off and on. For each call, either all hooks run or none. */
static moya_status count_prepare(void *it, moya_context *context) {
  prepared++;
  if (host->set_slot(context, it) == MOYA_OK) slots++;
  return MOYA_HOOK_OK;
}
static void count_sent(void *it, moya_context *context) {
  (void)it, (void)context;
  sent++;
}
static void count_received(void *it, moya_context *context) {
  (void)it, (void)context;
  received++;
}
static moya_status count_process(void *it, moya_context *context) {
  processed++;
  EXPECT(host->slot(context) == it);
  return MOYA_HOOK_OK;
}
static void count_released(void *it, void *slot) {
  EXPECT(slot == it);
  released++;
}
static const moya_plugin counting = {MOYA_PLUGIN_HEAD,
                                     .id = "org.libmoya.balance",
                                     .version = "1.0.0",
                                     .create = create,
                                     .prepare = count_prepare,
                                     .will_send = count_sent,
                                     .did_receive = count_received,
                                     .process = count_process,
                                     .release_slot = count_released};

enum { THREADS = 4 };
static _Atomic int running;
static void *make_calls(void *provider) {
  int calls = often(4000);
  for (int index = 0; index < calls; index++) expect_call(provider, MOYA_OK, NULL);
  running--;
  return NULL;
}
static void balance(void) {
  moya_provider *provider = new_provider(NULL);
  add(provider, MOYA_PLUGIN_USE(.plugin = &counting));
  pthread_t threads[THREADS];
  running = THREADS;
  for (int index = 0; index < THREADS; index++) {
    EXPECT(pthread_create(&threads[index], NULL, make_calls, provider) == 0);
  }
  bool on = true;
  while (running > 0) {
    on = !on;
    EXPECT_STATUS(moya_provider_enable(provider, "org.libmoya.balance", on, NULL), MOYA_OK);
  }
  for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
  EXPECT(prepared == sent && sent == received && received == processed, "%d %d %d %d", prepared, sent, received,
         processed);
  EXPECT(slots == prepared && released == slots, "%d %d", slots, released);
  moya_provider_destroy(provider);
}

int main(void) {
  TEST("the tags of a target choose its plugins", by_tags);
  TEST("a plugin is turned on and off before and between calls, by its name", on_and_off);
  TEST("a call under way has the plugins with which it began", under_way);
  TEST("a provider lists its plugins in their order, with names, tables and whether they are on", listed);
  TEST("a name of a plugin has no character that changes how a log line is shown", names);
  TEST("a built-in plugin is described by a table, whose options it has", described);
  TEST("while a plugin is turned on and off, each call has all of its hooks or none", balance);
  return verdict();
}
