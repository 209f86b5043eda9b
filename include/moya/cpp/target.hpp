/* Describes one operation of an API: where the request goes, what it carries, and the response of a
 * stub (target.h). */
#ifndef MOYA_CPP_TARGET_HPP
#define MOYA_CPP_TARGET_HPP

#include "response.hpp"

#include <atomic>

namespace moya {

namespace detail {
/* Says which call may read a stream that several calls share. All copies of a body share this
 * object. */
struct stream_turn {
  std::atomic<const void *> reader{nullptr};
  bool was_read = false; /* the stream was read since it was last at its start. Only the call that
                          * reads the stream uses this */
};
} // namespace detail

/* A part of a multipart form. Set one of `text`, `data` and `path`. */
struct part {
  moya::text name{};
  moya::text text{};
  std::optional<std::string> data{};
  moya::text path{}; /* a file, which is read while it is sent */
  moya::text file_name{};
  moya::text type{}; /* a media type */
};

/* The body of a request. Copies of this object share the contents. */
class body {
  friend class lowered_target;
  moya_task_kind kind_ = MOYA_TASK_PLAIN;
  std::shared_ptr<const std::string> data_;
  std::shared_ptr<const value> tree_;
  std::vector<part> parts_;
  text path_, list_key_, boundary_;
  moya_bool_style bool_style_ = MOYA_BOOL_NUMERIC;
  function<int64_t(char *, size_t)> read_;
  function<bool()> rewind_;
  function<fields()> trailers_;
  std::shared_ptr<detail::stream_turn> turn_;
  uint64_t len_ = 0;

  static body of(moya_task_kind kind) {
    body made;
    made.kind_ = kind;
    return made;
  }

 public:
  /* Means that the request has no body. */
  body() noexcept = default;
  /* Makes a body of these bytes. */
  static body data(std::string bytes) {
    body made = of(MOYA_TASK_DATA);
    made.data_ = std::make_shared<const std::string>(std::move(bytes));
    return made;
  }
  /* Makes a body of a JSON text. The library checks the text before it sends the body. */
  static body json(std::string text) {
    body made = data(std::move(text));
    made.kind_ = MOYA_TASK_JSON;
    return made;
  }
  /* Makes a JSON body of a tree. For a struct, write body::json(moya::encode(it)). */
  static body json(value tree) {
    body made = of(MOYA_TASK_JSON);
    made.tree_ = std::make_shared<const value>(std::move(tree));
    return made;
  }
  static body form(const fields &rows) {
    value tree = value::object();
    for (const field &row : rows) {
      if (row.name.has_value()) tree.set(std::string(row.name.view()), row.value.view());
      else tree.set(text_argument(nullptr), row.value.view());
    }
    return form(std::move(tree));
  }
  /* Makes the body of a form. `list_key` is one of MOYA_LIST_… in task.h. */
  static body form(value tree, text list_key = {}, moya_bool_style bool_style = MOYA_BOOL_NUMERIC) {
    body made = of(MOYA_TASK_FORM);
    made.tree_ = std::make_shared<const value>(std::move(tree));
    made.list_key_ = std::move(list_key);
    made.bool_style_ = bool_style;
    return made;
  }
  /* Makes a body of a file, which is read while it is sent. */
  static body file(std::string path) {
    body made = of(MOYA_TASK_FILE);
    made.path_ = std::move(path);
    return made;
  }
  static body multipart(std::vector<part> parts, text boundary = {}) {
    body made = of(MOYA_TASK_MULTIPART);
    made.parts_ = std::move(parts);
    made.boundary_ = std::move(boundary);
    return made;
  }
  /* Makes a body of bytes that `read` supplies while they are sent. `read` writes to the start of
   * its buffer, and returns the number of bytes or MOYA_READ_…. An exception counts as
   * MOYA_READ_FAILED. `rewind` goes back to the first byte. Without `rewind`, the body can be sent
   * only once. `len` is the length of the body; 0: unknown.
   *
   * Copies of the body share `read` and `rewind`. Several calls can send the copies, one after
   * another. A call fails with MOYA_ERROR_BODY if another call is reading the body. Without
   * `rewind`, a call also fails if another call has read the body. For calls at the same time, make
   * a body for each call. */
  static body stream(function<int64_t(char *, size_t)> read, function<bool()> rewind = {},
                     uint64_t len = 0) {
    body made = of(MOYA_TASK_STREAM);
    made.read_ = std::move(read);
    made.rewind_ = std::move(rewind);
    made.turn_ = std::make_shared<detail::stream_turn>();
    made.len_ = len;
    return made;
  }
  /* Returns this stream with trailers, which are fields that follow the body. `trailers` runs
   * whenever the body was read to its end, on the thread of `read`. If it throws, the call fails
   * with MOYA_ERROR_BODY. upload.h says which fields it may return. The length of the stream must
   * be unknown:
   *
   *     moya::body::stream(read).with_trailers([&] { return moya::fields{{"X-Sum", sum()}}; }) */
  body with_trailers(function<fields()> trailers) const {
    body made = *this;
    made.trailers_ = std::move(trailers);
    return made;
  }
};

/* A response that the program makes for a stub (sample.h). */
struct sample {
  int32_t http_status{};
  fields headers{};
  std::string body{};
  moya_status failure{}; /* if it is not MOYA_OK, the request fails with this status, and there is
                          * no response */
  text url{};
};

/* The credential of a request (credential.h). */
struct credential {
  moya_credential_kind kind{};
  text user{};
  text password{}; /* with MOYA_CREDENTIAL_BEARER, this is the token */
};

/* The file to which the library writes the body of the response (download.h). */
struct download {
  text path{}; /* the path of the file; set this or `folder` */
  text folder{};
  moya_download_flags flags{}; /* MOYA_DOWNLOAD_… */
};

/* One operation of an API. target.h says what each field does, and what its default is. In C++20,
 * name the fields in this order: moya::target{.name = "user", .path = "/users/ann"}. In C++17,
 * assign them. A target owns its texts. A program may call it any number of times. The C structs
 * among the fields do not own what they point to. */
struct target {
  text name{};
  text base_url{};
  text path{};
  fields path_values{};
  text method{};
  fields query{};
  fields headers{};
  moya::body body{};
  std::optional<moya::credential> credential{};
  moya_validation validation{};
  std::vector<int32_t> statuses{};
  std::chrono::milliseconds timeout{};
  std::chrono::milliseconds connect_timeout{};
  std::chrono::milliseconds idle_timeout{};
  uint32_t max_redirects{};
  uint64_t max_body_size{};
  std::optional<moya::sample> sample{};
  moya_stub_behavior stub{};
  std::chrono::milliseconds stub_delay{};
  std::optional<moya::download> download{};
  std::optional<moya_retry> retry{};
  std::optional<moya_connection_overrides> connection{};
  std::vector<std::string> tags{};
  uint32_t flags{}; /* MOYA_TARGET_… */
  void *user{};
};

namespace detail {

/* Makes C structs from C++ structs. Records the first field that the C API refuses, for example a
 * text that contains a NUL byte. */
class lowering {
 protected:
  std::string fault_;

  void refuse(const char *what, const char *why) {
    if (fault_.empty()) fault_ = std::string(what) + why;
  }
  const char *lower(const text &it, const char *what) {
    if (it.view().find('\0') != std::string_view::npos) refuse(what, " has a zero inside");
    return it.c_str();
  }
  uint32_t lower(std::chrono::milliseconds time, const char *what) {
    if (time.count() < 0) refuse(what, " is negative");
    return static_cast<uint32_t>(std::clamp<int64_t>(time.count(), 0, UINT32_MAX));
  }
  /* Copies the value of an optional field to `made`, and returns the address of `made`. If the
   * `size` of the value is 0, sets `size` in the copy. Returns NULL if the field has no value. */
  template <class C>
  static const C *lower(const std::optional<C> &from, C &made) noexcept {
    if (!from) return nullptr;
    made = *from;
    if (made.size == 0) made.size = static_cast<uint32_t>(sizeof(C));
    return &made;
  }
  template <class C>
  void lower(const fields &rows, std::vector<C> &made, const char *what) {
    made.reserve(rows.size());
    for (const field &row : rows) {
      C it{};
      it.name = lower(row.name, what);
      it.value = lower(row.value, what);
      made.push_back(it);
    }
  }

 public:
  /* Returns the error for the first field that the C API refuses, or an empty error if there is
   * none. */
  error fault() const { return fault_.empty() ? error() : error(MOYA_ERROR_ARGUMENT, fault_); }
};

class lowered_sample : public lowering {
  std::vector<moya_header> headers_;
  moya_sample it_ = MOYA_SAMPLE_INIT;

 public:
  explicit lowered_sample(const sample &from) {
    lower(from.headers, headers_, "sample.headers");
    it_.http_status = from.http_status;
    it_.headers = headers_.data();
    it_.header_count = headers_.size();
    it_.body = from.body.data();
    it_.body_len = from.body.size();
    it_.failure = from.failure;
    it_.url = lower(from.url, "sample.url");
  }
  lowered_sample(lowered_sample &&) = default;
  const moya_sample &get() const noexcept { return it_; }
};

} // namespace detail

/* A moya_target that is made from a moya::target. It is valid as long as the moya::target. Use it
 * for C functions that have no C++ name: moya::lowered_target(target).get(). */
class lowered_target : detail::lowering {
  struct stream {
    function<int64_t(char *, size_t)> read_some;
    function<bool()> go_back;
    function<moya::fields()> trailers;
    std::shared_ptr<detail::stream_turn> turn;
    uint64_t len, count;
    moya::fields given;
    std::vector<moya_header> rows;

    explicit stream(const body &from)
        : read_some(from.read_),
          go_back(from.rewind_),
          trailers(from.trailers_),
          turn(from.turn_),
          len(from.len_),
          count(0) {}
    stream(const stream &) = delete;
    stream &operator=(const stream &) = delete;
    ~stream() { leave(); }

    /* Returns false if another call is reading the body. */
    bool enter() noexcept {
      const void *reader = nullptr;
      return turn->reader.compare_exchange_strong(reader, this) || reader == this;
    }
    /* Lets other calls read the body. */
    void leave() noexcept {
      const void *reader = this;
      turn->reader.compare_exchange_strong(reader, nullptr);
    }
    int64_t read(char *buffer, size_t room) {
      const bool is_first = turn->reader.load() != this;
      if (!enter()) return MOYA_READ_FAILED;
      if (is_first && turn->was_read && !rewind()) return MOYA_READ_FAILED;
      const bool was_read = std::exchange(turn->was_read, true);
      const int64_t got = read_some(buffer, room);
      if (got == MOYA_READ_LATER) turn->was_read = was_read;
      if (got > 0) count += static_cast<uint64_t>(got);
      /* If trailers follow the body, no other call may read the body until `fill` has made them. */
      if (!trailers && (len ? count >= len : got == MOYA_READ_END)) leave();
      return got;
    }
    bool rewind() {
      if (!go_back || !enter() || !go_back()) return false;
      count = 0;
      turn->was_read = false;
      return true;
    }
    bool fill(moya_trailers &it) {
      given = trailers();
      leave();
      rows.clear();
      for (const field &row : given) {
        if (!is_text(row.name) || !is_text(row.value)) return false;
        moya_header made{};
        made.name = row.name.c_str();
        made.value = row.value.c_str();
        rows.push_back(made);
      }
      it.headers = rows.data();
      it.header_count = rows.size();
      return true;
    }
    static bool is_text(const text &it) { return it.view().find('\0') == std::string_view::npos; }
  };
  std::vector<moya_parameter> path_values_, query_;
  std::vector<moya_header> headers_;
  std::vector<moya_part> parts_;
  std::vector<const char *> tags_;
  std::optional<detail::lowered_sample> sample_;
  std::unique_ptr<stream> stream_user_;
  moya_stream stream_ = MOYA_STREAM_INIT;
  moya_task task_ = MOYA_TASK_INIT;
  moya_credential credential_ = MOYA_CREDENTIAL_INIT;
  moya_download download_ = MOYA_DOWNLOAD_INIT;
  moya_retry retry_ = MOYA_RETRY_INIT;
  moya_connection_overrides connection_ = MOYA_CONNECTION_OVERRIDES_INIT;
  moya_target it_ = MOYA_TARGET_INIT;

  static int64_t read(void *user, void *buffer, size_t room) noexcept {
#if MOYA_EXCEPTIONS
    try {
      return static_cast<stream *>(user)->read(static_cast<char *>(buffer), room);
    } catch (...) {
      return MOYA_READ_FAILED;
    }
#else
    return static_cast<stream *>(user)->read(static_cast<char *>(buffer), room);
#endif
  }
  static int32_t rewind(void *user) noexcept {
#if MOYA_EXCEPTIONS
    try {
      return static_cast<stream *>(user)->rewind() ? 0 : 1;
    } catch (...) {
      return 1;
    }
#else
    return static_cast<stream *>(user)->rewind() ? 0 : 1;
#endif
  }
  static int32_t fill_trailers(void *user, moya_trailers *trailers) noexcept {
#if MOYA_EXCEPTIONS
    try {
      return static_cast<stream *>(user)->fill(*trailers) ? 0 : 1;
    } catch (...) {
      return 1;
    }
#else
    return static_cast<stream *>(user)->fill(*trailers) ? 0 : 1;
#endif
  }
  static void free_stream(void *user) noexcept { delete static_cast<stream *>(user); }

  void lower_task(const target &from) {
    const body &given = from.body;
    task_.kind = given.kind_;
    const bool has_bytes = given.kind_ == MOYA_TASK_DATA || given.kind_ == MOYA_TASK_JSON;
    if (has_bytes && !given.data_ && !given.tree_) refuse("target.body", " was moved from");
    if (given.data_) {
      task_.data = given.data_->data();
      task_.data_len = given.data_->size();
    }
    if (given.tree_) task_.value = given.tree_->get();
    task_.path = lower(given.path_, "body.file");
    task_.list_key = lower(given.list_key_, "body.list_key");
    task_.boundary = lower(given.boundary_, "body.boundary");
    task_.bool_style = given.bool_style_;
    for (const part &from_part : given.parts_) {
      moya_part made{};
      made.name = lower(from_part.name, "part.name");
      made.text = lower(from_part.text, "part.text");
      made.path = lower(from_part.path, "part.path");
      made.file_name = lower(from_part.file_name, "part.file_name");
      made.type = lower(from_part.type, "part.type");
      if (from_part.data) {
        made.data = from_part.data->data();
        made.data_len = from_part.data->size();
      }
      parts_.push_back(made);
    }
    task_.parts = parts_.empty() ? nullptr : parts_.data();
    task_.part_count = parts_.size();
    if (given.read_) {
      stream_user_ = std::make_unique<stream>(given);
      stream_.read = read;
      stream_.rewind = given.rewind_ ? rewind : nullptr;
      stream_.trailers = given.trailers_ ? fill_trailers : nullptr;
      stream_.len = given.len_;
      stream_.user = stream_user_.get();
      stream_.release_user = free_stream;
      task_.stream = &stream_;
    } else if (given.trailers_) {
      refuse("body.with_trailers", " is given, and the body is no stream");
    }
    lower(from.query, query_, "target.query");
    task_.parameters = query_.empty() ? nullptr : query_.data();
    task_.parameter_count = query_.size();
    it_.task = &task_;
  }

 public:
  explicit lowered_target(const target &from) {
    it_.name = lower(from.name, "target.name");
    it_.base_url = lower(from.base_url, "target.base_url");
    it_.path = lower(from.path, "target.path");
    it_.method = lower(from.method, "target.method");
    lower(from.path_values, path_values_, "target.path_values");
    it_.path_values = path_values_.data();
    it_.path_value_count = path_values_.size();
    lower(from.headers, headers_, "target.headers");
    it_.headers = headers_.data();
    it_.header_count = headers_.size();
    lower_task(from);
    if (from.credential) {
      credential_.kind = from.credential->kind;
      credential_.user = lower(from.credential->user, "credential.user");
      credential_.password = lower(from.credential->password, "credential.password");
      it_.credential = &credential_;
    }
    it_.validation = from.validation;
    it_.statuses = from.statuses.empty() ? nullptr : from.statuses.data();
    it_.status_count = from.statuses.size();
    it_.timeout_ms = lower(from.timeout, "target.timeout");
    it_.connect_timeout_ms = lower(from.connect_timeout, "target.connect_timeout");
    it_.idle_timeout_ms = lower(from.idle_timeout, "target.idle_timeout");
    it_.stub_delay_ms = lower(from.stub_delay, "target.stub_delay");
    it_.max_redirects = from.max_redirects;
    it_.max_body_size = from.max_body_size;
    it_.stub = from.stub;
    if (from.sample) {
      sample_.emplace(*from.sample);
      if (error wrong = sample_->fault()) refuse(wrong.what(), "");
      it_.sample = &sample_->get();
    }
    if (from.download) {
      download_.path = lower(from.download->path, "download.path");
      download_.folder = lower(from.download->folder, "download.folder");
      download_.flags = from.download->flags;
      it_.download = &download_;
    }
    it_.retry = lower(from.retry, retry_);
    it_.connection = lower(from.connection, connection_);
    for (const std::string &tag : from.tags) {
      if (tag.find('\0') != std::string::npos) refuse("target.tags", " has a zero inside");
      tags_.push_back(tag.c_str());
    }
    it_.tags = tags_.empty() ? nullptr : tags_.data();
    it_.tag_count = tags_.size();
    it_.flags = from.flags;
    it_.user = from.user;
  }
  lowered_target(const lowered_target &) = delete;

  using detail::lowering::fault;
  /* Returns the moya_target. Pass it to one function, once. That function releases the stream of
   * the body. */
  const moya_target *get() noexcept {
    stream_user_.release();
    return &it_;
  }
};

} // namespace moya

#endif
