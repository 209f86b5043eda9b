/* A definition as a document, for commands that write a part of it.
 *
 * The library checks it first, so required members are present and have the right type. */
#ifndef MOYA_TOOL_DEFINITION_H
#define MOYA_TOOL_DEFINITION_H

#include <moya/json.h>
#include "text.h"

typedef struct definition {
  const char *path;
  const char *name;
  moya_json root;
  moya_json types;     /* missing if there are none */
  moya_json endpoints;
  moya_json_document *document;
} definition;

/* Returns EXIT_DONE or the status of an error, which has been reported. */
int definition_read(definition *it, const char *path);
void definition_close(definition *it);

/* The parts of a type's text. "[repo]?" is the word "repo", in one list, and optional. */
typedef struct type_text {
  const char *word;
  int lists;     /* the number of brackets around it */
  int maps;      /* the number of braces around it */
  bool optional;
} type_text;
type_text type_of_text(const char *type);

/* A type of `types` by its name. Missing if the word is built into all definitions. */
moya_json definition_type(const definition *it, const char *word);
/* The type of a field, a parameter or a result, which is {"type": …} or a text. A nullable type has a question mark. */
const char *definition_type_text(moya_json value);
/* True if a call may omit the parameter of the endpoint. */
bool definition_may_be_left_out(moya_json endpoint, moya_json parameter);
/* The place of a parameter. NULL if it has a choice of places. */
const char *definition_place(moya_json parameter);
/* The bodies from which a call of the endpoint chooses one, in order. The last one is NULL. */
enum { MOST_BODIES = 4 };
void definition_bodies(moya_json endpoint, const char *bodies[MOST_BODIES + 1]);
/* True if the parameter belongs to this body of a choice, or to no body. */
bool definition_is_in(moya_json parameter, const char *body);
/* The first line of a description. "" if there is none. */
const char *definition_words(moya_json value);

#endif
