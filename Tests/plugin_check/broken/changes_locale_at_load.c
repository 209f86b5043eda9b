/* fails: environment */
/* A constructor changes the locale of the process when the module is opened. */
#include "../module.h"
#include <locale.h>

__attribute__((constructor)) static void load(void) { setlocale(LC_ALL, "C.UTF-8"); }

static const moya_plugin plugin = {
    MODULE_HEAD("changes-locale-at-load", "Changes the process."),
    .create = keep_host,
};

MOYA_MODULE(&plugin)
