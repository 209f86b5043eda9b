/* Mutexes that a forked child can use. A fork waits until no other thread holds one of them. So in the child, they are
 * unlocked, and the data that they protect are complete. Between lock and unlock, do not call a function that takes
 * another mutex. */
#ifndef COMMON_FORK_GUARD_H
#define COMMON_FORK_GUARD_H

#include <pthread.h>
#include <stdbool.h>

typedef struct guarded_mutex {
  pthread_mutex_t mutex;
  struct guarded_mutex *next;
  void (*in_child)(void *user); /* runs in each forked child before the fork returns; NULL: nothing runs. The function
                                 * may only call what a signal handler may call. Set it after `guarded_init` */
  void *user;
} guarded_mutex;

/* Returns false if the system has no memory. The mutex must not move until `guarded_destroy`. */
bool guarded_init(guarded_mutex *);
void guarded_destroy(guarded_mutex *);
void guarded_lock(guarded_mutex *);
/* Locks the mutex, or returns false if another thread has it. */
bool guarded_try(guarded_mutex *);
void guarded_unlock(guarded_mutex *);

#endif
