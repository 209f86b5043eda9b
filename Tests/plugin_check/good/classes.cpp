/* A good module in C++: objects, exceptions that do not leave their hook, and no static objects. */
#include <moya/plugin.h>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>

namespace {

class statuses {
public:
  explicit statuses(const moya_host *host) : host(host) {}

  moya_status process(moya_context *context) {
    if (host->result_status(context) != MOYA_OK) return MOYA_HOOK_OK;
    const std::string value = std::to_string(count(host->http_status(context)));
    return host->response_set_header(context, "X-Same-Status", value.c_str());
  }

  /* Runs a member function. An exception becomes the error of the hook. */
  template <class Body>
  moya_status guard(moya_context *context, Body body) {
    try {
      return body();
    } catch (const std::exception &error) {
      host->fail(context, error.what());
      return MOYA_ERROR_OTHER;
    }
  }

private:
  unsigned long count(int http_status) {
    if (http_status < 100) throw std::out_of_range("the response has no status");
    const std::lock_guard<std::mutex> guard(lock);
    return ++seen[http_status];
  }

  const moya_host *host;
  std::mutex lock;
  std::map<int, unsigned long> seen;
};

moya_status create(const moya_host *host, moya_context *self, void **instance) {
  try {
    *instance = new statuses(host);
    return MOYA_OK;
  } catch (const std::exception &error) {
    host->fail(self, error.what());
    return MOYA_ERROR_MEMORY;
  }
}

constexpr moya_plugin table() {
  moya_plugin it{};
  it.size = sizeof it;
  it.option_size = sizeof(moya_option);
  it.id = "org.example.classes";
  it.version = "1.0.0";
  it.about = "Counts responses of the same status.";
  it.license = "MIT";
  it.create = create;
  it.destroy = [](void *instance) { delete static_cast<statuses *>(instance); };
  it.process = [](void *instance, moya_context *context) -> moya_status {
    statuses *self = static_cast<statuses *>(instance);
    return self->guard(context, [=] { return self->process(context); });
  };
  return it;
}

constexpr moya_plugin plugin = table();

} // namespace

MOYA_MODULE(&plugin)
