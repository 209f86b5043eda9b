/* The verdicts of all rows, made of what the tests have found. */
#ifndef VERDICTS_H
#define VERDICTS_H

#include "child.h"
#include "rows.h"

/* One result for each row. */
extern result *results;
/* The ids of the module's plugins. */
extern char **plugin_ids;
extern size_t plugin_count;

void verdicts_begin(void);

/* True if a row of the test can be judged: no row that it needs has failed. */
bool verdicts_allow(const check *check);

/* Takes the findings of a test. `where` is the plugin or the config, for the texts; NULL if there is only one. Returns
 * false if the checker itself has failed; the reason was printed. */
bool verdicts_take(const check *check, const outcome *outcome, const char *where);

/* After the last test: rows whose needs have failed were not run. */
void verdicts_end(void);

#endif
