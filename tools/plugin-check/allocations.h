/* Tracks the memory that the plugin allocates. The checker's malloc replaces libc's malloc, and lists the blocks that
 * hooks and tasks of the plugin allocate. It reports writes after the end of a block and writes to freed blocks. */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stddef.h>

/* Starts to list the blocks that the plugin allocates. */
void allocations_begin(void);

typedef struct allocations {
  long blocks, bytes;
} allocations;

/* Returns what the plugin has allocated and not freed. */
allocations allocations_count(void);

/* Returns the most bytes that the plugin had allocated at one time since the last allocations_reset_most. A block that
 * could not be allocated counts, too. */
long allocations_most(void);
void allocations_reset_most(void);

/* Returns the number of a block that the plugin allocated and did not free; 0 for any other block. Each allocation has
 * its own number. */
long allocations_number(const void *block);

/* Lock and unlock the list, before and after a fork. */
void allocations_lock(void);
void allocations_unlock(void);

/* Notes whether this thread now runs code of the plugin. Returns what was noted before. */
int allocations_of_plugin(int is_in_plugin);

/* IN_HOST stands at the beginning of a scope. It says that this thread runs code of the library there, and not of the
 * plugin. */
void allocations_restore(int *before);
int allocations_is_in_plugin(void);
#define IN_HOST                                                       \
  int before_host __attribute__((cleanup(allocations_restore), unused)) = allocations_of_plugin(0)

#endif
