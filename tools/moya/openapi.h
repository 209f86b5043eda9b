/* Converts an OpenAPI document (3.0, 3.1 or 3.2) to a definition.
 *
 * Cursors read the document and the files to which it refers. The definition is written as text. If a definition
 * cannot express a part of the document, a note says so. */
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
  const char *wrong;  /* the error in the file. NULL if the file is a valid document */
  bool is_unreadable; /* true if the file cannot be read, so that its content is not the error */
  moya_json_document *document;
  moya_json root;
  map references; /* the references in this file. The key is the text of the reference */
  map places;     /* the values to which JSON Pointers of references lead, and the values on the way to them */
} source;

/* A schema whose references were followed. It includes the members of all parts of the schema. */
typedef struct schema {
  moya_json value;
  struct reference *reference; /* NULL if the schema is written where it is used */
  const char *kind;            /* "string", "object" and so on. NULL if several kinds or all kinds are possible */
  bool nullable;
  bool compound; /* true if the schema has several alternatives that differ */
} schema;

/* The target of a `$ref`, and the name of the type that the definition has for it.
 *
 * Each target is read only once. Otherwise schemas that refer to each other twice would take exponential time. */
typedef struct reference {
  const char *name; /* the name of the target, for example "user" */
  moya_json value;
  const char *lost;  /* the reason why there is no target. NULL if there is a target */
  const char *whole; /* the type of the target in JSON. NULL until it is known */
  const char *plain; /* the type of the target as a single text. NULL if it cannot be a single text */
  schema known;
  enum { UNREAD, READING, READ } state, plain_state; /* the states of `known` and of `plain` */
  int bare_from; /* the least depth in a sample at which the target was found to have no example. 0 if there is none */
  size_t visit;  /* Each collection of members has a number (`visits`). This is the number of the last one that included
                  * the target */
} reference;

typedef struct openapi {
  source **sources; /* the first source is the document to convert */
  size_t source_count, source_room, source_bytes;
  map sources_by_path, sources_by_document;
  map targets; /* the references, by the place of their target */
  names type_names, endpoint_names;
  text types, endpoints; /* the text of the definition's `types` and `endpoints` */
  struct structure **structures;
  size_t structure_count, structure_room, structures_read;
  map structures_by_name, structures_by_place, names_by_place;
  notes notes;
  const char *operation; /* the operation to name in notes, for example "GET /users/{name}" */
  bool lacks;            /* true if a required part of the operation was left out */
  size_t operations, callable;
  size_t visits;       /* the number of collections of members so far */
  size_t held;         /* the memory that the program had when the conversion began */
  size_t budget;       /* the number of schemas and members that may still be read */
  size_t sample_bytes; /* the size of all samples */
  bool is_brief;       /* true if descriptions and samples are left out, because the definition would be too large */
} openapi;

/* Adds a note. The format must be a literal, because it also serves as the kind of the note. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void openapi_note(openapi *it, harm harm, const char *format, ...);

/* Counts one step of the conversion. Returns false if the number of steps is above the limit, because the document's
 * schemas refer to each other in too many ways. */
bool openapi_step(openapi *it);

/* ── Documents and references (openapi_source.c) ────────────────────────────────────────────────────────────────── */

/* Reads a document in JSON or YAML. The document to convert is read first, and then the files to which it refers. If
 * the document is invalid, returns NULL and sets `why`. */
source *openapi_source(openapi *it, const char *path, const char **why);
void openapi_close(openapi *it);
/* If the value is a reference, returns the target, or a missing value if there is no target. If the target is a
 * reference too, follows that reference, and so on. If the value is not a reference, returns the value.
 *
 * If `last` is not NULL, stores the last reference that was followed in *last, or NULL if there was none. */
moya_json openapi_follow(openapi *it, moya_json value, reference **last);
/* Decodes the character with which a text begins, if it is percent-encoded. Otherwise returns a zero. */
char openapi_decoded(const char *text);
/* If the value is a reference without a target, returns its text and the reason: "x.yaml#/a leads nowhere: …".
 * Otherwise returns NULL. */
const char *openapi_lost(openapi *it, moya_json value);
/* Returns the first line of a path, a method or a reference, for notes. Many notes may contain it, so it is cut if it is
 * long. */
const char *openapi_shown(const char *words);

/* ── Schemas (openapi_schema.c) ─────────────────────────────────────────────────────────────────────────────────── */

schema openapi_schema(openapi *it, moya_json value, int depth);
bool schema_is(const schema *it, const char *kind);
/* Returns the list of `oneOf` or `anyOf`, or a missing value if the schema has neither. */
moya_json openapi_choices(moya_json value);
/* Returns the first alternative that has this kind, "array" or "object". Returns a missing value if there is none. */
moya_json openapi_choice(openapi *it, moya_json value, const char *kind);

/* Returns true if the schema has the member `word` with the value true, for example "readOnly". The member may also stand
 * next to the schema's `$ref`. */
bool openapi_is_marked(openapi *it, moya_json value, const char *word);

/* A property of an object or of one of the parts in the object's `allOf`. */
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

/* Returns the type of a JSON value, for example "[repo]". If the value may be null, sets `nullable` and adds no
 * question mark.
 *
 * Also writes the types that the result names. If a type has no name in the document, `hint` becomes its name. */
const char *openapi_type(openapi *it, moya_json value, const char *hint, bool *nullable, int depth);
/* Returns the type of a value that is a single text: a number, a text, a boolean, a date or an enumeration. Returns
 * NULL for any other value. */
const char *openapi_plain_type(openapi *it, moya_json value, const char *hint, int depth);
/* As `openapi_plain_type`. If the value may also be a list or an object, returns the type of a text and adds a note. */
const char *openapi_single_type(openapi *it, moya_json value, const char *name, const char *hint);
/* Returns the key path of a member. A dot in the member's name does not separate steps of the path. */
const char *openapi_key(const char *name);
/* Returns true if the value is raw bytes, as in the content of a file. */
bool openapi_is_binary(openapi *it, moya_json value);

/* Makes a type for an object and returns the name of the type. Returns NULL if the object has no members.
 *
 * The fields of the type are read later, so that types may refer to each other at any depth. */
const char *openapi_structure(openapi *it, const schema *found, const char *hint);
/* Notes that a request has values of this type, for example "[repo]". In a type of requests, read-only members are
 * optional, because a request must not have them. */
void openapi_mark_sent(openapi *it, const char *type);
/* Reads the fields of all structures that have not been read yet. */
void openapi_read_structures(openapi *it);
/* Writes all structures. */
void openapi_write_structures(openapi *it);

/* ── Enumerations (openapi_names.c) ─────────────────────────────────────────────────────────────────────────────── */

/* Returns true if the value is a string. It may have a format, and it may be an enumeration. */
bool openapi_is_text(openapi *it, moya_json value);
bool openapi_has_names(openapi *it, moya_json value);
/* Makes a type for an enumeration of texts. Returns NULL if the schema is not such an enumeration. */
const char *openapi_names_type(openapi *it, const schema *found, const char *hint);

/* ── Parameters of an endpoint, while they are collected (openapi_arguments.c) ───────────────────────────────────── */

typedef struct arguments {
  struct argument_row *rows;
  size_t row_count, room;
  names names;
  map keys;        /* for the place and the key of each parameter, the number of its row, from 1 */
  size_t count;    /* the number of parameters, or more if some were left out because there are too many */
  bool has_choice; /* true if a call chooses one of several bodies */
  bool is_whole;   /* true if a form is an alternative to JSON, so that none of its members may become JSON text */
  const char *endpoint;
  openapi *of;
} arguments;
/* Adds a parameter and returns its name. `key` is the parameter's name in the request. Returns NULL for a parameter
 * of a body, because its name is chosen later.
 *
 * If no definition can have the parameter, leaves it out, adds a note and returns NULL. */
const char *arguments_add(arguments *it, const char *key, const char *in, const char *type, bool optional, moya_json described);
/* Adds a parameter as arguments_add does. `more` has additional members of the parameter, for example
 * `,"default":"true"`. */
const char *arguments_add_with(arguments *it, const char *key, const char *in, const char *type, bool optional, moya_json described, const char *more);
/* Returns a name for a type that has no name. The name comes from the place where the type is used. */
const char *arguments_hint(const arguments *it, const char *name);
/* Removes all parameters after the first `count`. */
void arguments_cut(arguments *it, size_t count);
/* Merges the parameters of two bodies. In the list, the parameters of one body begin at `first`, and those of another
 * body at `next`. Equal parameters become one.
 *
 * If the second body has no new parameter, removes its parameters and returns false. */
bool arguments_join(arguments *it, size_t first, size_t next);
/* Returns true if a header field may have this name (RFC 9110 §5.1), and a request this method (§9.1). */
bool openapi_is_token(const char *name);
/* Returns true if a key has at most as many bytes as a definition allows. */
bool openapi_is_short(const char *key);
/* Writes the elements of `parameters`. */
void arguments_write(arguments *it, text *out);

/* ── Parameters (openapi_parameters.c) ──────────────────────────────────────────────────────────────────────────── */

typedef struct parameter {
  moya_json value;
  const char *name, *in, *style;
  bool required;
  bool explode;
} parameter;
/* Returns the parameters of the path and of the operation. A parameter of the operation takes precedence over a
 * parameter of the path. */
parameter *openapi_parameters(openapi *it, moya_json item, moya_json operation, size_t *count);

/* Adds a parameter. If the parameter is in the path or is a header field, returns its name. If it is elsewhere or
 * was left out, returns NULL. */
const char *openapi_put_parameter(openapi *it, arguments *to, const parameter *one);
/* Writes `,"description":` with the first line of the member `first`, or of the member `second`. A long line is cut.
 * Writes nothing if the definition gets no descriptions. */
void openapi_add_words(const openapi *it, text *out, moya_json described, const char *first, const char *second);

/* ── Operations (openapi_operation.c), bodies (openapi_body.c, openapi_form.c), results (openapi_result.c,
 * openapi_sample.c) ─────────────────────────────────────────────────────────────────────────────────────────────── */

/* Writes all operations. */
void openapi_operations(openapi *it);
/* Returns the media type of a member of `content`, without white space around it. Returns NULL if no header field can
 * have it. */
const char *openapi_media_type(moya_json media);
/* Returns true if the media type is JSON. */
bool openapi_is_json(const char *media_type);
/* Adds the request's body. If the library would send the body with another media type than the document names, stores
 * the document's media type in *content_type. */
void openapi_body(openapi *it, arguments *to, const char *method, moya_json body, const char **content_type);
/* Adds the members of a form. If `in_parts` is true, the form is multipart, otherwise it is urlencoded. */
void openapi_form(openapi *it, arguments *to, const properties *members, moya_json media, bool in_parts);
/* Adds a member of a form, or of a query whose keys have brackets. If the member is an object, adds the members of
 * the object: "address[city]". */
void openapi_brackets(openapi *it, arguments *to, const char *in, const char *key, moya_json value, bool required, int depth);
/* Writes `,"result":` and `,"sample":`. If the request must name the media type that it wants, stores it in *accept. */
void openapi_result(openapi *it, text *out, const char *endpoint, moya_json responses, const char **accept);
/* Writes `,"sample":` with the example of a response's media type. */
void openapi_sample(openapi *it, text *out, const char *status, moya_json media, bool is_json);

/* ── A whole document (import.c) ─────────────────────────────────────────────────────────────────────────────────── */

/* Converts the document to a definition, and stores its text in *definition. Prints the notes on standard error. If
 * `all` is true, prints each note. Returns EXIT_DONE. After an error, reports the error and returns its exit status. It
 * is an error if the file `output` is the document, or a file to which the document refers. `output` may be NULL. */
int openapi_import(const char *path, bool all, const char *output, const char **definition);

/* ── The document itself ────────────────────────────────────────────────────────────────────────────────────────── */

/* Returns the text of a scalar. A port or a version in YAML may be a number, which also becomes a text. Returns NULL if
 * the value is not a scalar. (openapi_server.c) */
const char *openapi_scalar(moya_json value);
/* Returns the URL of the first server. The variables in the URL have their default values. Returns "" if the URL has
 * no host. (openapi_server.c) */
const char *openapi_base(openapi *it);
/* Writes `,"tags":` with the names of the credentials that an operation requires. (openapi_security.c) */
void openapi_add_security(openapi *it, text *out, moya_json operation);
/* Adds notes that say how to supply each kind of credentials. */
void openapi_note_security(openapi *it);

#endif
