#include "map.h"
#include <stdint.h>
#include <string.h>
#include "memory.h"

static size_t place(const map *it, const char *key) {
  uint32_t hash = 2166136261u;
  for (const char *at = key; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
  size_t slot = hash & (it->room - 1);
  while (it->keys[slot] && strcmp(it->keys[slot], key) != 0) slot = (slot + 1) & (it->room - 1);
  return slot;
}

static void grow(map *it) {
  map larger = {.room = it->room ? it->room * 4 : 16, .count = it->count};
  larger.keys = memory_get(larger.room * sizeof *larger.keys);
  larger.values = memory_get(larger.room * sizeof *larger.values);
  for (size_t i = 0; i < it->room; i++) {
    if (!it->keys[i]) continue;
    size_t slot = place(&larger, it->keys[i]);
    larger.keys[slot] = it->keys[i];
    larger.values[slot] = it->values[i];
  }
  *it = larger;
}

void *map_get(const map *it, const char *key) { return it->room > 0 ? it->values[place(it, key)] : NULL; }

bool map_has(const map *it, const char *key) { return it->room > 0 && it->keys[place(it, key)]; }

void map_put(map *it, const char *key, void *value) {
  if (it->count * 2 >= it->room) grow(it);
  size_t slot = place(it, key);
  if (!it->keys[slot]) it->count++;
  it->keys[slot] = key;
  it->values[slot] = value;
}
