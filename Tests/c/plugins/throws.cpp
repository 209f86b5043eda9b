// A plugin that throws a C++ exception. The option `where` names the function that throws. The option `what` chooses
// the exception: "int" is the number 42, "null" is an exception whose what() returns NULL, otherwise a
// std::runtime_error.
#include <moya/plugin.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

namespace {

struct instance {
  const moya_host *host;
  std::string where, what;
};

struct textless : std::exception {
  const char *what() const noexcept override { return nullptr; }
};

void raise(const std::string &what) {
  if (what == "int") throw 42;
  if (what == "null") throw textless();
  throw std::runtime_error("the reason");
}
void reach(const void *it, const char *where) {
  const instance *self = static_cast<const instance *>(it);
  if (self->where == where) raise(self->what);
}

moya_status create(const moya_host *host, moya_context *self, void **made) {
  std::string where = host->option_text(self, "where").data, what = host->option_text(self, "what").data;
  if (where == "create") raise(what);
  *made = new instance{host, where, what};
  return MOYA_OK;
}
moya_status close_instance(void *it, moya_context *) {
  reach(it, "close");
  return MOYA_HOOK_OK;
}
void destroy(void *it) {
  // The environment variable tells the program that `destroy` has run.
  const instance self = *static_cast<instance *>(it);
  delete static_cast<instance *>(it);
  setenv("MOYA_TEST_DESTROYED", "1", 1);
  reach(&self, "destroy");
}
moya_status prepare(void *it, moya_context *context) {
  static_cast<instance *>(it)->host->set_slot(context, it);
  reach(it, "prepare");
  return MOYA_HOOK_OK;
}
moya_status sign(void *it, moya_context *) {
  reach(it, "sign");
  return MOYA_HOOK_OK;
}
void will_send(void *it, moya_context *) { reach(it, "will_send"); }
void did_receive(void *it, moya_context *) { reach(it, "did_receive"); }
int64_t should_retry(void *it, moya_context *context) {
  reach(it, "should_retry");
  return static_cast<instance *>(it)->host->attempt(context) < 2 ? 0 : MOYA_RETRY_NONE;
}
moya_status process(void *it, moya_context *) {
  reach(it, "process");
  return MOYA_HOOK_OK;
}
void release_slot(void *it, void *) { reach(it, "release_slot"); }

// The library calls this function before there is a config. So an environment variable makes it throw.
const void *get_extension(const char *) {
  if (getenv("MOYA_TEST_EXTENSION_THROWS")) throw std::runtime_error("the reason");
  return nullptr;
}

const moya_option options[] = {
    {"where", nullptr, MOYA_OPTION_TEXT, 1, nullptr, nullptr, 0, 0},
    {"what", nullptr, MOYA_OPTION_TEXT, 0, nullptr, nullptr, 0, 0},
    {nullptr, nullptr, 0, 0, nullptr, nullptr, 0, 0},
};

const moya_plugin plugin = {
    sizeof(moya_plugin), sizeof(moya_option), 0, 0, "org.libmoya.throws", "1.0.0", nullptr, nullptr, options, nullptr,
    create, close_instance, destroy, prepare, sign, will_send, did_receive, should_retry, process, release_slot,
    get_extension};
const moya_plugin *const plugins[] = {&plugin, nullptr};
const moya_module module = {sizeof(moya_module), MOYA_PLUGIN_ABI, plugins};

} // namespace

const moya_module *moya_plugin_entry(uint32_t) {
  const char *thrown = getenv("MOYA_TEST_ENTRY_THROWS");
  if (thrown && std::strcmp(thrown, "1") == 0) throw std::runtime_error("the reason");
  if (thrown && std::strcmp(thrown, "null") == 0) throw textless();
  return &module;
}
