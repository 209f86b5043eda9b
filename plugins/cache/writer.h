/* Writes changes to the file. Hooks must not block, so they only add a change to a queue. A library thread that may
 * block writes the changes in the queue to the file. */
#ifndef CACHE_WRITER_H
#define CACHE_WRITER_H

#include "store.h"

#include <moya/plugin/tasks.h>

typedef struct writer writer;

/* Makes a writer, which then owns `file`. Returns NULL if there is no memory; `file` is then still the caller's. */
writer *writer_new(store *file, const moya_tasks *tasks, moya_context *self);
/* Writes the changes that are left in the queue, and frees the writer. Blocks. */
void writer_destroy(writer *);

/* These two functions add a change to the queue: a response that will be stored, or a URL whose responses will be
 * removed. If a response cannot be written, the file loses the older responses of its URL. In a forked child the two
 * functions do nothing. [any thread] */
void writer_put(writer *, stored *response);
void writer_remove(writer *, slice url, int64_t now_us);

/* Writes all changes, and then finds a response. Blocks. */
stored *writer_find(writer *, const request *request);

#endif
