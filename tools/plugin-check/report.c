#include "report.h"

#include "checks.h"
#include "text.h"
#include "verdicts.h"
#include <inttypes.h>
#include <stdio.h>

typedef struct sums {
  unsigned of[FAILED + 1];
} sums;

static sums count_rows(void) {
  sums it = {{0}};
  for (size_t index = 0; index < row_count; index++) it.of[results[index].verdict]++;
  return it;
}

/* Exit statuses. */
enum { ALL_PASSED = 0, ONE_FAILED = 1, NOT_RUNNABLE = 2 };
static int status_of(const sums *it) {
  if (it->of[FAILED] > 0) return ONE_FAILED;
  return it->of[PASSED] + it->of[WARNED] + it->of[NONE] > 0 ? ALL_PASSED : NOT_RUNNABLE;
}

static void print_json(const sums *it) {
  text out = {0};
  text_print(&out, "{\"file\": ");
  text_json(&out, asked.path);
  text_print(&out, ", \"seed\": %" PRIu64 ", \"plugins\": [", asked.seed);
  for (size_t index = 0; index < plugin_count; index++) {
    if (index > 0) text_print(&out, ", ");
    text_json(&out, plugin_ids[index]);
  }
  text_print(&out, "], \"rows\": [");
  for (size_t index = 0; index < row_count; index++) {
    const result *result = &results[index];
    text_print(&out, "%s\n  {\"group\": \"%s\", \"name\": \"%s\", \"verdict\": \"%s\"", index ? "," : "",
               rows[index].group, rows[index].name, verdict_name(result->verdict));
    if (result->text) text_print(&out, ", \"text\": "), text_json(&out, result->text);
    if (result->findings > 1) text_print(&out, ", \"findings\": %u", result->findings);
    text_print(&out, "}");
  }
  text_print(&out, "\n], \"passed\": %u, \"warnings\": %u, \"failed\": %u, \"not_run\": %u}\n", it->of[PASSED],
             it->of[WARNED], it->of[FAILED], it->of[NOT_RUN] + it->of[NONE]);
  fputs(out.data, stdout);
  text_free(&out);
}

static void print_table(const sums *it) {
  const char *group = "";
  for (size_t index = 0; index < row_count; index++) {
    const result *result = &results[index];
    if (result->left_out) continue;
    if (group != rows[index].group) printf("%s\n", group = rows[index].group);
    printf("  %-8s %-20s", verdict_name(result->verdict), rows[index].name);
    if (result->text) printf(" %s", result->text);
    if (result->findings > 1) printf(" (and %u more)", result->findings - 1);
    printf("\n");
  }
  printf("%u passed, %u warnings, %u failed, %u not run or without a meaning for this plugin (seed %" PRIu64 ")\n",
         it->of[PASSED], it->of[WARNED], it->of[FAILED], it->of[NOT_RUN] + it->of[NONE], asked.seed);
}

int report_print(void) {
  sums sums = count_rows();
  if (asked.json) print_json(&sums);
  else print_table(&sums);
  return status_of(&sums);
}

void report_list(void) {
  for (size_t index = 0; index < row_count; index++) {
    printf("%-8s %-20s %s\n", rows[index].group, rows[index].name, rows[index].about);
  }
}
