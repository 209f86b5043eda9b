/* Runs schedules of a limit in virtual time. Each line of standard input is "RATE BURST", or "NOW PAUSE WAIT" in
 * microseconds for a step. Prints the time of each step (gcra.h). */
#include "../../../plugins/shared/gcra.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[200];
  gcra_state state = {0, 0, 0};
  gcra_rule rule = {1, 0};
  while (fgets(line, sizeof line, stdin)) {
    int64_t now, pause, wait, burst;
    double rate;
    if (sscanf(line, "%" SCNd64 " %" SCNd64 " %" SCNd64, &now, &pause, &wait) == 3) {
      printf("%" PRId64 "\n", gcra_step(&state, &rule, now, pause, wait));
    } else if (sscanf(line, "%lf %" SCNd64, &rate, &burst) == 2) {
      state = (gcra_state){0, 0, 0};
      rule = gcra_rule_of(rate, burst);
    }
  }
  return 0;
}
