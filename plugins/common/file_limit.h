/* The longest file that the process may write (RLIMIT_FSIZE). */
#ifndef MOYA_COMMON_FILE_LIMIT_H
#define MOYA_COMMON_FILE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Returns true, and sets errno to EFBIG, if a file with `len` bytes from the offset `at` would exceed the limit. Do not
 * write such bytes: the system would send SIGXFSZ, which ends a process that does not ignore it. */
bool exceeds_file_limit(off_t at, size_t len);

#endif
