/* Tests for each response of responses.c that its calls end, that the plugin needs little memory, and that it leaves no
 * memory, descriptor or thread. */
#include "allocations.h"
#include "checks.h"
#include "findings.h"
#include "growth.h"
#include "world.h"

static void play(size_t index) {
  world *it = world_make(&(world_options){.delay_ms = 1});
  call made = {.scene = &odd_scenes[index], .way = (way)(index % SHARED), .cancel_at = -1};
  world_run(it, &made, 1);
  call_free(&made);
  world_settle(it);
  watch_expect_resumed();
  world_destroy(it);
}

/* Makes a call for each unusual response, each with a new instance of the plugin. */
static void play_all(void) {
  enum { MOST_MEGABYTES = 64 };
  for (size_t index = 0; index < odd_scene_count; index++) {
    const scene *scene = &odd_scenes[index];
    about_to("responses", "calls with the response %s (status %d)", scene->name, (int)scene->answers[0].status);
    allocations_reset_most();
    play(index);
    long most = allocations_most() >> 20;
    if (most <= MOST_MEGABYTES) continue;
    finding("responses", "%s: the plugin allocated %ld MB; the limit is %d MB", scene->name, most, MOST_MEGABYTES);
  }
}

/* Reports the responses after which the plugin has more memory, descriptors or threads each time. */
static void find_leaks(void) {
  enum { ROUNDS = 3 };
  for (size_t index = 0; index < odd_scene_count; index++) {
    growth before = growth_now();
    for (int round = 0; round < ROUNDS; round++) play(index);
    growth_report("responses", before, ROUNDS, odd_scenes[index].name);
  }
}

void check_responses(void) {
  use_plugin();
  play_all();
  growth before = growth_now();
  play_all();
  growth now = growth_now();
  if (now.blocks > before.blocks || now.descriptors > before.descriptors || now.threads > before.threads) find_leaks();
}
