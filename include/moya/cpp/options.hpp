/* Wraps the options of a provider (provider.h). */
#ifndef MOYA_CPP_OPTIONS_HPP
#define MOYA_CPP_OPTIONS_HPP

#include "stubs.hpp"

namespace moya {

/* provider.h says what each option does, and its default. In C++20, name the fields in this order.
 * In C++17, assign them. The C structs among the fields do not own what they point to. What they
 * point to must live until the provider is made. */
struct provider_options {
  text base_url{};
  fields environments{}; /* base URLs by name; `environment` selects one */
  text environment{};
  fields headers{};
  fields parameters{};
  text user_agent{};
  text proxy{}; /* "": no proxy */
  text ca_file{};
  std::chrono::milliseconds connect_timeout{};
  std::chrono::milliseconds idle_timeout{};
  std::chrono::milliseconds total_timeout{};
  uint32_t max_connections{};
  uint32_t max_connections_per_host{};
  uint32_t max_redirects{};
  uint64_t max_body_size{};
  moya_stub_behavior stub{};
  std::chrono::milliseconds stub_delay{};
  std::optional<moya::stubs> stubs{};
  moya_pump pump{};
  uint32_t loops{};
  /* Receives log lines. It can run on several threads at the same time. If the function throws,
   * std::terminate ends the program. */
  function<void(moya_log_level, std::string_view)> log{};
  moya_log_level log_level{};
  std::optional<moya_retry> retry{};
  std::optional<moya_connection_options> connection{};
  std::optional<moya_cookie_options> cookies{};
  std::optional<moya_backend> backend{};
  std::optional<moya_closures> closures{};
  std::optional<moya_executor> executor{};
};

namespace detail {

class lowered_options : public lowering {
  using log_function = function<void(moya_log_level, std::string_view)>;
  std::vector<moya_header> headers_;
  std::vector<moya_parameter> parameters_, environments_;
  std::unique_ptr<log_function> log_user_;
  moya_log_handler log_ = MOYA_LOG_HANDLER_INIT;
  moya_retry retry_ = MOYA_RETRY_INIT;
  moya_connection_options connection_ = MOYA_CONNECTION_OPTIONS_INIT;
  moya_cookie_options cookies_ = MOYA_COOKIE_OPTIONS_INIT;
  moya_backend backend_ = MOYA_BACKEND_INIT;
  moya_closures closures_ = MOYA_CLOSURES_INIT;
  moya_executor executor_ = MOYA_EXECUTOR_INIT;
  moya_provider_options it_ = MOYA_PROVIDER_OPTIONS_INIT;

  static void log(void *user, moya_log_level level, const char *message, size_t len) noexcept {
    (*static_cast<log_function *>(user))(level, std::string_view(message, len));
  }
  static void free_log(void *user) noexcept { delete static_cast<log_function *>(user); }

 public:
  explicit lowered_options(const provider_options &from) {
    it_.base_url = lower(from.base_url, "provider_options.base_url");
    it_.environment = lower(from.environment, "provider_options.environment");
    it_.user_agent = lower(from.user_agent, "provider_options.user_agent");
    it_.proxy = lower(from.proxy, "provider_options.proxy");
    it_.ca_file = lower(from.ca_file, "provider_options.ca_file");
    lower(from.environments, environments_, "provider_options.environments");
    it_.environments = environments_.empty() ? nullptr : environments_.data();
    it_.environment_count = environments_.size();
    lower(from.headers, headers_, "provider_options.headers");
    it_.headers = headers_.data();
    it_.header_count = headers_.size();
    lower(from.parameters, parameters_, "provider_options.parameters");
    it_.parameters = parameters_.data();
    it_.parameter_count = parameters_.size();
    it_.connect_timeout_ms = lower(from.connect_timeout, "provider_options.connect_timeout");
    it_.idle_timeout_ms = lower(from.idle_timeout, "provider_options.idle_timeout");
    it_.total_timeout_ms = lower(from.total_timeout, "provider_options.total_timeout");
    it_.stub_delay_ms = lower(from.stub_delay, "provider_options.stub_delay");
    it_.max_connections = from.max_connections;
    it_.max_connections_per_host = from.max_connections_per_host;
    it_.max_redirects = from.max_redirects;
    it_.max_body_size = from.max_body_size;
    it_.stub = from.stub;
    if (from.stubs && !from.stubs->get()) refuse("provider_options.stubs", " is empty");
    it_.stubs = from.stubs ? from.stubs->get() : nullptr;
    it_.pump = from.pump;
    it_.loops = from.loops;
    if (from.log) {
      log_user_ = std::make_unique<log_function>(from.log);
      log_.level = from.log_level;
      log_.log = log;
      log_.user = log_user_.get();
      log_.release_user = free_log;
      it_.log = &log_;
    }
    it_.retry = lower(from.retry, retry_);
    it_.connection = lower(from.connection, connection_);
    it_.cookies = lower(from.cookies, cookies_);
    it_.backend = lower(from.backend, backend_);
    it_.closures = lower(from.closures, closures_);
    it_.executor = lower(from.executor, executor_);
  }
  /* Returns the options as a struct of C. Pass the struct to moya_provider_create once. That
   * function then owns the log handler. */
  const moya_provider_options *get() noexcept {
    log_user_.release();
    return &it_;
  }
};

} // namespace detail

} // namespace moya

#endif
