/* Runs a program and prints the largest amount of memory that it had, in KiB: `PROGRAM COMMAND ARGUMENT…`. This parent
 * is small, because its memory counts as the child's until the child runs the other program. */
#define _GNU_SOURCE
#include <stdio.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count < 2) return 2;
  pid_t child = fork();
  if (child == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    execvp(arguments[1], arguments + 1);
    _exit(127);
  }
  int status = 1;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) return 1;
  printf("%ld\n", usage.ru_maxrss);
  return 0;
}
