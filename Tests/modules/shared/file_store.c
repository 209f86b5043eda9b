/* Tests the store in a file: what it does, what it says about files of other programs, and what killed processes
 * leave in the file.
 *
 *     file_store FOLDER [KILLS] */
#define _GNU_SOURCE
#include "../../../plugins/shared/stores.h"
#include "check.h"
#include "store_rows.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* This program has no store in a Redis server. redis_store.c tests that store. */
store *redis_store(const char *at, char *reason, size_t size) {
  (void)at;
  snprintf(reason, size, "there is no Redis here");
  return NULL;
}

static char folder[200], path[400], address[420];

/* A timer of the library. Whatever its delay, a thread runs the function after 0.2 milliseconds. While `keeps_timers` is
 * true, the timer becomes `kept` instead. */
typedef struct timer {
  moya_task_fn run;
  void *user;
} timer;
static timer *kept;
static bool keeps_timers;

static void *run_timer(void *user) {
  timer *it = user;
  nanosleep(&(struct timespec){0, 200000}, NULL);
  it->run(NULL, NULL, it->user, MOYA_OK);
  free(it);
  return NULL;
}

static moya_status after(moya_context *owner, int64_t delay_ms, moya_task_fn run, void *user, uint64_t *task) {
  (void)owner, (void)delay_ms, (void)task;
  timer *it = malloc(sizeof *it);
  pthread_t thread;
  if (!it) return MOYA_ERROR_MEMORY;
  *it = (timer){run, user};
  if (keeps_timers) return kept = it, MOYA_OK;
  if (pthread_create(&thread, NULL, run_timer, it) != 0) return free(it), MOYA_ERROR_SYSTEM;
  pthread_detach(thread);
  return MOYA_OK;
}

/* A thread of the library that may block. */
static moya_status work(moya_context *owner, moya_task_fn run, void *user, uint64_t *task) {
  return after(owner, 0, run, user, task);
}

static const moya_tasks tasks = {.size = sizeof tasks, .after = after, .work = work};

static store_status said(store *it, const store_request *request) {
  store_result result = asked(it, request);
  bytes_free(&result.value);
  return result.status;
}

store_result asked(store *it, const store_request *request) {
  store_result result = {0};
  while (!store_try(it, request, &result)) sched_yield();
  return result;
}

static store *opened(const char *name) {
  char reason[500] = "";
  snprintf(path, sizeof path, "%s/%s", folder, name);
  snprintf(address, sizeof address, "file:%s", path);
  store *it = store_open(address, &tasks, NULL, reason, sizeof reason);
  if (!it) printf("# %s\n", reason);
  return it;
}

static void write_file(const char *name, const void *data, size_t len) {
  char at[400];
  snprintf(at, sizeof at, "%s/%s", folder, name);
  int file = open(at, O_CREAT | O_TRUNC | O_WRONLY, 0600);
  if (write(file, data, len) != (ssize_t)len) abort();
  close(file);
}

static const char *refusal(const char *name) {
  static char reason[500];
  char at[420];
  snprintf(at, sizeof at, "file:%s/%s", folder, name);
  store *it = store_open(at, &tasks, NULL, reason, sizeof reason);
  if (!it) return reason;
  store_close(it);
  return "";
}

static void foreign_files(void) {
  char before[5000] = "a text of somebody", after_open[5000];
  write_file("foreign", before, sizeof before);
  CHECK("shared: a file of another program is refused", strstr(refusal("foreign"), "foreign is not a store"));
  snprintf(path, sizeof path, "%s/foreign", folder);
  int file = open(path, O_RDONLY);
  CHECK("shared: a file of another program is not changed",
        read(file, after_open, sizeof after_open) == sizeof after_open && memcmp(before, after_open, sizeof before) == 0);
  close(file);
  store_close(opened("damaged"));
  file = open(path, O_RDWR);
  if (pwrite(file, "x", 1, 40) != 1) abort();
  close(file);
  CHECK("shared: a damaged head is refused", strstr(refusal("damaged"), "damaged is damaged"));
  snprintf(path, sizeof path, "%s/pipe", folder);
  mkfifo(path, 0600);
  CHECK("shared: a pipe is refused", strstr(refusal("pipe"), "pipe is not a store"));
  CHECK("shared: a folder is refused", strstr(refusal("."), "Is a directory"));
  CHECK("shared: a missing folder is named", strstr(refusal("none/store"), "none/store: No such file"));
  char reason[300];
  CHECK("shared: an address without a scheme is refused and not repeated",
        !store_open("http://ann:canary@x", &tasks, NULL, reason, sizeof reason) && !strstr(reason, "canary") && *reason);
}

/* Damages every byte of a slot in turn. A request must not crash, and must not find another value. */
static void damaged_slots(void) {
  store *it = opened("slots");
  asked(it, &(store_request){.kind = STORE_SET, .key = "k", .value = "12345", .value_len = 5, .lifetime_ms = 60000});
  int file = open(path, O_RDWR), wrong = 0, lost = 0;
  struct stat facts;
  fstat(file, &facts);
  char *all = malloc((size_t)facts.st_size);
  if (pread(file, all, (size_t)facts.st_size, 0) != facts.st_size) abort();
  off_t first = 4096;
  while (first < facts.st_size && !all[first]) first++;
  for (off_t at = first; at < facts.st_size && at < first + 80; at++) {
    char changed = (char)(all[at] ^ 0x41);
    if (pwrite(file, &changed, 1, at) != 1) abort();
    store_result result = asked(it, &(store_request){.kind = STORE_GET, .key = "k"});
    wrong += result.status == STORE_DONE && (result.value.len != 5 || memcmp(result.value.data, "12345", 5) != 0);
    lost += result.status != STORE_DONE;
    bytes_free(&result.value);
    if (pwrite(file, all + at, 1, at) != 1) abort();
  }
  CHECK("shared: a damaged slot gives no wrong value", wrong == 0 && lost > 40);
  free(all);
  close(file);
  store_close(it);
}

static void removed_file(void) {
  store *it = opened("removed");
  asked(it, &(store_request){.kind = STORE_SET, .key = "k", .lifetime_ms = 60000});
  unlink(path);
  store_result result = asked(it, &(store_request){.kind = STORE_SET, .key = "k", .lifetime_ms = 60000});
  store *other = opened("removed");
  CHECK("shared: a file that was deleted is made again",
        result.status == STORE_DONE && said(other, &(store_request){.kind = STORE_GET, .key = "k"}) == STORE_DONE);
  store_close(other);
  store_close(it);
}

static void emptied_file(void) {
  store *it = opened("emptied");
  asked(it, &(store_request){.kind = STORE_SET, .key = "k", .lifetime_ms = 60000});
  if (truncate(path, 0) != 0) abort();
  store_result result = asked(it, &(store_request){.kind = STORE_SET, .key = "k", .lifetime_ms = 60000});
  store *other = opened("emptied");
  CHECK("shared: a file that was emptied is a new store, also for other processes",
        result.status == STORE_DONE && other && said(other, &(store_request){.kind = STORE_GET, .key = "k"}) == STORE_DONE);
  if (other) store_close(other);
  store_close(it);
}

static atomic_int ends;
static void note_end(void *user, store_result *result) {
  *(store_status *)user = result->status;
  atomic_fetch_add(&ends, 1);
}

static void locked_file(void) {
  store *it = opened("locked");
  int file = open(path, O_RDWR);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  fcntl(file, F_OFD_SETLK, &lock);
  store_result result = {0};
  store_request request = {.kind = STORE_SET, .key = "k", .lifetime_ms = 60000};
  CHECK("shared: a locked file is not waited for", !store_try(it, &request, &result));
  store_status status = STORE_ENDED;
  CHECK("shared: a request may wait for the file", store_send(it, &request, note_end, &status) == MOYA_OK && ends == 0);
  lock.l_type = F_UNLCK;
  fcntl(file, F_OFD_SETLK, &lock);
  while (atomic_load(&ends) == 0) sched_yield();
  CHECK("shared: a request that waited is done", status == STORE_DONE);
  close(file);
  store_close(it);
}

/* A program that makes only blocking calls runs no timers between them. */
static moya_status no_timer(moya_context *owner, int64_t delay_ms, moya_task_fn run, void *user, uint64_t *task) {
  (void)owner, (void)delay_ms, (void)run, (void)user, (void)task;
  return MOYA_OK;
}

static void noticed(void) {
  static const moya_tasks few = {.size = sizeof few, .after = no_timer, .work = work};
  char reason[300];
  snprintf(path, sizeof path, "%s/noticed", folder);
  snprintf(address, sizeof address, "file:%s", path);
  store *it = store_open(address, &few, NULL, reason, sizeof reason);
  if (!it) abort();
  store_result lease = asked(it, &(store_request){.kind = STORE_ADD, .key = "k", .owner = "o", .lifetime_ms = 600000});
  int file = open(path, O_RDWR);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  fcntl(file, F_OFD_SETLK, &lock);
  store_status states[3] = {STORE_ENDED, STORE_ENDED, STORE_ENDED};
  atomic_store(&ends, 0);
  store_request all[] = {{.kind = STORE_DELETE, .key = "k", .owner = "o", .fence = lease.fence},
                         {.kind = STORE_STEP, .key = "p", .rule = {10, 0}, .pause_us = 60000000},
                         {.kind = STORE_DELETE, .key = "k", .owner = "other"}};
  for (int i = 0; i < 3; i++) {
    if (store_send(it, &all[i], note_end, &states[i]) != MOYA_OK) abort();
  }
  close(file); /* which also unlocks it */
  while (atomic_load(&ends) < 3) sched_yield();
  CHECK("shared: what is given back and a pause need no timer",
        states[0] == STORE_DONE && states[1] == STORE_DONE && states[2] == STORE_TAKEN);
  keeps_timers = true;
  file = open(path, O_RDWR);
  fcntl(file, F_OFD_SETLK, &lock);
  store_send(it, &all[2], note_end, &states[2]);
  store_send(it, &all[2], note_end, &states[2]);
  keeps_timers = false;
  kept->run(NULL, NULL, kept->user, MOYA_ERROR_CANCELLED);
  CHECK("shared: the end of an instance ends what is given back, even if the file stays busy",
        atomic_load(&ends) == 5 && states[2] == STORE_ENDED);
  free(kept);
  close(file);
  store_close(it);
}

/* A request that deletes a value waits for the file while the instance ends. */
static void ended(void) {
  store *it = opened("ended");
  store_result lease = asked(it, &(store_request){.kind = STORE_ADD, .key = "k", .owner = "o", .lifetime_ms = 600000});
  int file = open(path, O_RDWR);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  fcntl(file, F_OFD_SETLK, &lock);
  store_status status = STORE_ENDED;
  keeps_timers = true;
  store_send(it, &(store_request){.kind = STORE_DELETE, .key = "k", .owner = "o", .fence = lease.fence}, note_end, &status);
  keeps_timers = false;
  close(file); /* which also unlocks it */
  kept->run(NULL, NULL, kept->user, MOYA_ERROR_CANCELLED);
  free(kept);
  CHECK("shared: what an instance gives back is free for others, even if the instance ends while the file is busy",
        status == STORE_DONE && said(it, &(store_request){.kind = STORE_GET, .key = "k"}) == STORE_NONE);
  store_close(it);
}

static void full_file(void) {
  store *it = opened("full");
  store_result result = {0};
  char key[20];
  int count = 0;
  for (; count < 5000 && result.status == STORE_DONE; count++) {
    snprintf(key, sizeof key, "key %d", count);
    result = asked(it, &(store_request){.kind = STORE_SET, .key = key, .lifetime_ms = 600000});
  }
  CHECK("shared: a full file is an error that names the file", result.status == STORE_FAILED && strstr(result.reason, "full is full") && count > 2000);
  store_close(it);
}

/* Children take places and permissions and are killed at random moments. */
static void killed(int kills) {
  typedef struct shared { atomic_llong sum; } shared;
  shared *seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  store *it = opened("killed");
  gcra_rule rule = {10, 0};
  unsigned random = 7;
  int failed = 0;
  store_result before = asked(it, &(store_request){.kind = STORE_STEP, .key = "r", .rule = rule, .takes = true});
  for (int i = 0; i < kills; i++) {
    pid_t child = fork();
    if (child == 0) {
      char value[2000];
      memset(value, 'a' + i % 26, sizeof value);
      for (;;) {
        asked(it, &(store_request){.kind = STORE_SET, .key = "v", .value = value, .value_len = sizeof value, .lifetime_ms = 60000});
        asked(it, &(store_request){.kind = STORE_STEP, .key = "r", .rule = rule, .takes = true});
        atomic_fetch_add(&seen->sum, 1);
      }
    }
    random = random * 1103515245 + 12345;
    nanosleep(&(struct timespec){0, 300000 + random % 2000000}, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    store_result value = asked(it, &(store_request){.kind = STORE_GET, .key = "v"});
    for (size_t at = 1; at < value.value.len; at++) failed += value.value.data[at] != value.value.data[0];
    failed += value.status == STORE_FAILED;
    bytes_free(&value.value);
    store_result now = asked(it, &(store_request){.kind = STORE_STEP, .key = "r", .rule = rule, .takes = true});
    failed += now.status != STORE_DONE || now.at_us <= before.at_us;
    before = now;
  }
  CHECK("shared: a killed process leaves whole values, and no lock", failed == 0 && atomic_load(&seen->sum) > 0);
  store_close(it);
}

/* A child that never uses the store must not hold a lock that its killed parent had. */
static void forked(void) {
  store *it = opened("forked");
  asked(it, &(store_request){.kind = STORE_SET, .key = "k", .lifetime_ms = 60000});
  pid_t child = fork();
  if (child == 0) {
    store_result result = asked(it, &(store_request){.kind = STORE_GET, .key = "k"});
    _exit(result.status == STORE_DONE ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  CHECK("shared: a forked child uses the file of its parent", status == 0);
  store_close(it);
}

/* Makes requests that need not wait. Returns NULL if all of them are done. */
static void *busy_child(void *user) {
  store_result result;
  store_request step = {.kind = STORE_STEP, .key = "t", .rule = {10, 0}, .takes = true};
  for (int i = 0; i < 2000; i++) {
    if (!store_try(user, &step, &result)) return user;
  }
  return NULL;
}

/* A forked child has no timers, so a request cannot be tried again later. */
__attribute__((unused)) static void forked_threads(const char *name) {
  char reason[300];
  store *it = *name ? opened(name) : store_open("memory:", &tasks, NULL, reason, sizeof reason);
  pid_t child = fork();
  if (child == 0) {
    pthread_t all[4];
    void *failed[4] = {0};
    for (int i = 0; i < 4; i++) pthread_create(&all[i], NULL, busy_child, it);
    for (int i = 0; i < 4; i++) pthread_join(all[i], &failed[i]);
    _exit(failed[0] || failed[1] || failed[2] || failed[3]);
  }
  int status = 1;
  waitpid(child, &status, 0);
  CHECK("shared: the threads of a forked child wait for each other", status == 0);
  store_close(it);
}

/* A write beyond the limit for files would end the child with SIGXFSZ. */
static void limited(void) {
  store *it = opened("limited");
  pid_t child = fork();
  if (child == 0) {
    struct rlimit limit = {5000, RLIM_INFINITY};
    signal(SIGXFSZ, SIG_DFL);
    setrlimit(RLIMIT_FSIZE, &limit);
    store_result result = asked(it, &(store_request){.kind = STORE_SET, .key = "k", .lifetime_ms = 60000});
    _exit(result.status == STORE_FAILED && strstr(result.reason, "File too large") ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  CHECK("shared: a file that is longer than the process may write has a reason", status == 0);
  store_close(it);
}

static void *busy(void *user) {
  for (int i = 0; i < 2000; i++) asked(user, &(store_request){.kind = STORE_STEP, .key = "t", .rule = {10, 0}, .takes = true});
  return NULL;
}

static void threads(void) {
  store *it = opened("threads");
  pthread_t all[4];
  store_result first = asked(it, &(store_request){.kind = STORE_STEP, .key = "t", .rule = {100000, 0}, .takes = true});
  for (int i = 0; i < 4; i++) pthread_create(&all[i], NULL, busy, it);
  for (int i = 0; i < 4; i++) pthread_join(all[i], NULL);
  store_result last = asked(it, &(store_request){.kind = STORE_STEP, .key = "t", .rule = {10, 0}, .takes = true});
  CHECK("shared: no step of four threads is lost", last.at_us >= first.at_us + 100000 + 8000 * 10);
  store_close(it);
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  snprintf(folder, sizeof folder, "%s", arguments[1]);
  store *it = opened("rows");
  store_rows(it, "file");
  store_close(it);
  it = store_open("memory:", &tasks, NULL, path, sizeof path);
  store_rows(it, "memory");
  store_close(it);
  foreign_files();
  damaged_slots();
  removed_file();
  emptied_file();
  locked_file();
  noticed();
  ended();
  full_file();
  forked();
#ifndef __SANITIZE_THREAD__ /* ThreadSanitizer allows no thread in a forked child */
  forked_threads("forked threads");
  forked_threads("");
#endif
  limited();
  threads();
  killed(count > 2 ? atoi(arguments[2]) : 20);
  return failures > 0;
}
