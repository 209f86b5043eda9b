/* Makes the verdicts of all rows (the rules for plugins, rows.h) from what the tests have found. */
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

/* Returns true if at least one row of the test can be judged. A row can be judged if no row that it needs has
 * failed. */
bool verdicts_allow(const check *check);

/* Adds the findings of a test to the verdicts. The text of each finding begins with `where`, which says for which
 * plugin or config the test ran. `where` is NULL if there is one plugin and one config. If the checker itself has
 * failed, prints the reason and returns false. */
bool verdicts_take(const check *check, const outcome *outcome, const char *where);

/* Call this after the last test of a plugin. A row gets a warning if it was tested with none of the configs (not_seen).
 * `where` names the plugin; NULL if there is only one. */
void verdicts_end_plugin(const char *where);

/* Call this after the last test. A row becomes NOT_RUN if a row that it needs has failed. A row that was not run gets
 * the reason. If --test names a row, the report has only this row, and the rows whose failure is the reason why it was
 * not run. */
void verdicts_end(void);

#endif
