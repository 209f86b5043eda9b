// Tests plugins that are classes (plugin.hpp).
#include "check.hpp"

#include <moya/plugin.hpp>

namespace plugin = moya::plugin;

namespace {

void describe(moya_plugin &it) {
  it.id = "org.libmoya.test";
  it.version = "1.0.0";
}

struct without_hooks {
  static void describe(moya_plugin &it) { ::describe(it); }
  explicit without_hooks(plugin::context &) {}
};

struct with_all {
  static void describe(moya_plugin &it) { ::describe(it); }
  explicit with_all(plugin::context &) {}
  moya_status close(plugin::context &) { return MOYA_OK; }
  moya_status prepare(plugin::context &) { return MOYA_OK; }
  moya_status sign(plugin::context &) { return MOYA_OK; }
  void will_send(plugin::context &) {}
  void did_receive(plugin::context &) {}
  int64_t should_retry(plugin::context &) { return MOYA_RETRY_NONE; }
  moya_status process(plugin::context &) { return MOYA_OK; }
  void release_slot(void *) {}
  moya_status body_head(plugin::context &) { return MOYA_OK; }
  moya_status body_chunk(plugin::context &, const void *, size_t) { return MOYA_OK; }
  moya_status body_end(plugin::context &) { return MOYA_OK; }
};

void tables() {
  const moya_plugin *none = plugin::table<without_hooks>(), *all = plugin::table<with_all>();
  EXPECT(none->create && none->destroy && all->create && all->destroy);
  EXPECT(!none->close && !none->prepare && !none->sign && !none->will_send && !none->did_receive);
  EXPECT(!none->should_retry && !none->process && !none->release_slot && !none->get_extension);
  EXPECT(all->close && all->prepare && all->sign && all->will_send && all->did_receive);
  EXPECT(all->should_retry && all->process && all->release_slot && all->get_extension);
  const auto *body = static_cast<const moya_body_hooks *>(all->get_extension(MOYA_BODY));
  EXPECT(body && body->size == sizeof *body && body->head && body->chunk && body->end);
  EXPECT(!all->get_extension("org.example.unknown"));
}

moya::provider api_with(const moya_plugin *table, const char *config = "{}", std::string *lines = nullptr) {
  moya::provider_options options;
  if (lines) options.log = [lines](moya_log_level, std::string_view line) { *lines += std::string(line) + "\n"; };
  moya::provider api(options);
  api.add_plugin(*table, config);
  return api;
}

// Changes the request and the response, and has a text in its slot.
struct editor {
  static inline int alive = 0, slots = 0;
  static constexpr moya_option options[] = {
      {"value", nullptr, MOYA_OPTION_TEXT, 1, nullptr, nullptr, 0, 0},
      {"many", nullptr, MOYA_OPTION_TEXTS, 0, "[\"a\", \"b\"]", nullptr, 0, 0},
      {nullptr, nullptr, 0, 0, nullptr, nullptr, 0, 0},
  };
  static void describe(moya_plugin &it) {
    ::describe(it);
    it.options = options;
  }

  plugin::context self;
  explicit editor(plugin::context &it) : self(it) { alive++; }
  ~editor() { alive--; }

  moya_status prepare(plugin::context &it) {
    EXPECT_EQ(it.target_name().str(), "API.stub");
    EXPECT_EQ(it.attempt(), 1u);
    EXPECT(!it.request_header("X-Value") && !it.target_has_tag("tag") && !it.target_is_as_sent() && !it.slot());
    const std::string value = self.option_text("value").str() + self.option_at("many", 1).str();
    EXPECT_STATUS(it.set_slot(new std::string(value)), MOYA_OK);
    slots++;
    return it.request_set_header("X-Value", value);
  }
  moya_status process(plugin::context &it) {
    EXPECT_STATUS(it.result_status(), MOYA_OK);
    EXPECT_EQ(it.request_header("x-value").str(), *static_cast<std::string *>(it.slot()));
    EXPECT_STATUS(it.response_set_status(201), MOYA_OK);
    bool has_field = false;
    for (const moya_field &each : it.request_headers()) has_field = has_field || plugin::text(each.name).str() == "X-Value";
    EXPECT(has_field);
    const moya_field fields[] = {{{"X-List", 6}, {"a", 1}}, {{"X-List", 6}, {"b", 1}}};
    EXPECT_STATUS(it.response_set_headers(fields, 2), MOYA_OK);
    EXPECT_EQ(it.response_headers().count, 2u);
    EXPECT_EQ(plugin::text(it.response_headers().begin()[1].value).str(), "b");
    return it.response_set_body(it.response_body().str() + " " + it.request_header("X-Value").str());
  }
  void release_slot(void *slot) {
    delete static_cast<std::string *>(slot);
    slots--;
  }
};

void hooks() {
  {
    const moya::provider api = api_with(plugin::table<editor>(), R"({"value": "v"})");
    EXPECT_EQ(editor::alive, 1);
    const moya::response response = api.call(stubbed("body"));
    EXPECT_EQ(response.http_status(), 201);
    EXPECT_EQ(response.body(), "body vb");
    EXPECT_EQ(editor::slots, 0);
  }
  EXPECT_EQ(editor::alive, 0);
}

// Throws in the hook that the option names.
struct thrower {
  static constexpr moya_option options[] = {
      {"in", nullptr, MOYA_OPTION_TEXT, 0, nullptr, nullptr, 0, 0},
      {"what", nullptr, MOYA_OPTION_TEXT, 0, nullptr, nullptr, 0, 0},
      {nullptr, nullptr, 0, 0, nullptr, nullptr, 0, 0},
  };
  static void describe(moya_plugin &it) {
    ::describe(it);
    it.options = options;
  }

  plugin::context self;
  explicit thrower(plugin::context &it) : self(it) { fail("create"); }
  void fail(const char *hook) const {
    if (self.option_text("in").str() != hook) return;
    const std::string what = self.option_text("what").str();
    if (what == "error") throw plugin::error(MOYA_ERROR_ARGUMENT, "an error with a status");
    if (what == "success") throw plugin::error(MOYA_OK, "an error that is none");
    if (what == "number") throw 7;
    throw std::runtime_error("an exception");
  }
  moya_status prepare(plugin::context &it) { return it.set_slot(this), fail("prepare"), MOYA_OK; }
  void will_send(plugin::context &) { fail("will_send"); }
  void did_receive(plugin::context &) { fail("did_receive"); }
  int64_t should_retry(plugin::context &) { return fail("should_retry"), MOYA_RETRY_NONE; }
  moya_status process(plugin::context &) { return fail("process"), MOYA_OK; }
  void release_slot(void *) { fail("release_slot"); }
};

std::string config_of(const char *in, const char *what) {
  return std::string(R"({"in": ")") + in + R"(", "what": ")" + what + R"("})";
}

void exceptions() {
  const struct {
    const char *in, *what;
    moya_status status; // MOYA_OK: the text is in the log
    const char *text;
  } rows[] = {
      {"prepare", "exception", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: an exception"},
      {"prepare", "error", MOYA_ERROR_ARGUMENT, "failed in prepare: an error with a status"},
      {"prepare", "success", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: an error that is none"},
      {"prepare", "number", MOYA_ERROR_PLUGIN_HOOK, "failed in prepare: an exception that is not a std::exception"},
      {"process", "exception", MOYA_ERROR_PLUGIN_HOOK, "failed in process: an exception"},
      {"will_send", "exception", MOYA_OK, "an exception"},
      {"did_receive", "error", MOYA_OK, "an error with a status"},
      {"should_retry", "number", MOYA_OK, "an exception that is not a std::exception"},
      {"release_slot", "exception", MOYA_OK, "an exception"},
  };
  for (const auto &row : rows) {
    std::string lines;
    const auto result = [&] {
      const moya::provider api = api_with(plugin::table<thrower>(), config_of(row.in, row.what).c_str(), &lines);
      return api.try_call(stubbed("body"));
    }();
    EXPECT_STATUS(result ? MOYA_OK : result.error().status(), row.status);
    const std::string said = result ? lines : std::string(result.error().message());
    EXPECT(has(said, row.text));
    if (!has(said, row.text)) std::printf("    %s %s: %s\n", row.in, row.what, said.c_str());
  }
}

void constructors() {
  const moya::provider api;
  const auto result = api.try_add_plugin(*plugin::table<thrower>(), config_of("create", "error"));
  EXPECT(!result);
  if (!result) EXPECT(has(result.error().message(), "an error with a status"));
}

// Waits in prepare, and forgets the context or lets a timer resume it.
struct waiter {
  static constexpr moya_option options[] = {
      {"how", nullptr, MOYA_OPTION_TEXT, 1, nullptr, nullptr, 0, 0},
      {nullptr, nullptr, 0, 0, nullptr, nullptr, 0, 0},
  };
  static void describe(moya_plugin &it) {
    ::describe(it);
    it.flags = MOYA_PLUGIN_WAITS;
    it.options = options;
  }

  explicit waiter(plugin::context &) {}
  moya_status prepare(plugin::context &it) {
    plugin::deferred first(it), second(it);
    EXPECT(first && !second); // a context is deferred once
    plugin::deferred waiting(std::move(first));
    EXPECT(!first && waiting);
    const std::string how = it.option_text("how").str();
    if (how == "timer") EXPECT_STATUS(waiting.resume_after(1), MOYA_OK);
    if (how == "error") EXPECT_STATUS(waiting.resume(MOYA_ERROR_ARGUMENT), MOYA_OK);
    if (how == "moved") EXPECT_STATUS((second = std::move(waiting)).resume(MOYA_HOOK_OK), MOYA_OK);
    EXPECT(how == "dropped" || !waiting);
    return MOYA_HOOK_PENDING;
  }
};

void waits() {
  const struct {
    const char *how;
    moya_status status;
  } rows[] = {{"timer", MOYA_OK}, {"error", MOYA_ERROR_ARGUMENT}, {"moved", MOYA_OK}, {"dropped", MOYA_ERROR_PLUGIN_HOOK}};
  for (const auto &row : rows) {
    const std::string config = std::string(R"({"how": ")") + row.how + "\"}";
    const moya::provider api = api_with(plugin::table<waiter>(), config.c_str());
    const auto result = api.try_call(stubbed("body"));
    EXPECT_STATUS(result ? MOYA_OK : result.error().status(), row.status);
    if (row.status == MOYA_ERROR_PLUGIN_HOOK) EXPECT(!result && has(result.error().message(), "the plugin dropped the call"));
  }
}

void waits_without_the_flag() {
  struct hasty {
    static void describe(moya_plugin &it) { ::describe(it); }
    explicit hasty(plugin::context &) {}
    moya_status prepare(plugin::context &it) {
      plugin::deferred waiting(it);
      EXPECT(!waiting);
      EXPECT_STATUS(waiting.resume(MOYA_OK), MOYA_ERROR_NULL);
      return MOYA_HOOK_OK;
    }
  };
  const moya::provider api = api_with(plugin::table<hasty>());
  EXPECT_EQ(api.call(stubbed("body")).body(), "body");
}

// Its instance sets a timer. The provider ends before the timer would run.
struct timed {
  static inline moya_status last = MOYA_OK;
  static void describe(moya_plugin &it) { ::describe(it); }
  explicit timed(plugin::context &self) {
    constexpr int64_t hour = 3600000;
    EXPECT_STATUS(self.tasks()->after(self.handle, hour, plugin::task<timed, &timed::ends>, &last, nullptr), MOYA_OK);
  }
  void ends(plugin::context &self, void *user, moya_status status) {
    *static_cast<moya_status *>(user) = status;
    self.log(MOYA_LOG_INFO, "the timer ended");
    throw std::runtime_error("a timer that throws");
  }
};

void tasks() {
  std::string lines;
  { const moya::provider api = api_with(plugin::table<timed>(), "{}", &lines); }
  EXPECT_STATUS(timed::last, MOYA_ERROR_CANCELLED);
  EXPECT(has(lines, "the timer ended") && has(lines, "a timer that throws"));
}

// Throws after it has resumed its context, in a task or in the hook itself.
struct resumed {
  static constexpr moya_option options[] = {
      {"in_a_task", nullptr, MOYA_OPTION_FLAG, 1, nullptr, nullptr, 0, 0},
      {nullptr, nullptr, 0, 0, nullptr, nullptr, 0, 0},
  };
  static void describe(moya_plugin &it) {
    ::describe(it);
    it.flags = MOYA_PLUGIN_WAITS;
    it.options = options;
  }

  explicit resumed(plugin::context &) {}
  static void end(plugin::deferred it, const char *why) {
    EXPECT_STATUS(it.resume(MOYA_HOOK_OK), MOYA_OK);
    throw std::runtime_error(why);
  }
  void runs(plugin::context &owner, void *user, moya_status) {
    end(plugin::deferred(owner.host, static_cast<moya_context *>(user)), "a task that throws after its call");
  }
  moya_status prepare(plugin::context &it) {
    plugin::deferred waiting(it);
    if (!it.option_int("in_a_task")) end(std::move(waiting), "a hook that throws after its call");
    moya_context *handle = waiting.release();
    EXPECT_STATUS(it.tasks()->after(handle, 1, plugin::task<resumed, &resumed::runs>, handle, nullptr), MOYA_OK);
    return MOYA_HOOK_PENDING;
  }
};

void exceptions_after_the_end() {
  for (const bool in_a_task : {false, true}) {
    std::string lines;
    const char *config = in_a_task ? R"({"in_a_task": true})" : R"({"in_a_task": false})";
    EXPECT_EQ(api_with(plugin::table<resumed>(), config, &lines).call(stubbed("body")).body(), "body");
    EXPECT(has(lines, in_a_task ? "a task that throws after its call" : "a hook that throws after its call"));
  }
}

} // namespace

void test_plugins() {
  test("a table has the hooks that its class has", tables);
  test("a class reads and changes requests and responses, and frees its slot", hooks);
  test("an exception fails its hook or goes to the log", exceptions);
  test("an exception after the result of a hook goes to the log", exceptions_after_the_end);
  test("a plugin whose constructor throws is not added", constructors);
  test("a deferred context is resumed once, at the latest by its destructor", waits);
  test("a plugin without the flag cannot wait", waits_without_the_flag);
  test("a task is a member function", tasks);
}
