/* What a process has: memory of the plugin, descriptors, threads. */
#ifndef GROWTH_H
#define GROWTH_H

#include <stdbool.h>

typedef struct growth {
  long blocks, bytes, descriptors, threads;
} growth;

growth growth_now(void);

/* Reports what grew from `before` to now by `least` or more. Waits a moment for threads that end. */
bool growth_report(const char *row, growth before, long least, const char *during);

#endif
