/* Makes blocking calls through a plugin of a module, as Tests/modules asks.
 *
 *     player MODULE CONFIG
 *
 * Each line of standard input is a call: HOW METHOD URL ACCEPTS BODY, with spaces between. HOW is `whole` or `pieces`.
 * ACCEPTS is `any` or `2xx`. BODY is hexadecimal, or `-`. Each call prints a line of JSON, in which texts and bodies are
 * hexadecimal. */
#include <moya/moya.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_hex(const char *before, moya_str text, const char *after) {
  fputs(before, stdout);
  for (size_t i = 0; i < text.len; i++) printf("%02x", (unsigned char)text.data[i]);
  fputs(after, stdout);
}

static void print_response(const moya_response *response) {
  printf(", \"http\": %d, \"fields\": [", moya_response_http_status(response));
  for (size_t i = 0; i < moya_response_header_count(response); i++) {
    moya_str name, value;
    if (moya_response_header_at(response, i, &name, &value) != MOYA_OK) continue;
    print_hex(i ? ", [\"" : "[\"", name, "\", \"");
    print_hex("", value, "\"]");
  }
  fputs("]", stdout);
}

static moya_flow print_piece(void *user, const void *data, size_t len) {
  (void)user;
  print_hex("", (moya_str){data, len}, "");
  return MOYA_FLOW_CONTINUE;
}

static size_t decode(char *text) {
  size_t len = strcmp(text, "-") == 0 ? 0 : strlen(text) / 2;
  for (size_t i = 0; i < len; i++) {
    char pair[] = {text[2 * i], text[2 * i + 1], 0};
    text[i] = (char)strtoul(pair, NULL, 16);
  }
  return len;
}

static void play(moya_provider *provider, char *line) {
  char *how = strtok(line, " \n"), *method = strtok(NULL, " \n"), *url = strtok(NULL, " \n");
  char *accepts = strtok(NULL, " \n"), *body = strtok(NULL, " \n");
  if (!body) exit(2);
  size_t len = decode(body);
  moya_task task = MOYA_TASK(.kind = len ? MOYA_TASK_DATA : MOYA_TASK_PLAIN, .data = len ? body : NULL, .data_len = len);
  moya_target target = MOYA_TARGET(.name = "call", .method = method, .base_url = url, .task = &task);
  if (strcmp(accepts, "2xx") == 0) target.validation = MOYA_VALIDATION_SUCCESS;
  moya_handlers handlers = MOYA_HANDLERS(.body = print_piece);
  moya_response *response = NULL;
  moya_error *error = NULL;
  fputs("{\"pieces\": \"", stdout);
  moya_status status =
      moya_provider_call(provider, &target, strcmp(how, "pieces") == 0 ? &handlers : NULL, &response, &error);
  printf("\", \"status\": \"%s\"", moya_status_name(status));
  if (response) {
    print_response(response);
    print_hex(", \"body\": \"", moya_response_body(response), "\"");
  }
  print_hex(", \"message\": \"", moya_error_message(error), "\"}\n");
  fflush(stdout);
  moya_response_release(response);
  moya_error_release(error);
}

int main(int count, char **arguments) {
  static char line[65536];
  moya_provider *provider;
  moya_error *error = NULL;
  if (count != 3 || moya_provider_create(NULL, &provider, NULL) != MOYA_OK) return 2;
  if (moya_provider_load_plugin(provider, arguments[1], arguments[2], &error) != MOYA_OK) {
    fprintf(stderr, "%s\n", moya_error_message(error).data);
    moya_error_release(error);
    moya_provider_destroy(provider);
    return 1;
  }
  while (fgets(line, sizeof line, stdin)) play(provider, line);
  moya_provider_destroy(provider);
  return 0;
}
