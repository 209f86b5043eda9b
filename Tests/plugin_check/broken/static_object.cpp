/* warns: static-objects */
/* The module has a static object with a destructor. At exit it is destroyed while hooks can still run. */
#include <moya/plugin.h>
#include <string>

namespace {

std::string name = "X-Static-Object-With-A-Long-Name";
const moya_host *host;

constexpr moya_plugin table() {
  moya_plugin it{};
  it.size = sizeof it;
  it.option_size = sizeof(moya_option);
  it.id = "org.example.static-object";
  it.version = "1.0.0";
  it.about = "Sets a field whose name is a static object.";
  it.license = "MIT";
  it.create = [](const moya_host *functions, moya_context *, void **) -> moya_status {
    host = functions;
    return MOYA_OK;
  };
  it.prepare = [](void *, moya_context *context) -> moya_status {
    return host->request_set_header(context, name.c_str(), "1");
  };
  return it;
}

constexpr moya_plugin plugin = table();

} // namespace

MOYA_MODULE(&plugin)
