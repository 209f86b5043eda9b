/* Replaces libc's close(2), to check the hooks. A hook must not close a descriptor of the program. It must not close a
 * descriptor twice either: another thread could have opened a file with the same number in between. */
#include "allocations.h"
#include "checks.h"
#include "findings.h"
#include "watch.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

int close(int descriptor) {
  bool in_plugin = allocations_is_in_plugin();
  const char *hook = in_plugin ? watch_hook_here() : NULL;
  if (hook && descriptor >= 0 && (descriptor <= STDERR_FILENO || descriptor == asked.report)) {
    finding("environment", "%s closed the descriptor %d, which belongs to the program", hook, descriptor);
    return 0;
  }
  int result = (int)syscall(SYS_close, descriptor);
  if (hook && descriptor >= 0 && result != 0 && errno == EBADF) {
    finding("environment", "%s closed the descriptor %d, which was not open", hook, descriptor);
    errno = EBADF;
  }
  return result;
}
