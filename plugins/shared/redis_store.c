/* A store in a Redis server. One thread of the process speaks with the server. In one round trip, it sends all requests
 * that wait. While the server cannot be reached, requests fail at once, and the thread tries to connect again. */
#define _GNU_SOURCE

#include "redis_batch.h"

#include "../common/fork_guard.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* LAST_WAIT_MS: how long closing waits for a reply of the server. */
enum { FIRST_RETRY_MS = 100, LAST_RETRY_MS = 1000, LAST_WAIT_MS = 100 };

typedef struct redis_based {
  store base;
  redis_address address;
  guarded_mutex use; /* protects all that follows */
  redis_waiting *first, **end;
  char reason[STORE_REASON]; /* why the server cannot be reached; otherwise empty */
  bool has_thread, is_closing;
  pthread_t thread;
  int wake;   /* an eventfd, which wakes the thread; −1: there is none yet */
  int socket; /* the socket of the connection; −1: there is none */
} redis_based;

static redis_waiting *take_all(redis_based *it) {
  guarded_lock(&it->use);
  redis_waiting *all = it->first;
  it->first = NULL;
  it->end = &it->first;
  guarded_unlock(&it->use);
  return all;
}

static bool is_closing(redis_based *it) {
  guarded_lock(&it->use);
  bool closing = it->is_closing;
  guarded_unlock(&it->use);
  return closing;
}

/* Notes whether the server can be reached. */
static void note(redis_based *it, int socket, const char *reason) {
  guarded_lock(&it->use);
  it->socket = socket;
  it->reason[0] = 0;
  if (*reason) snprintf(it->reason, sizeof it->reason, "%.90s: %.100s", it->address.name, reason);
  guarded_unlock(&it->use);
}

/* Waits until there is something to do: a request, the end of the connection, or the end of a delay. Returns false if
 * the connection has ended. */
static bool wait_for(const redis_based *it, const redis_link *link, int delay_ms) {
  struct pollfd two[] = {{it->wake, POLLIN, 0}, {link->context ? link->context->fd : -1, POLLIN, 0}};
  uint64_t count;
  if (poll(two, 2, delay_ms) <= 0) return true;
  if (two[0].revents && read(it->wake, &count, sizeof count) < 0) return true;
  return !two[1].revents; /* no reply is due, so an event means that the connection has ended */
}

static void lose(redis_based *it, redis_link *link, const char *reason) {
  note(it, -1, reason);
  redis_link_close(link);
}

/* Connects to the server. If that fails, all requests that wait fail, and the thread waits before the next attempt. */
static bool connect_now(redis_based *it, redis_link *link, int *delay_ms) {
  char reason[200];
  if (redis_link_open(link, &it->address, reason, sizeof reason)) {
    note(it, link->context->fd, "");
    *delay_ms = FIRST_RETRY_MS;
    return true;
  }
  note(it, -1, reason);
  redis_batch_end(take_all(it), STORE_FAILED, it->reason);
  if (!is_closing(it)) wait_for(it, link, *delay_ms);
  *delay_ms = *delay_ms * 2 < LAST_RETRY_MS ? *delay_ms * 2 : LAST_RETRY_MS;
  return false;
}

/* The store closes. What a process gives back must not stay taken until its lifetime is over. So if there is a
 * connection, the requests to delete a value are still sent. All other requests end. */
static void finish(redis_based *it, redis_link *link) {
  redis_waiting *last = NULL, *others = NULL, **end_of_last = &last, **end_of_others = &others;
  char reason[200];
  for (redis_waiting *each = take_all(it), *next; each; each = next) {
    redis_waiting ***end = link->context && each->request->kind == STORE_DELETE ? &end_of_last : &end_of_others;
    next = each->next;
    each->next = NULL;
    **end = each;
    *end = &each->next;
  }
  if (last) (void)redis_batch_run(link, last, reason, sizeof reason);
  redis_batch_end(last, STORE_DONE, "");
  redis_batch_end(others, STORE_ENDED, "the store is closed");
}

static void *run(void *user) {
  redis_based *it = user;
  redis_link link = {0};
  int delay_ms = FIRST_RETRY_MS;
  while (!is_closing(it)) {
    if (!link.context && !connect_now(it, &link, &delay_ms)) continue;
    redis_waiting *batch = take_all(it);
    char reason[200];
    if (batch) {
      if (!redis_batch_run(&link, batch, reason, sizeof reason)) lose(it, &link, reason);
      redis_batch_end(batch, STORE_DONE, "");
    } else if (!wait_for(it, &link, -1)) {
      lose(it, &link, "");
    }
  }
  finish(it, &link);
  lose(it, &link, "");
  return NULL;
}

/* Starts the thread. The caller holds the mutex. The thread blocks all signals, so that a thread of the program handles
 * them. */
static moya_status begin(redis_based *it) {
  sigset_t all, before;
  if (it->wake < 0) it->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (it->wake < 0) return MOYA_ERROR_SYSTEM;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  it->has_thread = pthread_create(&it->thread, NULL, run, it) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return it->has_thread ? MOYA_OK : MOYA_ERROR_SYSTEM;
}

static bool try_now(store *base, const store_request *request, store_result *result) {
  redis_based *it = (redis_based *)base;
  (void)request;
  guarded_lock(&it->use);
  bool is_lost = *it->reason;
  if (is_lost) {
    *result = (store_result){.status = STORE_FAILED};
    memcpy(result->reason, it->reason, sizeof result->reason);
  }
  guarded_unlock(&it->use);
  return is_lost;
}

static moya_status send_request(store *base, const store_request *request, store_done done, void *user) {
  redis_based *it = (redis_based *)base;
  redis_waiting *made = calloc(1, sizeof *made);
  store_request *copy = made ? store_copied(request) : NULL;
  if (!copy) return free(made), MOYA_ERROR_MEMORY;
  made->request = copy;
  made->done = done;
  made->user = user;
  guarded_lock(&it->use);
  /* While the store closes, its thread still sends what is given back (`finish`). */
  bool is_late = it->is_closing && !(it->has_thread && request->kind == STORE_DELETE);
  moya_status status = is_late ? MOYA_ERROR_STATE : it->has_thread ? MOYA_OK : begin(it);
  if (status == MOYA_OK) {
    bool is_first = !it->first;
    *it->end = made;
    it->end = &made->next;
    uint64_t one = 1;
    if (is_first && write(it->wake, &one, sizeof one) < 0) status = MOYA_OK; /* the thread was woken already */
  }
  guarded_unlock(&it->use);
  if (status == MOYA_OK) return MOYA_OK;
  free(copy);
  free(made);
  return status;
}

/* Waits for the end of the thread. If the server does not respond in time, breaks the connection. */
static void join(redis_based *it) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_nsec += LAST_WAIT_MS * 1000000L;
  end.tv_sec += end.tv_nsec / 1000000000L;
  end.tv_nsec %= 1000000000L;
  if (pthread_timedjoin_np(it->thread, NULL, &end) == 0) return;
  guarded_lock(&it->use);
  if (it->socket >= 0) shutdown(it->socket, SHUT_RDWR);
  guarded_unlock(&it->use);
  pthread_join(it->thread, NULL);
}

static void close_store(store *base) {
  redis_based *it = (redis_based *)base;
  guarded_lock(&it->use);
  it->is_closing = true;
  bool has_thread = it->has_thread;
  uint64_t one = 1;
  if (has_thread && write(it->wake, &one, sizeof one) < 0) has_thread = it->has_thread;
  guarded_unlock(&it->use);
  if (has_thread) join(it);
  redis_batch_end(take_all(it), STORE_ENDED, "the store is closed");
  guarded_destroy(&it->use);
  if (it->wake >= 0) close(it->wake);
  explicit_bzero(&it->address, sizeof it->address);
  free(it);
}

/* Runs in a forked child. Forgets the thread, the connection and the requests, because they belong to the parent. The
 * child makes its own. */
static void forget(void *user) {
  redis_based *it = user;
  if (it->wake >= 0) close(it->wake);
  if (it->socket >= 0) close(it->socket);
  it->wake = it->socket = -1;
  it->has_thread = false;
  it->first = NULL;
  it->end = &it->first;
  it->reason[0] = 0;
}

store *redis_store(const char *address, char *reason, size_t reason_size) {
  redis_based *it = calloc(1, sizeof *it);
  bool is_good = it && redis_address_read(address, &it->address, reason, reason_size);
  if (!it) snprintf(reason, reason_size, "there is no memory for the store");
  if (!is_good || !guarded_init(&it->use)) return free(it), NULL;
  it->base = (store){try_now, send_request, close_store};
  it->end = &it->first;
  it->wake = it->socket = -1;
  it->use.user = it;
  it->use.in_child = forget;
  return &it->base;
}
