/* The functions that each kind of store gives to store.c, and functions that all kinds use. */
#ifndef SHARED_STORES_H
#define SHARED_STORES_H

#include "store.h"

struct store {
  bool (*try_now)(store *, const store_request *, store_result *);
  moya_status (*send)(store *, const store_request *, store_done done, void *user);
  void (*close)(store *);
};

/* Makes a store in a file. If `path` is NULL, the store is in memory, for this process and its forked children. If the
 * store cannot be made, returns NULL and writes the reason. */
store *file_store(const char *path, const moya_tasks *tasks, moya_context *self, char *reason, size_t reason_size);
/* Makes a store in a Redis server. If the store cannot be made, returns NULL and writes the reason. */
store *redis_store(const char *address, char *reason, size_t reason_size);

/* Returns the longest wait with which a STORE_STEP takes a permission. Returns −1 if it takes no permission. */
int64_t store_most_wait(const store_request *);

enum { STORE_PEER_US = 10000000 }; /* how long a process counts as a peer after a step */

/* Copies a request and all of its texts into one block, which `free` frees. Returns NULL if there is no memory. */
store_request *store_copied(const store_request *);

#endif
