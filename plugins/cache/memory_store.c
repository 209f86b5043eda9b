/* A store of responses in memory: a hash table by URL, and a list in the order of the last use. */
#include "../common/fork_guard.h"
#include "store.h"

#include <stdlib.h>

static const int64_t HOUR_US = 3600000000;

enum {
  FIRST_BUCKETS = 256,
  MOST_OF_URL = 32 /* responses of one URL, for different Vary fields and users */
};

typedef struct node {
  struct node *next_in_bucket, *newer, *older;
  uint64_t hash;
  stored *response;
} node;

typedef struct memory {
  store store;
  guarded_mutex mutex; /* protects the following members */
  node **buckets;
  size_t bucket_count, node_count; /* bucket_count is a power of two */
  node *newest, *oldest;
  size_t bytes, most_bytes;
  uint64_t seed;
} memory;

static node **bucket_of(const memory *it, uint64_t hash) { return &it->buckets[hash & (it->bucket_count - 1)]; }

static size_t cost_of(const stored *response) { return sizeof(node) + response->size; }

static void unlink_use(memory *it, node *node) {
  if (node->newer) node->newer->older = node->older;
  else it->newest = node->older;
  if (node->older) node->older->newer = node->newer;
  else it->oldest = node->newer;
}

static void link_newest(memory *it, node *node) {
  node->newer = NULL;
  node->older = it->newest;
  if (it->newest) it->newest->newer = node;
  else it->oldest = node;
  it->newest = node;
}

static void drop(memory *it, node *gone) {
  node **place = bucket_of(it, gone->hash);
  while (*place != gone) place = &(*place)->next_in_bucket;
  *place = gone->next_in_bucket;
  unlink_use(it, gone);
  it->node_count--;
  it->bytes -= cost_of(gone->response);
  stored_release(gone->response);
  free(gone);
}

/* Makes the table larger, if there is memory. */
static void grow(memory *it) {
  size_t count = it->bucket_count * 2;
  node **buckets = calloc(count, sizeof *buckets);
  if (!buckets) return;
  free(it->buckets);
  it->buckets = buckets;
  it->bucket_count = count;
  for (node *each = it->newest; each; each = each->older) {
    node **bucket = bucket_of(it, each->hash);
    each->next_in_bucket = *bucket;
    *bucket = each;
  }
}

static stored *find(store *store, const request *request) {
  memory *it = (memory *)store;
  node *best = NULL;
  uint64_t hash = hash_of(request->url, it->seed);
  guarded_lock(&it->mutex);
  for (node *each = *bucket_of(it, hash); each; each = each->next_in_bucket) {
    if (each->hash != hash || !is_for(each->response, request)) continue;
    if (!best || each->response->received_us > best->response->received_us) best = each;
  }
  stored *found = best ? stored_hold(best->response) : NULL;
  if (best && best != it->newest) {
    unlink_use(it, best);
    link_newest(it, best);
  }
  guarded_unlock(&it->mutex);
  return found;
}

/* Removes the stored response that `response` replaces. If the URL still has too many stored responses, also removes
 * the oldest of them. Returns false if the stored response is newer than `response`. */
static bool make_place(memory *it, const stored *response, uint64_t hash) {
  size_t count = 0;
  for (node *each = *bucket_of(it, hash), *next; each; each = next) { /* the latest first */
    next = each->next_in_bucket;
    if (each->hash != hash || !is_equal(each->response->url, response->url)) continue;
    bool is_same = is_for_same(each->response, response);
    int64_t later_us = each->response->received_us - response->received_us;
    bool is_of_future = later_us > HOUR_US; /* the clock was set back since then; `find` would prefer this response */
    if (is_same && later_us > 0 && !is_of_future) return false;
    if (is_same || is_of_future || ++count >= MOST_OF_URL) drop(it, each);
  }
  return true;
}

static void put(store *store, stored *response) {
  memory *it = (memory *)store;
  uint64_t hash = hash_of(response->url, it->seed);
  node *made = cost_of(response) <= it->most_bytes ? malloc(sizeof *made) : NULL;
  if (made) *made = (node){.hash = hash, .response = response};
  guarded_lock(&it->mutex);
  /* If the response does not fit, the older one that it replaces is removed all the same. */
  bool is_new = make_place(it, response, hash) && made;
  if (is_new) {
    stored_hold(response);
    if (it->node_count >= it->bucket_count) grow(it);
    node **bucket = bucket_of(it, made->hash);
    made->next_in_bucket = *bucket;
    *bucket = made;
    link_newest(it, made);
    it->node_count++;
    it->bytes += cost_of(response);
    while (it->bytes > it->most_bytes) drop(it, it->oldest);
  }
  guarded_unlock(&it->mutex);
  if (!is_new) free(made);
}

static void remove_url(store *store, slice url, int64_t now_us) {
  memory *it = (memory *)store;
  (void)now_us;
  uint64_t hash = hash_of(url, it->seed);
  guarded_lock(&it->mutex);
  for (node *each = *bucket_of(it, hash), *next; each; each = next) {
    next = each->next_in_bucket;
    if (each->hash == hash && is_equal(each->response->url, url)) drop(it, each);
  }
  guarded_unlock(&it->mutex);
}

static void destroy(store *store) {
  memory *it = (memory *)store;
  while (it->oldest) drop(it, it->oldest);
  guarded_destroy(&it->mutex);
  free(it->buckets);
  free(it);
}

store *memory_store(size_t most_bytes, uint64_t seed) {
  memory *it = calloc(1, sizeof *it);
  node **buckets = calloc(FIRST_BUCKETS, sizeof *buckets);
  if (!it || !buckets || !guarded_init(&it->mutex)) {
    free(it);
    free(buckets);
    return NULL;
  }
  it->store = (store){find, put, remove_url, destroy};
  it->buckets = buckets;
  it->bucket_count = FIRST_BUCKETS;
  it->most_bytes = most_bytes;
  it->seed = seed;
  return &it->store;
}
