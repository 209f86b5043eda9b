#include <stdarg.h>
#include <stdio.h>
#include "text.h"
#include "tool.h"

int complain(int status, const char *format, ...) {
  va_list arguments;
  text said = {0}, line = {0};
  va_start(arguments, format);
  text_print_list(&said, format, arguments);
  va_end(arguments);
  text_put(&line, "moya: ");
  text_plain(&line, said.data ? said.data : "", said.length);
  fprintf(stderr, "%s\n", line.data);
  return status;
}

int exit_of_status(moya_status status) {
  switch (status) {
  case MOYA_OK: return EXIT_DONE;
  case MOYA_ERROR_TIMEOUT_CONNECT:
  case MOYA_ERROR_TIMEOUT_IDLE:
  case MOYA_ERROR_TIMEOUT_TOTAL: return EXIT_TIMEOUT;
  case MOYA_ERROR_STATUS_CODE: return EXIT_CLIENT;
  case MOYA_ERROR_MEMORY:
  case MOYA_ERROR_SYSTEM:
  case MOYA_ERROR_BODY:
  case MOYA_ERROR_FILE: return EXIT_FAILED;
  case MOYA_ERROR_DEFINITION: return EXIT_DEFINITION;
  default: break;
  }
  if (status <= MOYA_ERROR_JSON && status > MOYA_ERROR_PLUGIN_OPEN) return EXIT_ANSWER;
  if (status <= MOYA_ERROR_RESOLVE && status > MOYA_ERROR_STATUS_CODE) return EXIT_EXCHANGE;
  return status > MOYA_ERROR_RESOLVE || status <= MOYA_ERROR_PLUGIN_OPEN ? EXIT_USAGE : EXIT_FAILED;
}

int exit_of_http(int32_t http_status) {
  return http_status >= 500 ? EXIT_SERVER : http_status >= 400 ? EXIT_CLIENT : EXIT_DONE;
}

int complain_error(moya_status status, moya_error *error) {
  moya_str message = moya_error_message(error);
  const moya_response *response = moya_error_response(error);
  int result = exit_of_status(status);
  if (status == MOYA_ERROR_STATUS_CODE && response && moya_response_status(response) >= 500) result = EXIT_SERVER;
  complain(result, "%s", message.data && message.len > 0 ? message.data : moya_status_name(status));
  moya_error_release(error);
  return result;
}
