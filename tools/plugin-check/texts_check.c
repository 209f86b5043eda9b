/* Tests that the plugin does not use a text of the library after the context from which it got the text has ended. */
#include "checks.h"
#include "findings.h"
#include "world.h"

void check_texts(void) {
  use_plugin();
  watch_set.texts = true;
  about_to("texts", "calls");
  for (int tags = 0; tags < 2; tags++) {
    watch_set.extra_tags = tags;
    world *it = world_make(&(world_options){.delay_ms = 20});
    for (size_t index = 0; index < scene_count; index++) {
      call made = {.scene = &scenes[index], .way = (way)(index % SHARED), .cancel_at = -1};
      world_run(it, &made, 1);
      call_free(&made);
    }
    world_settle(it);
    world_destroy(it);
  }
}
