#define _POSIX_C_SOURCE 200809L

#include "fork_guard.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_watching;
static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER; /* protects `first` and the `next` of all mutexes */
static guarded_mutex *first;

static void lock_all(void) {
  pthread_mutex_lock(&list);
  for (guarded_mutex *each = first; each; each = each->next) pthread_mutex_lock(&each->mutex);
}

static void unlock_all(void) {
  for (guarded_mutex *each = first; each; each = each->next) pthread_mutex_unlock(&each->mutex);
  pthread_mutex_unlock(&list);
}

static void run_in_child(void) {
  for (guarded_mutex *each = first; each; each = each->next) {
    if (each->in_child) each->in_child(each->user);
  }
  unlock_all();
}

static void watch(void) { is_watching = pthread_atfork(lock_all, unlock_all, run_in_child) == 0; }

bool guarded_init(guarded_mutex *it) {
  pthread_once(&once, watch);
  it->in_child = NULL;
  if (!is_watching || pthread_mutex_init(&it->mutex, NULL) != 0) return false;
  pthread_mutex_lock(&list);
  it->next = first;
  first = it;
  pthread_mutex_unlock(&list);
  return true;
}

void guarded_destroy(guarded_mutex *it) {
  pthread_mutex_lock(&list);
  guarded_mutex **place = &first;
  while (*place != it) place = &(*place)->next;
  *place = it->next;
  pthread_mutex_unlock(&list);
  pthread_mutex_destroy(&it->mutex);
}

void guarded_lock(guarded_mutex *it) { pthread_mutex_lock(&it->mutex); }
bool guarded_try(guarded_mutex *it) { return pthread_mutex_trylock(&it->mutex) == 0; }
void guarded_unlock(guarded_mutex *it) { pthread_mutex_unlock(&it->mutex); }
