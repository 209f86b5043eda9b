#define _POSIX_C_SOURCE 200809L
#include "file_limit.h"

#include <errno.h>
#include <sys/resource.h>

bool exceeds_file_limit(off_t at, size_t len) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
  if (at >= 0 && (rlim_t)at <= limit.rlim_cur && len <= limit.rlim_cur - (rlim_t)at) return false;
  errno = EFBIG;
  return true;
}
