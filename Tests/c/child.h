/* Runs a part of a test in a forked child. */
#ifndef CHILD_H
#define CHILD_H

#include "check.h"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#else
#define VALGRIND_COUNT_ERRORS 0
#endif

/* Runs `body` in a forked child. The test passes if all checks of the child pass. */
static inline void in_child(void (*body)(void)) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    check_failures = 0;
    alarm(60); /* a child that hangs is ended */
    body();
    fflush(stdout);
    if (VALGRIND_COUNT_ERRORS) check_failures++;
    /* Runs another program instead of ending here. Otherwise valgrind would report memory of the parent's other threads
     * as a leak of the child. */
    execlp(check_failures ? "false" : "true", "child", NULL);
    _exit(1);
  }
  int status = 0;
  EXPECT(waitpid(child, &status, 0) == child);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %d", status);
}

#endif
