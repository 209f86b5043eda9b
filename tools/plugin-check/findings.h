/* Reports the findings of a test. A child process writes them to a file in memory, and the parent makes verdicts of
 * them. */
#ifndef FINDINGS_H
#define FINDINGS_H

/* Says where findings go. */
void findings_begin(int descriptor);

/* These functions report that a row has failed, or has a warning. Any thread may call them. */
void finding(const char *row, const char *format, ...) __attribute__((format(printf, 2, 3)));
void warning(const char *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports that the plugin did not do in these calls what the row is about, so the row was not tested. The row gets a
 * warning, unless it was tested with another config. */
void not_seen(const char *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports that a row does not apply to this plugin, or cannot be judged. */
void not_judged(const char *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says what the test does next. If the process dies now, `row` fails. */
void about_to(const char *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports that the module has a plugin with this id. */
void found_plugin(const char *id);

/* Reports that the process is dying. The text says where. */
void note_death(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports that the test is over. The rows of the test that have no finding have passed. */
void findings_end(void);

/* Ends the process because the plugin hangs. The rows of the test that have no finding count as not run. */
_Noreturn void findings_give_up(void);

/* Ends the process because the checker itself has failed. The parent reports this, and no row of the plugin fails. */
_Noreturn void checker_failed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* If the expression is false, the checker itself has failed, and the process ends. */
#define MUST(condition)                                                                               \
  do {                                                                                                \
    if (!(condition)) checker_failed("%s:%d: not so: %s", __FILE__, __LINE__, #condition);           \
  } while (0)

#endif
