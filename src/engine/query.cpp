#include "api/constraints.hpp"
#include "core/errors.hpp"
#include "core/small_vector.hpp"
#include "engine/engine_impl.hpp"
#include "engine/page.hpp"
#include "engine/validation.hpp"
#include "expression/key_condition.hpp"
#include "expression/legacy.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace keywright {
namespace {

using namespace engine;

/// A Query as far as its request says. Borrows from the request.
struct QueryPlan {
  expression::KeyAttributeConditions key_condition;
  Selection selection;
};

Result<void> check_limit(const QueryRequest& request) {
  if (!request.limit || *request.limit >= 1) return {};
  // AWS names no value here, unlike in Scan.
  return errors::validation(
      "Value at 'Limit' failed to satisfy constraint: Member must have value greater than or "
      "equal to 1");
}

Result<void> check_not_mixed(const QueryRequest& request) {
  return expression::check_not_mixed(
      {{"AttributesToGet", request.attributes_to_get.has_value()},
       {"QueryFilter", request.query_filter.has_value()},
       {"ConditionalOperator", request.conditional_operator.has_value()},
       {"KeyConditions", request.key_conditions.has_value()}},
      {{"ProjectionExpression", request.projection_expression.has_value()},
       {"FilterExpression", request.filter_expression.has_value()},
       {"KeyConditionExpression", request.key_condition_expression.has_value()}});
}

Result<void> check_options(const QueryRequest& request) {
  if (auto checked = check_limit(request); !checked) return checked;
  if (auto checked = check_not_mixed(request); !checked) return checked;
  return check_select(request);
}

Result<expression::KeyAttributeConditions> key_condition_of(const QueryRequest& request,
                                                            expression::Parameters& parameters) {
  if (request.key_conditions) return expression::legacy_key_condition(*request.key_conditions);
  if (request.key_condition_expression) {
    return expression::parse_key_condition_text(*request.key_condition_expression, parameters);
  }
  return errors::validation(
      "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
      "request.");
}

Result<QueryPlan> plan_query(const QueryRequest& request, bool envelope) {
  if (request.index_name) {
    api::Constraints constraints;
    constraints.resource_name(*request.index_name, "indexName");
    if (auto checked = constraints.result(); !checked) return std::move(checked).error();
  }
  if (auto checked = check_options(request); !checked) {
    return in_envelope(std::move(checked).error(), envelope);
  }
  expression::Parameters parameters(request.expression_attribute_names,
                                    request.expression_attribute_values);
  auto checked = parameters.check(
      {{"FilterExpression", request.filter_expression.has_value()},
       {"KeyConditionExpression", request.key_condition_expression.has_value()},
       {"ProjectionExpression", request.projection_expression.has_value(), false}});
  if (!checked) return std::move(checked).error();
  auto condition = key_condition_of(request, parameters);
  if (!condition) return std::move(condition).error();
  QueryPlan plan{*std::move(condition), {}};
  plan.selection.select = request.select;
  if (auto parsed = parse_selection(request.filter_expression, request.projection_expression,
                                    parameters, plan.selection);
      !parsed) {
    return std::move(parsed).error();
  }
  if (auto read =
          read_legacy_selection(request.query_filter, "queryFilter", request.conditional_operator,
                                request.attributes_to_get, plan.selection);
      !read) {
    return std::move(read).error();
  }
  if (auto used = parameters.check_all_used(); !used) return std::move(used).error();
  return plan;
}

/// The attributes of one kind of a key schema as the expression layer wants them: four at most, so
/// that they need no allocation.
class KeyAttributes {
 public:
  explicit KeyAttributes(const std::vector<KeyAttribute>& attributes) {
    for (const auto& a : attributes) attributes_[size_++] = {a.name, a.type};
  }
  [[nodiscard]] std::span<const expression::KeyAttribute> view() const {
    return std::span(attributes_).first(size_);
  }

 private:
  std::array<expression::KeyAttribute, kMaxKeyAttributesPerKind> attributes_;
  std::size_t size_ = 0;
};

Result<expression::KeyCondition> bind(const Source& source, const QueryRequest& request,
                                      const expression::KeyAttributeConditions& conditions) {
  if (request.key_conditions &&
      request.key_conditions->size() > std::max<std::size_t>(2, source.keys().size())) {
    return errors::validation("Conditions can be of length 1 or 2 only");
  }
  return bind_key_condition(source, conditions);
}

/// A filter may not do what the key condition is for.
Result<void> check_filter(const Source& source, const QueryRequest& request,
                          const Selection& selection) {
  if (!selection.filter) return {};
  for (const auto* attributes : source.keys().parts()) {
    for (const auto& attribute : *attributes) {
      if (selection.filter->mentions(attribute.name)) {
        return errors::validation(
            std::string(request.query_filter ? "QueryFilter" : "Filter Expression") +
            " can only contain non-primary key attributes: Primary key attribute: " +
            attribute.name);
      }
    }
  }
  return {};
}

/// The entries of one partition from `lower` (included) to `upper` (excluded).
struct PartitionRange {
  PartitionKey partition;
  std::string lower;
  std::string upper;  ///< empty: to the end of the partition

  [[nodiscard]] bool contains(std::string_view bytes) const {
    return bytes >= lower && (upper.empty() || bytes < upper);
  }
};

PartitionRange range_of(const expression::KeyCondition& condition) {
  using expression::KeyOperator;
  SmallVector<ValueView, kMaxKeyAttributesPerKind> partition;
  for (const auto& hash : condition.hash()) partition.push_back(hash.value);
  PartitionRange range{partition_key(partition), {}, {}};

  std::string prefix;  // of all entries that the conditions so far let through
  const auto with = [&prefix](ValueView value) {
    std::string bytes;
    bytes.reserve(prefix.size() + kUsualKeyBytes);
    bytes.append(prefix);
    append_component(bytes, value);
    return bytes;
  };
  for (const auto& sort : condition.range()) {
    if (sort.op == KeyOperator::equal) {
      append_component(prefix, sort.value);
      continue;
    }
    range.lower = prefix;
    range.upper = prefix_end(prefix);
    switch (sort.op) {
      case KeyOperator::less:
        range.upper = with(sort.value);
        break;
      case KeyOperator::less_equal:
        range.upper = prefix_end(with(sort.value));
        break;
      case KeyOperator::greater:
        range.lower = prefix_end(with(sort.value));
        break;
      case KeyOperator::greater_equal:
        range.lower = with(sort.value);
        break;
      case KeyOperator::between:
        range.lower = with(sort.value);
        range.upper = prefix_end(with(*sort.upper));
        break;
      default:  // begins_with
        append_component_prefix(prefix, sort.value.is(AttributeType::string)
                                            ? sort.value.as_string()
                                            : sort.value.as_binary());
        range.lower = prefix;
        range.upper = prefix_end(prefix);
    }
    return range;
  }
  range.lower = prefix;
  range.upper = prefix_end(prefix);
  return range;
}

/// Moves the near end of the range behind the start key.
Result<void> start_behind(const Source& source, const Key& start, bool forward,
                          PartitionRange& range) {
  if (source.has_single_items()) {
    return errors::validation("The query can return at most one row and cannot be restarted");
  }
  const auto entry = source.entry_of(start);
  if (!entry) return errors::validation("The provided starting key is invalid");
  if (entry->hash != range.partition.hash || entry->suffix() != range.partition.suffix) {
    return errors::validation(
        "The provided starting key is outside query boundaries based on provided conditions");
  }
  if (!range.contains(entry->bytes)) {
    return errors::validation("The provided starting key does not match the range key predicate");
  }
  if (forward) {
    range.lower = entry->bytes + '\0';
  } else {
    range.upper = entry->bytes;
  }
  return {};
}

storage::Page read(const Source& source, const PartitionRange& range, const QueryRequest& request,
                   std::size_t max_bytes) {
  storage::RangeRead read;
  read.lower = {range.partition.hash, range.lower};
  read.upper = range.upper.empty() ? end_of_hash(range.partition.hash)
                                   : storage::Position{range.partition.hash, range.upper};
  read.suffix = range.partition.suffix;
  read.reverse = !request.scan_index_forward;
  read.max_bytes = max_bytes;
  if (request.limit) read.max_items = static_cast<std::size_t>(*request.limit);
  storage::Page page = source.tree->read(read);
  // There is no second page: a key to start it from would be refused.
  if (source.has_single_items()) page.exhausted = true;
  return page;
}

}  // namespace

Result<expression::KeyCondition> engine::bind_key_condition(
    const Source& source, const expression::KeyAttributeConditions& conditions) {
  const KeyAttributes hash(source.keys().partition);
  const KeyAttributes range(source.keys().sort);
  return expression::bind_key_condition(conditions, {hash.view(), range.view()});
}

Result<storage::Page> engine::read_partition(const Source& source,
                                             const expression::KeyCondition& condition,
                                             const QueryRequest& request, std::size_t max_bytes) {
  PartitionRange range = range_of(condition);
  if (request.exclusive_start_key) {
    auto started =
        start_behind(source, *request.exclusive_start_key, request.scan_index_forward, range);
    if (!started) return std::move(started).error();
  }
  return read(source, range, request, max_bytes);
}

Result<QueryResponse> Engine::Impl::query(const QueryRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  const auto plan = plan_query(request, options_.validation_envelope);
  if (!plan) return plan.error();

  const auto reader = catalogue_.read();
  const auto table = reader.require(*name);
  if (!table) return table.error();
  const auto source = open_source(**table, request.index_name, request.consistent_read,
                                  plan->selection, options_.clock, *store_);
  if (!source) return source.error();
  const auto condition = bind(*source, request, plan->key_condition);
  if (!condition) return condition.error();
  if (auto checked = check_filter(*source, request, plan->selection); !checked) {
    return std::move(checked).error();
  }
  auto page = read_partition(*source, *condition, request);
  if (!page) return std::move(page).error();
  return make_page(*source, plan->selection, request.consistent_read, *std::move(page),
                   request.return_consumed_capacity);
}

}  // namespace keywright
