/* What each request does to a file of slots. The caller has the lock of the file. */
#ifndef SHARED_FILE_STEPS_H
#define SHARED_FILE_STEPS_H

#include "slots.h"

/* Does a request at `now_us`. `result` is all zeroes before, except `now_us`. */
slots_outcome file_step(int file, const store_request *, int64_t now_us, store_result *result);

#endif
