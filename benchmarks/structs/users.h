/* The struct into which the benchmarks of decoding decode users, a check of its values, and the measurement. */
#ifndef STRUCTS_USERS_H
#define STRUCTS_USERS_H

#include "../bench_users.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct user {
  const char *login;
  int64_t id;
  const char *node_id, *avatar_url, *html_url, *type;
  bool site_admin;
  const char *name, *company; /* company: NULL if there is none */
  int64_t followers;
  double score;
  const char *plan;
  int32_t seats;
  const char *created_at;
} user;

enum { USERS = 100000 };

/* Checks every user. Returns the size of the structs and of their texts in bytes. The NUL of each text counts. */
static inline size_t users_size(const user *all, size_t count) {
  bench_expect(count == USERS, "a user is missing");
  size_t sum = count * sizeof *all;
  for (size_t i = 0; i < count; i++) {
    const user *it = &all[i];
    const char *const texts[] = {it->login, it->node_id, it->avatar_url, it->html_url, it->type, it->name, it->plan, it->created_at};
    for (size_t text = 0; text < sizeof texts / sizeof *texts; text++) sum += strlen(texts[text]) + 1;
    sum += it->company ? strlen(it->company) + 1 : 0;
    bench_expect(it->seats == (int32_t)(i % 20) && it->followers == (int64_t)(i % 5000) && strcmp(it->type, "User") == 0, "a wrong user");
  }
  return sum;
}

/* Runs `work` five times, and returns the gigabytes/s of the fastest run. `work` decodes a text into users, and frees
 * them. */
static inline double users_speed(void (*work)(const char *text, size_t length), const char *text, size_t length) {
  double least = 1e9;
  for (int turn = 0; turn < 5; turn++) {
    double began = bench_seconds();
    work(text, length);
    double took = bench_seconds() - began;
    if (took < least) least = took;
  }
  return (double)length / 1e9 / least;
}

#endif
