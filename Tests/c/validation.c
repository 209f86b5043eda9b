/* Tests which HTTP statuses a validation accepts. The rules are the same for responses of a server and of a stub. */
#include "calls.h"

static moya_provider *provider;

/* Calls a stub with this HTTP status. Returns the status of the call, and stores the HTTP status of the response. If
 * the call fails, the response is in the error. */
static moya_status call_stub(moya_target *target, int32_t http_status, int32_t *came) {
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.http_status = http_status;
  sample.body = "because";
  sample.body_len = 7;
  target->base_url = "http://api.example.com";
  target->stub = MOYA_STUB_IMMEDIATE;
  target->sample = &sample;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, target, NULL, &response, &error);
  *came = response ? moya_response_http_status(response) : 0;
  if (error && moya_error_response(error)) {
    *came = moya_response_http_status(moya_error_response(error));
    EXPECT(str_is(moya_response_body(moya_error_response(error)), "because"), "the body is in the error");
    EXPECT(str_has(moya_error_message(error), "status"), "%s", moya_error_message(error).data);
  }
  moya_error_release(error);
  moya_response_release(response);
  return status;
}

static void rows(void) {
  static const int32_t own[] = {404, 418};
  static const struct {
    moya_validation validation;
    int32_t http_status;
    int accepted;
  } rows[] = {
      {MOYA_VALIDATION_NONE, 100, 1},     {MOYA_VALIDATION_NONE, 599, 1},
      {MOYA_VALIDATION_SUCCESS, 199, 0},  {MOYA_VALIDATION_SUCCESS, 200, 1},
      {MOYA_VALIDATION_SUCCESS, 299, 1},  {MOYA_VALIDATION_SUCCESS, 304, 0},
      {MOYA_VALIDATION_SUCCESS, 404, 0},  {MOYA_VALIDATION_SUCCESS_AND_REDIRECT, 304, 1},
      {MOYA_VALIDATION_STATUSES, 418, 1}, {MOYA_VALIDATION_SUCCESS_AND_REDIRECT, 400, 0},
      {MOYA_VALIDATION_STATUSES, 404, 1}, {MOYA_VALIDATION_STATUSES, 200, 0},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_target target = MOYA_TARGET_INIT;
    target.validation = rows[row].validation;
    if (target.validation == MOYA_VALIDATION_STATUSES) target.statuses = own, target.status_count = 2;
    int32_t came = 0;
    moya_status status = call_stub(&target, rows[row].http_status, &came);
    EXPECT(status == (rows[row].accepted ? MOYA_OK : MOYA_ERROR_STATUS_CODE), "row %zu: %d", row, status);
    EXPECT(came == rows[row].http_status, "row %zu: %d", row, came);
  }
}

static void over_the_network(void) {
  moya_provider *real = provider_of(MOYA_PUMP_DISPATCH);
  moya_target target = target_of("/ok");
  target.validation = MOYA_VALIDATION_STATUSES;
  static const int32_t other[] = {201};
  target.statuses = other;
  target.status_count = 1;
  moya_error *error = NULL;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(real, &target, NULL, &response, &error), MOYA_ERROR_STATUS_CODE);
  EXPECT(response == NULL && moya_response_http_status(moya_error_response(error)) == 200);
  moya_error_release(error);
  moya_provider_destroy(real);
}

static void refused(void) {
  static const int32_t small[] = {200, 99}, large[] = {600};
  static const struct {
    moya_validation validation;
    const int32_t *statuses;
    size_t count;
    moya_status status;
    const char *says;
  } rows[] = {
      {4, NULL, 0, MOYA_ERROR_ARGUMENT, "validation is 4"},
      {-1, NULL, 0, MOYA_ERROR_ARGUMENT, "validation is -1"},
      {MOYA_VALIDATION_STATUSES, NULL, 0, MOYA_ERROR_ARGUMENT, "statuses is empty"},
      {MOYA_VALIDATION_STATUSES, small, 0, MOYA_ERROR_ARGUMENT, "statuses is empty"},
      {MOYA_VALIDATION_STATUSES, NULL, 2, MOYA_ERROR_NULL, "statuses"},
      {MOYA_VALIDATION_SUCCESS, small, 2, MOYA_ERROR_ARGUMENT, "MOYA_VALIDATION_STATUSES"},
      {MOYA_VALIDATION_STATUSES, small, 2, MOYA_ERROR_ARGUMENT, "99"},
      {MOYA_VALIDATION_STATUSES, large, 1, MOYA_ERROR_ARGUMENT, "600"},
      {MOYA_VALIDATION_STATUSES, small, SIZE_MAX, MOYA_ERROR_ARGUMENT, "statuses"},
      {MOYA_VALIDATION_STATUSES, small, 10001, MOYA_ERROR_ARGUMENT, "statuses"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    moya_target target = MOYA_TARGET_INIT;
    target.base_url = "http://api.example.com";
    target.validation = rows[row].validation;
    target.statuses = rows[row].statuses;
    target.status_count = rows[row].count;
    moya_error *error = NULL;
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), rows[row].status);
    EXPECT(str_has(moya_error_message(error), rows[row].says), "row %zu: %s", row, moya_error_message(error).data);
    moya_error_release(error);
  }
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  EXPECT_STATUS(moya_provider_create(NULL, &provider, NULL), MOYA_OK);
  TEST("a status that the target's validation refuses is STATUS_CODE, with the response in the error", rows);
  TEST("so is one that came over the network", over_the_network);
  TEST("a validation that cannot be is refused, and the message names what is wrong", refused);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
