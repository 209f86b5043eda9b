#define _POSIX_C_SOURCE 200809L

#include "writer.h"

#include "../common/fork_guard.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  MOST_WAITING = 64 << 20,  /* bytes of responses that wait; more are not written */
  MOST_FORGOTTEN = 8 << 20, /* bytes of removals that stand for a response that is not written */
};

typedef struct change {
  struct change *next;
  size_t bytes; /* how much the change adds to `waiting`; 0: there is always room for the change */
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
  size_t waiting; /* the bytes of the changes in the queue */
  bool is_scheduled;
  pthread_mutex_t use; /* locked while a thread uses the file */
};

static void free_change(change *it) {
  stored_release(it->response);
  free(it);
}

static change *change_new(stored *response, slice url, int64_t now_us, size_t bytes) {
  change *it = malloc(sizeof *it + url.len);
  if (!it) return NULL;
  *it = (change){.response = response, .bytes = bytes, .now_us = now_us, .url_len = url.len};
  if (url.len > 0) memcpy(it->url, url.at, url.len);
  return it;
}

/* Makes the removal of what is in the file for the URL of a response that is not written. Otherwise the older response
 * in the file could be used again. Returns NULL if there is no memory. */
static change *removal_for(const stored *response) {
  return change_new(NULL, response->url, response->received_us, sizeof(change) + response->url.len);
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

/* Puts the removals of a batch back into the queue, in front of later changes. Drops the responses of the batch, and
 * removes what the file has for their URLs. The file may lack a response, but it must not contain one that has become
 * invalid. */
static void put_back(writer *it, change *batch) {
  change *kept = NULL, **end = &kept, *last = NULL;
  size_t bytes = 0;
  for (change *next; batch; batch = next) {
    next = batch->next;
    change *each = batch->response ? removal_for(batch->response) : batch;
    if (each != batch) free_change(batch);
    if (!each) continue;
    if (each->bytes > MOST_FORGOTTEN - bytes) {
      free_change(each);
      continue;
    }
    bytes += each->bytes;
    each->next = NULL;
    *end = last = each;
    end = &each->next;
  }
  if (!kept) return;
  guarded_lock(&it->line);
  *end = it->first;
  it->first = kept;
  it->waiting += bytes;
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

/* Adds a change to the queue, which may then have at most `most` bytes. Returns false, and does nothing, if there is no
 * room. */
static bool add(writer *it, change *made, size_t most) {
  bool is_first = false, fits;
  guarded_lock(&it->line);
  fits = made->bytes == 0 || (it->waiting <= most && made->bytes <= most - it->waiting);
  if (fits) {
    if (it->last) it->last->next = made;
    else it->first = made;
    it->last = made;
    it->waiting += made->bytes;
    is_first = !it->is_scheduled;
    it->is_scheduled = true;
  }
  guarded_unlock(&it->line);
  if (!is_first || it->tasks->work(it->self, run, it, NULL) == MOYA_OK) return fits;
  guarded_lock(&it->line);
  it->is_scheduled = false; /* the next change tries again */
  guarded_unlock(&it->line);
  return true;
}

void writer_put(writer *it, stored *response) {
  if (getpid() != it->process) return;
  size_t bytes = response->size < MOST_WAITING ? response->size : MOST_WAITING;
  change *made = change_new(stored_hold(response), (slice){NULL, 0}, 0, bytes);
  if (!made) stored_release(response);
  if (made && add(it, made, MOST_WAITING)) return;
  if (made) free_change(made);
  made = removal_for(response);
  if (made && !add(it, made, MOST_WAITING + MOST_FORGOTTEN)) free_change(made);
}

void writer_remove(writer *it, slice url, int64_t now_us) {
  change *made = getpid() == it->process ? change_new(NULL, url, now_us, 0) : NULL;
  if (made) add(it, made, 0);
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
