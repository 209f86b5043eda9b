/* Tests that a file that replaces another one never has more permissions than the old file. The linker lets this program
 * see each file that is opened (--wrap). */
#include "../../plugins/common/replace_file.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __real_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);

static mode_t first_mode; /* the permissions of the new file when it was made */

static int note(int file, int flags) {
  struct stat facts;
  if ((flags & O_CREAT) && fstat(file, &facts) == 0) first_mode = facts.st_mode & 0777;
  return file;
}

static mode_t mode_of(va_list rest, int flags) { return flags & O_CREAT ? (mode_t)va_arg(rest, unsigned) : 0; }

int __wrap_open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(rest, flags);
  va_end(rest);
  return note(__real_open(path, flags, mode), flags);
}

int __wrap_open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(rest, flags);
  va_end(rest);
  return note(__real_open64(path, flags, mode), flags);
}

int main(void) {
  static const mode_t modes[] = {0600, 0640, 0666, 0400};
  char path[] = "/tmp/moya-replace-XXXXXX";
  int file = mkstemp(path), failed = file < 0;
  struct stat after;
  bytes reason = {0};
  umask(022);
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    failed |= chmod(path, modes[i]) != 0 || !replace_file(path, "text", 4, &reason) || stat(path, &after) != 0;
    failed |= (first_mode & ~modes[i]) != 0 || (after.st_mode & 0777) != modes[i];
  }
  remove(path);
  failed |= !replace_file(path, "text", 4, &reason) || stat(path, &after) != 0 || (after.st_mode & 0777) != 0644;
  remove(path);
  if (file >= 0) close(file);
  bytes_free(&reason);
  printf("%s - a file that replaces another one has its permissions from the beginning\n", failed ? "not ok" : "ok");
  return failed;
}
