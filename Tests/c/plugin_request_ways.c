/* Tests requests that plugins send: which plugins run hooks for them, and which calls wait for them. */
#include "plugin_tasks.h"

/* ── The plugins that see a request ── */

/* These plugins note the hooks that run for requests of plugins, for example "b.prepare(NAME)". */
static moya_status (*on_request)(const char *, moya_context *); /* in prepare; NULL: nothing */
static void note_name(const char *it, const char *what, moya_context *context) {
  char text[128];
  snprintf(text, sizeof text, "%s(%s)", what, host->target_name(context).data);
  write_note(it, text);
}
static bool is_of_plugin(moya_context *context) { return !str_is(host->target_name(context), "API.call"); }
static moya_status meet(void *it, moya_context *context) {
  if (!is_of_plugin(context)) return prepare(it, context);
  EXPECT(host->target_user(context) == NULL && host->attempt(context) == 1);
  note_name(it, "prepare", context);
  return on_request ? on_request(it, context) : MOYA_HOOK_OK;
}
static void see_sent(void *it, moya_context *context) {
  if (is_of_plugin(context)) write_note(it, "will_send");
}
static void see_received(void *it, moya_context *context) {
  if (is_of_plugin(context)) write_note(it, "did_receive");
}
/* If a test sets `asks_in_sign` or `asks_in_process`, this hook of the first plugin sends a request, too. */
static moya_status ask(moya_context *context);
static bool asks_in_sign, asks_in_process;
static moya_status sign_request(void *it, moya_context *context) {
  return asks_in_sign && is_first(it) && !is_of_plugin(context) ? ask(context) : MOYA_HOOK_OK;
}
static moya_status see_result(void *it, moya_context *context) {
  if (is_of_plugin(context)) write_note(it, "process");
  else if (asks_in_process && is_first(it)) return ask(context);
  return MOYA_HOOK_OK;
}
static const moya_plugin passing = {MOYA_PLUGIN_HEAD, .flags = MOYA_PLUGIN_WAITS, .id = "org.libmoya.first", TASKING,
                                    .prepare = meet, .sign = sign_request, .will_send = see_sent,
                                    .did_receive = see_received, .process = see_result};

static moya_provider_options options_with(moya_pump pump, moya_stubs **stubs) {
  moya_sample answer = MOYA_SAMPLE(.body = "token", .body_len = 5);
  moya_stub_rule any = MOYA_STUB_RULE(.answers = &answer, .answer_count = 1);
  EXPECT_STATUS(moya_stubs_create(stubs, NULL), MOYA_OK);
  EXPECT_STATUS(moya_stubs_add(*stubs, &any, NULL, NULL), MOYA_OK);
  moya_provider_options options = plain_options(pump);
  options.stubs = *stubs;
  return options;
}
static const struct {
  int sender;
  uint32_t flags;
  const char *name, *journal;
} rosters[] = {
  {0, 0, "x", "b.prepare(org.libmoya.first: x) c.prepare(org.libmoya.first: x) b.will_send c.will_send "
              "b.did_receive c.did_receive b.process c.process a.ran"},
  {1, 0, "x y", "c.prepare(second: x y) c.will_send c.did_receive c.process b.ran"},
  {1, 0, NULL, "c.prepare(second) c.will_send c.did_receive c.process b.ran"},
  {2, 0, NULL, "c.ran"},
  {0, MOYA_SUB_BARE, "x", "a.ran"},
  {1, MOYA_SUB_BARE, NULL, "b.ran"},
};
static void roster(moya_pump pump) {
  for (size_t row = 0; row < COUNT(rosters); row++) {
    moya_stubs *stubs;
    moya_provider_options options = options_with(pump, &stubs);
    on_request = NULL;
    begin_with(&options, &passing, 3);
    moya_sub_request request = MOYA_SUB_REQUEST(.url = "http://h/", .flags = rosters[row].flags,
                                                .name = rosters[row].name);
    ending end;
    reset(&end);
    EXPECT_STATUS(send_request(selves[rosters[row].sender], &request, &end), MOYA_OK);
    await_on(pump, &end.ended);
    expect_once(&end, MOYA_OK, "roster");
    EXPECT(strcmp(journal, rosters[row].journal) == 0, "%d: %s", (int)row, journal);
    moya_provider_destroy(provider);
    moya_stubs_release(stubs);
  }
}
/* A hook that waits sends a request of its context. The end of the request resumes the hook. */
static ending hooks_end;
static const char *hooks_url = "http://h/";
static void go_on(ending *end, moya_context *context) {
  (void)end, (void)context;
  EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
}
static moya_status ask(moya_context *context) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = hooks_url);
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  held = context;
  reset(&hooks_end);
  hooks_end.then = go_on;
  EXPECT_STATUS(send_request(context, &request, &hooks_end), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
/* A hook waits for a request that its instance owns. */
static moya_status ask_as_instance(moya_context *context) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = hooks_url);
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  held = context;
  reset(&hooks_end);
  hooks_end.then = go_on;
  EXPECT_STATUS(send_request(self, &request, &hooks_end), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static const acts asking = {.prepare = ask}, asking_as_instance = {.prepare = ask_as_instance};

static void roster_of_hook(void) {
  moya_stubs *stubs;
  moya_provider_options options = options_with(MOYA_PUMP_DISPATCH, &stubs);
  on_request = NULL;
  begin_with(&options, &passing, 2);
  expect_free_call(provider, IMMEDIATE, &asking);
  EXPECT_JOURNAL("a.prepare b.prepare(org.libmoya.first) b.will_send b.did_receive b.process a.ran b.prepare");
  moya_provider_destroy(provider);
  moya_stubs_release(stubs);
}

/* If a plugin sends a request, the later plugins of the provider can do everything with it that they can do with a
 * call: change it, let it fail, answer it, or make it wait. */
static moya_status add_field(const char *it, moya_context *context) {
  (void)it;
  return host->request_set_header(context, "X-Later", "1");
}
static moya_status refuse(const char *it, moya_context *context) {
  (void)it;
  host->fail(context, "no requests today");
  return MOYA_ERROR_ENCODING;
}
static moya_status answer(const char *it, moya_context *context) {
  (void)it;
  EXPECT_STATUS(host->response_set_status(context, 299), MOYA_OK);
  EXPECT_STATUS(host->response_set_body(context, "mine", 4), MOYA_OK);
  return MOYA_HOOK_ANSWERED;
}
static void then_resume(void *it, moya_context *context, void *user, moya_status status) {
  (void)it, (void)context;
  EXPECT_STATUS(status, MOYA_OK);
  EXPECT_STATUS(host->resume(user, MOYA_HOOK_OK), MOYA_OK);
}
static moya_status wait_for_timer(const char *it, moya_context *context) {
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(tasks->after(selves[*it - 'a'], 1, then_resume, context, NULL), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
/* An earlier plugin has sent a request, and this plugin's `prepare` runs for it. This hook sends a second request. The
 * first request waits until the second one has ended. */
static moya_status wait_for_request(const char *it, moya_context *context) {
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/ok"), .name = "nested");
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  EXPECT_STATUS(tasks->send(selves[*it - 'a'], &request, then_resume, context, NULL), MOYA_OK);
  return MOYA_HOOK_PENDING;
}
static void later_plugins(moya_pump pump) {
  static const struct {
    const char *what;
    moya_status (*act)(const char *, moya_context *);
    moya_status status;
    int32_t http_status;
    const char *part, *journal;
  } rows[] = {
    {"a field", add_field, MOYA_OK, 200, "[\"X-Later\", \"1\"]", NULL},
    {"an error", refuse, MOYA_ERROR_ENCODING, 0, "no requests today",
     "b.prepare(org.libmoya.first) b.process c.process a.ENCODING"},
    {"an answer", answer, MOYA_OK, 299, "mine", "b.prepare(org.libmoya.first) b.process c.process a.ran"},
    {"a timer", wait_for_timer, MOYA_OK, 200, "GET", NULL},
    {"a request", wait_for_request, MOYA_OK, 200, "GET", NULL},
  };
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_provider_options options = plain_options(pump);
    on_request = rows[row].act;
    begin_with(&options, &passing, 3);
    moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/echo"));
    ending end;
    reset(&end);
    EXPECT_STATUS(send_request(self, &request, &end), MOYA_OK);
    await_on(pump, &end.ended);
    expect_once(&end, rows[row].status, rows[row].what);
    EXPECT(end.http_status == rows[row].http_status, "%s: %d", rows[row].what, end.http_status);
    const char *text = end.status ? end.message : end.body;
    EXPECT(strstr(text, rows[row].part), "%s: %s", rows[row].what, text);
    EXPECT(!rows[row].journal || strcmp(journal, rows[row].journal) == 0, "%s: %s", rows[row].what, journal);
    moya_provider_destroy(provider);
  }
  on_request = NULL;
}

static void redirected(moya_pump pump) {
  static const struct {
    uint32_t flags;
    int32_t http_status;
  } rows[] = {{0, 200}, {MOYA_SUB_NO_REDIRECTS, 302}, {MOYA_SUB_NO_REDIRECTS | MOYA_SUB_BARE, 302}};
  for (size_t row = 0; row < COUNT(rows); row++) {
    moya_provider_options options = plain_options(pump);
    begin_with(&options, &passing, 1);
    moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/redirect/0"), .flags = rows[row].flags);
    ending end;
    reset(&end);
    EXPECT_STATUS(send_request(self, &request, &end), MOYA_OK);
    await_on(pump, &end.ended);
    expect_once(&end, MOYA_OK, "a redirect");
    EXPECT(end.http_status == rows[row].http_status, "row %zu: %d", row, end.http_status);
    moya_provider_destroy(provider);
  }
}

/* If a later plugin is turned off, or is only for targets with a tag, its hooks do not run for a request of an earlier
 * plugin. */
static void filtered(void) {
  moya_stubs *stubs;
  moya_provider_options options = options_with(MOYA_PUMP_DISPATCH, &stubs);
  begin_with(&options, &passing, 2);
  moya_plugin_use tagged = MOYA_PLUGIN_USE(.plugin = &passing, .name = "third", .config = "{\"as\": \"c\"}",
                                           .only_tag = "t");
  EXPECT_STATUS(moya_provider_use(provider, &tagged, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_enable(provider, "second", false, NULL), MOYA_OK);
  moya_sub_request request = MOYA_SUB_REQUEST(.url = "http://h/");
  ending end;
  reset(&end);
  EXPECT_STATUS(send_request(self, &request, &end), MOYA_OK);
  await(&end.ended);
  expect_once(&end, MOYA_OK, "filtered");
  EXPECT_JOURNAL("a.ran");
  moya_provider_destroy(provider);
  moya_stubs_release(stubs);
}

/* ── Calls that wait for a request ── */

/* Makes calls in every way, with a hook that waits for a request. The provider may have only one connection. */
static void ways(const acts *does) {
  on_request = NULL;
  hooks_url = at("/ok");
  for (int row = 0; row < 2 * WAYS * SOURCES; row++) {
    if (!is_played(row)) continue;
    way way = row / SOURCES % WAYS;
    /* In the second half of the rows, a blocking call runs the loop itself, because the provider has MOYA_PUMP_HOST. */
    bool is_pumped = way == PUMPED || (way <= CALLED_STREAM && row >= WAYS * SOURCES);
    if (row >= WAYS * SOURCES && way > CALLED_STREAM) continue;
    moya_provider_options options = plain_options(is_pumped ? MOYA_PUMP_HOST : MOYA_PUMP_DISPATCH);
    options.max_connections = options.max_connections_per_host = 1;
    begin_with(&options, &passing, 1);
    hooks_end.calls = 0;
    calling it = calling_of(provider, way, row % SOURCES, does);
    make_call(&it);
    EXPECT(it.status == MOYA_OK, "row %d: %s", row, it.message);
    expect_once(&hooks_end, MOYA_OK, "way");
    EXPECT(hooks_end.http_status == 200, "row %d: %d", row, hooks_end.http_status);
    moya_provider_destroy(provider);
  }
}
static void of_hooks(void) { ways(&asking); }
static void of_instances(void) { ways(&asking_as_instance); }
static void of_sign(void) {
  asks_in_sign = true;
  ways(NULL);
  asks_in_sign = false;
}
static void of_process(void) {
  asks_in_process = true;
  ways(NULL);
  asks_in_process = false;
}

/* ── A token for several calls ── */

/* The first call asks for a token. A later plugin holds the request until the test has seen all calls wait. */
enum { takers = 5 };
static pthread_mutex_t token_lock = PTHREAD_MUTEX_INITIALIZER;
static moya_context *takers_held[takers], *_Atomic token_held;
static int taker_count;
static char token[16];
static sem_t all_wait, token_waits;
static void give_token(ending *end, moya_context *context) {
  moya_context *given[takers];
  (void)context;
  pthread_mutex_lock(&token_lock);
  snprintf(token, sizeof token, "%.15s", end->status == MOYA_OK ? end->body : "none");
  int count = taker_count;
  memcpy(given, takers_held, sizeof given);
  taker_count = 0;
  pthread_mutex_unlock(&token_lock);
  for (int index = 0; index < count; index++) {
    moya_status status = host->request_set_header(given[index], "Authorization", token);
    EXPECT(host->resume(given[index], status) == status, "%s", moya_status_name(status));
  }
}
static ending token_end;
static moya_status take_token(moya_context *context) {
  moya_status status = MOYA_OK;
  pthread_mutex_lock(&token_lock);
  bool is_first_one = taker_count == 0 && !token[0];
  if (token[0]) status = host->request_set_header(context, "Authorization", token);
  else if ((status = host->defer(context)) == MOYA_OK) takers_held[taker_count++] = context, status = MOYA_HOOK_PENDING;
  if (taker_count == takers) sem_post(&all_wait);
  pthread_mutex_unlock(&token_lock);
  moya_sub_request request = MOYA_SUB_REQUEST(.url = at("/bytes/4"), .name = "token");
  if (is_first_one) EXPECT_STATUS(send_request(self, &request, &token_end), MOYA_OK);
  return status;
}
static moya_status hold_token(const char *it, moya_context *context) {
  (void)it;
  EXPECT_STATUS(host->defer(context), MOYA_OK);
  token_held = context;
  sem_post(&token_waits);
  return MOYA_HOOK_PENDING;
}
static char authorizations[takers + 1][16];
static _Atomic int field_count;
static moya_status keep_field(moya_context *context) {
  KEEP(authorizations[field_count++ % (takers + 1)], host->request_header(context, "Authorization"));
  return MOYA_HOOK_OK;
}
static void refreshed(moya_pump pump) {
  static const acts taking = {.prepare = take_token, .following = keep_field};
  moya_provider_options options = plain_options(pump);
  calling calls[takers + 1];
  moya_call *first = NULL;
  taker_count = 0;
  token[0] = 0;
  token_held = NULL;
  field_count = 0;
  memset(authorizations, 0, sizeof authorizations);
  sem_init(&all_wait, 0, 0);
  sem_init(&token_waits, 0, 0);
  reset(&token_end);
  token_end.then = give_token;
  on_request = hold_token;
  begin_with(&options, &passing, 2);
  for (int index = 0; index < takers; index++) {
    calls[index] = calling_of(provider, SENT, NETWORK, &taking);
    moya_handlers handlers = MOYA_HANDLERS(.end = hear, .user = &calls[index]);
    sem_init(&calls[index].ended, 0, 0);
    EXPECT_STATUS(moya_provider_send(provider, &calls[index].target, &handlers, NULL, index ? NULL : &first, NULL),
                  MOYA_OK);
  }
  await_on(pump, &all_wait);
  await_on(pump, &token_waits);
  /* Cancels the call whose hook has sent the request. The context of this call accepts no more changes. */
  moya_call_cancel(first);
  await_on(pump, &calls[0].ended);
  EXPECT_STATUS(calls[0].status, MOYA_ERROR_CANCELLED);
  EXPECT_STATUS(host->request_set_header(takers_held[0], "X", "1"), MOYA_ERROR_STATE);
  EXPECT_STATUS(host->resume(token_held, MOYA_HOOK_OK), MOYA_OK);
  for (int index = 1; index < takers; index++) {
    await_on(pump, &calls[index].ended);
    EXPECT(calls[index].status == MOYA_OK, "%d: %s", index, calls[index].message);
  }
  await_on(pump, &token_end.ended);
  expect_once(&token_end, MOYA_OK, "token");
  /* A later call gets the stored token and does not wait. */
  calls[takers] = calling_of(provider, SENT, NETWORK, &taking);
  send_call(&calls[takers]);
  await_on(pump, &calls[takers].ended);
  EXPECT(calls[takers].status == MOYA_OK, "%s", calls[takers].message);
  for (int index = 0; index < takers; index++) {
    EXPECT(strcmp(authorizations[index], "xxxx") == 0, "%d: %s", index, authorizations[index]);
  }
  EXPECT(authorizations[takers][0] == 0, "a call that was cancelled goes on");
  const char *asked = strstr(journal, "(org.libmoya.first: token)");
  EXPECT(asked && !strstr(asked + 1, "(org"), "%s", journal);
  moya_call_release(first);
  moya_provider_destroy(provider);
  on_request = NULL;
}

static void all_rosters(void) { with_both_pumps(roster); }
static void all_later(void) { with_both_pumps(later_plugins); }
static void all_redirected(void) { with_both_pumps(redirected); }
static void all_refreshed(void) { with_both_pumps(refreshed); }

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a plugin's request passes the plugins that were added later, and no others", all_rosters);
  TEST("the request of a hook that waits passes the same plugins", roster_of_hook);
  TEST("later plugins change, answer, refuse and delay a plugin's request", all_later);
  TEST("a plugin's request does not pass plugins that are off or need a tag", filtered);
  TEST("a plugin's request follows redirects, or has their status", all_redirected);
  TEST("calls of every kind wait for a request of their hook", of_hooks);
  TEST("calls of every kind wait for a request of the instance", of_instances);
  TEST("calls of every kind wait for a request of `sign`", of_sign);
  TEST("calls of every kind wait for a request of `process`", of_process);
  TEST("five calls share one request for a token, and one of them is cancelled", all_refreshed);
  server_stop(&faults);
  return verdict();
}
