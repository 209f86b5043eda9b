/* The state of `moya header` while it writes lists of typed.h for a definition's types and endpoints. */
#ifndef MOYA_TOOL_HEADER_H
#define MOYA_TOOL_HEADER_H

#include "definition.h"
#include "names.h"

/* Limits of the lists of typed.h. */
enum { MOST_FIELDS = 64, MOST_ARGUMENTS = 63 };

/* A type of the definition that the header will contain. */
typedef struct shape {
  const char *name; /* the name in the definition */
  const char *word; /* the name in C. NULL for an enumeration with too many names, which becomes a str */
  moya_json value;
  bool is_enum;
  enum { UNSEEN, OPEN, WRITTEN } state;
} shape;

typedef struct header {
  const definition *of;
  const char *prefix; /* begins all names at file scope */
  names names;        /* names at file scope */
  map macros;         /* macros, which no parameter, field or value may be named like */
  shape *shapes;
  size_t shape_count;
  text out;
} header;

/* The suffixes that typed.h adds to the name of a type. */
extern const char *const suffixes_of_type[];

/* Names for a list of parameters or fields. */
names header_names(const header *it);

/* Writes all types. A type comes after the types that it needs. */
void header_types(header *it);
/* A type of the definition. NULL if the name is built into all definitions. */
const shape *header_shape(const header *it, const char *name);
/* The word for a type in the lists. "raw" if the lists have no word for it. */
const char *header_word(const header *it, const char *type);

void header_endpoint(header *it, moya_json value);

/* Writes `, key("…")`, or the same with another word. */
void header_put(text *it, const char *word, const char *argument);
/* Names something that the lists cannot express, in a comment and on standard error. */
void header_leave_out(header *it, const char *name, const char *what);

#endif
