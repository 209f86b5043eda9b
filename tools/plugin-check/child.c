#include "child.h"

#include "findings.h"
#include "pieces.h"
#include "secrets.h"
#include "virtual_time.h"
#include "watch.h"
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ── In the child ── */

static void die(int signal, siginfo_t *about, void *state) {
  (void)state;
  if (signal == SIGSEGV || signal == SIGBUS) piece_fault(about->si_addr);
  const char *hook = watch_hook_here();
  note_death("%s in %s", sigabbrev_np(signal) ? sigabbrev_np(signal) : "a signal", hook ? hook : "no hook");
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(signal, &usual, NULL);
  raise(signal);
}
static bool is_finished;
static void at_exit(void) {
  const char *hook = watch_hook_here();
  if (!is_finished) note_death("exit in %s", hook ? hook : "no hook");
}

/* Reads what the plugin has printed, and reports secrets in it. If `must_be_empty` is true, reports any output.
 * Standard output and standard error are the same file in memory. */
static void judge_output(bool must_be_empty) {
  static char text[65536];
  fflush(NULL);
  ssize_t length = pread(STDOUT_FILENO, text, sizeof text - 1, 0);
  if (length <= 0) return;
  text[length] = 0;
  if (must_be_empty) finding("no-output", "the plugin printed: %.200s", text);
  if (secrets_has(text, (size_t)length)) finding("secrets", "the printed text has the value of a secret option");
}

void child_test(const check *check, int descriptor) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
  struct sigaction action = {.sa_sigaction = die, .sa_flags = SA_SIGINFO};
  findings_begin(descriptor);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaction(signals[index], &action, NULL);
  atexit(at_exit);
  check->run();
  /* In these two tests the output need not be empty, because a random option may be a command that prints
   * something. */
  if (asked.report >= 0) judge_output(!list_has("fuzz create-fails", check->name));
  is_finished = true;
  findings_end();
  /* The parent reads the status with which the process ends. Only the test `exit` runs the destructors of the module. A
   * module that fails there must not fail the other tests, too. */
  if (asked.report >= 0 && strcmp(check->name, "exit") == 0) exit(0);
}

/* ── In the parent ── */

static char *read_all(int file) {
  off_t size = lseek(file, 0, SEEK_END);
  char *text = calloc(1, (size_t)(size > 0 ? size : 0) + 1);
  MUST(text);
  if (size > 0 && pread(file, text, (size_t)size, 0) < 0) text[0] = 0;
  return text;
}

/* Returns true if the test has run to its end. */
static bool has_end(const char *report) { return strncmp(report, "e\t", 2) == 0 || strstr(report, "\ne\t") != NULL; }

/* Returns a folder in which the plugin may write files. The checker makes up values of options, and the plugin may use
 * such a value as the name of a file. */
static const char *own_folder(void) {
  static char folder[] = "/tmp/moya-plugin-check.XXXXXX";
  static bool is_made;
  if (!is_made) MUST(mkdtemp(folder));
  is_made = true;
  return folder;
}

/* Returns true for a test that runs in the user's folder, where names of files in the config mean the same as for the
 * user. */
static bool is_of_user(const check *check, int config) {
  return config >= 0 && !list_has("fuzz create-fails values", check->name);
}

/* Returns the text that options get in a test that runs in the user's folder. A plugin may use the text as the name of
 * a file. The text ends with the random letters of the checker's own folder, so no file of the user has this name. */
static const char *word_for_user(void) {
  static char word[32];
  snprintf(word, sizeof word, "check%s", strrchr(own_folder(), '.') + 1);
  return word;
}

void child_enter(const check *check, int config) {
  if (is_of_user(check, config)) asked.word = word_for_user();
  else MUST(chdir(own_folder()) == 0);
}

/* Moves a descriptor away from 0, 1 and 2, because the child has its standard streams there. */
static int moved(int file) {
  int high = file >= 0 ? fcntl(file, F_DUPFD, 100) : -1;
  MUST(high >= 0);
  close(file);
  return high;
}

/* Returns the descriptor of a file in memory, from which the child reads the config. On the child's command line, other
 * users could read the secrets of the config, and a command line cannot have a long config. */
static int file_of(const char *config) {
  int file = moved(memfd_create("config", 0));
  size_t length = strlen(config);
  MUST(write(file, config, length) == (ssize_t)length && lseek(file, 0, SEEK_SET) == 0);
  return file;
}

/* Returns the command line of the child. `file` is the descriptor of the config. */
static char **words_of(const check *check, const char *id, int config, int report, int file) {
  static char *words[24], number[3][32], limit[16];
  size_t count = 0;
  snprintf(number[0], sizeof number[0], "%d", report);
  snprintf(number[1], sizeof number[1], "%llu", (unsigned long long)asked.seed);
  snprintf(limit, sizeof limit, "%d", asked.time_limit);
  const char *const all[] = {"moya-plugin-check", asked.path, "--in-process", "--test",       check->name, "--report",
                             number[0],           "--seed",   number[1],      "--time-limit", limit};
  for (size_t index = 0; index < sizeof all / sizeof *all; index++) words[count++] = (char *)(uintptr_t)all[index];
  if (id) words[count++] = (char *)(uintptr_t)"--id", words[count++] = (char *)(uintptr_t)id;
  snprintf(number[2], sizeof number[2], "%d", file);
  if (file >= 0) words[count++] = (char *)(uintptr_t)"--config-from", words[count++] = number[2];
  if (is_of_user(check, config))
    words[count++] = (char *)(uintptr_t)"--word", words[count++] = (char *)(uintptr_t)word_for_user();
  words[count] = NULL;
  return words;
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place) {
  (void)about, (void)kind, (void)place;
  return remove(path);
}
void child_clean(void) {
  char pattern[40];
  glob_t files = {0};
  nftw(own_folder(), remove_one, 16, FTW_DEPTH | FTW_PHYS);
  if (asked.config_count == 0) return;
  /* Removes what a plugin has written in the user's folder to files with a made-up name. */
  snprintf(pattern, sizeof pattern, "%s*", word_for_user());
  if (glob(pattern, 0, NULL, &files) != 0) return;
  for (size_t index = 0; index < files.gl_pathc; index++)
    nftw(files.gl_pathv[index], remove_one, 16, FTW_DEPTH | FTW_PHYS);
  globfree(&files);
}

static pid_t begin(char **words, int output, const char *folder) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t child = -1;
  MUST(posix_spawn_file_actions_init(&actions) == 0 && posix_spawnattr_init(&attributes) == 0);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, output, 2);
  posix_spawn_file_actions_addchdir_np(&actions, folder);
  /* The child has a process group of its own, so that processes that the plugin starts end with the child. */
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  if (posix_spawn(&child, "/proc/self/exe", &actions, &attributes, words, environ) != 0) child = -1;
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return child;
}

/* Each thread of the child has a total of the time in which it was ready to run and had no processor. Returns the
 * largest of these totals, in microseconds. The second number in the file schedstat of a thread is its total, in
 * nanoseconds. */
static int64_t time_without_processor(pid_t child) {
  char path[64];
  int64_t most = 0;
  snprintf(path, sizeof path, "/proc/%d/task", (int)child);
  DIR *folder = opendir(path);
  struct dirent *entry;
  while (folder && (entry = readdir(folder))) {
    char name[80];
    long long ran, waited;
    snprintf(name, sizeof name, "/proc/%d/task/%d/schedstat", (int)child, atoi(entry->d_name));
    FILE *file = fopen(name, "re");
    if (!file) continue;
    if (fscanf(file, "%lld %lld", &ran, &waited) == 2 && waited / 1000 > most) most = waited / 1000;
    fclose(file);
  }
  if (folder) closedir(folder);
  return most;
}

/* Returns true if the child took too long. Time in which it waited for a processor does not count, so that a busy
 * machine makes no difference. But after MOST times the limit, the child took too long in any case. */
static bool is_late(pid_t child, int64_t began) {
  enum { MOST = 10 };
  int64_t limit = asked.time_limit * 1000000ll, took = time_real() - began;
  return took > limit && (took > MOST * limit || took - time_without_processor(child) > limit);
}

/* Waits for the end of the child. Returns false if it took too long. */
static bool await(pid_t child, int *status) {
  int64_t began = time_real(), pause = 1;
  while (waitpid(child, status, WNOHANG) == 0) {
    if (is_late(child, began)) {
      /* At this signal, the child reports in which hook it is. */
      kill(child, SIGTERM);
      time_sleep(50);
      kill(-child, SIGKILL);
      kill(child, SIGKILL);
      waitpid(child, status, 0);
      return false;
    }
    time_sleep((int)pause);
    pause = pause < 8 ? pause * 2 : 8;
  }
  kill(-child, SIGKILL);
  return true;
}

outcome child_run(const check *check, const char *id, int config) {
  outcome it = {0};
  int status = 0;
  int report = memfd_create("report", 0), output = memfd_create("output", MFD_CLOEXEC);
  struct rlimit no_core = {0, 0};
  MUST(report >= 0 && output >= 0);
  int high = moved(report);
  MUST(fcntl(high, F_SETFL, O_APPEND) == 0);
  setrlimit(RLIMIT_CORE, &no_core);
  unsetenv("MOYA_LOG");
  int file = config >= 0 ? file_of(asked.configs[config]) : -1;
  pid_t child = begin(words_of(check, id, config, high, file), output, is_of_user(check, config) ? "." : own_folder());
  MUST(child > 0);
  if (file >= 0) close(file);
  bool in_time = await(child, &status);
  if (strcmp(check->name, "exit") == 0 && lseek(output, 0, SEEK_END) > 0)
    dprintf(high, "f\tno-output\tthe plugin printed something in the test exit\n");
  it.report = read_all(high);
  it.is_over = has_end(it.report) && in_time && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!in_time) snprintf(it.death, sizeof it.death, "it did not end within the %d s of --time-limit", asked.time_limit);
  else if (WIFSIGNALED(status))
    snprintf(it.death, sizeof it.death, "the process died: %s", strsignal(WTERMSIG(status)));
  else if (!it.is_over)
    snprintf(it.death, sizeof it.death, "the process ended with the status %d", WEXITSTATUS(status));
  close(high);
  close(output);
  return it;
}
