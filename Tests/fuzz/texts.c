/* An input is the texts of a target, divided by NULs: method, base URL, path, a header's name and value, a parameter's
 * name and value, a user agent. The request that a stub gets must be the request that would be sent. */
#include "fuzz.h"

#include <strings.h>

enum { TEXTS = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *texts[TEXTS];
  for (int number = 0; number < TEXTS; number++) texts[number] = next_text(&data, &size);
  moya_header header = {texts[3], texts[4]};
  moya_parameter parameter = {texts[5], texts[6]};
  moya_task task = MOYA_TASK(.kind = MOYA_TASK_PLAIN, .parameters = &parameter, .parameter_count = texts[5] ? 1 : 0);
  moya_sample sample = MOYA_SAMPLE(.http_status = 200);
  moya_target target = MOYA_TARGET(.method = texts[0], .base_url = texts[1], .path = texts[2], .headers = &header,
                                   .header_count = texts[3] ? 1 : 0, .task = &task, .sample = &sample,
                                   .stub = MOYA_STUB_IMMEDIATE);
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.user_agent = texts[7]);
  moya_provider *provider;
  if (moya_provider_create(&options, &provider, NULL) == MOYA_OK) {
    moya_response *response;
    moya_error *error;
    moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
    HOLDS((status == MOYA_OK) == (response != NULL) && (status == MOYA_OK) == (error == NULL));
    if (status == MOYA_OK) {
      moya_str url = moya_response_url(response);
      check_str(url);
      HOLDS(strncasecmp(url.data, "http", 4) == 0);
      for (size_t at = 0; at < url.len; at++) HOLDS((unsigned char)url.data[at] > ' ' && (unsigned char)url.data[at] < 127);
    } else {
      HOLDS(moya_error_message(error).len > 0);
    }
    moya_response_release(response);
    moya_error_release(error);
    moya_provider_destroy(provider);
  }
  for (int number = 0; number < TEXTS; number++) free(texts[number]);
  return 0;
}
