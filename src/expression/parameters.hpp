#pragma once
// The substitutions of one request, shared by all its expressions: resolves `#name` and `:value`,
// and knows at the end which were never used.
//
// Borrows the request's vectors; every expression parsed with it borrows from them too. One
// request, one Parameters, one thread. Order of use: check(), the parsers, check_all_used().

#include <keywright/expression_attributes.hpp>
#include <keywright/result.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace keywright::expression {

/// An expression member of an operation, for the messages about those that are absent.
struct ExpressionMember {
  std::string_view name;  ///< "ConditionExpression", ...
  bool given = false;
  bool takes_values = true;  ///< false for ProjectionExpression
};

class Parameters {
 public:
  Parameters(const ExpressionAttributeNames& names, const ExpressionAttributeValues& values);

  /// Checks keys, names and values by themselves, and that an expression is there to use them.
  [[nodiscard]] Result<void> check(std::initializer_list<ExpressionMember> members);

  /// The attribute name behind `#name`; marks it used.
  [[nodiscard]] std::optional<std::string_view> name(std::string_view placeholder);
  /// The value behind `:value`; marks it used.
  [[nodiscard]] std::optional<ValueView> value(std::string_view placeholder);

  /// Fails if a name or value was used by no expression.
  [[nodiscard]] Result<void> check_all_used() const;

 private:
  /// Which of the entries of one vector were used, and where the last search ended: expressions
  /// tend to use entries in their order, so that the next search begins beside its answer.
  struct Usage {
    std::uint64_t first_64 = 0;
    std::vector<bool> rest;
    std::size_t next = 0;
    std::vector<std::uint32_t> by_key;  // of many entries: their indexes, sorted by key

    void mark(std::size_t index);
    [[nodiscard]] bool used(std::size_t index) const;
  };

  template <class Entries>
  static std::optional<std::size_t> find(const Entries& entries, Usage& usage,
                                         std::string_view key);
  template <class Entries>
  static Result<void> check_keys(const Entries& entries, Usage& usage, std::string_view map_name,
                                 char sigil);
  template <class Entries>
  static Result<void> check_used(const Entries& entries, const Usage& usage,
                                 std::string_view map_name);
  [[nodiscard]] Result<void> check_contents() const;

  const ExpressionAttributeNames& names_;
  const ExpressionAttributeValues& values_;
  Usage names_used_;
  Usage values_used_;
};

}  // namespace keywright::expression
