#define _POSIX_C_SOURCE 200809L

#include "writer.h"

#include "../common/fork_guard.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_WAITING = 64 << 20 }; /* bytes of responses that wait; more are not written */

typedef struct change {
  struct change *next;
  stored *response; /* the response to store; NULL: the responses of the URL are removed */
  int64_t now_us;   /* when the URL became invalid */
  size_t url_len;
  char url[];
} change;

struct writer {
  store *file;
  const moya_tasks *tasks;
  moya_context *self;
  pid_t process;
  guarded_mutex line; /* protects the next four members */
  change *first, *last;
  size_t waiting; /* bytes of the responses in the queue */
  bool is_scheduled;
  pthread_mutex_t use; /* locked while a thread uses the file */
};

static void free_change(change *it) {
  stored_release(it->response);
  free(it);
}

/* Writes a batch of changes in one transaction. Returns false if nothing was written and another attempt may
 * succeed. */
static bool write_batch(store *file, const change *batch) {
  if (!disk_begin(file)) return false;
  for (const change *each = batch; each; each = each->next) {
    if (each->response) file->put(file, each->response);
    else file->remove(file, (slice){each->url, each->url_len}, each->now_us);
  }
  return disk_commit(file);
}

/* Takes all changes out of the queue. */
static change *take(writer *it) {
  guarded_lock(&it->line);
  change *batch = it->first;
  it->first = it->last = NULL;
  it->waiting = 0;
  it->is_scheduled = false;
  guarded_unlock(&it->line);
  return batch;
}

/* Puts the removals of a batch back into the queue, in front of later changes. Drops the responses of the batch. The
 * file may lack a response, but it must not contain one that has become invalid. */
static void put_back(writer *it, change *batch) {
  change *kept = NULL, **end = &kept, *last = NULL;
  for (change *next; batch; batch = next) {
    next = batch->next;
    if (batch->response) {
      free_change(batch);
      continue;
    }
    batch->next = NULL;
    *end = last = batch;
    end = &batch->next;
  }
  if (!kept) return;
  guarded_lock(&it->line);
  *end = it->first;
  it->first = kept;
  if (!it->last) it->last = last;
  guarded_unlock(&it->line);
}

/* Writes all changes in the queue. Returns false if some of them are not in the file. The caller holds the mutex
 * `use`. */
static bool drain(writer *it) {
  change *batch = take(it);
  if (!batch) return true;
  if (!write_batch(it->file, batch)) return put_back(it, batch), false;
  for (change *next; batch; batch = next) {
    next = batch->next;
    free_change(batch);
  }
  return true;
}

static void run(void *instance, moya_context *self, void *user, moya_status status) {
  writer *it = user;
  (void)instance, (void)self;
  if (status != MOYA_OK) return; /* the instance ends, and writer_destroy writes the queue */
  pthread_mutex_lock(&it->use);
  drain(it);
  pthread_mutex_unlock(&it->use);
}

static void add(writer *it, change *made, size_t bytes) {
  bool is_first = false, fits;
  made->next = NULL;
  guarded_lock(&it->line);
  fits = bytes == 0 || bytes <= MOST_WAITING - it->waiting;
  if (fits) {
    if (it->last) it->last->next = made;
    else it->first = made;
    it->last = made;
    it->waiting += bytes;
    is_first = !it->is_scheduled;
    it->is_scheduled = true;
  }
  guarded_unlock(&it->line);
  if (!fits) free_change(made);
  if (!is_first || it->tasks->work(it->self, run, it, NULL) == MOYA_OK) return;
  guarded_lock(&it->line);
  it->is_scheduled = false; /* the next change tries again */
  guarded_unlock(&it->line);
}

void writer_put(writer *it, stored *response) {
  change *made = getpid() == it->process ? malloc(sizeof *made) : NULL;
  if (!made) return;
  made->response = stored_hold(response);
  made->url_len = 0;
  add(it, made, response->size < MOST_WAITING ? response->size : MOST_WAITING);
}

void writer_remove(writer *it, slice url, int64_t now_us) {
  change *made = getpid() == it->process ? malloc(sizeof *made + url.len) : NULL;
  if (!made) return;
  made->response = NULL;
  made->now_us = now_us;
  made->url_len = url.len;
  memcpy(made->url, url.at, url.len);
  add(it, made, 0);
}

stored *writer_find(writer *it, const request *request) {
  pthread_mutex_lock(&it->use);
  stored *found = drain(it) ? it->file->find(it->file, request) : NULL;
  pthread_mutex_unlock(&it->use);
  return found;
}

writer *writer_new(store *file, const moya_tasks *tasks, moya_context *self) {
  writer *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->file = file;
  it->tasks = tasks;
  it->self = self;
  it->process = getpid();
  if (!guarded_init(&it->line)) {
    free(it);
    return NULL;
  }
  pthread_mutex_init(&it->use, NULL);
  return it;
}

void writer_destroy(writer *it) {
  drain(it);
  for (change *each = take(it), *next; each; each = next) {
    next = each->next;
    free_change(each);
  }
  it->file->destroy(it->file);
  guarded_destroy(&it->line);
  pthread_mutex_destroy(&it->use);
  free(it);
}
