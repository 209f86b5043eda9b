/* Tests the hooks for bodies of responses, moya.body/1. */
#include "checks.h"
#include "findings.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

static const int cuts[] = {0, 1, 2, 3, 7, 64, 1000};

static bool has_hooks(void) {
  return world_plugin->get_extension && world_plugin->get_extension(MOYA_BODY) != NULL;
}

/* Makes the call of a scene (world.h), with the body in pieces of `cut` bytes. Every call has its own instance of the
 * plugin, so that data of earlier calls makes no difference. */
static call play(const scene *scene, way way, int cut) {
  call made = {.scene = scene, .way = way, .cancel_at = -1};
  watch_set.cut = cut;
  world *it = world_make(NULL);
  world_run(it, &made, 1);
  world_settle(it);
  world_destroy(it);
  return made;
}

static void compare(const call *whole, const call *cut, int size) {
  if (whole->status != cut->status || whole->http_status != cut->http_status) {
    finding("cuts", "%s in pieces of %d bytes: %s %d instead of %s %d", whole->scene->name, size,
            moya_status_name(cut->status), (int)cut->http_status, moya_status_name(whole->status),
            (int)whole->http_status);
  } else if (whole->body_len != cut->body_len ||
             (whole->body_len && memcmp(whole->body, cut->body, whole->body_len) != 0)) {
    finding("cuts", "%s (%s) in pieces of %d bytes has another body: %zu bytes, and not %zu", whole->scene->name,
            way_names[whole->way], size, cut->body_len, whole->body_len);
  }
}

void check_body(void) {
  use_plugin();
  if (!has_hooks()) {
    static const char *const rows[] = {"cuts", "end-without-chunks", "pieces", "skip"};
    for (size_t index = 0; index < sizeof rows / sizeof *rows; index++)
      not_judged(rows[index], "the plugin has no hooks for bodies");
    return;
  }
  for (int way = WHOLE; way <= STREAMED; way++) {
    for (size_t index = 0; index < scene_count; index++) {
      const scene *scene = &scenes[index];
      about_to(scene->answers[0].body ? "cuts" : "end-without-chunks", "the body of %s (%s)", scene->name,
               way_names[way]);
      call whole = play(scene, (enum way)way, 0);
      /* A large body is not cut into the smallest pieces, because that would take long. */
      bool large = strcmp(scene->name, "large") == 0;
      for (size_t at = large ? 5 : 1; at < sizeof cuts / sizeof *cuts; at++) {
        call cut = play(scene, (enum way)way, cuts[at]);
        compare(&whole, &cut, cuts[at]);
        call_free(&cut);
      }
      call_free(&whole);
    }
  }
}
