/* A table from texts to pointers. If all its bytes are zero, it is empty. The table does not copy keys. */
#ifndef MOYA_TOOL_MAP_H
#define MOYA_TOOL_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct map {
  const char **keys;
  void **values;
  size_t count, room;
} map;

/* Returns the value of a key. Returns NULL if the table has no such key, or if the value is NULL. */
void *map_get(const map *it, const char *key);
bool map_has(const map *it, const char *key);
/* Adds a key or changes its value. */
void map_put(map *it, const char *key, void *value);

#endif
