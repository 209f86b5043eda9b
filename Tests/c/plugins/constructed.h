/* A constructor, which runs when the module is opened. It makes the file that the environment variable
 * MOYA_TEST_MARK names. So a test sees whether the module was opened. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void make_mark(void) {
  const char *path = getenv("MOYA_TEST_MARK");
  int file = path ? open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600) : -1;
  if (file >= 0) close(file);
}
