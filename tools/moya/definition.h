/* A definition as a document, for the commands that write something of it. It is checked by the library first, so that what
 * is read here is there and of its type. */
#ifndef MOYA_TOOL_DEFINITION_H
#define MOYA_TOOL_DEFINITION_H

#include <moya/json.h>
#include "text.h"

typedef struct definition {
  const char *path;
  const char *name;
  moya_json root;
  moya_json types;     /* missing: none */
  moya_json endpoints;
  moya_json_document *document;
} definition;

/* EXIT_DONE, or what was complained about. */
int definition_read(definition *it, const char *path);
void definition_close(definition *it);

/* A type's text, taken apart: "[repo]?" is the word "repo", once a list, and optional. */
typedef struct type_text {
  const char *word;
  int lists;     /* brackets around it */
  int maps;      /* braces around it */
  bool optional;
} type_text;
type_text type_of_text(const char *type);

/* A type of `types` by its name; missing: it is a word of every definition. */
moya_json definition_type(const definition *it, const char *word);
/* The field's, parameter's or result's type: {"type": …} or a text alone. What is nullable has a question mark. */
const char *definition_type_text(moya_json value);
/* Of an endpoint's parameter: a call need not give it. */
bool definition_may_be_left_out(moya_json endpoint, moya_json parameter);
/* Where it goes: of a choice, NULL. */
const char *definition_place(moya_json parameter);
/* The bodies of which a call of the endpoint chooses one, in their order; the last is NULL. */
enum { MOST_BODIES = 4 };
void definition_bodies(moya_json endpoint, const char *bodies[MOST_BODIES + 1]);
/* Does the body of a choice have the parameter, which may be none of a body? */
bool definition_is_in(moya_json parameter, const char *body);
/* The first line of a description, "" without one. */
const char *definition_words(moya_json value);

#endif
