// The plugins that Tests/languages/plugins.c loads, in C++11.
#include <moya/plugin.hpp>
#include <moya/plugin/digest.h>

#include <cstdio>
#include <cstring>
#include <thread>

namespace {

using moya::plugin::context;
using moya::plugin::deferred;
using moya::plugin::error;
using moya::plugin::option;

void describe(moya_plugin &it, const char *id, const moya_option *options = nullptr) {
  it.id = id;
  it.version = "1.0.0";
  it.options = options;
}

// The options are constants, so the compiler computes their members.
constexpr moya_option made[] = {
    option::flag("a"),
    option::integer("b").range(-1, 10),
    option::number("c"),
    option::text("d").choices("x|y").preset("\"x\""),
    option::secret("e").about("A secret.").required(),
    option::texts("f"),
    option::json("g"),
    option::end(),
};
static_assert(made[0].kind == MOYA_OPTION_FLAG && made[0].name[0] == 'a' && !made[0].required, "a flag");
static_assert(made[1].kind == MOYA_OPTION_INT && made[1].least == -1 && made[1].most == 10, "an integer");
static_assert(made[2].kind == MOYA_OPTION_NUMBER && !made[2].about && !made[2].preset && !made[2].choices, "a number");
static_assert(made[3].kind == MOYA_OPTION_TEXT && made[3].choices[2] == 'y' && made[3].preset[1] == 'x', "a text");
static_assert(made[4].kind == MOYA_OPTION_SECRET && made[4].required == 1 && made[4].about[0] == 'A', "a secret");
static_assert(made[5].kind == MOYA_OPTION_TEXTS && made[6].kind == MOYA_OPTION_JSON, "texts, and JSON");
static_assert(!made[7].name, "the end");

struct bare {
  static void describe(moya_plugin &it) { ::describe(it, "org.libmoya.none"); }
  explicit bare(context &) {}
};

struct all {
  static void describe(moya_plugin &it) {
    static const char *const secrets[] = {"X-One", "X-Two", nullptr};
    ::describe(it, "org.libmoya.all");
    it.about = "Has all hooks.";
    it.secret_headers = secrets;
    it.flags = MOYA_PLUGIN_WAITS;
  }
  explicit all(context &) {}
  moya_status noted(context &it, const char *hook) { return it.log(MOYA_LOG_INFO, hook), MOYA_OK; }
  moya_status close(context &it) { return noted(it, "close"); }
  moya_status prepare(context &it) { return noted(it, "prepare"); }
  moya_status sign(context &it) {
    const moya_digest *digest = it.extension<moya_digest>(MOYA_DIGEST);
    const char *const fox = "The quick brown fox jumps over the lazy dog";
    uint8_t sum[2 * MOYA_MOST_HASH];
    char digits[4 * MOYA_MOST_HASH + 1] = "";
    if (!digest) throw std::runtime_error("no hashes");
    size_t len = digest->hash(MOYA_HASH_SHA1, "abc", 3, sum);
    len += digest->hmac(MOYA_HASH_SHA256, "key", 3, fox, strlen(fox), sum + len);
    for (size_t i = 0; i < len; i++) snprintf(digits + 2 * i, 3, "%02x", sum[i]);
    const moya_status status = it.request_set_header("X-Digest", digits);
    return status != MOYA_OK ? status : it.request_set_header("X-Signature", it.request_method().str() + " " + it.request_url().str());
  }
  void will_send(context &it) { noted(it, "will_send"); }
  void did_receive(context &it) { noted(it, "did_receive"); }
  int64_t should_retry(context &it) { return noted(it, "should_retry"), MOYA_RETRY_NONE; }
  moya_status process(context &it) { return noted(it, "process"); }
  moya_status body_head(context &it) { return it.response_set_header("Content-Length", nullptr); }
  moya_status body_chunk(context &it, const void *data, size_t len) {
    return it.extension<moya_body>(MOYA_BODY)->pass(it.handle, data, len);
  }
  moya_status body_end(context &it) { return body_chunk(it, "!", 1); }
};

struct editor {
  static void describe(moya_plugin &it) {
    static constexpr moya_option options[] = {option::text("value").about("A value.").required(),
                                              option::texts("many").preset("[\"a\", \"b\"]"), option::end()};
    ::describe(it, "org.libmoya.editor", options);
  }
  context self;
  std::string value;
  explicit editor(context &it)
      : self(it), value(it.option_text("value").str() + it.option_at("many", it.option_count("many") - 1).str()) {}
  moya_status prepare(context &it) {
    if (it.attempt() != 1 || it.request_header("X-Value") || it.slot()) throw std::logic_error("the call is not new");
    if (it.request_set_header("Content-Length", "1") == MOYA_OK) throw std::logic_error("a wrong field was set");
    const moya_status status = it.set_slot(new std::string(value));
    return status == MOYA_OK ? it.request_set_header("X-Value", value) : status;
  }
  moya_status process(context &it) {
    std::string field;
    moya_str name, text;
    for (size_t i = 0; it.request_header_at(i, &name, &text); i++) {
      if (strcmp(name.data, "X-Value") == 0) field = moya::plugin::text(text).str();
    }
    const std::string body = it.response_body().str() + " " + *static_cast<std::string *>(it.slot()) + " " + field;
    if (it.response_set_status(201) != MOYA_OK) return MOYA_ERROR_STATE;
    return it.response_set_body(body + " " + it.target_name().str());
  }
  void release_slot(void *slot) {
    delete static_cast<std::string *>(slot);
    self.log(MOYA_LOG_INFO, "the slot is free");
  }
};

struct thrower {
  static void describe(moya_plugin &it) {
    static constexpr moya_option options[] = {option::text("in"), option::text("what"), option::end()};
    ::describe(it, "org.libmoya.thrower", options);
  }
  std::string in, what;
  explicit thrower(context &it) : in(it.option_text("in").str()), what(it.option_text("what").str()) { fail("create"); }
  void fail(const char *hook) const {
    if (in != hook) return;
    if (what == "error") throw error(MOYA_ERROR_ARGUMENT, "an error with a status");
    if (what == "success") throw error(MOYA_OK, "an error that is none");
    throw std::runtime_error("plain");
  }
  moya_status prepare(context &) { return fail("prepare"), MOYA_OK; }
  void will_send(context &) { fail("will_send"); }
  int64_t should_retry(context &) { return fail("should_retry"), MOYA_RETRY_NONE; }
  moya_status process(context &) { return fail("process"), MOYA_OK; }
};

struct waiter {
  static void describe(moya_plugin &it) {
    static constexpr moya_option options[] = {option::text("how").required(), option::end()};
    ::describe(it, "org.libmoya.waiter", options);
    it.flags = MOYA_PLUGIN_WAITS;
  }
  std::string how;
  explicit waiter(context &it) : how(it.option_text("how").str()) {}
  void resumes(context &it, void *, moya_status status) { deferred(it.host, it.handle).resume(status); }
  void forgets(context &it, void *, moya_status) { deferred waiting(it.host, it.handle); }
  void answers(context &it, void *, moya_status) {
    deferred waiting(it.host, it.handle);
    const moya_status status = waiting.response_set_body("answered");
    waiting.resume(status == MOYA_OK ? MOYA_HOOK_ANSWERED : status);
  }
  void receives(context &it, void *user, moya_status end) {
    deferred waiting(it.host, static_cast<moya_context *>(user));
    moya_status status = end;
    if (status == MOYA_OK) status = waiting.response_set_body(it.response_body().str() + " " + std::to_string(it.http_status()));
    waiting.resume(status == MOYA_OK ? MOYA_HOOK_ANSWERED : status);
  }
  moya_status prepare(context &it) {
    deferred waiting(it);
    if (!waiting) return MOYA_ERROR_STATE;
    const moya_tasks *tasks = it.tasks();
    if (!tasks) throw std::runtime_error("no tasks");
    moya_status status = MOYA_OK;
    if (how == "timer") {
      status = waiting.resume_after(1);
    } else if (how == "error") {
      waiting.fail("no");
      waiting.resume(MOYA_ERROR_ARGUMENT);
    } else if (how == "answer") {
      answers(waiting, nullptr, MOYA_OK);
      waiting.release();
    } else if (how == "run") {
      status = tasks->after(waiting.handle, 1, moya::plugin::task<waiter, &waiter::resumes>, nullptr, nullptr);
      if (status == MOYA_OK) waiting.release();
    } else if (how == "thread") {
      status = tasks->work(waiting.handle, moya::plugin::task<waiter, &waiter::resumes>, nullptr, nullptr);
      if (status == MOYA_OK) waiting.release();
    } else if (how == "work") {
      status = tasks->work(waiting.handle, moya::plugin::task<waiter, &waiter::answers>, nullptr, nullptr);
      if (status == MOYA_OK) waiting.release();
    } else if (how == "send" || how == "resend") {
      const moya_header field = {"X-Sub", "1"};
      moya_sub_request request = moya_sized<moya_sub_request>();
      request.method = "POST";
      request.url = how == "send" ? "http://offline.invalid/sub" : "no url";
      request.headers = &field;
      request.header_count = 1;
      request.body = "question";
      request.body_len = 8;
      const moya_task_fn run = moya::plugin::task<waiter, &waiter::receives>;
      status = tasks->send(waiting.handle, &request, run, waiting.handle, nullptr);
      if (status == MOYA_OK) waiting.release();
    } else if (how == "undone") {
      return MOYA_HOOK_OK;
    } else if (how == "failed") {
      throw error(MOYA_ERROR_ARGUMENT, "after all");
    } else if (how == "forgotten") {
      status = tasks->after(waiting.handle, 1, moya::plugin::task<waiter, &waiter::forgets>, nullptr, nullptr);
      if (status == MOYA_OK) waiting.release();
    } else if (how == "moved") {
      std::thread([](deferred *it) { deferred moved(std::move(*it)); }, &waiting).join();
    }
    return status == MOYA_OK ? MOYA_HOOK_PENDING : status;
  }
};

struct timed {
  static void describe(moya_plugin &it) { ::describe(it, "org.libmoya.timed"); }
  explicit timed(context &self) {
    const int64_t hour = 3600000;
    uint64_t number = 0;
    const moya_task_fn run = moya::plugin::task<timed, &timed::ends>;
    if (!self.tasks()) throw std::runtime_error("no tasks");
    if (self.tasks()->after(self.handle, hour, run, this, &number) != MOYA_OK || !self.tasks()->cancel(self.handle, number))
      throw std::runtime_error("a timer was not cancelled");
    if (self.tasks()->after(self.handle, hour, run, nullptr, nullptr) != MOYA_OK) throw std::runtime_error("no timer");
  }
  void ends(context &self, void *user, moya_status status) {
    self.log(MOYA_LOG_INFO, user ? "a cancelled timer ran" : "the timer ended with " + std::to_string(status));
    throw std::runtime_error("a timer that throws");
  }
};

} // namespace

MOYA_PLUGINS(bare, all, editor, thrower, waiter, timed)
