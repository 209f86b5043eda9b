/* Contains what the modules of this folder share: the functions of the host, and the first members of a plugin's
 * table. */
#ifndef MODULE_H
#define MODULE_H

#include <moya/plugin.h>
#include <moya/plugin/body.h>
#include <moya/plugin/digest.h>
#include <moya/plugin/tasks.h>

/* A process has one host, so modules may store its tables in static variables. */
static const moya_host *host;
static const moya_tasks *tasks;
static const moya_body *body;
static const moya_digest *digest;

/* A `create` for plugins without an instance. Stores the functions of the host. */
static inline moya_status keep_host(const moya_host *functions, moya_context *self, void **instance) {
  (void)self;
  *instance = NULL;
  host = functions;
  return MOYA_OK;
}

/* Each of the next three functions stores a table of the host. If the host does not have this table, the function
 * fails. */
static inline moya_status keep_tasks(const moya_host *functions, moya_context *self) {
  host = functions;
  tasks = host->get_extension(MOYA_TASKS);
  if (tasks) return MOYA_OK;
  host->fail(self, "the host has no moya.tasks/1");
  return MOYA_ERROR_PLUGIN_ABI;
}
static inline moya_status keep_body(const moya_host *functions, moya_context *self) {
  host = functions;
  body = host->get_extension(MOYA_BODY);
  if (body) return MOYA_OK;
  host->fail(self, "the host has no moya.body/1");
  return MOYA_ERROR_PLUGIN_ABI;
}
static inline moya_status keep_digest(const moya_host *functions, moya_context *self) {
  host = functions;
  digest = host->get_extension(MOYA_DIGEST);
  if (digest) return MOYA_OK;
  host->fail(self, "the host has no moya.digest/1");
  return MOYA_ERROR_PLUGIN_ABI;
}

/* The first members of a table. `name` is the last label of the id, `sentence` says what the plugin does. */
#define MODULE_HEAD(name, sentence) \
  MOYA_PLUGIN_HEAD, .id = "org.example." name, .version = "1.0.0", .about = sentence, .license = "MIT"

#endif
