/* Four threads get memory at the same time, as they do when plugins write log lines. memory.py runs this program under
 * ThreadSanitizer. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "../../tools/moya/memory.h"

enum { THREADS = 4, BLOCKS = 2000, MOST = 64 };

static void *run(void *number) {
  for (int i = 0; i < BLOCKS; i++) {
    char *block = memory_get(1);
    block = memory_resize(block, 1, MOST);
    memset(block, *(int *)number, MOST);
    if (strcmp(memory_join(memory_copy("a", 1), "b", NULL), "ab") != 0) puts("not so");
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int numbers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    if (pthread_create(&threads[i], NULL, run, &numbers[i]) != 0) return 1;
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  memory_release();
  return 0;
}
