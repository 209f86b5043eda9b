/* moya header FILE.json: the definition as lists of typed.h. What those lists cannot say is left out, and named in a comment and on
 * standard error. */
#include <stdio.h>
#include <string.h>
#include "definition.h"
#include "json.h"
#include "memory.h"
#include "names.h"
#include "options.h"
#include "tool.h"

enum { MOST_FIELDS = 64, MOST_ARGUMENTS = 16 };
static const char *const suffixes_of_type[] = {"_list", "_map", "_entry", "_type", "_text", "_free", "_list_free", "_map_free",
                                               "_list_type", "_map_type", "_list_map", "_other", NULL};
static const char *const suffixes_of_endpoint[] = {"_target", "_send", "_enqueue", "_result", "_decode", "_callback", "_ended", "_", NULL};

/* A type of the definition on its way into the header. */
typedef struct shape {
  const char *name; /* in the definition */
  const char *word; /* in C */
  moya_json value;
  bool is_enum;
  enum { UNSEEN, OPEN, WRITTEN } state;
} shape;

typedef struct header {
  const definition *of;
  names names;
  shape *shapes;
  size_t shape_count;
  text out;
  size_t left_out;
} header;

/* A string of C. */
static void quoted(text *it, const char *words) {
  text_put(it, "\"");
  for (; *words; words++) {
    unsigned char byte = (unsigned char)*words;
    if (byte == '"' || byte == '\\') text_print(it, "\\%c", byte);
    else if (byte < 0x20 || byte == 0x7F) text_print(it, "\\%03o", byte);
    else if (byte == '?') text_put(it, "\\?"); /* no trigraph */
    else text_add(it, words, 1);
  }
  text_put(it, "\"");
}

/* A comment on one line. */
static void comment(text *it, const char *indent, const char *words) {
  if (!*words) return;
  text_print(it, "%s/* ", indent);
  for (; *words; words++) text_add(it, (words[0] == '*' && words[1] == '/') || (words[0] == '/' && words[1] == '*') ? "+" : words, 1);
  text_put(it, " */\n");
}

static void leave_out(header *it, const char *endpoint, const char *what, const char *why) {
  const char *said = memory_join(endpoint, *what ? ": " : "", what, " ", why, NULL);
  comment(&it->out, "", memory_join("left out: ", said, NULL));
  complain(EXIT_DONE, "left out: %s", said);
  it->left_out++;
}

static shape *shape_of(const header *it, const char *name) {
  for (size_t i = 0; i < it->shape_count; i++) {
    if (strcmp(it->shapes[i].name, name) == 0) return &it->shapes[i];
  }
  return NULL;
}

/* The word of a type in the lists; "raw" where they have none. */
static const char *word_of(const header *it, const char *type, bool *optional) {
  type_text parts = type_of_text(type);
  const shape *own = shape_of(it, parts.word);
  const char *word = own ? own->word : parts.word;
  *optional = parts.optional;
  if (parts.lists + parts.maps > 1 || (own && own->state == UNSEEN)) return "raw";
  /* An enumeration that is too long to be one. */
  if (own && !own->word) word = "str";
  return memory_join(word, parts.lists ? "_list" : parts.maps ? "_map" : "", NULL);
}

static void write_enum(header *it, shape *own) {
  names names = {.words = NULL};
  own->is_enum = true;
  if (moya_json_count(moya_json_member(own->value, "names")) > MOST_FIELDS) {
    own->word = NULL;
    return;
  }
  comment(&it->out, "", definition_words(own->value));
  text_print(&it->out, "MOYA_ENUM(%s", own->word);
  moya_json value = moya_json_first(moya_json_member(own->value, "names"));
  for (; moya_json_exists(value); value = moya_json_next(value)) {
    const char *known = json_text(value), *name = names_claim(&names, name_of_text(known, 64), NULL);
    text_print(&it->out, ",\n    (%s", name);
    if (strcmp(name, known) != 0 || !*known) {
      text_put(&it->out, ", key(");
      quoted(&it->out, known);
      text_put(&it->out, ")");
    }
    text_put(&it->out, ")");
  }
  text_put(&it->out, ");\n\n");
}

static void write_shape(header *it, shape *own);

/* A struct's fields of other types come first; one that leads back to a struct that is being written is raw. */
static void write_struct(header *it, shape *own) {
  moya_json fields = moya_json_member(own->value, "fields"), field;
  for (field = moya_json_first(fields); moya_json_exists(field); field = moya_json_next(field)) {
    shape *other = shape_of(it, type_of_text(definition_type_text(field)).word);
    if (other && other->state == UNSEEN) write_shape(it, other);
  }
  names names = {.words = words_of_c};
  names_add(&names, "arena");
  size_t count = 0;
  comment(&it->out, "", definition_words(own->value));
  text_print(&it->out, "MOYA_STRUCT(%s", own->word);
  for (field = moya_json_first(fields); moya_json_exists(field); field = moya_json_next(field)) {
    const char *known = moya_json_key(field).data, *key = json_text(moya_json_member(field, "key"));
    if (++count > MOST_FIELDS) continue;
    const char *type = definition_type_text(field);
    shape *other = shape_of(it, type_of_text(type).word);
    bool optional, circles = other && other != own && other->state == OPEN;
    const char *word = circles ? "raw" : word_of(it, type, &optional), *name = names_claim(&names, known, NULL);
    optional = type_of_text(type).optional;
    text_print(&it->out, ",\n    (%s, %s%s", word, name, optional ? ", optional" : "");
    if (key || strcmp(name, known) != 0) {
      text_put(&it->out, ", key(");
      quoted(&it->out, key ? key : known);
      text_put(&it->out, ")");
    }
    moya_json standard = moya_json_member(field, "default");
    if (moya_json_exists(standard)) {
      text json = {0};
      json_compact(&json, standard);
      text_put(&it->out, ", fallback(");
      quoted(&it->out, json.data);
      text_put(&it->out, ")");
    }
    text_put(&it->out, ")");
  }
  text_put(&it->out, ");\n");
  if (count > MOST_FIELDS) leave_out(it, own->name, "", "has more than 64 fields: those behind them");
  text_put(&it->out, "\n");
}

static void write_shape(header *it, shape *own) {
  own->state = OPEN;
  if (moya_json_exists(moya_json_member(own->value, "names"))) write_enum(it, own);
  else write_struct(it, own);
  own->state = WRITTEN;
}

/* What an endpoint brings; a result in a part of the body, or one that is no struct, becomes a struct of its own. */
static const char *result_of(header *it, const char *endpoint, moya_json value) {
  moya_json result = moya_json_member(value, "result");
  const char *at = json_text(moya_json_member(result, "at"));
  bool optional;
  if (!moya_json_exists(result)) return "body";
  const char *type = definition_type_text(result), *word = word_of(it, type, &optional);
  type_text parts = type_of_text(type);
  const shape *own = shape_of(it, parts.word);
  if (!at || !*at) {
    bool plain = parts.lists + parts.maps == 0 && (!own || own->is_enum);
    return plain || strcmp(word, "raw") == 0 ? "body" : word;
  }
  const char *name = names_claim(&it->names, memory_join(endpoint, "_answer", NULL), suffixes_of_type);
  text_print(&it->out, "MOYA_STRUCT(%s,\n    (%s, value%s, key(", name, word, optional ? ", optional" : "");
  quoted(&it->out, at);
  text_put(&it->out, ")));\n");
  return name;
}

/* The one key of a key path; NULL: it has several. */
static const char *plain_key(const char *path) {
  text key = {0};
  for (; *path; path++) {
    if (*path == '.') return NULL;
    if (*path == '\\' && path[1]) path++;
    text_add(&key, path, 1);
  }
  return key.data;
}

/* Whether an argument of a JSON body can be of this compound type; else it is raw. A struct with members that typed.h had
 * no room for could not send them. */
static bool is_word(type_text parts, const shape *own, const char *word) {
  if (strcmp(word, "raw") == 0) return false;
  if (own && !own->is_enum) return moya_json_count(moya_json_member(own->value, "fields")) <= MOST_FIELDS;
  return parts.maps == 0 && strcmp(parts.word, "raw") != 0 && strcmp(parts.word, "bytes") != 0;
}

/* One row; NULL, or why there is none. */
static const char *argument(header *it, text *row, names *names, moya_json parameter, const char *lists) {
  const char *known = json_text(moya_json_member(parameter, "name")), *in = json_text(moya_json_member(parameter, "in"));
  const char *key = json_text(moya_json_member(parameter, "key")), *type = definition_type_text(parameter);
  bool optional;
  const char *word = word_of(it, type, &optional);
  type_text parts = type_of_text(type);
  const shape *own = shape_of(it, parts.word);
  bool compound = parts.lists + parts.maps > 0 || (own && !own->is_enum), is_raw = compound && !is_word(parts, own, word);
  if (strcmp(in, "part") == 0 && strcmp(parts.word, "file") == 0) word = "file";
  if (strcmp(in, "body") == 0) {
    if (strcmp(parts.word, "file") == 0) in = "file", word = "str";
    else if (is_raw || (!compound && strcmp(word, "str") != 0 && strcmp(word, "bytes") != 0)) word = "raw";
  } else if (is_raw && strcmp(in, "field") == 0) {
    word = "raw";
  }
  bool is_named = compound && strcmp(in, "field") != 0 && strcmp(in, "body") != 0 && lists;
  /* A key path there is a key here. */
  if (key && strcmp(in, "field") == 0 && !(key = plain_key(key))) return "is in an inner object";
  const char *name = names_claim(names, known, NULL);
  text_print(row, ",\n    (%s, %s, %s%s", in, word, name, optional ? ", optional" : "");
  if (strcmp(in, "body") != 0 && strcmp(in, "file") != 0 && (key || strcmp(name, known) != 0)) {
    text_put(row, ", key(");
    quoted(row, key ? key : known);
    text_put(row, ")");
  }
  if (is_named) {
    text_put(row, ", lists(");
    quoted(row, lists);
    text_put(row, ")");
  }
  text_put(row, ")");
  return NULL;
}

/* How an endpoint's lists are named in a query and a form; NULL: as typed.h does it. */
static const char *lists_of(moya_json endpoint) {
  const char *lists = json_text(moya_json_member(endpoint, "lists"));
  if (!lists || strcmp(lists, "brackets") == 0) return NULL;
  return strcmp(lists, "plain") == 0 ? MOYA_LIST_PLAIN : strcmp(lists, "indexed") == 0 ? MOYA_LIST_INDEXED : lists;
}

static void write_endpoint(header *it, moya_json value) {
  const char *known = moya_json_key(value).data, *method = json_text(moya_json_member(value, "method"));
  names names = {.words = words_of_c};
  text rows = {0}, notes = {0};
  size_t count = 0;
  moya_json parameter = moya_json_first(moya_json_member(value, "parameters"));
  text_put(&rows, "");
  if (!method) method = "GET";
  for (; moya_json_exists(parameter); parameter = moya_json_next(parameter)) {
    const char *name = json_text(moya_json_member(parameter, "name"));
    bool optional = type_of_text(definition_type_text(parameter)).optional;
    text row = {0};
    const char *why = count == MOST_ARGUMENTS ? "is one of more than 16" : argument(it, &row, &names, parameter, lists_of(value));
    if (why && !optional) {
      leave_out(it, known, name, why);
      text_put(&it->out, "\n");
      return;
    }
    if (why) {
      text_print(&notes, "%s%s %s", notes.data ? "; " : "", name, why);
      complain(EXIT_DONE, "left out: %s: %s %s", known, name, why);
      continue;
    }
    count++;
    text_add(&rows, row.data, row.length);
  }
  moya_json field = moya_json_first(moya_json_member(value, "headers"));
  for (; moya_json_exists(field); field = moya_json_next(field)) {
    text_print(&notes, "%sthe header field %s", notes.data ? "; " : "", moya_json_key(field).data);
    complain(EXIT_DONE, "left out: %s: the header field %s", known, moya_json_key(field).data);
  }
  comment(&it->out, "", definition_words(value));
  if (notes.data) comment(&it->out, "", memory_join("left out: ", notes.data, NULL));
  const char *name = known;
  if (names_has(&it->names, name)) {
    char *verb = memory_copy(method, strlen(method));
    for (char *at = verb; *at; at++) *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + ('a' - 'A') : *at);
    name = memory_join(name_of_text(verb, 16), "_", known, NULL);
  }
  name = names_claim(&it->names, name, suffixes_of_endpoint);
  const char *result = result_of(it, name, value);
  text_print(&it->out, "MOYA_ENDPOINT(%s, %s, ", name, result);
  quoted(&it->out, method);
  text_put(&it->out, ", ");
  quoted(&it->out, json_text(moya_json_member(value, "path")));
  text_put(&it->out, rows.data);
  text_put(&it->out, ");\n\n");
}

static void write_defaults(header *it, const char *upper) {
  const char *base = json_text(moya_json_member(it->of->root, "base_url"));
  moya_json field = moya_json_first(moya_json_member(it->of->root, "headers"));
  if (base) {
    text_print(&it->out, "/* For MOYA_PROVIDER_OPTIONS(.base_url = %s_BASE_URL%s%s%s). */\n#define %s_BASE_URL ", upper,
               moya_json_exists(field) ? ", " : "", moya_json_exists(field) ? upper : "", moya_json_exists(field) ? "_HEADERS" : "", upper);
    quoted(&it->out, base);
    text_put(&it->out, "\n");
  }
  if (moya_json_exists(field)) {
    const char *comma = "";
    text_print(&it->out, "#define %s_HEADERS MOYA_HEADERS(", upper);
    for (; moya_json_exists(field); field = moya_json_next(field)) {
      text_print(&it->out, "%s{", comma);
      quoted(&it->out, moya_json_key(field).data);
      text_put(&it->out, ", ");
      quoted(&it->out, json_text(field));
      text_put(&it->out, "}");
      comma = ", ";
    }
    text_put(&it->out, ")\n");
  }
  text_put(&it->out, "\n");
}

static void write_all(header *it) {
  const definition *of = it->of;
  char *upper = memory_copy(of->name, strlen(of->name));
  for (char *at = upper; *at; at++) *at = (char)(*at >= 'a' && *at <= 'z' ? *at - ('a' - 'A') : *at);
  it->names.words = words_of_c;
  comment(&it->out, "", memory_join(of->name, ": written by `moya header`, of a definition. ", definition_words(of->root), NULL));
  text_print(&it->out, "#ifndef %s_MOYA_H\n#define %s_MOYA_H\n\n#include <moya/typed.h>\n\n", upper, upper);
  write_defaults(it, upper);
  size_t count = moya_json_count(of->types);
  it->shapes = memory_get(count * sizeof *it->shapes + 1);
  for (moya_json type = moya_json_first(of->types); moya_json_exists(type); type = moya_json_next(type)) {
    shape *own = &it->shapes[it->shape_count++];
    own->name = moya_json_key(type).data;
    own->value = type;
    own->word = names_claim(&it->names, own->name, suffixes_of_type);
  }
  for (size_t i = 0; i < it->shape_count; i++) {
    if (it->shapes[i].state == UNSEEN) write_shape(it, &it->shapes[i]);
  }
  for (moya_json one = moya_json_first(of->endpoints); moya_json_exists(one); one = moya_json_next(one)) write_endpoint(it, one);
  text_put(&it->out, "#endif\n");
}

int command_header(int count, char **words) {
  options options;
  definition definition;
  int status = options_read(&options, 0, count, words);
  if (status != EXIT_DONE) return status;
  if (options.word_count != 1) return complain(EXIT_USAGE, "which definition? moya header FILE.json");
  status = definition_read(&definition, options.words[0]);
  if (status == EXIT_DONE) {
    header header = {.of = &definition};
    write_all(&header);
    fwrite(header.out.data, 1, header.out.length, stdout);
  }
  definition_close(&definition);
  return status;
}
