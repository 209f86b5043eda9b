// An example plugin. It adds a header field to every request, waits before the request if the option wait_ms is set,
// and counts the calls.
#include <moya/plugin.hpp>

#include <atomic>

namespace {

using moya::plugin::context;
using moya::plugin::deferred;
using moya::plugin::option;

class sample {
 public:
  static void describe(moya_plugin &it) {
    static constexpr moya_option options[] = {
        option::text("value").about("The value of the field.").preset("\"template\""),
        option::integer("wait_ms").about("How long each call waits.").range(0, 60000),
        option::end(),
    };
    it.id = "org.example.template";
    it.version = "1.0.0";
    it.about = "Adds a header field to every request.";
    it.license = "MIT";
    it.options = options;
    it.flags = MOYA_PLUGIN_WAITS;
  }

  explicit sample(context &self)
      : value_(self.option_text("value").str()), wait_ms_(self.option_int("wait_ms")), calls_(0) {}

  moya_status prepare(context &it) {
    const moya_status status = it.request_set_header("X-Template", value_);
    if (status != MOYA_OK || wait_ms_ == 0) return status;
    const moya_status started = deferred(it).resume_after(wait_ms_);
    return started == MOYA_OK ? MOYA_HOOK_PENDING : started;
  }

  moya_status process(context &it) {
    it.log(MOYA_LOG_INFO, "call " + std::to_string(++calls_));
    return MOYA_HOOK_OK;
  }

 private:
  const std::string value_;
  const int64_t wait_ms_;
  std::atomic<unsigned long> calls_; // hooks of different calls run at the same time
};

} // namespace

MOYA_PLUGINS(sample)
