// An example plugin. It adds an idempotency key to requests that change something, and sends them again if the server
// responds with 503.
#include <moya/plugin.hpp>
#include <moya/plugin/digest.h>

#include <cstdlib>
#include <memory>

namespace {

using moya::plugin::context;
using moya::plugin::error;
using moya::plugin::option;

class retry {
 public:
  static void describe(moya_plugin &it) {
    static constexpr moya_option options[] = {
        option::integer("limit").about("How many retries.").preset("2").range(0, 10),
        option::integer("delay_ms").about("The wait, if the server names none.").preset("500").range(0, 60000),
        option::end(),
    };
    it.id = "org.example.idempotent";
    it.version = "1.0.0";
    it.about = "Adds an Idempotency-Key, and retries on 503.";
    it.license = "MIT";
    it.options = options;
  }

  explicit retry(context &self)
      : digest_(self.extension<moya_digest>(MOYA_DIGEST)), limit_(self.option_int("limit")),
        delay_ms_(self.option_int("delay_ms")) {
    if (!digest_) throw error(MOYA_ERROR_STATE, "the library has no random bytes");
  }

  // Runs for each attempt. The slot stores the key, so all attempts of a call have the same key.
  moya_status prepare(context &call) {
    const std::string method = call.request_method().str();
    if (method != "POST" && method != "PATCH") return MOYA_HOOK_OK;
    if (!call.slot()) {
      std::unique_ptr<std::string> made(new std::string(key()));
      const moya_status status = call.set_slot(made.get());
      if (status != MOYA_OK) return status;
      made.release(); // the slot owns it now
    }
    return call.request_set_header("Idempotency-Key", *static_cast<std::string *>(call.slot()));
  }

  int64_t should_retry(context &call) {
    if (!call.slot() || call.http_status() != 503 || call.attempt() > limit_) return MOYA_RETRY_NONE;
    const int64_t wait = wait_ms(call.response_header("Retry-After").str()), left = call.time_left_ms();
    if (left >= 0 && wait > left) return MOYA_RETRY_NONE; // the caller gets the 503 now, and no timeout later
    return wait;
  }

  void release_slot(void *slot) { delete static_cast<std::string *>(slot); }

 private:
  // Returns the milliseconds of a Retry-After that names seconds. If the field is missing or has a date (RFC 9110
  // §10.2.3), returns the value of the option delay_ms.
  int64_t wait_ms(const std::string &after) const {
    const bool is_number = !after.empty() && after.size() < 10 && after.find_first_not_of("0123456789") == after.npos;
    return is_number ? std::strtol(after.c_str(), nullptr, 10) * int64_t{1000} : delay_ms_;
  }

  std::string key() const {
    unsigned char bytes[16];
    if (!digest_->random(bytes, sizeof bytes)) throw error(MOYA_ERROR_SYSTEM, "there are no random bytes");
    std::string made;
    for (unsigned char byte : bytes) {
      made += "0123456789abcdef"[byte >> 4];
      made += "0123456789abcdef"[byte & 15];
    }
    return made;
  }

  const moya_digest *const digest_;
  const int64_t limit_, delay_ms_;
};

} // namespace

MOYA_PLUGINS(retry)
