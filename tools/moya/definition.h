/* Reads a definition as a JSON document, for commands that write a part of the definition.
 *
 * The library checks the definition first, so required members are present and have the right type. */
#ifndef MOYA_TOOL_DEFINITION_H
#define MOYA_TOOL_DEFINITION_H

#include <moya/json.h>
#include <stddef.h>
#include "map.h"
#include "text.h"

typedef struct definition {
  const char *path;
  const char *name;
  moya_json root;
  moya_json types;     /* missing if the definition has no types */
  moya_json endpoints;
  moya_json_document *document;
  moya_json *type_list; /* the types, in order */
  map type_places;      /* the place of each type in `type_list`, counted from 1 */
} definition;

/* Reads a definition. Returns EXIT_DONE. After an error, reports the error and returns its exit status. */
int definition_read(definition *it, const char *path);
/* Reads a definition from its text, as definition_read reads a file. `path` is for error messages. */
int definition_parse(definition *it, const char *path, const char *text, size_t length);
void definition_close(definition *it);

/* The parts of a type's text. "[repo]?" has the word "repo", one pair of brackets, and is optional. */
typedef struct type_text {
  const char *word;
  int lists;     /* the number of pairs of brackets around the word */
  int maps;      /* the number of pairs of braces around the word */
  bool optional;
} type_text;
type_text type_of_text(const char *type);

/* Returns the type with the name `word` in the definition's `types`, or a missing value if `word` is a built-in type,
 * for example "i64". */
moya_json definition_type(const definition *it, const char *word);
/* Returns the index of this type in `types`. Returns -1 if the word is a built-in type. */
ptrdiff_t definition_type_index(const definition *it, const char *word);
/* Returns the text of the type of a field, a parameter or a result. `value` is {"type": …} or the text itself. The
 * text of a nullable type ends with a question mark. */
const char *definition_type_text(moya_json value);
/* Returns true if a call may omit the parameter of the endpoint. */
bool definition_may_be_left_out(moya_json endpoint, moya_json parameter);
/* Returns the place of a parameter in the request, for example "query". Returns NULL if the parameter is in several
 * bodies from which a call chooses one. */
const char *definition_place(moya_json parameter);
/* Stores the bodies from which a call of the endpoint chooses one, in order. NULL follows the last body. */
enum { MOST_BODIES = 4 };
void definition_bodies(moya_json endpoint, const char *bodies[MOST_BODIES + 1]);
/* Returns true if the parameter has only one place, or if `body` is one of its places. */
bool definition_is_in(moya_json parameter, const char *body);
/* Returns the first line of the value's description, or "" if there is none. */
const char *definition_words(moya_json value);

#endif
