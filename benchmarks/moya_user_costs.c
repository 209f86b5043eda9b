/* Compares the four ways to make a call that moya_users.h lists (`user_forms`). Prints four numbers of nanoseconds on
 * one line. The first is the cost of a call with a target that is written by hand. The others say how much more each
 * other way costs, as the median of all rounds. Every round runs all four, so other load of the machine slows all of
 * them. */
#include "moya_users.h"

enum { ROUNDS = 301, CALLS = 200 };

static int by_size(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

static double median(double *values) {
  qsort(values, ROUNDS, sizeof *values, by_size);
  return values[ROUNDS / 2];
}

int main(void) {
  static double costs[USER_FORMS][ROUNDS];
  static users from;
  users_open(&from, "http://offline.invalid");
  for (int round = -10; round < ROUNDS; round++) {
    double took[USER_FORMS];
    /* The order changes in each round, so that each of the four runs first equally often. */
    for (int turn = 0; turn < USER_FORMS; turn++) {
      int form = (round + 10 + turn) % USER_FORMS;
      took[form] = users_calls(&from, user_forms[form].get, CALLS) / CALLS * 1e9;
    }
    for (int form = 0; round >= 0 && form < USER_FORMS; form++) costs[form][round] = took[form] - (form ? took[0] : 0);
  }
  for (int form = 0; form < USER_FORMS; form++) printf("%.0f%c", median(costs[form]), form < USER_FORMS - 1 ? ' ' : '\n');
  users_close(&from);
  return 0;
}
