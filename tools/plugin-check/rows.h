/* The rows of the checker. A row is one rule for plugins and its verdict. */
#ifndef ROWS_H
#define ROWS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum verdict {
  NOT_RUN, /* a row that it needs failed, or --test chose another row */
  NONE,    /* the plugin does nothing to which the row applies */
  PASSED,
  WARNED,
  FAILED
} verdict;

typedef struct row {
  const char *group, *name;
  const char *about; /* the rule, a sentence */
  const char *needs; /* rows with spaces between them. If one of them failed or was not run, this row is not run */
} row;

extern const row rows[];
extern const size_t row_count;

/* What is known about a row. */
typedef struct result {
  verdict verdict;
  unsigned findings; /* the number of findings; `text` is the first one */
  char *text;        /* NULL: there is nothing to say */
  bool left_out;     /* --test chose another row */
} result;

/* Returns the index of a row, or -1. */
int row_find(const char *name);

/* Returns true if the list contains the word. Spaces separate the words of the list. */
bool list_has(const char *list, const char *word);

const char *verdict_name(verdict verdict);

#endif
