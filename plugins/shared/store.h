/* A store that processes share: values with a lifetime, owners, and rate limits.
 *
 *     store_open     opens the store that an address names
 *     store_try      does a request at once, if that needs no waiting
 *     store_send     does a request, and passes its result to a function later
 *     store_close    closes the store
 *
 * An address has one of these forms:
 *
 *     file:PATH                                    for the processes of one machine
 *     redis://[user:password@]host[:port][/db]     a Redis server
 *     rediss://[user:password@]host[:port][/db]    a Redis server with TLS
 *     memory:                                      for one process
 *
 * A reason (an error in words) never has the user or the password.
 *
 * A hook first calls store_try. If store_try returns false, the hook defers its context, calls store_send and returns
 * MOYA_HOOK_PENDING. The function that receives the result then resumes the context. Only store_open and store_close
 * block.
 *
 * The store does each request as a whole or not at all, even if the process is killed. */
#ifndef SHARED_STORE_H
#define SHARED_STORE_H

#include "../common/bytes.h"
#include "gcra.h"

#include <moya/plugin/tasks.h>

enum {
  STORE_MOST_KEY = 191,    /* bytes of a key */
  STORE_MOST_OWNER = 63,   /* bytes of an owner */
  STORE_MOST_VALUE = 16384, /* bytes of a value */
  STORE_MOST_PLACES = 1024,
  STORE_MOST_ADDRESS = 1023,
  STORE_REASON = 200 /* bytes of a reason with its NUL */
};

typedef enum store_kind {
  STORE_GET = 1, /* reads a value */
  STORE_SET,     /* sets a value, whoever owns the old one. The new value has no owner */
  STORE_ADD,     /* sets a value with an owner, if there is no value */
  STORE_REPLACE, /* sets a value and its lifetime, if `owner` owns it */
  STORE_DELETE,  /* deletes a value, if `owner` owns it */
  STORE_STEP     /* one step of a rate limit (gcra.h) */
} store_kind;

/* A request. The store copies what the pointers point to. */
typedef struct store_request {
  store_kind kind;
  const char *key;      /* required, and not empty. A limit has keys of its own */
  const char *owner;    /* ADD, REPLACE and DELETE: required, and not empty. STEP: names the process, or NULL */
  const void *value;    /* SET, ADD and REPLACE; may be empty */
  size_t value_len;
  int64_t lifetime_ms;  /* SET, ADD and REPLACE: required, 1 or more. After this time there is no value */
  uint32_t places;      /* ADD: with 2 or more, `key` stands for this many keys, "KEY.0", "KEY.1" and so on. The store
                         * sets one of those that have no value, and the result names it. With 0 or 1, sets `key` */
  uint64_t fence;       /* REPLACE and DELETE: if it is not 0, the value must still have this fence number */
  gcra_rule rule;       /* STEP */
  int64_t pause_us;     /* STEP: if above 0, there is no permission for this long */
  bool takes;           /* STEP: whether to take a permission */
  int64_t most_wait_us; /* STEP: if above 0, takes the permission only if it may be used within this time */
} store_request;

typedef enum store_status {
  STORE_DONE = 0,
  STORE_NONE,    /* GET: there is no value */
  STORE_TAKEN,   /* ADD: there is a value in each place. REPLACE, DELETE: `owner` does not own the value */
  STORE_INVALID, /* the request is not valid, for example if a key is too long; `reason` says why */
  STORE_FAILED,  /* the store cannot be used now; `reason` says why. Later requests may succeed */
  STORE_ENDED    /* the store was closed first */
} store_status;

typedef struct store_result {
  store_status status;
  char reason[STORE_REASON]; /* the reason of INVALID and FAILED; otherwise empty */
  bytes value;       /* GET: the value. ADD: if TAKEN and there is one place, the value that is in the way */
  uint64_t fence;    /* GET, ADD, REPLACE: the fence number of the value. Each ADD of a key gives the value a higher
                      * number than all ADDs before, unless the store's clock has gone back. 0: SET has set the value */
  int64_t left_ms;   /* GET, and ADD if TAKEN: the rest of the value's lifetime. With places: the shortest rest */
  uint32_t place;    /* ADD: the place that was free */
  int64_t now_us;    /* the clock of the store, since 1970-01-01 UTC */
  int64_t at_us;     /* STEP: when the next permission may be used, by the clock of the store */
  int64_t paused_us; /* STEP: until when there is no permission, by the clock of the store; 0: there was no pause */
  uint32_t peers;    /* STEP: the processes that have used this limit in the last 10 s; 0: not known */
} store_result;

typedef struct store store;

/* Opens a store. A file is made if there is none. A Redis server need not run yet. `self` names the instance of the
 * plugin that uses the store. Blocks for a short time. If the store cannot be used, returns NULL and writes the reason.
 * For example, the address is not valid, or the file is damaged, belongs to another program or cannot be opened. Such a
 * file is not changed. */
store *store_open(const char *address, const moya_tasks *tasks, moya_context *self, char *reason, size_t reason_size);

/* If the store can carry out the request without waiting, carries it out and returns true. The caller must then free
 * `result->value`. Otherwise does nothing and returns false. Never blocks, except in a forked child, where it can
 * wait some milliseconds for a file, because there it could not try again later. [any thread] */
bool store_try(store *, const store_request *, store_result *result);

/* Receives the result of a request. The function may take `result->value` and leave an empty one. If it does not, the
 * store frees the value. The function runs on a thread of the store or of the library, and must not block. */
typedef void (*store_done)(void *user, store_result *result);

/* Starts a request. The store calls `done` once, never inside this function, and at the latest while store_close runs.
 * Never blocks. If this function returns an error, the store does not call `done`. The errors are:
 * - MOYA_ERROR_ARGUMENT: the request is not valid.
 * - MOYA_ERROR_STATE: the store is closing.
 * - MOYA_ERROR_SYSTEM: there is no thread.
 * - MOYA_ERROR_FORKED: this store cannot wait in a forked child.
 * - MOYA_ERROR_MEMORY [any thread] */
moya_status store_send(store *, const store_request *, store_done done, void *user);

/* Ends all requests, and frees the store. Blocks until the last `done` has returned. Call this in `destroy`. If the
 * parent of a forked child opened the store, the child frees nothing that a thread of the parent could have used. */
void store_close(store *);

#endif
