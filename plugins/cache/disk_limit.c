/* Makes SQLite respect the longest file that the process may write (RLIMIT_FSIZE). */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "../common/file_limit.h"
#include "disk.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

/* SQLite calls this function instead of pwrite(2). If the file would become longer than the process may make it,
 * reports a full disk, because SQLite describes that more clearly than EFBIG. */
static ssize_t write_within_limit(int file, const void *data, size_t len, off_t at) {
  if (!exceeds_file_limit(at, len)) return pwrite(file, data, len, at);
  errno = ENOSPC;
  return -1;
}

/* SQLite calls either pwrite or pwrite64, so this function replaces both. This module contains its own SQLite, so the
 * program's SQLite does not change. */
static void replace(void) {
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  if (!system || system->iVersion < 3) return;
  system->xSetSystemCall(system, "pwrite", (sqlite3_syscall_ptr)write_within_limit);
  system->xSetSystemCall(system, "pwrite64", (sqlite3_syscall_ptr)write_within_limit);
}

void disk_keep_limit(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, replace);
}
