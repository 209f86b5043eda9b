// Tests the rows of queues.
#include "check.hpp"

#include <poll.h>
#include <set>
#include <thread>

using namespace std::chrono_literals;

static void ends() {
  const moya::provider api;
  const moya::queue queue;
  EXPECT(queue.drain().empty() && queue.wait(0ms).empty() && queue.wait(1ms));
  for (uint64_t tag = 0; tag < 100; tag++) api.enqueue(target_of("/bytes/7"), queue, tag);
  queue.close();
  std::set<uint64_t> tags;
  while (moya::rows rows = queue.wait(30s, 7)) {
    EXPECT(!rows.empty() && rows.size() <= 7);
    for (const moya::row &row : rows) {
      tags.insert(row.tag());
      EXPECT(row.is_end() && row.status() == MOYA_OK && row.http_status() == 200 && !row.error() && !row.progress());
      EXPECT_EQ(row.data(), "xxxxxxx");
      EXPECT_EQ(row.result()->body(), "xxxxxxx");
    }
  }
  EXPECT_EQ(tags.size(), 100u);
  EXPECT(queue.try_drain()->has_ended() && !queue.drain());
  EXPECT_STATUS(api.try_enqueue(target_of("/ok"), queue, 1).error().status(), MOYA_ERROR_STATE);
}

static void parts() {
  const moya::provider api;
  const moya::queue queue;
  api.enqueue(target_of("/bytes/50000"), queue, 3, MOYA_ROW_HEAD | MOYA_ROW_CHUNK | MOYA_ROW_PROGRESS | MOYA_ROW_STEP);
  std::string order, body;
  std::vector<moya_step_kind> steps;
  moya::response head;
  for (bool has_ended = false; !has_ended;) {
    for (const moya::row &row : queue.wait(30s, 1)) {
      if (row.kind() == MOYA_ROW_HEAD) head = row.response();
      if (row.kind() == MOYA_ROW_CHUNK) body += row.data();
      if (row.kind() == MOYA_ROW_PROGRESS) EXPECT(row.progress()->received > 0);
      EXPECT((row.kind() == MOYA_ROW_STEP) == (row.step() != nullptr));
      if (row.step()) steps.push_back(row.step()->kind);
      has_ended = row.is_end();
      if (row.kind() == MOYA_ROW_HEAD || has_ended) order += has_ended ? "end" : "head ";
    }
  }
  EXPECT_EQ(order, "head end");
  EXPECT(steps == (std::vector<moya_step_kind>{MOYA_STEP_CONNECT, MOYA_STEP_SEND_HEAD, MOYA_STEP_RECEIVE}));
  EXPECT(body.size() == 50000 && head.http_status() == 200 && head.header("content-length"));

  moya::target wrong = target_of("/status/404");
  wrong.validation = MOYA_VALIDATION_SUCCESS;
  api.enqueue(wrong, queue, 4);
  moya::rows rows = queue.wait();
  moya::rows moved = std::move(rows);
  EXPECT(rows.empty() && moved.size() == 1);
  const moya::error why = moved[0].result().error();
  moved = moya::rows();
  EXPECT_STATUS(why.status(), MOYA_ERROR_STATUS_CODE);
  EXPECT_EQ(why.response().http_status(), 404);
}

static void bounds() {
  const moya::provider api;
  const moya::queue two(2, 1 << 16);
  const moya::call never = api.enqueue(target_of("/never"), two, 1);
  api.enqueue(target_of("/never"), two, 2);
  EXPECT_STATUS(api.try_enqueue(target_of("/never"), two, 3).error().status(), MOYA_ERROR_FULL);
  never.cancel();
  pollfd ready = {two.fd(), POLLIN, 0};
  EXPECT(poll(&ready, 1, 30000) == 1);
  EXPECT_STATUS(two.drain()[0].status(), MOYA_ERROR_CANCELLED);

  std::thread waker([&] {
    std::this_thread::sleep_for(20ms);
    two.wake();
  });
  EXPECT(two.wait(30s).empty());
  waker.join();
}

void test_queues() {
  test("ends are rows, and a closed queue ends its loop", ends);
  test("rows have the response as it comes, and what is kept outlives them", parts);
  test("a queue has bounds, is polled and woken", bounds);
}
