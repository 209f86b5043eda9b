#include <sched.h>

#include "document.hpp"

// Strings are copied to a block that is as large as the text. If a string's opening quote is at offset o, its copy
// begins at o + 1. The copy is never longer than the escaped string, so the zero after the copy is at the closing quote
// or before it. The byte at o stores the state of the copy. So a string needs no separate allocation, and is copied
// once.
namespace moya {
namespace {

enum state : byte {
  unasked = 0,  // no thread has asked for the copy; calloc writes this value
  under_way,    // one thread is copying the string
  as_written,   // the copy is complete, and is as long as the string in the text
  unescaped,    // the copy is complete, and is shorter than the string in the text
};

// Writes the unescaped text between two quotes, and returns its length. If `out` is null, returns only the length.
size_t write(const byte *p, const byte *end, byte *out) {
  size_t length = 0;
  while (p < end) {
    const auto *escape = static_cast<const byte *>(std::memchr(p, '\\', static_cast<size_t>(end - p)));
    const size_t plain = static_cast<size_t>((escape ? escape : end) - p);
    if (out) std::memcpy(out + length, p, plain);
    length += plain;
    p += plain;
    if (p == end) break;
    byte piece[4];
    ++p;
    const size_t count = unescape(p, end, piece);
    if (out) std::memcpy(out + length, piece, count);
    length += count;
  }
  return length;
}

}  // namespace

byte *document::copies() const {
  byte *block = copies_.load(std::memory_order_acquire);
  if (block) return block;
  auto *made = static_cast<byte *>(std::calloc(length_, 1));
  if (!made) return nullptr;
  if (copies_.compare_exchange_strong(block, made, std::memory_order_acq_rel)) return made;
  std::free(made);
  return block;
}

void document::forget() noexcept { std::free(copies_.exchange(nullptr)); }

text document::string(uint32_t token) const {
  byte *block = copies();
  if (!block) return {nullptr, 0};
  byte *flag = block + offsets_[token], *copy = flag + 1;
  const auto *data = reinterpret_cast<const char *>(copy);
  const byte *first = string_begin(token), *last = string_end(token);
  const size_t raw = static_cast<size_t>(last - first);
  byte found = __atomic_load_n(flag, __ATOMIC_ACQUIRE);
  if (found == unasked) {
    // If the exchange fails, another thread was faster. `found` then becomes the state that the other thread has set.
    __atomic_compare_exchange_n(flag, &found, byte{under_way}, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
  }
  // The other thread needs only a moment to finish. But if this process was forked at such a moment, the other thread
  // does not exist here. So after a number of tries, this thread writes the same bytes itself.
  for (int turns = 0; found == under_way && turns < 1000; ++turns) {
    sched_yield();
    found = __atomic_load_n(flag, __ATOMIC_ACQUIRE);
  }
  if (found == as_written) return {data, raw};
  if (found == unescaped) return {data, write(first, last, nullptr)};
  const size_t length = write(first, last, copy);
  copy[length] = 0;
  __atomic_store_n(flag, length == raw ? as_written : unescaped, __ATOMIC_RELEASE);
  return {data, length};
}

}  // namespace moya
