/* Tests the plugin with random options, header fields, bodies and statuses. */
#include "checks.h"
#include "config.h"
#include "findings.h"
#include "text.h"
#include "virtual_time.h"
#include "world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A generator of random numbers (SplitMix64). */
static uint64_t state;
static uint64_t next(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
static size_t below(size_t most) { return (size_t)(next() % most); }
static const char *one_of(const char *const *texts, size_t count) { return texts[below(count)]; }
#define ONE_OF(texts) one_of(texts, sizeof texts / sizeof *texts)

enum { LONGEST = 6000 };

static const char *const names[] = {
    "Content-Type", "ETag", "Cache-Control", "Retry-After", "Location", "Set-Cookie", "X-Random", "WWW-Authenticate",
    "Date", "Last-Modified", "Vary", "Age", "Content-Language", "Link",
};
static const char *const values[] = {
    "", "0", "-1", "1", "99999999999999999999", "text/html; charset=", "application/json", "max-age=",
    "max-age=60, no-store", "no-cache", "\"v1\"", "W/\"", "*", "Bearer realm=\"", "a=b; Path=/",
    "Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", ",,,", "\xC3\xA9", "%s%n%x",
};
static const char *const bodies[] = {
    "{", "}", "{}", "[]", "[1,", "null", "\"", "{\"a\": {\"a\": {\"a\": 1}}}", "\xff\xfe\xfd",
    "{\"access_token\": 7, \"expires_in\": \"x\"}", "{\"access_token\": \"\"}", "\r\n\r\n", "data: x\n\n", "<html>",
    "%s%s%n", " ", "-0", "1e999",
};
static const int32_t statuses[] = {100, 200, 201, 204, 206, 207, 226, 299, 300, 301, 302, 304, 308, 400, 401, 403, 404,
                                   407, 408, 409, 410, 412, 418, 425, 429, 451, 499, 500, 501, 502, 503, 504, 511, 599};
static const moya_status failures[] = {MOYA_ERROR_RESOLVE,         MOYA_ERROR_CONNECT,  MOYA_ERROR_TLS,
                                       MOYA_ERROR_NETWORK,         MOYA_ERROR_PROTOCOL, MOYA_ERROR_TIMEOUT_IDLE,
                                       MOYA_ERROR_INCOMPLETE_BODY, MOYA_ERROR_DECODE,   MOYA_ERROR_REDIRECT};
static const char *const methods[] = {"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "QUERY", "BREW"};

/* Makes a random text, of letters or of any bytes except NUL. */
static char *random_text(size_t most, bool only_letters) {
  size_t len = below(most);
  char *it = malloc(len + 1);
  MUST(it);
  for (size_t index = 0; index < len; index++)
    it[index] = only_letters ? (char)('a' + below(26)) : (char)(1 + below(255));
  it[len] = 0;
  return it;
}

static answer random_answer(void) {
  answer it = {0};
  char *fields = malloc(3 * LONGEST);
  size_t length = 0;
  MUST(fields);
  fields[0] = 0;
  if (below(8) == 0) it.failure = failures[below(sizeof failures / sizeof *failures)];
  else it.status = statuses[below(sizeof statuses / sizeof *statuses)];
  for (size_t left = below(5); left > 0; left--) {
    char *letters = random_text(below(3) ? 20 : 900, true);
    length += (size_t)snprintf(fields + length, 3 * LONGEST - length, "%s: %s\n", ONE_OF(names),
                               below(3) ? ONE_OF(values) : letters);
    free(letters);
  }
  it.fields = fields;
  size_t kind = below(4);
  if (kind == 1) it.body = strdup(ONE_OF(bodies));
  if (kind >= 2) it.body = random_text(kind == 2 ? 50 : LONGEST, below(2));
  return it;
}

static void free_answer(const answer *it) {
  free((void *)(uintptr_t)it->body);
  free((void *)(uintptr_t)it->fields);
}

/* Makes a config in which one option is random, or returns NULL for a round without a random option. An option that
 * --config sets is never random. `says` gets the random option and its value, unless the option is a secret. */
static char *random_config(text *says) {
  const moya_option *option;
  size_t count = 0;
  while (option_at(world_plugin, count)) count++;
  if (count == 0 || below(2)) return NULL;
  option = option_at(world_plugin, below(count));
  if (config_sets(option->name)) return NULL;
  char *json = config_random(option, next), *config = config_with(world_plugin, option->name, json);
  if (option->kind != MOYA_OPTION_SECRET) text_print(says, " with {\"%s\": %.200s}", option->name, json);
  free(json);
  return config;
}

static void play(world *it) {
  enum { CALLS = 8 };
  scene made[CALLS];
  call calls[CALLS] = {0};
  char *body[CALLS] = {NULL};
  for (size_t index = 0; index < CALLS; index++) {
    made[index] = (scene){.name = "fuzz", .method = ONE_OF(methods)};
    if (below(3) == 0 && strcmp(made[index].method, "GET") != 0)
      made[index].body = body[index] = random_text(2000, below(2));
    for (size_t at = 0; at <= below(MOST_ANSWERS); at++) made[index].answers[at] = random_answer();
    calls[index] = (call){.scene = &made[index], .way = (way)below(WAYS), .cancel_at = below(6) ? -1 : (int)below(8)};
    if (below(6) == 0) calls[index].timeout_ms = (uint32_t)(1 + below(500));
  }
  world_run(it, calls, CALLS);
  world_settle(it);
  for (size_t index = 0; index < CALLS; index++) {
    for (size_t at = 0; at < MOST_ANSWERS; at++) free_answer(&made[index].answers[at]);
    free(body[index]);
    call_free(&calls[index]);
  }
}

void check_fuzz(void) {
  enum { MOST_MS = 2500, MOST_ROUNDS = 150 };
  use_plugin();
  int64_t began = time_real();
  for (uint64_t round = 0; round < MOST_ROUNDS && time_real() - began < MOST_MS * 1000ll; round++) {
    /* Each round has its own seed, so that one round can be repeated alone. */
    uint64_t seed = asked.seed + round;
    state = seed;
    text says = {0};
    char *config = random_config(&says);
    about_to("fuzz", "random calls%s (--test fuzz --seed %" PRIu64 ")", says.data ? says.data : "", seed);
    text_free(&says);
    watch_set.cut = (int)below(3) * (int)below(50);
    answer own = random_answer();
    world_options options = {.config = config, .delay_ms = (uint32_t)below(30), .own = below(2) ? &own : NULL};
    world *it = world_create(&options);
    free(config);
    if (it) { /* create may refuse the config */
      play(it);
      world_destroy(it);
    }
    free_answer(&own);
  }
}
