/* moya python --client FILE: writes a Python module with a typed client (moya.typed) of a definition or of an OpenAPI
 * document. */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "json.h"
#include "memory.h"
#include "names.h"
#include "notes.h"
#include "python.h"

/* The names that the module imports. A module imports only the names that it uses, because type checkers report the
 * others. */
enum word { ANNOTATED, ANY, DATACLASS, DATETIME, DICT, FIELD, LIST, LITERAL, MOYA, OPTIONAL, PATH_LIKE, UNION, WORDS };
static const char *const words[WORDS + 1] = {"Annotated", "Any", "dataclass", "datetime", "Dict", "field", "List",
                                             "Literal", "moya", "Optional", "PathLike", "Union", NULL};
/* More names that annotations in a class use, so that no field and no endpoint may have them. */
static const char *const taken[] = {"typed", "int", "float", "bool", "str", "bytes", NULL};
/* The members of moya.typed.API. */
static const char *const members[] = {"base_url", "headers", "errors", "list_key", "bool_style", "provider", "send", NULL};
static const char *const scalars[][2] = {{"f32", "float"}, {"f64", "float"}, {"boolean", "bool"}, {"str", "str"}, {"bytes", "bytes"}};

typedef struct client {
  const definition *of;
  names names;      /* the names at the top of the module */
  names hidden;     /* the names that a field or an endpoint would hide: the names of types, and the names that the
                     * module imports */
  const char **own; /* the names of the definition's types in the module, in order */
  bool used[WORDS];
  notes notes;
  text out;
} client;

static const char *use(client *it, enum word word) {
  it->used[word] = true;
  return words[word];
}

/* Returns a name as classes of Python are written: "simple_user" becomes "SimpleUser". */
static const char *class_name(const char *name) {
  char *made = memory_get(strlen(name) + 2), *end = made;
  bool is_first = true;
  for (; *name; name++) {
    if (*name == '_') {
      is_first = true;
      continue;
    }
    *end++ = is_first && *name >= 'a' && *name <= 'z' ? (char)(*name - ('a' - 'A')) : *name;
    is_first = false;
  }
  return *made && (*made < '0' || *made > '9') ? made : memory_join("Type", made, NULL);
}

/* If a name begins with two underscores, removes all underscores at its beginning: "__typename" becomes "typename". In
 * a class, Python changes such a name, or gives it a meaning. If a digit follows the underscores, one underscore
 * stays. */
static const char *member_name(const char *name) {
  if (strncmp(name, "__", 2) != 0) return name;
  const char *rest = name + strspn(name, "_");
  return *rest && (*rest < '0' || *rest > '9') ? rest : rest - 1;
}

/* ── Annotations ────────────────────────────────────────────────────────────────────────────────────────────────── */

static const char *annotation(client *it, const char *type) {
  size_t length = strlen(type);
  if (length > 1 && type[length - 1] == '?') return memory_join(use(it, OPTIONAL), "[", annotation(it, memory_copy(type, length - 1)), "]", NULL);
  if (length > 2 && (*type == '[' || *type == '{')) {
    const char *inner = annotation(it, memory_copy(type + 1, length - 2));
    return *type == '{' ? memory_join(use(it, DICT), "[str, ", inner, "]", NULL) : memory_join(use(it, LIST), "[", inner, "]", NULL);
  }
  const ptrdiff_t index = definition_type_index(it->of, type);
  if (index >= 0) return it->own[index];
  if (strcmp(type, "date") == 0) return use(it, DATETIME);
  if (strcmp(type, "raw") == 0) return use(it, ANY);
  if (strcmp(type, "file") == 0) return memory_join(use(it, UNION), "[bytes, ", use(it, PATH_LIKE), "[str]]", NULL);
  for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
    if (strcmp(scalars[i][0], type) == 0) return scalars[i][1];
  }
  return "int";
}

static const char *quoted(const char *said) {
  text out = {0};
  text_json(&out, said, strlen(said));
  return out.data;
}

/* Returns the annotation `type`. If the value has another name in the request or in JSON than in Python, adds that
 * name to the annotation. */
static const char *named(client *it, const char *type, const char *name, const char *key) {
  if (strcmp(name, key) == 0) return type;
  return memory_join(use(it, ANNOTATED), "[", type, ", typed.Name(", quoted(key), ")]", NULL);
}

/* Writes a JSON value as a literal of Python. */
static void literal(text *out, moya_json value) {
  moya_str raw;
  bool flag;
  const char *comma = "", *said = json_text(value);
  moya_json one;
  switch (moya_json_kind(value)) {
  case MOYA_JSON_STRING: text_json(out, said, strlen(said)); break;
  case MOYA_JSON_BOOL: text_put(out, moya_json_bool(value, &flag) == MOYA_OK && flag ? "True" : "False"); break;
  case MOYA_JSON_NUMBER:
    if (moya_json_raw(value, &raw) == MOYA_OK) text_add(out, raw.data, raw.len);
    break;
  case MOYA_JSON_ARRAY:
  case MOYA_JSON_OBJECT:
    text_put(out, moya_json_kind(value) == MOYA_JSON_ARRAY ? "[" : "{");
    for (one = moya_json_first(value); moya_json_exists(one); one = moya_json_next(one), comma = ", ") {
      text_put(out, comma);
      if (moya_json_kind(value) == MOYA_JSON_OBJECT) text_print(out, "%s: ", quoted(json_key(one)));
      literal(out, one);
    }
    text_put(out, moya_json_kind(value) == MOYA_JSON_ARRAY ? "]" : "}");
    break;
  default: text_put(out, "None");
  }
}

/* Returns true if the default of a value with this type can be written as a literal. A date and a struct cannot. */
static bool has_literal(const client *it, const char *type) {
  const char *word = type_of_text(type).word;
  ptrdiff_t index = definition_type_index(it->of, word);
  if (index >= 0) return moya_json_exists(moya_json_member(it->of->type_list[index], "names"));
  return strcmp(word, "date") != 0 && strcmp(word, "bytes") != 0 && strcmp(word, "file") != 0;
}

/* ── Types ──────────────────────────────────────────────────────────────────────────────────────────────────────── */

/* Writes a field of a dataclass. Required fields come first, as Python requires. */
static void data_field(client *it, names *names, moya_json one, bool is_required) {
  const char *type = definition_type_text(one), *key = json_text(moya_json_member(one, "key"));
  moya_json standard = moya_json_member(one, "default");
  bool has_standard = moya_json_exists(standard) && has_literal(it, type);
  bool is_optional = type_of_text(type).optional, is_list = moya_json_kind(standard) == MOYA_JSON_ARRAY || moya_json_kind(standard) == MOYA_JSON_OBJECT;
  if (is_required == (has_standard || is_optional || moya_json_exists(standard))) return;
  const char *name = names_claim(names, member_name(json_key(one)), NULL);
  if (moya_json_exists(standard) && !has_standard && !is_optional) type = memory_join(type, "?", NULL);
  text_print(&it->out, "    %s: %s", name, named(it, annotation(it, type), name, key ? key : json_key(one)));
  if (has_standard) {
    text_put(&it->out, " = ");
    if (is_list) text_print(&it->out, "%s(default_factory=lambda: ", use(it, FIELD));
    literal(&it->out, standard);
    if (is_list) text_put(&it->out, ")");
  } else if (!is_required && json_true(moya_json_member(one, "nullable"))) {
    /* moya.typed leaves a field out if its value and its default are None. If a factory makes the default, moya.typed
     * sends null. */
    text_print(&it->out, " = %s(default_factory=lambda: None)", use(it, FIELD));
  } else if (!is_required) {
    text_put(&it->out, " = None");
  }
  text_put(&it->out, "\n");
}

static void types(client *it) {
  size_t index = 0;
  for (moya_json one = json_members(it->of->types); moya_json_exists(one); one = moya_json_next(one), index++) {
    moya_json all = moya_json_member(one, "names"), fields = moya_json_member(one, "fields");
    if (moya_json_exists(all)) {
      text_print(&it->out, "\n%s = %s", it->own[index], use(it, LITERAL));
      literal(&it->out, all);
      text_put(&it->out, "\n");
      continue;
    }
    text_print(&it->out, "\n\n@%s\nclass %s:\n", use(it, DATACLASS), it->own[index]);
    python_docstring(&it->out, "    ", definition_words(one));
    /* In the annotations inside a class, a field hides a type with the same name. So no field gets the name of a
     * type. */
    names names = {.words = words_of_python, .others = &it->hidden.taken};
    names_add(&names, "mro"); /* each class has this attribute, which dataclass would take for the field's default */
    for (int pass = 0; pass < 2; pass++) {
      for (moya_json inner = json_members(fields); moya_json_exists(inner); inner = moya_json_next(inner)) data_field(it, &names, inner, pass == 0);
    }
    if (moya_json_count(fields) == 0) text_put(&it->out, "    pass\n");
  }
}

/* ── Endpoints ──────────────────────────────────────────────────────────────────────────────────────────────────── */

static bool has_body(const char *method) { return !text_is_one_of(method, "GET HEAD DELETE OPTIONS TRACE"); }

/* Returns true if a body of this type is sent unchanged. A body of any other type is sent as JSON. */
static bool is_unchanged(const char *type) { return text_is_one_of(type_of_text(type).word, "str bytes file") && strspn(type, "[{") == 0; }

/* Returns the annotation of a parameter, with the place where the parameter goes: `typed.Header[str]`. */
static const char *placed(client *it, const char *type, const char *place, const char *method, bool is_joined) {
  static const char *const classes[][2] = {{"header", "Header"}, {"form", "Form"}, {"part", "File"}};
  const char *inner = annotation(it, type), *standard = has_body(method) ? "field" : "query";
  /* typed.Body sends a text as it is, and typed.JSON sends it as a string of JSON. */
  if (strcmp(place, "body") == 0) return memory_join(is_unchanged(type) ? "typed.Body[" : "typed.JSON[", inner, "]", NULL);
  if (strcmp(place, "query") == 0 && is_joined) return memory_join("typed.Comma[", inner, "]", NULL);
  if (strcmp(place, "form") == 0 && is_joined) return memory_join("typed.Form[typed.Comma[", inner, "]]", NULL);
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    if (strcmp(place, classes[i][0]) == 0) return memory_join("typed.", classes[i][1], "[", inner, "]", NULL);
  }
  if (strcmp(place, standard) == 0 || strcmp(place, "path") == 0) return inner;
  return memory_join(strcmp(place, "query") == 0 ? "typed.Query[" : "typed.Field[", inner, "]", NULL);
}

typedef struct place {
  const char *name; /* the parameter's name in the definition */
  const char *own;  /* the parameter's name in Python */
} place;

/* Returns the path of an endpoint, with the names that its parameters have in Python. */
static const char *path_of(const char *path, const place *places, size_t count) {
  text out = {0};
  for (; *path; path++) {
    size_t length = *path == '{' && path[1] != '{' ? strcspn(path + 1, "}") : 0;
    const char *own = NULL;
    for (size_t i = 0; i < count && length; i++) {
      if (strlen(places[i].name) == length && strncmp(places[i].name, path + 1, length) == 0) own = places[i].own;
    }
    if (own) {
      text_print(&out, "{%s}", own);
      path += length + 1;
    } else {
      bool is_doubled = (*path == '{' || *path == '}') && path[1] == *path;
      text_add(&out, path, is_doubled ? 2 : 1);
      path += is_doubled;
    }
  }
  return out.data ? out.data : "";
}

/* Returns the Content-Type of an endpoint whose body is a text or bytes. Returns NULL for another body, or if the
 * endpoint or the definition sets a Content-Type itself. `body` is the first body that the endpoint offers; NULL if it
 * offers no choice. */
static const char *media_type(const definition *of, moya_json endpoint, const char *body) {
  const moya_json all[] = {moya_json_member(endpoint, "headers"), moya_json_member(of->root, "headers")};
  const char *type = "";
  for (moya_json one = json_elements(moya_json_member(endpoint, "parameters")); moya_json_exists(one); one = moya_json_next(one)) {
    const char *where = definition_place(one);
    if (!where && body && definition_is_in(one, body)) where = body;
    if (where && strcmp(where, "body") == 0) type = definition_type_text(one);
  }
  for (size_t i = 0; i < 2; i++) {
    for (moya_json one = json_members(all[i]); moya_json_exists(one); one = moya_json_next(one)) {
      if (strcasecmp(json_key(one), "Content-Type") == 0) return NULL;
    }
  }
  if (strncmp(type, "str", 3) == 0 && is_unchanged(type)) return "text/plain; charset=utf-8";
  return strncmp(type, "bytes", 5) == 0 && is_unchanged(type) ? "application/octet-stream" : NULL;
}

/* Writes the header fields of an endpoint. `media_type` is one more field, the Content-Type; NULL: there is none. */
static void headers(text *out, moya_json fields, const char *media_type) {
  const char *comma = "";
  if (moya_json_count(fields) == 0 && !media_type) return;
  text_put(out, ", headers={");
  for (moya_json one = json_members(fields); moya_json_exists(one); one = moya_json_next(one), comma = ", ") {
    text_print(out, "%s%s: ", comma, quoted(json_key(one)));
    literal(out, one);
  }
  if (media_type) text_print(out, "%s\"Content-Type\": %s", comma, quoted(media_type));
  text_put(out, "}");
}

static void seconds(text *out, moya_json endpoint, const char *key, const char *name, const char **comma) {
  int64_t ms;
  if (moya_json_int64(moya_json_member(endpoint, key), &ms) != MOYA_OK) return;
  text_print(out, "%s%s=%.10g", *comma, name, (double)ms / 1000);
  *comma = ", ";
}

static void limits(client *it, text *out, moya_json endpoint) {
  static const char *const counts[][2] = {{"max_redirects", "redirects"}, {"max_body_size", "max_body"}, {"share", "share"}, {"any_coding", "any_coding"}};
  static const char *const parts[][2] = {{"timeout_ms", "total"}, {"connect_timeout_ms", "connect"}, {"idle_timeout_ms", "idle"}};
  const char *comma = "";
  text times = {0};
  for (size_t i = 0; i < 3; i++) seconds(&times, endpoint, parts[i][0], parts[i][1], &comma);
  if (*comma) text_print(out, ", timeout=%s.Timeouts(%s)", use(it, MOYA), times.data);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    moya_json value = moya_json_member(endpoint, counts[i][0]);
    if (!moya_json_exists(value)) continue;
    text_print(out, ", %s=", counts[i][1]);
    literal(out, value);
  }
}

/* Writes the elements of a list as a tuple: `(502, 503,)`. An empty list is `()`. */
static void statuses(text *out, moya_json list) {
  const char *gap = "";
  text_put(out, "(");
  for (moya_json one = json_elements(list); moya_json_exists(one); one = moya_json_next(one), gap = " ") {
    text_put(out, gap);
    literal(out, one);
    text_put(out, ",");
  }
  text_put(out, ")");
}

static void retry(client *it, text *out, moya_json policy) {
  static const char *const times[][2] = {{"delay_ms", "delay"}, {"max_delay_ms", "max_delay"}, {"max_retry_after_ms", "max_retry_after"}};
  static const char *const others[] = {"attempts", "statuses", "any_method"};
  const char *comma = "";
  int64_t percent;
  if (!moya_json_exists(policy)) return;
  text_print(out, ", retry=%s.Retry(", use(it, MOYA));
  for (size_t i = 0; i < 3; i++) {
    moya_json value = moya_json_member(policy, others[i]);
    if (!moya_json_exists(value)) continue;
    text_print(out, "%s%s=", comma, others[i]);
    if (moya_json_kind(value) == MOYA_JSON_ARRAY) statuses(out, value);
    else literal(out, value);
    comma = ", ";
  }
  for (size_t i = 0; i < 3; i++) seconds(out, policy, times[i][0], times[i][1], &comma);
  if (moya_json_int64(moya_json_member(policy, "backoff_percent"), &percent) == MOYA_OK) {
    text_print(out, "%sbackoff=%.10g", comma, (double)percent / 100);
  }
  text_put(out, ")");
}

/* Writes the arguments that say how a query and a form write lists and booleans. */
static void style(client *it, text *out, moya_json endpoint) {
  static const char *const patterns[][2] = {{"plain", "{key}"}, {"indexed", "{key}[{index}]"}};
  const char *lists = json_text(moya_json_member(endpoint, "lists"));
  if (lists && strcmp(lists, "brackets") != 0) {
    for (size_t i = 0; i < 2; i++) {
      if (strcmp(lists, patterns[i][0]) == 0) lists = patterns[i][1];
    }
    text_print(out, ", list_key=%s", quoted(lists));
  }
  if (json_is(moya_json_member(endpoint, "bools"), "words")) text_print(out, ", bool_style=%s.BoolStyle.LITERAL", use(it, MOYA));
}

static bool left_out(client *it, const char *endpoint, const char *kind) {
  notes_add(&it->notes, HARM_USELESS, kind, memory_join(endpoint, ": ", kind, NULL));
  return false;
}

/* Writes one parameter. Returns its name in Python. */
static const char *parameter(client *it, text *out, names *names, moya_json endpoint, moya_json one, const char *where, const char *method) {
  const char *name = json_text(moya_json_member(one, "name")), *key = json_text(moya_json_member(one, "key"));
  const char *own = names_claim(names, member_name(name), NULL), *type = definition_type_text(one);
  moya_json standard = moya_json_member(one, "default"), explode = moya_json_member(one, "explode");
  bool is_free = definition_may_be_left_out(endpoint, one), is_nullable = json_true(moya_json_member(one, "nullable"));
  bool has_standard = moya_json_exists(standard) && has_literal(it, type), is_joined = moya_json_exists(explode) && !json_true(explode);
  bool is_optional = type[strlen(type) - 1] == '?';
  if (is_free && !has_standard && !is_optional) type = memory_join(type, "?", NULL);
  const char *annotated = placed(it, type, where, method, is_joined);
  /* moya.typed sends `trace_id` as the header field Trace-Id. The definition may spell the field differently, so the
   * annotation of every header field contains the definition's name. A parameter of the path needs no such name,
   * because the endpoint's path contains the name in Python. */
  if (strcmp(where, "header") == 0) annotated = named(it, annotated, "", key ? key : name);
  else if (strcmp(where, "path") != 0 && strcmp(where, "body") != 0) annotated = named(it, annotated, own, key ? key : name);
  text_print(out, ", %s: %s", own, annotated);
  if (!is_free) return own;
  text_put(out, " = ");
  if (has_standard) literal(out, standard);
  else text_put(out, is_nullable ? memory_join(use(it, MOYA), ".NOT_GIVEN", NULL) : "None");
  return own;
}

/* Returns the method in capitals, if it is a standard method. Sets *decorator to the function of moya.typed, or to
 * NULL for a method that has none. */
static const char *verb_of(const char *method, const char **decorator) {
  static const char *const standard[][2] = {{"GET", "get"}, {"HEAD", "head"}, {"POST", "post"}, {"PUT", "put"}, {"PATCH", "patch"}, {"DELETE", "delete"}};
  *decorator = NULL;
  if (!method) method = "GET";
  for (size_t i = 0; i < sizeof standard / sizeof *standard; i++) {
    bool is_same = strlen(standard[i][0]) == strlen(method);
    for (size_t at = 0; is_same && method[at]; at++) is_same = (method[at] & ~0x20) == standard[i][0][at];
    if (!is_same) continue;
    *decorator = standard[i][1];
    return standard[i][0];
  }
  return method;
}

/* Writes the parameters. If a required parameter follows an optional one, the required parameter becomes keyword-only.
 * Returns the path of the endpoint, with the names that its parameters have in Python. */
static const char *parameters(client *it, text *out, moya_json one, const char *verb, const char *body) {
  names names = {.words = words_of_python};
  names_add(&names, "self");
  moya_json all = moya_json_member(one, "parameters");
  place *places = memory_get((moya_json_count(all) + 1) * sizeof *places);
  size_t count = 0;
  bool was_free = false, is_named = false;
  for (moya_json each = json_elements(all); moya_json_exists(each); each = moya_json_next(each)) {
    const char *where = definition_place(each);
    if (!where && !definition_is_in(each, body)) continue;
    bool is_free = definition_may_be_left_out(one, each);
    if (was_free && !is_free && !is_named) {
      text_put(out, ", *");
      is_named = true;
    }
    was_free |= is_free;
    const char *own = parameter(it, out, &names, one, each, where ? where : body, verb);
    places[count++] = (place){json_text(moya_json_member(each, "name")), own};
  }
  return path_of(json_text(moya_json_member(one, "path")), places, count);
}

/* Returns the annotation of a result. A result of bytes is Base64 in the JSON. To moya.typed, the plain annotation
 * `bytes` would mean the body itself, so the annotation is Annotated. */
static const char *result_type(client *it, const char *type) {
  return strcmp(type, "bytes") == 0 ? memory_join(use(it, ANNOTATED), "[bytes, \"Base64 in JSON\"]", NULL) : annotation(it, type);
}

/* Writes an endpoint. Returns false, and adds a note, if moya.typed cannot express it. */
static bool endpoint(client *it, names *methods, moya_json one) {
  const char *said = json_key(one), *path = json_text(moya_json_member(one, "path")), *about = definition_words(one);
  const char *bodies[MOST_BODIES + 1], *decorator, *verb = verb_of(json_text(moya_json_member(one, "method")), &decorator);
  if (strstr(path, "{+")) return left_out(it, said, "a parameter of the path is several segments");
  if (strchr(path, '?')) return left_out(it, said, "the path has a query");
  definition_bodies(one, bodies);
  if (bodies[0] && bodies[1]) {
    notes_add(&it->notes, HARM_REQUEST, "only the first kind of body", memory_join(said, ": only the first kind of body, ", bodies[0], NULL));
  }
  text list = {0}, *out = &it->out;
  path = parameters(it, &list, one, verb, bodies[0]);
  moya_json result = moya_json_member(one, "result"), at = moya_json_member(result, "at"), tags = moya_json_member(one, "tags");
  if (decorator) text_print(out, "\n    @typed.%s(%s", decorator, quoted(path));
  else text_print(out, "\n    @typed.endpoint(%s, %s", quoted(verb), quoted(path));
  if (json_text(at)) text_print(out, ", at=%s", quoted(json_text(at)));
  headers(out, moya_json_member(one, "headers"), media_type(it->of, one, bodies[0]));
  style(it, out, one);
  limits(it, out, one);
  retry(it, out, moya_json_member(one, "retry"));
  if (moya_json_count(tags) > 0) {
    text_put(out, ", tags=");
    literal(out, tags);
  }
  const char *type = moya_json_exists(result) ? result_type(it, definition_type_text(result)) : memory_join(use(it, MOYA), ".Response", NULL);
  text_print(out, ")\n    def %s(self%s) -> %s:", names_claim(methods, member_name(said), NULL), list.data ? list.data : "", type);
  if (*about) {
    text_put(out, "\n");
    python_docstring(out, "        ", about);
    text_put(out, "        ...\n");
  } else {
    text_put(out, " ...\n");
  }
  return true;
}

/* ── The module ─────────────────────────────────────────────────────────────────────────────────────────────────── */

static void class(client *it, const char *name) {
  const definition *of = it->of;
  const char *about = definition_words(of->root), *base = json_text(moya_json_member(of->root, "base_url"));
  moya_json fields = moya_json_member(of->root, "headers");
  names methods = {.words = words_of_python, .others = &it->hidden.taken};
  names_add_all(&methods, members);
  text_print(&it->out, "\n\nclass %s(typed.API[typed.M]):\n", name);
  python_docstring(&it->out, "    ", about);
  bool is_empty = !*about;
  if (base) text_print(&it->out, "    base_url = %s\n", quoted(base)), is_empty = false;
  if (moya_json_count(fields) > 0) {
    text_put(&it->out, "    headers = ");
    literal(&it->out, fields);
    text_put(&it->out, "\n");
    is_empty = false;
  }
  for (moya_json one = json_members(of->endpoints); moya_json_exists(one); one = moya_json_next(one)) is_empty &= !endpoint(it, &methods, one);
  if (is_empty) text_put(&it->out, "    pass\n");
}

static void imports(const client *it, text *out) {
  const char *comma = "";
  text typing = {0};
  if (it->used[DATACLASS]) text_print(out, "from dataclasses import dataclass%s\n", it->used[FIELD] ? ", field" : "");
  if (it->used[DATETIME]) text_put(out, "from datetime import datetime\n");
  if (it->used[PATH_LIKE]) text_put(out, "from os import PathLike\n");
  for (int word = 0; word < WORDS; word++) {
    if (!it->used[word] || word == DATACLASS || word == DATETIME || word == FIELD || word == MOYA || word == PATH_LIKE) continue;
    text_print(&typing, "%s%s", comma, words[word]);
    comma = ", ";
  }
  if (*comma) text_print(out, "from typing import %s\n", typing.data);
}

const char *python_client(const definition *definition) {
  client it = {.of = definition};
  text out = {0};
  size_t index = 0;
  it.names.words = words_of_python;
  names_add_all(&it.names, words);
  names_add_all(&it.names, taken);
  names_add_all(&it.names, builtins_of_python);
  names_add_all(&it.hidden, words);
  names_add_all(&it.hidden, taken);
  it.own = memory_get(moya_json_count(definition->types) * sizeof *it.own + 1);
  const char *name = names_claim(&it.names, class_name(definition->name), NULL);
  for (moya_json one = json_members(definition->types); moya_json_exists(one); one = moya_json_next(one)) {
    it.own[index] = names_claim(&it.names, class_name(json_key(one)), NULL);
    names_add(&it.hidden, it.own[index++]);
  }
  types(&it);
  class(&it, name);
  text_print(&out, "# mypy: disable-error-code=\"empty-body\"\n# %s: written by `moya python --client`.\nfrom __future__ import annotations\n\n", definition->name);
  imports(&it, &out);
  text_print(&out, "\n%sfrom moya import typed\n%s", it.used[MOYA] ? "import moya\n" : "", it.out.data);
  notes_print(&it.notes, false);
  return out.data;
}
