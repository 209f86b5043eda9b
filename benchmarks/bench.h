/* What the benchmark programs share. Each is called as `PROGRAM URL REQUESTS [IN_FLIGHT]`, works REQUESTS requests off
 * after a warm-up, checks every answer, and prints one number: requests per second. */
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

/* The authorities to trust for an https URL: a PEM file that the environment names; NULL: the system's. */
static inline const char *bench_ca_file(void) { return getenv("BENCH_CA_FILE"); }

/* Resident memory of this process in KiB. */
static inline long bench_resident(void) {
  char line[256];
  long kibibytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) sscanf(line, "VmRSS: %ld", &kibibytes);
  if (status) fclose(status);
  return kibibytes;
}

/* Ends the program at a wrong answer: a benchmark that counts failures measures nothing. */
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
