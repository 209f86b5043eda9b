/* moya header FILE.json: reads a definition of an API from the file, and writes a header that describes it with the
 * macros of typed.h. Each type and each endpoint of the definition gets one macro.
 *
 * If these macros cannot express a part of the definition, the tool leaves the part out. It names the part in a comment
 * and on standard error. */
#include "header.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "c.h"
#include "json.h"
#include "memory.h"
#include "options.h"
#include "tool.h"

enum { MOST_PREFIX = 32 };

void header_put(text *it, const char *word, const char *argument) {
  text_print(it, ", %s(", word);
  text_c_string(it, argument);
  text_put(it, ")");
}

void header_leave_out(header *it, const char *name, const char *what) {
  const char *said = memory_join("left out: ", name, ": ", what, NULL);
  text_c_comment(&it->out, said);
  complain(EXIT_DONE, "%s", said);
}

const char *header_name(const header *it, const char *known) {
  return header_inner_name(memory_join(it->prefix, known, NULL));
}

const char *header_inner_name(const char *known) {
  return strncasecmp(known, "moya_", 5) == 0 ? memory_join(known, "_", NULL) : known;
}

names header_names(const header *it) { return (names){.words = words_of_c, .others = &it->macros}; }

/* Adds the names of typed.h that a type of the definition must not have. These are the names of arrays and maps of
 * built-in types, for example "i8_list". */
static void add_lists(names *it) {
  static const char *const words[] = {"i8",  "i16", "i32",     "i64",  "u8",  "u16",  "u32",   "u64",
                                      "f32", "f64", "boolean", "date", "str", "text", "bytes", "raw"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    names_add(it, memory_join(words[i], "_list", NULL));
    names_add(it, memory_join(words[i], "_map", NULL));
  }
  names_add(it, "file_list");
}

/* Writes the base URL and the header fields that all endpoints have in common, for the options of a provider. */
static void write_defaults(header *it, const char *upper) {
  const char *base = json_text(moya_json_member(it->of->root, "base_url"));
  moya_json field = json_members(moya_json_member(it->of->root, "headers"));
  bool has_fields = moya_json_exists(field);
  if (base) {
    text_print(&it->out, "/* For MOYA_PROVIDER_OPTIONS(.base_url = %s_BASE_URL%s%s%s). */\n#define %s_BASE_URL ", upper,
               has_fields ? ", " : "", has_fields ? upper : "", has_fields ? "_HEADERS" : "", upper);
    text_c_string(&it->out, base);
    text_put(&it->out, "\n");
  }
  if (has_fields) {
    const char *comma = "";
    text_print(&it->out, "#define %s_HEADERS MOYA_HEADERS(", upper);
    for (; moya_json_exists(field); field = moya_json_next(field)) {
      text_print(&it->out, "%s{", comma);
      text_c_string(&it->out, json_key(field));
      text_put(&it->out, ", ");
      text_c_string(&it->out, json_text(field));
      text_put(&it->out, "}");
      comma = ", ";
    }
    text_put(&it->out, ")\n");
  }
  text_put(&it->out, "\n");
}

static void write_all(header *it) {
  const definition *of = it->of;
  char *upper = memory_join(it->prefix, of->name, NULL);
  for (char *at = upper; *at; at++) *at = (char)(*at >= 'a' && *at <= 'z' ? *at - ('a' - 'A') : *at);
  it->names.words = words_of_c;
  for (size_t i = 0; macros_of_c[i]; i++) map_put(&it->macros, macros_of_c[i], NULL);
  it->names.others = &it->macros;
  names_add_all(&it->names, functions_of_c);
  add_lists(&it->names);
  text_c_comment(&it->out, memory_join(of->name, ": written by `moya header`, of a definition. ", definition_words(of->root), NULL));
  text_print(&it->out, "#ifndef %s_MOYA_H\n#define %s_MOYA_H\n\n#include <moya/typed.h>\n\n", upper, upper);
  write_defaults(it, upper);
  header_types(it);
  for (moya_json one = json_members(of->endpoints); moya_json_exists(one); one = moya_json_next(one)) header_endpoint(it, one);
  text_put(&it->out, "#endif\n");
}

int command_header(int count, char **words) {
  options options;
  definition definition;
  int status = options_read(&options, OPTIONS_HEADER, count, words);
  if (status != EXIT_DONE) return status;
  if (options.word_count != 1) return complain(EXIT_USAGE, "which definition? moya header FILE.json");
  const char *prefix = options.prefix ? options.prefix : "";
  if (*prefix && strcmp(name_of_text(prefix, MOST_PREFIX), prefix) != 0 && strcmp(memory_join(name_of_text(prefix, MOST_PREFIX), "_", NULL), prefix) != 0) {
    return complain(EXIT_USAGE, "--prefix %s: not a name of C with at most %d letters", prefix, MOST_PREFIX);
  }
  status = definition_read(&definition, options.words[0]);
  if (status == EXIT_DONE) {
    header header = {.of = &definition, .prefix = prefix};
    write_all(&header);
    fwrite(header.out.data, 1, header.out.length, stdout);
  }
  definition_close(&definition);
  return status;
}
