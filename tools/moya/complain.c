#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
  return http_status >= 200 && http_status < 300 ? EXIT_DONE : http_status >= 500 ? EXIT_SERVER : EXIT_CLIENT;
}

/* Rewrites a message of the library for a user of the command line. The library's messages name fields of structs,
 * which such a user does not know. */
static void put_in_words(text *it, const char *message) {
  static const struct {
    const char *said, *words;
  } known[] = {
      {"moya_target.base_url is NULL, and the provider has no base URL",
       "there is no base URL: the definition has none, and --base-url gives none"},
      {"moya_target.base_url", "the URL"},
      {" is NULL", " is missing"},
  };
  while (*message) {
    size_t row = 0, rows = sizeof known / sizeof *known, name, field;
    while (row < rows && strncmp(message, known[row].said, strlen(known[row].said)) != 0) row++;
    if (row < rows) {
      text_put(it, known[row].words);
      message += strlen(known[row].said);
      continue;
    }
    name = strncmp(message, "moya_", 5) == 0 ? strspn(message, "abcdefghijklmnopqrstuvwxyz_") : 0;
    field = name && message[name] == '.' ? strspn(message + name + 1, "abcdefghijklmnopqrstuvwxyz_") : 0;
    if (field) {
      text_put(it, "the ");
      for (message += name + 1; field > 0; field--, message++) text_add(it, *message == '_' ? " " : message, 1);
    } else {
      text_add(it, message++, 1);
    }
  }
}

int complain_error(moya_status status, moya_error *error) {
  moya_str message = moya_error_message(error);
  const moya_response *response = moya_error_response(error);
  int result = exit_of_status(status);
  if (status == MOYA_ERROR_STATUS_CODE && response && moya_response_http_status(response) >= 500) result = EXIT_SERVER;
  text words = {0};
  put_in_words(&words, message.data && message.len > 0 ? message.data : moya_status_name(status));
  complain(result, "%s", words.data ? words.data : "");
  moya_error_release(error);
  return result;
}
