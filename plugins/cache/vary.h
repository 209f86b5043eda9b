/* Reads the field Vary (RFC 9111 §4.1), which names the fields of a request by which a server chooses its response. */
#ifndef CACHE_VARY_H
#define CACHE_VARY_H

#include "fields.h"

enum {
  MOST_SELECTING = 16,         /* fields that Vary may name */
  MOST_SELECTING_BYTES = 4096, /* bytes of the values of all these fields */
};

/* The fields of a request by which the server chose its response. If the request did not have a field, the `at` of its
 * value is NULL. */
typedef struct selection {
  field at[MOST_SELECTING];
  size_t count;
  char room[MOST_SELECTING_BYTES];
} selection;

/* Writes the value of a field in the form in which values are compared: without white space around commas, and in lower
 * case if case has no meaning in that field. Returns false if there is not enough room. */
bool comparable(fields request, slice name, char *room, size_t size, slice *value);

/* Finds the fields of a request by which the server chose its response. For a private response, they include the Cookie
 * of the target. Returns false if nobody can tell whether another request would get the same response. There are three
 * reasons: Vary is "*", Vary names a field that a cache does not see as a whole (Cookie), or the fields are too many or
 * too long. */
bool select_fields(fields response, fields request, selection *out);

/* Returns true if the request has the same values as `selecting`, which `select_fields` has made. */
bool is_selected(fields selecting, fields request);

#endif
