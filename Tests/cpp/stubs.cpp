// Tests stub rules, their record, and pages.
#include "check.hpp"

static void rules() {
  const moya::stubs stubs;
  stubs.record(10);
  moya::stub_rule rule;
  rule.method = "POST";
  rule.path = "/users";
  rule.query = {{"page", 2}};
  rule.headers = {{"X-Trace", nullptr}};
  rule.json = R"({"a": 1})";
  rule.answers.resize(2);
  rule.answers[0].http_status = 201;
  rule.answers[0].headers = {{"Location", "/users/7"}};
  rule.answers[1].failure = MOYA_ERROR_CONNECT;
  const uint64_t id = stubs.add(rule);
  moya::provider_options options;
  options.base_url = "http://offline.invalid";
  options.stubs = stubs;
  const moya::provider api(options);

  moya::target target;
  target.name = "add";
  target.path = "/users";
  target.method = "POST";
  target.query = {{"page", 2}};
  target.headers = {{"X-Trace", "t"}};
  target.body = moya::body::json(R"({ "a":1 })");
  const moya::response response = api.call(target);
  EXPECT_EQ(response.http_status(), 201);
  EXPECT_EQ(response.header("location").value_or(""), "/users/7");
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_CONNECT);
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_NO_STUB);
  EXPECT(stubs.count(id) == 3 && stubs.count() == 3);

  int count = 0;
  for (moya::stub_request it : stubs.requests()) {
    count++;
    EXPECT_EQ(it.method(), "POST");
    EXPECT_EQ(it.url(), "http://offline.invalid/users?page=2");
    EXPECT_EQ(it.body(), R"({ "a":1 })");
    EXPECT_EQ(it.header("x-trace").value_or(""), "t");
    EXPECT(!it.header("X-Absent") && it.rule() == id && it.target() == "add");
  }
  EXPECT_EQ(count, 3);
  EXPECT(!stubs.requests()[99]);
  EXPECT(stubs.requests()[2].answered() == MOYA_STUBBED_BY_NOTHING);
  stubs.remove(id);
  stubs.reset();
  EXPECT(stubs.requests().empty() && stubs.count() == 0);
  rule.path = std::string("/\0", 2);
  EXPECT_EQ(stubs.try_add(rule).error().message(), "stub_rule.path has a zero inside");
  EXPECT_STATUS(stubs.try_add(moya::stub_rule()).error().status(), MOYA_ERROR_ARGUMENT);
}

static void pages() {
  const moya::stubs stubs;
  for (int page = 1; page <= 3; page++) {
    moya::stub_rule rule;
    rule.query = {{"page", page}};
    rule.answers.resize(1);
    rule.answers[0].body = std::to_string(page);
    if (page < 3) rule.answers[0].headers = {{"Link", "</items?page=" + std::to_string(page + 1) + ">; rel=\"next\""}};
    stubs.add(rule);
  }
  moya::provider_options options;
  options.stubs = stubs;
  const moya::provider api(options);
  moya::target target;
  target.base_url = "http://offline.invalid";
  target.path = "/items";
  target.query = {{"page", 1}};
  std::string seen;
  moya::response response;
  for (moya::target_copy page(target); page; page = page.next(response)) {
    response = api.call(page);
    seen += response.body();
  }
  EXPECT_EQ(seen, "123");
  EXPECT(api.try_call(moya::target_copy(target).get()));
}

void test_stubs() {
  test("rules answer, fail and record", rules);
  test("pages follow one another", pages);
}
