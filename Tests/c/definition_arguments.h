/* Contains what tests of arguments share: texts of endpoints with a parameter in each place, and values of
 * arguments. */
#ifndef DEFINITION_ARGUMENTS_H
#define DEFINITION_ARGUMENTS_H

#include "definition_calls.h"

#define NAMED(place, type) "'path': '/', 'method': 'POST', 'parameters': [{'name': 'a', 'in': '" place "', 'type': '" type "'}]"
#define NULLABLE(place, type) \
  "'path': '/', 'method': 'POST', 'parameters': [{'name': 'a', 'in': '" place "', 'type': '" type "', 'nullable': true}]"
/* The arguments of a call decide if its body is JSON or a form with parts. */
#define CHOICE                                                                                                        \
  "'path': '/', 'method': 'POST', 'parameters': [{'name': 'a', 'in': ['field', 'part'], 'type': 'str'}," \
  "{'name': 'b', 'in': ['field'], 'type': 'i8?'}, {'name': 'c', 'in': ['part'], 'type': 'bytes'}]"
#define IN_PATH(type) "'path': '/x/{a}', 'parameters': [{'name': 'a', 'in': 'path', 'type': '" type "'}]"

static const int64_t numbers[] = {1, -2};
static const char *const commas[] = {"a,b", "c/d", ".."};
#define ARRAY(name_, kind_, elements) \
  {name_, kind_, MOYA_ARGUMENT_ARRAY, 0, 0, elements, sizeof elements / sizeof *elements, NULL, 0}
typedef struct pair {
  int64_t a;
  const char *b;
} pair;
static const moya_type_field pair_fields[] = {
    {.name = "a", MOYA_MEMBER(pair, a), .kind = MOYA_KIND_I64},
    {.name = "b", MOYA_MEMBER(pair, b), .kind = MOYA_KIND_STR, .flags = MOYA_FIELD_OPTIONAL},
};
static const moya_type pair_type = MOYA_TYPE("pair", pair, pair_fields);
static const pair one_pair = {-5, "x\"y"};
#define RAW(name_, text_) MOYA_ARG_RAW(name_, text_, sizeof(text_) - 1)

static inline size_t given(const moya_argument *arguments, size_t room) {
  size_t count = 0;
  while (count < room && arguments[count].name) count++;
  return count;
}

#endif
