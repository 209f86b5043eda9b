/* Makes sequences of calls that libFuzzer finds. Each byte is a choice, in the order in which choices are made. */
#include "every_call.h"

enum { MOST_IN_SEQUENCE = 48 };

static _Thread_local const uint8_t *bytes_left;
static _Thread_local size_t count_left;

static uint8_t next(void) {
  if (count_left == 0) return 0;
  count_left--;
  return *bytes_left++;
}

/* Four of five bytes mean the good choice, because a sequence in which everything is refused finds nothing. */
static unsigned choose(unsigned count) {
  if (it->good || count < 2) return 0;
  uint8_t byte = next();
  return byte < 208 ? 0 : byte % count;
}

static void make_call(unsigned number) {
  if (number < CALLS) calls[number].make();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct state state = {0};
  bytes_left = data;
  count_left = size;
  it = &state;
  for (int made = 0; made < MOST_IN_SEQUENCE && count_left > 0; made++) {
    unsigned number = next();
    state.inside_call = next();
    make_call(number % CALLS);
  }
  state.good++;
  release_all();
  state.good--;
  settle();
  it = NULL;
  if (failures) abort();
  return 0;
}
