/* Faults of peers, and the limits of a provider: what a call says of them, and that it harms no later one. */
#include "calls.h"

static moya_provider *provider;

/* Every fault of a peer, and what it is. */
static void peers(void) {
  static const struct {
    const char *path;
    moya_status status;
    const char *text;
  } cases[] = {
      {"/close", MOYA_ERROR_NETWORK, ""},
      {"/rst", MOYA_ERROR_NETWORK, ""},
      {"/truncated-headers", MOYA_ERROR_PROTOCOL, ""},
      {"/truncated-body", MOYA_ERROR_INCOMPLETE_BODY, "100"},
      {"/truncated-chunk", MOYA_ERROR_INCOMPLETE_BODY, ""},
      {"/rst-body", MOYA_ERROR_NETWORK, ""},
      {"/length-letters", MOYA_ERROR_PROTOCOL, ""},
      {"/lengths-differ", MOYA_ERROR_PROTOCOL, ""},
      {"/not-http", MOYA_ERROR_PROTOCOL, ""},
      {"/gzip-truncated", MOYA_ERROR_DECODE, ""},
      {"/gzip-bad-crc", MOYA_ERROR_DECODE, ""},
      {"/endless-headers", MOYA_ERROR_TOO_LARGE, ""},
      {"/redirect-file", MOYA_ERROR_REDIRECT, ""},
      {"/redirect-ftp", MOYA_ERROR_REDIRECT, ""},
      {"/redirect-loop", MOYA_ERROR_REDIRECT, ""},
  };
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    moya_target target = target_of(cases[index].path);
    moya_response *response = NULL;
    moya_error *error = NULL;
    moya_status status = moya_provider_call(provider, &target, &response, &error);
    EXPECT(status == cases[index].status, "%s: %s", cases[index].path, moya_status_name(status));
    moya_str message = moya_error_message(error);
    EXPECT(str_has(message, "API.call: ") && str_has(message, cases[index].text), "%s", message.data);
    moya_error_release(error);
    moya_response_release(response);
    expect_good(provider);
  }
}

static void partial_answers(void) {
  moya_target target = target_of("/truncated-body");
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, &error), MOYA_ERROR_INCOMPLETE_BODY);
  const moya_response *partial = moya_error_response(error);
  EXPECT(moya_response_status(partial) == 200, "%d", moya_response_status(partial));
  EXPECT(str_is(moya_response_body(partial), "hello"), "%s", moya_response_body(partial).data);
  moya_error_release(error);
}

static void unreachable(void) {
  /* A port that was just free, and is not listened on. */
  server gone = server_start("Tests/servers/faultserver.py");
  server_stop(&gone);
  moya_target target = target_of("/ok");
  target.base_url = gone.url;
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, &error), MOYA_ERROR_CONNECT);
  char place[32];
  snprintf(place, sizeof place, "127.0.0.1:%d", gone.port);
  EXPECT(str_has(moya_error_message(error), place), "%s", moya_error_message(error).data);
  EXPECT(str_is(moya_error_domain(error), "curl") && moya_error_code(error) == 7, "%d", (int)moya_error_code(error));
  moya_error_release(error);
  expect_good(provider);

  target.base_url = "http://user:secret@no-such-name.invalid";
  target.path = "/a";
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, &error), MOYA_ERROR_RESOLVE);
  EXPECT(str_has(moya_error_message(error), "no-such-name.invalid"), "%s", moya_error_message(error).data);
  EXPECT(!str_has(moya_error_message(error), "secret"), "%s", moya_error_message(error).data);
  moya_error_release(error);
  expect_good(provider);
}

static void timeouts(void) {
  moya_target target = target_of("/never");
  moya_response *response = NULL;
  moya_error *error = NULL;
  target.timeout_ms = 50;
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, &error), MOYA_ERROR_TIMEOUT_TOTAL);
  EXPECT(str_has(moya_error_message(error), "API.call: "));
  moya_error_release(error);
  expect_good(provider);

  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.idle_timeout_ms = 50;
  moya_provider *impatient = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &impatient, NULL), MOYA_OK);
  target.timeout_ms = 0;
  for (int count = 0; count < 2; count++) {
    EXPECT_STATUS(moya_provider_call(impatient, &target, &response, &error), MOYA_ERROR_TIMEOUT_IDLE);
    moya_error_release(error);
  }
  moya_provider_destroy(impatient);
}

static void bounds(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS_INIT;
  options.max_body_size = 1000;
  options.max_redirects = MOYA_NO_REDIRECTS;
  options.user_agent = "tester/2";
  moya_provider *bounded = NULL;
  EXPECT_STATUS(moya_provider_create(&options, &bounded, NULL), MOYA_OK);
  moya_target target = target_of("/bytes/1001");
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(bounded, &target, &response, NULL), MOYA_ERROR_TOO_LARGE);
  target = target_of("/gzip-bomb");
  EXPECT_STATUS(moya_provider_call(bounded, &target, &response, NULL), MOYA_ERROR_TOO_LARGE);
  target = target_of("/redirect");
  EXPECT_STATUS(moya_provider_call(bounded, &target, &response, NULL), MOYA_OK);
  EXPECT(moya_response_status(response) == 302, "%d", moya_response_status(response));
  moya_response_release(response);
  target = target_of("/echo");
  EXPECT_STATUS(moya_provider_call(bounded, &target, &response, NULL), MOYA_OK);
  EXPECT(str_has(moya_response_body(response), "[\"User-Agent\", \"tester/2\"]"));
  moya_response_release(response);
  moya_provider_destroy(bounded);

  target = target_of("/redirect");
  EXPECT_STATUS(moya_provider_call(provider, &target, &response, NULL), MOYA_OK);
  EXPECT(str_has(moya_response_url(response), "/ok"), "%s", moya_response_url(response).data);
  moya_response_release(response);
}

static void closing_connections(void) {
  static const char *const paths[] = {"/ok-then-fin", "/ok-then-close", "/extra", "/late", "/late-408", "/204-body"};
  moya_provider *meanwhile = NULL;
  EXPECT_STATUS(moya_provider_create(NULL, &meanwhile, NULL), MOYA_OK);
  for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
    moya_target target = target_of(paths[index]);
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, &response, NULL), MOYA_OK);
    EXPECT(!str_has(moya_response_body(response), "evil"), "%s", paths[index]);
    moya_response_release(response);
    /* The connection is idle for longer than the peer takes to write into it. */
    target = target_of("/delay/300");
    EXPECT_STATUS(moya_provider_call(meanwhile, &target, &response, NULL), MOYA_OK);
    moya_response_release(response);
    expect_good(provider);
  }
  moya_provider_destroy(meanwhile);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  if (moya_provider_create(NULL, &provider, NULL) != MOYA_OK) return 2;
  TEST("each fault of a peer has its status, names the target, and does not harm the next call", peers);
  TEST("what had arrived comes with the error", partial_answers);
  TEST("a closed port and an unknown name are named without secrets", unreachable);
  TEST("a peer that never answers runs into the total or the idle timeout", timeouts);
  TEST("a provider's options bound what its calls may do", bounds);
  TEST("a connection that its peer closed, or wrote into, harms no later call", closing_connections);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
