#pragma once
// Lists: a page with a cursor to the next, or all items as a range.
//
// `limit` counts items returned, however many pages DynamoDB makes of them. A cursor is URL-safe
// text, signed, and good for the same pattern with the same arguments only; anything else is a
// `bad_cursor` error. A page without next_cursor is the last; one with it may still be followed by
// an empty one.

#include <keywright/item.hpp>
#include <keywright/item_reader.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace keywright {

struct PageOptions {
  std::optional<std::size_t> limit = std::nullopt;   ///< default: the pattern's page size
  std::optional<std::string> cursor = std::nullopt;  ///< a next_cursor; default: from the start
};

template <class T>
struct Page {
  std::vector<T> items;
  std::optional<std::string> next_cursor;
  std::size_t unreadable = 0;  ///< left out, with UnreadableItems::count

  [[nodiscard]] auto begin() const { return items.begin(); }
  [[nodiscard]] auto end() const { return items.end(); }
  [[nodiscard]] std::size_t size() const { return items.size(); }
  [[nodiscard]] bool empty() const { return items.empty(); }
};

/// Items of a query one by one, fetched page by page. For one thread; must not outlive its
/// repository.
class ItemStream {
 public:
  virtual ~ItemStream() = default;
  /// nullopt: no more.
  virtual Result<std::optional<Item>> next() = 0;
  /// Whether an unreadable item is to be passed over.
  [[nodiscard]] virtual bool skips_unreadable() const = 0;
};

/// An input range of Result<T>. An error is its last row. For one thread; must not outlive its
/// repository.
template <Described T>
class Each {
 public:
  class iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = Result<T>;
    using difference_type = std::ptrdiff_t;

    iterator() = default;
    explicit iterator(Each* each) : each_(each) {}
    const Result<T>& operator*() const { return *each_->row_; }
    const Result<T>* operator->() const { return &*each_->row_; }
    iterator& operator++() {
      each_->advance();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& at, std::default_sentinel_t) { return at.done(); }

   private:
    [[nodiscard]] bool done() const { return !each_->row_.has_value(); }
    Each* each_ = nullptr;
  };

  explicit Each(std::unique_ptr<ItemStream> stream) : stream_(std::move(stream)) {}

  /// Begins to read. Call it once.
  [[nodiscard]] iterator begin() {
    advance();
    return iterator(this);
  }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }

 private:
  void advance() {
    row_.reset();
    while (!failed_ && !row_) {
      auto item = stream_->next();
      if (!item) {
        fail(std::move(item).error());
      } else if (!*item) {
        return;
      } else if (auto value = from_item<T>(**item)) {
        row_.emplace(*std::move(value));
      } else if (!stream_->skips_unreadable()) {
        fail(std::move(value).error());
      }
    }
  }
  void fail(Error error) {
    failed_ = true;
    row_.emplace(std::move(error));
  }

  std::unique_ptr<ItemStream> stream_;
  std::optional<Result<T>> row_;
  bool failed_ = false;
};

}  // namespace keywright
