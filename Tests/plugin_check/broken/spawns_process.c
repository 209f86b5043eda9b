/* fails: environment */
/* A hook runs a command, and does not wait for its end. */
#include "../module.h"
#include <spawn.h>

extern char **environ;

static void did_receive(void *instance, moya_context *context) {
  (void)instance, (void)context;
  char *words[] = {(char[]){"true"}, NULL};
  pid_t child;
  posix_spawnp(&child, words[0], NULL, NULL, words, environ);
}

static const moya_plugin plugin = {
    MODULE_HEAD("spawns-process", "Runs a command after each call."),
    .create = keep_host,
    .did_receive = did_receive,
};

MOYA_MODULE(&plugin)
