#pragma once
#include <cstdint>
#include <cstdlib>

namespace moya {

// Stores which token closes each opening bracket, in a list of pairs. The tokens are divided into blocks, and the class
// stores the number of the first pair in each block.
// A list with one element for each token would need no search. But writing it would take longer than reading the text,
// because the kernel must zero each new page.
class brackets {
 public:
  brackets() = default;
  brackets(const brackets &) = delete;
  brackets &operator=(const brackets &) = delete;
  ~brackets() {
    std::free(pairs_);
    std::free(starts_);
  }

  // Removes all pairs, and makes room for the brackets of this many tokens. At most `depth` of the brackets can be open
  // at once. Returns false if there is no memory.
  bool reset(uint32_t tokens, size_t depth) {
    count_ = blocks_ = 0;
    if (tokens + depth <= room_) return true;
    std::free(pairs_);
    std::free(starts_);
    // A pair of brackets is two tokens. A bracket that is still open also has a pair, but is only one token.
    pairs_ = static_cast<pair *>(std::malloc(((tokens + depth) / 2 + 1) * sizeof *pairs_));
    starts_ = static_cast<uint32_t *>(std::malloc((size_t{tokens} / block + 1) * sizeof *starts_));
    room_ = pairs_ && starts_ ? tokens + depth : 0;
    return room_ != 0;
  }

  // Adds an opening bracket. Brackets must be added in the order of the text. Returns the number of the bracket's pair.
  uint32_t open(uint32_t token) {
    for (const uint32_t last = token / block; blocks_ <= last; ++blocks_) starts_[blocks_] = count_;
    pairs_[count_].open = token;
    return count_++;
  }
  uint32_t opening(uint32_t number) const { return pairs_[number].open; }
  void close(uint32_t number, uint32_t token) { pairs_[number].close = token; }

  uint32_t closing(uint32_t token) const {
    const pair *it = pairs_ + starts_[token / block];
    while (it->open != token) ++it;
    return it->close;
  }

 private:
  static constexpr uint32_t block = 16;
  struct pair {
    uint32_t open, close;
  };

  pair *pairs_ = nullptr;
  uint32_t *starts_ = nullptr;
  size_t room_ = 0;      // the number of tokens, plus the brackets that can be open
  uint32_t count_ = 0;   // the number of pairs
  uint32_t blocks_ = 0;  // the number of blocks whose first pair is known
};

}  // namespace moya
