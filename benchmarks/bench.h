/* Functions that all benchmark programs share. Most programs are called as `PROGRAM URL REQUESTS [IN_FLIGHT]`. After a
 * warm-up, such a program sends REQUESTS requests, IN_FLIGHT of them at a time. It checks every response and prints how
 * many requests it sent per second. */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BODY "{\"id\":583231,\"login\":\"octocat\",\"followers\":17}"

typedef struct bench {
  const char *url;
  long requests;
  long in_flight;
} bench;

static inline bench bench_arguments(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: %s URL REQUESTS [IN_FLIGHT]\n", arguments[0]);
    exit(2);
  }
  bench it = {arguments[1], atol(arguments[2]), count > 3 ? atol(arguments[3]) : 64};
  return it;
}

static inline double bench_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Returns the path in BENCH_CA_FILE, a PEM file of the authorities to trust. NULL: the system's authorities are
 * trusted. */
static inline const char *bench_ca_file(void) { return getenv("BENCH_CA_FILE"); }

/* Returns the resident memory of this process in KiB. */
static inline long bench_resident(void) {
  char line[256];
  long kibibytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) sscanf(line, "VmRSS: %ld", &kibibytes);
  if (status) fclose(status);
  return kibibytes;
}

/* Ends the program if a response is wrong, because a benchmark that counts failures measures nothing. */
static inline void bench_expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "benchmark: %s\n", what);
  exit(1);
}

static inline void bench_expect_answer(long status, size_t length) {
  bench_expect(status == 200 && length == sizeof BODY - 1, "a wrong answer");
}

static inline void bench_report(long requests, double seconds) { printf("%.1f\n", (double)requests / seconds); }

#endif
