#include "removals.h"

bool removals_init(removals *it) { return guarded_init(&it->mutex); }
void removals_destroy(removals *it) { guarded_destroy(&it->mutex); }

uint64_t removals_now(removals *it) {
  guarded_lock(&it->mutex);
  uint64_t count = it->count;
  guarded_unlock(&it->mutex);
  return count;
}

void note_removal(removals *it, slice url) {
  uint64_t hash = hash_of(url, 0);
  guarded_lock(&it->mutex);
  it->hashes[it->count++ % REMEMBERED_REMOVALS] = hash;
  guarded_unlock(&it->mutex);
}

bool was_removed(removals *it, slice url, uint64_t then) {
  uint64_t hash = hash_of(url, 0);
  guarded_lock(&it->mutex);
  bool found = it->count - then > REMEMBERED_REMOVALS;
  for (uint64_t i = then; i < it->count && !found; i++) found = it->hashes[i % REMEMBERED_REMOVALS] == hash;
  guarded_unlock(&it->mutex);
  return found;
}
