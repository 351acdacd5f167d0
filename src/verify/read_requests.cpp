#include "verify/expressions.hpp"
#include "verify/items.hpp"
#include "verify/requests.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace keywright::verify {
namespace {

std::vector<std::string> projected_names(const Read& read) {
  std::vector<std::string> names;
  const auto& entity = read.context.entity(read.pattern().entity().index);
  for (const auto field : read.read().projected) names.push_back(entity.fields[field].name);
  return names;
}

std::string sort_term(const Read& read, const Arguments& arguments, Placeholders& placeholders) {
  using plan::SortConditionKind;
  const auto& sort = read.read().sort;
  const auto& attribute =
      sort.lower.attribute.empty() ? sort.upper.attribute : sort.lower.attribute;
  const auto compare = [&](const char* symbol, const plan::KeyExpression& end) {
    return placeholders.name(attribute) + symbol +
           placeholders.value(*evaluate(read.context, end, arguments));
  };
  switch (sort.kind) {
    case SortConditionKind::none:
      return {};
    case SortConditionKind::equal:
      return compare(" = ", sort.lower);
    case SortConditionKind::begins_with:
      return "begins_with(" + compare(", ", sort.lower) + ")";
    case SortConditionKind::between: {
      auto text = compare(" BETWEEN ", sort.lower);
      return text + " AND " + placeholders.value(*evaluate(read.context, sort.upper, arguments));
    }
    case SortConditionKind::greater_equal:
      return compare(" >= ", sort.lower);
    case SortConditionKind::greater:
      return compare(" > ", sort.lower);
    case SortConditionKind::less_equal:
      return compare(" <= ", sort.upper);
    case SortConditionKind::less:
      return compare(" < ", sort.upper);
  }
  return {};
}

std::string filter_term(const Read& read, const Arguments& arguments, const plan::Filter& filter,
                        Placeholders& placeholders) {
  using Kind = plan::Filter::Kind;
  if (filter.kind == Kind::is_type) {
    std::vector<std::string> types;
    for (const auto entity : filter.entities) {
      types.push_back(placeholders.value(AttributeValue(read.context.entity(entity).name)));
    }
    const auto name = placeholders.name(kTypeAttribute);
    return types.size() == 1 ? name + " = " + types.front()
                             : name + " IN (" + joined(types, ", ") + ")";
  }
  const auto name = placeholders.name(read.context.entity(filter.entity).fields[filter.field].name);
  const auto value = [&](std::size_t input) {
    return placeholders.value(*arguments.values[input]);
  };
  switch (filter.kind) {
    case Kind::equal:
      return name + " = " + value(*filter.input);
    case Kind::less:
      return name + " < " + value(*filter.input);
    case Kind::less_equal:
      return name + " <= " + value(*filter.input);
    case Kind::greater:
      return name + " > " + value(*filter.input);
    case Kind::greater_equal:
      return name + " >= " + value(*filter.input);
    case Kind::between: {
      auto text = name + " BETWEEN " + value(*filter.input);
      return text + " AND " + value(*filter.upper_input);
    }
    default:
      return "begins_with(" + name + ", " + value(*filter.input) + ")";
  }
}

// What Query and Scan have in common.
template <class Request>
void fill(const Read& read, const Arguments& arguments, Placeholders& placeholders,
          Request& request) {
  request.table_name = read.table();
  if (read.read().index) {
    const auto& entity = read.context.entity(read.pattern().entity().index);
    const auto& table = read.context.model.tables[entity.table.index];
    request.index_name = table.indexes[*read.read().index].name;
  }
  std::vector<std::string> filters;
  std::set<std::tuple<std::string, int, std::optional<std::size_t>, std::optional<std::size_t>>>
      known;
  for (const auto& filter : read.read().filters) {
    const bool is_type = filter.kind == plan::Filter::Kind::is_type;
    const auto& name = is_type ? std::string(kTypeAttribute)
                               : read.context.entity(filter.entity).fields[filter.field].name;
    // Entities of a collection that ask for the same.
    if (!known.insert({name, static_cast<int>(filter.kind), filter.input, filter.upper_input})
             .second)
      continue;
    filters.push_back(filter_term(read, arguments, filter, placeholders));
  }
  if (!filters.empty()) request.filter_expression = joined(filters, " AND ");
  const auto names = projected_names(read);
  if (!names.empty()) request.projection_expression = projection(placeholders, names);
  request.consistent_read = read.read().consistent;
  std::move(placeholders).give_to(request);
}

Key key_of_read(const Read& read, const Arguments& arguments) {
  auto key = read.read().partition;
  key.insert(key.end(), read.read().sort_equal.begin(), read.read().sort_equal.end());
  return key_of(read.context, key, arguments);
}

}  // namespace

std::optional<AttributeValue> evaluate(const Context& context,
                                       const plan::KeyExpression& expression,
                                       const Arguments& arguments) {
  std::string text;
  for (const auto& term : expression.terms) {
    if (!term.is_component()) {
      text += term.literal;
      continue;
    }
    auto value = term.constant ? std::optional(AttributeValue(*term.constant))
                               : arguments.value(*term.input, term.field);
    if (!value) return std::nullopt;
    if (expression.native) return value;
    text += key_component(context.entity(term.entity).fields[term.field].type, *value);
  }
  return AttributeValue(text);
}

Key key_of(const Context& context, const std::vector<plan::KeyExpression>& key,
           const Arguments& arguments) {
  ItemBuilder item;
  for (const auto& expression : key) {
    const auto value = evaluate(context, expression, arguments);
    if (value) item.set(expression.attribute, *value);
  }
  return item.build();
}

GetItemRequest get_request(const Read& read, const Arguments& arguments) {
  GetItemRequest request;
  request.table_name = read.table();
  request.key = key_of_read(read, arguments);
  request.consistent_read = read.read().consistent;
  if (const auto names = projected_names(read); !names.empty()) {
    Placeholders placeholders;
    request.projection_expression = projection(placeholders, names);
    request.expression_attribute_names = std::move(placeholders).names();
  }
  return request;
}

BatchGetItemRequest batch_get_request(const Read& read, const std::vector<Arguments>& arguments) {
  BatchGetItemRequest request;
  auto& part = request.request_items[read.table()];
  for (const auto& each : arguments) part.keys.push_back(key_of_read(read, each));
  part.consistent_read = read.read().consistent;
  if (const auto names = projected_names(read); !names.empty()) {
    Placeholders placeholders;
    part.projection_expression = projection(placeholders, names);
    part.expression_attribute_names = std::move(placeholders).names();
  }
  return request;
}

std::vector<QueryRequest> query_requests(const Read& read, const Arguments& arguments) {
  const auto& plan = read.read();
  std::vector<QueryRequest> requests;
  for (std::uint32_t shard = 0; shard < std::max(plan.shards, 1U); ++shard) {
    QueryRequest request;
    Placeholders placeholders;
    std::vector<std::string> terms;
    for (const auto* half : {&plan.partition, &plan.sort_equal}) {
      for (const auto& expression : *half) {
        auto value = *evaluate(read.context, expression, arguments);
        if (plan.shards > 1 && half == &plan.partition) {
          value = AttributeValue(std::string(value.as_string()) + "#" + std::to_string(shard));
        }
        terms.push_back(placeholders.name(expression.attribute) + " = " +
                        placeholders.value(value));
      }
    }
    if (auto sort = sort_term(read, arguments, placeholders); !sort.empty()) {
      terms.push_back(std::move(sort));
    }
    request.key_condition_expression = joined(terms, " AND ");
    request.scan_index_forward = plan.forward;
    fill(read, arguments, placeholders, request);
    requests.push_back(std::move(request));
  }
  return requests;
}

ScanRequest scan_request(const Read& read, const Arguments& arguments) {
  ScanRequest request;
  Placeholders placeholders;
  fill(read, arguments, placeholders, request);
  return request;
}

}  // namespace keywright::verify
