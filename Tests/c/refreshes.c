/* Tests the refresh function of moya.access-token. If the refresh itself makes a call that needs the token, this call
 * fails at once with a message. Calls of other code wait for the token. */
#include "calls.h"

#include <pthread.h>
#include <stdatomic.h>

/* Who makes the call that needs the token: the refresh function, the callback of a call that this function makes, or
 * a thread that blocks in moya_refresh_run. */
typedef enum maker { FUNCTION, CALLBACK, THREAD, MAKERS } maker;

static const char *const tag = "user";
static moya_target needy(void) {
  moya_target target = target_of("/ok");
  target.tags = &tag;
  target.tag_count = 1;
  return target;
}

typedef struct source {
  moya_provider *provider;
  maker who;
  moya_refresh *handle;
  pthread_t thread;
  bool hasThread;
  _Atomic int asked;
  _Atomic moya_status found; /* the status of the call that needs the token */
} source;

static void note_end(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  source *it = user;
  (void)response;
  it->found = status;
  EXPECT(str_has(moya_error_message(error), "it would wait for itself"), "%s", moya_error_message(error).data);
  EXPECT_STATUS(moya_refresh_fail(it->handle, status, moya_error_message(error).data), MOYA_OK);
  moya_refresh_release(it->handle);
}
static void ask(source *it) {
  moya_target target = needy();
  EXPECT_STATUS(moya_provider_send(it->provider, &target, &MOYA_HANDLERS(.end = note_end, .user = it), NULL, NULL, NULL), MOYA_OK);
}
static void ask_again(void *user, moya_status status, const moya_response *response, const moya_error *error) {
  (void)response, (void)error;
  EXPECT_STATUS(status, MOYA_OK);
  ask(user);
}
static void block(void *user) {
  source *it = user;
  moya_target target = target_of("/ok");
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(it->provider, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
  target = needy();
  moya_status status = moya_provider_call(it->provider, &target, NULL, &response, &error);
  note_end(it, status, NULL, error);
  moya_error_release(error);
}
static void *run(void *user) {
  source *it = user;
  /* With NULL as the function, moya_refresh_run fails and does not release the handle. With `block`, it releases the
   * handle. */
  EXPECT_STATUS(moya_refresh_run(it->handle, NULL, NULL), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya_refresh_run(it->handle, block, it), MOYA_OK);
  return NULL;
}
static void refresh(void *user, moya_refresh *handle) {
  source *it = user;
  it->asked++;
  it->handle = handle;
  moya_target target = target_of("/ok");
  switch (it->who) {
    case FUNCTION: ask(it); break;
    case THREAD: it->hasThread = pthread_create(&it->thread, NULL, run, it) == 0; break;
    default: EXPECT_STATUS(moya_provider_send(it->provider, &target, &MOYA_HANDLERS(.end = ask_again, .user = it), NULL, NULL, NULL), MOYA_OK);
  }
}

static moya_provider *provider_with(moya_pump pump, moya_refresh_fn function, void *user) {
  moya_provider *provider = provider_of(pump);
  moya_builtin functions = MOYA_BUILTIN(.refresh = function, .user = user);
  EXPECT_STATUS(moya_provider_add_builtin(provider, "moya.access-token", "{\"tag\": \"user\"}", &functions, NULL), MOYA_OK);
  return provider;
}

/* With MOYA_PUMP_HOST, a thread runs the loop while another thread waits in a call. */
typedef struct pumping {
  pthread_t thread;
  moya_provider *provider;
  _Atomic bool ends;
} pumping;
static void *pump_on(void *user) {
  pumping *it = user;
  while (!it->ends) (void)!moya_provider_process(it->provider, 20, NULL);
  return NULL;
}

static void of_itself(void) {
  for (int pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    for (int blocks = 0; blocks < 2; blocks++) {
      for (int who = 0; who < MAKERS; who++) {
        source it = {.who = who};
        it.provider = provider_with(pump, refresh, &it);
        pumping host = {.provider = it.provider};
        if (pump == MOYA_PUMP_HOST) pthread_create(&host.thread, NULL, pump_on, &host);
        moya_target target = needy();
        moya_response *response = NULL;
        moya_error *error = NULL;
        heard all = HEARD_INIT;
        if (blocks) {
          EXPECT_STATUS(moya_provider_call(it.provider, &target, NULL, &response, &error), MOYA_ERROR_STATE);
          EXPECT(str_has(moya_error_message(error), "it would wait for itself"), "%s", moya_error_message(error).data);
          moya_error_release(error);
        } else {
          EXPECT_STATUS(moya_provider_send(it.provider, &target, &MOYA_HANDLERS(.end = hear, .user = &all, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
          EXPECT(await_released(&all, 1) && all.last == MOYA_ERROR_STATE, "%s", moya_status_name(all.last));
        }
        if (it.hasThread) pthread_join(it.thread, NULL);
        EXPECT(it.asked == 1 && it.found == MOYA_ERROR_STATE, "maker %d, pump %d: asked %d times, %s", who, pump, it.asked,
               moya_status_name(it.found));
        host.ends = true;
        if (pump == MOYA_PUMP_HOST) pthread_join(host.thread, NULL);
        moya_provider_destroy(it.provider);
      }
    }
  }
}

/* The refresh function only stores the handle. The program sends further calls, which are no part of the refresh. */
static void keep(void *user, moya_refresh *handle) {
  source *it = user;
  it->asked++;
  it->handle = handle;
}
static void others(void) {
  for (int pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    source it = {0};
    it.provider = provider_with(pump, keep, &it);
    moya_target target = needy();
    heard all = HEARD_INIT;
    for (int n = 0; n < 3; n++) {
      EXPECT_STATUS(moya_provider_send(it.provider, &target, &MOYA_HANDLERS(.end = hear, .user = &all, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    }
    EXPECT(it.asked == 1 && all.calls == 0, "asked %d times, %d ended", it.asked, all.calls);
    EXPECT_STATUS(moya_refresh_answer(it.handle, "token"), MOYA_OK);
    moya_refresh_release(it.handle);
    for (long end = clock_seconds() + 60; pump == MOYA_PUMP_HOST && all.released < 3 && clock_seconds() < end;) {
      EXPECT_STATUS(moya_provider_process(it.provider, 1000, NULL), MOYA_OK);
    }
    EXPECT(await_released(&all, 3) && all.ok == 3, "%d ended, %d well", all.calls, all.ok);
    moya_provider_destroy(it.provider);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a refresh that needs its own token fails at once and says why", of_itself);
  TEST("calls of others wait for a refresh", others);
  server_stop(&faults);
  return verdict();
}
