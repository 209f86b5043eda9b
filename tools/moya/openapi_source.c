#include <errno.h>
#include <moya/moya.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"
#include "yaml.h"

enum { MOST_SOURCES = 10000, MOST_SHOWN = 300 };
static const size_t MOST_BYTES = (size_t)256 << 20; /* the maximum size of all files together */

/* ── Files ──────────────────────────────────────────────────────────────────────────────────────────────────────── */

/* Parses JSON. Returns what is wrong, or NULL. */
static const char *parse(source *made, const char *json, size_t length) {
  moya_error *error = NULL;
  if (moya_json_parse(json, length, &made->document, &error) == MOYA_OK) return NULL;
  moya_str message = moya_error_message(error);
  const char *wrong = memory_copy(message.data, message.len);
  moya_error_release(error);
  return wrong;
}

static const char *read_source(openapi *it, source *made) {
  size_t length;
  struct stat file;
  static const char too_large[] = "the files are too large";
  made->is_unreadable = true;
  if (it->source_count == MOST_SOURCES) return "there are too many files";
  /* Only the document to convert may be the standard input. */
  if (it->source_count > 0 || strcmp(made->path, "-") != 0) {
    if (stat(made->path, &file) != 0) return strerror(errno);
    if (it->source_count > 0 && !S_ISREG(file.st_mode)) return "it is no file";
    made->is_unreadable = false;
    if (file.st_size > (off_t)MOST_BYTES) return too_large;
  }
  const char *read = memory_file(made->path, &length);
  made->is_unreadable = !read;
  if (!read) return strerror(errno);
  it->source_bytes += length;
  if (it->source_bytes > MOST_BYTES) return too_large;
  it->budget += length;
  /* JSON begins with a brace. A byte order mark may come before the brace. YAML may begin with a brace, too. */
  bool may_be_json = read[strspn(read, " \t\r\n\xEF\xBB\xBF")] == '{';
  const char *wrong = "", *not_json = "";
  if (may_be_json) not_json = wrong = parse(made, read, length);
  if (wrong) {
    text json = {0};
    wrong = yaml_to_json(read, length, &json);
    if (!wrong) wrong = parse(made, json.data, json.length);
    else if (may_be_json) wrong = memory_join(not_json, ", and it is not YAML either: ", wrong, NULL);
  }
  if (wrong) return wrong;
  made->root = moya_json_root(made->document);
  return NULL;
}

/* Writes the key of a value's document into `key`, which has room for 32 bytes. Returns `key`. */
static const char *document_key(char *key, moya_json value) {
  snprintf(key, 32, "%p", (const void *)value.document);
  return key;
}

source *openapi_source(openapi *it, const char *path, const char **why) {
  source *made = memory_get(sizeof *made);
  made->path = path;
  made->wrong = *why = read_source(it, made);
  if (it->source_count == it->source_room) {
    size_t room = it->source_room ? it->source_room * 2 : 16;
    it->sources = memory_resize(it->sources, it->source_room * sizeof *it->sources, room * sizeof *it->sources);
    it->source_room = room;
  }
  it->sources[it->source_count++] = made;
  map_put(&it->sources_by_path, path, made);
  if (made->document) map_put(&it->sources_by_document, document_key(memory_get(32), made->root), made);
  return made->wrong ? NULL : made;
}

void openapi_close(openapi *it) {
  for (size_t i = 0; i < it->source_count; i++) moya_json_document_release(it->sources[i]->document);
}

/* Returns the source that contains a value. The cursor of the value shows which source this is. */
static source *source_of(const openapi *it, moya_json value) {
  char key[32];
  if (value.document == it->sources[0]->root.document) return it->sources[0];
  source *found = map_get(&it->sources_by_document, document_key(key, value));
  return found ? found : it->sources[0];
}

/* Returns the path of a file to which the file `base` refers as `path`. The steps "." and ".." are removed, so that
 * each file has only one path (RFC 3986 §5.2). */
static const char *path_beside(const char *base, const char *path) {
  const char *slash = strrchr(base, '/');
  char *joined = memory_join(slash ? memory_copy(base, (size_t)(slash - base + 1)) : "", path, NULL), *out = joined, *begin = joined;
  if (*joined == '/') begin = ++out;
  for (char *at = out; *at;) {
    size_t length = strcspn(at, "/");
    bool ends = !at[length];
    if (length == 2 && strncmp(at, "..", 2) == 0 && out > begin) {
      do out--;
      while (out > begin && out[-1] != '/');
    } else if (length == 2 && strncmp(at, "..", 2) == 0) {
      memmove(out, "../", ends ? 2 : 3);
      out += ends ? 2 : 3;
      begin = out;
    } else if (length > 0 && !(length == 1 && *at == '.')) {
      memmove(out, at, length + !ends);
      out += length + !ends;
    }
    at += length + !ends;
  }
  *out = 0;
  return joined;
}

/* ── References ─────────────────────────────────────────────────────────────────────────────────────────────────── */

static int hexadecimal(char digit) {
  const char *digits = "0123456789abcdef0123456789ABCDEF", *found = digit ? strchr(digits, digit) : NULL;
  return found ? (int)((found - digits) % 16) : -1;
}

char openapi_decoded(const char *text) {
  const bool is_encoded = text[0] == '%' && hexadecimal(text[1]) >= 0 && hexadecimal(text[2]) >= 0;
  return is_encoded ? (char)(hexadecimal(text[1]) * 16 + hexadecimal(text[2])) : 0;
}

/* Decodes a reference, which is percent-encoded (RFC 3986 §2.1). */
static char *decoded(const char *encoded, size_t length) {
  char *text = memory_copy(encoded, length), *end = text;
  for (const char *at = text; *at; at++, end++) {
    const char plain = openapi_decoded(at);
    *end = plain ? plain : *at;
    if (plain) at += 2;
  }
  *end = 0;
  return text;
}

/* Returns the name in a reference: "user" for "#/components/schemas/user" and for "schemas/user.yaml". */
static const char *name_of(const char *file, const char *pointer) {
  const char *from = *pointer ? pointer : file, *slash = strrchr(from, '/'), *name = slash ? slash + 1 : from;
  const char *dot = *pointer ? NULL : strrchr(name, '.');
  return dot && dot > name ? memory_copy(name, (size_t)(dot - name)) : name;
}

static source *file_of(openapi *it, source *from, const char *file, const char **why) {
  if (!*file) return from;
  if (strstr(file, "://") || *file == '/') {
    *why = "only files next to the document are followed";
    return NULL;
  }
  const char *path = path_beside(from->path, file);
  if (strcmp(path, "-") == 0) path = "./-"; /* "-" alone is the standard input */
  source *known = map_get(&it->sources_by_path, path);
  if (!known) return openapi_source(it, path, why);
  *why = known->wrong;
  return *why ? NULL : known;
}

/* A value of a document. A reference leads to the value, or to something inside it. If the value is an object, a table
 * makes it fast to find its members. */
typedef struct place {
  moya_json value;
  map *members; /* the members of an object, by their keys. NULL until they are asked for */
} place;

/* Decodes a step of a JSON Pointer (RFC 6901 §4). Returns NULL if the step is invalid. */
static const char *step_of(const char *step) {
  text out = {0};
  text_put(&out, "");
  for (; *step; step++) {
    if (*step == '~' && step[1] != '0' && step[1] != '1') return NULL;
    text_put(&out, *step != '~' ? memory_copy(step, 1) : step[1] == '1' ? "/" : "~");
    step += *step == '~';
  }
  return out.data;
}

static map *members_of(moya_json object) {
  map *members = memory_get(sizeof *members);
  for (moya_json one = json_members(object); moya_json_exists(one); one = moya_json_next(one)) {
    const char *key = json_key(one);
    if (map_has(members, key) || strlen(key) != moya_json_key(one).len) continue;
    moya_json *kept = memory_get(sizeof *kept);
    *kept = one;
    map_put(members, key, kept);
  }
  return members;
}

/* Returns the place to which a JSON Pointer leads. `depth` limits the recursion, one call for each step. */
static place *place_of(source *in, const char *pointer, int depth) {
  place *known = map_get(&in->places, pointer);
  const char *slash = strrchr(pointer, '/');
  if (known) return known;
  known = memory_get(sizeof *known);
  map_put(&in->places, pointer, known);
  if (!slash || depth >= OPENAPI_MOST_DEPTH) {
    known->value = moya_json_pointer(in->root, pointer);
    return known;
  }
  place *above = place_of(in, memory_copy(pointer, (size_t)(slash - pointer)), depth + 1);
  const char *step = step_of(slash + 1);
  if (moya_json_kind(above->value) != MOYA_JSON_OBJECT || !step) {
    known->value = moya_json_pointer(above->value, slash);
    return known;
  }
  if (!above->members) above->members = members_of(above->value);
  const moya_json *member = map_get(above->members, step);
  if (member) known->value = *member;
  return known;
}

static reference *reference_of(openapi *it, source *from, const char *text) {
  reference *known = map_get(&from->references, text);
  if (known) return known;
  size_t length = strcspn(text, "#");
  const char *file = decoded(text, length), *pointer = text[length] ? decoded(text + length + 1, strlen(text + length + 1)) : "";
  const char *why = NULL;
  source *in = file_of(it, from, file, &why);
  /* The same place can be written in several ways. For example, "#/a" and "other.yaml#/a" may be the same place. So the
   * key in `targets` is the path of the file, followed by the pointer. */
  const char *place = in ? memory_join(in->path, "#", pointer, NULL) : memory_join(from->path, "\n", text, NULL);
  known = map_get(&it->targets, place);
  if (!known) {
    known = memory_get(sizeof *known);
    known->name = name_of(file, pointer);
    if (in) known->value = place_of(in, pointer, 0)->value;
    if (!moya_json_exists(known->value)) known->lost = why ? why : "there is no such value";
    map_put(&it->targets, place, known);
  }
  map_put(&from->references, text, known);
  return known;
}

const char *openapi_shown(const char *words) {
  size_t length = strcspn(words, "\r\n");
  if (length <= MOST_SHOWN) return memory_copy(words, length);
  length = MOST_SHOWN;
  while ((words[length] & 0xC0) == 0x80) length--;
  return memory_join(memory_copy(words, length), "…", NULL);
}

static moya_json follow(openapi *it, moya_json value, reference **last, const char **lost) {
  *last = NULL;
  *lost = NULL;
  const char *text = NULL;
  for (int depth = 0; depth < OPENAPI_MOST_DEPTH; depth++) {
    const char *next = json_text(moya_json_member(value, "$ref"));
    if (!next) return value;
    text = next;
    *last = reference_of(it, source_of(it, value), text);
    value = (*last)->value;
    if ((*last)->lost) *lost = memory_join(openapi_shown(text), " leads nowhere: ", (*last)->lost, NULL);
    if ((*last)->lost) return value;
  }
  *lost = memory_join(openapi_shown(text), " leads nowhere: references lead in a circle", NULL);
  return (moya_json){0};
}

moya_json openapi_follow(openapi *it, moya_json value, reference **last) {
  reference *found;
  const char *lost;
  value = follow(it, value, &found, &lost);
  if (last) *last = found;
  return value;
}

const char *openapi_lost(openapi *it, moya_json value) {
  reference *found;
  const char *lost;
  follow(it, value, &found, &lost);
  return lost;
}
