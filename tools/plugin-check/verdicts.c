#include "verdicts.h"

#include "checks.h"
#include "findings.h"
#include "text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

result *results;
char **plugin_ids;
size_t plugin_count;
static bool *judged; /* a test of the row has run */
static char **reasons; /* why a test of the row did not judge it; NULL: not known */
/* For each row, the first text that not_seen reported for the plugin, or NULL. If the row was tested with none of the
 * configs, it gets a warning with this text. */
static char **unseen;
static bool *seen; /* whether the row passed with one of the configs */

void verdicts_begin(void) {
  results = calloc(row_count, sizeof *results);
  judged = calloc(row_count, sizeof *judged);
  reasons = calloc(row_count, sizeof *reasons);
  unseen = calloc(row_count, sizeof *unseen);
  seen = calloc(row_count, sizeof *seen);
  MUST(results && judged && reasons && unseen && seen);
}

static void set(size_t index, verdict verdict, const char *where, const char *says) {
  result *it = &results[index];
  if (verdict == FAILED || verdict == WARNED) it->findings++;
  if (verdict <= it->verdict) return;
  it->verdict = verdict;
  free(it->text);
  it->text = NULL;
  if (!says || !says[0]) return;
  text text = {0};
  if (where) text_print(&text, "%s: ", where);
  /* What a plugin printed need not be UTF-8. */
  for (size_t length; *says; says += length ? length : 1) {
    length = utf8_length(says, NULL);
    text_print(&text, "%.*s", length ? (int)length : 3, length ? says : "\xEF\xBF\xBD");
  }
  it->text = text.data;
}

/* `needs` lists rows. Returns the index of the first one that failed or was not run, or that needs such a row. Returns
 * -1 if there is none. */
static int missing_need(const char *needs) {
  char name[64];
  for (const char *at = needs; *at;) {
    size_t length = strcspn(at, " ");
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    int index = row_find(name);
    MUST(index >= 0);
    const result *it = &results[index];
    bool is_open = it->verdict == NOT_RUN && (judged[index] || it->text);
    if (it->verdict == FAILED || is_open) return index;
    int deeper = missing_need(rows[index].needs);
    if (deeper >= 0) return deeper;
    at += length + (at[length] == ' ');
  }
  return -1;
}

static char *need_text(int need) {
  text text = {0};
  text_print(&text, "%s did not pass", rows[need].name);
  return text.data;
}

/* Notes why a row is not judged. Does not change a reason that was noted before. */
static void give_reason(size_t index, const char *format, const char *row) {
  text text = {0};
  if (reasons[index]) return;
  text_print(&text, format, row);
  reasons[index] = text.data;
}

bool verdicts_allow(const check *check) {
  bool any = false;
  int missing = missing_need(check->needs);
  for (size_t index = 0; missing >= 0 && index < row_count; index++) {
    if (list_has(check->rows, rows[index].name)) give_reason(index, "%s did not pass", rows[missing].name);
  }
  if (missing >= 0) return false;
  for (size_t index = 0; index < row_count; index++) {
    if (!list_has(check->rows, rows[index].name)) continue;
    int need = missing_need(rows[index].needs);
    if (need < 0) any = true;
    else if (results[index].verdict == NOT_RUN && !results[index].text) results[index].text = need_text(need);
  }
  return any;
}

/* One line of a report: a letter, a row and a text, with tabs between them. */
typedef struct line {
  char kind;
  char *row, *text;
} line;

static bool next_line(char **at, line *it) {
  char *begin = *at, *end = strchr(begin, '\n');
  if (!end) return false;
  *at = end + 1;
  *end = 0;
  char *tab = strchr(begin, '\t'), *second = tab ? strchr(tab + 1, '\t') : NULL;
  if (!second) return false;
  *tab = *second = 0;
  *it = (line){begin[0], tab + 1, second + 1};
  return true;
}

static void add_plugin(const char *id) {
  for (size_t index = 0; index < plugin_count; index++) {
    if (strcmp(plugin_ids[index], id) == 0) return;
  }
  plugin_ids = realloc(plugin_ids, (plugin_count + 1) * sizeof *plugin_ids);
  MUST(plugin_ids);
  plugin_ids[plugin_count++] = strdup(id);
}

static int first_row(const check *check) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(check->rows, " "), check->rows);
  return row_find(name);
}

/* Makes the row of the last step fail, because the process died. Returns the index of the row. */
static int take_death(const check *check, const outcome *outcome, const char *where, const line *step,
                      const char *death) {
  text says = {0};
  bool is_named = step->row && step->row[0] && !check->takes_all;
  int index = is_named ? row_find(step->row) : first_row(check);
  MUST(index >= 0);
  text_print(&says, "%s", outcome->death);
  if (death) text_print(&says, " (%s)", death);
  if (step->text && step->text[0]) text_print(&says, ", while %s", step->text);
  set((size_t)index, FAILED, where, says.data);
  text_free(&says);
  return index;
}

/* Makes the test's own row fail, because the calls of the test have broken the rule of another row. The text names this
 * rule, and the step in which the plugin broke it. */
static void take_own(int own, const line *found, const line *step, const char *where) {
  text says = {0};
  text_print(&says, "%s: %s, while %s", found->row, found->text, step->text ? step->text : "making calls");
  set((size_t)own, FAILED, where, says.data);
  text_free(&says);
}

bool verdicts_take(const check *check, const outcome *outcome, const char *where) {
  char *at = outcome->report;
  const char *death = NULL;
  line it, step = {0}, of_own = {0}; /* `of_own` is the last step of the test's own row */
  int last = -1; /* the row that failed last */
  int own = check->takes_all ? first_row(check) : -1;
  bool hangs = false;
  bool *said = calloc(row_count, sizeof *said);
  MUST(said);
  while (next_line(&at, &it)) {
    int index = it.row[0] ? row_find(it.row) : -1;
    switch (it.kind) {
    case 'f':
      if (index < 0) break;
      last = index;
      if (own >= 0 && index != own && results[index].verdict != FAILED) take_own(own, &it, &of_own, where), last = own;
      else set((size_t)index, FAILED, where, it.text);
      said[last] = true;
      break;
    case 'w':
      if (index >= 0) set((size_t)index, WARNED, where, it.text), said[index] = true;
      break;
    case 'm':
      if (index < 0) break;
      said[index] = true;
      if (!unseen[index]) unseen[index] = strdup(it.text);
      break;
    case 'n':
      if (index >= 0) set((size_t)index, NONE, where, it.text), said[index] = true;
      break;
    case 'a':
      step = it;
      if (own >= 0 && row_find(it.row) == own) of_own = it;
      break;
    case 'd': death = death ? death : it.text; break;
    case 'i': add_plugin(it.text); break;
    case 'e': hangs = hangs || strcmp(it.row, "hangs") == 0; break;
    case 'c':
      fprintf(stderr, "moya-plugin-check: the test %s could not be run: %s\n", check->name, it.text);
      free(said);
      return false;
    default: break;
    }
  }
  if (!outcome->is_over) last = take_death(check, outcome, where, &step, death);
  for (size_t index = 0; index < row_count; index++) {
    if (!list_has(check->rows, rows[index].name)) continue;
    judged[index] = true;
    if (said[index]) continue;
    if (outcome->is_over && !hangs) set(index, PASSED, where, NULL), seen[index] = true;
    else if (last >= 0) give_reason(index, "%s failed and ended the test", rows[last].name);
  }
  free(said);
  return true;
}

void verdicts_end_plugin(const char *where) {
  for (size_t index = 0; index < row_count; index++) {
    if (unseen[index] && !seen[index]) set(index, WARNED, where, unseen[index]);
    free(unseen[index]);
    unseen[index] = NULL;
    seen[index] = false;
  }
}

/* Leaves out the rows that the user has not chosen with --test. If a chosen row was not run because other rows failed,
 * these rows stay, too. */
static void leave_out(void) {
  int chosen = row_find(asked.test);
  for (size_t index = 0; index < row_count; index++) {
    results[index].left_out = chosen >= 0 ? true : !judged[index];
  }
  for (int at = chosen; at >= 0; at = missing_need(rows[at].needs)) {
    results[at].left_out = false;
    if (results[at].verdict != NOT_RUN) break;
  }
  for (size_t index = 0; index < row_count; index++) {
    if (!results[index].left_out) continue;
    free(results[index].text);
    results[index] = (result){.text = strdup("--test chose another row"), .left_out = true};
  }
}

void verdicts_end(void) {
  for (size_t index = 0; index < row_count; index++) {
    int need = missing_need(rows[index].needs);
    if (need < 0) continue;
    /* If this row and the row that it needs have both failed, the needed row is the reason, so this row becomes
     * NOT_RUN. If only this row has failed, it stays FAILED. */
    if (results[index].verdict == FAILED && results[need].verdict != FAILED) continue;
    free(results[index].text);
    results[index] = (result){.text = need_text(need)};
  }
  if (asked.test) leave_out();
  for (size_t index = 0; index < row_count; index++) {
    result *it = &results[index];
    if (it->verdict == NOT_RUN && !it->text) it->text = strdup(reasons[index] ? reasons[index] : "no test reached it");
  }
}
