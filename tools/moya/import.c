/* moya import openapi FILE: converts an OpenAPI document to a definition and writes it to standard output. The parts
 * that a definition cannot express are named on standard error. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"
#include "options.h"
#include "replace.h"
#include "tool.h"

/* The budget limits how many schemas and members the conversion reads. It is this constant plus the size of the
 * document's files. */
enum { LEAST_BUDGET = 300 * 1000 };
/* The maximum size of a definition. */
static const size_t MOST_DEFINITION = (size_t)8 << 20;

static const char *const scalar_words[] = {"i8",  "i16", "i32", "i64",     "u8",  "u16",   "u32",  "u64", "f32",
                                           "f64", "raw", "str", "boolean", "bytes", "date", "file", NULL};

static const char *definition_of(openapi *it) {
  moya_json info = moya_json_member(it->sources[0]->root, "info");
  const char *title = json_text(moya_json_member(info, "title")), *base = openapi_base(it);
  text out = {0};
  it->type_names.words = scalar_words;
  openapi_operations(it);
  openapi_write_structures(it);
  openapi_note_security(it);
  text_print(&out, "{\"moya\":1,\"name\":\"%s\"", name_of_text(title && *title ? title : "api", 96));
  if (title && *title) openapi_add_words(it, &out, info, "title", NULL);
  if (*base) {
    text_put(&out, ",\"base_url\":");
    text_json(&out, base, strlen(base));
  }
  if (it->types.length > 0) text_print(&out, ",\n  \"types\":{\n    %s}", it->types.data);
  text_print(&out, ",\n  \"endpoints\":{\n    %s}}\n", it->endpoints.length > 0 ? it->endpoints.data : "");
  return out.data;
}

/* Checks that the result is a valid definition. It is not valid if the document has more endpoints or types than a
 * definition can have. */
static int check(const char *path, const char *definition) {
  moya_provider *provider = NULL;
  moya_api *api = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_create(NULL, &provider, &error);
  if (status == MOYA_OK) status = moya_api_parse(provider, definition, strlen(definition), &api, &error);
  moya_api_release(api);
  moya_provider_destroy(provider);
  if (status == MOYA_OK) return EXIT_DONE;
  int result = complain(exit_of_status(status), "%s: no definition can say all of it: %s", path, moya_error_message(error).data);
  moya_error_release(error);
  return result;
}

static bool is_same_file(const char *first, const char *second) {
  struct stat one, other;
  return stat(first, &one) == 0 && stat(second, &other) == 0 && S_ISREG(one.st_mode) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

static bool write_to(FILE *file, const char *definition) {
  bool written = fputs(definition, file) >= 0 && fflush(file) == 0;
  return (file == stdout || fclose(file) == 0) && written;
}

static int write_all(const char *definition, const char *output) {
  if (output ? replace_file(output, definition, strlen(definition)) : write_to(stdout, definition)) return EXIT_DONE;
  return complain(EXIT_FAILED, "%s: %s", output ? output : "the output", strerror(errno));
}

/* Forgets everything except the files, to make a definition without descriptions and samples. */
static void begin_again(openapi *it) {
  openapi brief = {.sources = it->sources, .source_count = it->source_count, .source_room = it->source_room, .source_bytes = it->source_bytes,
                   .sources_by_path = it->sources_by_path, .sources_by_document = it->sources_by_document};
  for (size_t i = 0; i < it->source_count; i++) it->sources[i]->references = (map){0};
  brief.budget = LEAST_BUDGET + it->source_bytes;
  brief.held = memory_held();
  brief.is_brief = true;
  *it = brief;
}

static int convert(openapi *it, const char *path, bool all, const char **definition) {
  moya_json root = it->sources[0]->root;
  const char *version = openapi_scalar(moya_json_member(root, "openapi"));
  if (!version || strncmp(version, "3.", 2) != 0 || version[2] < '0' || version[2] > '2' || (version[3] && version[3] != '.')) {
    return complain(EXIT_DEFINITION, "%s: no OpenAPI document of version 3.0, 3.1 or 3.2", path);
  }
  if (moya_json_kind(moya_json_member(root, "paths")) != MOYA_JSON_OBJECT) {
    return complain(EXIT_DEFINITION, "%s: /paths is missing", path);
  }
  it->held = memory_held();
  *definition = definition_of(it);
  bool is_too_far = !openapi_step(it);
  if (is_too_far || strlen(*definition) > MOST_DEFINITION) {
    begin_again(it);
    *definition = definition_of(it);
    if (is_too_far) openapi_note(it, HARM_TOLD, "the schemas lead to each other in more ways than can be followed for samples: the definition has no descriptions and samples");
    else openapi_note(it, HARM_TOLD, "with descriptions and samples the definition would be too large: it has none");
  }
  if (!openapi_step(it)) return complain(EXIT_DEFINITION, "%s: its schemas lead to each other in more ways than can be followed", path);
  int status = check(path, *definition);
  if (status != EXIT_DONE) return status;
  notes_print(&it->notes, all);
  fprintf(stderr, "%zu of %zu operations can be called, %zu note%s\n", it->callable, it->operations, it->notes.count, it->notes.count == 1 ? "" : "s");
  return EXIT_DONE;
}

/* Checks that the output is not one of the files that were read. */
static int check_output(const openapi *it, const char *output) {
  for (size_t i = 0; output && i < it->source_count; i++) {
    if (is_same_file(it->sources[i]->path, output)) return complain(EXIT_USAGE, "%s: the output would replace the document", output);
  }
  return EXIT_DONE;
}

int openapi_import(const char *path, bool all, const char *output, const char **definition) {
  openapi it = {.budget = LEAST_BUDGET};
  const char *why;
  int status;
  if (openapi_source(&it, path, &why)) status = convert(&it, path, all, definition);
  else status = complain(it.sources[0]->is_unreadable ? EXIT_FAILED : EXIT_DEFINITION, "%s: %s", path, why);
  if (status == EXIT_DONE) status = check_output(&it, output);
  openapi_close(&it);
  return status;
}

int command_import(int count, char **words) {
  options options;
  const char *definition;
  int status = options_read(&options, OPTIONS_OUTPUT, count, words);
  if (status != EXIT_DONE) return status;
  if (options.word_count != 2 || strcmp(options.words[0], "openapi") != 0) return complain(EXIT_USAGE, "which document? moya import openapi FILE");
  status = openapi_import(options.words[1], options.verbose, options.output, &definition);
  return status == EXIT_DONE ? write_all(definition, options.output) : status;
}
