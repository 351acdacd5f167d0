#pragma once
// Expressions with their values: a condition of a write, and a query with its key bound.
//
// Text is a constant of the program; `#name` in it stands for the attribute `name` (see
// access_pattern.hpp), `:name` for a value bound here. The first value that does not fit is kept,
// and is what the call that uses the expression returns. Made for one call, by one thread.

#include <keywright/access_pattern.hpp>
#include <keywright/error.hpp>
#include <keywright/expression_attributes.hpp>
#include <keywright/key_value.hpp>
#include <keywright/value_encoder.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace keywright {

/// The values of an expression.
class Bindings {
 public:
  void bind(std::string_view placeholder, const KeyValue& key);
  template <class T>
  void bind(std::string_view placeholder, const T& value) {
    const auto mark = encoder_.enter(placeholder);
    add(placeholder, encoder_.encode(value));
    encoder_.leave(mark);
  }
  void bind(std::string_view placeholder, const char* text) {
    add(placeholder, AttributeValue(text));
  }
  void bind(std::string_view placeholder, std::string_view text) {
    add(placeholder, AttributeValue(text));
  }

  [[nodiscard]] const ExpressionAttributeValues& values() const { return values_; }
  [[nodiscard]] const std::optional<Error>& error() const { return encoder_.error(); }

 protected:
  /// Keeps the first error.
  void fail(Error error) { encoder_.keep(std::move(error)); }

 private:
  void add(std::string_view placeholder, AttributeValue value) {
    values_.emplace_back(placeholder, std::move(value));
  }

  ExpressionAttributeValues values_;
  ValueEncoder encoder_;
};

/// A further condition of a write; the pattern of the write has its aliases.
class Condition : public Bindings {
 public:
  explicit Condition(std::string_view expression) : expression_(expression) {}
  /// It holds where there is no item (`attribute_not_exists`, `<>`), and so for a put or a delete
  /// that meets one that has expired. Any other fails there, whatever that item has.
  void accept_absent() { accepts_absent_ = true; }

  [[nodiscard]] std::string_view expression() const { return expression_; }
  [[nodiscard]] bool accepts_absent() const { return accepts_absent_; }

 private:
  std::string_view expression_;
  bool accepts_absent_ = false;
};

/// A query pattern with its values.
class BoundQuery : public Bindings {
 public:
  explicit BoundQuery(const QueryPattern& pattern) : pattern_(pattern) {}

  /// The partition of a sharded query: the key without its shard. Readers add each suffix to it.
  void bind_sharded(std::string_view placeholder, const KeyValue& partition);

  [[nodiscard]] const QueryPattern& pattern() const { return pattern_; }
  [[nodiscard]] std::string_view sharded_placeholder() const { return sharded_placeholder_; }

 private:
  const QueryPattern& pattern_;
  std::string_view sharded_placeholder_;
};

/// The suffix that spreads a partition key of text: "#0", "#1", ...
void append_shard(KeyValue& partition, std::size_t shard);
/// Which shard an item belongs to, by its primary key: the same in every process and version.
[[nodiscard]] std::size_t shard_of(const KeyValue& partition, const KeyValue& sort,
                                   std::size_t shards);
[[nodiscard]] std::size_t shard_of(const KeyValue& partition, std::size_t shards);

}  // namespace keywright
