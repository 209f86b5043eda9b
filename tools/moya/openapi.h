/* From an OpenAPI document (3.0, 3.1) to a definition. The document, and the files that it refers to, are read with cursors, the
 * definition written as text. What a definition cannot say becomes a note. */
#ifndef MOYA_TOOL_OPENAPI_H
#define MOYA_TOOL_OPENAPI_H

#include <moya/json.h>
#include "map.h"
#include "names.h"
#include "notes.h"
#include "text.h"

enum { OPENAPI_MOST_DEPTH = 48, OPENAPI_MOST_ARGUMENTS = 900 };

/* A document, or a file that one refers to. */
typedef struct source {
  const char *path;
  const char *wrong;  /* NULL: it is a document */
  bool is_unreadable; /* and not what is in it is wrong */
  moya_json_document *document;
  moya_json root;
  map references; /* by their text */
} source;

/* A schema after its references, and the members of all its parts. */
typedef struct schema {
  moya_json value;
  struct reference *reference; /* NULL: it stands where it is used */
  const char *kind;            /* "string", "object" …; NULL: any, or one of several */
  bool nullable;
  bool compound; /* it is one of several that are not the same */
} schema;

/* What a `$ref` leads to, and the definition's type that it became. Each is read once, however often it is used: schemas that refer to
 * each other twice would take exponential time. */
typedef struct reference {
  const char *name; /* of what it leads to: "user" */
  moya_json value;
  const char *lost;  /* why it leads nowhere; NULL: it does not */
  const char *whole; /* its type in JSON; NULL: not yet */
  const char *plain; /* its type as one text; NULL: it is none */
  schema known;
  enum { UNREAD, READING, READ } state, plain_state; /* of `known` and of `plain` */
  size_t visit;                                      /* the last collection of members that had it */
} reference;

typedef struct openapi {
  source **sources; /* the document first */
  size_t source_count, source_room, source_bytes;
  map targets; /* references by where they lead */
  names type_names, endpoint_names;
  text types, endpoints; /* members of the definition's objects */
  struct structure **structures;
  size_t structure_count, structure_room, structures_read;
  map structures_by_name, structures_by_place, names_by_place;
  notes notes;
  const char *operation; /* "GET /users/{name}", for notes */
  bool lacks;            /* something that the operation requires was left out */
  size_t operations, callable;
  size_t visits;       /* collections of members so far */
  size_t budget;       /* schemas and members that may still be looked at */
  size_t sample_bytes; /* of all samples */
} openapi;

/* A literal as format is the note's kind. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void openapi_note(openapi *it, harm harm, const char *format, ...);

/* One step more. false: the document's schemas lead to each other in more ways than can be followed. */
bool openapi_step(openapi *it);

/* ── Documents and references (openapi_source.c) ────────────────────────────────────────────────────────────────── */

/* Reads a document in JSON or YAML; the definition's own is the first. NULL: `why` says what is wrong with it. */
source *openapi_source(openapi *it, const char *path, const char **why);
void openapi_close(openapi *it);
/* The value, or what it refers to; missing: it leads nowhere. `last` may be NULL. */
moya_json openapi_follow(openapi *it, moya_json value, reference **last);
/* What a reference says that leads nowhere, and why: "x.yaml#/a leads nowhere: …". NULL: it is none. */
const char *openapi_lost(openapi *it, moya_json value);

/* ── Schemas (openapi_schema.c) ─────────────────────────────────────────────────────────────────────────────────── */

schema openapi_schema(openapi *it, moya_json value, int depth);
bool schema_is(const schema *it, const char *kind);
/* oneOf or anyOf; missing: there are none. */
moya_json openapi_choices(moya_json value);

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

/* ── Types (openapi_type.c, openapi_structure.c) ────────────────────────────────────────────────────────────────── */

/* A JSON value's type, "[repo]?" without the question mark, which `nullable` stands for. Types that it names are written.
 * `hint` is the name of one that has none. */
const char *openapi_type(openapi *it, moya_json value, const char *hint, bool *nullable, int depth);
/* The type of what is one text: a number, a text, a boolean, a date, an enumeration; NULL: it is none. */
const char *openapi_plain_type(openapi *it, moya_json value, const char *hint, int depth);
/* The key path of a member, which has no inner one though its name may have a dot. */
const char *openapi_key(const char *name);
/* Is it bytes as they are: a file? */
bool openapi_is_binary(openapi *it, moya_json value);

/* The name of an object's type; NULL: it has no members. Its fields are read later, so that types may lead to each other however
 * deep. */
const char *openapi_structure(openapi *it, const schema *found, const char *hint);
/* Reads the fields of all structures that are not read yet. */
void openapi_read_structures(openapi *it);
/* Writes them. */
void openapi_write_structures(openapi *it);

/* ── Enumerations (openapi_names.c) ─────────────────────────────────────────────────────────────────────────────── */

/* Is it a string, whatever its format and its names? */
bool openapi_is_text(openapi *it, moya_json value);
bool openapi_has_names(openapi *it, moya_json value);
/* An enumeration of texts, as a type of its own. NULL: it is none. */
const char *openapi_names_type(openapi *it, const schema *found, const char *hint);

/* ── Parameters on their way into an endpoint (openapi_arguments.c) ─────────────────────────────────────────────── */

typedef struct arguments {
  struct argument_row *rows;
  size_t row_count, room;
  names names;
  size_t count;    /* of rows, and one more when some were left out */
  bool has_choice; /* of bodies */
  const char *endpoint;
} arguments;
/* One parameter more. `key` is its name on the wire; returns the name that it got, which one of a body gets later: NULL. */
const char *arguments_add(arguments *it, const char *key, const char *in, const char *type, bool optional, moya_json described);
/* The same with more of it: `,"default":"true"`. */
const char *arguments_add_with(arguments *it, const char *key, const char *in, const char *type, bool optional, moya_json described, const char *more);
/* The name of a type that has none but that of where it stands. */
const char *arguments_hint(const arguments *it, const char *name);
/* Those behind the first `count` are left out. */
void arguments_cut(arguments *it, size_t count);
/* Those from `next` on are another body than those from `first` on: what both have becomes one. false: it has nothing that those before
 * have not, and is left out. */
bool arguments_join(arguments *it, size_t first, size_t next);
/* The elements of `parameters`. */
void arguments_write(arguments *it, text *out);

/* ── Parameters (openapi_parameters.c) ──────────────────────────────────────────────────────────────────────────── */

typedef struct parameter {
  moya_json value;
  const char *name, *in, *style;
  bool required;
  bool explode;
} parameter;
/* Those of the path, and those of the operation, which win over them. */
parameter *openapi_parameters(openapi *it, moya_json item, moya_json operation, size_t *count);

/* Returns the name that one of the path or a header field got; NULL: it is another one, or left out. */
const char *openapi_put_parameter(openapi *it, arguments *to, const parameter *one);
/* `,"description":` with the first line of a member, or else of another one, cut where it gets long. */
void openapi_add_words(text *out, moya_json described, const char *first, const char *second);

/* ── Operations (openapi_operation.c), bodies (openapi_body.c, openapi_form.c), results (openapi_result.c, openapi_sample.c) ──────── */

/* All of them. */
void openapi_operations(openapi *it);
/* Is it JSON by its media type? */
bool openapi_is_json(const char *media_type);
/* The request's body; `content_type` is set where the library would not choose it. */
void openapi_body(openapi *it, arguments *to, const char *method, moya_json body, const char **content_type);
/* The members of a form, of a media type: urlencoded, or in parts. */
void openapi_form(openapi *it, arguments *to, const properties *members, moya_json media, bool in_parts);
/* A member of a form or of a query in brackets, perhaps an object with inner ones: "address[city]". */
void openapi_brackets(openapi *it, arguments *to, const char *in, const char *key, moya_json value, bool required, int depth);
/* `,"result":` and `,"sample":`. `accept` is set where the server must be told which kind of answer is wanted. */
void openapi_result(openapi *it, text *out, const char *endpoint, moya_json responses, const char **accept);
/* `,"sample":` of what a media type of a response has as an example. */
void openapi_sample(openapi *it, text *out, const char *status, moya_json media, bool is_json);

/* ── The document itself ────────────────────────────────────────────────────────────────────────────────────────── */

/* The first server's URL, with what its variables are by default. "" when it has no host. (openapi_server.c) */
const char *openapi_base(openapi *it);
/* `,"tags":` with the kinds of credentials that an operation wants. (openapi_security.c) */
void openapi_add_security(openapi *it, text *out, moya_json operation);
/* Notes how each kind of credentials is given. */
void openapi_note_security(openapi *it);

#endif
