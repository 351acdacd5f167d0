#pragma once
// From random choices and the model's words to requests.

#include "engine_model.hpp"
#include <keywright/database.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace keywright::model_test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  std::uint64_t number() { return random_(); }
  /// 0 to count - 1.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  bool percent(std::size_t chance) { return below(100) < chance; }
  template <class T>
  const T& pick(const std::vector<T>& values) {
    return values[below(values.size())];
  }
  /// `count` different ones of the values.
  template <class T>
  std::vector<T> some(std::vector<T> values, std::size_t count) {
    std::shuffle(values.begin(), values.end(), random_);
    values.resize(std::min(count, values.size()));
    return values;
  }

 private:
  std::mt19937_64 random_;
};

/// What index keys are made of, besides the keys of the table. Their types never change.
inline const std::vector<KeyPart> kIndexable{{"a", AttributeType::string},
                                             {"b", AttributeType::string},
                                             {"n", AttributeType::number},
                                             {"m", AttributeType::number},
                                             {"x", AttributeType::binary}};
/// nullptr: it is no key of any index.
[[nodiscard]] const KeyPart* find_indexable(const std::string& attribute);
/// All names but those of the table's key.
[[nodiscard]] std::vector<std::string> all_names();

/// Two tables with keys of random types and random indexes.
[[nodiscard]] std::vector<TableSpec> random_tables(Dice& dice);
[[nodiscard]] IndexSpec random_index(Dice& dice, const TableSpec& table, std::string name,
                                     bool global);
[[nodiscard]] CreateTableRequest create_table_request(const TableSpec& spec);
[[nodiscard]] UpdateTableRequest create_index_request(const std::string& table,
                                                      const IndexSpec& index);

[[nodiscard]] Item encode(const Attributes& attributes);
[[nodiscard]] Attributes decode(const Item& item);

/// Substitutions of a request that is being written.
class Substitutions {
 public:
  std::string name(const std::string& name);
  std::string value(const Tree& value);
  std::string value(const KeyValue& value) { return this->value(tree_of(value)); }
  ExpressionAttributeNames names;
  ExpressionAttributeValues values;
};
[[nodiscard]] std::string text_of(const Condition& condition, Substitutions& with);
[[nodiscard]] std::string text_of(const std::vector<Change>& changes, Substitutions& with);
/// For the log.
[[nodiscard]] std::string describe(const Write& write);

/// Fills the members that the requests of all writes share.
template <class Request>
void fill(Request& request, const Write& write) {
  request.table_name = write.table;
  Substitutions with;
  if constexpr (requires { request.item; }) {
    request.item = encode(write.item);
  } else {
    request.key = encode(write.item);
  }
  if constexpr (requires { request.update_expression; }) {
    if (!write.changes.empty()) request.update_expression = text_of(write.changes, with);
  }
  if (write.condition) request.condition_expression = text_of(*write.condition, with);
  request.expression_attribute_names = with.names;
  request.expression_attribute_values = with.values;
}

[[nodiscard]] TransactWriteItem transact_item(const Write& write);

}  // namespace keywright::model_test
