/* If the plugin replaces the value of its slot, checks that the plugin frees the old value, because set_slot does not
 * free it. */
#include "allocations.h"
#include "findings.h"
#include "watch.h"

#include <pthread.h>

enum { MOST = 4096 };

static struct {
  void *value;
  long number; /* the number of the allocation */
} replaced[MOST];
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void slots_replaced(void *value) {
  long number = allocations_number(value);
  if (number == 0) return;
  pthread_mutex_lock(&lock);
  if (used < MOST) {
    replaced[used].value = value;
    replaced[used].number = number;
    used++;
  }
  pthread_mutex_unlock(&lock);
}

void slots_expect_freed(void) {
  for (size_t index = 0; index < used; index++) {
    if (allocations_number(replaced[index].value) == replaced[index].number) {
      finding("slot-released", "set_slot replaced a pointer, and the plugin did not free it");
    }
  }
  used = 0;
}
