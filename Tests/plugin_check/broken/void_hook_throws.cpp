/* fails: unwinding */
/* An exception leaves did_receive, which returns nothing. */
#include <moya/plugin.h>
#include <stdexcept>

namespace {

const moya_host *host;

constexpr moya_plugin table() {
  moya_plugin it{};
  it.size = sizeof it;
  it.option_size = sizeof(moya_option);
  it.id = "org.example.void-hook-throws";
  it.version = "1.0.0";
  it.about = "Throws.";
  it.license = "MIT";
  it.create = [](const moya_host *functions, moya_context *, void **) -> moya_status {
    host = functions;
    return MOYA_OK;
  };
  it.did_receive = [](void *, moya_context *context) {
    if (host->http_status(context) == 503) throw std::runtime_error("the server is busy");
  };
  return it;
}

constexpr moya_plugin plugin = table();

} // namespace

MOYA_MODULE(&plugin)
