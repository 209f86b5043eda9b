#include "checks.h"

#include "allocations.h"
#include "config.h"
#include "findings.h"
#include "pieces.h"
#include "world.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tests that destroy providers run only if the plugin follows this rule (rows.h). Otherwise the plugin has work that
 * does not end, so no provider of these tests could be destroyed. */
#define ENDS "none-after-destroy"

const check checks[] = {
    {"file", "opens load-time", "", check_file, false},
    {"symbols", "undefined-symbols exports-one static-objects", "", check_symbols, false},
    {"same-table", "twice-same-table", "", check_same_table, false},
    {"declines", "declines-0", "", check_declines, false},
    {"newer-host", "newer-host", "", check_newer_host, false},
    {"tables", "tables", "", check_tables, false},
    {"extension", "unknown-extension", "", check_extension, false},
    {"schema", "schema", "", check_schema, false},
    {"create", "create-destroy", "", check_create, false},
    {"options", "required-missing wrong-kinds out-of-range unknown-key", "", check_options, false},
    {"blocking", "blocking not-starved", ENDS, check_blocking, false},
    {"calls",
     "balance declared unwinding answers stale-context other-thread environment resume-once resume-always "
     "slot-set slot-released none-after-destroy busy-loop sub-requests no-output",
     ENDS, check_calls, false},
    {"secrets", "secrets", ENDS, check_secrets, false},
    {"texts", "texts", ENDS, check_texts, true},
    {"overlap", "overlap", ENDS, check_overlap, true},
    {"ends", "resume-late", ENDS " overlap", check_ends, false},
    {"many-calls", "not-starved", ENDS " balance unwinding resume-always overlap", check_many_calls, false},
    {"network", "balance", ENDS " balance unwinding resume-always not-starved slot-released stale-context answers",
     check_network, false},
    {"requests", "failing-requests resume-always", ENDS " resume-once overlap", check_requests, false},
    {"destroy", "destroy-with-calls", ENDS, check_destroy_with_calls, false},
    {"leaks", "user-freed", ENDS, check_leaks, false},
    {"two-instances", "two-instances", ENDS, check_two_instances, false},
    {"close", "close", ENDS, check_close, false},
    {"exit", "exit", ENDS, check_exit, false},
    {"fork", "fork", ENDS, check_fork, false},
    {"body", "cuts end-without-chunks pieces skip", ENDS, check_body, false},
    {"responses", "responses", ENDS, check_responses, true},
    {"values", "good-values", ENDS, check_good_values, true},
    {"create-fails", "create-fails", ENDS, check_create_fails, false},
    {"fuzz", "fuzz", ENDS, check_fuzz, true},
};
const size_t check_count = sizeof checks / sizeof *checks;

const moya_module *open_module(void) {
  const moya_module *module = NULL;
  moya_error *error = NULL;
  moya_status status = moya_module_open(asked.path, 0, &module, &error);
  if (status != MOYA_OK) checker_failed("the module opened before: %s", moya_error_message(error).data);
  return module;
}

moya_plugin_entry_fn open_entry(void) {
  moya_plugin_entry_fn entry = NULL;
  void *object = dlopen(asked.path, RTLD_NOW | RTLD_LOCAL),
       *symbol = object ? dlsym(object, "moya_plugin_entry") : NULL;
  if (!symbol) checker_failed("the loader does not open the module: %s", dlerror());
  memcpy(&entry, &symbol, sizeof entry);
  return entry;
}

void use_plugin(void) {
  const moya_module *module = open_module();
  for (const moya_plugin *const *it = module->plugins; *it; it++) {
    if (!asked.id || strcmp(asked.id, (*it)->id) == 0) {
      world_plugin = *it;
      break;
    }
  }
  MUST(world_plugin);
  config_begin(world_works);
  if (asked.config >= 0) MUST(config_base(world_plugin, asked.configs[asked.config]));
  allocations_begin();
  blocking_begin();
  pieces_begin();
}
