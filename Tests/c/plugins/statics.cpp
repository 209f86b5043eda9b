// A plugin with a static object. A hook that runs after the destructor of this object ends the process.
#include <moya/plugin.h>

#include <cstdlib>

namespace {

bool is_gone;

struct guard {
  ~guard() { __atomic_store_n(&is_gone, true, __ATOMIC_SEQ_CST); }
};
guard static_guard;

const moya_host *host;

void look() {
  if (__atomic_load_n(&is_gone, __ATOMIC_SEQ_CST)) std::abort();
}
moya_status create(const moya_host *it, moya_context *, void **) {
  host = it;
  return MOYA_OK;
}
moya_status prepare(void *, moya_context *) {
  look();
  return MOYA_HOOK_OK;
}
void will_send(void *, moya_context *) { look(); }
void did_receive(void *, moya_context *) { look(); }
int64_t should_retry(void *, moya_context *context) {
  look();
  return host->attempt(context) < 4 ? 0 : MOYA_RETRY_NONE;
}
moya_status process(void *, moya_context *) {
  look();
  return MOYA_HOOK_OK;
}

const moya_plugin plugin = {
    sizeof(moya_plugin), sizeof(moya_option), 0, 0, "org.libmoya.statics", "1.0.0", nullptr, nullptr, nullptr, nullptr,
    create, nullptr, nullptr, prepare, nullptr, will_send, did_receive, should_retry, process, nullptr, nullptr};

} // namespace

MOYA_MODULE(&plugin)
