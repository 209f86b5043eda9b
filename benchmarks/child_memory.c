/* `child_memory COMMAND ARGUMENT…`: runs a command and prints the largest amount of memory that it had, in KiB. Between
 * fork and exec, the memory of this program counts as the command's. So this program must be small, unlike run.py. */
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
