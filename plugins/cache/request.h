/* A request as the cache sees it. */
#ifndef CACHE_REQUEST_H
#define CACHE_REQUEST_H

#include "control.h"

typedef struct request {
  slice url;           /* without user, password and fragment */
  slice user;          /* the user and the password in the URL */
  slice authorization; /* the value of the field Authorization */
  fields fields;
  control control;
  bool is_head;
  slice range;         /* the value of the field Range */
  bool is_conditional; /* the request has conditions of its own */
  bool is_as_sent;     /* the library does not decode the body of the response. `request_of` sets it to false */
} request;

/* Reads a request. `url` may have a user, a password and a fragment. The texts belong to the caller. If the URL must be
 * spelled in another way, for example in lower case, `room` receives this spelling. If there is not enough room, the
 * `url` of the request is {NULL, 0}. */
request request_of(slice method, slice url, fields all, char *room, size_t size);

/* Returns the URL that a Location or a Content-Location names, if it has the origin of `base`. If `reference` is
 * relative, it is resolved (RFC 3986 §5.2). `room` receives the URL. Returns {NULL, 0} for any other URL, and if there is
 * not enough room. */
slice resolved(slice base, slice reference, char *room, size_t size);

#endif
