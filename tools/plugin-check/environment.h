/* What belongs to the whole process or to the thread, and what hooks must leave as it is. */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

void *environment_copy(void);

/* Reports what has changed, and frees the copy. */
void environment_compare(void *copy, const char *hook);

#endif
