// Tests calls that use one stream: one call after another, and calls at the same time.
#include "check.hpp"

#include <thread>
#include <utility>
#include <vector>

static moya::target counted() {
  moya::target made = target_of("/count");
  made.method = "POST";
  return made;
}

static void sent_again() {
  const moya::provider api;
  moya::target target = counted();
  int left = 3, rewound = 0;
  const auto letter = [&](char *buffer, size_t) -> int64_t {
    if (left == 0) return MOYA_READ_END;
    *buffer = static_cast<char>('a' + --left);
    return 1;
  };
  const auto rewind = [&] {
    left = 3;
    rewound++;
    return true;
  };
  for (const uint64_t length : {0, 3}) {
    left = 3;
    rewound = 0;
    target.body = moya::body::stream(letter, rewind, length);
    for (int i = 0; i < 3; i++) {
      const moya::target copy = target;
      EXPECT_EQ(api.call(copy).json<int64_t>("length"), 3);
      EXPECT_EQ(rewound, i);
    }
  }
  target.body = moya::body::stream(letter, [] { return false; });
  left = 1;
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_OK);
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_BODY);
}

static void sent_once() {
  const moya::provider api;
  moya::target target = counted();
  int reads = 0;
  target.body = moya::body::stream([&](char *buffer, size_t) -> int64_t {
    *buffer = 'a';
    return reads++ ? MOYA_READ_END : 1;
  });
  const moya::target copy = target;
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_OK);
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_BODY);
  EXPECT_STATUS(api.try_call(copy).error().status(), MOYA_ERROR_BODY);
  EXPECT_EQ(reads, 2);

  // A call that has read nothing leaves the body to the next call.
  std::atomic<int> asked{0};
  target.body = moya::body::stream([&](char *, size_t) -> int64_t {
    return asked++ ? MOYA_READ_END : MOYA_READ_LATER;
  });
  const moya::call waiting = api.send(target, [](moya::result<moya::response>) {});
  while (asked == 0) std::this_thread::yield();
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_BODY);
  waiting.cancel();
  waiting.wait();
  EXPECT_EQ(api.call(target).json<int64_t>("length"), 0);

  moya::body moved = moya::body::data("abc");
  target.body = std::move(moved);
  EXPECT_EQ(api.call(target).json<int64_t>("length"), 3);
  target.body = moved;
  EXPECT_EQ(api.try_call(target).error().message(), "target.body was moved from");
  target.body = moya::body::form({{nullptr, "1"}});
  EXPECT_STATUS(api.try_call(target).error().status(), MOYA_ERROR_NULL);
}

// One call has read a byte of the body when another call begins.
static void at_the_same_time() {
  const moya::provider api;
  std::atomic<int> given{0};
  std::atomic<bool> is_ready{false};
  moya::target target = counted();
  target.body = moya::body::stream(
      [&](char *buffer, size_t) -> int64_t {
        if (given == 1 && !is_ready) return MOYA_READ_LATER;
        if (given == 3) return MOYA_READ_END;
        *buffer = static_cast<char>('a' + given++);
        return 1;
      },
      [&] {
        given = 0;
        return true;
      });
  const auto play = [&](const auto &sent) {
    given = 0;
    is_ready = false;
    int64_t length = -1;
    const moya::call call = api.send(sent, [&](moya::result<moya::response> it) {
      length = it->try_json<int64_t>("length").value_or(-1);
    });
    while (given == 0) std::this_thread::yield();
    const moya::error error = api.try_call(sent).error();
    EXPECT_STATUS(error.status(), MOYA_ERROR_BODY);
    EXPECT_EQ(given.load(), 1);
    is_ready = true;
    call.resume();
    call.wait();
    EXPECT_EQ(length, 3);
    EXPECT_EQ(api.call(sent).template json<int64_t>("length"), 3);
    return std::string(error.message());
  };
  play(target);
  EXPECT(has(play(moya::target_copy(target)), "another call is reading it"));
}

static void trailers_of_a_copy() {
  const moya::provider api;
  std::atomic<int> left{3}, sent{0};
  moya::target target = target_of("/ok");
  target.method = "PUT";
  const moya::body body = moya::body::stream(
      [&](char *buffer, size_t) -> int64_t {
        *buffer = 'a';
        return left-- > 0 ? 1 : MOYA_READ_END;
      },
      [&] {
        left = 3;
        return true;
      });
  target.body = body.with_trailers([] { return moya::fields{{"X-Sum", std::string(5000, 's')}}; });
  const moya::target_copy copy(target);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&] {
      for (int turn = 0; turn < 20; turn++) {
        const moya_status status = api.try_call(copy).error().status();
        if (status == MOYA_OK) sent++;
        else EXPECT_STATUS(status, MOYA_ERROR_BODY);
      }
    });
  for (std::thread &it : threads) it.join();
  EXPECT(sent > 0);
}

void test_streams() {
  test("a stream is rewound for each call of a target and of its copies", sent_again);
  test("a stream that cannot go back is sent once, and a body that was moved from is an error", sent_once);
  test("while a call reads a stream, another call that begins to read it fails", at_the_same_time);
  test("threads that send a copy of a target do not share the memory of its trailers", trailers_of_a_copy);
}
