/* Checks the options that the plugin reads. Each option must be in the plugin's moya_plugin, and the plugin must read
 * it with a function for its kind. */
#include "config.h"
#include "findings.h"
#include "watch.h"
#include "world.h"

#include <string.h>

void option_read(const char *name, const char *function, unsigned kinds) {
  const moya_option *option;
  for (size_t index = 0; name && (option = option_at(world_plugin, index)); index++) {
    if (strcmp(option->name, name) != 0) continue;
    if (!(kinds >> option->kind & 1))
      finding("declared", "%s read the option %s, which has another kind", function, name);
    return;
  }
  finding("declared", "%s read the option %s, which the table does not have", function, name ? name : "NULL");
}
