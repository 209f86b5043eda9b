/* Wraps queues (queue.h). A queue stores the results of calls as rows, until the program takes
 * them. Queues are for event loops and for many calls at once. */
#ifndef MOYA_CPP_QUEUE_HPP
#define MOYA_CPP_QUEUE_HPP

#include "call.hpp"

namespace moya {

/* A row of a queue: the result of a call, its head, a piece of its body, its progress or a step.
 * The row and its texts are valid as long as the moya::rows that contains it. */
class row : moya_completion {
  friend class rows;
  friend class queue;

 public:
  row() noexcept : moya_completion{} {}
  row(const row &) = delete;
  row &operator=(const row &) = delete;
  uint64_t tag() const noexcept { return moya_completion::tag; }
  /* Returns MOYA_ROW_END, MOYA_ROW_HEAD, MOYA_ROW_CHUNK, MOYA_ROW_PROGRESS or MOYA_ROW_STEP. */
  moya_row kind() const noexcept { return moya_completion::kind; }
  bool is_end() const noexcept { return kind() == MOYA_ROW_END; }
  moya_status status() const noexcept { return moya_completion::status; }
  /* Returns the HTTP status of the response, or 0 if there is no response. */
  int32_t http_status() const noexcept { return moya_completion::http_status; }
  /* Returns the response of a row of kind MOYA_ROW_END, or the head of a row of kind MOYA_ROW_HEAD.
   * The response may live longer than the row. */
  moya::response response() const noexcept {
    return moya::response::share(moya_completion::response);
  }
  moya::error error() const noexcept {
    return moya::error::share(status(), moya_completion::error);
  }
  /* Returns the result of the call. */
  moya::result<moya::response> result() const {
    if (status() != MOYA_OK) return error();
    return response();
  }
  /* Returns the bytes of a chunk, or the body of the response in a row of kind MOYA_ROW_END. */
  std::string_view data() const noexcept MOYA_BORROWED {
    return {static_cast<const char *>(moya_completion::data), moya_completion::len};
  }
  /* Returns the progress of a row of kind MOYA_ROW_PROGRESS, or NULL if the row has another
   * kind. */
  const moya_progress *progress() const noexcept MOYA_BORROWED { return moya_completion::progress; }
  /* Returns the step of a row of kind MOYA_ROW_STEP, or NULL if the row has another kind. */
  const moya_step *step() const noexcept MOYA_BORROWED {
    if (kind() != MOYA_ROW_STEP) return nullptr;
    return static_cast<const moya_step *>(moya_completion::data);
  }
  /* Returns the row for C functions, for example for NAME_result of typed.h. */
  const moya_completion *get() const noexcept MOYA_BORROWED { return this; }
};

/* Rows that one wait or drain took out of a queue. The destructor of this object releases them.
 * This object converts to false if the queue has ended. So the loop below ends after the queue was
 * closed and its last row was drained:
 *
 *     while (moya::rows rows = queue.wait())
 *       for (const moya::row &row : rows) … */
class rows {
  friend class queue;
  std::unique_ptr<row[]> rows_;
  size_t count_ = 0;
  bool has_ended_ = false;

  explicit rows(size_t capacity) : rows_(new row[capacity]) {}
  void release() noexcept {
    if (count_) moya_completions_release(rows_.get(), sizeof(row), count_);
    count_ = 0;
  }

 public:
  rows() noexcept = default;
  rows(rows &&other) noexcept
      : rows_(std::move(other.rows_)),
        count_(std::exchange(other.count_, 0)),
        has_ended_(other.has_ended_) {}
  rows &operator=(rows &&other) noexcept {
    release();
    rows_ = std::move(other.rows_);
    count_ = std::exchange(other.count_, 0);
    has_ended_ = other.has_ended_;
    return *this;
  }
  ~rows() { release(); }

  explicit operator bool() const noexcept { return !has_ended_; }
  bool has_ended() const noexcept { return has_ended_; }
  const row *begin() const noexcept MOYA_BORROWED { return rows_.get(); }
  const row *end() const noexcept MOYA_BORROWED { return rows_.get() + count_; }
  size_t size() const noexcept { return count_; }
  bool empty() const noexcept { return count_ == 0; }
  const row &operator[](size_t index) const noexcept MOYA_BORROWED { return rows_[index]; }
};
static_assert(sizeof(row) == sizeof(moya_completion) && std::is_standard_layout_v<row>,
              "a row is a moya_completion");

/* A queue, which stores the results of calls as rows until the program takes them. It can be moved,
 * but not copied. Any thread may use it. */
class queue {
  detail::owned<moya_queue, moya_queue_destroy> it_;

  template <class Drain>
  result<rows> drained(size_t capacity, Drain drain) const {
    if (!get()) return detail::no_handle("the queue");
    capacity = std::clamp<size_t>(capacity, 1, 65536);
    rows made(capacity);
    const int64_t count = drain(made.rows_.get(), capacity);
    if (count < 0 && count != MOYA_ERROR_STATE)
      return error(static_cast<moya_status>(count), "the queue cannot be drained");
    made.count_ = count < 0 ? 0 : static_cast<size_t>(count);
    made.has_ended_ = count < 0;
    return result<rows>(std::move(made));
  }

 public:
  queue(moya_queue *it, detail::adopt) noexcept : it_(it) {}
  /* Makes a queue. `limit` is the maximum number of calls in it. A call counts from its start until
   * its last row is drained. `buffer` is the maximum number of bytes in the rows of kind
   * MOYA_ROW_CHUNK that wait in the queue. queue.h says what 0 means. */
  static result<queue> create(size_t limit = 0, size_t buffer = 0) {
    moya_queue *it = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_queue_create(&it, &why);
    if (limit) moya_queue_set_limit(it, limit);
    if (buffer) moya_queue_set_buffer(it, buffer);
    return detail::outcome(status, why, queue(it, detail::adopt()));
  }
#if MOYA_EXCEPTIONS
  explicit queue(size_t limit = 0, size_t buffer = 0) : queue(create(limit, buffer).value()) {}
#endif
  moya_queue *get() const noexcept { return it_.get(); }

  /* Waits for a row, and takes up to `capacity` rows. If the time runs out or wake is called,
   * returns no rows. In a callback, does not wait, and returns rows that look as if the queue had
   * ended. [not in callbacks] */
  result<rows> try_wait(std::chrono::milliseconds timeout = forever, size_t capacity = 64) const {
    return drained(capacity, [&](row *room, size_t places) {
      return moya_queue_wait(get(), room, sizeof(row), places, detail::wait_ms(timeout));
    });
  }
  /* Takes up to `capacity` rows without waiting. */
  result<rows> try_drain(size_t capacity = 64) const {
    return drained(capacity, [&](row *room, size_t places) {
      return moya_queue_drain(get(), room, sizeof(row), places);
    });
  }
#if MOYA_EXCEPTIONS
  rows wait(std::chrono::milliseconds timeout = forever, size_t capacity = 64) const {
    return try_wait(timeout, capacity).value();
  }
  rows drain(size_t capacity = 64) const { return try_drain(capacity).value(); }
#endif
  /* Lets the thread that drains the queue run the calls of the queue, if at most `most_calls` are
   * under way. 0 means never. See moya_queue_set_pump in queue.h. Call this function before fd. */
  result<void> try_set_pump(size_t most_calls) const {
    if (!get()) return detail::no_handle("the queue");
    moya_error *why = nullptr;
    return detail::outcome(moya_queue_set_pump(get(), most_calls, &why), why);
  }
#if MOYA_EXCEPTIONS
  void set_pump(size_t most_calls) const { try_set_pump(most_calls).value(); }
#endif
  /* Ends all waits. If no thread is waiting, ends the next wait. */
  void wake() const noexcept { moya_queue_wake(get()); }
  /* Refuses further calls. The queue ends after the last row of the last call is drained. */
  void close() const noexcept { moya_queue_close(get()); }
  /* Returns a descriptor that is readable while rows wait. Poll it, but do not read from it. */
  int fd() const noexcept { return moya_queue_fd(get()); }
};

} // namespace moya

#endif
