/* An entry of a cassette, which is a file with recorded calls. An entry has a request, and its response or failure. The
 * module makes entries of calls (capture.h), or reads them from a cassette. */
#ifndef MOYA_RECORD_ENTRY_H
#define MOYA_RECORD_ENTRY_H

#include "../common/bytes.h"

#include <moya/plugin.h>

typedef struct field {
  bytes name, value;
} field;

typedef struct fields {
  field *list;
  size_t count;
} fields;

typedef struct entry {
  struct entry *next; /* the next entry in a list */
  int64_t started_us; /* since 1970-01-01 UTC */
  bytes target;

  bytes method, url, password; /* `url` has no user, password and fragment. `password` is the password of the original
                                * URL */
  fields request_fields;
  fields prepared_fields; /* the fields that the request had before the library added its own */
  bool has_prepared;      /* false: these fields are in `request_fields` */
  bytes request_body;
  moya_body_kind request_body_kind;
  int64_t request_body_size;

  moya_status status; /* MOYA_OK: there is a response */
  bytes message;      /* the message of a failure */
  int32_t http_status; /* 0: there is no response */
  int64_t http_version, bytes_down;
  fields response_fields;
  bytes response_body, response_url, address;
  int64_t name_us, connect_us, tls_us, first_byte_us, total_us;
  bool is_as_sent; /* the library does not decode the body of the response */
  bool keeps_request_coding, keeps_response_coding; /* a body has a coding that the module cannot decode */
} entry;

/* Adds a field. Returns false if there is no memory. A value that is not UTF-8 is read as ISO 8859-1. */
bool fields_add(fields *list, moya_str name, moya_str value);
void fields_free(fields *list);
/* Joins the values of a field with ", ", as RFC 9110 §5.3 says. Returns 1 if the list has such a field, 0 if it
 * has no such field, and -1 if memory is short. */
int fields_join(const fields *list, const char *name, bytes *value);

/* Returns the value of the first field with this name, or "" if there is none. */
const char *fields_first(const fields *list, const char *name);

/* Frees the texts of an entry. */
void entry_clear(entry *it);
void entry_free(entry *it);

#endif
