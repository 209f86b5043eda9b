#include "environment.h"

#include "findings.h"
#include <fcntl.h>
#include <locale.h>
#include <stdbool.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { STANDARD_SIGNALS = 31 };

typedef struct copy {
  sigset_t signals;
  char locale[256], folder[512];
  locale_t of_thread;
  mode_t mask;
  uint64_t variables;
  void (*handlers[STANDARD_SIGNALS + 1])(int);
  struct rlimit limits[RLIM_NLIMITS];
  char thread[16];
  int priority, streams[STDERR_FILENO + 1]; /* the flags of the standard streams */
  bool has_timer;
} copy;

/* Returns true if a timer of the process runs. alarm(2) starts such a timer, too. */
static bool has_timer(void) {
  static const int kinds[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
  for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++) {
    struct itimerval now = {0};
    /* The type of the first argument is an enum only with _GNU_SOURCE. */
    if (getitimer((__itimer_which_t)kinds[index], &now) != 0) continue;
    if (now.it_value.tv_sec || now.it_value.tv_usec) return true;
  }
  return false;
}

/* Returns a hash of all environment variables (FNV-1a). */
static uint64_t variables(void) {
  uint64_t sum = 0xcbf29ce484222325ull;
  for (char **it = environ; it && *it; it++) {
    for (const char *at = *it; *at; at++) sum = (sum ^ (unsigned char)*at) * 0x100000001b3ull;
    sum = (sum ^ 0xff) * 0x100000001b3ull;
  }
  return sum;
}

/* Reads the umask from /proc. umask(2) would change the umask for a moment, in which other threads may make files. */
static mode_t mask_of_process(void) {
  char text[512] = "";
  int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
  close(file);
  const char *line = strstr(text, "Umask:");
  return line ? (mode_t)strtoul(line + 6, NULL, 8) : 0;
}

static void fill(copy *it) {
  memset(it, 0, sizeof *it);
  pthread_sigmask(SIG_SETMASK, NULL, &it->signals);
  snprintf(it->locale, sizeof it->locale, "%s", setlocale(LC_ALL, NULL));
  it->of_thread = uselocale((locale_t)0);
  if (!getcwd(it->folder, sizeof it->folder)) it->folder[0] = 0;
  it->mask = mask_of_process();
  it->variables = variables();
  for (int signal = 1; signal <= STANDARD_SIGNALS; signal++) {
    struct sigaction action;
    it->handlers[signal] = sigaction(signal, NULL, &action) == 0 ? action.sa_handler : SIG_DFL;
  }
  prctl(PR_GET_NAME, it->thread);
  it->priority = getpriority(PRIO_PROCESS, 0);
  for (int stream = 0; stream <= STDERR_FILENO; stream++) it->streams[stream] = fcntl(stream, F_GETFL);
  it->has_timer = has_timer();
  for (int resource = 0; resource < RLIM_NLIMITS; resource++) {
    /* The type of the first argument is an enum only with _GNU_SOURCE. */
    if (getrlimit((__rlimit_resource_t)resource, &it->limits[resource]) != 0)
      it->limits[resource] = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
  }
}

void *environment_copy(void) {
  copy *it = malloc(sizeof *it);
  MUST(it);
  fill(it);
  return it;
}

void environment_compare(void *before, const char *what) {
  copy *old = before, now;
  fill(&now);
  bool same = true;
  for (int signal = 1; signal < NSIG; signal++) {
    same = same && sigismember(&old->signals, signal) == sigismember(&now.signals, signal);
  }
  if (!same) finding("environment", "%s changed the signal mask of its thread", what);
  for (int signal = 1; signal <= STANDARD_SIGNALS; signal++) {
    if (old->handlers[signal] == now.handlers[signal]) continue;
    finding("environment", "%s changed the handler of SIG%s", what, sigabbrev_np(signal));
  }
  if (strcmp(old->locale, now.locale) != 0 || old->of_thread != now.of_thread) {
    finding("environment", "%s changed the locale from %s to %s", what, old->locale, now.locale);
  }
  if (strcmp(old->folder, now.folder) != 0) {
    finding("environment", "%s changed the working directory to %s", what, now.folder);
  }
  if (old->mask != now.mask) finding("environment", "%s changed the umask to %03o", what, (unsigned)now.mask);
  if (old->variables != now.variables) finding("environment", "%s changed the variables of the environment", what);
  if (memcmp(old->limits, now.limits, sizeof now.limits) != 0) {
    finding("environment", "%s changed a resource limit of the process", what);
  }
  if (memcmp(old->thread, now.thread, sizeof now.thread) != 0) finding("environment", "%s renamed its thread", what);
  if (old->priority != now.priority) finding("environment", "%s changed the priority of its thread", what);
  if (memcmp(old->streams, now.streams, sizeof now.streams) != 0)
    finding("environment", "%s changed the flags of a standard stream", what);
  if (!old->has_timer && now.has_timer)
    finding("environment", "%s started a timer of the process (alarm, setitimer)", what);
  free(old);
}

void environment_expect_no_process(void) {
  siginfo_t about;
  if (waitid(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) == 0)
    finding("environment", "the plugin started a process, and did not wait for its end");
}
