/* Tests handles and groups of calls whose process hook waits. */
#include "plugin_waiting.h"

static const acts held_in_prepare = {.prepare = hold}, held_in_sign = {.sign = hold};
static const acts held_in_process = {.process = hold};

static moya_call *send_into(calling *it, moya_group *group) {
  moya_call *call = NULL;
  moya_handlers handlers = MOYA_HANDLERS(.end = hear, .user = it);
  sem_init(&it->ended, 0, 0);
  EXPECT_STATUS(moya_provider_send(it->provider, &it->target, &handlers, group, &call, NULL), MOYA_OK);
  return call;
}

static void phases(void) {
  static const struct {
    const char *hook;
    const acts *does;
  } rows[] = {{"prepare", &held_in_prepare}, {"sign", &held_in_sign}, {"process", &held_in_process}};
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int source = 0; source < SOURCES; source++) {
      moya_provider *provider = waiting_provider(SENT, 0);
      calling it = calling_of(provider, SENT, source, rows[row].does);
      moya_call *call = send_into(&it, NULL);
      await(&is_held);
      EXPECT(moya_call_state(call) == MOYA_CALL_WAITING, "%s, source %d: %d", rows[row].hook, source,
             moya_call_state(call));
      EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK);
      await(&it.ended);
      EXPECT(moya_call_state(call) == MOYA_CALL_ENDED, "%s, source %d", rows[row].hook, source);
      moya_call_release(call);
      moya_provider_destroy(provider);
    }
  }
}

typedef enum ending { RESUME, CANCEL, CANCEL_GROUP, CANCEL_ALL, ENDINGS } ending;
static void handles(void) {
  for (int number = 0; number < ENDINGS * SOURCES; number++) {
    ending ending = number % ENDINGS;
    moya_provider *provider = waiting_provider(SENT, 0);
    moya_group *group = NULL;
    EXPECT_STATUS(moya_group_create(provider, 1, &group, NULL), MOYA_OK);
    calling it = calling_of(provider, SENT, number / ENDINGS, &held_in_process);
    calling next = calling_of(provider, SENT, number / ENDINGS, NULL);
    moya_call *call = send_into(&it, group);
    await(&is_held);
    moya_call *in_line = send_into(&next, group);
    EXPECT(moya_group_count(group) == 2 && moya_call_state(in_line) == MOYA_CALL_WAITING);
    EXPECT_STATUS(moya_call_wait(call, 0, NULL), MOYA_ERROR_TIMEOUT_TOTAL);
    EXPECT_STATUS(moya_group_wait(group, 0, NULL), MOYA_ERROR_TIMEOUT_TOTAL);
    switch (ending) {
      case RESUME: EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_OK); break;
      case CANCEL: moya_call_cancel(call); break;
      case CANCEL_GROUP: moya_group_cancel(group); break;
      default: moya_provider_cancel_all(provider);
    }
    EXPECT_STATUS(moya_call_wait(call, 30000, NULL), MOYA_OK);
    EXPECT_STATUS(moya_group_wait(group, 30000, NULL), MOYA_OK);
    EXPECT(moya_group_count(group) == 0);
    EXPECT(it.status == (ending == RESUME ? MOYA_OK : MOYA_ERROR_CANCELLED), "ending %d: %s", ending, it.message);
    EXPECT(next.status == (ending == RESUME || ending == CANCEL ? MOYA_OK : MOYA_ERROR_CANCELLED), "ending %d: %s",
           ending, next.message);
    if (ending != RESUME) EXPECT_STATUS(host->resume(held, MOYA_HOOK_OK), MOYA_ERROR_STATE);
    moya_call_release(call);
    moya_call_release(in_line);
    moya_group_release(group);
    moya_provider_destroy(provider);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  TEST("a call waits while its prepare, sign or process hook waits", phases);
  TEST("waiting for a call, or for its group, waits for its process hook; cancel ends the wait", handles);
  server_stop(&faults);
  return verdict();
}
