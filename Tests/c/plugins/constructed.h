/* A constructor of the module. It makes the file that MOYA_TEST_MARK names, which shows that the module was opened. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void make_mark(void) {
  const char *path = getenv("MOYA_TEST_MARK");
  int file = path ? open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600) : -1;
  if (file >= 0) close(file);
}
