/* Contains what the tests of the cache's rules share. */
#ifndef CACHE_CHECKS_H
#define CACHE_CHECKS_H

#include "fields.h"

#include <stdio.h>
#include <string.h>

static int failures;

static inline void check(bool holds, const char *behaviour, const char *row) {
  if (holds) return;
  failures++;
  printf("not ok - %s: %s\n", behaviour, row);
}

static inline void passed(const char *behaviour, int before) {
  if (failures == before) printf("ok - %s\n", behaviour);
}

#define EVERY(rows) (size_t i = 0; i < sizeof(rows) / sizeof *(rows); i++)

static const int64_t NOW = 1700000000, SECOND = 1000000; /* Tue, 14 Nov 2023 22:13:20 GMT */

/* Reads "Name: value" lines. */
static inline fields head_of(const char *lines, field room[MOST_FIELDS]) {
  size_t count = 0;
  for (const char *line = lines; *line; count++) {
    size_t len = strcspn(line, "\n"), name = strcspn(line, ":");
    room[count].name = (slice){line, name};
    room[count].value = trimmed((slice){line + name + 1, len - name - 1});
    line += len + (line[len] == '\n');
  }
  return (fields){room, count};
}

#endif
