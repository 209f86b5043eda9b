/* Calls every exported function with each argument and each field bad in turn, and then with random choices: alone,
 * inside callbacks, and from two threads.
 *
 *     one_by_one [RANDOM-CALLS] */
#include "every_call.h"

#include <pthread.h>

/* How values are chosen. The choice number `turn` gets the value number `wrong`, and each other choice gets the good
 * value. If `chance` is true, about one in `rarity` choices gets a random value. */
static _Thread_local struct {
  unsigned place, turn, wrong, rarity, counts[4096];
  uint64_t chance; /* the state of xorshift; 0: not random */
} plan;

static unsigned choose(unsigned count) {
  if (it->good || count < 2) return 0;
  if (plan.chance) {
    plan.chance ^= plan.chance << 13, plan.chance ^= plan.chance >> 7, plan.chance ^= plan.chance << 17;
    return plan.chance % plan.rarity ? 0 : (unsigned)(plan.chance >> 32) % count;
  }
  unsigned place = plan.place++;
  if (place < sizeof plan.counts / sizeof *plan.counts) plan.counts[place] = count;
  return place == plan.turn ? plan.wrong : 0;
}

static void make_call(unsigned number) {
  if (number < CALLS) calls[number].make();
}

/* Makes all choices good, and then one choice bad at a time. */
static void each_in_turn(unsigned number) {
  plan.chance = 0;
  plan.turn = UINT32_MAX;
  plan.place = 0;
  make_call(number);
  unsigned places = plan.place;
  for (plan.turn = 0; plan.turn < places; plan.turn++) {
    unsigned count = plan.counts[plan.turn];
    for (plan.wrong = 1; plan.wrong < count; plan.wrong++) {
      plan.place = 0;
      make_call(number);
      if (plan.place > places) places = plan.place; /* a bad choice may lead to further choices */
    }
  }
}

static void by_chance(unsigned number, unsigned times, uint64_t seed) {
  for (unsigned time = 0; time < times; time++) {
    /* A target has dozens of choices. If one in four is bad, the library always refuses the target. If one in fifty is
     * bad, it usually sends the target. */
    plan.rarity = time % 2 ? 4 : 50;
    plan.chance = (seed + 1) * 0x9e3779b97f4a7c15u + (uint64_t)number * 1000003 + time * 7919 + 1;
    make_call(number);
  }
}

static struct state fresh(void) {
  struct state made = {0};
  made.inside_call = CALLS;
  return made;
}

static void give_back(void) {
  it->good++;
  release_all();
  it->good--;
  settle();
}

static unsigned times = 40;

static void alone(void) {
  struct state state = fresh();
  it = &state;
  for (unsigned number = 0; number < CALLS; number++) {
    each_in_turn(number);
    by_chance(number, times, 1);
  }
  give_back();
  it = NULL;
}

/* Calls every function that has callbacks. In its callbacks, handlers and hooks, calls each function of the API. */
static void inside_callbacks(void) {
  struct state state = fresh();
  it = &state;
  for (unsigned inner = 0; inner < CALLS; inner++) {
    state.inside_call = inner;
    for (unsigned outer = 0; outer < CALLS; outer++) {
      if (!calls[outer].has_callbacks) continue;
      for (int hooks = 0; hooks < 2; hooks++) {
        state.hooks = hooks;
        plan.chance = 0;
        plan.turn = UINT32_MAX;
        make_call(outer);
        by_chance(outer, times / 16, inner);
      }
    }
  }
  give_back();
  it = NULL;
}

static struct state of_threads[2];

static void *chances(void *state) {
  it = state;
  for (unsigned number = 0; number < CALLS; number++) by_chance(number, times, 2 + (uint64_t)(it - of_threads));
  it->good++;
  release_all();
  it->good--;
  return NULL;
}
static void two_threads(void) {
  pthread_t threads[2];
  if (moya_provider_create(NULL, &shared, NULL) != MOYA_OK) abort();
  for (int number = 0; number < 2; number++) {
    of_threads[number] = fresh();
    if (pthread_create(&threads[number], NULL, chances, &of_threads[number])) abort();
  }
  for (int number = 0; number < 2; number++) pthread_join(threads[number], NULL);
  /* Waits until every call of the provider has ended. Until then, the calls may use the states of the threads. */
  moya_provider_destroy(shared);
  shared = NULL;
  for (int number = 0; number < 2; number++) {
    it = &of_threads[number];
    settle();
  }
  it = NULL;
}

static void test(const char *name, void (*body)(void)) {
  int before = failures;
  body();
  printf("%s - %s\n", failures == before ? "ok" : "not ok", name);
  fflush(stdout);
}

int main(int count, char **arguments) {
  if (count > 1) times = (unsigned)atoi(arguments[1]);
  test("bad arguments and fields, one at a time and together, are refused or served", alone);
  test("so are they inside callbacks, handlers and hooks", inside_callbacks);
  test("so are they from two threads", two_threads);
  for (unsigned number = 0; number < CALLS; number++) {
    for (int status = 0; status < 100; status++) {
      if (seen[number][status]) printf("# %s %s %u\n", calls[number].name, moya_status_name(-status), seen[number][status]);
    }
  }
  return failures ? 1 : 0;
}
