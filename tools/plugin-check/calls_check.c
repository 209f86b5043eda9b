/* Tests calls with every scene (world.h), in every way to make a call. */
#include "checks.h"
#include "config.h"
#include "environment.h"
#include "findings.h"
#include "server.h"
#include "text.h"
#include "virtual_time.h"
#include "world.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Makes a call. If the way is SHARED, makes two equal calls at once, which share one request. */
static void play(world *it, const scene *scene, way way) {
  enum { MOST_REQUESTS = 64 };
  call calls[2] = {{.scene = scene, .way = way, .cancel_at = -1}, {.scene = scene, .way = way, .cancel_at = -1}};
  size_t count = way == SHARED ? 2 : 1;
  watch_counts before = watch_count();
  world_run(it, calls, count);
  for (size_t index = 0; index < count; index++) call_free(&calls[index]);
  long sent = watch_count().started_requests - before.started_requests;
  if (sent > MOST_REQUESTS)
    finding("sub-requests", "the plugin sent %ld requests for one call; the limit is %d", sent, MOST_REQUESTS);
}

static void play_all(world *it) {
  for (int way = 0; way < WAYS; way++) {
    for (size_t index = 0; index < scene_count; index++) play(it, &scenes[index], (enum way)way);
  }
}

/* Reports slots that were not released, although their calls have ended. */
static void expect_released(void) {
  long slots = watch_count().slots;
  if (slots <= 0) return;
  if (!world_plugin->release_slot) {
    finding("slot-released", "the plugin sets slots, and has no release_slot (%ld slots at the end of their calls)",
            slots);
  } else {
    finding("slot-released", "%ld slots were not passed to release_slot", slots);
  }
}

/* Judges the rule slot-set: a plugin with MOYA_PLUGIN_NEEDS_SLOT must set a slot in at least one call. If it never sets
 * a slot, the library runs none of its hooks except `prepare`, so the tests say nothing about the other hooks. */
static void judge_slots(long all_slots) {
  const struct {
    const char *name;
    bool exists;
  } later[] = {{"sign", watched.sign},
               {"will_send", watched.will_send},
               {"did_receive", watched.did_receive},
               {"should_retry", watched.should_retry},
               {"process", watched.process},
               {"head, chunk, end", watched.get_extension && watched.get_extension(MOYA_BODY)}};
  text hooks = {0};
  for (size_t index = 0; index < sizeof later / sizeof *later; index++) {
    if (later[index].exists) text_print(&hooks, "%s%s", hooks.length ? ", " : "", later[index].name);
  }
  if (!(watched.flags & MOYA_PLUGIN_NEEDS_SLOT)) {
    not_judged("slot-set", "the plugin does not have the flag MOYA_PLUGIN_NEEDS_SLOT");
  } else if (!hooks.length) {
    not_judged("slot-set", "the plugin has no hook after prepare");
  } else if (all_slots == 0) {
    not_seen("slot-set",
             "the plugin has MOYA_PLUGIN_NEEDS_SLOT, but prepare set no slot, or only NULL. So these hooks never ran: %s. "
             "Set the slot in prepare, leave out the flag, or choose a --config with which the plugin works for these calls",
             hooks.data);
  }
  if (all_slots == 0) not_judged("slot-released", "the plugin set no slot");
  text_free(&hooks);
}

void check_blocking(void) {
  static const char *const names[] = {"ok", "unauthorized", "refused"};
  use_plugin();
  watch_set.block_ms = 50;
  about_to("balance", "a call");
  world *it = world_make(NULL);
  for (size_t index = 0; index < scene_count; index++) {
    for (size_t name = 0; name < sizeof names / sizeof *names; name++) {
      if (strcmp(scenes[index].name, names[name]) == 0) play(it, &scenes[index], WHOLE);
    }
  }
  world_settle(it);
  watch_judge_starving();
  about_to("", "%s", "");
  world_destroy(it);
}

/* Checks that the requests of the plugin come to an end, too, when the calls have ended. */
static void expect_few_requests(world *it) {
  enum { ROUNDS = 400, MOST = 100 };
  long before = watch_count().started_requests;
  for (int round = 0; round < ROUNDS && watch_count().requests > 0; round++) world_step(it);
  long sent = watch_count().started_requests - before;
  if (sent > MOST)
    finding("sub-requests", "the plugin sent %ld requests after the last call; the limit is %d", sent, MOST);
}

void check_calls(void) {
  use_plugin();
  watch_set.environment = true;
  watch_set.row = "balance";
  about_to("balance", "calls");
  for (int round = 0; round < 2; round++) {
    watch_set.extra_tags = round == 1;
    world *it = world_make(&(world_options){.delay_ms = round == 1 ? 20 : 0});
    play_all(it);
    expect_few_requests(it);
    world_settle(it);
    watch_expect_resumed();
    expect_released();
    about_to("none-after-destroy", "destroying the provider");
    world_destroy(it);
    slots_expect_freed();
    about_to("balance", "calls");
  }
  watch_counts counts = watch_count();
  watch_judge_waiting("resume-always");
  watch_judge_waiting("resume-once");
  if (!option_at(world_plugin, 0)) not_judged("declared", "the plugin has no options");
  judge_slots(counts.all_slots);
  if (counts.started_timers == 0) not_judged("busy-loop", "the plugin started no timer");
  if (counts.started_requests == 0) not_judged("sub-requests", "the plugin sent no request");
  about_to("none-after-destroy", "waiting after the end of the provider");
  time_jump(3600 * 1000000ll);
  time_sleep(20);
  environment_expect_no_process();
}

/* ── Secrets ── */

void check_secrets(void) {
  const moya_option *option;
  bool any = false;
  use_plugin();
  for (size_t index = 0; (option = option_at(world_plugin, index)); index++)
    any = any || option->kind == MOYA_OPTION_SECRET;
  if (!any) {
    not_judged("secrets", "no option is a secret");
    return;
  }
  about_to("secrets", "calls");
  if (!config_has_secret(world_plugin)) {
    not_judged("secrets", "the plugin refuses the checker's values of its secret options; set them with --config");
    return;
  }
  for (int tags = 0; tags < 2; tags++) {
    watch_set.extra_tags = tags;
    world *it = world_make(NULL);
    play_all(it);
    world_settle(it);
    world_destroy(it);
  }
}

/* ── Many calls ── */

static void run_many(bool in_real_time, size_t count) {
  static call calls[64];
  world *it = world_make(&(world_options){.in_real_time = in_real_time, .delay_ms = 1});
  MUST(count <= sizeof calls / sizeof *calls);
  for (size_t index = 0; index < count; index++) {
    calls[index] = (call){.scene = &scenes[index % scene_count], .way = (way)(index % WAYS), .cancel_at = -1,
                          .timeout_ms = in_real_time ? 2000 : 0};
  }
  world_run(it, calls, count);
  for (size_t index = 0; index < count; index++) call_free(&calls[index]);
  world_settle(it);
  world_destroy(it);
}

/* Makes blocking calls, on one of several threads. */
static void *call_often(void *of) {
  int64_t until = time_real() + 700000;
  for (int made = 0; made < 100 && time_real() < until; made++) {
    moya_target target = MOYA_TARGET(.name = "check.thread", .base_url = "https://check.example/v1", .timeout_ms = 500);
    moya_response *response = NULL;
    watch_call_begins();
    (void)!moya_provider_call(world_provider(of), &target, NULL, &response, NULL);
    moya_response_release(response);
  }
  return NULL;
}
static void run_threads(void) {
  pthread_t threads[4];
  world *it = world_make(&(world_options){.in_real_time = true});
  for (size_t index = 0; index < 4; index++) MUST(pthread_create(&threads[index], NULL, call_often, it) == 0);
  for (size_t index = 0; index < 4; index++) pthread_join(threads[index], NULL);
  world_destroy(it);
}

void check_many_calls(void) {
  use_plugin();
  watch_set.block_ms = 50;
  watch_set.late = true;
  /* These calls run in real time, because a wait in the kernel ignores that the checker has moved the clock. */
  about_to("not-starved", "many calls at once, on two threads");
  run_many(true, 64);
  about_to("not-starved", "calls of four threads");
  run_threads();
  about_to("not-starved", "many calls at once");
  run_many(false, 64);
  watch_judge_starving();
}

/* ── The network ── */

void check_network(void) {
  use_plugin();
  watch_set.environment = true;
  watch_set.late = true;
  about_to("balance", "calls over the network");
  int port = server_begin();
  if (port == 0) return; /* the machine has no sockets */
  world *it = world_make(&(world_options){.in_real_time = true, .port = port});
  for (size_t index = 0; index < scene_count; index++) {
    for (int way = WHOLE; way <= STREAMED; way++) {
      call made = {.scene = &scenes[index], .way = (enum way)way, .cancel_at = -1, .timeout_ms = 300};
      world_run(it, &made, 1);
      call_free(&made);
    }
  }
  world_destroy(it);
}
