/* Tests retries. The policy of a provider or of a target says when to retry, or a function of the program decides it. A
 * budget limits the number of retries. */
#include "calls.h"

static moya_provider *plain;

static moya_provider *provider_with(const moya_retry *retry) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  moya_provider *provider = NULL;
  options.retry = retry;
  EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_OK);
  return provider;
}

static void reset(void) {
  moya_target target = target_of("/reset");
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(plain, &target, NULL, &response, NULL), MOYA_OK);
  moya_response_release(response);
}

/* Makes a call. Returns the HTTP status, or the call's status if it failed. Stores the number of attempts. */
static int32_t call(moya_provider *provider, moya_target target, int64_t *attempts) {
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  const moya_response *answer = status == MOYA_OK ? response : moya_error_response(error);
  int32_t code = status == MOYA_OK ? moya_response_http_status(response) : status;
  *attempts = moya_response_info(answer, MOYA_INFO_ATTEMPTS);
  moya_response_release(response);
  moya_error_release(error);
  return code;
}

static moya_retry quick(void) {
  moya_retry retry = MOYA_RETRY_INIT;
  retry.delay_ms = 1;
  return retry;
}

static void statuses(void) {
  moya_retry retry = quick(), none = quick(), own = quick();
  moya_provider *provider = provider_with(&retry);
  int64_t attempts;
  reset();
  EXPECT(call(provider, target_of("/busy/2"), &attempts) == 200 && attempts == 3, "%d", (int)attempts);
  EXPECT(call(provider, target_of("/busy/9"), &attempts) == 503 && attempts == 3, "three by default: %d", (int)attempts);
  EXPECT(call(provider, target_of("/status/404"), &attempts) == 404 && attempts == 1);
  EXPECT(call(plain, target_of("/busy/9"), &attempts) == 503 && attempts == 1, "without a policy there is one");

  moya_target target = target_of("/busy/9");
  none.attempts = 1;
  target.retry = &none;
  EXPECT(call(provider, target, &attempts) == 503 && attempts == 1, "a target's policy stands for the provider's");
  static const int32_t teapot[] = {418};
  own.attempts = 2;
  own.statuses = teapot;
  own.status_count = 1;
  target.retry = &own;
  EXPECT(call(provider, target, &attempts) == 503 && attempts == 1);
  target = target_of("/status/418");
  target.retry = &own;
  EXPECT(call(plain, target, &attempts) == 418 && attempts == 2, "%d", (int)attempts);
  target.validation = MOYA_VALIDATION_SUCCESS;
  EXPECT(call(plain, target, &attempts) == MOYA_ERROR_STATUS_CODE && attempts == 2, "validated or not");
  moya_provider_destroy(provider);
}

static void methods(void) {
  moya_retry retry = quick();
  int64_t attempts;
  moya_target target = target_of("/busy/9");
  reset();
  target.method = "POST";
  target.retry = &retry;
  EXPECT(call(plain, target, &attempts) == 503 && attempts == 1, "POST may take effect twice");
  static const char *const others[] = {"DELETE", "OPTIONS", "PUT", "QUERY", "query"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    reset();
    target.method = others[i];
    EXPECT(call(plain, target, &attempts) == 503 && attempts == 3, "%s: %d", others[i], (int)attempts);
  }
  target.method = "POST";
  retry.flags = MOYA_RETRY_ANY_METHOD;
  EXPECT(call(plain, target, &attempts) == 503 && attempts == 3);
}

static void broken(void) {
  moya_retry retry = quick();
  int64_t attempts;
  moya_target target = target_of("/truncated-body");
  target.retry = &retry;
  EXPECT(call(plain, target, &attempts) == MOYA_ERROR_INCOMPLETE_BODY && attempts == 3, "%d", (int)attempts);
  static moya_sample sample = MOYA_SAMPLE_INIT;
  sample.http_status = 503;
  target = target_of("/ok");
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  target.retry = &retry;
  EXPECT(call(plain, target, &attempts) == 503 && attempts == 3, "stubs are tried again too: %d", (int)attempts);
  heard it = HEARD_INIT;
  for (int pump = MOYA_PUMP_DISPATCH; pump <= MOYA_PUMP_HOST; pump++) {
    moya_provider *provider = provider_of(pump);
    reset();
    target = target_of("/busy/2");
    target.retry = &retry;
    EXPECT_STATUS(moya_provider_send(provider, &target, &MOYA_HANDLERS(.end = hear, .user = &it, .release_user = unhear), NULL, NULL, NULL), MOYA_OK);
    while (pump == MOYA_PUMP_HOST && it.released == 1) EXPECT_STATUS(moya_provider_process(provider, -1, NULL), MOYA_OK);
    EXPECT(await_released(&it, pump + 1) && it.ok == pump + 1, "%d", it.ok);
    moya_provider_destroy(provider);
  }
}

static void limits_of_time(void) {
  moya_retry retry = quick();
  int64_t attempts;
  reset();
  moya_target target = target_of("/busy/9");
  retry.flags = MOYA_RETRY_NO_RETRY_AFTER | MOYA_RETRY_NO_JITTER;
  retry.delay_ms = 60000;
  target.retry = &retry;
  target.timeout_ms = 30000;
  EXPECT(call(plain, target, &attempts) == 503 && attempts == 1, "an attempt that could not start in time is not made");
  retry.flags = 0;
  EXPECT(call(plain, target, &attempts) == 503 && attempts == 3, "Retry-After: 0 replaces the backoff");
}

static int asked;

static int64_t decide(void *user, uint32_t attempt, const moya_response *response, const moya_error *error) {
  asked++;
  EXPECT(response != NULL && error == NULL && attempt >= 1);
  EXPECT_STATUS(moya_provider_process(plain, 0, NULL), MOYA_ERROR_STATE);
  const int64_t *answers = user;
  return answers[attempt - 1];
}

static void functions(void) {
  moya_retry retry = quick();
  int64_t attempts;
  int64_t answers[] = {0, 1, MOYA_RETRY_NO};
  moya_target target = target_of("/ok");
  retry.attempts = 5;
  retry.decide = decide;
  retry.user = answers;
  target.retry = &retry;
  asked = 0;
  EXPECT(call(plain, target, &attempts) == 200 && attempts == 3 && asked == 3, "%d %d", (int)attempts, asked);
  answers[0] = MOYA_RETRY_POLICY;
  EXPECT(call(plain, target, &attempts) == 200 && attempts == 1, "the policy does not cover a 200");
  answers[0] = 0;
  retry.attempts = 2;
  asked = 0;
  EXPECT(call(plain, target, &attempts) == 200 && attempts == 2 && asked == 1, "the attempts hold in any case");
}

static void of_target(void) {
  moya_retry retry = quick();
  int64_t attempts;
  int64_t again[] = {0, MOYA_RETRY_NO}, stands[] = {MOYA_RETRY_NO};
  retry.decide = decide;
  moya_provider *provider = provider_with(&retry);
  moya_target target = target_of("/ok");
  target.user = again;
  EXPECT(call(provider, target, &attempts) == 200 && attempts == 2, "%d", (int)attempts);
  target.user = stands;
  EXPECT(call(provider, target, &attempts) == 200 && attempts == 1, "%d", (int)attempts);
  moya_provider_destroy(provider);
}

static void budget(void) {
  moya_retry retry = quick();
  int64_t attempts;
  retry.budget_percent = 50;
  retry.budget_reserve = 2;
  moya_provider *provider = provider_with(&retry);
  reset();
  EXPECT(call(provider, target_of("/busy/99"), &attempts) == 503 && attempts == 3, "%d", (int)attempts);
  EXPECT(call(provider, target_of("/busy/99"), &attempts) == 503 && attempts == 1, "half a retry is left");
  EXPECT(call(provider, target_of("/busy/99"), &attempts) == 503 && attempts == 2, "%d", (int)attempts);
  moya_provider_destroy(provider);
}

static void arguments(void) {
  static const int32_t wrong[] = {99};
  const struct {
    const char *what;
    moya_retry retry;
  } rows[] = {
      {"attempts", MOYA_RETRY(.attempts = 17)},
      {"jitter_percent", MOYA_RETRY(.jitter_percent = 101)},
      {"flags", MOYA_RETRY(.flags = 8)},
      {"statuses", MOYA_RETRY(.statuses = wrong, .status_count = 1)},
      {"budget_percent", MOYA_RETRY(.budget_percent = 1)},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    moya_target target = target_of("/ok");
    target.retry = &rows[i].retry;
    moya_response *response = NULL;
    moya_error *error = NULL;
    EXPECT_STATUS(moya_provider_call(plain, &target, NULL, &response, &error), MOYA_ERROR_ARGUMENT);
    EXPECT(str_has(moya_error_message(error), rows[i].what), "%s", moya_error_message(error).data);
    moya_error_release(error);
    if (i == 4) break;
    moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
    moya_provider *provider = NULL;
    options.retry = &rows[i].retry;
    EXPECT_STATUS(moya_provider_create(&options, &provider, NULL), MOYA_ERROR_ARGUMENT);
  }
  moya_retry small = {0};
  moya_target target = target_of("/ok");
  moya_response *response = NULL;
  target.retry = &small;
  EXPECT_STATUS(moya_provider_call(plain, &target, NULL, &response, NULL), MOYA_ERROR_STRUCT_SIZE);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  plain = provider_of(MOYA_PUMP_DISPATCH);
  TEST("a status is tried again, as the provider or the target says", statuses);
  TEST("a request that may take effect twice is tried again only when that was said", methods);
  TEST("what broke is tried again, on every way to call", broken);
  TEST("the total timeout and Retry-After bound the waits", limits_of_time);
  TEST("a function of the program decides, within the policy's limits", functions);
  TEST("a function of a policy without a user gets that of the target", of_target);
  TEST("a budget bounds the retries of all calls of a provider", budget);
  TEST("a policy with a wrong value is refused, and named", arguments);
  moya_provider_destroy(plain);
  server_stop(&faults);
  return verdict();
}
