/* A store in a file, which the processes of one machine use. A lock of the open file excludes other processes, and a
 * mutex excludes other threads. A request never waits for the lock or the mutex. If one of them is taken, the request
 * is tried again later. The system drops the lock of a process that is killed. */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64

#include "file_steps.h"
#include "stores.h"

#include "../common/fork_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_MS = 1, MOST_TRIES_OF_OPEN = 2000, LAST_TRIES = 20 };

typedef struct waiting waiting;

typedef struct file_based {
  store base;
  const moya_tasks *tasks;
  moya_context *self;
  guarded_mutex line; /* protects the next two members */
  waiting *notices;   /* requests for which a thread waits (is_notice) */
  bool is_scheduled;
  guarded_mutex use; /* protects all that follows */
  int file;          /* −1: must be opened, for example in a forked child */
  int memory;        /* a file without a name; −1: `path` names the file */
  slots_boot boot;
  bool is_child;     /* this process is a forked child, which has no timers */
  char path[]; /* "" in memory */
} file_based;

typedef enum opened { OPENED, BUSY, BAD } opened;

static int64_t clock_us(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Reads the clock of the store. When the store is first used after the machine has started, the clock shows the
 * date. From then on it never jumps. */
static int64_t now_us(const file_based *it) { return clock_us(CLOCK_BOOTTIME) + it->boot.offset_us; }

/* Reads the id that the system gives to each start of the machine. If the system gives no id, all bytes of the id are
 * 0. */
static void read_boot(slots_boot *boot) {
  char text[64] = {0};
  *boot = (slots_boot){.offset_us = clock_us(CLOCK_REALTIME) - clock_us(CLOCK_BOOTTIME)};
  int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t len = read(file, text, sizeof text - 1);
  close(file);
  size_t count = 0;
  for (ssize_t i = 0; i < len && count < sizeof boot->id; i++) {
    char pair[3] = {text[i], text[i + 1], 0}, *end;
    if (text[i] == '-') continue;
    boot->id[count++] = (unsigned char)strtoul(pair, &end, 16);
    i++;
  }
}

static bool set_lock(int file, short kind) {
  struct flock lock = {.l_type = kind, .l_whence = SEEK_SET};
  return fcntl(file, F_OFD_SETLK, &lock) == 0;
}

static const char *name_of(const file_based *it) { return *it->path ? it->path : "the memory of the store"; }

static void explain(const file_based *it, slots_outcome outcome, char *reason, size_t size) {
  const char *what = outcome == SLOTS_FOREIGN   ? "is not a store of libmoya"
                     : outcome == SLOTS_VERSION ? "is a store of another version of libmoya"
                     : outcome == SLOTS_DAMAGED ? "is damaged. Delete it"
                     : outcome == SLOTS_FULL    ? "is full"
                                                : strerror(errno);
  bool is_system = outcome == SLOTS_SYSTEM;
  snprintf(reason, size, "%s%s %s", name_of(it), is_system ? ":" : "", what);
}

/* Makes the head of a new file, or reads the head of an existing one. */
static slots_outcome begin(int file, slots_boot *boot) {
  slots_boot present;
  slots_outcome outcome = slots_read_head(file, boot);
  if (outcome != SLOTS_OK && outcome != SLOTS_NEW) return outcome;
  read_boot(&present);
  if (outcome == SLOTS_OK && memcmp(boot->id, present.id, sizeof present.id) == 0) return SLOTS_OK;
  *boot = present;
  return slots_write_head(file, boot);
}

static int open_at(const file_based *it) {
  char name[40];
  if (it->memory < 0) return open(it->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
  snprintf(name, sizeof name, "/proc/self/fd/%d", it->memory);
  return open(name, O_RDWR | O_CLOEXEC);
}

/* Tries once to open the file. */
static opened open_once(file_based *it, char *reason, size_t size) {
  struct stat facts;
  int file = open_at(it);
  if (file < 0 || fstat(file, &facts) != 0) {
    explain(it, SLOTS_SYSTEM, reason, size);
    if (file >= 0) close(file);
    return BAD;
  }
  slots_outcome outcome = S_ISREG(facts.st_mode) ? SLOTS_OK : SLOTS_FOREIGN;
  if (outcome == SLOTS_OK && !set_lock(file, F_WRLCK)) {
    bool is_busy = errno == EAGAIN || errno == EACCES || errno == EINTR;
    if (!is_busy) explain(it, SLOTS_SYSTEM, reason, size);
    close(file);
    return is_busy ? BUSY : BAD;
  }
  if (outcome == SLOTS_OK) outcome = begin(file, &it->boot);
  if (outcome != SLOTS_OK) {
    explain(it, outcome, reason, size);
    close(file); /* which also unlocks it */
    return BAD;
  }
  set_lock(file, F_UNLCK);
  it->file = file;
  return OPENED;
}

/* Returns true if the path still names the open file, and the file has its head. Otherwise somebody has deleted, replaced
 * or emptied the file. */
static bool is_named(const file_based *it) {
  struct stat facts;
  return it->memory >= 0 || (fstat(it->file, &facts) == 0 && facts.st_nlink > 0 && facts.st_size > 0);
}

/* Opens the file if it is not open, and locks it. */
static opened take_file(file_based *it, char *reason, size_t size) {
  if (it->file >= 0 && !is_named(it)) {
    close(it->file);
    it->file = -1;
  }
  opened state = it->file >= 0 ? OPENED : open_once(it, reason, size);
  if (state != OPENED || set_lock(it->file, F_WRLCK)) return state;
  if (errno == EAGAIN || errno == EACCES || errno == EINTR) return BUSY;
  explain(it, SLOTS_SYSTEM, reason, size);
  return BAD;
}

/* Does a request. The caller must hold the mutex. Returns false if another process has locked the file. */
static bool do_it(file_based *it, const store_request *request, store_result *result) {
  store_result made = {.status = STORE_DONE};
  opened state = take_file(it, made.reason, sizeof made.reason);
  if (state == BUSY) return false;
  if (state == BAD) made.status = STORE_FAILED;
  if (state == OPENED) {
    made.now_us = now_us(it);
    slots_outcome outcome = file_step(it->file, request, made.now_us, &made);
    if (outcome != SLOTS_OK) {
      made.status = STORE_FAILED;
      explain(it, outcome, made.reason, sizeof made.reason);
    }
    set_lock(it->file, F_UNLCK);
  }
  *result = made;
  return true;
}

/* Does a request in a forked child. The child has no timers, so if the file is busy, it cannot try again later. The
 * threads of the child and other processes hold their locks only for one request. So this function waits for them, but
 * at most LAST_TRIES times BUSY_MS, because a process that is stopped can hold the lock for long. */
static bool try_in_child(file_based *it, const store_request *request, store_result *result) {
  for (int i = 0; i < LAST_TRIES; i++) {
    if (i > 0) nanosleep(&(struct timespec){0, BUSY_MS * 1000000}, NULL);
    guarded_lock(&it->use);
    bool is_done = do_it(it, request, result);
    guarded_unlock(&it->use);
    if (is_done) return true;
  }
  return false;
}

static bool try_now(store *base, const store_request *request, store_result *result) {
  file_based *it = (file_based *)base;
  if (it->is_child) return try_in_child(it, request, result);
  if (!guarded_try(&it->use)) return false;
  bool is_done = do_it(it, request, result);
  guarded_unlock(&it->use);
  return is_done;
}

/* ── Requests that wait for the file ── */

struct waiting {
  waiting *next;
  file_based *store;
  store_request *request;
  store_done done;
  void *user;
  store_result result; /* of a notice */
};

static void finish(waiting *it, store_result *result) {
  it->done(it->user, result);
  bytes_free(&result->value);
  free(it->request);
  free(it);
}

static void finish_all(waiting *list) {
  for (waiting *next; list; list = next) {
    next = list->next;
    finish(list, &list->result);
  }
}

static void try_again(void *instance, moya_context *context, void *user, moya_status status) {
  (void)instance;
  (void)context;
  waiting *it = user;
  store_result result = {.status = STORE_ENDED};
  if (status == MOYA_OK && !try_now(&it->store->base, it->request, &result)) {
    if (it->store->tasks->after(it->store->self, BUSY_MS, try_again, it, NULL) == MOYA_OK) return;
  }
  finish(it, &result);
}

/* Returns true for a request for which no call waits: it gives something back, or begins a pause. Such a request needs
 * a thread, because in a program that makes only blocking calls, timers run only while a call waits. */
static bool is_notice(const store_request *it) {
  return it->kind == STORE_DELETE || (it->kind == STORE_STEP && it->pause_us > 0);
}

static waiting *take_notices(file_based *it, bool is_scheduled) {
  guarded_lock(&it->line);
  waiting *all = it->notices;
  it->notices = NULL;
  it->is_scheduled = is_scheduled;
  guarded_unlock(&it->line);
  return all;
}

static void try_notices(void *instance, moya_context *context, void *user, moya_status status);

/* Adds a notice. One thread at a time tries all notices, so they do not block the threads of other plugins. */
static moya_status add_notice(file_based *it, waiting *made) {
  guarded_lock(&it->line);
  bool begins = !it->is_scheduled;
  made->next = it->notices;
  it->notices = made;
  it->is_scheduled = true;
  guarded_unlock(&it->line);
  moya_status status = begins ? it->tasks->work(it->self, try_notices, it, NULL) : MOYA_OK;
  if (status == MOYA_OK) return MOYA_OK;
  guarded_lock(&it->line);
  waiting **place = &it->notices;
  while (*place && *place != made) place = &(*place)->next;
  if (*place) *place = made->next;
  it->is_scheduled = false; /* the next notice tries again */
  guarded_unlock(&it->line);
  return status;
}

/* Tries all notices on a thread that may block. After LAST_TRIES pauses, lets the thread do other work first. If the
 * instance ends, these are the last tries. Without them, what it gives back would stay taken until its lifetime is
 * over. */
static void try_notices(void *instance, moya_context *context, void *user, moya_status status) {
  file_based *it = user;
  waiting *left = NULL, *ended = NULL;
  int pauses = 0;
  (void)instance;
  (void)context;
  for (waiting *each = take_notices(it, true), *next; each; each = next) {
    bool is_done;
    next = each->next;
    while (!(is_done = try_now(&it->base, each->request, &each->result)) && pauses++ < LAST_TRIES) {
      nanosleep(&(struct timespec){0, BUSY_MS * 1000000}, NULL);
    }
    waiting **list = is_done || status != MOYA_OK ? &ended : &left;
    each->next = *list;
    *list = each;
  }
  guarded_lock(&it->line);
  waiting **end = &it->notices;
  while (*end) end = &(*end)->next;
  *end = left;
  bool goes_on = it->is_scheduled = it->notices != NULL;
  guarded_unlock(&it->line);
  left = NULL;
  if (goes_on && it->tasks->work(it->self, try_notices, it, NULL) != MOYA_OK) left = take_notices(it, false);
  finish_all(left);
  finish_all(ended); /* the store may end here */
}

static moya_status send(store *base, const store_request *request, store_done done, void *user) {
  file_based *it = (file_based *)base;
  waiting *made = malloc(sizeof *made);
  if (!made) return MOYA_ERROR_MEMORY;
  *made = (waiting){NULL, it, store_copied(request), done, user, {.status = STORE_ENDED}};
  moya_status status = MOYA_ERROR_MEMORY;
  if (made->request && is_notice(request)) status = add_notice(it, made);
  else if (made->request) status = it->tasks->after(it->self, BUSY_MS, try_again, made, NULL);
  if (status == MOYA_OK) return MOYA_OK;
  free(made->request);
  free(made);
  return status;
}

/* ── Opening and closing ── */

static void close_store(store *base) {
  file_based *it = (file_based *)base;
  finish_all(take_notices(it, false));
  guarded_destroy(&it->line);
  guarded_destroy(&it->use);
  if (it->file >= 0) close(it->file);
  if (it->memory >= 0) close(it->memory);
  free(it);
}

/* Runs in a forked child. A lock belongs to the open file, which the child has in common with its parent. So the child
 * closes the file here, and later opens it again. */
static void forget_file(void *user) {
  file_based *it = user;
  if (it->file >= 0) close(it->file);
  it->file = -1;
  it->is_child = true;
  it->notices = NULL; /* they belong to the parent */
  it->is_scheduled = false;
}

static bool open_first(file_based *it, char *reason, size_t size) {
  opened state = BUSY;
  for (int i = 0; state == BUSY && i < MOST_TRIES_OF_OPEN; i++) {
    if (i > 0) nanosleep(&(struct timespec){0, BUSY_MS * 1000000}, NULL);
    state = open_once(it, reason, size);
  }
  if (state == BUSY) snprintf(reason, size, "%s: another program has locked it", name_of(it));
  return state == OPENED;
}

store *file_store(const char *path, const moya_tasks *tasks, moya_context *self, char *reason, size_t reason_size) {
  char absolute[PATH_MAX + STORE_MOST_ADDRESS + 2];
  if (path && *path != '/' && getcwd(absolute, PATH_MAX)) {
    /* The program may change its folder before the file is opened again. */
    size_t end = strlen(absolute);
    snprintf(absolute + end, sizeof absolute - end, "/%s", path);
    path = absolute;
  }
  size_t len = path ? strlen(path) : 0;
  file_based *it = calloc(1, sizeof *it + len + 1);
  bool has_line = it && guarded_init(&it->line);
  if (!has_line || !guarded_init(&it->use)) {
    if (has_line) guarded_destroy(&it->line);
    free(it);
    snprintf(reason, reason_size, "there is no memory for the store");
    return NULL;
  }
  it->base = (store){try_now, send, close_store};
  it->tasks = tasks;
  it->self = self;
  it->file = it->memory = -1;
  if (path) memcpy(it->path, path, len);
  else it->memory = memfd_create("moya store", MFD_CLOEXEC);
  if (!path && it->memory < 0) explain(it, SLOTS_SYSTEM, reason, reason_size);
  if ((!path && it->memory < 0) || !open_first(it, reason, reason_size)) {
    close_store(&it->base);
    return NULL;
  }
  it->use.user = it;
  it->use.in_child = forget_file;
  return &it->base;
}
