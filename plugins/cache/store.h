/* A store of responses, either in memory or in a file. */
#ifndef CACHE_STORE_H
#define CACHE_STORE_H

#include "stored.h"

typedef struct store store;
struct store {
  /* Returns the newest response for requests like `request` (is_for in stored.h), or NULL. The caller must release
   * it. */
  stored *(*find)(store *, const request *);
  /* Adds a response. Removes the stored response that it replaces, which answers the same requests. If there is no
   * room, also removes old responses. */
  void (*put)(store *, stored *);
  /* Removes all responses of a URL. They became invalid at `now_us`, in microseconds since 1970-01-01 UTC. */
  void (*remove)(store *, slice url, int64_t now_us);
  void (*destroy)(store *);
};

/* Makes a store in memory. Any thread may use it, and so may a forked child. It needs at most `most_bytes` of memory.
 * `seed` is a random number. Returns NULL if there is no memory. */
store *memory_store(size_t most_bytes, uint64_t seed);

/* The functions that a store in a file needs. */
typedef struct disk_tools {
  /* Writes the SHA-256 HMAC of a text to 32 bytes. Returns false if this is not possible. */
  bool (*hmac)(void *user, const void *key, size_t key_len, const void *data, size_t len, uint8_t out[32]);
  /* Fills bytes at random. */
  bool (*random)(void *user, void *out, size_t len);
  /* Returns microseconds since 1970-01-01 UTC. */
  int64_t (*now_us)(void *user);
  /* Receives a sentence for the log. */
  void (*warn)(void *user, const char *message);
  void *user;
} disk_tools;

/* Makes a store in an SQLite file, which several processes may use at the same time. The functions of the store block.
 * Only one thread at a time may use the store. A forked child must not use it. The file has hashes of URLs, users and
 * request fields, and not these texts themselves. `scope` separates users who share the file. `most_bytes` limits the
 * file.
 *
 * Returns NULL if the file cannot be used, and writes the reason to `reason`. If the file fails later, the store warns
 * once, and then stores and finds nothing. */
store *disk_store(const char *path, const char *scope, int64_t most_bytes, int heuristic_percent,
                  const disk_tools *tools, char *reason, size_t reason_size);

/* Begins a transaction for the following `put` and `remove`. Returns false if another process does not let it begin. */
bool disk_begin(store *);
/* Ends the transaction. Returns false if the file has not changed and another attempt may succeed. */
bool disk_commit(store *);

#endif
