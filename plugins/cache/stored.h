/* A stored response. Any number of threads may read it, because only `refreshing_us` changes. */
#ifndef CACHE_STORED_H
#define CACHE_STORED_H

#include "life.h"
#include "request.h"

#include <stdatomic.h>

/* The bytes of a body. If a 304 updates a stored response, the old and the new response share them. */
typedef struct body {
  atomic_size_t holders;
  size_t len;
  char bytes[];
} body;

typedef struct stored {
  atomic_size_t holders;
  /* When a request in the background began to ask whether the response has changed; 0: there is none. */
  _Atomic int64_t refreshing_us;
  int status;
  int64_t asked_us, received_us; /* since 1970-01-01 UTC */
  life life;
  slice url, user, authorization; /* the URL, the user and the field Authorization of the request */
  fields selecting;               /* the fields that Vary names, with the comparable values of the request */
  fields head;                    /* names and values end with a zero byte */
  bool is_as_sent;                /* the body is not decoded */
  body *body;
  size_t size; /* bytes of memory, including the body */
  char texts[];
} stored;

/* A response that has arrived. The texts belong to the caller. */
typedef struct arrival {
  int status;
  fields head;
  int64_t asked_us, received_us; /* since 1970-01-01 UTC */
} arrival;

/* Makes a body with room for `len` bytes, which the caller fills. Returns NULL if there is no memory. */
body *body_new(size_t len);
body *body_hold(body *it);
void body_release(body *it);

/* Makes a stored response without the fields that a cache must not store (RFC 9111 §3.1). If the response has no Date,
 * adds the time at which it was received (RFC 9110 §6.6.1). Adds a reference to `content`. Returns NULL if there is no
 * memory, if the plugin interface could not pass on one of the fields, or if the field Vary does not say for which
 * requests the response is (vary.h). */
stored *stored_new(const request *request, const arrival *arrival, body *content, int heuristic_percent);

/* Returns true if a 304 with these fields can be about `it`. Returns false if both have an ETag and the tags differ,
 * because the 304 then says nothing about the stored body (RFC 9111 §4.3.4). Weak tags are compared without W/, because
 * servers that compress a response make its tag weak. */
bool is_confirmed(const stored *it, fields not_modified);

/* Makes a new response from `old` and the fields of a 304 that confirms it (RFC 9111 §3.2, §4.3.4). Returns NULL if the
 * new response cannot be stored. */
stored *stored_updated(stored *old, const request *request, const arrival *arrival, int heuristic_percent);

stored *stored_hold(stored *it);
/* Releases a reference to the response. Does nothing for NULL. */
void stored_release(stored *it);

/* Returns true if the response is for requests like `request`: with the same URL, user and Authorization, and the same
 * values of the fields that Vary names. */
bool is_for(const stored *it, const request *request);
/* Returns true if both responses are for the same requests (is_for). */
bool is_for_same(const stored *one, const stored *other);

#endif
