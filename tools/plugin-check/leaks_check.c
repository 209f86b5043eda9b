/* Tests what remains after calls: memory, tasks, descriptors, threads. */
#include "checks.h"
#include "findings.h"
#include "growth.h"
#include "virtual_time.h"
#include "world.h"

enum { CALLS = 40 };

static void run_calls(world *it) {
  static call calls[CALLS];
  for (size_t index = 0; index < CALLS; index++) {
    calls[index] = (call){.scene = &scenes[index % scene_count], .way = (way)(index % WAYS),
                          .cancel_at = index % 4 == 3 ? (int)(index % 5) : -1};
  }
  for (size_t index = 0; index < CALLS; index += 4) world_run(it, calls + index, 4);
  for (size_t index = 0; index < CALLS; index++) call_free(&calls[index]);
  world_settle(it);
}

/* Lets virtual hours pass. */
static void pass_time(world *it) {
  call made = {.scene = &scenes[0], .cancel_at = -1};
  for (int hour = 0; hour < 3; hour++) {
    time_jump(3600 * 1000000ll);
    for (int round = 0; round < 4; round++) moya_provider_process(world_provider(it), 0, NULL);
  }
  world_run(it, &made, 1);
  call_free(&made);
}

void check_leaks(void) {
  growth before = {0};
  use_plugin();
  /* Looks for timers of one instance that run on for ever after its calls. */
  about_to("user-freed", "calls, then hours without calls");
  world *it = world_make(&(world_options){.delay_ms = 1});
  run_calls(it);
  pass_time(it);
  watch_counts first = watch_count();
  run_calls(it);
  run_calls(it);
  pass_time(it);
  watch_counts second = watch_count();
  if (second.timers - first.timers >= CALLS) {
    finding("user-freed", "%ld timers of %d calls still run hours later", second.timers - first.timers, 2 * CALLS);
  }
  world_destroy(it);
  /* Looks for memory, descriptors and threads that each instance leaves. */
  enum { ROUNDS = 5, FIRST = 2 };
  for (int round = 0; round < ROUNDS; round++) {
    if (round == FIRST) before = growth_now();
    about_to("user-freed", "calls of an instance");
    it = world_make(&(world_options){.delay_ms = 1});
    run_calls(it);
    world_destroy(it);
  }
  growth_report("user-freed", before, ROUNDS - FIRST, "calls");
}
