#include <stdarg.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_PATH = 100000, MOST_METHOD = 128 };

void openapi_note(openapi *it, harm harm, const char *format, ...) {
  va_list arguments;
  text said = {0}, line = {0};
  if (!openapi_step(it)) return;
  va_start(arguments, format);
  if (it->operation) text_print(&said, "%s: ", it->operation);
  text_print_list(&said, format, arguments);
  va_end(arguments);
  text_plain(&line, said.data, said.length);
  notes_add(&it->notes, harm, format, line.data);
}

/* ── The path ───────────────────────────────────────────────────────────────────────────────────────────────────── */

/* A path with its parameters. */
typedef struct route {
  const parameter *list;
  size_t count;
  const char **given; /* the name of each parameter in the definition. NULL if the parameter is not in the path */
  map undeclared;     /* the parameters that the path names and the document does not declare */
} route;

static const char *name_in(openapi *it, arguments *to, route *of, const char *name) {
  for (size_t i = 0; i < of->count; i++) {
    if (of->given[i] && strcmp(of->list[i].name, name) == 0) return of->given[i];
  }
  char *own = map_get(&of->undeclared, name);
  if (own) return own;
  openapi_note(it, HARM_TOLD, "the path names {%s}, and there is no such parameter: it is a text", name);
  const char *added = arguments_add(to, name, "path", "str", false, (moya_json){0});
  if (!added) return NULL;
  own = memory_copy(added, strlen(added));
  map_put(&of->undeclared, name, own);
  return own;
}

/* Writes the query that is part of a path. In some documents only this query distinguishes two operations, so each
 * call sends it. */
static void put_query(text *out, const char *query, size_t length) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/?%";
  text_put(out, "?");
  for (size_t i = 0; i < length; i++) {
    if (query[i] && strchr(plain, query[i])) text_add(out, query + i, 1);
    else text_print(out, "%%%02X", (unsigned)(unsigned char)query[i]);
  }
}

/* Writes one character of a path, and returns the rest of the path. Decodes the character if the document has it
 * percent-encoded (RFC 3986 §2.1), because the library encodes the paths of definitions itself. */
static const char *put_plain(openapi *it, text *out, const char *at) {
  const char decoded = openapi_decoded(at);
  if (decoded && strchr("/?#", decoded)) openapi_note(it, HARM_REQUEST, "the path has %.3s, which is sent as %%25%.2s", at, at + 1);
  const char plain = decoded && !strchr("/?#", decoded) ? decoded : *at;
  text_print(out, plain == '{' || plain == '}' ? "%c%c" : "%c", plain, plain);
  return at + (plain == decoded ? 3 : 1);
}

/* Writes a path with the names that the parameters of the path have in the definition. Adds the parameters that the
 * document does not declare. */
static const char *path_of(openapi *it, arguments *to, const char *path, route *of) {
  text out = {0};
  const char *last = strrchr(path, '}');
  text_put(&out, "");
  for (const char *at = path; *at;) {
    const char *end = *at == '{' && last && at < last ? strchr(at, '}') : NULL;
    if (!end) {
      at = put_plain(it, &out, at);
      continue;
    }
    const char *name = memory_copy(at + 1, (size_t)(end - at - 1)), *own = name_in(it, to, of, name);
    text_print(&out, own ? "{%s}" : "{{%s}}", own ? own : name);
    at = end + 1;
  }
  return out.data;
}

/* ── Operations ─────────────────────────────────────────────────────────────────────────────────────────────────── */

/* Cuts "{?page,size}" and "{&page}" out of a path. In a URI Template (RFC 6570 §3.2.8) they stand for parameters of the
 * query, which the document declares too. */
static const char *without_expansions(openapi *it, const char *path) {
  text out = {0};
  text_put(&out, "");
  for (const char *at = path; *at; at++) {
    const char *end = *at == '{' && (at[1] == '?' || at[1] == '&') ? strchr(at, '}') : NULL;
    if (!end) {
      text_add(&out, at, 1);
      continue;
    }
    openapi_note(it, HARM_TOLD, "the path's %.*s is cut, because parameters of the query stand for it", (int)(end - at < 100 ? end - at + 1 : 100), at);
    at = end;
  }
  return out.data;
}

static const char *put_path(openapi *it, arguments *to, const char *path, const parameter *list, size_t count) {
  path = without_expansions(it, path);
  size_t length = strcspn(path, "?#");
  const char *rest = path + length, *own = memory_copy(path, length);
  route of = {.list = list, .count = count, .given = memory_get(count * sizeof *of.given + 1)};
  for (size_t i = 0; i < count; i++) {
    if (strcmp(list[i].in, "path") != 0) continue;
    if (strstr(own, memory_join("{", list[i].name, "}", NULL))) of.given[i] = openapi_put_parameter(it, to, &list[i]);
    else openapi_note(it, HARM_REQUEST, "the path does not name {%s}: the parameter is left out", list[i].name);
  }
  text made = {0};
  text_put(&made, path_of(it, to, own, &of));
  if (*rest == '?') put_query(&made, rest + 1, strcspn(rest + 1, "#"));
  if (strchr(rest, '#')) openapi_note(it, HARM_TOLD, "the path's fragment, which no server gets, is cut: %s", strchr(rest, '#'));
  return made.data;
}

static void add_fields(text *out, const char *content_type, const char *accept) {
  if (!content_type && !accept) return;
  text_put(out, ",\"headers\":{");
  if (content_type) {
    text_put(out, "\"Content-Type\":");
    text_json(out, content_type, strlen(content_type));
  }
  if (accept) {
    text_put(out, content_type ? ",\"Accept\":" : "\"Accept\":");
    text_json(out, accept, strlen(accept));
  }
  text_put(out, "}");
}

/* Adds a note if an operation or a path has its own servers and they differ from the servers of the document. */
static void note_servers(openapi *it, moya_json of) {
  moya_json own = json_elements(moya_json_member(of, "servers"));
  const char *url = json_text(moya_json_member(own, "url"));
  moya_json all = json_elements(moya_json_member(it->sources[0]->root, "servers"));
  if (!url || json_is(moya_json_member(all, "url"), url)) return;
  openapi_note(it, HARM_REQUEST, "has servers of its own, which an endpoint has not, but a call may have: %s", url);
}

static void operation(openapi *it, const char *path, moya_json item, moya_json value, const char *method, const char *verb) {
  const char *id = json_text(moya_json_member(value, "operationId"));
  const char *name = names_claim(&it->endpoint_names, name_of_text(id && *id ? id : memory_join(verb, "_", path, NULL), 96), NULL);
  size_t count;
  it->lacks = false;
  const parameter *list = openapi_parameters(it, item, value, &count);
  arguments to = {.endpoint = name, .of = it};
  /* The parameters of the path come first in the signature, because callers see their names in the path. */
  const char *own_path = put_path(it, &to, path, list, count), *content_type = NULL, *accept = NULL;
  for (size_t i = 0; i < count; i++) {
    if (strcmp(list[i].in, "path") != 0) openapi_put_parameter(it, &to, &list[i]);
  }
  openapi_body(it, &to, method, moya_json_member(value, "requestBody"), &content_type);
  note_servers(it, moya_json_exists(moya_json_member(value, "servers")) ? value : item);
  if (moya_json_exists(moya_json_member(value, "callbacks"))) openapi_note(it, HARM_TOLD, "has callbacks, which are the program's part");
  text result = {0};
  text_put(&result, "");
  openapi_result(it, &result, name, moya_json_member(value, "responses"), &accept);

  text *out = &it->endpoints;
  if (out->length > 0) text_put(out, ",\n    ");
  text_print(out, "\"%s\":{\"method\":\"%s\",\"path\":", name, method);
  text_json(out, own_path, strlen(own_path));
  openapi_add_words(it, out, value, "summary", "description");
  if (json_true(moya_json_member(value, "deprecated"))) text_put(out, ",\"deprecated\":true");
  add_fields(out, content_type, accept);
  if (to.row_count > 0) {
    text_put(out, ",\"parameters\":[");
    arguments_write(&to, out);
    text_put(out, "],\"lists\":\"plain\",\"bools\":\"words\"");
  }
  text_put(out, result.data);
  openapi_add_security(it, out, value);
  text_put(out, "}");
  openapi_read_structures(it);
  it->callable += !it->lacks;
}

/* Returns true if a path or an operation cannot be read, because its reference has no target or because it is not an
 * object. Adds a note. */
static bool is_lost(openapi *it, moya_json value, const char *what) {
  const char *lost = openapi_lost(it, value);
  bool is_object = lost || moya_json_kind(openapi_follow(it, value, NULL)) == MOYA_JSON_OBJECT;
  if (lost) openapi_note(it, HARM_USELESS, "%s %s", what, lost);
  else if (!is_object) openapi_note(it, HARM_USELESS, "%s is no object", what);
  it->operations += lost || !is_object;
  return lost || !is_object;
}

static void put_operation(openapi *it, const char *path, moya_json item, moya_json value, const char *method, const char *verb) {
  if (!moya_json_exists(value) || !openapi_step(it)) return;
  it->operation = memory_join(openapi_shown(method), " ", openapi_shown(path), NULL);
  if (is_lost(it, value, "the operation")) return;
  it->operations++;
  if (openapi_is_token(method) && strlen(method) == moya_json_key(value).len && strlen(method) <= MOST_METHOD) operation(it, path, item, openapi_follow(it, value, NULL), method, verb);
  else openapi_note(it, HARM_USELESS, "no request has this method");
}

static void operations_of(openapi *it, const char *path, moya_json item) {
  static const char *const methods[][2] = {{"get", "GET"},   {"put", "PUT"},     {"post", "POST"},   {"delete", "DELETE"}, {"options", "OPTIONS"},
                                           {"head", "HEAD"}, {"patch", "PATCH"}, {"trace", "TRACE"}, {"query", "QUERY"}};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) put_operation(it, path, item, moya_json_member(item, methods[i][0]), methods[i][1], methods[i][0]);
  /* The keys of this object are methods as a request has them, for example "COPY" (OpenAPI 3.2). */
  moya_json more = json_members(moya_json_member(item, "additionalOperations"));
  for (; moya_json_exists(more); more = moya_json_next(more)) put_operation(it, path, item, more, json_key(more), json_key(more));
}

void openapi_operations(openapi *it) {
  moya_json root = it->sources[0]->root, paths = moya_json_member(root, "paths");
  for (moya_json one = json_members(paths); moya_json_exists(one); one = moya_json_next(one)) {
    const char *path = json_key(one);
    bool is_path = path[0] == '/' && strlen(path) < MOST_PATH && strlen(path) == moya_json_key(one).len;
    if (!is_path && strncmp(path, "x-", 2) == 0) continue;
    it->operation = openapi_shown(path);
    if (!is_path) {
      it->operations++;
      openapi_note(it, HARM_USELESS, "a path begins with /, has no zero and is shorter than %d bytes", MOST_PATH);
    } else if (!is_lost(it, one, "the path")) {
      operations_of(it, path, openapi_follow(it, one, NULL));
    }
    it->operation = NULL;
  }
  if (moya_json_exists(json_members(moya_json_member(root, "webhooks")))) openapi_note(it, HARM_TOLD, "webhooks are the program's part");
}
