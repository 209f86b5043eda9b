/* Reads values of JSON bodies. An input is a key path, a NUL and a body. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *key_path = next_text(&data, &size);
  moya_response *response = NULL;
  char *body = malloc(size ? size : 1); /* without a zero after it */
  if (!body) abort();
  if (size) memcpy(body, data, size);
  moya_sample sample = MOYA_SAMPLE(.body = body, .body_len = size);
  moya_target target = MOYA_TARGET(.base_url = "http://h", .sample = &sample, .stub = MOYA_STUB_IMMEDIATE);
  static moya_provider *provider;
  if (!provider) HOLDS(moya_provider_create(NULL, &provider, NULL) == MOYA_OK);
  HOLDS(moya_provider_call(provider, &target, NULL, &response, NULL) == MOYA_OK);

  moya_str text, raw;
  int64_t integer;
  double number;
  bool truth;
  moya_error *error;
  moya_status as_text = moya_response_json_string(response, key_path, &text, &error);
  check_str(text);
  HOLDS((as_text == MOYA_OK) == (error == NULL));
  moya_error_release(error);
  moya_status as_integer = moya_response_json_int64(response, key_path, &integer, NULL);
  moya_status as_number = moya_response_json_double(response, key_path, &number, NULL);
  moya_status as_bool = moya_response_json_bool(response, key_path, &truth, NULL);
  moya_status as_raw = moya_response_json_raw(response, key_path, &raw, NULL);
  /* A value has one type at most, and a value that can be read also has a raw text. */
  HOLDS((as_text == MOYA_OK) + (as_bool == MOYA_OK) + (as_number == MOYA_OK) <= 1);
  HOLDS(as_integer != MOYA_OK || as_number == MOYA_OK);
  if (as_text == MOYA_OK || as_number == MOYA_OK || as_bool == MOYA_OK) HOLDS(as_raw == MOYA_OK);

  moya_response_release(response);
  free(body);
  free(key_path);
  return 0;
}
