#include "rows.h"

#include <string.h>

#define HOOKS "create-destroy balance"
#define CALLS HOOKS " unwinding"

const row rows[] = {
    {"file", "opens", "The library opens the file.", ""},
    {"file", "exports-one", "The file exports only moya_plugin_entry.", "opens"},
    {"file", "undefined-symbols", "The libraries that the file needs have every symbol that it uses.", "opens"},
    {"file", "static-objects", "The file has no static objects with destructors.", "opens"},
    {"file", "load-time", "The file is loaded within 100 ms.", "opens"},

    {"entry", "twice-same-table", "moya_plugin_entry returns the same table each time.", "opens"},
    {"entry", "declines-0", "moya_plugin_entry(0) returns NULL.", "opens"},
    {"entry", "newer-host", "moya_plugin_entry of a newer host returns a table or NULL.", "opens"},
    {"entry", "tables", "The tables have valid sizes, names and texts.", "opens"},
    {"entry", "unknown-extension", "get_extension returns NULL for an unknown name.", "tables"},

    {"options", "required-missing", "A config without a required option is refused.", "create-destroy"},
    {"options", "good-values", "Values that the options allow are accepted, and calls with them break no rule.", CALLS},
    {"options", "wrong-kinds", "Values of another kind are refused.", "create-destroy"},
    {"options", "out-of-range", "Integers out of range and unknown choices are refused.", "create-destroy"},
    {"options", "unknown-key", "Unknown keys are refused.", "create-destroy"},
    {"options", "declared", "The plugin reads only options of its table, each as its kind.", "create-destroy"},
    {"options", "secrets", "Secrets are in no log line, no error message and no printed text.", CALLS},
    {"options", "schema", "The options have a JSON Schema, and their presets fit it.", "tables"},

    {"life", "create-destroy", "1000 instances are made and freed without growth.", "opens tables"},
    {"life", "two-instances", "Two instances share nothing that the end of one of them frees.",
     CALLS " resume-always overlap"},
    {"life", "create-fails", "A create that fails frees what it made.", "create-destroy good-values"},
    {"life", "destroy-with-calls", "A provider is destroyed while its calls wait.", CALLS " resume-late overlap"},
    {"life", "close", "The close hook ends within 2 seconds.", CALLS " overlap"},
    {"life", "exit", "A program that has used the plugin ends normally.", CALLS},
    {"life", "fork", "A forked child makes calls with the instance of its parent.", CALLS},
    {"life", "no-output", "Nothing is written to standard output and standard error.", "create-destroy secrets"},

    {"hooks", "balance", "Each call ends exactly once.", "create-destroy blocking not-starved"},
    {"hooks", "overlap", "Calls that run at the same time do not mix.", CALLS},
    {"hooks", "responses", "Calls end and leave nothing, whatever the server responds.",
     CALLS " resume-late user-freed slot-released sub-requests cuts end-without-chunks"},
    {"hooks", "answers", "Hooks return values that plugin.h names.", CALLS},
    {"hooks", "stale-context", "A context is not used after its end.", CALLS},
    {"hooks", "other-thread", "A context that is not deferred is used only on the thread of its hook.", CALLS},
    {"hooks", "texts", "Texts of the host are not changed, and not used after the end of their context.", CALLS},
    {"hooks", "environment", "The file and its hooks leave the process as it is: signals, locale, folder, limits, descriptors, variables.",
     CALLS},
    {"hooks", "unwinding", "No exception leaves a hook.", HOOKS},
    {"hooks", "blocking", "No hook of a call sleeps, waits or computes for long.", "create-destroy"},

    {"waiting", "resume-always", "Each deferred context is resumed.", CALLS},
    {"waiting", "resume-once", "No context is resumed twice.", CALLS},
    {"waiting", "resume-late", "Calls may be cancelled and time out while they wait.",
     CALLS " resume-always resume-once overlap"},
    {"waiting", "not-starved", "A call that waits, and tasks, delay no other call.", "create-destroy"},

    {"tasks", "user-freed", "What hooks and tasks allocate is freed.",
     CALLS " slot-released sub-requests resume-late overlap"},
    {"tasks", "none-after-destroy", "Tasks end, and none runs after destroy.", CALLS},
    {"tasks", "busy-loop", "No timer without a delay starts itself again and again.", CALLS},
    {"tasks", "sub-requests", "A plugin sends few requests for each call.", CALLS},
    {"tasks", "failing-requests", "Calls end if the plugin's own requests fail.",
     CALLS " resume-always slot-released sub-requests overlap"},

    {"body", "cuts", "The result does not depend on the pieces in which a body arrives.", CALLS},
    {"body", "end-without-chunks", "A body without bytes has an end.", CALLS},
    {"body", "pieces", "A piece is used only in its chunk hook, which writes nothing to it.", CALLS},
    {"body", "skip", "After MOYA_BODY_SKIP the plugin passes nothing on.", CALLS},

    {"slots", "slot-set", "A plugin with MOYA_PLUGIN_NEEDS_SLOT sets its slot, so its later hooks run.", CALLS},
    {"slots", "slot-released", "Each slot is passed to release_slot.", CALLS},

    {"fuzz", "fuzz", "Random options, headers, bodies and statuses do no harm.",
     CALLS " good-values resume-late cuts user-freed failing-requests responses"},
};
const size_t row_count = sizeof rows / sizeof *rows;

int row_find(const char *name) {
  for (size_t index = 0; index < row_count; index++) {
    if (strcmp(rows[index].name, name) == 0) return (int)index;
  }
  return -1;
}

bool list_has(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)); at += length) {
    if ((at == list || at[-1] == ' ') && (at[length] == 0 || at[length] == ' ')) return true;
  }
  return false;
}

const char *verdict_name(verdict verdict) {
  switch (verdict) {
  case PASSED: return "passed";
  case WARNED: return "warning";
  case FAILED: return "failed";
  case NONE: return "none";
  default: return "not run";
  }
}
