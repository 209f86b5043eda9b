/* Tests calls that are cancelled or run out of time at several points. */
#include "allocations.h"
#include "checks.h"
#include "findings.h"
#include "virtual_time.h"
#include "world.h"

static const uint32_t timeouts[] = {1, 5, 15, 40, 150, 700, 5000};

static void play(world *it, const scene *scene, way way, uint32_t timeout_ms, int cancel_at) {
  call made = {.scene = scene, .way = way, .timeout_ms = timeout_ms, .cancel_at = cancel_at};
  world_run(it, &made, 1);
  call_free(&made);
}

/* Returns how many blocks of memory the plugin still has after this many calls. */
static long blocks_after(world *it, int calls, int cancel_at) {
  long before = allocations_count().blocks;
  for (int made = 0; made < calls; made++) play(it, &scenes[0], WHOLE, 0, cancel_at);
  world_settle(it);
  return allocations_count().blocks - before;
}

/* Checks that the plugin does not store more about cancelled calls than about others. It may store something about
 * each call. */
static void expect_flat(void) {
  enum { MANY = 60 };
  world *it = world_make(&(world_options){.delay_ms = 20});
  about_to("resume-late", "%d calls, and %d calls that are cancelled while they wait", MANY, MANY);
  (void)blocks_after(it, 4, 1);
  long usual = blocks_after(it, MANY, -1), cancelled = blocks_after(it, MANY, 1);
  if (cancelled >= MANY && usual < MANY / 2) {
    finding("resume-late", "%ld blocks of memory stay after %d calls that were cancelled, and %ld after other calls",
            cancelled, MANY, usual);
  }
  world_destroy(it);
}

void check_ends(void) {
  enum { POINTS = 8 };
  use_plugin();
  world *it = world_make(&(world_options){.delay_ms = 20});
  for (size_t index = 0; index < scene_count; index++) {
    way way = (enum way)(index % WAYS);
    for (int point = 0; point < POINTS; point++) {
      about_to("resume-late", "the call %s (%s), cancelled", scenes[index].name, way_names[way]);
      play(it, &scenes[index], way, 0, point);
    }
    for (size_t at = 0; at < sizeof timeouts / sizeof *timeouts; at++) {
      about_to("resume-late", "the call %s (%s) with a timeout of %u ms", scenes[index].name, way_names[way],
               (unsigned)timeouts[at]);
      play(it, &scenes[index], way, timeouts[at], -1);
    }
  }
  about_to("resume-late", "waiting after calls that were cancelled");
  world_settle(it);
  /* Lets a minute pass, so that timers of the plugin can still resume contexts. */
  call last = {.scene = &scenes[0], .cancel_at = -1};
  time_jump(60 * 1000000ll);
  world_run(it, &last, 1);
  call_free(&last);
  world_settle(it);
  watch_expect_resumed();
  watch_judge_waiting("resume-late");
  world_destroy(it);
  if (watch_count().all_deferred > 0) expect_flat();
}

void check_destroy_with_calls(void) {
  use_plugin();
  watch_set.late = true;
  /* All rounds run twice: in real time, and then with a clock that the checker moves. A wait in the kernel ignores the
   * moved clock, so only real time shows what such a wait does. */
  for (int real = 1; real >= 0; real--) {
    for (int rounds = 0; rounds < 6; rounds++) {
      enum { CALLS = 6 };
      call calls[CALLS] = {0};
      about_to("destroy-with-calls", "destroying a provider with %d calls under way", CALLS);
      world *it = world_make(&(world_options){.delay_ms = 20, .in_real_time = real});
      for (size_t index = 0; index < CALLS; index++) {
        calls[index] = (call){.scene = &scenes[index], .way = (way)(index % WAYS), .cancel_at = -1};
      }
      world_start(it, calls, CALLS);
      world_pump(it, calls, CALLS, rounds);
      world_destroy(it);
      /* If a thread of the plugin still uses the destroyed instance, it probably crashes during this sleep. */
      time_sleep(rounds == 0 ? 150 : 0);
      for (size_t index = 0; index < CALLS; index++) {
        if (calls[index].ended == 0) finding("destroy-with-calls", "a call did not end with its provider");
        call_free(&calls[index]);
      }
    }
  }
  about_to("destroy-with-calls", "waiting after the ends of providers");
  time_sleep(100);
  watch_judge_waiting("destroy-with-calls");
}
