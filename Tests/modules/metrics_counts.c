/* Tests that threads of the module metrics can count at the same time, while another thread writes the text.
 * Tests/modules/metrics_text.py compiles this program with sanitizers. */
#include "../../plugins/metrics/exposition.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 2000, NAMES = 40, MOST_SETS = 30 };

static counts all;
static atomic_int running = THREADS;

static moya_str str(const char *text) { return (moya_str){text, strlen(text)}; }

static void *count(void *user) {
  (void)user;
  for (int round = 0; round < ROUNDS; round++) {
    char name[16];
    labels which;
    snprintf(name, sizeof name, "name-%d", round % NAMES);
    labels_make(&which, str("http://api.test/"), str(name), str("GET"));
    label_set *set = counts_set(&all, &which);
    count_attempt(set, 2, 10, 100);
    count_call(set, 2, round % 2 ? MOYA_OK : MOYA_ERROR_STATUS_CODE);
    count_duration(&all, set, 2, (uint64_t)round);
  }
  atomic_fetch_sub(&running, 1);
  return NULL;
}

static void *write_texts(void *user) {
  (void)user;
  while (atomic_load(&running) > 0) {
    bytes text = {0};
    if (!exposition_write(&all, &text)) abort();
    bytes_free(&text);
  }
  return NULL;
}

/* Returns the sum of the values of all lines that begin with a text. */
static long sum(const char *text, const char *start) {
  long total = 0;
  for (const char *line = text; (line = strstr(line, start)); line++) total += atol(strstr(line, "} ") + 2);
  return total;
}

static int check(const char *name, long got, long expected) {
  printf("%s - metrics: %s\n", got == expected ? "ok" : "not ok", name);
  if (got != expected) printf("    %ld, and not %ld\n", got, expected);
  return got != expected;
}

int main(void) {
  pthread_t threads[THREADS + 1];
  bytes text = {0};
  buckets_add(&all.buckets, "1");
  if (!counts_make(&all, MOST_SETS)) return 1;
  for (int i = 0; i <= THREADS; i++) pthread_create(&threads[i], NULL, i < THREADS ? count : write_texts, NULL);
  for (int i = 0; i <= THREADS; i++) pthread_join(threads[i], NULL);
  if (!exposition_write(&all, &text)) return 1;
  int missed = check("threads lose no call", sum(text.data, "moya_calls_total{"), THREADS * ROUNDS);
  missed += check("threads lose no failure", sum(text.data, "moya_call_failures_total{"), THREADS * ROUNDS / 2);
  missed += check("threads lose no byte", sum(text.data, "moya_response_body_bytes_total{"), THREADS * ROUNDS * 100);
  missed += check("threads lose no duration", sum(text.data, "moya_call_duration_seconds_count{"), THREADS * ROUNDS);
  missed += check("threads keep the limit", (long)atomic_load(&all.set_count), MOST_SETS);
  bytes_free(&text);
  counts_free(&all);
  return missed;
}
