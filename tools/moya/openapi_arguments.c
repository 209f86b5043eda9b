#include <stdint.h>
#include <string.h>
#include "memory.h"
#include "openapi.h"

/* A parameter of an endpoint. */
typedef struct argument_row {
  /* If several bodies have this parameter, `in` lists the parameter's place in each body, separated by spaces. */
  const char *key, *in, *type, *more;
  const char *name;                   /* the name. NULL for a parameter of a body until its name is chosen */
  moya_json described;
  bool optional;
} argument_row;

/* MOST_ROWS is the maximum number of parameters of an endpoint in a definition. MOST_KEY is the maximum number of bytes
 * in the key of a parameter. */
enum { MOST_ROWS = 1000, MOST_KEY = 4096 };

static bool is_of_body(const char *in) { return !text_is_one_of(in, "path query header"); }

const char *arguments_hint(const arguments *it, const char *name) { return memory_join(it->endpoint, "_", name, NULL); }

/* Returns a parameter's place and key as one text. The case of a header field's name does not matter. */
static const char *place_of(const char *in, const char *key) {
  char *place = memory_join(in, " ", key, NULL);
  for (char *at = place; *at && strcmp(in, "header") == 0; at++) *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + ('a' - 'A') : *at);
  return place;
}

bool openapi_is_short(const char *key) { return strlen(key) <= MOST_KEY; }

bool openapi_is_token(const char *name) {
  return *name && !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~")];
}

/* Returns the parameter that has this key and this place. NULL if there is none. */
static argument_row *row_of(arguments *it, const char *key, const char *in) {
  const char *place = place_of(in, key);
  const size_t number = (size_t)(uintptr_t)map_get(&it->keys, place);
  argument_row *row = number > 0 && number <= it->row_count ? &it->rows[number - 1] : NULL;
  /* arguments_join moves the parameters in the list, so another parameter may be in this place now. */
  return row && strcmp(place_of(row->in, row->key), place) == 0 ? row : NULL;
}

/* Returns the reason why a definition cannot have a parameter. NULL if it can. */
static const char *lost_of(const arguments *it, const char *key, const char *in) {
  if (it->row_count >= MOST_ROWS) return "an endpoint has at most 1000";
  if (!openapi_is_short(key)) return "its name is too long";
  if (strcmp(in, "header") == 0 && !openapi_is_token(key)) return "it is no name of a header field";
  return NULL;
}

const char *arguments_add(arguments *it, const char *key, const char *in, const char *type, bool optional, moya_json described) {
  return arguments_add_with(it, key, in, type, optional, described, "");
}

const char *arguments_add_with(arguments *it, const char *key, const char *in, const char *type, bool optional, moya_json described, const char *more) {
  const char *lost = lost_of(it, key, in);
  argument_row *same = lost ? NULL : row_of(it, key, in);
  if (same) {
    same->optional &= optional;
    openapi_note(it->of, HARM_TOLD, "two parameters have the name '%.*s' and the place %s: they are one", 100, key, in);
    return same->name;
  }
  if (lost) {
    it->of->lacks |= !optional;
    openapi_note(it->of, optional ? HARM_REQUEST : HARM_USELESS, "the parameter '%.*s' is left out: %s", 100, key, lost);
    return NULL;
  }
  if (it->row_count == it->room) {
    size_t room = it->room ? it->room * 2 : 16;
    it->rows = memory_resize(it->rows, it->room * sizeof *it->rows, room * sizeof *it->rows);
    it->room = room;
  }
  argument_row *row = &it->rows[it->row_count++];
  *row = (argument_row){.key = key, .in = in, .type = type, .more = more, .described = described, .optional = optional};
  it->count++;
  map_put(&it->keys, place_of(in, key), (void *)(uintptr_t)it->row_count);
  if (!is_of_body(in)) row->name = names_claim(&it->names, name_of_text(key, 96), NULL);
  return row->name;
}

void arguments_cut(arguments *it, size_t count) {
  for (size_t i = count; i < it->row_count; i++) map_put(&it->keys, place_of(it->rows[i].in, it->rows[i].key), NULL);
  it->count -= it->row_count - count;
  it->row_count = count;
}

/* Finds a parameter that has the same key and type as `row`. Searches only the earlier body, whose parameters are in
 * the list from `first` to before `next`. Returns NULL if there is none. */
static argument_row *alike(arguments *it, size_t first, size_t next, const argument_row *row) {
  for (size_t i = first; i < next; i++) {
    argument_row *other = &it->rows[i];
    bool is_whole = strcmp(other->in, "body") == 0;
    if (!is_whole && strcmp(other->key, row->key) == 0 && strcmp(other->type, row->type) == 0) return other;
  }
  return NULL;
}

bool arguments_join(arguments *it, size_t first, size_t next) {
  size_t kept = next;
  bool says_more = false;
  for (size_t i = next; i < it->row_count; i++) says_more |= !alike(it, first, next, &it->rows[i]);
  for (size_t i = next; says_more && i < it->row_count; i++) {
    argument_row *other = alike(it, first, next, &it->rows[i]);
    if (!other) it->rows[kept++] = it->rows[i];
    else other->in = memory_join(other->in, " ", it->rows[i].in, NULL), other->optional |= it->rows[i].optional;
  }
  arguments_cut(it, kept);
  it->has_choice |= says_more;
  return says_more;
}

/* Writes where a request has a parameter, for example "part". If a call chooses one of several bodies, writes a list
 * with a place for each body, for example ["field","part"]. */
static void put_places(text *out, const char *in, bool is_choice) {
  text_put(out, is_choice ? "[" : "");
  for (const char *at = in; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    text_put(out, at == in ? "" : ",");
    text_json(out, at, length);
    at += length;
  }
  text_put(out, is_choice ? "]" : "");
}

/* Chooses a name for a parameter of a body, and returns the name. If another body has a parameter with the same key and
 * another type, that parameter may have the name already. Then adds the place of this parameter to the name, for
 * example `file_part`. */
static const char *claimed(arguments *it, const argument_row *row) {
  const char *name = name_of_text(row->key, 96);
  if (it->has_choice && map_has(&it->names.taken, name)) name = memory_join(name, "_", memory_copy(row->in, strcspn(row->in, " ")), NULL);
  return names_claim(&it->names, name, NULL);
}

void arguments_write(arguments *it, text *out) {
  for (size_t i = 0; i < it->row_count; i++) {
    argument_row *row = &it->rows[i];
    bool is_choice = it->has_choice && is_of_body(row->in);
    if (!row->name) row->name = claimed(it, row);
    text_print(out, "%s\n        {\"name\":\"%s\",\"in\":", i > 0 ? "," : "", row->name);
    put_places(out, row->in, is_choice);
    text_print(out, ",\"type\":\"%s%s\"", row->type, row->optional ? "?" : "");
    if (strcmp(row->key, row->name) != 0 && strcmp(row->in, "body") != 0 && strcmp(row->in, "path") != 0) {
      text_put(out, ",\"key\":");
      text_json(out, row->key, strlen(row->key));
    }
    text_put(out, row->more);
    if (strncmp(row->in, "form", 4) != 0 && strncmp(row->in, "field", 5) != 0) openapi_add_words(it->of, out, row->described, "description", NULL);
    text_put(out, "}");
  }
}
