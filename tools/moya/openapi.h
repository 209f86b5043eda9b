/* From an OpenAPI document (3.0, 3.1) to a definition. The document is read with cursors, the definition written as text. What a
 * definition cannot say becomes a note. */
#ifndef MOYA_TOOL_OPENAPI_H
#define MOYA_TOOL_OPENAPI_H

#include <moya/json.h>
#include "names.h"
#include "text.h"

/* A schema after its references, and the members of all its parts. */
typedef struct schema {
  moya_json value;
  struct reference *reference; /* NULL: it stands where it is used */
  const char *kind;            /* "string", "object" …; NULL: any, or one of several */
  bool nullable;
  bool compound; /* it is one of several that are not the same */
} schema;

/* A `$ref` that was followed, and the definition's type that it became. Each is read once, however often it is used:
 * schemas that refer to each other twice would take exponential time. */
typedef struct reference {
  const char *text;
  moya_json value;
  const char *type;  /* NULL: not yet, or it has no name of its own */
  bool building;     /* its fields are being read: a struct is no part of itself */
  const char *whole; /* the type of a value that has no name, such as a list; NULL: not yet */
  schema known;
  const char *plain; /* its type as one text; NULL: it is none */
  enum { UNREAD, READING, READ } state, plain_state; /* of `known` and of `plain` */
  size_t visit;                         /* the last collection of members that had it */
} reference;

typedef struct openapi {
  moya_json root;
  names type_names, endpoint_names;
  text types, endpoints; /* members of the definition's objects */
  reference **references;
  size_t reference_count, reference_room;
  const char *operation; /* "GET /users/{name}", for notes */
  bool lacks;            /* something that the operation requires was left out */
  size_t operations, callable, notes;
  size_t visits; /* collections of members so far */
  size_t budget; /* schemas and members that may still be looked at */
} openapi;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void openapi_note(openapi *it, const char *format, ...);

/* ── Schemas (openapi_reference.c, openapi_schema.c) ────────────────────────────────────────────────────────────── */

enum { OPENAPI_MOST_DEPTH = 48 };
/* One step more. false: the document's schemas lead to each other in more ways than can be followed. */
bool openapi_step(openapi *it);

/* The value, or what it refers to; missing: it leads nowhere. `last` may be NULL. */
moya_json openapi_follow(openapi *it, moya_json value, reference **last);
schema openapi_schema(openapi *it, moya_json value, int depth);

/* A property of an object, with those of its allOf. */
typedef struct property {
  const char *name;
  moya_json value;
  bool required;
} property;
typedef struct properties {
  property *list;
  size_t count, room;
} properties;
void openapi_properties(openapi *it, moya_json value, properties *found);

/* ── Types (openapi_type.c) ─────────────────────────────────────────────────────────────────────────────────────── */

/* A JSON value's type, "[repo]?" without the question mark, which `nullable` stands for. Types that it names are written.
 * `hint` is the name of one that has none. */
const char *openapi_type(openapi *it, moya_json value, const char *hint, bool *nullable, int depth);
/* The type of what is one text: a number, a text, a boolean, a date, an enumeration; NULL: it is none. */
const char *openapi_plain_type(openapi *it, moya_json value, const char *hint, int depth);
/* The key path of a member, which has no inner one though its name may have a dot. */
const char *openapi_key(const char *name);

/* ── Enumerations (openapi_names.c) ─────────────────────────────────────────────────────────────────────────────── */

/* Is it a string, whatever its format and its names? */
bool openapi_is_text(openapi *it, moya_json value);
/* An enumeration of texts, as a type of its own. NULL: it is none. */
const char *openapi_names_type(openapi *it, const schema *found, const char *hint);
/* Members of a struct are texts where they are enumerations: what a server adds to those tomorrow is in no definition, and
 * would make a whole answer unreadable. */
void openapi_note_names(openapi *it, const char *type, const properties *members);

/* ── Parameters (openapi_parameters.c) ──────────────────────────────────────────────────────────────────────────── */

typedef struct parameter {
  moya_json value;
  const char *name, *in, *style;
  bool required;
  bool explode;
} parameter;
/* Those of the path, and those of the operation, which win over them. */
parameter *openapi_parameters(openapi *it, moya_json item, moya_json operation, size_t *count);

/* Parameters on their way into an endpoint. */
typedef struct arguments {
  text out;    /* elements of the list */
  names names;
  size_t count;
  const char *endpoint;
} arguments;
/* One parameter more. `key` is its name on the wire; returns the name that it got. */
const char *arguments_add(arguments *it, const char *key, const char *in, const char *type, bool optional, moya_json described);
/* The name of a type that has none but that of where it stands. */
const char *arguments_hint(const arguments *it, const char *name);
/* Returns the name that one of the path or a header field got; NULL: it is another one, or left out. */
const char *openapi_put_parameter(openapi *it, arguments *to, const parameter *one);
/* `,"description":` with the first line of a member, or else of another one, cut where it gets long. */
void openapi_add_words(text *out, moya_json described, const char *first, const char *second);

/* ── Operations (openapi_operation.c) and their bodies (openapi_body.c, openapi_form.c) ─────────────────────────── */

void openapi_operation(openapi *it, const char *path, moya_json item, moya_json value, const char *method);
/* The request's body; `content_type` is set where the library would not choose it. */
void openapi_body(openapi *it, arguments *to, moya_json body, const char **content_type);
/* The members of a form, of a media type: urlencoded, or in parts. */
void openapi_form(openapi *it, arguments *to, const properties *members, moya_json media, bool in_parts);
/* A member of a form or of a query in brackets, perhaps an object with inner ones: "address[city]". */
void openapi_brackets(openapi *it, arguments *to, const char *in, const char *key, moya_json value, bool required, int depth);

#endif
