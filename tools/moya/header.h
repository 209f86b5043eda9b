/* What `moya header` writes, while it is written: the lists of typed.h for a definition's types and endpoints. */
#ifndef MOYA_TOOL_HEADER_H
#define MOYA_TOOL_HEADER_H

#include "definition.h"
#include "names.h"

/* Of the lists of typed.h. */
enum { MOST_FIELDS = 64, MOST_ARGUMENTS = 63 };

/* A type of the definition on its way into the header. */
typedef struct shape {
  const char *name; /* in the definition */
  const char *word; /* in C; NULL: an enumeration of too many names, which is a str */
  moya_json value;
  bool is_enum;
  enum { UNSEEN, OPEN, WRITTEN } state;
} shape;

typedef struct header {
  const definition *of;
  const char *prefix; /* of all names of the file's scope */
  names names;        /* of the file's scope */
  map macros;         /* which no parameter, field or value may be */
  shape *shapes;
  size_t shape_count;
  text out;
} header;

/* What typed.h adds to the name of a type. */
extern const char *const suffixes_of_type[];

/* Names of a list: parameters, fields. */
names header_names(const header *it);

/* All types, those that others lead to first. */
void header_types(header *it);
/* A type of the definition; NULL: it is a word of every definition. */
const shape *header_shape(const header *it, const char *name);
/* The word of a type in the lists; "raw" where they have none. */
const char *header_word(const header *it, const char *type);

void header_endpoint(header *it, moya_json value);

/* `, key("…")` or another word with a text. */
void header_put(text *it, const char *word, const char *argument);
/* Names what the lists cannot say, in a comment and on standard error. */
void header_leave_out(header *it, const char *name, const char *what);

#endif
