/* Tests the header fields of a response: all of them, in order, and unchanged. */
#include "calls.h"

static moya_provider *provider;

/* What "/fields" of faultserver.py sends, without the white space around the values. */
static const struct {
  const char *name, *value;
} sent[] = {
    {"set-cookie", "a=1, b; Expires=Mon, 01 Jan 2029 00:00:00 GMT"},
    {"X-Name", "\xe9t\xe9"},
    {"Set-Cookie", "b=2"},
    {"x-name", "\xff, z"},
    {"X-Empty", ""},
    {"X-Text", "gr\xc3\xbcn"},
};
enum { SENT = sizeof sent / sizeof *sent };

static moya_response *answer(const char *path) {
  moya_target target = target_of(path);
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  return response;
}

static void one_by_one(void) {
  moya_response *response = answer("/fields");
  EXPECT(moya_response_header_count(response) == SENT, "%zu", moya_response_header_count(response));
  for (size_t index = 0; index < SENT; index++) {
    moya_str name, value;
    EXPECT_STATUS(moya_response_header_at(response, index, &name, &value), MOYA_OK);
    EXPECT(str_is(name, sent[index].name), "%zu: %s", index, name.data);
    EXPECT(str_is(value, sent[index].value), "%zu: %s", index, value.data);
    EXPECT(name.data[name.len] == 0 && value.data[value.len] == 0);
  }
  EXPECT_STATUS(moya_response_header_at(response, 0, NULL, NULL), MOYA_OK);
  moya_str name = {"x", 1}, value = {"x", 1};
  EXPECT_STATUS(moya_response_header_at(response, SENT, &name, &value), MOYA_ERROR_ARGUMENT);
  EXPECT(name.data == NULL && name.len == 0 && value.data == NULL && value.len == 0);
  EXPECT_STATUS(moya_response_header_at(response, SIZE_MAX, &name, &value), MOYA_ERROR_ARGUMENT);
  moya_response_release(response);
}

static void as_one_text(void) {
  moya_response *response = answer("/fields");
  moya_str text = moya_response_headers(response);
  const char *next = text.data;
  for (size_t index = 0; index < SENT; index++) {
    EXPECT(strcmp(next, sent[index].name) == 0, "%zu: %s", index, next);
    next += strlen(next) + 1;
    EXPECT(strcmp(next, sent[index].value) == 0, "%zu: %s", index, next);
    next += strlen(next) + 1;
  }
  EXPECT(next == text.data + text.len + 1, "%zu", text.len);
  EXPECT(moya_response_headers(response).data == text.data, "the same text each time");
  moya_response_release(response);

  moya_sample sample = MOYA_SAMPLE_INIT;
  moya_target target = target_of("/none");
  target.sample = &sample;
  target.stub = MOYA_STUB_IMMEDIATE;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  text = moya_response_headers(response);
  EXPECT(text.data == NULL && text.len == 0, "no fields: %zu", text.len);
  moya_response_release(response);
}

static void by_name(void) {
  moya_response *response = answer("/fields");
  moya_str value = moya_response_header(response, "x-NAME");
  EXPECT(str_is(value, "\xe9t\xe9,\xff, z"), "%s", value.data);
  EXPECT(str_is(moya_response_header(response, "Set-Cookie"), sent[0].value), "the first, not joined");
  value = moya_response_header(response, "X-Empty");
  EXPECT(str_is(value, ""), "an empty value is there");
  EXPECT(str_is(moya_response_header(response, "x-text"), "gr\xc3\xbcn"));
  EXPECT(moya_response_header(response, "X").data == NULL && moya_response_header(response, "").data == NULL);
  EXPECT(moya_response_header(response, "X-Name:").data == NULL);
  moya_response_release(response);
}

static void of_stubs(void) {
  moya_header headers[] = {{"X-A", " 1 "}, {"x-a", "2"}, {"Set-Cookie", "c=3"},
                           {"X-E", ""},     {"X-E", ""},  {"X-E", "e"}};
  moya_sample sample = MOYA_SAMPLE_INIT;
  sample.headers = headers;
  sample.header_count = 6;
  moya_target target = target_of("/");
  target.stub = MOYA_STUB_IMMEDIATE;
  target.sample = &sample;
  moya_response *response = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(moya_response_header_count(response) == 6);
  moya_str name, value;
  EXPECT_STATUS(moya_response_header_at(response, 0, &name, &value), MOYA_OK);
  EXPECT(str_is(name, "X-A") && str_is(value, "1"), "%s: %s", name.data, value.data);
  EXPECT(str_is(moya_response_header(response, "X-A"), "1,2"));
  value = moya_response_header(response, "X-E");
  EXPECT(str_is(value, ",,e"), "empty values are joined too: %s", value.data);
  moya_response_release(response);

  sample.header_count = 0;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
  EXPECT(moya_response_header_count(response) == 0);
  EXPECT_STATUS(moya_response_header_at(response, 0, &name, &value), MOYA_ERROR_ARGUMENT);
  moya_response_release(response);
  EXPECT(moya_response_header_count(NULL) == 0);
  EXPECT_STATUS(moya_response_header_at(NULL, 0, &name, &value), MOYA_ERROR_NULL);
}

/* Makes a response with the fields that the server sends. Then makes responses with faulty parts. */
static void from_parts(void) {
  moya_header headers[SENT + 1];
  for (size_t index = 0; index < SENT; index++) headers[index] = (moya_header){sent[index].name, sent[index].value};
  static const char body[] = "{\"a\": [1, 2]}\0x";
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(
      moya_response_create(404, "http://h/a?b", headers, SENT, 0, body, sizeof body - 1, &response, NULL), MOYA_OK);
  EXPECT(moya_response_http_status(response) == 404 && str_is(moya_response_url(response), "http://h/a?b"));
  EXPECT(moya_response_body(response).len == sizeof body - 1);
  EXPECT(memcmp(moya_response_body(response).data, body, sizeof body) == 0);
  EXPECT(moya_response_header_count(response) == SENT);
  for (size_t index = 0; index < SENT; index++) {
    moya_str name, value;
    EXPECT_STATUS(moya_response_header_at(response, index, &name, &value), MOYA_OK);
    EXPECT(str_is(name, sent[index].name) && str_is(value, sent[index].value), "%zu: %s", index, name.data);
  }
  moya_response_release(response);
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, "{\"a\": 1}", 8, &response, NULL), MOYA_OK);
  int64_t one = 0;
  EXPECT_STATUS(moya_response_json_int64(response, "a", &one, NULL), MOYA_OK);
  EXPECT(one == 1 && str_is(moya_response_url(response), "") && moya_response_header_count(response) == 0);
  moya_response_release(response);

  static const struct {
    int32_t status;
    const char *url;
    moya_header header;
    size_t body_len;
    moya_status wanted;
    const char *word;
  } bad[] = {
      {99, "", {"A", "b"}, 0, MOYA_ERROR_ARGUMENT, "http_status"},
      {600, "", {"A", "b"}, 0, MOYA_ERROR_ARGUMENT, "http_status"},
      {200, "\xff", {"A", "b"}, 0, MOYA_ERROR_UTF8, "url"},
      {200, "", {NULL, "b"}, 0, MOYA_ERROR_NULL, "headers[0].name"},
      {200, "", {"A", NULL}, 0, MOYA_ERROR_NULL, "headers[0].value"},
      {200, "", {"", "b"}, 0, MOYA_ERROR_ARGUMENT, "headers[0].name"},
      {200, "", {"A:", "b"}, 0, MOYA_ERROR_ARGUMENT, "headers[0].name"},
      {200, "", {"A\n", "b"}, 0, MOYA_ERROR_ARGUMENT, "headers[0].name"},
      {200, "", {"A", "b\r\nC: d"}, 0, MOYA_ERROR_ARGUMENT, "headers[0].value"},
      {200, "", {"A", "b"}, 3, MOYA_ERROR_NULL, "body"},
  };
  for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
    EXPECT_STATUS(moya_response_create(bad[index].status, bad[index].url, &bad[index].header, 1, 0, NULL,
                                       bad[index].body_len, &response, &error), bad[index].wanted);
    EXPECT(response == NULL && str_has(moya_error_message(error), bad[index].word), "%s", moya_error_message(error).data);
    moya_error_release(error);
  }
  EXPECT_STATUS(moya_response_create(200, "", NULL, 0, 0, NULL, 0, NULL, NULL), MOYA_ERROR_NULL);
}

/* Names are compared as bytes, except that ASCII letters of either case are equal. Names with different bytes are
 * never equal, even if they are invalid UTF-8 or spell the same character. */
static void by_bytes(void) {
  static const char *const names[] = {"X-\xff", "X-\xfe", "X-\xc3\xa9", "X-e\xcc\x81"};
  enum { NAMES = sizeof names / sizeof *names };
  moya_header headers[2 * NAMES];
  for (size_t i = 0; i < 2 * NAMES; i++) headers[i] = (moya_header){names[i / 2], i % 2 ? "2" : names[i / 2]};
  moya_response *response = NULL;
  EXPECT_STATUS(moya_response_create(200, "", headers, 2 * NAMES, 0, NULL, 0, &response, NULL), MOYA_OK);
  for (size_t i = 0; i < NAMES; i++) {
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%s,2", names[i]);
    EXPECT(str_is(moya_response_header(response, names[i]), wanted), "%zu: %s", i, moya_response_header(response, names[i]).data);
  }
  EXPECT(moya_response_header(response, "x-\xff").data == moya_response_header(response, "X-\xff").data);
  moya_response_release(response);
}

/* Sends request fields whose values are not UTF-8. The server shows each byte as a character of Latin-1. */
static void sent_bytes(void) {
  static const struct {
    const char *value, *seen;
  } rows[] = {
      {"\xe9t\xe9", "\\u00e9t\\u00e9"},
      {"\xff", "\\u00ff"},
      {"gr\xc3\xbcn", "gr\\u00c3\\u00bcn"},
      {"\xc3\xbc\xff", "\\u00c3\\u00bc\\u00ff"},
      {"a\x80\xbf\xc0", "a\\u0080\\u00bf\\u00c0"},
  };
  for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
    for (int of_provider = 0; of_provider < 2; of_provider++) {
      moya_header field = {"X-Bytes", rows[row].value};
      moya_provider_options options = MOYA_PROVIDER_OPTIONS(.headers = &field);
      options.header_count = of_provider;
      moya_provider *sending = NULL;
      EXPECT_STATUS(moya_provider_create(&options, &sending, NULL), MOYA_OK);
      moya_target target = target_of("/echo");
      target.headers = &field;
      target.header_count = !of_provider;
      moya_response *response = NULL;
      EXPECT_STATUS(moya_provider_call(sending, &target, NULL, &response, NULL), MOYA_OK);
      EXPECT(str_has(moya_response_body(response), rows[row].seen), "row %zu: %s", row, moya_response_body(response).data);
      moya_response_release(response);
      moya_provider_destroy(sending);
    }
    const moya_header field = {"X-Bytes", rows[row].value};
    moya_sample sample = MOYA_SAMPLE(.headers = &field, .header_count = 1);
    moya_target target = MOYA_TARGET(.base_url = "http://h", .sample = &sample, .stub = MOYA_STUB_IMMEDIATE);
    moya_response *response = NULL;
    EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, NULL), MOYA_OK);
    EXPECT(str_is(moya_response_header(response, "x-bytes"), rows[row].value), "row %zu", row);
    moya_response_release(response);
  }
  moya_header field = {"X-Bytes", "\xff\n"};
  moya_target target = target_of("/echo");
  target.headers = &field;
  target.header_count = 1;
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_INVALID_REQUEST);
  EXPECT(str_has(moya_error_message(error), "X-Bytes"), "%s", moya_error_message(error).data);
  moya_error_release(error);
}

/* An error that is retained outlives its first owner. */
static void kept_errors(void) {
  moya_target target = target_of("/truncated-body");
  moya_response *response = NULL;
  moya_error *error = NULL;
  EXPECT_STATUS(moya_provider_call(provider, &target, NULL, &response, &error), MOYA_ERROR_INCOMPLETE_BODY);
  EXPECT(moya_error_retain(error) == error);
  moya_error_release(error);
  EXPECT(str_has(moya_error_message(error), "API.call: "));
  moya_error_release(error);
  EXPECT(moya_error_retain(NULL) == NULL);
}

int main(void) {
  faults = server_start("Tests/servers/faultserver.py");
  if (moya_provider_create(NULL, &provider, NULL) != MOYA_OK) return 2;
  TEST("every field of an answer is there, in order, as the bytes that came", one_by_one);
  TEST("all fields are one text", as_one_text);
  TEST("fields of one name are joined, but not Set-Cookie", by_name);
  TEST("a stub's fields are given in the same way", of_stubs);
  TEST("an answer is made of parts that were kept", from_parts);
  TEST("fields whose names are other bytes are not joined", by_bytes);
  TEST("a value of a request's field is sent byte by byte, also if it is not UTF-8", sent_bytes);
  TEST("an error that is retained outlives its first owner", kept_errors);
  moya_provider_destroy(provider);
  server_stop(&faults);
  return verdict();
}
