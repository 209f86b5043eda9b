#include "interrupt.h"
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>

static sigset_t awaited;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static moya_provider *watched; /* guarded by the lock, as is `arrived` */
static int arrived;

/* Cancels the calls under way. Returns false if the provider is no longer watched. */
static bool cancel(void) {
  pthread_mutex_lock(&lock);
  bool is_watched = watched != NULL;
  if (is_watched) moya_provider_cancel_all(watched);
  pthread_mutex_unlock(&lock);
  return is_watched;
}

/* Waits for a signal. A second signal ends the program at once, because this thread then no longer blocks it. */
static void *await(void *unused) {
  static const struct timespec pause = {.tv_nsec = 50000000};
  int received = 0;
  (void)unused;
  if (sigwait(&awaited, &received) != 0) return NULL;
  pthread_mutex_lock(&lock);
  arrived = received;
  pthread_mutex_unlock(&lock);
  pthread_sigmask(SIG_UNBLOCK, &awaited, NULL);
  /* The signal may have arrived before the call began. So this thread cancels again until the program ends. */
  while (cancel()) nanosleep(&pause, NULL);
  return NULL;
}

void interrupt_prepare(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  sigemptyset(&awaited);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction now;
    if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL) sigaddset(&awaited, signals[i]);
  }
  pthread_sigmask(SIG_BLOCK, &awaited, NULL);
}

void interrupt_watch(moya_provider *provider) {
  pthread_t thread;
  watched = provider;
  if (pthread_create(&thread, NULL, await, NULL) == 0) pthread_detach(thread);
  else pthread_sigmask(SIG_UNBLOCK, &awaited, NULL);
}

void interrupt_end(void) {
  pthread_mutex_lock(&lock);
  watched = NULL;
  int received = arrived;
  pthread_mutex_unlock(&lock);
  pthread_sigmask(SIG_UNBLOCK, &awaited, NULL);
  if (received) raise(received);
}
