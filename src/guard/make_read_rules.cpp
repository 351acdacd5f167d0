#include "guard/make_rules.hpp"
#include "plan/size.hpp"

#include <algorithm>

namespace keywright::guard {
namespace {

using expression::Operator;

Operator operator_of(plan::Filter::Kind kind) {
  using Kind = plan::Filter::Kind;
  switch (kind) {
    case Kind::less:
      return Operator::less;
    case Kind::less_equal:
      return Operator::less_equal;
    case Kind::greater:
      return Operator::greater;
    case Kind::greater_equal:
      return Operator::greater_equal;
    case Kind::between:
      return Operator::between;
    case Kind::begins_with:
      return Operator::begins_with;
    case Kind::equal:
    case Kind::is_type:
      break;
  }
  return Operator::equal;
}

FilterRule filter_rule(const model::Model& model, const plan::Filter& filter) {
  FilterRule rule;
  rule.op = operator_of(filter.kind);
  rule.may_be_left_out = filter.sharpens_range;
  if (filter.kind == plan::Filter::Kind::is_type) {
    rule.attribute = plan::type_attribute;
    for (const auto entity : filter.entities) rule.types.push_back(model.entities[entity].name);
  } else {
    const auto& field = model.entities[filter.entity].fields[filter.field];
    rule.attribute = field.name;
    rule.always_there = is_always_there(field);
  }
  return rule;
}

/// The attribute by which expired items are told, if the pattern does not want them. Where no item
/// has one, a filter for it drops nothing, and does no harm.
Ttl ttl_of_pattern(const model::Model& model, const model::AccessPattern& pattern,
                   const model::Table& table) {
  if (*pattern.expired == model::ExpiredItems::include) return {};
  Ttl ttl;
  bool all_have_it = true;
  for (const auto& returned : pattern.returns) {
    const auto* entity = model.entity(returned.entity);
    if (entity == nullptr) continue;
    auto own = ttl_of(*entity);
    all_have_it = all_have_it && own.always_there;
    if (!own.attribute.empty()) ttl = std::move(own);
  }
  ttl.always_there = all_have_it;
  if (ttl.attribute.empty() && table.ttl) return {**table.ttl, false};
  return ttl;
}

/// What may be asked for: the fields that the pattern lists, and what is needed to read them.
std::vector<std::string> names_of(const model::Entity& entity, const plan::ReadPlan& read,
                                  const TableRules& table, const SourceRules& source,
                                  const std::string& ttl) {
  std::vector<std::string> names = table.keys;
  for (const auto field : read.projected) names.push_back(entity.fields[field].name);
  for (const auto* keys : {&source.hash_names, &source.range_names}) {
    for (const auto& [name, type] : *keys) names.push_back(name);
  }
  names.emplace_back(plan::type_attribute);
  if (!ttl.empty()) names.push_back(ttl);
  return names;
}

}  // namespace

MadeRules make_read_rule(const RuleMaker& maker, const plan::PatternPlan& planned,
                         std::size_t pattern, bool alone) {
  const auto& definition = maker.pattern(planned);
  const auto& read = *planned.read();
  const auto entity = definition.entity().index;
  MadeRules made{maker.table_of(entity), {}};
  auto& table = maker.rules.tables[made.table];
  auto& source = table.sources[read.index ? *read.index + 1 : 0];

  ReadRule rule;
  rule.pattern = pattern;
  rule.access = read.access;
  rule.alone = alone;
  for (const auto& expression : read.partition) {
    const bool is_first = rule.equal.empty();
    rule.equal.push_back(KeyShape::of(maker.model, expression, is_first ? read.shards : 1));
  }
  for (const auto& expression : read.sort_equal) {
    rule.equal.push_back(KeyShape::of(maker.model, expression, 1));
  }
  rule.sort = read.sort.kind;
  rule.lower = KeyShape::of(maker.model, read.sort.lower, 1);
  rule.upper = KeyShape::of(maker.model, read.sort.upper, 1);
  if (rule.sort != plan::SortConditionKind::equal) rule.lower.become_end_of_range();
  rule.upper.become_end_of_range();
  if (definition.order) rule.forward = read.forward;
  rule.consistent = read.consistent;
  for (const auto& filter : read.filters) {
    rule.filters.push_back(filter_rule(maker.model, filter));
  }
  rule.ttl = ttl_of_pattern(maker.model, definition, maker.model.tables[made.table]);
  rule.lists_fields = !read.projected.empty();
  if (rule.lists_fields) {
    rule.names = names_of(maker.model.entities[entity], read, table, source, rule.ttl.attribute);
    rule.must_project =
        source.projects_all ||
        !std::all_of(source.projected.begin(), source.projected.end(), [&](const auto& name) {
          return std::find(rule.names.begin(), rule.names.end(), name) != rule.names.end();
        });
  }
  switch (read.access) {
    case plan::Access::query:
      source.queries.push_back(std::move(rule));
      break;
    case plan::Access::scan:
      source.scans.push_back(std::move(rule));
      break;
    default:
      made.positions.push_back(table.gets.size());
      table.gets.push_back(std::move(rule));
  }
  return made;
}

}  // namespace keywright::guard
