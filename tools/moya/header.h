/* The state of `moya header` while it writes a C header. The header describes the types and the endpoints of a
 * definition with the macros of typed.h. */
#ifndef MOYA_TOOL_HEADER_H
#define MOYA_TOOL_HEADER_H

#include "definition.h"
#include "names.h"

/* The limits of the macros of typed.h: the number of fields of a type, and the number of arguments of an endpoint. */
enum { MOST_FIELDS = 64, MOST_ARGUMENTS = 63 };

/* A type of the definition that the header will contain. */
typedef struct shape {
  const char *name; /* the name in the definition */
  const char *word; /* the name in C. NULL if an enumeration has too many names and becomes a str */
  moya_json value;
  bool is_enum;
  enum { UNSEEN, OPEN, WRITTEN } state;
  moya_json next; /* the next field whose type has to be written before this type */
} shape;

typedef struct header {
  const definition *of;
  const char *prefix; /* the beginning of all names at file scope */
  names names;        /* names at file scope */
  map macros;         /* the names of macros. A parameter, field or value must not have such a name */
  shape *shapes;
  size_t shape_count;
  text out;
} header;

/* The suffixes that typed.h adds to the name of a type. */
extern const char *const suffixes_of_type[];

/* Makes an empty set for the names of an endpoint's parameters or of a type's fields. Words of C and names of macros
 * cannot become names in it. */
names header_names(const header *it);

/* Writes all types. Each type comes after the types that it uses. */
void header_types(header *it);
/* Returns the type of the definition with this name. Returns NULL if the name is a built-in type, for example
 * "i64". */
const shape *header_shape(const header *it, const char *name);
/* Returns the name of a type in the macros of typed.h, for example "repo_list". If the macros have no name for the
 * type, returns "raw". */
const char *header_word(const header *it, const char *type);

void header_endpoint(header *it, moya_json value);

/* Puts the prefix before the name of a type or an endpoint. A name that then begins with moya_ gets an underscore at
 * its end, because the library's headers have such names. */
const char *header_name(const header *it, const char *known);
/* Makes the name of a field or a parameter, which has no prefix. A name that begins with moya_ gets an underscore at
 * its end. */
const char *header_inner_name(const char *known);

/* Writes `, WORD("ARGUMENT")`, for example `, key("full_name")`. */
void header_put(text *it, const char *word, const char *argument);
/* Call this when a part of the definition is left out because the macros of typed.h cannot express it. Writes a comment
 * into the header, and a line on standard error. */
void header_leave_out(header *it, const char *name, const char *what);

#endif
