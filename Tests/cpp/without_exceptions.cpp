// Tests the header without exceptions: functions return results only.
#include "check.hpp"

static_assert(!MOYA_EXCEPTIONS, "compile this with -fno-exceptions");

int main() {
  test("a program without exceptions calls, sends and reads", [] {
    moya::result<moya::provider> api = moya::provider::create();
    EXPECT(api);
    moya::target target = stubbed(R"({"login": "ann", "ids": [1, 2]})");
    moya::result<moya::response> response = api->try_call(target);
    EXPECT(response && response->http_status() == 200);
    EXPECT_EQ(response->try_json<std::string>("login").value_or(""), "ann");
    EXPECT_EQ(response->try_json<std::vector<int>>("ids")->size(), 2u);
    EXPECT_STATUS(response->try_json<int>("login").error().status(), MOYA_ERROR_JSON_TYPE);
    EXPECT_EQ((*response->try_json())["ids"][1].value_or(0), 2);

    int32_t seen = 0;
    EXPECT(api->try_send(target, [&](moya::result<moya::response> it) { seen = it->http_status(); })->try_wait());
    EXPECT_EQ(seen, 200);
    std::string body;
    moya::handlers shown;
    shown.body = [&](std::string_view piece) { body = piece; };
    EXPECT(api->try_call(target, shown) && !body.empty());
    moya::result<moya::queue> queue = moya::queue::create();
    EXPECT(api->try_enqueue(target, *queue, 9));
    for (const moya::row &row : *queue->try_wait()) EXPECT_EQ(row.tag(), 9u);

    target.sample->http_status = 404;
    target.validation = MOYA_VALIDATION_SUCCESS;
    const moya::result<moya::response> failed = api->try_call(target);
    EXPECT(!failed && failed->body().empty());
    EXPECT_STATUS(failed.error().status(), MOYA_ERROR_STATUS_CODE);
    EXPECT(!moya::result<moya::provider>(moya::error(MOYA_ERROR_SYSTEM))->try_call(target));
  });
  return check_failures ? 1 : 0;
}
