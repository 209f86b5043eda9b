/* Sends all requests that wait for a Redis server in one round trip. */
#ifndef SHARED_REDIS_BATCH_H
#define SHARED_REDIS_BATCH_H

#include "redis_link.h"
#include "stores.h"

typedef struct redis_waiting {
  struct redis_waiting *next;
  store_request *request;
  store_done done;
  void *user;
  store_result result;
  bool is_unknown;   /* the server has forgotten the script */
  bool is_read_only; /* the server has become a replica */
} redis_waiting;

/* Sends all requests of a list at once, and reads their replies in one round trip. Returns false and writes a reason if
 * the connection broke, or must be made again. The requests without a reply then have the status STORE_FAILED. */
bool redis_batch_run(redis_link *, redis_waiting *first, char *reason, size_t reason_size);

/* Ends all requests of a list with their results, and frees them. If `status` is not STORE_DONE, `status` is the result
 * of all requests. */
void redis_batch_end(redis_waiting *first, store_status status, const char *reason);

#endif
