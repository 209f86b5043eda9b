/* moya python FILE: reads a definition from the file, and writes a stub file (PEP 484). The stub file describes the
 * object that moya.open makes from the definition. Editors and type checkers read the stub file. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "definition.h"
#include "json.h"
#include "memory.h"
#include "names.h"
#include "openapi.h"
#include "options.h"
#include "python.h"
#include "tool.h"

/* The names that the stub file uses, in addition to keywords of Python. */
static const char *const taken[] = {"Any", "Callable", "Coroutine", "Dict", "List", "Literal", "Mapping", "Optional", "Protocol", "Sequence",
                                    "Tuple", "TypedDict", "TypeVar", "Union", "Concatenate", "NotRequired", "ParamSpec", "datetime", "PathLike",
                                    "Response", "Stream", "AsyncStream", "EndpointOptions", "Unpack", "TypedAPI", "AsyncTypedAPI", "P", "R", "Endpoint", "AsyncEndpoint", "endpoint", "async_endpoint", NULL};
/* The types of an endpoint in the stub file. An endpoint can be called, and has methods with the same parameters. */
static const char endpoints[] =
    "P = ParamSpec(\"P\")\nR = TypeVar(\"R\", covariant=True)\n\n"
    "class Endpoint(Protocol[P, R]):\n"
    "    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...\n"
    "    def response(self, *args: P.args, **kwargs: P.kwargs) -> Response: ...\n"
    "    def stream(self, *args: P.args, **kwargs: P.kwargs) -> Stream: ...\n"
    "    def download(self, path: Union[str, PathLike[str]], /, *args: P.args, **kwargs: P.kwargs) -> Response: ...\n"
    "    def with_options(self, **options: Unpack[EndpointOptions]) -> \"Endpoint[P, R]\": ...\n\n"
    "class AsyncEndpoint(Protocol[P, R]):\n"
    "    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...\n"
    "    async def response(self, *args: P.args, **kwargs: P.kwargs) -> Response: ...\n"
    "    def stream(self, *args: P.args, **kwargs: P.kwargs) -> AsyncStream: ...\n"
    "    async def download(self, path: Union[str, PathLike[str]], /, *args: P.args, **kwargs: P.kwargs) -> Response: ...\n"
    "    def with_options(self, **options: Unpack[EndpointOptions]) -> \"AsyncEndpoint[P, R]\": ...\n\n"
    "def endpoint(function: Callable[Concatenate[Any, P], R]) -> Endpoint[P, R]: ...\n"
    "def async_endpoint(function: Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]) -> AsyncEndpoint[P, R]: ...\n\n";
static const char *const scalars[][2] = {{"f32", "float"},     {"f64", "float"},     {"boolean", "bool"},
                                         {"str", "str"},       {"bytes", "bytes"},   {"date", "datetime"},
                                         {"raw", "Any"}};
/* The names that annotations and decorators in a class use. Before each name is the module that has the name, or
 * NULL. */
static const char *const hidden[][2] = {
    {"typing", "Any"}, {"typing", "Dict"}, {"typing", "List"}, {"typing", "Mapping"}, {"typing", "Optional"}, {"typing", "Sequence"},
    {"typing", "Tuple"}, {"typing", "Union"}, {"datetime", "datetime"}, {"os", "PathLike"}, {"moya", "Response"}, {"builtins", "int"},
    {"builtins", "float"}, {"builtins", "bool"}, {"builtins", "str"}, {"builtins", "bytes"}, {NULL, "endpoint"}, {NULL, "async_endpoint"}};

typedef struct stub {
  const definition *of;
  names names;
  const char **own;  /* the names of the definition's types in the stub file, in order */
  /* For each type of the definition, the name of its argument type, which is the type of the values that callers pass.
   * NULL if no parameter has the type. A value of an argument type may lack optional fields. */
  const char **given;
  map methods;        /* the names of the methods */
  text out;
} stub;

/* The members that the objects of moya.open have in addition to the endpoints. */
static const char *const members[] = {"close", "aclose", "provider", NULL};

static names names_of_methods(void) {
  names methods = {.words = words_of_python};
  for (size_t i = 0; members[i]; i++) names_add(&methods, members[i]);
  return methods;
}

/* Returns the name by which annotations of the class use a type. If a method of the class has the type's own name and
 * so hides the type, returns another name of the type. */
static const char *visible(const stub *it, const char *name) { return map_has(&it->methods, name) ? memory_join("_moya_", name, NULL) : name; }

/* Returns the annotation of a value. If `is_given` is true, a caller passes the value. Otherwise the value was read
 * from a response. */
static const char *annotation(const stub *it, const char *type, bool is_given) {
  size_t length = strlen(type);
  if (length > 1 && type[length - 1] == '?') return memory_join(visible(it, "Optional"), "[", annotation(it, memory_copy(type, length - 1), is_given), "]", NULL);
  if (length > 2 && (*type == '[' || *type == '{')) {
    const char *element = memory_copy(type + 1, length - 2), *inner = annotation(it, element, is_given);
    if (*type == '{') return memory_join(visible(it, is_given ? "Mapping" : "Dict"), "[", visible(it, "str"), ", ", inner, "]", NULL);
    /* In Python a text is a sequence of texts, so Sequence would accept a text. List and Tuple do not accept it. */
    const char *word = type_of_text(element).word;
    bool is_text = *element != '[' && *element != '{' && (strcmp(word, "str") == 0 || strcmp(word, "bytes") == 0 || strcmp(word, "file") == 0);
    if (is_given && is_text) return memory_join(visible(it, "Union"), "[", visible(it, "List"), "[", inner, "], ", visible(it, "Tuple"), "[", inner, ", ...]]", NULL);
    return memory_join(visible(it, is_given ? "Sequence" : "List"), "[", inner, "]", NULL);
  }
  const ptrdiff_t index = definition_type_index(it->of, type);
  if (index >= 0) {
    const char *own = memory_join("\"", it->own[index], "\"", NULL);
    return is_given && it->given[index] ? memory_join(visible(it, "Union"), "[", own, ", \"", it->given[index], "\"]", NULL) : own;
  }
  if (is_given && strcmp(type, "date") == 0) return memory_join(visible(it, "Union"), "[", visible(it, "datetime"), ", ", visible(it, "str"), "]", NULL);
  if (strcmp(type, "file") == 0) return memory_join(visible(it, "Union"), "[", visible(it, "str"), ", ", visible(it, "PathLike"), "[", visible(it, "str"), "]]", NULL);
  for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
    if (strcmp(scalars[i][0], type) == 0) return visible(it, scalars[i][1]);
  }
  return visible(it, "int");
}

void python_docstring(text *out, const char *indent, const char *words) {
  if (!*words) return;
  text plain = {0};
  text_plain(&plain, words, strlen(words));
  text_print(out, "%s\"\"\"", indent);
  for (words = plain.data; *words; words++) {
    if (*words == '\\' || *words == '"') text_put(out, "\\");
    text_add(out, words, 1);
  }
  text_put(out, "\"\"\"\n");
}

/* Gives a name to the argument type (see `given`) of `type`. Returns the first field of `type`. Returns a missing value
 * if `type` has no fields, or if its argument type has a name already. */
static moya_json give_name(stub *it, const char *type) {
  const ptrdiff_t index = definition_type_index(it->of, type_of_text(type).word);
  if (index < 0 || it->given[index]) return (moya_json){0};
  moya_json fields = moya_json_member(it->of->type_list[index], "fields");
  if (!moya_json_exists(fields)) return (moya_json){0};
  it->given[index] = names_claim(&it->names, memory_join(it->own[index], "_argument", NULL), NULL);
  return json_members(fields);
}

/* Gives names to the argument types of `type`, of its fields, of the fields of these fields, and so on. Call this for
 * the type of each parameter. This is a loop, because a chain of types may be longer than the stack. `open` has room
 * for two more elements than there are types. */
static void give(stub *it, const char *type, moya_json *open) {
  size_t depth = 0;
  open[depth++] = give_name(it, type);
  while (depth > 0) {
    moya_json one = open[depth - 1];
    if (moya_json_exists(one)) {
      open[depth - 1] = moya_json_next(one);
      open[depth++] = give_name(it, definition_type_text(one));
    } else {
      depth--;
    }
  }
}

static void structure(stub *it, const char *name, moya_json fields, bool is_given) {
  const char *comma = "";
  text_print(&it->out, "%s = TypedDict(\"%s\", {", name, name);
  for (moya_json one = json_members(fields); moya_json_exists(one); one = moya_json_next(one)) {
    const char *type = definition_type_text(one), *word = annotation(it, type, is_given);
    bool is_free = json_text(one) ? type_of_text(type).optional : definition_may_be_left_out((moya_json){0}, one);
    if (is_given && is_free) word = memory_join("NotRequired[", word, "]", NULL);
    text_print(&it->out, "%s\"%s\": %s", comma, json_key(one), word);
    comma = ", ";
  }
  text_put(&it->out, "})\n");
}

static void types(stub *it) {
  size_t index = 0;
  for (moya_json one = json_members(it->of->types); moya_json_exists(one); one = moya_json_next(one), index++) {
    moya_json names = moya_json_member(one, "names"), fields = moya_json_member(one, "fields"), inner;
    if (!moya_json_exists(names)) {
      structure(it, it->own[index], fields, false);
      if (it->given[index]) structure(it, it->given[index], fields, true);
      continue;
    }
    const char *comma = "";
    text_print(&it->out, "%s = Literal[", it->own[index]);
    for (inner = json_elements(names); moya_json_exists(inner); inner = moya_json_next(inner)) {
      text_put(&it->out, comma);
      comma = ", ";
      text_json(&it->out, json_text(inner), strlen(json_text(inner)));
    }
    text_put(&it->out, "]\n");
  }
}

/* Writes a method. Its parameters have the order of the definition. If a required parameter follows an optional one,
 * the required parameter becomes keyword-only. */
static void method(stub *it, names *methods, moya_json endpoint, bool is_async) {
  names names = {.words = words_of_python};
  bool left_out = false, named = false;
  names_add(&names, "self");
  text_print(&it->out, "    @%s\n    %sdef %s(self", visible(it, is_async ? "async_endpoint" : "endpoint"), is_async ? "async " : "",
             names_claim(methods, json_key(endpoint), NULL));
  for (moya_json one = json_elements(moya_json_member(endpoint, "parameters")); moya_json_exists(one); one = moya_json_next(one)) {
    const char *type = definition_type_text(one), *name = names_claim(&names, json_text(moya_json_member(one, "name")), NULL);
    bool optional = definition_may_be_left_out(endpoint, one);
    bool none = optional && !definition_place(one) && !moya_json_exists(moya_json_member(one, "default"));
    if (none && type[strlen(type) - 1] != '?') type = memory_join(type, "?", NULL);
    if (left_out && !optional && !named) {
      text_put(&it->out, ", *");
      named = true;
    }
    left_out |= optional;
    text_print(&it->out, ", %s: %s%s", name, annotation(it, type, true), optional ? " = ..." : "");
  }
  moya_json result = moya_json_member(endpoint, "result");
  const char *words = definition_words(endpoint);
  text_print(&it->out, ") -> %s:", moya_json_exists(result) ? annotation(it, definition_type_text(result), false) : visible(it, "Response"));
  if (*words) {
    text_put(&it->out, "\n");
    python_docstring(&it->out, "        ", words);
  } else {
    text_put(&it->out, " ...\n");
  }
}

static void class(stub *it, const char *name, const char *base, bool is_async) {
  const char *words = definition_words(it->of->root);
  text_print(&it->out, "\nclass %s(%s):\n", name, base);
  python_docstring(&it->out, "    ", words);
  names methods = names_of_methods();
  for (moya_json one = json_members(it->of->endpoints); moya_json_exists(one); one = moya_json_next(one)) method(it, &methods, one, is_async);
  if (!*words && moya_json_count(it->of->endpoints) == 0) text_put(&it->out, "    ...\n");
}

static void write_all(stub *it) {
  const definition *of = it->of;
  char *name = memory_copy(of->name, strlen(of->name));
  if (*name >= 'a' && *name <= 'z') *name = (char)(*name - ('a' - 'A'));
  it->names.words = words_of_python;
  names_add_all(&it->names, taken);
  names_add_all(&it->names, builtins_of_python);
  /* In the annotations inside a class, a method hides a type with the same name. So no type gets the name of a
   * method. */
  names methods = names_of_methods();
  for (moya_json one = json_members(of->endpoints); moya_json_exists(one); one = moya_json_next(one)) {
    names_add(&it->names, names_claim(&methods, json_key(one), NULL));
  }
  it->methods = methods.taken;
  it->own = memory_get(moya_json_count(of->types) * sizeof *it->own + 1);
  size_t index = 0;
  for (moya_json one = json_members(of->types); moya_json_exists(one); one = moya_json_next(one)) {
    it->own[index++] = names_claim(&it->names, json_key(one), NULL);
  }
  it->given = memory_get(moya_json_count(of->types) * sizeof *it->given + 1);
  moya_json *open = memory_get((moya_json_count(of->types) + 2) * sizeof *open);
  for (moya_json one = json_members(of->endpoints); moya_json_exists(one); one = moya_json_next(one)) {
    moya_json parameter = json_elements(moya_json_member(one, "parameters"));
    for (; moya_json_exists(parameter); parameter = moya_json_next(parameter)) give(it, definition_type_text(parameter), open);
  }
  const char *own = names_claim(&it->names, name, NULL);
  const char *later = names_claim(&it->names, memory_join("Async", name, NULL), NULL);
  text_print(&it->out, "# %s: written by `moya python`, of a definition. %s is what moya.open gives, %s what moya.open_async gives.\n"
             "# pyright: reportUnusedImport=false\n"
             "from datetime import datetime\nfrom os import PathLike\n"
             "from typing import (\n    Any, Callable, Coroutine, Dict, List, Literal, Mapping, Optional, Protocol, Sequence, Tuple, TypedDict, TypeVar, Union,\n)\n\n"
             "from moya import AsyncStream, AsyncTypedAPI, EndpointOptions, Response, Stream, TypedAPI\n"
             "from typing_extensions import Concatenate, NotRequired, ParamSpec, Unpack\n\n%s", of->name, own, later, endpoints);
  for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
    const char *module = hidden[i][0], *word = hidden[i][1], *other = visible(it, word);
    if (other == word) continue;
    if (module) text_print(&it->out, "from %s import %s as %s\n", module, word, other);
    else text_print(&it->out, "%s = %s\n", other, word);
  }
  types(it);
  class(it, own, "TypedAPI", false);
  class(it, later, "AsyncTypedAPI", true);
}

/* Reads a definition, or converts an OpenAPI document to one. A document with the member `moya` is a definition. */
static int read_any(definition *it, const char *path) {
  size_t length;
  moya_json_document *document = NULL;
  const char *text = memory_file(path, &length);
  bool is_definition = !text || (moya_json_parse(text, length, &document, NULL) == MOYA_OK && moya_json_exists(moya_json_member(moya_json_root(document), "moya")));
  moya_json_document_release(document);
  if (is_definition) return definition_read(it, path);
  int status = openapi_import(path, false, NULL, &text);
  return status == EXIT_DONE ? definition_parse(it, path, text, strlen(text)) : status;
}

int command_python(int count, char **words) {
  options options;
  definition definition = {0};
  int status = options_read(&options, OPTIONS_PYTHON, count, words);
  if (status != EXIT_DONE) return status;
  if (options.word_count != 1) return complain(EXIT_USAGE, "which definition? moya python FILE.json");
  status = options.client ? read_any(&definition, options.words[0]) : definition_read(&definition, options.words[0]);
  if (status == EXIT_DONE && options.client) {
    fputs(python_client(&definition), stdout);
  } else if (status == EXIT_DONE) {
    stub stub = {.of = &definition};
    write_all(&stub);
    fwrite(stub.out.data, 1, stub.out.length, stdout);
  }
  definition_close(&definition);
  return status;
}
