#include "core/errors.hpp"
#include "engine/capacity_meter.hpp"
#include "engine/engine_impl.hpp"
#include "engine/plan_projection.hpp"
#include "engine/validation.hpp"
#include "expression/legacy.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright {
namespace {

using namespace engine;

constexpr std::size_t kMaxKeys = 100;
constexpr std::size_t kMaxResponseBytes = 16 * 1024 * 1024;

/// What is wanted of one table. Borrows from the request.
struct TablePlan {
  std::string_view table_name;
  const KeysAndAttributes* wanted = nullptr;
  std::optional<expression::Projection> projection;
  const Table* table = nullptr;
  std::vector<EntryKey> keys;
};

Error count_constraint(std::string_view at, std::string_view constraint) {
  // AWS names no value here.
  return errors::validation("1 validation error detected: Value at '" + std::string(at) +
                            "' failed to satisfy constraint: Member must have length " +
                            std::string(constraint));
}

Result<void> check_counts(const BatchGetItemRequest& request) {
  if (request.request_items.empty()) {
    return errors::validation(
        "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy constraint: "
        "Member must have length greater than or equal to 1");
  }
  std::size_t total = 0;
  for (const auto& [name, wanted] : request.request_items) {
    const std::string at = "RequestItems." + name + ".member.Keys";
    if (wanted.keys.empty()) return count_constraint(at, "greater than or equal to 1");
    if (wanted.keys.size() > kMaxKeys) return count_constraint(at, "less than or equal to 100");
    total += wanted.keys.size();
  }
  if (total <= kMaxKeys) return {};
  return errors::validation("Too many items requested for the BatchGetItem call");
}

/// Not even for different tables may the one stand beside the other.
Result<void> check_not_mixed(const BatchGetItemRequest& request) {
  bool legacy = false;
  bool expression = false;
  for (const auto& [name, wanted] : request.request_items) {
    legacy = legacy || wanted.attributes_to_get;
    expression = expression || wanted.projection_expression;
  }
  return expression::check_not_mixed({{"AttributesToGet", legacy}},
                                     {{"ProjectionExpression", expression}});
}

Result<void> check_keys(const std::vector<Key>& keys) {
  std::vector<std::string_view> encoded;
  encoded.reserve(keys.size());
  for (const Key& key : keys) {
    if (auto checked = check_values(key); !checked) return checked;
    encoded.push_back(key.encoded());
  }
  std::sort(encoded.begin(), encoded.end());
  if (std::adjacent_find(encoded.begin(), encoded.end()) == encoded.end()) return {};
  return errors::validation("Provided list of item keys contains duplicates");
}

Result<std::vector<TablePlan>> plan_tables(const BatchGetItemRequest& request) {
  if (auto checked = check_counts(request); !checked) return std::move(checked).error();
  if (auto checked = check_not_mixed(request); !checked) return std::move(checked).error();
  std::vector<TablePlan> plans;
  for (const auto& [name, wanted] : request.request_items) {
    const auto table_name = table_name_of(name);
    if (!table_name) return table_name.error();
    if (auto checked = check_keys(wanted.keys); !checked) return std::move(checked).error();
    auto projection = plan_projection(wanted.projection_expression,
                                      wanted.expression_attribute_names, wanted.attributes_to_get);
    if (!projection) return std::move(projection).error();
    plans.push_back({*table_name, &wanted, *std::move(projection), nullptr, {}});
  }
  return plans;
}

Result<void> find_keys(const Catalogue::Reader& reader, std::vector<TablePlan>& plans) {
  for (TablePlan& plan : plans) {
    const auto table = reader.require(plan.table_name);
    if (!table) return table.error();
    plan.table = *table;
  }
  for (TablePlan& plan : plans) {
    plan.keys.reserve(plan.wanted->keys.size());
    for (const Key& key : plan.wanted->keys) {
      auto entry = key_of_request(*plan.table, key);
      if (!entry) return std::move(entry).error();
      plan.keys.push_back(*std::move(entry));
    }
  }
  return {};
}

/// Collects the answer until it is full.
class Answer {
 public:
  Answer(storage::Store& store, const Clock& clock) : store_(store), clock_(clock) {}

  /// Reads the keys of one table.
  void read(const TablePlan& plan) {
    const std::string name(plan.table_name);
    auto& items = response_.responses[name];
    const storage::Tree& tree =
        seen(plan.table->tree, plan.table->late, plan.wanted->consistent_read, clock_, store_);
    for (std::size_t i = 0; i < plan.keys.size(); ++i) {
      auto item = full_ ? std::nullopt : tree.get(plan.keys[i].position());
      if (item && bytes_ + item->size_in_bytes() > kMaxResponseBytes) full_ = true;
      if (full_) {
        leave(name, *plan.wanted, i);
        return;
      }
      meters_.of(*plan.table)
          .add_table_read(read_units(item ? item->size_in_bytes() : 0, plan.wanted->consistent_read
                                                                           ? ReadKind::strong
                                                                           : ReadKind::eventual));
      if (!item) continue;
      bytes_ += item->size_in_bytes();
      items.push_back(plan.projection ? plan.projection->apply(*item) : *std::move(item));
    }
  }

  [[nodiscard]] BatchGetItemResponse finish(ReturnConsumedCapacity asked) {
    response_.consumed_capacity = meters_.report(asked);
    return std::move(response_);
  }

 private:
  /// Hands back the keys from `first` on, with the options they came with.
  void leave(const std::string& table_name, const KeysAndAttributes& wanted, std::size_t first) {
    auto& rest = response_.unprocessed_keys[table_name];
    rest.keys.assign(wanted.keys.begin() + static_cast<std::ptrdiff_t>(first), wanted.keys.end());
    rest.consistent_read = wanted.consistent_read;
    rest.projection_expression = wanted.projection_expression;
    rest.expression_attribute_names = wanted.expression_attribute_names;
    rest.attributes_to_get = wanted.attributes_to_get;
  }

  storage::Store& store_;
  const Clock& clock_;
  BatchGetItemResponse response_;
  CapacityMeters meters_;
  std::size_t bytes_ = 0;
  bool full_ = false;
};

Result<void> check_distinct_tables(const std::vector<TablePlan>& plans) {
  for (std::size_t i = 0; i < plans.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (plans[i].table_name == plans[j].table_name) {
        return errors::validation("The table " + std::string(plans[i].table_name) +
                                  " is named twice, by its name and by its ARN: name it once");
      }
    }
  }
  return {};
}

}  // namespace

Result<BatchGetItemResponse> Engine::Impl::batch_get_item(const BatchGetItemRequest& request) {
  auto plans = plan_tables(request);
  if (!plans) return std::move(plans).error();
  if (auto checked = check_distinct_tables(*plans); !checked) return std::move(checked).error();

  const auto reader = catalogue_.read();
  if (auto found = find_keys(reader, *plans); !found) return std::move(found).error();
  Answer answer(*store_, options_.clock);
  for (const TablePlan& plan : *plans) answer.read(plan);
  return answer.finish(request.return_consumed_capacity);
}

}  // namespace keywright
