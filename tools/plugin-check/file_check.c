/* Tests whether the library opens the file of the module, and tests the symbols of the file. */
#include "checks.h"
#include "elf.h"
#include "environment.h"
#include "findings.h"
#include "virtual_time.h"

#include <dlfcn.h>
#include <moya/moya.h>
#include <stdlib.h>
#include <string.h>

enum { SLOW_MS = 100 };

/* Reports that the library did not open the file. If the path has no slash, the checker has looked for the file in the
 * current folder first, which the library does not do. So the library's advice about slashes is left out. */
static void report_closed(const char *message) {
  const char *advice = strchr(asked.path, '/') ? NULL : strstr(message, ". The path of a file needs a slash");
  if (advice) finding("opens", "%.*s, and not in the current folder", (int)(advice - message), message);
  else finding("opens", "%s", message);
}

void check_file(void) {
  const moya_module *module = NULL;
  moya_error *error = NULL;
  void *environment = environment_copy();
  about_to("opens", "opening the file");
  int64_t began = time_real();
  moya_status status = moya_module_open(asked.path, 0, &module, &error);
  int64_t took = (time_real() - began) / 1000;
  if (status != MOYA_OK) {
    report_closed(error ? moya_error_message(error).data : moya_status_name(status));
    free(environment);
    return;
  }
  environment_compare(environment, "opening the file");
  if (took > SLOW_MS) warning("load-time", "opening the file took %lld ms", (long long)took);
  for (const moya_plugin *const *it = module->plugins; *it; it++) found_plugin((*it)->id);
}

/* ── Symbols ── */

/* Returns true for the name of a symbol that the linker adds to every object. */
static bool is_of_linker(const char *name) {
  static const char *const names[] = {"_init", "_fini", "__bss_start", "_edata", "_end", "_ITM_deregisterTMCloneTable",
                                      "_ITM_registerTMCloneTable", "__gmon_start__"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (strcmp(name, names[index]) == 0) return true;
  }
  return false;
}

/* Returns true for the symbol of a template or an inline function of a C++ library. The compiler makes such symbols
 * visible. */
static bool is_of_language(const elf_symbol *it) {
  return it->weak || strncmp(it->name, "_ZTI", 4) == 0 || strncmp(it->name, "_ZTS", 4) == 0 ||
         strncmp(it->name, "_ZTV", 4) == 0 || strncmp(it->name, "_ZNSt", 5) == 0 || strncmp(it->name, "_ZSt", 4) == 0;
}

static bool any_has(void **libraries, size_t count, const char *name) {
  for (size_t index = 0; index < count; index++) {
    dlerror();
    dlsym(libraries[index], name);
    if (!dlerror()) return true;
  }
  return false;
}

void check_symbols(void) {
  static void *libraries[256];
  size_t count = 0;
  elf_symbol symbol;
  const char *name;
  elf_file *file = elf_open(asked.path);
  if (!file) checker_failed("the file has no dynamic symbols");
  for (size_t index = 0; (name = elf_needed_at(file, index)) && count < 250; index++) {
    void *library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (!library) library = dlopen(name, RTLD_LAZY);
    if (library) libraries[count++] = library;
    if (strncmp(name, "libmoya.so", 10) == 0)
      finding("undefined-symbols", "the file needs %s; a module links no libmoya", name);
  }
  libraries[count++] = dlopen("libc.so.6", RTLD_LAZY);
  for (size_t index = 1; elf_symbol_at(file, index, &symbol); index++) {
    if (symbol.exported && strcmp(symbol.name, "moya_plugin_entry") != 0 && !is_of_linker(symbol.name) &&
        !is_of_language(&symbol)) {
      warning("exports-one", "the file exports %s; compile it with -fvisibility=hidden", symbol.name);
    }
    if (!symbol.defined && strcmp(symbol.name, "__cxa_atexit") == 0) {
      warning("static-objects", "a static object has a destructor (__cxa_atexit), which runs before the last hooks");
    }
    if (symbol.defined || symbol.weak || !symbol.name[0]) continue;
    if (strncmp(symbol.name, "moya_", 5) == 0) {
      finding("undefined-symbols", "the file needs %s of libmoya; use the functions of moya_host", symbol.name);
    } else if (!any_has(libraries, count, symbol.name)) {
      finding("undefined-symbols", "no library that the file needs has %s", symbol.name);
    }
  }
  elf_close(file);
}
