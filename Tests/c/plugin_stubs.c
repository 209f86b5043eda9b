/* Tests blocking calls with plugins and an immediate stub. Hooks and other threads cancel the call, or end its
 * provider, while the call runs. */
#include "plugin_journal.h"

#include <pthread.h>
#include <semaphore.h>

static moya_provider *provider;
static void (*in_prepare)(moya_context *), (*in_will_send)(void), (*in_did_receive)(void), (*in_process)(void);
static moya_status prepared, processed;

static moya_status prepare(void *it, moya_context *context) {
  note(it, "prepare");
  if (*(char *)it != 'a') return MOYA_HOOK_OK;
  EXPECT_STATUS(host->set_slot(context, it), MOYA_OK);
  if (in_prepare) in_prepare(context);
  return prepared;
}
static void will_send(void *it, moya_context *context) {
  note(it, str_is(host->request_header(context, "X"), "1") ? "will_send-X" : "will_send");
  if (in_will_send) in_will_send();
}
static void did_receive(void *it, moya_context *context) {
  note(it, host->result_status(context) == MOYA_OK ? "received" : "missed");
  if (in_did_receive) in_did_receive();
}
static moya_status process(void *it, moya_context *context) {
  moya_status status = host->result_status(context);
  note(it, status == MOYA_OK ? "processed" : moya_status_name(status) + sizeof "MOYA_ERROR_" - 1);
  /* A call that was cancelled before it began has no request. */
  EXPECT(str_has(host->request_url(context), "http://h/a") || status == MOYA_ERROR_CANCELLED);
  EXPECT(host->attempt(context) == 1);
  if (in_process) in_process();
  return processed;
}
static void release_slot(void *it, void *slot) {
  EXPECT(slot == it);
  note(it, "released");
}
static const moya_plugin plugin = {MOYA_PLUGIN_HEAD,
                                   .id = "org.libmoya.stubbed",
                                   .version = "1.0.0",
                                   .options = letter,
                                   .create = remember,
                                   .destroy = forget,
                                   .prepare = prepare,
                                   .will_send = will_send,
                                   .did_receive = did_receive,
                                   .process = process,
                                   .release_slot = release_slot};

/* Makes a provider with MOYA_PUMP_HOST. If a hook destroys such a provider, the provider is gone as soon as the call
 * returns. */
static moya_provider *pumped_provider(const moya_plugin *second) {
  moya_provider *made = NULL;
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.pump = MOYA_PUMP_HOST;
  journal[0] = 0;
  EXPECT_STATUS(moya_provider_create(&options, &made, NULL), MOYA_OK);
  EXPECT_STATUS(moya_provider_add_plugin(made, &plugin, "{\"as\": \"a\"}", NULL), MOYA_OK);
  if (second) add_second(made, second);
  return made;
}

static void cancel_all(void) { moya_provider_cancel_all(provider); }
static void cancel_in_prepare(moya_context *context) {
  (void)context;
  cancel_all();
}
static void close_in_prepare(moya_context *context) {
  (void)context;
  moya_provider_close(provider);
}
static void destroy_in_prepare(moya_context *context) {
  (void)context;
  moya_provider_destroy(provider);
}
static void take_time(moya_context *context) {
  (void)context;
  struct timespec now, start;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - start.tv_sec) * 1000000000LL + now.tv_nsec - start.tv_nsec < 2000000);
}
static void edit(moya_context *context) { EXPECT_STATUS(host->request_set_header(context, "X", "1"), MOYA_OK); }
static void grow(moya_context *context) {
  static char value[131072];
  memset(value, 'a', sizeof value - 1);
  char name[] = "X-a";
  for (int count = 0; count < 8; count++, name[2]++) {
    EXPECT_STATUS(host->request_set_header(context, name, value), MOYA_OK);
  }
}

typedef struct row {
  const char *what;
  void (*prepare)(moya_context *);
  void (*will_send)(void), (*did_receive)(void), (*process)(void);
  moya_status prepared, processed;
  uint32_t http_status, timeout_ms;
  moya_status failure;
  /* The expected end. */
  moya_status status;
  const char *text, *journal;
  bool is_destroyed;
} row;

static const row rows[] = {
    {.what = "a header",
     .prepare = edit,
     .journal =
         "a.prepare b.prepare a.will_send-X b.will_send-X a.received b.received a.processed b.processed a.released"},
    {.what = "a failing sample",
     .failure = MOYA_ERROR_TLS,
     .status = MOYA_ERROR_TLS,
     .text = "API.call: the stub fails, as its sample says",
     .journal = "a.prepare b.prepare a.will_send b.will_send a.missed b.missed a.TLS b.TLS a.released"},
    {.what = "a status that the target refuses",
     .http_status = 404,
     .status = MOYA_ERROR_STATUS_CODE,
     .text = "API.call: the response to GET http://h/a has the status 404, which is not accepted",
     .journal = "a.prepare b.prepare a.will_send b.will_send a.missed b.missed a.STATUS_CODE b.STATUS_CODE a.released"},
    {.what = "an answer of prepare",
     .prepared = MOYA_HOOK_ANSWERED,
     .journal = "a.prepare a.processed b.processed a.released"},
    {.what = "a failing prepare",
     .prepared = MOYA_ERROR_BODY,
     .status = MOYA_ERROR_BODY,
     .text = "API.call: plugin org.libmoya.stubbed failed in prepare: MOYA_ERROR_BODY",
     .journal = "a.prepare a.BODY b.BODY a.released"},
    {.what = "a failing process",
     .processed = MOYA_ERROR_BODY,
     .status = MOYA_ERROR_BODY,
     .text = "API.call: plugin second failed in process",
     .journal = "a.prepare b.prepare a.will_send b.will_send a.received b.received a.processed b.BODY a.released"},
    {.what = "a request that grew too large",
     .prepare = grow,
     .status = MOYA_ERROR_INVALID_REQUEST,
     .text = "API.call: method, URL and header section are larger than",
     .journal =
         "a.prepare b.prepare a.will_send b.will_send a.missed b.missed a.INVALID_REQUEST b.INVALID_REQUEST a.released"},
    {.what = "a cancel in prepare",
     .prepare = cancel_in_prepare,
     .status = MOYA_ERROR_CANCELLED,
     .journal = "a.prepare b.prepare a.CANCELLED b.CANCELLED a.released"},
    {.what = "a cancel in a prepare that answers",
     .prepare = cancel_in_prepare,
     .prepared = MOYA_HOOK_ANSWERED,
     .status = MOYA_ERROR_CANCELLED,
     .journal = "a.prepare a.CANCELLED b.CANCELLED a.released"},
    {.what = "a cancel in will_send",
     .will_send = cancel_all,
     .status = MOYA_ERROR_CANCELLED,
     .journal = "a.prepare b.prepare a.will_send b.will_send a.missed b.missed a.CANCELLED b.CANCELLED a.released"},
    {.what = "a cancel in did_receive, which comes too late",
     .did_receive = cancel_all,
     .journal = "a.prepare b.prepare a.will_send b.will_send a.received b.received a.processed b.processed a.released"},
    {.what = "a cancel in process, which comes too late",
     .process = cancel_all,
     .journal = "a.prepare b.prepare a.will_send b.will_send a.received b.received a.processed b.processed a.released"},
    {.what = "a total timeout that is over before the request is sent",
     .prepare = take_time,
     .timeout_ms = 1,
     .status = MOYA_ERROR_TIMEOUT_TOTAL,
     .text = "API.call: the request was not sent within its total timeout of 1 ms",
     .journal = "a.prepare b.prepare a.TIMEOUT_TOTAL b.TIMEOUT_TOTAL a.released"},
    {.what = "a provider that is closed in prepare",
     .prepare = close_in_prepare,
     .status = MOYA_ERROR_CANCELLED,
     .journal = "a.prepare b.prepare a.CANCELLED b.CANCELLED a.released"},
    {.what = "a provider that is destroyed in prepare",
     .prepare = destroy_in_prepare,
     .status = MOYA_ERROR_CANCELLED,
     .journal = "a.prepare b.prepare a.CANCELLED b.CANCELLED a.released b.destroy a.destroy",
     .is_destroyed = true},
};

/* Runs the row. In round 0, this is the first call of the provider. In rounds 1 and 2, the provider has made a call
 * before, because the library treats a first call differently. In round 2, the target also has a tag. */
static void play(const row *row, int round) {
  static const char *const tag = "tag";
  provider = pumped_provider(&plugin);
  moya_target target = target_of();
  moya_response *response = NULL;
  moya_error *error = NULL;
  if (round > 0) {
    in_prepare = NULL, in_will_send = in_did_receive = in_process = NULL, prepared = processed = 0;
    EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
    moya_response_release(response);
    journal[0] = 0;
  }
  in_prepare = row->prepare, in_will_send = row->will_send;
  in_did_receive = row->did_receive, in_process = row->process;
  prepared = row->prepared, processed = row->processed;
  sample.http_status = (int32_t)row->http_status;
  sample.failure = row->failure;
  target.timeout_ms = row->timeout_ms;
  target.validation = MOYA_VALIDATION_SUCCESS;
  if (round > 1) target.tags = &tag, target.tag_count = 1;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  EXPECT(status == row->status, "%s: %s", row->what, moya_status_name(status));
  EXPECT(!row->text || str_has(moya_error_message(error), row->text), "%s: %s", row->what,
         moya_error_message(error).data);
  EXPECT(strcmp(journal, row->journal) == 0, "%s: %s", row->what, journal);
  moya_response_release(response);
  moya_error_release(error);
  if (!row->is_destroyed) moya_provider_destroy(provider);
}
static void hooks(void) {
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
    for (int round = 0; round < 3; round++) play(&rows[index], round);
  }
}

/* Another thread cancels the call, or destroys the provider, while `prepare` runs. */
static sem_t is_inside, may_leave;
static void wait_inside(moya_context *context) {
  (void)context;
  sem_post(&is_inside);
  while (sem_wait(&may_leave)) continue;
}
static void *call_once(void *unused) {
  (void)unused;
  moya_target target = target_of();
  moya_response *response;
  moya_status status = call(provider, &target, &response);
  moya_response_release(response);
  return (void *)(intptr_t)status;
}
static void *end_provider(void *unused) {
  (void)unused;
  moya_provider_destroy(provider);
  return NULL;
}
static void ignore(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)user, (void)status, (void)response, (void)error;
}
/* Waits until the provider refuses calls. No hook runs for a refused call, so the journal stays empty. */
static void await_closed(void) {
  moya_target target = target_of();
  while (moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = ignore), NULL, NULL, NULL) == MOYA_OK) {
    journal[0] = 0;
  }
}
static moya_status stubbed_while(void *(*other)(void *)) {
  sem_init(&is_inside, 0, 0);
  sem_init(&may_leave, 0, 0);
  provider = pumped_provider(NULL);
  in_prepare = NULL;
  EXPECT(call_once(NULL) == MOYA_OK);
  in_prepare = wait_inside;
  pthread_t calling, acting;
  EXPECT(pthread_create(&calling, NULL, call_once, NULL) == 0);
  while (sem_wait(&is_inside)) continue;
  in_prepare = NULL;
  journal[0] = 0;
  if (other) {
    EXPECT(pthread_create(&acting, NULL, other, NULL) == 0);
    await_closed();
  }
  /* moya_provider_destroy refuses new calls before it cancels the running ones. The call must be cancelled before
   * its hook returns, so this thread cancels the call, too. */
  cancel_all();
  sem_post(&may_leave);
  void *status;
  pthread_join(calling, &status);
  if (other) pthread_join(acting, NULL);
  return (moya_status)(intptr_t)status;
}
static void other_threads(void) {
  in_will_send = in_did_receive = in_process = NULL, prepared = processed = 0;
  EXPECT_STATUS(stubbed_while(NULL), MOYA_ERROR_CANCELLED);
  EXPECT_JOURNAL("a.CANCELLED a.released");
  moya_target target = target_of();
  moya_response *response;
  EXPECT_STATUS(call(provider, &target, &response), MOYA_OK);
  moya_response_release(response);
  moya_provider_destroy(provider);
  EXPECT_STATUS(stubbed_while(end_provider), MOYA_ERROR_CANCELLED);
  EXPECT_JOURNAL("a.CANCELLED a.released a.destroy");
}

int main(void) {
  TEST("hooks of a call that a stub answers at once change, end and outlive it as those of any other", hooks);
  TEST("such a call is cancelled by another thread, and waited for by destroy", other_threads);
  return verdict();
}
