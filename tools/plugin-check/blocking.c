/* Looks for hooks that sleep or wait. A thread of the checker looks again and again at what the threads that run hooks
 * do. */
#include "findings.h"
#include "virtual_time.h"
#include "watch.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  SAMPLE_MS = 5,
  MOST_COMPUTED_MS = 200, /* the most processor time of a hook */
  MOST_SAMPLES = 10, /* a hook is reported after this many samples in a row have found its thread asleep */
  HANGS_MS = 3000    /* the test ends if a hook takes longer, and its thread is asleep */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static run *runs;

/* Returns the state of a thread as proc(5) has it: R, S, D … */
static char state_of(int thread) {
  char path[64], line[512] = "";
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  if (!fgets(line, sizeof line, file)) line[0] = 0;
  fclose(file);
  char *end = strrchr(line, ')');
  return end && end[1] ? end[2] : 0;
}

/* Returns true if another thread of the process is running or ready to run. A hook that is asleep may wait for that
 * thread, and perhaps waits long only because the machine is busy. */
static bool others_run(int thread) {
  bool run = false;
  DIR *folder = opendir("/proc/self/task");
  struct dirent *entry;
  while (folder && !run && (entry = readdir(folder))) {
    int other = atoi(entry->d_name);
    run = other > 0 && other != thread && other != gettid() && state_of(other) == 'R';
  }
  if (folder) closedir(folder);
  return run;
}

/* Returns the rule (a row of rows.h) that the plugin breaks if this hook blocks. Returns NULL if the hook is allowed to
 * block. */
static const char *row_of(hook hook) {
  switch (hook) {
  case CREATE:
  case DESTROY: return NULL; /* may block */
  case CLOSE: return "close";
  case TASK: return "not-starved";
  default: return "blocking";
  }
}

static void sample(run *it) {
  char state = state_of(it->thread);
  const char *row = row_of(it->hook);
  if (!row || it->may_block) return;
  bool asleep = state == 'S' || state == 'D';
  if (asleep && it->asleep > 0 && others_run(it->thread)) return;
  it->asleep = asleep ? it->asleep + 1 : 0;
  if (watch_set.block_ms > 0 && it->asleep == MOST_SAMPLES && it->hook != CLOSE) {
    finding(row, "%s slept or waited for %d ms", hook_names[it->hook], MOST_SAMPLES * SAMPLE_MS);
  }
  if (time_real() - it->began > HANGS_MS * 1000ll && it->asleep > MOST_SAMPLES) {
    finding(row, "%s did not return within %d ms", hook_names[it->hook], HANGS_MS);
    findings_give_up();
  }
}

static void *look(void *unused) {
  for (;;) {
    time_sleep(SAMPLE_MS);
    pthread_mutex_lock(&lock);
    for (run *it = runs; it; it = it->next) {
      if (it->thread > 0) sample(it);
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

void blocking_begin(void) {
  pthread_t thread;
  MUST(pthread_create(&thread, NULL, look, NULL) == 0);
  pthread_detach(thread);
}

void blocking_lock(void) { pthread_mutex_lock(&lock); }
void blocking_unlock(void) { pthread_mutex_unlock(&lock); }

/* Returns the processor time of this thread in microseconds. */
static int64_t computed(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void blocking_enter(run *run) {
  if (watch_set.block_ms > 0) run->computed = computed();
  pthread_mutex_lock(&lock);
  run->next = runs;
  runs = run;
  pthread_mutex_unlock(&lock);
}

void blocking_leave(run *run) {
  const char *row = watch_set.block_ms > 0 && run->hook != CLOSE && !run->may_block ? row_of(run->hook) : NULL;
  int64_t took = row ? (computed() - run->computed) / 1000 : 0;
  if (took > MOST_COMPUTED_MS) finding(row, "%s computed for %lld ms", hook_names[run->hook], (long long)took);
  pthread_mutex_lock(&lock);
  struct run **place = &runs;
  while (*place != run) place = &(*place)->next;
  *place = run->next;
  pthread_mutex_unlock(&lock);
}
