#pragma once
// A request as what it asks for, item by item: one part for each operation of a transaction and for
// each key or write of a batch, one for every other request. Expressions have their names and
// values filled in, so that a test need not know what their placeholders are called.
//
//   parts_of(request).front().condition.text         status = "queued" AND attempts < 3
//   parts_of(request).front().condition.attributes   {"attempts", "status"}
//
// Plain data; every function is pure.

#include <keywright/operations.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace keywright {

struct ExpressionText {
  /// With one space between words and around operators: `SET a = 1, b = "x" REMOVE c.d[0]`. Values
  /// are strings in quotes, numbers, true, false and null; all others are in DynamoDB's JSON.
  /// Empty: there is no such expression.
  std::string text{};
  std::set<std::string> attributes{};  ///< of the item, that it mentions: the first name of a path
  /// Of an update: what SET gives each path, such as {"a", "1"}, {"c.d", "c.d + 1"}.
  std::map<std::string, std::string> assignments{};
};

/// As in the text of an expression.
[[nodiscard]] std::string value_text(ValueView value);

struct RequestPart {
  /// GetItem, PutItem, UpdateItem, DeleteItem, ConditionCheck, Query or Scan; else the request's.
  std::string_view operation{};
  std::string table_name{};
  std::optional<std::string> index_name{};
  std::optional<Key> key{};    ///< of all but puts, which have an item
  std::optional<Item> item{};  ///< of puts
  bool consistent_read = false;
  ExpressionText key_condition{};
  ExpressionText condition{};
  ExpressionText filter{};
  ExpressionText update{};
  ExpressionText projection{};
};

/// In the order of the request; in batches, tables are in the order of their names.
[[nodiscard]] std::vector<RequestPart> parts_of(const AnyRequest& request);

/// "GetItem".
[[nodiscard]] std::string_view operation_of(const AnyRequest& request);
/// As it is sent: DynamoDB's JSON.
[[nodiscard]] std::string request_json(const AnyRequest& request);

}  // namespace keywright
