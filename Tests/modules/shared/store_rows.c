#include "store_rows.h"

#include "check.h"

#include <string.h>
#include <time.h>

#define ASK(...) asked(it, &(store_request){__VA_ARGS__})
#define ROW(NAME, HOLDS)                                       \
  do {                                                         \
    char line_[200];                                           \
    snprintf(line_, sizeof line_, "shared: %s: %s", of, NAME); \
    CHECK(line_, HOLDS);                                       \
  } while (0)

enum { LONG_MS = 60000 };

/* Asks for the value again and again until its lifetime has ended. Returns the status of the last reply. */
static store_status ended(store *it, const char *key) {
  store_result result;
  do {
    result = ASK(.kind = STORE_GET, .key = key);
    bytes_free(&result.value);
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  } while (result.status == STORE_DONE);
  return result.status;
}

static void values(store *it, const char *of) {
  store_result result = ASK(.kind = STORE_GET, .key = "v");
  ROW("a value that was never set is not there", result.status == STORE_NONE);
  result = ASK(.kind = STORE_SET, .key = "v", .value = "a\0b", .value_len = 3, .lifetime_ms = LONG_MS);
  ROW("a value is set", result.status == STORE_DONE);
  result = ASK(.kind = STORE_GET, .key = "v");
  ROW("a value is read with all of its bytes", result.status == STORE_DONE && result.value.len == 3 && memcmp(result.value.data, "a\0b", 3) == 0);
  ROW("a value says how long it lives", result.left_ms > 0 && result.left_ms <= LONG_MS);
  bytes_free(&result.value);
  static char longest[STORE_MOST_VALUE];
  memset(longest, 'x', sizeof longest);
  longest[sizeof longest - 1] = 'y';
  ASK(.kind = STORE_SET, .key = "v", .value = longest, .value_len = sizeof longest, .lifetime_ms = LONG_MS);
  result = ASK(.kind = STORE_GET, .key = "v");
  ROW("the longest value is read", result.value.len == sizeof longest && memcmp(result.value.data, longest, sizeof longest) == 0);
  bytes_free(&result.value);
  ASK(.kind = STORE_SET, .key = "v", .value = "", .value_len = 0, .lifetime_ms = LONG_MS);
  result = ASK(.kind = STORE_GET, .key = "v");
  ROW("a value may be empty", result.status == STORE_DONE && result.value.len == 0);
  bytes_free(&result.value);
  ASK(.kind = STORE_SET, .key = "short", .value = "1", .value_len = 1, .lifetime_ms = 5);
  ROW("a value ends after its lifetime", ended(it, "short") == STORE_NONE);
}

static void owners(store *it, const char *of) {
  store_result first = ASK(.kind = STORE_ADD, .key = "o", .owner = "ann", .value = "1", .value_len = 1, .lifetime_ms = LONG_MS);
  ROW("the first owner adds a value", first.status == STORE_DONE && first.fence > 0);
  store_result result = ASK(.kind = STORE_ADD, .key = "o", .owner = "bob", .value = "2", .value_len = 1, .lifetime_ms = LONG_MS);
  ROW("the second owner finds it taken, and sees the value", result.status == STORE_TAKEN && result.value.len == 1 && result.value.data[0] == '1' && result.left_ms > 0);
  bytes_free(&result.value);
  result = ASK(.kind = STORE_REPLACE, .key = "o", .owner = "bob", .value = "2", .value_len = 1, .lifetime_ms = LONG_MS);
  ROW("another owner cannot replace the value", result.status == STORE_TAKEN);
  result = ASK(.kind = STORE_DELETE, .key = "o", .owner = "bob");
  ROW("another owner cannot delete the value", result.status == STORE_TAKEN);
  result = ASK(.kind = STORE_REPLACE, .key = "o", .owner = "ann", .fence = first.fence, .value = "3", .value_len = 1, .lifetime_ms = LONG_MS);
  ROW("the owner replaces the value", result.status == STORE_DONE && result.fence == first.fence);
  result = ASK(.kind = STORE_DELETE, .key = "o", .owner = "ann", .fence = first.fence + 1);
  ROW("another fence number does not delete the value", result.status == STORE_TAKEN);
  result = ASK(.kind = STORE_DELETE, .key = "o", .owner = "ann");
  ROW("the owner deletes the value", result.status == STORE_DONE);
  result = ASK(.kind = STORE_ADD, .key = "o", .owner = "bob", .value = "4", .value_len = 1, .lifetime_ms = 5);
  ROW("a later owner has a higher fence number", result.status == STORE_DONE && result.fence > first.fence);
  uint64_t second = result.fence;
  ended(it, "o");
  result = ASK(.kind = STORE_REPLACE, .key = "o", .owner = "bob", .value = "5", .value_len = 1, .lifetime_ms = LONG_MS);
  ROW("an owner whose value has ended cannot write it", result.status == STORE_TAKEN);
  result = ASK(.kind = STORE_ADD, .key = "o", .owner = "ann", .value = "6", .value_len = 1, .lifetime_ms = LONG_MS);
  ROW("a fence number rises after a value has ended", result.status == STORE_DONE && result.fence > second);
  result = ASK(.kind = STORE_REPLACE, .key = "o", .owner = "ann", .fence = first.fence, .value = "7", .value_len = 1, .lifetime_ms = LONG_MS);
  ROW("a late write with an old fence number is refused", result.status == STORE_TAKEN);
  ASK(.kind = STORE_SET, .key = "o", .value = "8", .value_len = 1, .lifetime_ms = LONG_MS);
  result = ASK(.kind = STORE_DELETE, .key = "o", .owner = "ann");
  ROW("a value that is set has no owner", result.status == STORE_TAKEN);
}

static void places(store *it, const char *of) {
  unsigned seen = 0;
  store_result result;
  for (int i = 0; i < 3; i++) {
    result = ASK(.kind = STORE_ADD, .key = "p", .owner = "ann", .lifetime_ms = LONG_MS, .places = 3);
    if (result.status == STORE_DONE) seen |= 1u << result.place;
  }
  ROW("each place is taken once", seen == 7);
  result = ASK(.kind = STORE_ADD, .key = "p", .owner = "ann", .lifetime_ms = LONG_MS, .places = 3);
  ROW("no place is left", result.status == STORE_TAKEN && result.left_ms > 0);
  ASK(.kind = STORE_DELETE, .key = "p.1", .owner = "ann");
  result = ASK(.kind = STORE_ADD, .key = "p", .owner = "bob", .lifetime_ms = LONG_MS, .places = 3);
  ROW("a place that was given back is taken", result.status == STORE_DONE && result.place == 1);
}

static void steps(store *it, const char *of) {
  gcra_rule rule = {1000000, 2000000}; /* one in a second, three at once */
  store_result result[5], look;
  for (int i = 0; i < 5; i++) result[i] = ASK(.kind = STORE_STEP, .key = "r", .owner = i % 2 ? "x" : "y", .rule = rule, .takes = true);
  ROW("the burst is permitted at once", result[2].status == STORE_DONE && result[2].at_us == result[2].now_us);
  ROW("a permission after the burst is one interval later", result[4].at_us == result[3].at_us + 1000000);
  ROW("a permission is counted from the first", result[3].at_us == result[0].at_us + 1000000);
  ROW("processes are counted", result[4].peers == 2);
  look = ASK(.kind = STORE_STEP, .key = "r", .rule = rule);
  ROW("a look takes nothing", look.at_us == result[4].at_us + 1000000);
  look = ASK(.kind = STORE_STEP, .key = "r", .rule = rule, .pause_us = 50000000);
  ROW("a pause holds from now on", look.paused_us == look.now_us + 50000000 && look.at_us == look.paused_us);
  ASK(.kind = STORE_STEP, .key = "r", .rule = rule, .pause_us = 1000000);
  for (int i = 0; i < 2; i++) result[i] = ASK(.kind = STORE_STEP, .key = "r", .rule = rule, .takes = true);
  ROW("a shorter pause does not end a longer one", result[0].at_us == look.paused_us);
  ROW("there is no burst after a pause", result[1].at_us == result[0].at_us + 1000000);
}

static void faults(store *it, const char *of) {
  char key[STORE_MOST_KEY + 2], value[STORE_MOST_VALUE + 1] = {0};
  memset(key, 'k', sizeof key - 1);
  key[sizeof key - 1] = 0;
  store_request rows[] = {
      {.kind = STORE_GET, .key = key},
      {.kind = STORE_GET, .key = ""},
      {.kind = STORE_GET},
      {.kind = STORE_SET, .key = "a", .value = value, .value_len = sizeof value, .lifetime_ms = 1},
      {.kind = STORE_SET, .key = "a"},
      {.kind = STORE_ADD, .key = "a", .lifetime_ms = 1},
      {.kind = STORE_ADD, .key = "a", .owner = key, .lifetime_ms = 1},
      {.kind = STORE_STEP, .key = "a", .takes = true},
      {.kind = 99, .key = "a"},
  };
  int count = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    store_result result = {0};
    count += store_try(it, &rows[i], &result) && result.status == STORE_INVALID && *result.reason;
  }
  ROW("a request that is not valid is refused with a reason", count == (int)(sizeof rows / sizeof *rows));
}

void store_rows(store *it, const char *of) {
  values(it, of);
  owners(it, of);
  places(it, of);
  steps(it, of);
  faults(it, of);
}
