#include "resumes.h"

#include "watch.h"
#include <pthread.h>

enum { MOST = 64 };

typedef struct held {
  moya_context *context;
  moya_status result;
} held;

resume_order resumes_order;
static held all[MOST];
static size_t count_held;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool resumes_hold(moya_context *context, moya_status result) {
  pthread_mutex_lock(&lock);
  bool holds = resumes_order != AT_ONCE && count_held < MOST;
  if (holds) all[count_held++] = (held){context, result};
  pthread_mutex_unlock(&lock);
  return holds;
}

bool resumes_release(void) {
  held copy[MOST];
  pthread_mutex_lock(&lock);
  size_t count = count_held;
  for (size_t index = 0; index < count; index++) copy[index] = all[index];
  count_held = 0;
  pthread_mutex_unlock(&lock);
  for (size_t turn = 0; turn < count; turn++) {
    size_t odd = count / 2;
    size_t index = resumes_order != ODD_FIRST ? count - 1 - turn : turn < odd ? 2 * turn + 1 : 2 * (turn - odd);
    (void)!real_host->resume(copy[index].context, copy[index].result);
  }
  if (count > 0) watch_step();
  return count > 0;
}
