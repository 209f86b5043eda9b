/* Runs many of the program's commands in one process: batch [SECONDS]. Each line of the standard input is a command,
 * with tabs between its words. After each command, the program writes a line "SECONDS\tSTATUS" to descriptor 3. A
 * command that takes more than SECONDS of CPU time, by default ten, ends the process. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "../../tools/moya/memory.h"
#include "../../tools/moya/tool.h"

enum { MOST_WORDS = 64, MOST_SECONDS = 10 };

static void late(int signal) {
  static const char said[] = "the command takes too long\n";
  (void)signal;
  if (write(STDERR_FILENO, said, sizeof said - 1) < 0) _exit(1);
  abort();
}

static int run(int count, char **words) {
  static const struct {
    const char *name;
    int (*run)(int count, char **words);
  } commands[] = {{"call", command_call}, {"check", command_check}, {"header", command_header}, {"python", command_python}, {"import", command_import}};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(words[0], commands[i].name) == 0) return commands[i].run(count - 1, words + 1);
  }
  return -1;
}

int main(int count_of_arguments, char **arguments) {
  static char line[1 << 16];
  FILE *results = fdopen(3, "w");
  const struct itimerval budget = {.it_value = {.tv_sec = count_of_arguments > 1 ? atoi(arguments[1]) : MOST_SECONDS}}, none = {.it_value = {.tv_sec = 0}};
  if (!results) return 1;
  signal(SIGVTALRM, late);
  while (fgets(line, sizeof line, stdin)) {
    char *words[MOST_WORDS + 1] = {NULL}, *rest = NULL;
    int count = 0;
    line[strcspn(line, "\n")] = 0;
    for (char *word = strtok_r(line, "\t", &rest); word && count < MOST_WORDS; word = strtok_r(NULL, "\t", &rest)) words[count++] = word;
    if (count == 0) continue;
    clock_t began = clock();
    setitimer(ITIMER_VIRTUAL, &budget, NULL);
    int status = run(count, words);
    setitimer(ITIMER_VIRTUAL, &none, NULL);
    fprintf(results, "%.3f\t%d\n", (double)(clock() - began) / CLOCKS_PER_SEC, status);
    fflush(results);
    memory_release();
  }
  return 0;
}
