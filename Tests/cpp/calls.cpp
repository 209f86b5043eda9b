// Tests targets, calls, bodies, options and definitions.
#include "check.hpp"

#include <fstream>
#include <future>
#include <mutex>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

static void responses() {
  const moya::provider api;
  moya::target target = target_of("/echo");
  target.method = "post";
  target.path_values = {{"x", "y"}};
  target.path = "/echo/{x}";
  target.headers = {{"X-One", "1"}, {"X-Two", 2}, {"X-None", nullptr}};
  target.query = {{"page", 2}, {"sort", "a b"}, {"none", nullptr}};
  const moya::response response = api.call(target);
  EXPECT_EQ(response.http_status(), 200);
  EXPECT_EQ(response.json<std::string>("method"), "POST");
  EXPECT_EQ(response.json<std::string>("target"), "/echo/y?page=2&sort=a%20b");
  EXPECT(has(response.body(), R"(["X-One", "1"], ["X-Two", "2"])") && !has(response.body(), "X-None"));
  EXPECT_EQ(response.header("content-TYPE").value_or(""), "application/json");
  EXPECT(!response.header("X-Absent") && !response.header(std::string("Content-Type\0x", 14)) && !response.header(nullptr));
  EXPECT_EQ(response.url(), faults + "/echo/y?page=2&sort=a%20b");
  EXPECT_EQ(response.info(MOYA_INFO_ATTEMPTS).value_or(0), 1);
  EXPECT(!response.info(99) && response.file().empty() && !response.remote_address().empty());
  EXPECT_STATUS(response.try_json<int>("method").error().status(), MOYA_ERROR_JSON_TYPE);
  EXPECT_EQ(response.try_json<int>("method").error().message(), "method is a string, not an integer");
  EXPECT(response.try_json<int>("method").error().response().get() == response.get());
  EXPECT_EQ(response.try_json<std::vector<std::vector<int>>>("headers").error().message(), "headers[0][0] is a string, not an integer");
  EXPECT_EQ(response.json()["headers"].size(), response.json<moya::json_view>("headers").size());

  std::string names;
  for (auto [name, value] : response.headers()) names += std::string(name) + '=' + std::string(value) + ';';
  EXPECT(has(names, "Content-Type=application/json;Content-Length="));
  EXPECT_EQ(response.headers().size(), 2u);
  // The range holds the response.
  for (auto [name, value] : api.call(target_of("/ok")).headers()) EXPECT(!name.empty() && !value.empty());

  moya::response copy = response, moved = std::move(copy);
  EXPECT(copy.get() == nullptr && copy.body().empty() && !copy && moved.get() == response.get());
  for (moya::redirect it : api.call(target_of("/redirect/2")).redirects()) EXPECT(it.http_status == 302 && has(it.url, "/redirect/"));
  EXPECT_EQ(api.call(target_of("/redirect/2")).redirects().size(), 3u);
  names.clear();
  for (auto [name, value] : api.call(target_of("/trailers")).trailers()) names += std::string(name) + ' ';
  EXPECT_EQ(names, "X-Sum x-sum X-Empty ");
}

static void failures() {
  const moya::provider api;
  moya::target target = target_of("/status/404");
  EXPECT_EQ(api.call(target).http_status(), 404);
  target.validation = MOYA_VALIDATION_SUCCESS;
  try {
    api.call(target);
    EXPECT(!"call throws");
  } catch (const moya::error &it) {
    EXPECT_STATUS(it.status(), MOYA_ERROR_STATUS_CODE);
    EXPECT_EQ(it.target(), "API.call");
    EXPECT_EQ(it.method(), "GET");
    EXPECT_EQ(it.url(), faults + "/status/404");
    EXPECT_EQ(it.response().json<int>("status"), 404);
  }
  target.validation = MOYA_VALIDATION_STATUSES;
  target.statuses = {404, 410};
  EXPECT(api.try_call(target));
  target = target_of("/never");
  target.timeout = 50ms;
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_TIMEOUT_TOTAL);
  target.timeout = -1ms;
  EXPECT_EQ(api.try_call(target).error().message(), "target.timeout is negative");
  target = target_of("/ok");
  target.tags = {std::string("a\0b", 3)};
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(api.try_call(static_cast<const moya_target *>(nullptr)).error().status(), MOYA_ERROR_NULL);
}

static void bodies() {
  const moya::provider api;
  moya::target target = target_of("/echo");
  target.method = "POST";
  const auto sent = [&] { return api.call(target).json<std::string>("body"); };
  target.body = moya::body::data(std::string("\x01 \0x", 4));
  EXPECT_EQ(sent(), std::string_view("\x01 \0x", 4));
  target.body = moya::body::json(R"({"a": 1})");
  EXPECT_EQ(sent(), R"({"a": 1})");
  target.body = moya::body::json("{");
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_ENCODING);
  target.body = moya::body::form({{"user", "a b"}, {"age", 36}});
  EXPECT_EQ(sent(), "user=a%20b&age=36");
  moya::value lists = moya::value::object();
  lists.set("deep", true).set_array("tag").add("a").add("b");
  lists.set_array("id").add(1).add(2).join();
  target.body = moya::body::form(std::move(lists), MOYA_LIST_PLAIN, MOYA_BOOL_LITERAL);
  EXPECT_EQ(sent(), "deep=true&tag=a&tag=b&id=1,2");

  std::vector<moya::part> parts(2);
  parts[0].name = "title";
  parts[0].text = "sea";
  parts[1].name = "photo";
  parts[1].data = std::string("\0\1", 2);
  parts[1].file_name = "sea.jpg";
  target.body = moya::body::multipart(parts, "edge");
  EXPECT_EQ(sent(), "--edge\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nsea\r\n--edge\r\n"
                    "Content-Disposition: form-data; name=\"photo\"; filename=\"sea.jpg\"\r\n"
                    "Content-Type: image/jpeg\r\n\r\n" + std::string("\0\1", 2) + "\r\n--edge--\r\n");
  char path[] = "/tmp/moya-cpp-XXXXXX";
  close(mkstemp(path));
  std::ofstream(path) << "from a file";
  target.body = moya::body::file(path);
  EXPECT_EQ(sent(), "from a file");
  unlink(path);
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_BODY);
}

static void streams() {
  const moya::provider api;
  int left = 3, rewound = 0;
  moya::target target = target_of("/again/count");
  target.method = "POST";
  target.body = moya::body::stream(
      [&](char *buffer, size_t room) -> int64_t {
        if (left == 0 || room == 0) return MOYA_READ_END;
        *buffer = static_cast<char>('a' + --left);
        return 1;
      },
      [&] {
        left = 3;
        rewound++;
        return true;
      });
  EXPECT_EQ(api.call(target).json<std::string>("first"), "cba");
  EXPECT_EQ(rewound, 1);
  target.path = "/count";
  target.body = moya::body::stream([](char *, size_t) -> int64_t { throw 1; });
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_BODY);
  // If a target is refused before the call, the stream is released too.
  target.path = std::string("/\0", 2);
  EXPECT(!api.try_call(target));
  EXPECT(!moya::provider::adopt(nullptr).try_call(target));
  target.path = "/count";
  target.base_url = nullptr;
  EXPECT(!api.try_call(target));
}

static void trailers() {
  const moya::provider api;
  moya::target target = target_of("/ok");
  target.method = "PUT";
  std::string sum;
  const auto word = [&sum](char *buffer, size_t) -> int64_t {
    if (!sum.empty()) return MOYA_READ_END;
    sum = "abc";
    *buffer = 'a';
    return 1;
  };
  const auto again = [&sum] {
    sum.clear();
    return true;
  };
  const moya::body body = moya::body::stream(word, again);
  const auto sent = [&](std::string_view wire, moya_status status = MOYA_OK) {
    sum.clear();
    moya::target reset = target_of("/reset"), wires = target_of("/wires/1");
    api.call(reset);
    EXPECT_STATUS(api.try_call(target).error().status(), status);
    EXPECT_EQ(api.call(wires).json<std::vector<std::string>>().at(0), wire);
  };
  target.body = body.with_trailers([&] { return moya::fields{{"X-Sum", sum}, {"X-Size", 1}, {"X-Sum", "2"}}; });
  sent("1\r\na\r\n0\r\nX-Sum: abc\r\nX-Size: 1\r\nX-Sum: 2\r\n\r\n");
  target.body = body.with_trailers([]() -> moya::fields { return {}; });
  sent("1\r\na\r\n0\r\n\r\n");
  target.body = body.with_trailers([]() -> moya::fields { throw 1; });
  sent("1\r\na\r\n", MOYA_ERROR_BODY);
  target.body = body.with_trailers([] { return moya::fields{{"X-Sum", std::string("a\0b", 3)}}; });
  sent("1\r\na\r\n", MOYA_ERROR_BODY);
  target.body = body.with_trailers([] { return moya::fields{{"Content-Type", "text/plain"}}; });
  sent("1\r\na\r\n", MOYA_ERROR_INVALID_REQUEST);
  target.body = moya::body::stream(word, {}, 1).with_trailers([] { return moya::fields{}; });
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_ARGUMENT);
  target.body = moya::body::data("a").with_trailers([] { return moya::fields{}; });
  const moya::error error = api.try_call(target).error();
  EXPECT_STATUS(error.status(), MOYA_ERROR_ARGUMENT);
  EXPECT(has(error.what(), "the body is no stream"));
}

static void options() {
  moya::provider_options given;
  given.environments = {{"test", faults}, {"production", "http://offline.invalid"}};
  given.environment = "test";
  given.headers = {{"X-All", "yes"}};
  given.parameters = {{"key", 7}};
  given.user_agent = "tests";
  given.connect_timeout = 5s;
  std::mutex lock;
  std::string lines;
  given.log = [&](moya_log_level, std::string_view line) {
    std::lock_guard<std::mutex> guard(lock);
    lines += std::string(line) + '\n';
  };
  given.retry = moya_retry();  // the header sets the member `size`
  given.retry->attempts = 2;
  given.retry->delay_ms = 1;
  const moya::provider api(given);
  api.add_builtin("moya.logger", R"({"level": "info"})");
  moya::target target;
  target.path = "/echo";
  const moya::response response = api.call(target);
  EXPECT_EQ(response.json<std::string>("target"), "/echo?key=7");
  EXPECT(has(response.body(), R"(["X-All", "yes"])") && has(response.body(), R"(["User-Agent", "tests"])"));
  EXPECT(has(lines, "/echo"));
  target.path = "/status/503";
  EXPECT_EQ(api.call(target).info(MOYA_INFO_ATTEMPTS).value_or(0), 2);
  target.retry = moya_retry();
  target.retry->attempts = 1;
  EXPECT_EQ(api.call(target).info(MOYA_INFO_ATTEMPTS).value_or(0), 1);

  EXPECT_STATUS(api.try_add_builtin("moya.logger").error().status(), MOYA_ERROR_STATE);
  EXPECT_STATUS(moya::provider().try_add_builtin("moya.nothing").error().status(), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya::provider().try_load_plugin("/nowhere.so").error().status(), MOYA_ERROR_PLUGIN_OPEN);
  given.loops = 1000;
  EXPECT_STATUS(moya::provider::create(given).error().status(), MOYA_ERROR_ARGUMENT);
  given.loops = 3;
  given.connection = moya_connection_options();
  given.connection->max_idle_connections = 2;
  EXPECT(has(moya::provider::create(given).error().message(), "more than moya_connection_options.max_idle_connections"));
  given.idle_timeout = -1s;
  EXPECT_EQ(moya::provider::create(given).error().message(), "provider_options.idle_timeout is negative");
}

static void wishes() {
  const moya::provider api;
  moya::target target = target_of("/basic/x");
  EXPECT_EQ(api.call(target).http_status(), 401);
  target.credential.emplace();
  target.credential->kind = MOYA_CREDENTIAL_BASIC;
  target.credential->user = "ann";
  target.credential->password = "right";
  EXPECT_EQ(api.call(target).http_status(), 200);
  target.credential->password = std::string("right\0", 6);
  EXPECT_EQ(api.try_call(target).error().message(), "credential.password has a zero inside");

  char folder[] = "/tmp/moya-cpp-XXXXXX";
  EXPECT(mkdtemp(folder) != nullptr);
  const std::string path = std::string(folder) + "/deep/bytes";
  target = target_of("/bytes/9");
  target.download.emplace();
  target.download->path = path;
  target.download->flags = MOYA_DOWNLOAD_CREATE_FOLDERS;
  EXPECT_EQ(api.call(target).file(), path);
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_FILE);
  unlink(path.c_str());
  rmdir((std::string(folder) + "/deep").c_str());
  rmdir(folder);

  target = target_of("/redirect/1");
  target.max_redirects = MOYA_NO_REDIRECTS;
  EXPECT_EQ(api.call(target).http_status(), 302);
  target = target_of("/bytes/9");
  target.max_body_size = 8;
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_TOO_LARGE);
  target = target_of("/ok");
  target.connection = moya_connection_overrides();
  target.connection->guard = MOYA_GUARD_PUBLIC;
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_ADDRESS);
  target = stubbed("{}");
  target.sample->failure = MOYA_ERROR_TLS;
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_TLS);
  target.sample->headers = {{"a", std::string("b\0", 2)}};
  EXPECT_EQ(api.try_call(target).error().message(), "sample.headers has a zero inside");
}

static void empties() {
  moya::provider api;
  moya::provider other = std::move(api);
  EXPECT(!api && other);
  EXPECT_STATUS(api.try_call(target_of("/ok")).error().status(), MOYA_ERROR_NULL);
  EXPECT_STATUS(api.try_send(target_of("/ok"), [](moya::result<moya::response>) {}).error().status(), MOYA_ERROR_NULL);
  moya::queue queue;
  EXPECT_STATUS(api.try_enqueue(target_of("/ok"), queue, 1).error().status(), MOYA_ERROR_NULL);
  moya::queue moved = std::move(queue);
  EXPECT_STATUS(other.try_enqueue(target_of("/ok"), queue, 1).error().status(), MOYA_ERROR_NULL);
  EXPECT_STATUS(queue.try_wait().error().status(), MOYA_ERROR_NULL);
  EXPECT(queue.fd() == -1 && api.fd() == -1);
  queue.close();
  queue.wake();
  api.close();
  api.cancel_all();
  EXPECT(!api.try_drain() && !api.try_process() && !api.try_add_builtin("moya.logger") && !api.try_load_plugin("x"));
  EXPECT_STATUS(moya::group::create(api).error().status(), MOYA_ERROR_NULL);
  EXPECT(!moya::group().try_wait() && moya::group().size() == 0);
  moya::group group(other, 1);
  const moya::group members = std::move(group);
  const auto end = [](moya::result<moya::response>) {};
  EXPECT_STATUS(other.try_send(target_of("/ok"), end, group).error().status(), MOYA_ERROR_NULL);
  EXPECT(other.try_send(target_of("/ok"), end, members)->try_wait());
  const moya::call call;
  call.cancel();
  call.pause();
  call.resume();
  EXPECT(!call && call.has_ended() && !call.try_wait() && call.bytes().first == 0 && call.target().empty());
  moya::stubs stubs;
  const moya::stubs rules = std::move(stubs);
  EXPECT(!stubs.try_add(moya::stub_rule()) && !stubs.try_record(1) && stubs.requests().empty() && rules.try_record(1));
  moya::provider_options given;
  given.stubs = stubs;  // was moved from, so it is empty. A provider without rules would use the network
  EXPECT_EQ(moya::provider::create(given).error().message(), "provider_options.stubs is empty");
  EXPECT(!moya::api::create(api, "x") && !moya::target_copy().try_next(moya::response()));
  moya::blocking_call none(api, target_of("/ok"));
  EXPECT(none.wait(1ms) && !none.end());
  api = std::move(other);
  EXPECT(api.call(target_of("/ok")).json<bool>("ok"));
}

static void slices() {
  const moya::provider api;
  moya::blocking_call waiting(api, target_of("/ok"));
  EXPECT(!waiting.has_ended() && !waiting.end());
  while (!waiting.wait(10ms)) continue;
  EXPECT(waiting.response().json<bool>("ok") && waiting.end() && waiting.wait());
  moya::blocking_call never(api, target_of("/never"));
  EXPECT(!never.wait(10ms) && !never.wait(10ms));
  EXPECT_STATUS(never.end().error().status(), MOYA_ERROR_STATE);
  moya::target wrong;
  wrong.path = std::string("\0", 1);
  moya::blocking_call refused(api, wrong);
  EXPECT(refused.wait());
  EXPECT_STATUS(refused.end().error().status(), MOYA_ERROR_ARGUMENT);
}

static void sends() {
  const moya::provider api;
  auto promise = std::make_unique<std::promise<std::string>>();
  std::future<std::string> answer = promise->get_future();
  // A function that cannot be copied.
  moya::call call = api.send(target_of("/lines/1"), [promise = std::move(promise)](moya::result<moya::response> it) {
    promise->set_value(it ? std::string(it->body()) : std::string(it.error().message()));
  });
  EXPECT_EQ(answer.get(), "line 0\n");
  EXPECT(call.wait() && call.has_ended());
  EXPECT_EQ(call.target(), "API.call");

  moya::error ended;
  moya::call never = api.send(target_of("/never"), [&](const moya::result<moya::response> &it) { ended = it.error(); });
  EXPECT(!never.wait(10ms) && never.state() != MOYA_CALL_ENDED);
  EXPECT_STATUS(never.try_wait(1ms).error().status(), MOYA_ERROR_TIMEOUT_TOTAL);
  moya::call copy = never;
  copy.cancel();
  EXPECT(never.wait(30s));
  EXPECT_STATUS(ended.status(), MOYA_ERROR_CANCELLED);
  EXPECT(!ended.cause());

  moya::target wrong;
  wrong.path = "/ok";
  int calls = 0;
  EXPECT(!api.try_send(wrong, [&](moya::result<moya::response>) { calls++; }) && calls == 0);
  EXPECT_STATUS(api.try_send(target_of("/ok"), moya::handlers()).error().status(), MOYA_ERROR_NULL);

  // A response that a program holds outlives the call and the provider.
  moya::response kept;
  {
    const moya::provider brief;
    brief.send(target_of("/ok"), [&](moya::result<moya::response> it) { kept = std::move(*it); }).wait();
  }
  EXPECT(kept.json<bool>("ok"));

  moya::group two(api, 2);
  std::atomic<int> ends{0};
  for (int i = 0; i < 10; i++) api.send(target_of("/ok"), [&](moya::result<moya::response> it) { ends += it.has_value(); }, two);
  EXPECT(two.wait(30s) && ends == 10 && two.size() == 0);
  api.send(target_of("/never"), [&](moya::result<moya::response> it) { ends += it ? 0 : 100; }, two);
  EXPECT(!two.wait(10ms) && two.size() == 1);
  two.cancel();
  EXPECT(two.wait(30s) && ends == 110);
  EXPECT(api.drain(30s));
  EXPECT_STATUS(api.try_call(target_of("/ok")).error().status(), MOYA_ERROR_STATE);
}

static void host_pump() {
  moya::provider_options given;
  given.pump = MOYA_PUMP_HOST;
  const moya::provider api(given);
  EXPECT(api.fd() >= 0);
  bool has_ended = false;
  api.send(target_of("/ok"), [&](moya::result<moya::response> it) { has_ended = it->json<bool>("ok"); });
  while (!has_ended) api.process(1s);
}

static void definitions() {
  const moya::provider api;
  const std::string text = R"({"moya": 1, "name": "test", "base_url": ")" + faults + R"(", "endpoints": {
    "echo": {"method": "POST", "path": "/echo/{name}", "description": "says it again", "parameters": [
      {"name": "name", "in": "path", "type": "str"}, {"name": "page", "in": "query", "type": "i64?"},
      {"name": "deep", "in": "field", "type": "boolean"}, {"name": "note", "in": "field", "type": "str?", "nullable": true},
      {"name": "ratio", "in": "field", "type": "f64?"}, {"name": "more", "in": "field", "type": "raw?"}]}}})";
  const moya::api test = moya::api::parse(api, text);
  EXPECT(test.names().size() == 1 && test.names()[0] == "echo");
  EXPECT(has(test.signature("echo"), "str name") && test.signature("nothing").empty());
  EXPECT_EQ(test.description("echo"), "says it again");
  const moya::response response = test.call("echo", {{"name", "ann"}, {"page", 2}, {"deep", true}, {"note", nullptr}});
  EXPECT_EQ(response.json<std::string>("target"), "/echo/ann?page=2");
  EXPECT_EQ(response.json<std::string>("body"), R"({"deep":true,"note":null})");
  const moya::arguments more = {{"name", std::string("b")}, {"deep", false}, {"ratio", 0.5}, moya::argument::json("more", "[1]"),
                                {"page", std::optional<int>()}};
  EXPECT_EQ(test.call("echo", more).json<std::string>("body"), R"({"deep":false,"ratio":0.5,"more":[1]})");
  EXPECT_EQ(test.call("echo", more).json<std::string>("target"), "/echo/b");
  EXPECT(has(test.try_call("echo", {{"name", "ann"}}).error().message(), "deep"));
  EXPECT_STATUS(test.try_call("echo", {{"name", std::string("a\0b", 3)}, {"deep", true}}).error().status(), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(test.try_call("nothing").error().status(), MOYA_ERROR_ARGUMENT);

  bool ended = false;
  EXPECT(test.send("echo", more, [&](moya::result<moya::response> it) { ended = it.has_value(); }).wait() && ended);
  const moya::queue queue;
  test.enqueue("echo", more, queue, 5);
  EXPECT_EQ(queue.wait()[0].tag(), 5u);
  EXPECT_STATUS(moya::api::try_parse(api, "{}").error().status(), MOYA_ERROR_DEFINITION);
  EXPECT_STATUS(moya::api::create(api, "/nowhere").error().status(), MOYA_ERROR_FILE);
}

#if __cplusplus >= 202002L
static void names_its_fields() {
  moya::provider api({.base_url = faults.c_str(), .connect_timeout = 5s});
  moya::response response = api.call({.name = "user", .path = "/echo/{id}", .path_values = {{"id", 7}}, .query = {{"page", 2}},
                                      .headers = {{"Accept", "text/plain"}}, .validation = MOYA_VALIDATION_SUCCESS});
  EXPECT_EQ(response.json<std::string>("target"), "/echo/7?page=2");
  std::string lines;
  api.call({.path = "/lines/2"}, {.line = [&](std::string_view line) { lines += line; }});
  EXPECT_EQ(lines, "line 0line 1");
  moya::result<moya::response> failed = api.try_call({.path = "/status/500", .validation = MOYA_VALIDATION_SUCCESS});
  EXPECT(!failed);
  api.send({.path = "/ok"}, [&](moya::result<moya::response> it) { response = *it; }).wait();
  EXPECT(response.json<bool>("ok"));
  api.send({.path = "/ok"}, {.body = [&](std::string_view it) { lines = it; }, .end = [](const auto &) {}}).wait();
  EXPECT_EQ(lines, R"({"ok":true})");
  moya::queue queue;
  api.enqueue({.path = "/ok"}, queue, 1);
  for (const moya::row &row : queue.wait(30s)) EXPECT_EQ(row.data(), R"({"ok":true})");
  moya::stubs stubs;
  stubs.add({.path = "/zen", .answers = {{.body = "calm"}}});
  EXPECT_EQ(moya::provider({.base_url = "http://offline.invalid", .stubs = stubs}).call({.path = "/zen"}).body(), "calm");
  EXPECT_EQ(api.call({.path = "/status/503", .retry = MOYA_RETRY(.attempts = 1)}).info(MOYA_INFO_ATTEMPTS).value_or(0), 1);
  EXPECT_EQ(api.call({.path = "/ok", .sample = moya::sample{.http_status = 201}, .stub = MOYA_STUB_IMMEDIATE}).http_status(), 201);
}
#endif

void test_calls() {
  test("a response has its parts, as ranges and as values", responses);
  test("failures are errors with the response", failures);
  test("bodies of every kind are sent", bodies);
  test("a stream is read, rewound and released", streams);
  test("fields follow a body as trailers", trailers);
  test("a provider has its options, and structs of C get their size", options);
  test("a target has its own wishes", wishes);
  test("what was moved from is empty, and nothing of it is undefined", empties);
  test("a blocking call in slices", slices);
  test("calls are sent, waited for, cancelled and grouped", sends);
  test("the program's own loop moves calls", host_pump);
  test("endpoints of a definition are called by name", definitions);
#if __cplusplus >= 202002L
  test("since C++20 fields are named where they are given", names_its_fields);
#endif
}
