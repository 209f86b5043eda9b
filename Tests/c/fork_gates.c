/* This program tests the lock and the gates of Sources/CThread/fork.c: a thread that holds the lock goes through a gate
 * while another thread forks. It contains a copy of that file, so the library's copy is not tested. */
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

int main(void) {
  alarm(60); /* ends the program if the fork and the thread wait for each other */
  sem_init(&is_locked, 0, 0);
  TEST("a thread that holds the fork lock goes through the gates while another thread forks", holding);
  return verdict();
}
