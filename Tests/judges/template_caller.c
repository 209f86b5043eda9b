/* Calls an endpoint whose path is a template, and then a target with the same path and path values. Prints the path
 * that was sent, or `refuses` and the reason, as a JSON text. template_caller.py does the same in Python. */
#include <moya/moya.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE "http://judge.test"

enum { MOST_VALUES = 16 };

static moya_provider *provider;
static moya_sample sample = MOYA_SAMPLE_INIT;

/* A row: a path and the values of its names. The texts belong to the row's document. */
typedef struct row {
  const char *path, *names[MOST_VALUES], *values[MOST_VALUES];
  size_t count;
} row;

static void write_text(FILE *file, const char *text) {
  putc('"', file);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') putc('\\', file);
    if ((unsigned char)*text < ' ') fprintf(file, "\\u%04x", (unsigned)*text);
    else putc(*text, file);
  }
  putc('"', file);
}

/* Stores the path of the response, or `refuses` and the error. */
static void tell(char *out, size_t room, moya_status status, const moya_response *response, const moya_error *error) {
  moya_str url = moya_response_url(response), message = moya_error_message(error);
  if ((status == MOYA_OK) != (response != NULL)) abort();
  if (response && strncmp(url.data, BASE, sizeof BASE - 1) == 0) snprintf(out, room, "%s", url.data + sizeof BASE - 1);
  else if (response) snprintf(out, room, "%s", url.data);
  else snprintf(out, room, "refuses: %s", error ? message.data : "");
}

static void of_definition(const row *it, char *out, size_t room) {
  char *text = NULL;
  size_t len = 0;
  FILE *file = open_memstream(&text, &len);
  if (!file) abort();
  fputs("{\"moya\": 1, \"name\": \"judge\", \"base_url\": \"" BASE "\", \"endpoints\": {\"e\": {\"path\": ", file);
  write_text(file, it->path);
  fputs(", \"sample\": {\"body\": []}, \"parameters\": [", file);
  for (size_t i = 0; i < it->count; i++) {
    fputs(i ? ", {\"name\": " : "{\"name\": ", file);
    write_text(file, it->names[i]);
    fputs(", \"in\": \"path\", \"type\": \"str\"}", file);
  }
  fputs("]}}}", file);
  if (fclose(file)) abort();

  moya_argument arguments[MOST_VALUES];
  for (size_t i = 0; i < it->count; i++) arguments[i] = (moya_argument)MOYA_ARG_STR(it->names[i], it->values[i]);
  moya_api *api = NULL;
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_api_parse(provider, text, len, &api, &error);
  if (status == MOYA_OK) status = moya_api_call(api, "e", arguments, it->count, NULL, &response, &error);
  tell(out, room, status, response, error);
  moya_response_release(response);
  moya_error_release(error);
  moya_api_release(api);
  free(text);
}

static void of_target(const row *it, char *out, size_t room) {
  moya_parameter values[MOST_VALUES];
  for (size_t i = 0; i < it->count; i++) values[i] = (moya_parameter){it->names[i], it->values[i]};
  moya_target target = MOYA_TARGET(.base_url = BASE, .path = it->path, .path_values = values, .path_value_count = it->count, .sample = &sample);
  moya_response *response = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_call(provider, &target, NULL, &response, &error);
  tell(out, room, status, response, error);
  moya_response_release(response);
  moya_error_release(error);
}

static bool refuses(const char *outcome) { return strncmp(outcome, "refuses", 7) == 0; }

static row row_of(moya_json root) {
  row it = {0};
  moya_str text;
  if (moya_json_string(moya_json_member(root, "path"), &text) != MOYA_OK) abort();
  it.path = text.data;
  moya_json values = moya_json_member(root, "values");
  for (moya_json value = moya_json_first(values); moya_json_exists(value); value = moya_json_next(value)) {
    if (it.count == MOST_VALUES || moya_json_string(value, &text) != MOYA_OK) abort();
    it.names[it.count] = moya_json_key(value).data;
    it.values[it.count++] = text.data;
  }
  return it;
}

int main(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.stub = MOYA_STUB_IMMEDIATE, .proxy = "");
  if (moya_provider_create(&options, &provider, NULL) != MOYA_OK) return 2;
  puts("ready");
  fflush(stdout);
  char *line = NULL;
  size_t room = 0;
  for (ssize_t len; (len = getline(&line, &room, stdin)) > 0;) {
    static char first[65536], second[65536], both[sizeof first + sizeof second + 32];
    moya_json_document *document;
    if (moya_json_parse(line, (size_t)len, &document, NULL) != MOYA_OK) return 2;
    row it = row_of(moya_json_root(document));
    of_definition(&it, first, sizeof first);
    of_target(&it, second, sizeof second);
    bool same = strcmp(first, second) == 0 || (refuses(first) && refuses(second));
    snprintf(both, sizeof both, "definition %s, target %s", refuses(first) ? "refuses" : first, second);
    write_text(stdout, same ? first : both);
    putchar('\n');
    fflush(stdout);
    moya_json_document_release(document);
  }
  free(line);
  moya_provider_destroy(provider);
  return 0;
}
