/* Tests two plugins that need a slot (MOYA_PLUGIN_NEEDS_SLOT), in every kind of call. A row says what each plugin does
 * in each attempt. A model says which hooks must run. plugin_slots.c tests single cases. */
#include "plugin_waiting.h"

#include <moya/plugin/body.h>

static char values[2]; /* the slots of plugin a and of plugin b point to these */
static void *value_of(const char *it) { return &values[is_first(it) ? 0 : 1]; }

/* What the plugins do in each attempt, a letter for each attempt; after the last letter they do nothing.
 *   - nothing          s sets the slot            n sets NULL
 *   a answers          A answers, with a slot     f fails          F fails, with a slot
 *   R waits            S sets the slot while it waits, on another thread
 *   Z like S, and then fails                      D defers, sets the slot and does not wait */
typedef struct plan {
  const char *of[2];
  uint32_t attempts;
} plan;
static char letter_of(const plan *does, int plugin, uint32_t attempt) {
  return attempt <= strlen(does->of[plugin]) ? does->of[plugin][attempt - 1] : '-';
}

/* ── The plugins ── */

typedef struct pending {
  moya_context *context;
  char letter;
  void *value;
} pending;
static void *resume_later(void *user) {
  pending *it = user;
  if (it->letter != 'R') EXPECT_STATUS(host->set_slot(it->context, it->value), MOYA_OK);
  EXPECT_STATUS(host->resume(it->context, it->letter == 'Z' ? MOYA_ERROR_BODY : MOYA_HOOK_OK), MOYA_OK);
  free(it);
  return NULL;
}
static moya_status wait_for(moya_context *context, char does, void *value) {
  pending *it = malloc(sizeof *it);
  *it = (pending){context, does, value};
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT(pthread_create(&threads[thread_count++], NULL, resume_later, it) == 0);
  return MOYA_HOOK_PENDING;
}
static moya_status plan_prepare(void *it, moya_context *context) {
  const plan *plan = host->target_user(context);
  char does = letter_of(plan, is_first(it) ? 0 : 1, host->attempt(context));
  write_note(it, "prepare");
  if (does == 'D') EXPECT_STATUS(host->defer(context), MOYA_OK);
  if (strchr("sAFD", does)) EXPECT_STATUS(host->set_slot(context, value_of(it)), MOYA_OK);
  if (does == 'n') EXPECT_STATUS(host->set_slot(context, NULL), MOYA_OK);
  if (strchr("RSZ", does)) return wait_for(context, does, value_of(it));
  return strchr("aA", does) ? MOYA_HOOK_ANSWERED : strchr("fF", does) ? MOYA_ERROR_BODY : MOYA_HOOK_OK;
}
static moya_status see(void *it, moya_context *context, const char *hook) {
  EXPECT(host->slot(context) == value_of(it), "%s of %s without its slot", hook, (const char *)it);
  write_note(it, hook);
  return MOYA_HOOK_OK;
}
static moya_status see_sign(void *it, moya_context *context) { return see(it, context, "sign"); }
static void see_will_send(void *it, moya_context *context) { see(it, context, "will_send"); }
static moya_status see_head(void *it, moya_context *context) { return see(it, context, "head"); }
static moya_status see_end(void *it, moya_context *context) { return see(it, context, "end"); }
static void see_did_receive(void *it, moya_context *context) { see(it, context, "did_receive"); }
static int64_t see_should_retry(void *it, moya_context *context) {
  see(it, context, "should_retry");
  return MOYA_RETRY_NONE;
}
static moya_status see_process(void *it, moya_context *context) { return see(it, context, "process"); }
static void see_release(void *it, void *slot) {
  EXPECT(slot == value_of(it));
  write_note(it, "released");
}
static const moya_body_hooks bodies = {.size = sizeof bodies, .head = see_head, .end = see_end};
static const void *get_extension(const char *name) { return strcmp(name, MOYA_BODY) == 0 ? &bodies : NULL; }
#define PLAN                                                                                                      \
  MOYA_PLUGIN_HEAD, .id = "org.libmoya.plans", .version = "1.0.0", .options = letter, .create = remember,         \
      .destroy = forget, .prepare = plan_prepare, .sign = see_sign, .will_send = see_will_send,                   \
      .did_receive = see_did_receive, .should_retry = see_should_retry, .process = see_process,                   \
      .release_slot = see_release, .get_extension = get_extension
static const moya_plugin waits_too = {PLAN, .flags = MOYA_PLUGIN_NEEDS_SLOT | MOYA_PLUGIN_WAITS};
static const moya_plugin only_edits = {PLAN, .flags = MOYA_PLUGIN_NEEDS_SLOT};

/* A plugin that needs no slot. Its hooks run for each call. */
static int64_t retry(void *it, moya_context *context) {
  const plan *does = host->target_user(context);
  (void)it;
  return host->attempt(context) < does->attempts ? 0 : MOYA_RETRY_NONE;
}
static moya_status note_process(void *it, moya_context *context) {
  (void)context;
  write_note(it, "process");
  return MOYA_HOOK_OK;
}
static const moya_plugin retries = {
    MOYA_PLUGIN_HEAD,   .id = "org.libmoya.retries", .version = "1.0.0",    .options = letter,
    .create = remember, .destroy = forget,           .should_retry = retry, .process = note_process};

/* ── The model ── */

static char wanted[4096];
static void want(const bool *has_slot, const char *hook) {
  for (int plugin = 0; plugin < 2; plugin++) {
    size_t length = strlen(wanted);
    if (!has_slot || has_slot[plugin]) {
      snprintf(wanted + length, sizeof wanted - length, "%s%c.%s", length ? " " : "", "ab"[plugin], hook);
    }
  }
}
static void model(const plan *does, way way) {
  bool slot[2] = {false, false}, is_streamed = way == CALLED_STREAM || way == SENT_STREAM, goes_on = true;
  wanted[0] = 0;
  for (uint32_t attempt = 1; goes_on; attempt++) {
    for (int plugin = 0; plugin < 2 && goes_on; plugin++) {
      char letter = letter_of(does, plugin, attempt);
      const bool runs[2] = {plugin == 0, plugin == 1};
      want(runs, "prepare");
      if (strchr("sSAFDZ", letter)) slot[plugin] = true;
      if (letter == 'n') slot[plugin] = false;
      goes_on = !strchr("aAfFZ", letter);
    }
    if (!goes_on) break;
    want(slot, "sign"), want(slot, "will_send"), want(slot, "head"), want(slot, "end"), want(slot, "did_receive");
    /* There is no second attempt after handlers have received the head. */
    if (!is_streamed) want(slot, "should_retry");
    goes_on = !is_streamed && attempt < does->attempts;
  }
  want(slot, "process");
  if (does->attempts > 1) strcat(wanted, " r.process");
  want(slot, "released");
}

/* ── Rows ── */

static const char *const plans[] = {"-", "s",  "n",  "S",  "R",  "F",  "f",  "A", "a",
                                    "D", "Z", "-s", "s-", "sn", "-S", "RS", "S-n"};
enum { PLANS = sizeof plans / sizeof *plans };
static bool waits_in(const char *of) { return strpbrk(of, "RSZD") != NULL; }

static void add(moya_provider *provider, const moya_plugin *plugin, const char *name) {
  char config[32];
  snprintf(config, sizeof config, "{\"as\": \"%s\"}", name);
  moya_plugin_use use = MOYA_PLUGIN_USE(.plugin = plugin, .name = name, .config = config);
  EXPECT_STATUS(moya_provider_use(provider, &use, NULL), MOYA_OK);
}
static void play(plan does, way way, source source, bool is_shared, bool is_waiting) {
  moya_provider *provider = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.pump = way == PUMPED ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH;
  journal[0] = 0;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  add(provider, is_waiting || waits_in(does.of[0]) ? &waits_too : &only_edits, "a");
  add(provider, is_waiting || waits_in(does.of[1]) ? &waits_too : &only_edits, "b");
  if (does.attempts > 1) add(provider, &retries, "r");
  calling it = calling_of(provider, way, source, NULL);
  it.target.user = &does;
  if (is_shared) it.target.flags = MOYA_TARGET_SHARE;
  make_call(&it);
  join_all();
  model(&does, way);
  EXPECT(strcmp(journal, wanted) == 0, "%s and %s, way %d, source %d: %s instead of %s", does.of[0], does.of[1], way,
         source, journal, wanted);
  moya_provider_destroy(provider);
}
/* Runs every 41st row, or with --long every fifth row. Both numbers are primes, so that each letter occurs in each way
 * to make a call. */
static void rows(void) {
  int number = 0, step = is_long() ? 5 : 41;
  for (int a = 0; a < PLANS; a++) {
    for (int b = 0; b < PLANS; b++) {
      for (int call = 0; call < WAYS * SOURCES; call++) {
        for (int how = 0; how < 12; how++) {
          plan does = {{plans[a], plans[b]}, 1 + (uint32_t)how % 3};
          if (number++ % step == 0 && is_played(number / step)) {
            play(does, call % WAYS, call / WAYS, how / 3 % 2, how / 6);
          }
        }
      }
    }
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("hooks of two plugins run for the calls whose slots they have set, in every kind of call", rows);
  server_stop(&faults);
  return verdict();
}
