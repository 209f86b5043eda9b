#define _XOPEN_SOURCE 700
#include "replace.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "memory.h"

/* Writes the bytes and closes the descriptor. Returns 0 or `errno`. */
static int write_and_close(int descriptor, const char *bytes, size_t length, bool syncs) {
  int failure = 0;
  while (length > 0 && !failure) {
    ssize_t count = write(descriptor, bytes, length);
    if (count > 0) bytes += count, length -= (size_t)count;
    else if (count == 0) failure = EIO;
    else if (errno != EINTR) failure = errno;
  }
  if (!failure && syncs && fsync(descriptor) != 0) failure = errno;
  if (close(descriptor) != 0 && !failure) failure = errno;
  return failure;
}

/* Returns the permissions of the file. If the file is new, returns the permissions that any new file gets. */
static mode_t permissions(const struct stat *old) {
  if (old) return old->st_mode & 07777;
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/* Reserves the room on the disk before it changes the file, so that a full disk leaves the file as it was. */
static int write_in_place(const char *path, const char *bytes, size_t length) {
  struct stat old;
  /* If the file system cannot reserve room, glibc reserves it instead, and must read the file for this. So a file is
   * opened for reading, too. A pipe is opened only for writing, so that `open` waits for a reader. */
  bool reads = stat(path, &old) == 0 && S_ISREG(old.st_mode) && access(path, R_OK) == 0;
  int descriptor = open(path, (reads ? O_RDWR : O_WRONLY) | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return errno;
  bool is_file = fstat(descriptor, &old) == 0 && S_ISREG(old.st_mode);
  int failure = is_file && length > 0 ? posix_fallocate(descriptor, 0, (off_t)length) : 0;
  bool is_full = failure == ENOSPC || failure == EDQUOT || failure == EFBIG;
  if (is_file && ftruncate(descriptor, is_full ? old.st_size : (off_t)length) != 0 && !is_full) is_full = true, failure = errno;
  if (!is_full) return write_and_close(descriptor, bytes, length, false);
  close(descriptor);
  return failure;
}

/* Returns true if this value of `errno` concerns the folder, and not the disk. For example, a file that is a mount
 * point cannot be renamed (EBUSY). */
static bool is_of_folder(int failure) {
  return failure == EACCES || failure == EPERM || failure == EROFS || failure == EBUSY || failure == EXDEV;
}

static int write_beside(const char *path, const struct stat *old, const char *bytes, size_t length) {
  const char *slash = strrchr(path, '/');
  char *folder = memory_copy(path, slash ? (size_t)(slash - path) + 1 : 0), *name = memory_join(folder, ".moya-XXXXXX", NULL);
  int descriptor = mkstemp(name);
  if (descriptor < 0) return errno;
  /* If the new file cannot have the owner and the group of the old one, the old one is written in place. */
  int failure = old && fchown(descriptor, old->st_uid, old->st_gid) != 0 ? EPERM : 0;
  if (!failure && fchmod(descriptor, permissions(old)) != 0) failure = errno;
  int written = write_and_close(descriptor, bytes, length, true);
  if (!failure) failure = written;
  if (!failure && rename(name, path) != 0) failure = errno;
  if (failure) unlink(name);
  return failure;
}

bool replace_file(const char *path, const char *bytes, size_t length) {
  struct stat status;
  bool exists = stat(path, &status) == 0;
  /* The target of a symbolic link is replaced, so that the link remains a link. */
  char *real = exists ? realpath(path, NULL) : NULL;
  struct stat link;
  bool dangles = !exists && lstat(path, &link) == 0;
  /* A write beyond the limit for files (`ulimit -f`) sends a signal that would end the program. */
  signal(SIGXFSZ, SIG_IGN);
  int failure;
  if (exists && access(path, W_OK) != 0) {
    failure = errno; /* `rename` would replace a file that must not be written */
  } else if (dangles || (exists && (!real || !S_ISREG(status.st_mode) || status.st_nlink > 1))) {
    failure = write_in_place(path, bytes, length);
  } else {
    failure = write_beside(real ? real : path, exists ? &status : NULL, bytes, length);
    if (is_of_folder(failure)) failure = write_in_place(path, bytes, length);
  }
  free(real);
  errno = failure;
  return failure == 0;
}
