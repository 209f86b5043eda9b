/* Contains what tests of module files share: a folder, copies of modules in it, and functions that check whether a
 * module opens. */
#ifndef PLUGIN_MODULES_H
#define PLUGIN_MODULES_H

#include "plugin_calls.h"

#include <sys/stat.h>

/* The paths of a folder, of the module that a test writes there, and of the file that opened modules write
 * (constructed.h). */
static char scratch[] = "/tmp/moya-files-XXXXXX", path[1024], mark[1024];
static unsigned char good[4 << 20], bytes[4 << 20];
static size_t size;

static inline void read_module(const char *name) {
  int file = open(module_path(name), O_RDONLY | O_CLOEXEC);
  ssize_t count = read(file, good, sizeof good);
  EXPECT(count > 2000 && count < (ssize_t)sizeof good, "%s: %zd", name, count);
  close(file);
  size = count > 0 ? (size_t)count : 0;
  memcpy(bytes, good, size);
}

/* Writes the module to a new file, so that the library takes it for another module than the last one. */
static inline void write_bytes(size_t count) {
  remove(path);
  int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  EXPECT(file >= 0 && fchmod(file, 0600) == 0 && write(file, bytes, count) == (ssize_t)count);
  close(file);
}

static inline void expect_open(const char *at, uint32_t flags, moya_status wanted, const char *text, const char *what) {
  const moya_module *module = NULL;
  moya_error *error = NULL;
  moya_status status = moya_module_open(at, flags, &module, &error);
  EXPECT(status == wanted, "%s: %s instead of %s (%s)", what, moya_status_name(status), moya_status_name(wanted),
         error ? moya_error_message(error).data : "no message");
  EXPECT((module != NULL) == (status == MOYA_OK) && (error == NULL) == (status == MOYA_OK), "%s", what);
  if (text) EXPECT(str_has(moya_error_message(error), text), "%s: %s", what, moya_error_message(error).data);
  moya_error_release(error);
}

/* Opens a module, which must succeed. Returns the id of one of its plugins. */
static inline const char *id_at(const char *at, size_t index) {
  const moya_module *module = NULL;
  EXPECT_STATUS(moya_module_open(at, MOYA_USE_ANY_FILE, &module, NULL), MOYA_OK);
  return module ? module->plugins[index]->id : "none";
}

static inline bool make_scratch(void) {
  if (!mkdtemp(scratch)) return false;
  snprintf(path, sizeof path, "%s/x.so", scratch);
  snprintf(mark, sizeof mark, "%s/mark", scratch);
  setenv("MOYA_TEST_MARK", mark, 1);
  return true;
}
static inline void remove_scratch(void) {
  remove(path);
  remove(mark);
  rmdir(scratch);
}

#endif
