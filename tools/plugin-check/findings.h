/* Reports the findings of a test. A child process writes the findings to a file in memory. The parent process makes
 * verdicts from the findings. */
#ifndef FINDINGS_H
#define FINDINGS_H

/* Says where findings go. */
void findings_begin(int descriptor);

/* `finding` reports that the plugin breaks the rule `row` (rows.h). `warning` adds a warning to the verdict of the
 * rule. Any thread may call these functions. */
void finding(const char *row, const char *format, ...) __attribute__((format(printf, 2, 3)));
void warning(const char *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports that the calls did not test the rule `row`, because the plugin did not do what the rule is about. The rule
 * gets a warning, unless it was tested with another config. */
void not_seen(const char *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports that the rule `row` does not apply to this plugin, or that the tests cannot judge it. */
void not_judged(const char *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says what the test does next. If the process then dies, the plugin has broken the rule `row`. */
void about_to(const char *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports that the module has a plugin with this id. */
void found_plugin(const char *id);

/* Reports that the process is dying. The text says where. */
void note_death(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports that the test is over. The plugin follows the rules of this test that have no finding. */
void findings_end(void);

/* Ends the process because the plugin hangs. The rules of this test that have no finding count as not tested. */
_Noreturn void findings_give_up(void);

/* Ends the process because the checker itself has failed. The parent process reports this, and does not report that the
 * plugin breaks a rule. */
_Noreturn void checker_failed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* If the expression is false, the checker itself has failed, and the process ends. */
#define MUST(condition)                                                                               \
  do {                                                                                                \
    if (!(condition)) checker_failed("%s:%d: not so: %s", __FILE__, __LINE__, #condition);           \
  } while (0)

#endif
