#define _GNU_SOURCE
#include "replace_file.h"

#include "file_limit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int file, const char *text, size_t len) {
  if (exceeds_file_limit(0, len)) return false;
  while (len > 0) {
    ssize_t count = write(file, text, len);
    if (count < 0 && errno != EINTR) return false;
    if (count < 0) continue;
    text += count;
    len -= (size_t)count;
  }
  return true;
}

/* Makes a new file in the folder of `path`, and writes its path to `name`. Returns −1 and sets errno if that fails.
 * Does not open a file that exists already, because that could be a link to another file. The new name does not contain
 * the old one, because a long name could then become too long. */
static int make_other(const char *path, mode_t mode, bytes *name) {
  static atomic_uint made; /* gives each new file another name, because two threads can replace the same file */
  const char *slash = strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
  for (int tries = 0; tries < 100; tries++) {
    char end[64];
    snprintf(end, sizeof end, ".moya-%ld-%u.new", (long)getpid(), atomic_fetch_add(&made, 1));
    name->len = 0;
    if (!bytes_add(name, path, folder) || !bytes_add_text(name, end)) return errno = ENOMEM, -1;
    int file = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

bool replace_file(const char *path, const char *text, size_t len, bytes *reason) {
  bytes other = {0};
  struct stat old;
  /* Only users who could read the old file can read the new one, from the moment when it is made. */
  bool has_old = lstat(path, &old) == 0 && S_ISREG(old.st_mode);
  int file = make_other(path, has_old ? old.st_mode & 0777 : 0666, &other);
  bool is_good = file >= 0 && (!has_old || fchmod(file, old.st_mode & 0777) == 0) && write_all(file, text, len);
  int why = errno;
  if (file >= 0 && close(file) != 0 && is_good) {
    is_good = false;
    why = errno;
  }
  if (is_good && rename(other.data, path) != 0) {
    is_good = false;
    why = errno;
  }
  if (!is_good) {
    bytes_add_text(reason, strerror(why));
    if (file >= 0) unlink(other.data);
  }
  bytes_free(&other);
  return is_good;
}

bool add_absolute_path(bytes *to, const char *path) {
  char folder[PATH_MAX];
  if (*path == '/') return bytes_add_text(to, path);
  return getcwd(folder, sizeof folder) && bytes_add_texts(to, folder, "/", path, NULL);
}
