/* The SQLite file of a store: its connection and its queries. */
#ifndef CACHE_DISK_H
#define CACHE_DISK_H

#include "store.h"

#include <sqlite3.h>

enum {
  SECRET = 32, /* bytes of the random key of all hashes in the file */
  HASH = 32    /* bytes of a hash */
};

typedef enum query { FIND, PUT, TRIM, REMOVE, NOTE, FORGET, MARK, EVICT, SIZE, BEGIN, COMMIT, QUERIES } query;
extern const char *const disk_queries[QUERIES]; /* disk_store.c */

typedef struct disk {
  store store;
  sqlite3 *file;
  sqlite3_stmt *queries[QUERIES];
  disk_tools tools;
  uint8_t secret[SECRET];
  char *scope;
  int64_t most_bytes;
  int heuristic_percent;
  bool is_broken; /* the store no longer uses the file */
  bool has_put;   /* the transaction may have made the file longer */
  uint8_t removals;
} disk;

/* Opens the file at a path, and makes its tables if it is new. If this fails, returns the reason, which is valid until
 * `disk_close`. Otherwise returns NULL. */
const char *disk_open(disk *it, const char *path);
/* Closes the file. Call this even if `disk_open` has failed. */
void disk_close(disk *it);

#endif
