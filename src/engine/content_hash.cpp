#include "engine/content_hash.hpp"

#include "core/hash.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace keywright::engine {
namespace {

/// Bytes that tell requests apart: every part with its length in front.
class Content {
 public:
  void add(std::string_view part) {
    const std::uint64_t size = part.size();
    for (unsigned shift = 0; shift < 64; shift += 8) {
      bytes_.push_back(static_cast<char>(size >> shift));
    }
    bytes_.append(part);
  }
  void add(std::size_t number) { add(std::to_string(number)); }
  void add(const std::string& part) { add(std::string_view(part)); }
  void add(const std::optional<std::string>& part) {
    add(std::size_t{part.has_value()});
    if (part) add(*part);
  }
  void add(const ExpressionAttributeNames& names) {
    add_sorted(names, [](const std::string& name) { return std::string_view(name); });
  }
  void add(const ExpressionAttributeValues& values) {
    add_sorted(values, [](const AttributeValue& value) { return value.view().encoded(); });
  }
  void add(const std::optional<std::vector<AttributeValue>>& values) {
    add(values ? values->size() : std::size_t{0});
    if (!values) return;
    for (const AttributeValue& value : *values) add(value.view().encoded());
  }
  [[nodiscard]] std::uint64_t hash() const { return stable_hash(bytes_); }

 private:
  template <class Entries, class Text>
  void add_sorted(const Entries& entries, const Text& text) {
    std::vector<std::pair<std::string_view, std::string_view>> sorted;
    for (const auto& [key, value] : entries) sorted.emplace_back(key, text(value));
    std::sort(sorted.begin(), sorted.end());
    add(sorted.size());
    for (const auto& [key, value] : sorted) {
      add(key);
      add(value);
    }
  }

  std::string bytes_;
};

}  // namespace

std::uint64_t content_hash(const TransactWriteItemsRequest& request) {
  Content content;
  for (const TransactWriteItem& item : request.transact_items) {
    content.add(item.index());
    std::visit(
        [&](const auto& action) {
          content.add(action.table_name);
          if constexpr (requires { action.item; }) {
            content.add(action.item.encoded());
          } else {
            content.add(action.key.encoded());
          }
          if constexpr (requires { action.update_expression; }) {
            content.add(action.update_expression);
          }
          content.add(action.condition_expression);
          content.add(action.expression_attribute_names);
          content.add(action.expression_attribute_values);
          content.add(static_cast<std::size_t>(action.return_values_on_condition_check_failure));
        },
        item);
  }
  return content.hash();
}

std::uint64_t content_hash(const ExecuteTransactionRequest& request) {
  Content content;
  for (const ParameterizedStatement& statement : request.transact_statements) {
    content.add(statement.statement);
    content.add(statement.parameters);
    content.add(static_cast<std::size_t>(statement.return_values_on_condition_check_failure));
  }
  return content.hash();
}

std::uint64_t content_hash(const ExecuteStatementRequest& request) {
  Content content;
  content.add(request.statement);
  content.add(request.parameters);
  return content.hash();
}

}  // namespace keywright::engine
