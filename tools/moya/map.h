/* A table from texts to pointers. All zero it is empty. Keys are not copied. */
#ifndef MOYA_TOOL_MAP_H
#define MOYA_TOOL_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct map {
  const char **keys;
  void **values;
  size_t count, room;
} map;

/* NULL: the key is not there, or its value is NULL. */
void *map_get(const map *it, const char *key);
bool map_has(const map *it, const char *key);
/* Adds the key, or gives it another value. */
void map_put(map *it, const char *key, void *value);

#endif
