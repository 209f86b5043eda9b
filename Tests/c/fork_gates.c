/* This program tests the lock and the gates of Sources/CThread/fork.c, also with a lock of a plugin that a fork handler of
 * the plugin takes. It contains a copy of that file, so the library's copy is not tested. */
#include "check.h"

#include "../../Sources/CThread/fork.c"

#include <semaphore.h>
#include <sys/wait.h>

static sem_t is_locked;

/* Holds the lock, and goes through both gates when the fork has shut them. */
static void *hold(void *user) {
  (void)user;
  moya_fork_lock();
  sem_post(&is_locked);
  while (!(__atomic_load_n(&gates[MOYA_FORK_MAKERS], __ATOMIC_ACQUIRE) & SHUT)) sched_yield();
  for (int which = 0; which < 2; which++) {
    moya_fork_gate_enter(which);
    moya_fork_gate_leave(which);
  }
  moya_fork_unlock();
  return NULL;
}

static void holding(void) {
  for (int round = 0; round < 20; round++) {
    pthread_t thread;
    pthread_create(&thread, NULL, hold, NULL);
    sem_wait(&is_locked);
    pid_t child = fork();
    if (child == 0) {
      moya_fork_lock();
      moya_fork_gate_enter(MOYA_FORK_MAKERS);
      moya_fork_gate_leave(MOYA_FORK_MAKERS);
      moya_fork_unlock();
      _exit(moya_fork_generation() == 1 ? 7 : 8);
    }
    int status = 0;
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 7, "%x", status);
    pthread_join(thread, NULL);
  }
}

/* ── A lock of a plugin ── */

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static uint32_t turns_at_handler; /* how many threads were in a turn when the plugin's handler ran */
static void lock_own(void) {
  turns_at_handler = __atomic_load_n(&gates[MOYA_FORK_TURNS], __ATOMIC_ACQUIRE) & ~SHUT;
  pthread_mutex_lock(&own);
}
static void unlock_own(void) { pthread_mutex_unlock(&own); }

static void wait_for_fork(void) {
  sem_post(&is_locked);
  while (!(__atomic_load_n(&gates[MOYA_FORK_TURNS], __ATOMIC_ACQUIRE) & SHUT)) sched_yield();
}

/* A hook in a turn takes the plugin's lock when a fork has begun. */
static void *hook(void *user) {
  (void)user;
  moya_fork_gate_enter(MOYA_FORK_TURNS);
  wait_for_fork();
  pthread_mutex_lock(&own);
  pthread_mutex_unlock(&own);
  moya_fork_gate_leave(MOYA_FORK_TURNS);
  return NULL;
}

/* A plugin calls the library while it holds its lock, when a fork has begun. */
static void *call_with_lock(void *user) {
  (void)user;
  pthread_mutex_lock(&own);
  wait_for_fork();
  moya_fork_gate_enter(MOYA_FORK_MAKERS);
  moya_fork_lock();
  moya_fork_unlock();
  moya_fork_gate_leave(MOYA_FORK_MAKERS);
  pthread_mutex_unlock(&own);
  return NULL;
}

/* A program begins a turn while it holds the lock, when a fork has begun. */
static void *turn_with_lock(void *user) {
  (void)user;
  pthread_mutex_lock(&own);
  wait_for_fork();
  moya_fork_gate_enter(MOYA_FORK_TURNS);
  pthread_mutex_unlock(&own);
  moya_fork_gate_leave(MOYA_FORK_TURNS);
  return NULL;
}

static void plugins(void) {
  static void *(*const works[])(void *) = {hook, call_with_lock, hook, call_with_lock, turn_with_lock};
  EXPECT(pthread_atfork(lock_own, unlock_own, unlock_own) == 0);
  for (int i = 0; i < 3; i++) moya_fork_turns_first(&own);
  for (int round = 0; round < 10; round++) {
    pthread_t thread;
    pthread_create(&thread, NULL, works[round % 5], NULL);
    sem_wait(&is_locked);
    uint32_t before = moya_fork_generation();
    pid_t child = fork();
    if (child == 0) {
      bool is_open = !((gates[MOYA_FORK_TURNS] | gates[MOYA_FORK_MAKERS]) & SHUT) && pthread_mutex_trylock(&forking) == 0;
      _exit(is_open && waits == 0 && moya_fork_generation() == before + 1 ? 7 : 8);
    }
    int status = 0;
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 7, "%x", status);
    EXPECT(turns_at_handler == 0, "the process forks in the middle of a turn");
    pthread_join(thread, NULL);
  }
}

int main(void) {
  alarm(60); /* ends the program if the fork and the thread wait for each other */
  sem_init(&is_locked, 0, 0);
  TEST("a thread that holds the fork lock goes through the gates while another thread forks", holding);
  TEST("a fork waits for turns before it takes the lock of a module, and for the module before the library's lock", plugins);
  return verdict();
}
