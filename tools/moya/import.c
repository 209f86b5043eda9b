/* moya import openapi FILE: a definition of an OpenAPI document on standard output, what it could not say on standard error. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"
#include "options.h"
#include "tool.h"
#include "yaml.h"

static const char *const scalar_words[] = {"i8",  "i16", "i32", "i64",     "u8",  "u16",   "u32",  "u64", "f32",
                                           "f64", "raw", "str", "boolean", "bytes", "date", "file", NULL};

/* The first server's URL, with what its variables are by default. "" when it has no host. */
static const char *base_of(openapi *it) {
  moya_json server = json_elements(moya_json_member(it->root, "servers"));
  const char *url = json_text(moya_json_member(server, "url"));
  text out = {0};
  text_put(&out, "");
  for (const char *at = url ? url : ""; *at;) {
    const char *end = *at == '{' ? strchr(at, '}') : NULL;
    if (!end) {
      text_add(&out, at++, 1);
      continue;
    }
    moya_json variable = moya_json_member(moya_json_member(server, "variables"), memory_copy(at + 1, (size_t)(end - at - 1)));
    const char *standard = json_text(moya_json_member(variable, "default"));
    text_put(&out, standard ? standard : "");
    at = end + 1;
  }
  size_t length = out.length;
  while (length > 0 && out.data[length - 1] == '/') out.data[--length] = 0;
  if (strncmp(out.data, "https://", 8) == 0 || strncmp(out.data, "http://", 7) == 0) return out.data;
  openapi_note(it, "no server has a whole URL: the definition has no base URL, and the provider's counts");
  return "";
}

static void operations(openapi *it) {
  static const char *const methods[][2] = {{"get", "GET"},       {"put", "PUT"},   {"post", "POST"},   {"delete", "DELETE"},
                                           {"options", "OPTIONS"}, {"head", "HEAD"}, {"patch", "PATCH"}, {"trace", "TRACE"}};
  moya_json paths = moya_json_member(it->root, "paths");
  for (moya_json path = json_members(paths); moya_json_exists(path); path = moya_json_next(path)) {
    const char *name = json_key(path);
    moya_json item = openapi_follow(it, path, NULL);
    if (name[0] != '/') continue; /* an extension: x-… */
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
      moya_json operation = moya_json_member(item, methods[i][0]);
      if (moya_json_kind(operation) == MOYA_JSON_OBJECT) openapi_operation(it, name, item, operation, methods[i][1]);
    }
  }
}

static const char *definition_of(openapi *it) {
  moya_json info = moya_json_member(it->root, "info");
  const char *title = json_text(moya_json_member(info, "title")), *base = base_of(it);
  text out = {0};
  it->type_names.words = scalar_words;
  operations(it);
  if (moya_json_exists(moya_json_member(moya_json_member(it->root, "components"), "securitySchemes"))) {
    openapi_note(it, "how calls are authorized is not in a definition: a header field, or a plugin");
  }
  text_print(&out, "{\"moya\":1,\"name\":\"%s\"", name_of_text(title && *title ? title : "api", 96));
  if (title && *title) {
    text_put(&out, ",\"description\":");
    text_json(&out, title, strlen(title));
  }
  if (*base) {
    text_put(&out, ",\"base_url\":");
    text_json(&out, base, strlen(base));
  }
  if (it->types.length > 0) text_print(&out, ",\n  \"types\":{\n    %s}", it->types.data);
  text_print(&out, ",\n  \"endpoints\":{\n    %s}}\n", it->endpoints.length > 0 ? it->endpoints.data : "");
  return out.data;
}

/* What was written is a definition, or the tool is wrong: never is something else given out. */
static int check(const char *definition) {
  moya_provider *provider = NULL;
  moya_api *api = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_create(NULL, &provider, &error);
  if (status == MOYA_OK) status = moya_api_parse(provider, definition, strlen(definition), &api, &error);
  moya_api_release(api);
  moya_provider_destroy(provider);
  return status == MOYA_OK ? EXIT_DONE : complain_error(status, error);
}

static int import(openapi *it, const char *path, const options *options) {
  const char *version = json_text(moya_json_member(it->root, "openapi"));
  if (!version || (strncmp(version, "3.0", 3) != 0 && strncmp(version, "3.1", 3) != 0)) {
    return complain(EXIT_DEFINITION, "%s: no OpenAPI document of version 3.0 or 3.1", path);
  }
  if (moya_json_kind(moya_json_member(it->root, "paths")) != MOYA_JSON_OBJECT) {
    return complain(EXIT_DEFINITION, "%s: /paths is missing", path);
  }
  const char *definition = definition_of(it);
  if (!openapi_step(it)) return complain(EXIT_DEFINITION, "%s: its schemas lead to each other in more ways than can be followed", path);
  int status = check(definition);
  if (status != EXIT_DONE) return status;
  FILE *file = options->output ? fopen(options->output, "wb") : stdout;
  if (!file) return complain(EXIT_FAILED, "%s: %s", options->output, strerror(errno));
  bool written = fputs(definition, file) >= 0 && fflush(file) == 0;
  if (file != stdout) written = fclose(file) == 0 && written;
  if (!written) return complain(EXIT_FAILED, "%s: %s", options->output ? options->output : "the output", strerror(errno));
  fprintf(stderr, "%zu of %zu operations can be called, %zu notes\n", it->callable, it->operations, it->notes);
  return EXIT_DONE;
}

int command_import(int count, char **words) {
  options options;
  openapi it = {0};
  size_t length;
  moya_json_document *document = NULL;
  moya_error *error = NULL;
  int status = options_read(&options, OPTIONS_OUTPUT, count, words);
  if (status != EXIT_DONE) return status;
  if (options.word_count != 2 || strcmp(options.words[0], "openapi") != 0) return complain(EXIT_USAGE, "which document? moya import openapi FILE");
  const char *path = options.words[1], *text = memory_file(path, &length);
  if (!text) return complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
  /* JSON begins with a brace, perhaps behind a byte order mark. */
  if (text[strspn(text, " \t\r\n\xEF\xBB\xBF")] != '{') {
    struct text json = {0};
    const char *wrong = yaml_to_json(text, length, &json);
    if (wrong) return complain(EXIT_DEFINITION, "%s: %s", path, wrong);
    text = json.data;
    length = json.length;
  }
  moya_status parsed = moya_json_parse(text, length, &document, &error);
  if (parsed != MOYA_OK) {
    status = complain(EXIT_DEFINITION, "%s: %s", path, moya_error_message(error).data);
    moya_error_release(error);
    return status;
  }
  it.root = moya_json_root(document);
  it.budget = 300 * 1000 + length;
  status = import(&it, path, &options);
  moya_json_document_release(document);
  return status;
}
