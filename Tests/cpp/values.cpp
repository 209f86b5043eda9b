// Tests texts, results, errors, values of JSON, and trees.
#include "check.hpp"

#include <deque>
#include <map>
#include <unordered_map>

#if __cplusplus >= 202002L
#include <ranges>
static_assert(std::ranges::input_range<moya::json_view>);
static_assert(std::ranges::input_range<moya::json_view::member_range>);
static_assert(std::ranges::input_range<moya::response::header_range>);
static_assert(std::ranges::input_range<moya::rows>);
#endif
static_assert(!std::is_copy_constructible_v<moya::provider> && std::is_nothrow_move_constructible_v<moya::provider>);
static_assert(!std::is_copy_constructible_v<moya::queue> && std::is_nothrow_move_constructible_v<moya::queue>);
static_assert(std::is_nothrow_copy_constructible_v<moya::error> && std::is_copy_constructible_v<moya::response>);
static_assert(!std::is_copy_constructible_v<moya::row> && !std::is_copy_constructible_v<moya::value>);

static void texts() {
  EXPECT(!moya::text().has_value() && moya::text().c_str() == nullptr);
  EXPECT(!moya::text(nullptr).has_value() && !moya::text(static_cast<const char *>(nullptr)).has_value());
  EXPECT(!moya::text(std::optional<std::string>()).has_value());
  EXPECT(moya::text("").has_value() && moya::text("").view().empty());
  EXPECT_EQ(moya::text(std::string_view("abc", 2)).c_str(), "ab");
  const moya::fields rows = {{"page", 2}, {"Accept", "text/plain"}, {"big", uint64_t{18446744073709551615u}}, {"none", nullptr}};
  EXPECT_EQ(rows[0].value.view(), "2");
  EXPECT_EQ(rows[2].value.view(), "18446744073709551615");
  EXPECT(!rows[3].value.has_value());

  moya::target target = stubbed("{}");
  target.path = std::string("/users/ann\0/../admin", 20);
  const moya::error wrong = moya::provider().try_call(target).error();
  EXPECT_STATUS(wrong.status(), MOYA_ERROR_ARGUMENT);
  EXPECT_EQ(wrong.message(), "target.path has a zero inside");
}

static void results() {
  moya::result<int> seven = 7;
  EXPECT(seven && seven.has_value() && *seven == 7 && !seven.error() && seven.value_or(1) == 7);
  moya::result<int> failed = moya::error(MOYA_ERROR_JSON, "it is no JSON");
  EXPECT(!failed && *failed == 0 && failed.value_or(1) == 1);
  try {
    failed.value();
    EXPECT(!"value() throws");
  } catch (const moya::error &it) {
    EXPECT_STATUS(it.status(), MOYA_ERROR_JSON);
    EXPECT_EQ(it.what(), "it is no JSON");
  }
  // A result without a value gives an empty object. This is not undefined behaviour.
  moya::result<moya::response> none = moya::error(MOYA_ERROR_CONNECT);
  EXPECT(!none && none->http_status() == 0 && none->body().empty() && !none->header("a") && none->headers().empty());
  EXPECT_STATUS(none->try_json<int>("a").error().status(), MOYA_ERROR_NULL);
  moya::result<moya::provider> broken = moya::error(MOYA_ERROR_CONNECT);
  EXPECT(!broken->get() && !*broken);
  moya::result<std::unique_ptr<int>> one = std::make_unique<int>(1);
  EXPECT(*std::move(one).value() == 1);
  // The value that `*` takes from a temporary result stays alive in the loop. Otherwise clang would warn.
  int sum = 0;
  for (int it : *moya::result<std::vector<int>>(std::vector<int>{1, 2})) sum += it;
  EXPECT_EQ(sum, 3);
  EXPECT(moya::result<void>().has_value() && !moya::result<void>(moya::error(MOYA_ERROR_JSON)));
}

static void errors() {
  const moya::error empty;
  EXPECT(!empty && empty.status() == MOYA_OK && empty.target().empty() && !empty.response());
  moya::error it(MOYA_ERROR_STATE, std::string("not now"), "API.user");
  EXPECT_EQ(it.what(), "API.user: not now");
  EXPECT_EQ(it.target(), "API.user");
  moya::error copy = it;
  EXPECT(copy.get() == it.get() && copy.what() == it.what());
  moya::error moved = std::move(it);
  EXPECT(moved.get() == copy.get() && !it && it.get() == nullptr);
  it = moved;
  EXPECT(it && it.get() == copy.get());
  EXPECT_EQ(moya::error(MOYA_ERROR_STATE).what(), "MOYA_ERROR_STATE");
  EXPECT_STATUS(moya::error(MOYA_OK).status(), MOYA_ERROR_OTHER);
  const std::exception &base = it;
  EXPECT_EQ(base.what(), "API.user: not now");
}

static void json_types() {
  const char text[] = R"({"s": "ann", "z": "a\u0000b", "i": -7, "u": 18446744073709551615, "d": 1.5, "t": true, "n": null,
    "list": [1, 2, 3], "names": ["a", "b"], "map": {"x": 1, "y": 2}, "deep": [{"id": 1}, {"id": "two"}], "big": 300, "huge": 1e300})";
  const moya::json_document document = moya::json_document::parse(text);
  const moya::json_view root = document.root();
  EXPECT_EQ(root["s"].as<std::string>(), "ann");
  EXPECT_EQ(root["s"].as<std::string_view>(), "ann");
  EXPECT_EQ(root["z"].as<std::string>().size(), 3u);
  EXPECT(root["i"].as<int>() == -7 && root["i"].as<int64_t>() == -7 && root["i"].as<signed char>() == -7);
  EXPECT(root["u"].as<uint64_t>() == UINT64_MAX && root["d"].as<double>() == 1.5 && root["d"].as<float>() == 1.5f);
  EXPECT(root["i"].as<double>() == -7 && root["t"].as<bool>());
  EXPECT((root["list"].as<std::vector<int>>() == std::vector<int>{1, 2, 3}));
  EXPECT((root["list"].as<std::deque<uint8_t>>().size() == 3));
  EXPECT((root["names"].as<std::vector<std::string>>()[1] == "b"));
  EXPECT((root["map"].as<std::map<std::string, int>>().at("y") == 2));
  EXPECT((root["map"].as<std::unordered_map<std::string, long>>().size() == 2));
  EXPECT(!root["n"].as<std::optional<int>>() && !root["nothing"].as<std::optional<int>>() && *root["i"].as<std::optional<int>>() == -7);
  EXPECT(root["n"].is_null() && root["n"].exists() && !root["nothing"].exists() && !root["nothing"]["more"][3]);
  EXPECT(root["nothing"].value_or(5) == 5 && root["s"].value_or(5) == 5 && root["i"].value_or(5) == -7);
  EXPECT_EQ(root.at("deep.0.id").as<int>(), 1);
  EXPECT_EQ(root.pointer("/deep/1/id").as<std::string>(), "two");
  EXPECT_EQ(root["deep"][0].raw(), R"({"id": 1})");
  // If the library cut a key at its zero byte, it would find the shorter key.
  EXPECT(!root[std::string("s\0x", 3)] && !root.at(std::string("s\0x", 3)) && !root.pointer(std::string("/s\0x", 4)));

  const auto why = [](auto result) { return std::string(result.error().message()); };
  EXPECT_EQ(why(root["s"].try_as<int>()), "the value is a string, not an integer");
  EXPECT_STATUS(root["s"].try_as<int>().error().status(), MOYA_ERROR_JSON_TYPE);
  EXPECT_STATUS(root["n"].try_as<int>().error().status(), MOYA_ERROR_JSON_NULL);
  EXPECT_STATUS(root["nothing"].try_as<int>().error().status(), MOYA_ERROR_KEY_PATH);
  EXPECT_STATUS(root["nothing"].try_as<std::vector<int>>().error().status(), MOYA_ERROR_KEY_PATH);
  EXPECT_STATUS(root["n"].try_as<std::vector<int>>().error().status(), MOYA_ERROR_JSON_NULL);
  EXPECT_STATUS(root["big"].try_as<uint8_t>().error().status(), MOYA_ERROR_JSON_RANGE);
  EXPECT_STATUS(root["u"].try_as<int64_t>().error().status(), MOYA_ERROR_JSON_RANGE);
  EXPECT_STATUS(root["i"].try_as<unsigned>().error().status(), MOYA_ERROR_JSON_RANGE);
  EXPECT_STATUS(root["huge"].try_as<float>().error().status(), MOYA_ERROR_JSON_RANGE);
  EXPECT_STATUS(root["d"].try_as<int>().error().status(), MOYA_ERROR_JSON_TYPE);
  EXPECT_EQ(why(root["names"].try_as<std::vector<int>>()), "[0] is a string, not an integer");
  EXPECT_EQ(why(root.try_as<std::map<std::string, std::vector<int>>>()), "s is a string, not an array");
  EXPECT_STATUS(moya::json_document::try_parse("{").error().status(), MOYA_ERROR_JSON);
  EXPECT_STATUS(moya::json_document::try_parse("").error().status(), MOYA_ERROR_JSON);
  EXPECT(!moya::json_document().root().exists() && !moya::json_view().try_as<int>());
}

static void json_walks() {
  const moya::json_document document = moya::json_document::parse(R"({"users": [{"login": "ann"}, {"login": "bob"}], "none": []})");
  std::string logins;
  for (moya::json_view user : document.root()["users"]) logins += user["login"].as<std::string>();
  EXPECT_EQ(logins, "annbob");
  std::string keys;
  for (auto [key, value] : document.root().members()) keys += std::string(key) + std::to_string(value.size());
  EXPECT_EQ(keys, "users2none0");
  int count = 0;
  for (moya::json_view it : document.root()["none"]) count += it.exists();
  for (moya::json_view it : document.root()["nothing"]) count += it.exists();
  for (moya::json_view it : document.root()["users"][0]["login"]) count += it.exists();
  for (moya::json_member it : document.root()["users"].members()) count += it.value.exists();
  EXPECT_EQ(count, 0);
}

static void trees() {
  moya::value user = moya::value::object();
  user.set("name", "Ann").set(std::string("age"), 36).set("ratio", 0.5).set("admin", true).set("title", nullptr);
  user.set("text", std::string("a\0b", 3)).set("big", uint64_t{18446744073709551615u}).set_json("raw", "[1]");
  user.set_array("roles").add("admin").add(2).add(nullptr).add(std::string_view("x")).add_json("{}");
  user.set_object("owner").set("id", 1);
  EXPECT(user.status());
  const moya::body body = moya::body::json(std::move(user));
  EXPECT(user.get() == nullptr && !user.set("name", 1).status());

  moya::target target = target_of("/echo");
  target.method = "POST";
  target.body = body;
  const moya::response response = moya::provider().call(target);
  EXPECT_EQ(response.json<std::string>("body"),
            R"({"name":"Ann","age":36,"ratio":0.5,"admin":true,"title":null,"text":"a\u0000b","big":18446744073709551615,"raw":[1],)"
            R"("roles":["admin",2,null,"x",{}],"owner":{"id":1}})");

  moya::value broken = moya::value::object();
  broken.set("a", "\xff").set(std::string("b\0", 2), 1);
  EXPECT_STATUS(broken.status().error().status(), MOYA_ERROR_UTF8);
  target.body = moya::body::json(std::move(broken));
  EXPECT_STATUS(moya::provider().try_call(target).error().status(), MOYA_ERROR_UTF8);
}

static void urls() {
  EXPECT_EQ(moya::url_escape("a b/ü"), "a%20b%2F%C3%BC");
  EXPECT_EQ(moya::url_escape(""), "");
  EXPECT_EQ(moya::url_escape(std::string("\0a/\0\0b\0", 7)), "%00a%2F%00%00b%00");
  EXPECT_EQ(moya::url_resolve("https://a.example/x/y?q", "../z"), "https://a.example/z");
  EXPECT_STATUS(moya::try_url_resolve("https://a.example", "ftp://b").error().status(), MOYA_ERROR_INVALID_URL);
}

void test_values() {
  test("texts own a copy, numbers are digits, and a zero inside is refused", texts);
  test("a result has a value or an error, and never something undefined", results);
  test("errors share what they are copied from", errors);
  test("values of JSON become C++ types, or an error that names place and reason", json_types);
  test("arrays and objects are ranges", json_walks);
  test("trees are built step by step", trees);
  test("URLs are escaped and resolved", urls);
}
