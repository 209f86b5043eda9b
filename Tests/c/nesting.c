/* Makes calls from callbacks and hooks, again and again, on a thread with a small stack. An immediate stub must not
 * call back inside the function that sent it, because that could nest without end. */
#include "plugin_journal.h"

#include <pthread.h>

enum { STACK = 512 * 1024 };

/* The number of calls. The callback of each call sends the next one. */
static int chain;

static moya_provider *provider;
static int sent, ended, freed, depth, deepest, refused;
static void (*in_callback)(void);

static void count_end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)error;
  EXPECT(status == (refused ? MOYA_ERROR_INVALID_URL : MOYA_OK) && (response != NULL) == !refused, "%d", status);
  ended++;
  depth++;
  if (depth > deepest) deepest = depth;
  if (in_callback) in_callback();
  depth--;
}
static void count_release(void *user) {
  (void)user;
  freed++;
}

static void send_one(moya_call **call) {
  moya_target target = target_of();
  if (refused) target.base_url = "nothing";
  sent++;
  EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = count_end, .release_user = count_release), NULL, call, NULL), MOYA_OK);
}
static void send_next(void) {
  if (sent < chain) send_one(NULL);
}
static void send_next_and_cancel(void) {
  if (sent >= chain) return;
  moya_call *call = NULL;
  send_one(&call);
  moya_call_cancel(call);
  moya_call_release(call);
}
static void send_two(void) {
  send_next();
  send_next();
}

/* All calls have ended when the outermost send returns. */
static void *run_chain(void *unused) {
  (void)unused;
  sent = ended = freed = depth = deepest = 0;
  send_one(NULL);
  EXPECT(ended == chain && freed == chain, "%d ended, %d freed", ended, freed);
  return NULL;
}
static void on_small_stack(void *(*body)(void *)) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  EXPECT(pthread_attr_setstacksize(&attributes, STACK) == 0);
  EXPECT(pthread_create(&thread, &attributes, body, NULL) == 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}

static void chains(void) {
  void (*const kinds[])(void) = {send_next, send_next_and_cancel};
  for (moya_pump pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
    options.pump = pump;
    EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
      in_callback = kinds[kind];
      on_small_stack(run_chain);
      EXPECT(deepest > 1 && deepest < 100, "%d", deepest);
    }
    moya_provider_destroy(provider);
  }
}

/* The callback of a call that fails before anything is sent does not nest without end either. */
static void refused_chain(void) {
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  in_callback = send_next;
  refused = 1;
  on_small_stack(run_chain);
  refused = 0;
  moya_provider_destroy(provider);
}

static void trees(void) {
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  in_callback = send_two;
  on_small_stack(run_chain);
  moya_provider_destroy(provider);
}

/* A plugin that answers each call itself, and a plugin whose hook sends the next call. */
static moya_status answer_at_once(void *it, moya_context *context) {
  (void)it;
  EXPECT_STATUS(host->response_set_status(context, 200), MOYA_OK);
  return MOYA_HOOK_ANSWERED;
}
static const moya_plugin answering = {MOYA_PLUGIN_HEAD,
                                      .id = "org.libmoya.answering",
                                      .version = "1.0.0",
                                      .options = letter,
                                      .create = remember,
                                      .destroy = forget,
                                      .prepare = answer_at_once};
static int sent_in_hook;
static void send_in_hook(void *it, moya_context *context) {
  (void)it, (void)context;
  if (++sent_in_hook < chain) send_one(NULL);
}
static const moya_plugin sending = {MOYA_PLUGIN_HEAD,
                                    .id = "org.libmoya.sending",
                                    .version = "1.0.0",
                                    .options = letter,
                                    .create = remember,
                                    .destroy = forget,
                                    .did_receive = send_in_hook};
static void plugins(void) {
  provider = provider_with(&answering, NULL);
  in_callback = send_next;
  on_small_stack(run_chain);
  moya_provider_destroy(provider);

  provider = provider_with(&sending, NULL);
  in_callback = NULL;
  on_small_stack(run_chain);
  moya_provider_destroy(provider);
}

/* A function inside nested callbacks of one provider creates another provider, uses it and destroys it. */
static int destroyed;
static void use_another(void) {
  if (destroyed) return;
  if (depth < 30) {
    send_one(NULL);
    return;
  }
  moya_provider *mine = provider;
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  int before = ended;
  in_callback = NULL;
  for (int count = 0; count < 5; count++) send_one(NULL);
  moya_provider_destroy(provider);
  EXPECT(ended == before + 5, "%d", ended - before);
  provider = mine;
  destroyed++;
  in_callback = use_another;
}
static void *run_two(void *unused) {
  (void)unused;
  sent = ended = freed = depth = deepest = 0;
  send_one(NULL);
  return NULL;
}
static void two_providers(void) {
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  in_callback = use_another;
  on_small_stack(run_two);
  EXPECT(destroyed == 1, "%d", destroyed);
  moya_provider_destroy(provider);
}

int main(void) {
  chain = often(20000);
  TEST("a chain of stubs in callbacks needs no stack, cancelled or not", chains);
  TEST("a chain of requests that are refused needs no stack", refused_chain);
  TEST("callbacks that each send two end all of them before the first send returns", trees);
  TEST("a chain through plugins' hooks and answers needs no stack", plugins);
  TEST("a provider destroyed deep in another's callbacks ends its calls first", two_providers);
  return verdict();
}
