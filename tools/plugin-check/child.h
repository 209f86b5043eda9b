/* Runs a test in a process of its own. */
#ifndef CHILD_H
#define CHILD_H

#include "checks.h"
#include "rows.h"

/* What a test has found, and how its process ended. */
typedef struct outcome {
  char *report;   /* the lines of findings.c */
  bool is_over;   /* the test ran to its end */
  char death[96]; /* if the test did not run to its end: how the process ended, as a text for the user */
} outcome;

/* Runs the test in a child process. `id` and `config` have the meaning of these members of `request` in checks.h. */
outcome child_run(const check *check, const char *id, int config);

/* Prepares a test that runs in this process, and chooses its folder. If the config is the user's, and the test itself
 * makes up no values, the test stays in the user's folder. In that folder, the texts that the checker makes up for
 * options name no files. All other tests run in a folder of the checker, in which the plugin may write files. */
void child_enter(const check *check, int config);

/* Removes the folder of the children, and the files with made-up names in the user's folder. */
void child_clean(void);

/* Runs the test in this process, and writes its findings to `descriptor`. */
void child_test(const check *check, int descriptor);

#endif
