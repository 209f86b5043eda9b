/* Remembers which URLs have become invalid while requests were under way. If a GET begins before a POST to the same URL
 * has ended, its response may show the state before the POST, so it must not be stored. */
#ifndef CACHE_REMOVALS_H
#define CACHE_REMOVALS_H

#include "../common/fork_guard.h"
#include "../common/slice.h"

enum { REMEMBERED_REMOVALS = 64 };

typedef struct removals {
  guarded_mutex mutex; /* protects the following members */
  uint64_t count;
  uint64_t hashes[REMEMBERED_REMOVALS]; /* the hashes of the URLs that became invalid last */
} removals;

/* Returns false if the system has no memory. */
bool removals_init(removals *);
void removals_destroy(removals *);

/* Returns the number of removals so far. Pass it to `was_removed` later. [any thread] */
uint64_t removals_now(removals *);
/* Notes that the stored responses of a URL have become invalid. */
void note_removal(removals *, slice url);
/* Returns true if the URL may have become invalid since `removals_now` returned `then`. */
bool was_removed(removals *, slice url, uint64_t then);

#endif
