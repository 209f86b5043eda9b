/* Leaves the process without free descriptors for as long as a test needs this. */
#ifndef SCARCITY_H
#define SCARCITY_H

#include "check.h"

#include <sys/resource.h>

static int taken[64], taken_count;
static struct rlimit before_taking;

/* Takes all descriptors that the process may still open, except `spare` of them. give_all gives them back. */
static inline void take_all_but(int spare) {
  getrlimit(RLIMIT_NOFILE, &before_taking);
  struct rlimit tight = before_taking;
  int first = dup(0);
  close(first);
  tight.rlim_cur = (rlim_t)first + 32;
  setrlimit(RLIMIT_NOFILE, &tight);
  while (taken_count < 64 && (taken[taken_count] = fcntl(0, F_DUPFD_CLOEXEC, 0)) >= 0) taken_count++;
  EXPECT(taken_count < 64 && taken_count >= spare);
  while (spare-- > 0) close(taken[--taken_count]);
}
static inline void give_all(void) {
  while (taken_count > 0) close(taken[--taken_count]);
  setrlimit(RLIMIT_NOFILE, &before_taking);
}

#endif
