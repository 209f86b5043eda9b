/* Prints a line for each check of a test. Also has a clock and timers that the test controls. */
#ifndef SHARED_CHECK_H
#define SHARED_CHECK_H

#include <stdio.h>

static int failures;

#define CHECK(NAME, HOLDS)                                                       \
  do {                                                                           \
    int holds_ = !!(HOLDS);                                                       \
    failures += !holds_;                                                         \
    printf("%s - %s%s\n", holds_ ? "ok" : "not ok", NAME, holds_ ? "" : " (" #HOLDS ")"); \
    fflush(stdout);                                                              \
  } while (0)

#endif
