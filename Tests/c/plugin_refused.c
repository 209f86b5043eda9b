/* Tests what plugins can read of a response that validation refuses. */
#include "plugin_calls.h"

static const moya_host *host;
static int seen;
static moya_status create(const moya_host *functions, moya_context *self, void **instance) {
  (void)self, (void)instance;
  host = functions;
  return MOYA_OK;
}
static void look(moya_context *context) {
  seen++;
  EXPECT_STATUS(host->result_status(context), MOYA_ERROR_STATUS_CODE);
  EXPECT(host->http_status(context) == 503 && str_is(host->response_body(context), "busy"));
  EXPECT(host->response_body_kind(context) == MOYA_BODY_BYTES);
  EXPECT(str_is(host->response_header(context, "Retry-After"), "1"));
  EXPECT(str_has(host->response_url(context), "h.example"));
  EXPECT(host->error_message(context).data != NULL);
}
static void did_receive(void *instance, moya_context *context) {
  (void)instance;
  look(context);
}
static int64_t should_retry(void *instance, moya_context *context) {
  (void)instance;
  look(context);
  return host->attempt(context) == 1 && host->http_status(context) == 503 ? 0 : MOYA_RETRY_NONE;
}
static moya_status process(void *instance, moya_context *context) {
  (void)instance;
  look(context);
  return MOYA_HOOK_OK;
}
static const moya_plugin looking = {MOYA_PLUGIN_HEAD, .id = "org.libmoya.looks", .version = "1", .create = create,
                                    .did_receive = did_receive, .should_retry = should_retry, .process = process};

static void refused(void) {
  static const moya_header fields[] = {{"Retry-After", "1"}};
  moya_sample sample = MOYA_SAMPLE(.http_status = 503, .body = "busy", .body_len = 4, .headers = fields, .header_count = 1);
  moya_stub_behavior moments[] = {MOYA_STUB_IMMEDIATE, MOYA_STUB_DELAYED};
  for (size_t row = 0; row < COUNT(moments); row++) {
    moya_provider *provider = new_provider(NULL);
    moya_response *response = NULL;
    moya_target target = MOYA_TARGET(.base_url = "http://h.example", .stub = moments[row], .sample = &sample,
                                     .validation = MOYA_VALIDATION_SUCCESS);
    EXPECT_STATUS(moya_provider_add_plugin(provider, &looking, NULL, NULL), MOYA_OK);
    seen = 0;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_ERROR_STATUS_CODE);
    EXPECT(seen == 5, "%d", seen); /* two hooks in each of two attempts, and process */
    moya_response_release(response);
    moya_provider_destroy(provider);
  }
}

int main(void) {
  TEST("plugins read a response that is refused by its status, and can ask for another attempt", refused);
  return verdict();
}
