// Tests handlers, which receive responses piece by piece. Also tests what happens if a handler throws an exception.
#include "check.hpp"

#include <mutex>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

extern char **environ;

static void in_order() {
  const moya::provider api;
  std::string order, body;
  moya::handlers all;
  all.begin = [&](moya::call it) {
    EXPECT(it);
    order += "begin ";
  };
  all.head = [&](const moya::response &it) {
    EXPECT(it.http_status() == 200 && it.body().empty());
    order += "head ";
  };
  all.body = [&](std::string_view piece) {
    if (body.empty()) order += "body ";
    body += piece;
    return moya::flow::go;
  };
  int64_t received = 0;
  all.progress = [&](const moya_progress &it) {
    received = it.received;
    EXPECT(!moya::progress_text(it).empty());
  };
  const moya::response response = api.call(target_of("/bytes/20000"), all);
  EXPECT_EQ(order, "begin head body ");
  EXPECT(body.size() == 20000 && response.body().empty() && received == 20000);

  moya::handlers events;
  std::string seen;
  events.event = [&](const moya::event &it) {
    seen += std::string(it.type) + '=' + std::string(it.data) + (it.retry ? std::to_string(it.retry->count()) : "") + ';';
  };
  api.call(target_of("/events"), events);
  EXPECT_EQ(seen, "message=one;add=two\nlines;message=50;");

  moya::handlers connections;
  int heard = 0;
  connections.event = [&](const moya::event &) { return ++heard == 5 ? moya::flow::stop : moya::flow::go; };
  connections.reconnects = true;
  EXPECT_STATUS(api.try_call(target_of("/events"), connections).error().status(), MOYA_ERROR_CANCELLED);
  EXPECT_EQ(heard, 5);  // each connection has three
  connections.event = nullptr;
  EXPECT_STATUS(api.try_call(target_of("/events"), connections).error().status(), MOYA_ERROR_ARGUMENT);

  moya::handlers lines;
  int count = 0;
  lines.line = [&](std::string_view) { return ++count == 3 ? moya::flow::stop : moya::flow::go; };
  EXPECT_STATUS(api.try_call(target_of("/lines/100"), lines).error().status(), MOYA_ERROR_CANCELLED);
  EXPECT_EQ(count, 3);
  lines.body = [](std::string_view) {};
  EXPECT_STATUS(api.try_call(target_of("/lines/100"), lines).error().status(), MOYA_ERROR_ARGUMENT);
  moya::handlers ends;
  ends.end = [](moya::result<moya::response>) {};
  EXPECT_STATUS(api.try_call(target_of("/ok"), ends).error().status(), MOYA_ERROR_ARGUMENT);
}

static void steps() {
  const moya::provider api;
  std::string seen;
  moya::handlers shown;
  shown.step = [&](const moya_step &it) { seen += std::to_string(it.kind) + (it.port ? "!" : " "); };
  api.call(target_of("/ok"), shown);
  EXPECT_EQ(seen, "2!4!6 ");
  shown.step = [&](const moya_step &it) { return it.kind == MOYA_STEP_RECEIVE ? moya::flow::stop : moya::flow::go; };
  EXPECT_STATUS(api.try_call(target_of("/ok"), shown).error().status(), MOYA_ERROR_CANCELLED);
}

static moya::flow go_on(std::string_view) { return moya::flow::go; }
static void any_function() {
  moya::function<moya::flow(std::string_view)> pointer = go_on, address = &go_on, nothing = nullptr;
  EXPECT(pointer && address && !nothing && pointer("") == moya::flow::go);
  moya::flow (*none)(std::string_view) = nullptr;
  EXPECT(!(moya::function<moya::flow(std::string_view)>(none)));
  moya::function<moya::flow(std::string_view)> silent = [](std::string_view) {};
  EXPECT(silent("") == moya::flow::go);
  int count = 0;
  moya::function<void(int)> counts = [&count, own = std::make_unique<int>(2)](int more) { count += more * *own; };
  moya::function<void(int)> copy = counts;
  copy(1);
  counts(2);
  EXPECT_EQ(count, 6);
}

static void pauses() {
  const moya::provider api;
  moya::call paused;
  std::mutex lock;
  std::string body;
  bool was_paused = false;
  std::thread resumer;
  moya::handlers shown;
  shown.begin = [&](moya::call it) {
    std::lock_guard<std::mutex> guard(lock);
    paused = std::move(it);
  };
  shown.body = [&](std::string_view piece) {
    body += piece;
    if (was_paused) return moya::flow::go;
    was_paused = true;
    resumer = std::thread([&] {
      std::lock_guard<std::mutex> guard(lock);
      paused.resume();
    });
    return moya::flow::pause;
  };
  api.call(target_of("/bytes/100000"), shown);
  resumer.join();
  EXPECT(was_paused && body.size() == 100000);
}

struct angry {
  int number;
};

static void blocking_throws() {
  const moya::provider api;
  const auto thrown = [&](const moya::target &target, const moya::handlers &shown) {
    try {
      (void)api.try_call(target, shown);
    } catch (const angry &it) {
      return it.number;
    }
    return 0;
  };
  moya::handlers shown;
  int count = 0;
  shown.line = [&](std::string_view) {
    count++;
    throw angry{1};
  };
  EXPECT_EQ(thrown(target_of("/lines/100"), shown), 1);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(thrown(stubbed("a\nb\n"), shown), 1);
  shown = moya::handlers();
  shown.head = [](const moya::response &) { throw angry{2}; };
  EXPECT_EQ(thrown(target_of("/ok"), shown), 2);
  shown = moya::handlers();
  shown.begin = [](moya::call) { throw angry{3}; };
  EXPECT_EQ(thrown(target_of("/ok"), shown), 3);
  shown = moya::handlers();
  shown.progress = [](const moya_progress &) { throw angry{4}; };
  EXPECT_EQ(thrown(target_of("/bytes/100000"), shown), 4);
  shown = moya::handlers();
  shown.event = [](const moya::event &) { throw angry{5}; };
  EXPECT_EQ(thrown(target_of("/events"), shown), 5);
  EXPECT(api.call(target_of("/ok")).json<bool>("ok"));
}

static void asynchronous_throws() {
  const moya::provider api;
  for (const moya::target &target : {target_of("/lines/100"), stubbed("a\nb\n")}) {
    int caught = 0;
    moya::handlers shown;
    shown.line = [](std::string_view) { throw angry{6}; };
    shown.end = [&](moya::result<moya::response> it) {
      EXPECT_STATUS(it.error().status(), MOYA_ERROR_CANCELLED);
      try {
        std::rethrow_exception(it.error().cause());
      } catch (const angry &cause) {
        caught = cause.number;
      }
    };
    EXPECT(api.send(target, shown).wait(30s));
    EXPECT_EQ(caught, 6);
  }
}

// If an `end` handler throws, the program ends, as after an exception that leaves a thread.
static void end_throws() {
  std::string program(4096, 0), word = "terminate";
  program.resize(static_cast<size_t>(std::max<ssize_t>(readlink("/proc/self/exe", &program[0], program.size()), 0)));
  char *words[] = {&program[0], &word[0], nullptr};
  pid_t pid = 0;
  int status = 0;
  EXPECT(posix_spawn(&pid, program.c_str(), nullptr, nullptr, words, environ) == 0);
  EXPECT(waitpid(pid, &status, 0) == pid && WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

void test_handlers() {
  test("handlers are shown a response in order", in_order);
  test("a handler is any function, and may return nothing", any_function);
  test("a handler receives the steps of a call, and may stop it in one of them", steps);
  test("a paused call is resumed by another thread", pauses);
  test("what a handler throws leaves the blocking call", blocking_throws);
  test("what a handler throws is the cause of an asynchronous end", asynchronous_throws);
  test("what an end throws is std::terminate", end_throws);
}
