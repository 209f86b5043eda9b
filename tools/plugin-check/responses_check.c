/* Tests each response of responses.c: its calls end, the plugin needs little memory, and nothing is left. */
#include "allocations.h"
#include "checks.h"
#include "findings.h"
#include "growth.h"
#include "world.h"

static void play(const scene *scene) {
  world *it = world_make(&(world_options){.delay_ms = 1});
  for (int way = WHOLE; way <= STREAMED; way++) {
    call made = {.scene = scene, .way = (enum way)way, .cancel_at = -1};
    world_run(it, &made, 1);
    call_free(&made);
  }
  world_settle(it);
  watch_expect_resumed();
  world_destroy(it);
}

static void judge(const scene *scene) {
  enum { ROUNDS = 2, MOST_MEGABYTES = 64 };
  allocations_reset_most();
  about_to("responses", "calls with the response %s (status %d)", scene->name, (int)scene->answers[0].status);
  play(scene);
  growth before = growth_now();
  for (int round = 0; round < ROUNDS; round++) play(scene);
  growth_report("responses", before, ROUNDS, scene->name);
  long most = allocations_most() >> 20;
  if (most > MOST_MEGABYTES)
    finding("responses", "%s: the plugin allocated %ld MB; the limit is %d MB", scene->name, most, MOST_MEGABYTES);
}

void check_responses(void) {
  use_plugin();
  for (size_t index = 0; index < odd_scene_count; index++) judge(&odd_scenes[index]);
}
