/* Measures how the resources of the process grow: memory of the plugin, descriptors, threads. */
#ifndef GROWTH_H
#define GROWTH_H

#include <stdbool.h>

typedef struct growth {
  long blocks, bytes, descriptors, threads;
} growth;

growth growth_now(void);

/* Waits a moment for threads that are about to end. Then reports each resource that has grown by `least` or more since
 * `before`. Returns true if a resource has grown this much. */
bool growth_report(const char *row, growth before, long least, const char *during);

#endif
