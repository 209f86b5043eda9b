#include <moya/task.h>
#include <string.h>
#include "c.h"
#include "header.h"
#include "json.h"
#include "memory.h"

/* The names that typed.h gives to parameters of its functions, in addition to the endpoint's arguments. */
static const char *const others[] = {"provider_", "scratch_", "target_", "out_", "error_", "callback_", "user_", "call_", "queue_", "tag_",
                                     "status_", "response_", "row_", "result_", "wrong_", "it_", NULL};
static const char *const suffixes[] = {"_target", "_send", "_enqueue", "_result", "_decode", "_callback", "_ended", "_", NULL};
/* Members of an endpoint in a definition. The macros of typed.h cannot express them, but a program can set the
 * corresponding fields of a target. */
static const char *const settings[] = {"validation", "retry", "timeout_ms", "connect_timeout_ms", "idle_timeout_ms", "max_body_size",
                                       "max_redirects", "share", "any_coding", "sample", "stub", "tags", NULL};

/* Returns the name of the result's type in the macros of typed.h, for example "repo_list". If the result is only a part
 * of the body, writes a struct that has this part as its only member. */
static const char *result_of(header *it, const char *endpoint, moya_json value) {
  moya_json result = moya_json_member(value, "result");
  if (!moya_json_exists(result)) return "body";
  const char *at = json_text(moya_json_member(result, "at")), *type = definition_type_text(result), *word = header_word(it, type);
  type_text parts = type_of_text(type);
  const shape *own = header_shape(it, parts.word);
  if (!at || !*at) {
    bool plain = parts.lists + parts.maps == 0 && (!own || own->is_enum);
    if (plain || strcmp(word, "raw") == 0) return "body";
    if (!parts.optional) return word;
    /* The macro is written only once for each type. When it is written, `names` gets the name of the type with a
     * question mark. No name of C has a question mark, so this entry cannot be mistaken for a name. */
    const char *written = memory_join(word, "?", NULL);
    if (!names_has(&it->names, written)) text_print(&it->out, "MOYA_OPTIONAL(%s);\n", word);
    names_add(&it->names, written);
    return memory_join(word, "_optional", NULL);
  }
  const char *name = names_claim(&it->names, memory_join(endpoint, "_answer", NULL), suffixes_of_type);
  text_print(&it->out, "MOYA_STRUCT(%s,\n    (%s, value%s", name, word, parts.optional ? ", optional" : "");
  header_put(&it->out, "key", at);
  text_put(&it->out, "));\n");
  return name;
}

typedef struct argument {
  const char *in, *word, *key; /* the place, the type and the key in typed.h. If `key` is NULL, the key is the name */
  const char *lists;           /* how to write a list. NULL means the default of typed.h */
  bool numeric;
  bool joined;
  bool nullable; /* true if a NULL is sent as null */
} argument;

/* Returns where a request has the parameter, for example "query". If the endpoint has a choice of bodies, a parameter of
 * a body has a list of places instead. Then this function returns `body`, which must be one of these places. */
static const char *place_in(moya_json parameter, const char *body) {
  const char *in = definition_place(parameter);
  return in ? in : body;
}

static bool is_joined(moya_json parameter, type_text parts) {
  moya_json explode = moya_json_member(parameter, "explode");
  return parts.lists && moya_json_exists(explode) && !json_true(explode);
}

/* Sets how a query or a form writes the parameter. The endpoint's settings decide. */
static void style(argument *made, moya_json endpoint, type_text parts) {
  const char *lists = json_text(moya_json_member(endpoint, "lists"));
  made->numeric = strcmp(parts.word, "boolean") == 0 && !json_is(moya_json_member(endpoint, "bools"), "words");
  if (!parts.lists || made->joined || !lists || strcmp(lists, "brackets") == 0) return;
  made->lists = strcmp(lists, "plain") == 0 ? MOYA_LIST_PLAIN : strcmp(lists, "indexed") == 0 ? MOYA_LIST_INDEXED : lists;
}

static argument argument_of(const header *it, moya_json endpoint, moya_json parameter, const char *in) {
  const char *type = definition_type_text(parameter);
  type_text parts = type_of_text(type);
  const shape *own = header_shape(it, parts.word);
  bool is_struct = own && !own->is_enum, is_plain = parts.lists + parts.maps == 0;
  /* True if the macros of typed.h make a table that describes the type: for a struct, a list or map of structs, and a
   * list of numbers, texts, dates or names. */
  bool has_table = is_struct ? parts.lists + parts.maps < 2
                             : parts.lists == 1 && parts.maps == 0 && (own || !text_is_one_of(parts.word, "bytes raw file"));
  argument made = {.in = in, .key = json_text(moya_json_member(parameter, "key")), .word = header_word(it, type)};
  if (strcmp(in, "body") == 0) {
    if (strcmp(parts.word, "file") == 0) made.in = "file", made.word = "str";
    else if (!has_table && !(is_plain && text_is_one_of(made.word, "str bytes"))) made.word = "raw";
    made.key = NULL;
  } else if (strcmp(in, "field") == 0) {
    if (!has_table && (is_struct || !is_plain)) made.word = "raw";
    const char *said = json_text(moya_json_member(parameter, "type"));
    made.nullable = json_true(moya_json_member(parameter, "nullable")) && !type_of_text(said).optional;
  } else if (strcmp(in, "query") == 0 || strcmp(in, "form") == 0) {
    made.joined = is_joined(parameter, parts);
    style(&made, endpoint, parts);
  }
  return made;
}

static void put_row(text *rows, const argument *one, const char *name, const char *known, bool optional) {
  bool whole = strcmp(one->in, "body") == 0 || strcmp(one->in, "file") == 0;
  text_print(rows, ",\n    (%s, %s, %s%s%s%s%s", one->in, one->word, name, optional ? ", optional" : "", one->nullable ? ", nullable" : "",
             one->numeric ? ", numeric" : "", one->joined ? ", joined" : "");
  if (!whole && (one->key || strcmp(name, known) != 0)) header_put(rows, "key", one->key ? one->key : known);
  if (one->lists) header_put(rows, "lists", one->lists);
  text_put(rows, ")");
}

static void note(text *notes, const char *first, const char *second) {
  text_print(notes, "%s%s%s", notes->data ? "; " : "", first, second);
}

/* Writes the header fields that all calls of the endpoint have. These fields must follow the arguments, so that an
 * argument takes precedence. */
static void put_fields(text *rows, text *notes, moya_json fields, size_t count) {
  for (moya_json field = json_members(fields); moya_json_exists(field); field = moya_json_next(field), count++) {
    const char *name = json_key(field);
    if (count >= MOST_ARGUMENTS) {
      note(notes, "the header field ", name);
      continue;
    }
    text_put(rows, ",\n    (fixed, ");
    text_c_string(rows, name);
    text_put(rows, ", ");
    text_c_string(rows, json_text(field));
    text_put(rows, ")");
  }
}

/* Makes the name of an endpoint. If a type has the same name, puts the method before the name. */
static const char *name_of(header *it, const char *known, const char *method) {
  const char *whole = header_name(it, known);
  if (!names_has(&it->names, whole)) return names_claim(&it->names, whole, suffixes);
  char *verb = memory_copy(method, strlen(method));
  for (char *at = verb; *at; at++) *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + ('a' - 'A') : *at);
  return names_claim(&it->names, memory_join(it->prefix, name_of_text(verb, 16), "_", known, NULL), suffixes);
}

/* Writes an endpoint with one of its possible bodies. `body` is NULL if the endpoint has no choice of bodies. */
static void put_endpoint(header *it, moya_json value, const char *known, const char *body) {
  const char *method = json_text(moya_json_member(value, "method"));
  names names = header_names(it);
  text rows = {0}, notes = {0};
  size_t count = 0;
  text_put(&rows, "");
  for (size_t i = 0; others[i]; i++) names_add(&names, others[i]);
  if (!method) method = "GET";
  moya_json parameter = json_elements(moya_json_member(value, "parameters"));
  for (; moya_json_exists(parameter); parameter = moya_json_next(parameter)) {
    if (body && !definition_is_in(parameter, body)) continue;
    const char *own = json_text(moya_json_member(parameter, "name")), *in = place_in(parameter, body);
    bool optional = type_of_text(definition_type_text(parameter)).optional;
    if (count == MOST_ARGUMENTS && !optional) {
      header_leave_out(it, known, memory_join(own, " is one of more than 63", NULL));
      text_put(&it->out, "\n");
      return;
    }
    if (count == MOST_ARGUMENTS) {
      note(&notes, own, " is one of more than 63");
      continue;
    }
    count++;
    const argument one = argument_of(it, value, parameter, in);
    if (moya_json_exists(moya_json_member(parameter, "default"))) note(&notes, "the default of ", own);
    if (json_true(moya_json_member(parameter, "nullable")) && !one.nullable) note(&notes, "null for ", own);
    put_row(&rows, &one, names_claim(&names, header_inner_name(own), NULL), own, optional);
  }
  put_fields(&rows, &notes, moya_json_member(value, "headers"), count);
  for (size_t i = 0; settings[i]; i++) {
    moya_json setting = moya_json_member(value, settings[i]);
    if (moya_json_exists(setting) && !(i == 0 && json_is(setting, "success"))) note(&notes, settings[i], "");
  }
  text_c_comment(&it->out, definition_words(value));
  if (json_true(moya_json_member(value, "deprecated"))) text_c_comment(&it->out, "Deprecated.");
  if (notes.data) header_leave_out(it, known, notes.data);
  const char *name = name_of(it, known, method), *result = result_of(it, name, value);
  text_print(&it->out, "MOYA_ENDPOINT(%s, %s, ", name, result);
  text_c_string(&it->out, method);
  text_put(&it->out, ", ");
  text_c_string(&it->out, json_text(moya_json_member(value, "path")));
  text_put(&it->out, rows.data);
  text_put(&it->out, ");\n\n");
}

void header_endpoint(header *it, moya_json value) {
  const char *known = json_key(value), *bodies[MOST_BODIES + 1];
  definition_bodies(value, bodies);
  put_endpoint(it, value, known, bodies[0]);
  for (size_t i = 1; bodies[0] && bodies[i]; i++) put_endpoint(it, value, memory_join(known, "_", bodies[i], NULL), bodies[i]);
}
