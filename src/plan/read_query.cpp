#include "plan/source_reader.hpp"

#include <algorithm>
#include <utility>

// The conditions of a query: the partition bound by equality, the sort key as far as it is bound,
// the range on its first free component, and what is left over for a filter.

namespace keywright::plan {
namespace {

bool same_terms(const Planner& planner, const KeyExpression& a, const KeyExpression& b) {
  if (a.native != b.native || a.type != b.type || a.terms.size() != b.terms.size()) return false;
  for (std::size_t i = 0; i < a.terms.size(); ++i) {
    const auto& left = a.terms[i];
    const auto& right = b.terms[i];
    if (left.literal != right.literal || left.input != right.input) return false;
    if (!left.is_input()) continue;
    const auto& left_type = planner.entity(left.entity).fields[left.field].type;
    const auto& right_type = planner.entity(right.entity).fields[right.field].type;
    if (left_type.kind != right_type.kind) return false;
    const auto left_padding = padding_of(left_type);
    const auto right_padding = padding_of(right_type);
    if (left_type.kind == model::TypeKind::integer &&
        (left_padding.digits != right_padding.digits || left_padding.min != right_padding.min)) {
      return false;
    }
  }
  return true;
}

}  // namespace

void SourceReader::plan_query() {
  plan_.access = Access::query;
  plan_.forward = !(pattern_.order && pattern_.order->descending);
  std::vector<KeyInterval> intervals;
  for (const auto& returned : pattern_.returns) {
    const auto position = returned.entity.index;
    if (!has_key(position)) continue;
    const auto& key = *key_of(position);
    note_key(key, position);
    plan_.shards = std::max(plan_.shards, key.shards);
    if (key.shards > 1 && pattern_.is_collection) {
      refuse(Obstacle::sharded_collection, position, {}, returned.span);
    }
    const Bindings bindings(planner_, pattern_, pattern_plan_, position);
    bind_partition(position, key, bindings);
    auto interval = bind_sort(position, key, bindings);
    check_partial(position, key);
    if (interval.sharpen) plan_.filters.push_back(*interval.sharpen);
    ReturnedRange range;
    range.entity = position;
    range.cardinality = returned.cardinality;
    range.single = interval.single && !index_;
    range.lower = interval.lower;
    range.upper = interval.upper.value_or(interval.lower);
    plan_.ranges.push_back(std::move(range));
    intervals.push_back(std::move(interval));
  }
  if (intervals.empty()) return;
  plan_.sort = condition_of(intervals);
  if (candidate_.reasons.empty() && intervals.size() > 1) check_collection(intervals);
  check_filters();
}

model::Span SourceReader::span_of_condition(const std::string& field) const {
  for (const auto& bound : pattern_.by) {
    if (bound.name == field) return bound.span;
  }
  if (pattern_.range && pattern_.range->field.name == field) return pattern_.range->span;
  return pattern_.returns_span;
}

// One range answers for all entities of a collection. Where it takes in more of one of them than is
// asked for, nothing would tell the items that are wanted from the others.
void SourceReader::check_collection(const std::vector<KeyInterval>& intervals) {
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    if (keeps_to(plan_.sort, intervals[i])) continue;
    const auto& asked = asked_of_sort_key_[i];
    const auto span = span_of_condition(asked.front());
    for (const auto& returned : pattern_.returns) {
      const auto& other = entity(returned.entity.index);
      std::vector<std::string> lacking;
      for (const auto& field : asked) {
        if (!field_index(other, field)) lacking.push_back(field);
      }
      if (lacking.empty()) continue;
      refuse(Obstacle::condition_not_there, returned.entity.index, lacking,
             span_of_condition(lacking.front()));
      return;
    }
    refuse(Obstacle::range_too_wide, plan_.ranges[i].entity, asked, span);
    return;
  }
}

// A filter drops the items that have not the field at all.
void SourceReader::check_filters() {
  for (const auto& filter : plan_.filters) {
    if (filter.kind == Filter::Kind::is_type) continue;
    const auto& field = entity(filter.entity).fields[filter.field].name;
    for (const auto& returned : pattern_.returns) {
      if (field_index(entity(returned.entity.index), field)) continue;
      refuse(Obstacle::condition_not_there, returned.entity.index, {field},
             span_of_condition(field));
      return;
    }
  }
}

void SourceReader::bind_partition(std::size_t which, const EntityKey& key,
                                  const Bindings& bindings) {
  std::vector<std::size_t> missing;
  std::vector<KeyExpression> expressions;
  for (const auto& attribute : key.partition) {
    auto bound = bind(attribute, which, bindings);
    if (bound.free) missing.push_back(*bound.free);
    for (const auto later : bound.later) {
      if (!bindings.input_of(later)) missing.push_back(later);
    }
    expressions.push_back(std::move(bound.prefix));
  }
  const auto span = pattern_.by_span.written() ? pattern_.by_span : pattern_.key;
  if (!missing.empty()) {
    const bool elsewhere = !plan_.partition.empty();
    refuse(elsewhere ? Obstacle::other_partition : Obstacle::partition_unbound, which,
           field_names(entity(which), missing), span);
    return;
  }
  if (plan_.partition.empty()) {
    plan_.partition = std::move(expressions);
    return;
  }
  const bool is_same =
      plan_.partition.size() == expressions.size() &&
      std::equal(expressions.begin(), expressions.end(), plan_.partition.begin(),
                 [&](const auto& a, const auto& b) { return same_terms(planner_, a, b); });
  if (!is_same) refuse(Obstacle::other_partition, which, {}, pattern_.returns_span);
}

KeyInterval SourceReader::bind_sort(std::size_t which, const EntityKey& key,
                                    const Bindings& bindings) {
  KeyInterval interval;
  interval.is_prefix = true;
  std::vector<std::size_t> used;
  std::vector<std::size_t> later;
  std::optional<std::size_t> free;
  bool is_range_here = false;
  std::vector<KeyExpression> equal;
  for (const auto& attribute : key.sort) {
    if (free) {  // of a key of several attributes, those behind the first free one
      const auto more = attribute.components();
      later.insert(later.end(), more.begin(), more.end());
      continue;
    }
    auto bound = bind(attribute, which, bindings);
    for (const auto field : attribute.components()) {
      if (field == bound.free) break;
      used.push_back(field);
    }
    const bool is_last = &attribute == &key.sort.back();
    if (bound.whole() && !is_last) {
      equal.push_back(bound.prefix);
      continue;
    }
    free = bound.free;
    later = bound.later;
    auto all_later = later;
    for (const auto* next = &attribute + 1; next < key.sort.data() + key.sort.size(); ++next) {
      const auto more = next->components();
      all_later.insert(all_later.end(), more.begin(), more.end());
    }
    use_range(which, bindings, bound, all_later, is_range_here);
    check_order(which, bindings, bound, all_later);
    interval = interval_of(bound, pattern_, pattern_plan_, planner_, which, is_range_here);
  }
  if (key.sort.empty()) {
    BoundKey none;
    use_range(which, bindings, none, {}, is_range_here);
    check_order(which, bindings, none, {});
  }
  std::vector<std::string> asked;
  for (const auto field : used) {
    const bool in_partition =
        std::any_of(key.partition.begin(), key.partition.end(),
                    [field](const auto& other) { return other.mentions(field); });
    if (!in_partition) asked.push_back(entity(which).fields[field].name);
  }
  if (!asked.empty()) interval.lower_asked = interval.upper_asked = true;
  if (is_range_here) asked.push_back(pattern_.range->field.name);
  asked_of_sort_key_.push_back(std::move(asked));
  if (asked_of_sort_key_.size() == 1) {
    plan_.sort_equal = std::move(equal);
  } else if (!std::equal(
                 equal.begin(), equal.end(), plan_.sort_equal.begin(), plan_.sort_equal.end(),
                 [&](const auto& a, const auto& b) { return same_terms(planner_, a, b); })) {
    refuse(Obstacle::other_partition, which, {}, pattern_.returns_span);
  }
  use_left_over(which, key, bindings, used, later, free);
  return interval;
}

// Only the beginning of a string is a string again: that of a number or time is no value. And an
// enum is compared as text.
bool SourceReader::allows_range(std::size_t which, const Bindings& bindings) {
  const auto& field = entity(which).fields[*bindings.range_field()];
  const bool is_prefix = pattern_.range->range_operator == model::RangeOperator::prefix;
  if (is_prefix && field.type.kind != model::TypeKind::string) {
    refuse(Obstacle::prefix_not_text, which, {field.name}, pattern_.range->span);
    return false;
  }
  if (!lists_values_as_text_sorts(field.type)) {
    refuse(Obstacle::range_not_ordered, which, {field.name}, pattern_.range->span);
    return false;
  }
  return true;
}

// Where the pattern's range falls: on the first free component, or too late, or on no key at all.
void SourceReader::use_range(std::size_t which, const Bindings& bindings, const BoundKey& bound,
                             const std::vector<std::size_t>& later, bool& here) {
  if (!bindings.range_field() || !allows_range(which, bindings)) return;
  const auto field = *bindings.range_field();
  const auto& definition = entity(which);
  if (bound.free == field) {
    const bool is_text_prefix = pattern_.range->range_operator == model::RangeOperator::prefix;
    if (!is_text_prefix &&
        !sorts_as_field(definition.fields[field].type, bound.prefix.native, bound.after_free)) {
      refuse(Obstacle::range_not_ordered, which, {definition.fields[field].name},
             pattern_.range->span);
    }
    here = true;
  } else if (std::find(later.begin(), later.end(), field) != later.end()) {
    refuse(Obstacle::range_after_free, which, {definition.fields[field].name}, pattern_.range->span,
           field_names(definition, {*bound.free}));
  } else {
    add_range_filter(which, field);
  }
}

void SourceReader::check_order(std::size_t which, const Bindings& bindings, const BoundKey& bound,
                               const std::vector<std::size_t>& later) {
  if (!bindings.order_field()) return;
  const auto field = *bindings.order_field();
  const auto& definition = entity(which);
  if (bindings.input_of(field) || bound.free == field) {
    if (bound.free == field &&
        !sorts_as_field(definition.fields[field].type, bound.prefix.native, bound.after_free)) {
      refuse(Obstacle::range_not_ordered, which, {definition.fields[field].name},
             pattern_.order->span);
    }
    return;
  }
  if (std::find(later.begin(), later.end(), field) != later.end()) {
    refuse(Obstacle::order_after_free, which, {definition.fields[field].name}, pattern_.order->span,
           field_names(definition, {*bound.free}));
  } else {
    std::vector<std::string> before;
    if (bound.free) before = field_names(definition, {*bound.free});
    refuse(Obstacle::order_not_in_key, which, {definition.fields[field].name}, pattern_.order->span,
           std::move(before));
  }
}

// Bound fields that the key did not take: too late in the sort key, or to be filtered.
void SourceReader::use_left_over(std::size_t which, const EntityKey& key, const Bindings& bindings,
                                 const std::vector<std::size_t>& used,
                                 const std::vector<std::size_t>& later,
                                 std::optional<std::size_t> free) {
  const bool is_scan = pattern_.operation.value == model::Operation::scan;
  std::vector<std::size_t> late;
  for (std::size_t field = 0; field < bindings.all().size(); ++field) {
    if (!bindings.input_of(field)) continue;
    const bool in_partition =
        std::any_of(key.partition.begin(), key.partition.end(),
                    [field](const KeyAttribute& attribute) { return attribute.mentions(field); });
    const bool is_used = std::find(used.begin(), used.end(), field) != used.end();
    if (!is_scan && (in_partition || is_used)) continue;
    if (std::find(later.begin(), later.end(), field) != later.end()) {
      late.push_back(field);
      continue;
    }
    Filter filter;
    filter.entity = which;
    filter.field = field;
    filter.input = bindings.input_of(field);
    plan_.filters.push_back(filter);
  }
  if (late.empty()) return;
  std::vector<std::string> before;
  if (free) before = field_names(entity(which), {*free});
  refuse(Obstacle::bound_after_free, which, field_names(entity(which), late), pattern_.by_span,
         std::move(before));
}

void SourceReader::add_range_filter(std::size_t which, std::size_t field) {
  const auto& name = pattern_.range->field.name;
  const auto input = [&](InputRole role) {
    return find_input(pattern_plan_, role, name, planner_.model);
  };
  Filter filter;
  filter.entity = which;
  filter.field = field;
  filter.input = input(InputRole::range_value);
  switch (pattern_.range->range_operator) {
    case model::RangeOperator::between:
      filter.kind = Filter::Kind::between;
      filter.input = input(InputRole::range_lower);
      filter.upper_input = input(InputRole::range_upper);
      break;
    case model::RangeOperator::prefix:
      filter.kind = Filter::Kind::begins_with;
      filter.input = input(InputRole::range_prefix);
      break;
    case model::RangeOperator::greater_equal:
      filter.kind = Filter::Kind::greater_equal;
      break;
    case model::RangeOperator::greater:
      filter.kind = Filter::Kind::greater;
      break;
    case model::RangeOperator::less_equal:
      filter.kind = Filter::Kind::less_equal;
      break;
    case model::RangeOperator::less:
      filter.kind = Filter::Kind::less;
      break;
  }
  plan_.filters.push_back(filter);
}

}  // namespace keywright::plan
