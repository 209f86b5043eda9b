/* Carries out requests on a file of slots (slots.h). The caller holds the lock of the file. */
#ifndef SHARED_FILE_STEPS_H
#define SHARED_FILE_STEPS_H

#include "slots.h"

/* Carries out a request at `now_us`. Before that, the caller must set `result->now_us`, and all other members of
 * `result` to zero. */
slots_outcome file_step(int file, const store_request *, int64_t now_us, store_result *result);

#endif
