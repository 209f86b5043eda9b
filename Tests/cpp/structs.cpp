// Decodes JSON into structs and encodes structs, with tables and with typed.h.
#include "check.hpp"

#include <moya/typed.h>

MOYA_STRUCT(owner, (str, login));
MOYA_OPEN_ENUM(state, (open), (closed));
MOYA_STRUCT(repo, (i64, id), (str, full_name), (owner, owner, optional), (state, state, fallback("\"open\"")));
MOYA_ENDPOINT(get_repo, repo, "GET", "/repos/{name}", (path, str, name));
namespace app {
MOYA_STRUCT(thing, (i64, id));

struct user {
  int64_t id;
  const char *login;
};
static const moya_type_field user_fields[] = {
    {"id", offsetof(user, id), sizeof(int64_t), MOYA_KIND_I64, 0, nullptr, nullptr, nullptr, 0, 0},
    {"login", offsetof(user, login), sizeof(const char *), MOYA_KIND_STR, 0, nullptr, nullptr, nullptr, 0, 0},
};
static const moya_type user_type = MOYA_TYPE("user", user, user_fields);
static inline const moya_type *moya_type_of(const user *) { return &user_type; }
}  // namespace app

static void decodes() {
  moya::decoded<repo> one = moya::decode<repo>(R"({"id": 1, "full_name": "a/b", "owner": {"login": "ann"}, "state": "closed"})");
  EXPECT(one->id == 1 && one->state == state_closed);
  EXPECT_EQ(one->owner->login, "ann");
  moya::decoded<repo> moved = std::move(one);
  EXPECT(one->full_name == nullptr && one->id == 0);
  EXPECT_EQ((*moved).full_name, "a/b");
  moved = moya::decode<repo>(R"({"id": 2, "full_name": "c/d"})");
  EXPECT(moved->id == 2 && !moved->owner && moved->state == state_open);

  const std::string list = R"({"items": [{"id": 1, "full_name": "a/b"}, {"id": 2, "full_name": "c/d"}]})";
  std::string names;
  for (const repo &it : moya::decode_list<repo>(list, "items")) names += it.full_name;
  EXPECT_EQ(names, "a/bc/d");
  moya::decoded_list<repo> repos = moya::decode_list<repo>(list, std::string("items"));
  EXPECT(repos.size() == 2 && repos[1].id == 2);
  moya::decoded_list<repo> others = std::move(repos);
  EXPECT(repos.empty() && repos.begin() == repos.end() && others.size() == 2);
  EXPECT(moya::decode<repo_list>(list, "items")->count == 2 && moya::decode_list<repo>("[]").empty());
  EXPECT(moya::decode<app::thing>(R"({"id": 5})")->id == 5);
  EXPECT(moya::decode<state>("\"closed\"").operator*() == state_closed);
  EXPECT_EQ(moya::decode<app::user>(R"({"id": 5, "login": "ann"})")->login, "ann");
  EXPECT_EQ(moya::decode<app::user>(R"({"id": 5, "login": "ann"})", "", &app::user_type)->login, "ann");

  const moya::response response = moya::provider().call(stubbed(list));
  EXPECT_EQ(response.decode_list<repo>("items")[0].full_name, "a/b");
  EXPECT_EQ(response.decode<repo>("items.1")->full_name, "c/d");
}

static void refusals() {
  EXPECT_EQ(moya::try_decode<repo>(R"({"id": "x", "full_name": ""})").error().message(), R"(id is "x", not an integer)");
  EXPECT_STATUS(moya::try_decode<repo>("{").error().status(), MOYA_ERROR_JSON);
  EXPECT_STATUS(moya::try_decode<repo>("").error().status(), MOYA_ERROR_JSON);
  EXPECT_STATUS(moya::try_decode<repo>("{}", "a").error().status(), MOYA_ERROR_KEY_PATH);
  EXPECT_STATUS(moya::try_decode<repo>("{}", std::string("a\0b", 3)).error().status(), MOYA_ERROR_ARGUMENT);
  // A table of another struct would write beyond this one.
  EXPECT_STATUS(moya::try_decode<app::thing>("{}", "", repo_type).error().status(), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya::try_decode<app::thing>("{}", "", nullptr).error().status(), MOYA_ERROR_NULL);
  EXPECT_STATUS(moya::try_decode_list<app::thing>("[]", "", repo_type).error().status(), MOYA_ERROR_ARGUMENT);
  EXPECT_STATUS(moya::response().try_decode<repo>().error().status(), MOYA_ERROR_NULL);
  EXPECT(!moya::try_decode<repo>("7") && (*moya::try_decode<repo>("7"))->full_name == nullptr);
}

static void encodes() {
  app::user ann = {7, "ann"};
  moya::target target = target_of("/echo");
  target.method = "PUT";
  target.body = moya::body::json(moya::encode(ann));
  EXPECT_EQ(moya::provider().call(target).json<std::string>("body"), R"({"id":7,"login":"ann"})");
  ann.login = nullptr;
  EXPECT_STATUS(moya::try_encode(ann).error().status(), MOYA_ERROR_ENCODING);
}

static void pieces() {
  std::string logins;
  moya::decoder<app::user> users([&](const app::user &it) { logins += it.login; });
  EXPECT(users.feed("{\"id\": 1, \"login\": \"ann\"}\n{\"id\"") == moya::flow::go);
  EXPECT_EQ(logins, "ann");
  users.feed(": 2, \"login\": \"bob\"}");
  users.finish();
  EXPECT_EQ(logins, "annbob");

  moya::decoder<app::user> array([](const app::user &) { return moya::flow::stop; }, MOYA_DECODER_ARRAY);
  EXPECT(array.feed(R"([{"id": 1, "login": "ann"}])") == moya::flow::stop);
  EXPECT_STATUS(array.try_finish().error().status(), MOYA_ERROR_CANCELLED);

  moya::decoder<app::user> angry([](const app::user &) { throw std::string("angry"); });
  try {
    angry.feed("{\"id\": 1, \"login\": \"ann\"}\n");
    EXPECT(!"feed throws");
  } catch (const std::string &it) {
    EXPECT_EQ(it, "angry");
  }
  moya::decoder<app::user> moved = std::move(angry);
  EXPECT(angry.feed("{}") == moya::flow::stop && !angry.try_finish());
  EXPECT_STATUS(moya::decoder<app::user>().try_finish().error().status(), MOYA_ERROR_NULL);

  // Decodes while the body arrives.
  logins.clear();
  moya::decoder<app::user> streamed([&](const app::user &it) { logins += it.login; });
  moya::handlers shown;
  shown.body = [&](std::string_view piece) { return streamed.feed(piece); };
  moya::provider().call(stubbed("{\"id\": 1, \"login\": \"ann\"}\n{\"id\": 2, \"login\": \"bob\"}\n"), shown);
  streamed.finish();
  EXPECT_EQ(logins, "annbob");
}

static void endpoints() {
  const moya::stubs stubs;
  moya::stub_rule rule;
  rule.path = "/repos/a b";
  rule.answers.resize(1);
  rule.answers[0].body = R"({"id": 1, "full_name": "a/b"})";
  stubs.add(rule);
  moya::provider_options options;
  options.base_url = "http://offline.invalid";
  options.stubs = stubs;
  const moya::provider api(options);
  repo it;
  EXPECT(get_repo(api.get(), "a b", &it, nullptr, nullptr) == MOYA_OK);
  EXPECT_EQ(it.full_name, "a/b");
  repo_release(&it);

  const moya::queue queue;
  EXPECT(get_repo_enqueue(api.get(), "a b", queue.get(), 1, nullptr, nullptr) == MOYA_OK);
  const moya::rows rows = queue.wait();
  EXPECT(rows.size() == 1 && get_repo_result(rows[0].get(), &it, nullptr) == MOYA_OK);
  EXPECT_EQ(it.id, 1);
  repo_release(&it);

  moya_scratch scratch;
  moya_target target;
  EXPECT(get_repo_target("a b", &scratch, &target, nullptr) == MOYA_OK);
  EXPECT_EQ(api.call(&target).decode<repo>()->full_name, "a/b");
  moya_scratch_release(&scratch);
}

void test_structs() {
  test("structs and lists are decoded, with their memory", decodes);
  test("what does not fit is an error, and writes nothing", refusals);
  test("structs are encoded", encodes);
  test("structs come one by one from pieces, and an exception leaves feed", pieces);
  test("endpoints of typed.h work next to it", endpoints);
}
