// moya.otel: makes a span of OpenTelemetry for each call, and sends the spans to a collector. README.md is the page for
// its users.
#include "baggage.hpp"
#include "call.hpp"
#include "exporter.hpp"
#include "ids.hpp"
#include "members.hpp"
#include "sampler.hpp"
#include "version.hpp"

#include "../common/secret_words.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <moya/plugin.hpp>
#include <new>
#include <unistd.h>

namespace otel {
namespace {

using moya::plugin::error;

constexpr moya_option option(uint32_t kind, const char *name, const char *preset, const char *about) {
  return {name, about, kind, 0, preset, nullptr, 0, 0};
}
constexpr moya_option choice(const char *name, const char *preset, const char *choices, const char *about) {
  return {name, about, MOYA_OPTION_TEXT, 0, preset, choices, 0, 0};
}
constexpr moya_option number(const char *name, const char *preset, int64_t least, int64_t most, const char *about) {
  return {name, about, MOYA_OPTION_INT, 0, preset, nullptr, least, most};
}

constexpr moya_option options[] = {
    option(MOYA_OPTION_TEXT, "endpoint", "\"http://localhost:4318/v1/traces\"", "The URL to which spans are sent."),
    option(MOYA_OPTION_SECRET, "key", nullptr, "The value of a field that the collector wants, for example a token."),
    option(MOYA_OPTION_TEXT, "key_field", "\"Authorization\"", "The name of the field that has the key."),
    option(MOYA_OPTION_TEXT, "service_name", "\"unknown_service\"", "The name of the program in traces."),
    option(MOYA_OPTION_TEXTS, "resource", nullptr, "More attributes of the program, as name=value."),
    choice("sampler", "\"parentbased_always_on\"", sampler::names, "Which traces are recorded."),
    option(MOYA_OPTION_NUMBER, "ratio", "1", "The part of traces that traceidratio records, from 0 to 1."),
    option(MOYA_OPTION_FLAG, "propagate", "true", "Requests have the field traceparent."),
    option(MOYA_OPTION_TEXTS, "baggage", nullptr, "Baggage of all requests, as name=value."),
    option(MOYA_OPTION_TEXTS, "secret_parameters", nullptr, "More names of parameters whose values are secret."),
    option(MOYA_OPTION_TEXTS, "keep_parameters", nullptr, "Names of parameters that are no secrets."),
    number("queue_spans", "2048", 1, 1000000, "How many spans wait at most."),
    number("batch_spans", "512", 1, 100000, "How many spans a request has at most."),
    number("every_ms", "5000", 1, 3600000, "How long a span waits for others at most."),
    number("timeout_ms", "10000", 1, 600000, "The timeout of a request with spans."),
    number("close_ms", "1500", 0, 2000, "How long the end of the provider waits for the collector at most."),
    option(0, nullptr, nullptr, nullptr),
};

std::vector<std::string> texts(const context &self, const char *name) {
  std::vector<std::string> all;
  for (size_t i = 0; i < self.option_count(name); i++) all.push_back(self.option_at(name, i).str());
  return all;
}

[[noreturn]] void refuse(const std::string &why) { throw error(MOYA_ERROR_ARGUMENT, why); }

std::string url_option(const context &self) {
  const std::string url = self.option_text("endpoint").str();
  if (url.rfind("http://", 0) != 0 && url.rfind("https://", 0) != 0) {
    refuse("the endpoint does not begin with http:// or https://");
  }
  return url;
}

std::string key_field_option(const context &self) {
  const std::string name = self.option_text("key_field").str();
  if (!is_token(name)) refuse("the key_field is not the name of a header field");
  return name;
}

std::string key_option(const context &self) {
  const std::string key = self.option_text("key").str();
  const auto is_control = [](unsigned char byte) { return (byte < 0x20 && byte != '\t') || byte == 0x7f; };
  if (std::any_of(key.begin(), key.end(), is_control)) refuse("the key has a control character, so no header field can have it");
  return key;
}

double ratio_option(const context &self) {
  const double ratio = self.option_number("ratio");
  if (!(ratio >= 0 && ratio <= 1)) refuse("the ratio is not from 0 to 1");
  return ratio;
}

baggage baggage_option(const context &self) {
  baggage all;
  for (const std::string &pair : texts(self, "baggage")) {
    const std::string wrong = all.add(pair);
    if (!wrong.empty()) refuse("the baggage " + pair.substr(0, pair.find('=')) + " " + wrong);
  }
  return all;
}

std::string resource_option(const context &self) {
  std::vector<std::string> names{"service.name", "telemetry.sdk.name", "telemetry.sdk.language",
                                 "telemetry.sdk.version"};
  const std::vector<std::string> own = texts(self, "resource");
  for (const std::string &pair : own) {
    const std::string name = pair.substr(0, pair.find('='));
    if (name.empty() || name.size() == pair.size()) refuse("the resource attribute " + pair + " is not name=value");
    const bool is_known = std::find(names.begin(), names.end(), name) != names.end();
    if (is_known) refuse("the resource attribute " + name + " is there twice");
    names.push_back(name);
  }
  return encoded_resource(self.option_text("service_name").str(), own);
}

std::vector<std::string> simple_names(const context &self, const char *option) {
  std::vector<std::string> all = texts(self, option);
  for (std::string &each : all) {
    char simple[MOST_NAME + 1];
    simplify_name(each.data(), each.size(), simple);
    each = simple;
  }
  return all;
}

const moya_digest *digest_of(const context &self) {
  const moya_digest *digest = self.extension<moya_digest>(MOYA_DIGEST);
  if (!digest || !self.tasks()) throw error(MOYA_ERROR_PLUGIN_ABI, "the library has no moya.tasks/1 or moya.digest/1");
  return digest;
}

std::string_view view(moya_str it) { return it.data ? std::string_view(it.data, it.len) : std::string_view(); }

class plugin {
 public:
  static void describe(moya_plugin &it) {
    it.id = "moya.otel";
    it.version = version;
    it.about = "Sends a span of each call to an OpenTelemetry collector, and passes the trace context on.";
    it.license = "MIT";
    it.options = options;
    it.flags = MOYA_PLUGIN_WAITS | MOYA_PLUGIN_NEEDS_SLOT;
  }

  explicit plugin(context &self)
      : ids_(digest_of(self)), tasks_(self.tasks()), sampler_(self.option_text("sampler").str(), ratio_option(self)),
        is_never_(sampler_.is_never()), propagates_(self.option_int("propagate") == 1), baggage_(baggage_option(self)),
        is_idle_(is_never_ && !propagates_ && baggage_.is_empty()),
        secrets_(simple_names(self, "secret_parameters"), simple_names(self, "keep_parameters")),
        exporter_(self, functions(), export_options_of(self), resource_option(self)) {}

  moya_status prepare(context &it) {
    if (is_idle_ || is_child(it)) return MOYA_HOOK_OK;
    return unless_short(1, [&] {
      const call *own = static_cast<call *>(it.slot());
      if (!own) own = begin(it);
      if (own) propagate(it, *own);
    });
  }

  void will_send(context &it) {
    if (call *own = call_of(it)) own->will_send();
  }

  void did_receive(context &it) {
    if (call *own = call_of(it)) unless_short(0, [&] { own->did_receive(it); });
  }

  moya_status process(context &it) {
    call *own = call_of(it);
    if (!own) return MOYA_HOOK_OK;
    unless_short(0, [&] { own->process(it, secrets_); });
    if (!exporter_.wants_turn()) return MOYA_HOOK_OK;
    return moya::plugin::deferred(it).resume_after(0) == MOYA_OK ? MOYA_HOOK_PENDING : MOYA_HOOK_OK;
  }

  void release_slot(void *slot) {
    const std::unique_ptr<call> own(static_cast<call *>(slot));
    if (own->is_sampled()) unless_short(1, [&] { exporter_.add(own->span()); });
  }

  moya_status close(context &) {
    try {
      return exporter_.close();
    } catch (const std::bad_alloc &) { // thrown after the hook has deferred its context
      exporter_.give_up();
      return MOYA_HOOK_PENDING;
    }
  }

 private:
  static exporter::functions functions() {
    using moya::plugin::task;
    return {task<plugin, &plugin::send_due>, task<plugin, &plugin::send_regularly>, task<plugin, &plugin::send_again>,
            task<plugin, &plugin::receive>, task<plugin, &plugin::end>};
  }
  static export_options export_options_of(const context &self) {
    return {url_option(self), key_field_option(self), key_option(self),
            size_t(self.option_int("queue_spans")), size_t(self.option_int("batch_spans")),
            self.option_int("every_ms"), self.option_int("close_ms"), uint32_t(self.option_int("timeout_ms"))};
  }

  void send_due(context &, void *, moya_status status) { run([&] { exporter_.send_due(status); }); }
  void send_regularly(context &, void *, moya_status status) { run([&] { exporter_.send_regularly(status); }); }
  void send_again(context &, void *, moya_status status) { run([&] { exporter_.send_again(status); }); }
  void receive(context &result, void *, moya_status status) { run([&] { exporter_.receive(result, status); }); }
  void end(context &, void *, moya_status status) { run([&] { exporter_.end(status); }); }

  // Runs a task.
  template <class Task>
  void run(Task task) {
    try {
      task();
    } catch (const std::bad_alloc &) {
      exporter_.give_up();
    }
  }

  // Runs a part of a hook. If there is no memory, the call continues, and `spans` spans are lost.
  template <class Part>
  moya_status unless_short(size_t spans, Part part) {
    try {
      part();
    } catch (const std::bad_alloc &) {
      if (spans > 0) exporter_.lose_without_memory(spans);
    }
    return MOYA_HOOK_OK;
  }

  // Returns the slot value of a call if the call is recorded, and otherwise nullptr.
  call *call_of(const context &it) const {
    call *own = is_never_ ? nullptr : static_cast<call *>(it.slot());
    return own && own->is_sampled() ? own : nullptr;
  }

  // Returns true in a forked child, where the plugin makes no spans. A child cannot send spans with the instance of its
  // parent, and a lock that another thread of the parent held is never released there.
  bool is_child(const context &it) {
    if (getpid() == process_) return false;
    if (!has_told_.exchange(true)) it.log(MOYA_LOG_WARNING, "calls of a forked child have no spans");
    return true;
  }

  // Makes the slot of a call. Returns nullptr if there are no random bytes, or no memory.
  const call *begin(const context &it) {
    trace_parent own;
    const std::optional<trace_parent> parent = parse_traceparent(view(it.request_header("traceparent")));
    if (parent) own.trace = parent->trace;
    if (!ids_.make(own, parent.has_value())) return nullptr;
    own.is_sampled = sampler_.takes(own.trace, parent);
    std::unique_ptr<call> made;
    if (parent) {
      const std::string_view state = view(it.request_header("tracestate"));
      made = std::make_unique<call>(tasks_, own, *parent, is_tracestate(state) ? std::string(state) : std::string());
    } else {
      made = std::make_unique<call>(tasks_, own);
    }
    return it.set_slot(made.get()) == MOYA_OK ? made.release() : nullptr;
  }

  // Sets the fields that pass the trace context and the baggage on. If a field cannot be set, the request is sent
  // without this field, and the call does not fail.
  void propagate(const context &it, const call &own) const {
    if (propagates_) {
      it.request_set_header("traceparent", traceparent_text(own.own()));
      // Removes a tracestate that is invalid, or that belongs to a traceparent that is invalid or missing.
      if (own.state().empty() && it.request_header("tracestate")) it.request_set_header("tracestate", nullptr);
    }
    if (!baggage_.is_empty()) {
      it.request_set_header("baggage", baggage_.joined(view(it.request_header("baggage"))));
    }
  }

  ids ids_;
  const moya_tasks *const tasks_;
  const sampler sampler_;
  const bool is_never_, propagates_;
  const baggage baggage_;
  const bool is_idle_; // the plugin has nothing to do for any call
  const secret_parameters secrets_;
  exporter exporter_;
  const pid_t process_ = getpid();
  std::atomic<bool> has_told_{false};
};

} // namespace
} // namespace otel

MOYA_PLUGINS(otel::plugin)
