/* Tests the plugins of a module through the library. */
#include "arguments.h"
#include "child.h"
#include "findings.h"
#include "report.h"
#include "verdicts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_named(const check *check) {
  return !asked.test || strcmp(check->name, asked.test) == 0 || list_has(check->rows, asked.test);
}

/* Returns true for a test of the file or its entry function. Such a test runs once. All other tests run for each plugin
 * and each config. */
static bool is_of_module(const check *check) {
  return list_has("file symbols same-table declines newer-host", check->name);
}

/* Returns true if the test is to run. Without --test, all tests run. If --test names a test, this test runs. If --test
 * names a rule (a row of rows.h), each test runs that can find out that a plugin breaks this rule. */
static bool is_wanted(const check *check) {
  static const char watched[] = "secrets balance answers stale-context other-thread environment unwinding blocking "
                                "not-starved resume-always resume-once none-after-destroy busy-loop sub-requests "
                                "slot-released pieces no-output";
  if (is_named(check)) return true;
  return list_has(watched, asked.test) && !is_of_module(check) && !check->takes_all;
}

static bool run(const check *check, const char *id, int config, const char *where) {
  if (!(asked.test && is_named(check)) && !verdicts_allow(check)) return true;
  outcome outcome = child_run(check, id, config);
  bool good = verdicts_take(check, &outcome, where);
  free(outcome.report);
  return good;
}

static bool run_of_plugin(const char *id, int config, const char *where) {
  for (size_t index = 0; index < check_count; index++) {
    if (is_of_module(&checks[index]) || !is_wanted(&checks[index])) continue;
    if (!run(&checks[index], id, config, where)) return false;
  }
  return true;
}

/* If the module loaded slowly, loads it again, because perhaps the machine was busy. A slow module is slow each
 * time. */
static bool load_again(const check *check) {
  result *slow = &results[row_find("load-time")];
  for (int again = 0; again < 2 && slow->verdict == WARNED; again++) {
    free(slow->text);
    *slow = (result){0};
    if (!run(check, NULL, -1, NULL)) return false;
  }
  return true;
}

static bool run_all(void) {
  char where[256];
  for (size_t index = 0; index < check_count; index++) {
    /* The first test also finds the plugins. */
    bool wanted = is_wanted(&checks[index]) || strcmp(checks[index].name, "file") == 0;
    if (is_of_module(&checks[index]) && wanted && !run(&checks[index], NULL, -1, NULL)) return false;
    if (index == 0 && !load_again(&checks[index])) return false;
  }
  if (results[row_find("opens")].verdict == FAILED) plugin_count = 0;
  if (plugin_count > 1 && asked.config_count > 0 && !asked.id) {
    fprintf(stderr, "moya-plugin-check: --config needs --id, because the module has several plugins:");
    for (size_t index = 0; index < plugin_count; index++) fprintf(stderr, " %s", plugin_ids[index]);
    fprintf(stderr, "\n");
    return false;
  }
  bool found = plugin_count == 0;
  for (size_t index = 0; index < plugin_count; index++) {
    if (asked.id && strcmp(asked.id, plugin_ids[index]) != 0) continue;
    found = true;
    bool is_only = plugin_count == 1 || asked.id;
    for (int config = asked.config_count ? 0 : -1; config < asked.config_count; config++) {
      /* The report names a config by its number, because the config may have secrets. */
      snprintf(where, sizeof where, "%s", plugin_ids[index]);
      if (asked.config_count > 1) snprintf(where, sizeof where, "%s with config %d", plugin_ids[index], config + 1);
      if (!run_of_plugin(plugin_ids[index], config, is_only && asked.config_count < 2 ? NULL : where)) return false;
    }
    verdicts_end_plugin(is_only ? NULL : plugin_ids[index]);
  }
  if (!found) fprintf(stderr, "moya-plugin-check: the module has no plugin %s\n", asked.id);
  return found;
}

/* Makes the path of the module absolute, because the tests run in another folder, where a relative path would not lead
 * to the module. A path without a slash is a file of the current folder, if the folder has this file. Otherwise it is
 * the name of a module in the folders of plugins, and stays as it is. */
static void find_file(void) {
  struct stat about;
  bool is_name = !strchr(asked.path, '/');
  if (is_name && (stat(asked.path, &about) != 0 || !S_ISREG(about.st_mode))) return;
  char *whole = realpath(asked.path, NULL);
  if (whole) asked.path = whole;
}

/* Runs the tests in this process, because the user has asked for it, perhaps to use a debugger. */
static int run_here(void) {
  for (size_t index = 0; index < check_count; index++) {
    if (!is_named(&checks[index])) continue;
    asked.config = asked.config_count - 1;
    if (asked.report >= 0) {
      /* If the program is interrupted, its child must end too. */
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      child_test(&checks[index], asked.report);
      _exit(0);
    }
    child_enter(&checks[index], asked.config);
    int file = memfd_create("report", MFD_CLOEXEC);
    MUST(file >= 0);
    child_test(&checks[index], file);
    outcome outcome = {.is_over = true, .report = calloc(1, 1 << 20)};
    if (outcome.report && pread(file, outcome.report, (1 << 20) - 1, 0) >= 0)
      verdicts_take(&checks[index], &outcome, NULL);
  }
  child_clean();
  verdicts_end_plugin(NULL);
  verdicts_end();
  return report_print();
}

int main(int count, char **words) {
  int status = arguments_read(count, words);
  if (status >= 0) return status;
  if (asked.list) {
    report_list();
    return 0;
  }
  verdicts_begin();
  find_file();
  if (asked.in_process) return run_here();
  findings_begin(STDERR_FILENO);
  bool is_done = run_all();
  child_clean();
  verdicts_end();
  status = report_print();
  return is_done ? status : 2;
}
