#pragma once
// Several writes that are made together or not at all: one TransactWriteItems.
//
// At most 100 operations and one per item, checked before anything is sent. Made for one call, by
// one thread.

#include <keywright/access_pattern.hpp>
#include <keywright/condition.hpp>
#include <keywright/item.hpp>
#include <keywright/result.hpp>
#include <keywright/update.hpp>

#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace keywright {

class WriteTransaction {
 public:
  struct Put {
    Item item;
    WritePattern pattern;  // its precondition
  };
  using Operation = std::variant<Update, Put>;

  explicit WriteTransaction(const WritePattern& pattern) : pattern_(pattern) {}

  void update(Update update);
  /// The update that the others accompany: if its condition fails, that is the error of the whole
  /// (`condition_failed`, with the item as it stands) and not `transaction_cancelled`.
  void transition(Update update);
  void put(Result<Item> item) { put(WritePattern{}, std::move(item)); }
  /// With the precondition of a pattern.
  void put(const WritePattern& pattern, Result<Item> item);

  /// Two inputs that name the same thing must agree.
  template <class T>
  void require_same(std::string_view name, const T& value, std::string_view other_name,
                    const T& other) {
    if (!(value == other)) disagree(name, other_name);
  }

  [[nodiscard]] const WritePattern& pattern() const { return pattern_; }
  [[nodiscard]] const std::vector<Operation>& operations() const { return operations_; }
  [[nodiscard]] std::optional<std::size_t> transition() const { return transition_; }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  void disagree(std::string_view name, std::string_view other_name);
  void keep(Error error) {
    if (!error_) error_ = std::move(error);
  }

  const WritePattern& pattern_;
  std::vector<Operation> operations_;
  std::optional<std::size_t> transition_;
  std::optional<Error> error_;
};

}  // namespace keywright
