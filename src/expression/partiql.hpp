#pragma once
// PartiQL statements: parsed into the trees that expressions have, so that they are planned and
// evaluated as requests are.
//
//   SELECT * | path, ... FROM table[.index] [WHERE condition] [ORDER BY name [ASC | DESC], ...]
//   INSERT INTO table VALUE { ... }
//   UPDATE table { SET path = sum, ... | REMOVE path } ... WHERE condition [RETURNING ... *]
//   DELETE FROM table WHERE condition [RETURNING ALL OLD *]
//   EXISTS ( SELECT ... )
//
// A Statement borrows the text and the parameters of its request, and owns what they do not have:
// it can be moved, not copied. Parsing fails with DynamoDB's ValidationException. What depends on
// the table (which attributes are keys) is left to the caller.

#include "expression/condition.hpp"
#include "expression/projection.hpp"
#include "expression/update.hpp"
#include <keywright/item.hpp>
#include <keywright/result.hpp>

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::expression {

enum class StatementKind : std::uint8_t { select, insert, update, remove };

enum class Returning : std::uint8_t { none, all_old, modified_old, all_new, modified_new };

/// Of ORDER BY.
struct OrderTerm {
  std::string_view attribute;
  std::string_view written;
  bool descending = false;
};

struct Statement {
  Statement() = default;
  Statement(Statement&&) = default;
  Statement& operator=(Statement&&) = default;

  StatementKind kind = StatementKind::select;
  bool is_exists = false;  ///< a SELECT within EXISTS()
  std::string table;
  std::optional<std::string> index;
  std::optional<Condition> where;
  Returning returning = Returning::none;  ///< of UPDATE and DELETE

  std::optional<Projection> projection;  ///< of SELECT; nullopt: *
  std::vector<OrderTerm> order_by;
  Item item;                 ///< of INSERT
  std::string_view written;  ///< the text of the item
  std::optional<Update> update;

  // What the trees borrow. Elements of a deque stay where they are when it is moved.
  std::deque<std::string> names;
  std::deque<AttributeValue> values;

  [[nodiscard]] bool is_read() const { return kind == StatementKind::select; }
};

/// `parameters`: one for each `?`, in the order of the text.
[[nodiscard]] Result<Statement> parse_statement(std::string_view text,
                                                std::span<const AttributeValue> parameters);

/// The statement as text. It takes the parameters that the statement took.
[[nodiscard]] std::string to_text(const Statement& statement);

}  // namespace keywright::expression
