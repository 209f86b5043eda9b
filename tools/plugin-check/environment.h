/* Checks that hooks do not change the state of the process and of the thread. */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

void *environment_copy(void);

/* Reports what has changed since the copy was made, and frees the copy. `what` names what has run since then. */
void environment_compare(void *copy, const char *what);

/* Reports a child process, dead or alive. */
void environment_expect_no_process(void);

#endif
