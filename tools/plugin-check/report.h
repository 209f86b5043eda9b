/* Prints the rows and their verdicts. */
#ifndef REPORT_H
#define REPORT_H

/* Prints the verdicts of all rows (rows.h) as a table or as JSON. Returns the exit status of the program. */
int report_print(void);

/* Prints the names of all rows and what they mean. */
void report_list(void);

#endif
