#pragma once
// Several writes that are made together or not at all: one TransactWriteItems.
//
// At most 100 operations and one per item, checked before anything is sent. Made for one call, by
// one thread.
//
// A transaction with one write (and the claims beside it) fails as that write alone would:
// `condition_failed`, with the item as it stands. Of several, it is `transaction_cancelled`, with a
// reason for each write, in their order.

#include <keywright/access_pattern.hpp>
#include <keywright/attribute_value.hpp>
#include <keywright/item_write.hpp>
#include <keywright/key_value.hpp>
#include <keywright/result.hpp>
#include <keywright/update.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace keywright {

class WriteTransaction {
 public:
  /// The item that keeps a value unique, written or deleted with the item that has the value. It
  /// names its owner, and expires when that does.
  struct Sentinel {
    std::string_view rule;
    AttributeValue key;
    bool claims = true;
    std::size_t owner = 0;  // into operations()
  };
  using Operation = std::variant<Update, Put, Delete>;

  explicit WriteTransaction(const WritePattern& pattern) : pattern_(pattern) {}

  /// From now on the writes are steps of a declared transaction, whose error is that of the whole
  /// even if there is but one.
  void of_steps() { has_steps_ = true; }

  void update(Update update) { add(std::move(update)); }
  /// The update that the others accompany: if its condition fails, that is the error of the whole
  /// (`condition_failed`, with the item as it stands) and not `transaction_cancelled`.
  void transition(Update update);
  void put(Result<Item> item) { put(WritePattern{}, std::move(item)); }
  /// With the precondition of a pattern.
  void put(const WritePattern& pattern, Result<Item> item) { put(Put(pattern, std::move(item))); }
  void put(Put put) { add(std::move(put)); }
  void remove(Delete remove) { add(std::move(remove)); }

  // Values that no two items of an entity may have. Both are of the item that was written last. A
  // value that is released and claimed by one item costs nothing, unless its time changes.
  void claim(std::string_view rule, const KeyValue& value) { keep_unique(rule, value, true); }
  void release(std::string_view rule, const KeyValue& value) { keep_unique(rule, value, false); }

  /// Two inputs that name the same thing must agree.
  template <class T>
  void require_same(std::string_view name, const T& value, std::string_view other_name,
                    const T& other) {
    if (!(value == other)) disagree(name, other_name);
  }
  /// Something that makes the whole wrong before it is sent.
  void fail(Error error) {
    if (!error_) error_ = std::move(error);
  }

  [[nodiscard]] const WritePattern& pattern() const { return pattern_; }
  [[nodiscard]] const std::vector<Operation>& operations() const { return operations_; }
  [[nodiscard]] const std::vector<Sentinel>& sentinels() const { return sentinels_; }
  [[nodiscard]] bool has_steps() const { return has_steps_; }
  [[nodiscard]] std::optional<std::size_t> transition() const { return transition_; }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  template <class Write>
  void add(Write write) {
    if (write.error()) fail(*write.error());
    operations_.emplace_back(std::move(write));
  }
  void keep_unique(std::string_view rule, const KeyValue& value, bool claims);
  void disagree(std::string_view name, std::string_view other_name);

  const WritePattern& pattern_;
  bool has_steps_ = false;
  std::vector<Operation> operations_;
  std::vector<Sentinel> sentinels_;
  std::optional<std::size_t> transition_;
  std::optional<Error> error_;
};

/// The uniqueness rule in whose way another item was; empty if that was not the error, or the
/// reason. A view of it.
[[nodiscard]] std::string_view taken(const Error& error);
[[nodiscard]] std::string_view taken_by(const CancellationReason& reason);

}  // namespace keywright
