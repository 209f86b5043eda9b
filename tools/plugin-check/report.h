/* Prints the rules for plugins (rows.h) and their verdicts. */
#ifndef REPORT_H
#define REPORT_H

/* Prints the verdicts of all rows (rows.h) as a table or as JSON. Returns the exit status of the program. */
int report_print(void);

/* Prints the name and the meaning of each row, which is a rule for plugins (rows.h). */
void report_list(void);

#endif
