/* Tests plugins that need a slot (MOYA_PLUGIN_NEEDS_SLOT). The hooks after prepare run only for calls for which prepare
 * has set the slot. */
#include "plugin_journal.h"

#include <moya/plugin/body.h>

static server faults;
static char value;

/* ── The plugin ── */

/* What prepare does, with a letter for each attempt: s sets the slot, n sets NULL, and any other letter does
 * nothing. */
typedef struct script {
  const char *attempts;
} script;

static moya_status prepare(void *it, moya_context *context) {
  const script *does = host->target_user(context);
  uint32_t attempt = host->attempt(context);
  note(it, "prepare");
  if (attempt > strlen(does->attempts)) return MOYA_HOOK_OK;
  char letter_of_attempt = does->attempts[attempt - 1];
  if (letter_of_attempt == 's') EXPECT_STATUS(host->set_slot(context, &value), MOYA_OK);
  if (letter_of_attempt == 'n') EXPECT_STATUS(host->set_slot(context, NULL), MOYA_OK);
  return MOYA_HOOK_OK;
}
static void see(void *it, moya_context *context, const char *hook) {
  EXPECT(host->slot(context) == &value, "%s without a slot", hook);
  note(it, hook);
}
static moya_status sign(void *it, moya_context *context) { return see(it, context, "sign"), MOYA_HOOK_OK; }
static void will_send(void *it, moya_context *context) { see(it, context, "will_send"); }
static void did_receive(void *it, moya_context *context) { see(it, context, "did_receive"); }
static int64_t should_retry(void *it, moya_context *context) {
  return see(it, context, "should_retry"), MOYA_RETRY_NONE;
}
static moya_status process(void *it, moya_context *context) { return see(it, context, "process"), MOYA_HOOK_OK; }
static void release_slot(void *it, void *slot) {
  EXPECT(slot == &value);
  note(it, "released");
}
static moya_status see_head(void *it, moya_context *context) { return see(it, context, "head"), MOYA_BODY_SKIP; }
static const moya_body_hooks bodies = {.size = sizeof bodies, .head = see_head};
static const void *get_extension(const char *name) { return strcmp(name, MOYA_BODY) == 0 ? &bodies : NULL; }

#define ALL_HOOKS                                                                                              \
  MOYA_PLUGIN_HEAD, .id = "org.libmoya.marks", .version = "1.0.0", .options = letter, .create = remember,      \
      .destroy = forget, .prepare = prepare, .sign = sign, .will_send = will_send, .did_receive = did_receive, \
      .should_retry = should_retry, .process = process, .release_slot = release_slot, .get_extension = get_extension
static const moya_plugin tables[] = {
    {ALL_HOOKS, .flags = MOYA_PLUGIN_NEEDS_SLOT},
    {ALL_HOOKS, .flags = MOYA_PLUGIN_NEEDS_SLOT | MOYA_PLUGIN_WAITS},
};

/* ── Another plugin, whose hooks run for each call ── */

static uint32_t retries;
static moya_status answer_at_once(void *it, moya_context *context) {
  (void)it, (void)context;
  return MOYA_HOOK_ANSWERED;
}
static int64_t retry(void *it, moya_context *context) {
  (void)it;
  return host->attempt(context) <= retries ? 0 : MOYA_RETRY_NONE;
}
static moya_status ends(void *it, moya_context *context) {
  (void)context;
  note(it, "process");
  return MOYA_HOOK_OK;
}
#define BESIDE MOYA_PLUGIN_HEAD, .version = "1.0.0", .options = letter, .create = remember, .destroy = forget
static const moya_plugin answering = {BESIDE, .id = "org.libmoya.answers", .prepare = answer_at_once};
static const moya_plugin retrying = {BESIDE, .id = "org.libmoya.retries", .should_retry = retry, .process = ends};

/* ── Ways to make a call ── */

typedef enum way { STUBBED, CALLED, STREAMED, SHARED, WAYS } way;

static moya_flow drop(void *user, const void *data, size_t len) {
  (void)user, (void)data, (void)len;
  return MOYA_FLOW_CONTINUE;
}
static void make_call(moya_provider *provider, way way, const script *does) {
  moya_target target = target_of();
  if (way != STUBBED) {
    target.stub = MOYA_STUB_NEVER;
    target.base_url = faults.url;
    target.path = "/ok";
  }
  if (way == SHARED) target.flags = MOYA_TARGET_SHARE;
  target.user = (void *)does;
  moya_handlers handlers = MOYA_HANDLERS(.body = drop);
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, way == STREAMED ? &handlers : NULL, &response, &error), MOYA_OK);
  EXPECT(error == NULL, "%s", moya_error_message(error).data);
  moya_response_release(response);
}
/* Makes a call by a provider with these plugins, and checks which hooks have run. */
static void expect_hooks(const moya_plugin *first, const moya_plugin *second, way way, const char *attempts,
                         const char *wanted) {
  moya_provider *provider = provider_with(first, second);
  script does = {attempts};
  make_call(provider, way, &does);
  EXPECT(strcmp(journal, wanted) == 0, "way %d, \"%s\": %s", way, attempts, journal);
  moya_provider_destroy(provider);
}

static const char *all_hooks(way way, bool is_beside) {
  static char hooks[200];
  /* should_retry does not run after the caller's handlers have received the head. */
  snprintf(hooks, sizeof hooks, "a.prepare a.sign a.will_send a.head a.did_receive%s a.process%s a.released",
           way == STREAMED ? "" : " a.should_retry", is_beside ? " b.process" : "");
  return hooks;
}

#define EACH_TABLE_AND_WAY                                                            \
  for (const moya_plugin *table = tables; table < tables + 2; table++)                \
    for (way way = STUBBED; way < WAYS; way++)

static void without_slot(void) {
  EACH_TABLE_AND_WAY {
    expect_hooks(table, NULL, way, "-", "a.prepare");
    expect_hooks(table, NULL, way, "n", "a.prepare");
  }
}

static void with_slot(void) {
  EACH_TABLE_AND_WAY {
    expect_hooks(table, NULL, way, "s", all_hooks(way, false));
  }
}

/* The hooks of another plugin, which needs no slot, run for each call. */
static void beside(void) {
  retries = 0;
  EACH_TABLE_AND_WAY {
    expect_hooks(table, &retrying, way, "-", "a.prepare b.process");
    expect_hooks(table, &retrying, way, "s", all_hooks(way, true));
  }
}

static void attempts(void) {
  retries = 1;
  for (const moya_plugin *table = tables; table < tables + 2; table++) {
    for (way way = CALLED; way < SHARED; way++) {
      if (way == STREAMED) continue; /* there is no second attempt after handlers have received the head */
      expect_hooks(table, &retrying, way, "-s",
                   "a.prepare a.prepare a.sign a.will_send a.head a.did_receive a.should_retry a.process b.process "
                   "a.released");
      expect_hooks(table, &retrying, way, "sn",
                   "a.prepare a.sign a.will_send a.head a.did_receive a.should_retry a.prepare b.process");
    }
  }
}

static void answered(void) {
  for (const moya_plugin *table = tables; table < tables + 2; table++) {
    moya_provider *provider = provider_with(&answering, table);
    script does = {"s"};
    make_call(provider, STUBBED, &does);
    EXPECT(strcmp(journal, "") == 0, "%s", journal);
    moya_provider_destroy(provider);
  }
}

static void refused(void) {
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  moya_plugin table = tables[0];
  table.prepare = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(provider, &table, "{\"as\": \"a\"}", &error), MOYA_ERROR_PLUGIN_TABLE);
  EXPECT(strstr(moya_error_message(error).data, "no prepare hook"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  moya_provider_destroy(provider);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("without a slot, no hook after prepare runs", without_slot);
  TEST("with a slot, all hooks run", with_slot);
  TEST("hooks of another plugin run for a call without a slot", beside);
  TEST("each attempt decides anew", attempts);
  TEST("a call that an earlier plugin has answered has no slot", answered);
  TEST("a table that needs a slot and has no prepare hook is refused", refused);
  server_stop(&faults);
  return verdict();
}
