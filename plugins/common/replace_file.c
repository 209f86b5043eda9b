#define _GNU_SOURCE
#include "replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool write_all(int file, const char *text, size_t len) {
  while (len > 0) {
    ssize_t count = write(file, text, len);
    if (count < 0 && errno != EINTR) return false;
    if (count < 0) continue;
    text += count;
    len -= (size_t)count;
  }
  return true;
}

bool replace_file(const char *path, const char *text, size_t len, bytes *reason) {
  static atomic_uint made; /* gives each new file another name, because two threads can replace the same file */
  bytes other = {0};
  char end[64];
  snprintf(end, sizeof end, ".%ld-%u.new", (long)getpid(), atomic_fetch_add(&made, 1));
  if (!bytes_add_texts(&other, path, end, NULL)) {
    bytes_add_text(reason, strerror(ENOMEM));
    return false;
  }
  int file = open(other.data, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool is_good = file >= 0 && write_all(file, text, len);
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
