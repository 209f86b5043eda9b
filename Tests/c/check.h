/* Contains what all C tests share: checks, servers that end with the test, and facts of the process. */
#ifndef CHECK_H
#define CHECK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <moya/moya.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* The number of failed checks in all threads. */
static _Atomic int check_failures;

/* If the condition is false, prints its place and the text of the other arguments, as printf does. The running test
 * fails. */
#define EXPECT(condition, ...)                                            \
  do {                                                                    \
    if (!(condition)) {                                                   \
      printf("    %s:%d: not so: %s:", __FILE__, __LINE__, #condition);  \
      printf(" " __VA_ARGS__);                                            \
      printf("\n");                                                       \
      check_failures++;                                                   \
    }                                                                     \
  } while (0)

#define EXPECT_STATUS(expression, wanted)                                            \
  do {                                                                               \
    moya_status got_ = (expression);                                                 \
    EXPECT(got_ == (wanted), "%s instead of %s", moya_status_name(got_), #wanted);   \
  } while (0)

static inline bool str_is(moya_str text, const char *wanted) {
  return text.data && text.len == strlen(wanted) && memcmp(text.data, wanted, text.len) == 0;
}
static inline bool str_has(moya_str text, const char *part) { return text.data && strstr(text.data, part) != NULL; }

/* Returns the seconds of a monotonic clock, for deadlines that only a failing test reaches. */
static inline long clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

/* Runs one test and prints its verdict. */
static inline void test(const char *name, void (*body)(void)) {
  int before = check_failures;
  fflush(stdout);
  body();
  printf("%s - %s\n", check_failures == before ? "ok" : "not ok", name);
  fflush(stdout);
}
#define TEST(name, function) test(name, function)

/* Returns the exit code of the program. It is used in the last line of main. */
static inline int verdict(void) { return check_failures ? 1 : 0; }

/* A server of Tests/servers or of examples. Its process ends when this process ends. */
typedef struct server {
  pid_t pid;
  int input; /* closing it ends the server */
  int port;
  char url[64]; /* "http://127.0.0.1:PORT" */
} server;

/* Starts a script. Stores the descriptor of its output in `output`. The caller closes this descriptor. */
static inline server server_spawn(const char *script, int *output) {
  server result = {0, -1, 0, ""};
  char path[1024], *arguments[] = {(char *)"python3", path, NULL};
  const char *root = getenv("MOYA_ROOT");
  snprintf(path, sizeof path, "%s/%s", root ? root : ".", script);

  int to_server[2], from_server[2];
  posix_spawn_file_actions_t actions;
  /* Without O_CLOEXEC, a server that is started later would hold the input of this server open. */
  if (pipe2(to_server, O_CLOEXEC) || pipe2(from_server, O_CLOEXEC) || posix_spawn_file_actions_init(&actions)) abort();
  posix_spawn_file_actions_adddup2(&actions, to_server[0], 0);
  posix_spawn_file_actions_adddup2(&actions, from_server[1], 1);
  if (posix_spawnp(&result.pid, "python3", &actions, NULL, arguments, environ)) abort();
  posix_spawn_file_actions_destroy(&actions);
  close(to_server[0]);
  close(from_server[1]);
  result.input = to_server[1];
  *output = from_server[0];
  return result;
}

/* Reads a whole line. Python may write a line in pieces, and the caller must not close the pipe before the last
 * piece. */
static inline void server_read_line(int output, char *line, size_t room) {
  struct pollfd ready = {output, POLLIN, 0};
  size_t length = 0;
  while (length < room - 1 && poll(&ready, 1, 30000) == 1 && read(output, line + length, 1) == 1) {
    if (line[length] == '\n') break;
    length++;
  }
  line[length] = 0;
}

static inline server server_start(const char *script) {
  int output;
  char line[32];
  server result = server_spawn(script, &output);
  server_read_line(output, line, sizeof line);
  close(output);
  result.port = atoi(line);
  snprintf(result.url, sizeof result.url, "http://127.0.0.1:%d", result.port);
  EXPECT(result.port > 0, "%s did not say its port", script);
  return result;
}

static inline void server_stop(server *it) {
  if (it->pid <= 0) return;
  close(it->input);
  waitpid(it->pid, NULL, 0);
  it->pid = 0;
}

/* Returns a signal mask of /proc/self/status, for example "SigCgt:". It has bits for the signals 1 to 31. */
static inline unsigned long signal_mask(const char *field) {
  char line[256];
  unsigned long mask = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) {
    if (strncmp(line, field, strlen(field)) == 0) mask = strtoul(line + strlen(field) + 1, NULL, 16);
  }
  if (status) fclose(status);
  return mask & 0x7ffffffful;
}

/* Returns whether the program runs "plain", under "valgrind" or with "sanitizers". Tests/steps/c says this in
 * MOYA_UNDER. Without this variable, the program runs "plain". Valgrind and sanitizers have their own allocators, so
 * tests do not measure memory with them. */
static inline bool runs_under(const char *what) {
  const char *under = getenv("MOYA_UNDER");
  return strcmp(under ? under : "plain", what) == 0;
}

/* Returns true in a run of script/test --long, which runs all repetitions and rows. */
static inline bool is_long(void) {
  const char *text = getenv("MOYA_LONG");
  return text && strcmp(text, "1") == 0;
}

/* Returns how often a test is repeated. Repetitions only make it more likely that the test finds an error. The plain
 * run makes all of them, and with --long the sanitizers do, too. Other runs make a tenth of them, but at least four,
 * because valgrind is thirty times as slow. */
static inline int often(int times) {
  if (runs_under("plain") || (is_long() && !runs_under("valgrind")) || times <= 4) return times;
  return times / 10 > 4 ? times / 10 : 4;
}

/* Returns whether this run of the program tests this row of a large table. The plain run and --long test all rows.
 * Other runs test every eleventh row, so that tables whose rows repeat in tens or dozens have each kind of row. */
static inline bool is_played(int row) { return runs_under("plain") || is_long() || row % 11 == 0; }

/* Returns the memory of this process in KiB. "VmRSS" is its memory now, and "VmHWM" is the most that it has had
 * (proc(5)). */
static inline long kib_of_process(const char *field) {
  char line[256];
  long kib = -1;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) {
    if (strncmp(line, field, strlen(field)) == 0) kib = strtol(line + strlen(field) + 1, NULL, 10);
  }
  if (status) fclose(status);
  return kib;
}

#endif
