/* Converts an OpenAPI document (3.0 or 3.1) to a definition.
 *
 * Cursors read the document and the files that it refers to. The definition is written as text. What a definition
 * cannot express becomes a note. */
#ifndef MOYA_TOOL_OPENAPI_H
#define MOYA_TOOL_OPENAPI_H

#include <moya/json.h>
#include "map.h"
#include "names.h"
#include "notes.h"
#include "text.h"

enum { OPENAPI_MOST_DEPTH = 48, OPENAPI_MOST_ARGUMENTS = 900 };

/* A document, or a file that a document refers to. */
typedef struct source {
  const char *path;
  const char *wrong;  /* the error in it. NULL if it is a document */
  bool is_unreadable; /* the file cannot be read, so its content is not the error */
  moya_json_document *document;
  moya_json root;
  map references; /* references by their text */
} source;

/* A schema after its references were followed, and the members of all its parts. */
typedef struct schema {
  moya_json value;
  struct reference *reference; /* NULL if the schema is written where it is used */
  const char *kind;            /* "string", "object" and so on. NULL if it can be anything, or one of several */
  bool nullable;
  bool compound; /* it is one of several that differ */
} schema;

/* The target of a `$ref`, and the definition's type that it became.
 *
 * Each target is read only once. Otherwise schemas that refer to each other twice would take exponential time. */
typedef struct reference {
  const char *name; /* the name of the target, for example "user" */
  moya_json value;
  const char *lost;  /* why there is no target. NULL if there is one */
  const char *whole; /* its type in JSON. NULL until it is known */
  const char *plain; /* its type as a single text. NULL if it is not a single text */
  schema known;
  enum { UNREAD, READING, READ } state, plain_state; /* states of `known` and of `plain` */
  size_t visit;                                      /* the last collection of members that included it */
} reference;

typedef struct openapi {
  source **sources; /* the document comes first */
  size_t source_count, source_room, source_bytes;
  map targets; /* references by their target */
  names type_names, endpoint_names;
  text types, endpoints; /* members of the definition's objects */
  struct structure **structures;
  size_t structure_count, structure_room, structures_read;
  map structures_by_name, structures_by_place, names_by_place;
  notes notes;
  const char *operation; /* for notes, for example "GET /users/{name}" */
  bool lacks;            /* a required part of the operation was left out */
  size_t operations, callable;
  size_t visits;       /* the number of collections of members so far */
  size_t budget;       /* the number of schemas and members that may still be read */
  size_t sample_bytes; /* the size of all samples */
} openapi;

/* The format must be a literal, because it is also the kind of the note. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void openapi_note(openapi *it, harm harm, const char *format, ...);

/* Uses one step of the budget. Returns false if the document's schemas refer to each other in too many ways. */
bool openapi_step(openapi *it);

/* ── Documents and references (openapi_source.c) ────────────────────────────────────────────────────────────────── */

/* Reads a document in JSON or YAML. The definition's own document is the first. If it is invalid, returns NULL and
 * sets `why`. */
source *openapi_source(openapi *it, const char *path, const char **why);
void openapi_close(openapi *it);
/* The value, or the target if it is a reference. Missing if there is no target. `last` may be NULL. */
moya_json openapi_follow(openapi *it, moya_json value, reference **last);
/* For a reference without a target, its text and the reason: "x.yaml#/a leads nowhere: …". Otherwise NULL. */
const char *openapi_lost(openapi *it, moya_json value);

/* ── Schemas (openapi_schema.c) ─────────────────────────────────────────────────────────────────────────────────── */

schema openapi_schema(openapi *it, moya_json value, int depth);
bool schema_is(const schema *it, const char *kind);
/* The list of oneOf or anyOf. Missing if there is none. */
moya_json openapi_choices(moya_json value);

/* A property of an object or of its allOf. */
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

/* ── Types (openapi_type.c, openapi_structure.c) ────────────────────────────────────────────────────────────────── */

/* The type of a JSON value, for example "[repo]". Sets `nullable` instead of adding a question mark.
 *
 * Also writes the types that it names. `hint` is the name for a type that has none. */
const char *openapi_type(openapi *it, moya_json value, const char *hint, bool *nullable, int depth);
/* The type of a value that is a single text: a number, a text, a boolean, a date or an enumeration. NULL for other
 * values. */
const char *openapi_plain_type(openapi *it, moya_json value, const char *hint, int depth);
/* The key path of a member. A dot in its name does not separate steps. */
const char *openapi_key(const char *name);
/* True if the value is raw bytes, as in a file. */
bool openapi_is_binary(openapi *it, moya_json value);

/* The name of an object's type. NULL if it has no members.
 *
 * Its fields are read later, so that types may refer to each other at any depth. */
const char *openapi_structure(openapi *it, const schema *found, const char *hint);
/* Reads the fields of all structures that have not been read yet. */
void openapi_read_structures(openapi *it);
/* Writes all structures. */
void openapi_write_structures(openapi *it);

/* ── Enumerations (openapi_names.c) ─────────────────────────────────────────────────────────────────────────────── */

/* True if the value is a string, with any format and any names. */
bool openapi_is_text(openapi *it, moya_json value);
bool openapi_has_names(openapi *it, moya_json value);
/* Makes a type for an enumeration of texts. NULL if it is not such an enumeration. */
const char *openapi_names_type(openapi *it, const schema *found, const char *hint);

/* ── Parameters of an endpoint, while they are collected (openapi_arguments.c)
 * ─────────────────────────────────────── */

typedef struct arguments {
  struct argument_row *rows;
  size_t row_count, room;
  names names;
  size_t count;    /* the number of rows, and one more if some were left out */
  bool has_choice; /* there is a choice of bodies */
  const char *endpoint;
} arguments;
/* Adds a parameter and returns its name. `key` is its name in the request. NULL for a parameter of a body, which
 * gets its name later. */
const char *arguments_add(arguments *it, const char *key, const char *in, const char *type, bool optional, moya_json described);
/* The same with additional members like `,"default":"true"`. */
const char *arguments_add_with(arguments *it, const char *key, const char *in, const char *type, bool optional, moya_json described, const char *more);
/* A name for a type without a name, from the place where it is used. */
const char *arguments_hint(const arguments *it, const char *name);
/* Removes all rows after the first `count`. */
void arguments_cut(arguments *it, size_t count);
/* Merges two bodies. The rows from `first` on are one, and the rows from `next` on are another. Equal rows become
 * one.
 *
 * If the second body has nothing new, removes it and returns false. */
bool arguments_join(arguments *it, size_t first, size_t next);
/* Writes the elements of `parameters`. */
void arguments_write(arguments *it, text *out);

/* ── Parameters (openapi_parameters.c) ──────────────────────────────────────────────────────────────────────────── */

typedef struct parameter {
  moya_json value;
  const char *name, *in, *style;
  bool required;
  bool explode;
} parameter;
/* The parameters of the path and of the operation. Those of the operation take precedence. */
parameter *openapi_parameters(openapi *it, moya_json item, moya_json operation, size_t *count);

/* Adds a parameter. Returns its name if it is in the path or a header field. NULL if it is elsewhere or was left
 * out. */
const char *openapi_put_parameter(openapi *it, arguments *to, const parameter *one);
/* Writes `,"description":` with the first line of one of two members. A long line is cut. */
void openapi_add_words(text *out, moya_json described, const char *first, const char *second);

/* ── Operations (openapi_operation.c), bodies (openapi_body.c, openapi_form.c), results (openapi_result.c, openapi_sample.c) ──────── */

/* Writes all operations. */
void openapi_operations(openapi *it);
/* True if the media type is JSON. */
bool openapi_is_json(const char *media_type);
/* Adds the request's body. Sets `content_type` if the library would not choose that type. */
void openapi_body(openapi *it, arguments *to, const char *method, moya_json body, const char **content_type);
/* Adds the members of a form, either urlencoded or in parts. */
void openapi_form(openapi *it, arguments *to, const properties *members, moya_json media, bool in_parts);
/* Adds a member of a form or of a query with brackets. For an object, adds its members: "address[city]". */
void openapi_brackets(openapi *it, arguments *to, const char *in, const char *key, moya_json value, bool required, int depth);
/* Writes `,"result":` and `,"sample":`. Sets `accept` if the server needs to know which kind of response is wanted. */
void openapi_result(openapi *it, text *out, const char *endpoint, moya_json responses, const char **accept);
/* Writes `,"sample":` with the example of a response's media type. */
void openapi_sample(openapi *it, text *out, const char *status, moya_json media, bool is_json);

/* ── The document itself ────────────────────────────────────────────────────────────────────────────────────────── */

/* The first server's URL, with the defaults of its variables. "" if it has no host. (openapi_server.c) */
const char *openapi_base(openapi *it);
/* Writes `,"tags":` with the kinds of credentials that an operation requires. (openapi_security.c) */
void openapi_add_security(openapi *it, text *out, moya_json operation);
/* Adds notes that say how to supply each kind of credentials. */
void openapi_note_security(openapi *it);

#endif
