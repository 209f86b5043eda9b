/* The memory that the plugin allocates. The program's malloc takes the place of libc's, and lists the blocks that hooks
 * and tasks of the plugin allocate. It reports writes after the end of a block and writes to freed blocks. */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stddef.h>

/* Lists blocks from now on. */
void allocations_begin(void);

typedef struct allocations {
  long blocks, bytes;
} allocations;

/* What was allocated by the plugin and not freed. */
allocations allocations_count(void);

/* Returns the number of a block that the plugin allocated and did not free; 0 for any other. Each allocation has its
 * own number. */
long allocations_number(const void *block);

/* For a fork. */
void allocations_lock(void);
void allocations_unlock(void);

/* This thread is in the plugin, or not any more. Returns what was before. */
int allocations_of_plugin(int is_in_plugin);

/* A scope in which this thread is in the host. */
void allocations_restore(int *before);
#define IN_HOST                                                       \
  int before_host __attribute__((cleanup(allocations_restore), unused)) = allocations_of_plugin(0)

#endif
