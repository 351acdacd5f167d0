#include "plan/key_range.hpp"

#include "core/utf8.hpp"

#include <algorithm>
#include <utility>

namespace keywright::plan {
namespace {

using model::RangeOperator;
using model::TypeKind;

KeyTerm literal_term(std::string text) {
  KeyTerm term;
  term.literal = std::move(text);
  return term;
}

KeyTerm input_term(std::size_t input, std::size_t entity, std::size_t field) {
  KeyTerm term;
  term.input = input;
  term.entity = entity;
  term.field = field;
  return term;
}

void append_literal(KeyExpression& expression, std::string_view text) {
  if (text.empty()) return;
  if (!expression.terms.empty() && !expression.terms.back().is_input()) {
    expression.terms.back().literal += text;
  } else {
    expression.terms.push_back(literal_term(std::string(text)));
  }
}

// The expression that is greater than all that begin with this one; nullopt if it does not end in a
// literal.
std::optional<KeyExpression> behind(KeyExpression expression) {
  if (expression.terms.empty() || expression.terms.back().is_input()) return std::nullopt;
  expression.terms.back().literal = after_prefix(expression.terms.back().literal);
  return expression;
}

// A component's text ends before its delimiter; this sorts behind all keys with that component and
// before those of the next greater value (no component holds a byte below '%').
std::string fence_behind(const std::string& after_free) {
  return after_free.empty() ? "$" : after_prefix(after_free);
}

// An expression read as a sequence of bytes and inputs.
class Reader {
 public:
  explicit Reader(const KeyExpression& expression) : expression_(expression) {}
  [[nodiscard]] bool done() const { return term_ == expression_.terms.size(); }
  [[nodiscard]] const KeyTerm& term() const { return expression_.terms[term_]; }
  [[nodiscard]] bool at_input() const { return term().is_input(); }
  [[nodiscard]] unsigned char byte() const {
    return static_cast<unsigned char>(term().literal[byte_]);
  }
  void next() {
    if (!at_input() && byte_ + 1 < term().literal.size()) {
      ++byte_;
    } else {
      ++term_;
      byte_ = 0;
    }
  }

 private:
  const KeyExpression& expression_;
  std::size_t term_ = 0;
  std::size_t byte_ = 0;
};

enum class Comparison { less, equal, greater, unknown };

Comparison compare(const KeyExpression& a, const KeyExpression& b) {
  Reader left(a);
  Reader right(b);
  while (!left.done() && !right.done()) {
    if (left.at_input() != right.at_input()) return Comparison::unknown;
    if (left.at_input()) {
      if (left.term().input != right.term().input) return Comparison::unknown;
    } else if (left.byte() != right.byte()) {
      return left.byte() < right.byte() ? Comparison::less : Comparison::greater;
    }
    left.next();
    right.next();
  }
  if (left.done() && right.done()) return Comparison::equal;
  return left.done() ? Comparison::less : Comparison::greater;
}

// What both begin with.
KeyExpression shared_prefix(const KeyExpression& a, const KeyExpression& b) {
  KeyExpression shared;
  shared.attribute = a.attribute;
  shared.type = a.type;
  Reader left(a);
  Reader right(b);
  while (!left.done() && !right.done() && left.at_input() == right.at_input()) {
    if (left.at_input()) {
      if (left.term().input != right.term().input) break;
      shared.terms.push_back(left.term());
    } else {
      if (left.byte() != right.byte()) break;
      append_literal(shared, std::string(1, static_cast<char>(left.byte())));
    }
    left.next();
    right.next();
  }
  return shared;
}

bool same(const KeyExpression& a, const KeyExpression& b) {
  return compare(a, b) == Comparison::equal;
}

SortCondition single_condition(const KeyInterval& interval) {
  SortCondition condition;
  condition.lower = interval.lower;
  if (interval.single) {
    condition.kind = SortConditionKind::equal;
  } else if (interval.is_prefix) {
    condition.kind = interval.has_lower ? SortConditionKind::begins_with : SortConditionKind::none;
  } else if (interval.upper) {
    condition.upper = *interval.upper;
    condition.kind = interval.has_lower        ? SortConditionKind::between
                     : interval.upper_excluded ? SortConditionKind::less
                                               : SortConditionKind::less_equal;
  } else if (interval.has_lower) {
    condition.kind =
        interval.lower_excluded ? SortConditionKind::greater : SortConditionKind::greater_equal;
  }
  return condition;
}

// The upper end of an interval as an inclusive one.
std::optional<KeyExpression> upper_end(const KeyInterval& interval) {
  if (interval.single) return interval.lower;
  if (interval.is_prefix) return behind(interval.lower);
  return interval.upper;
}

std::string literal_lead(const KeyExpression& expression, std::size_t from_term) {
  if (from_term >= expression.terms.size() || expression.terms[from_term].is_input()) return {};
  return expression.terms[from_term].literal;
}

// Whether a delimiter sorts before everything that a longer value could have in its place.
bool sorts_before_all(unsigned char delimiter, const model::FieldType& type) {
  if (delimiter < '%' || type.length) return true;
  return type.charset && !type.charset->ranges.empty() &&
         type.charset->ranges.front().first > std::max<char32_t>(delimiter, '%');
}

bool has_input_from(const KeyExpression& expression, std::size_t from_term) {
  for (auto i = from_term; i < expression.terms.size(); ++i) {
    if (expression.terms[i].is_input()) return true;
  }
  return false;
}

}  // namespace

Bindings::Bindings(const Planner& planner, const model::AccessPattern& pattern,
                   const PatternPlan& plan, std::size_t entity)
    : inputs_(planner.entity(entity).fields.size()) {
  const auto& definition = planner.entity(entity);
  for (const auto& field : pattern.by) {
    const auto position = field_index(definition, field.name);
    if (!position) continue;
    inputs_[*position] = find_input(plan, InputRole::bound, field.name, planner.model);
  }
  if (pattern.range) range_field_ = field_index(definition, pattern.range->field.name);
  if (pattern.order) order_field_ = field_index(definition, pattern.order->field.name);
}

BoundKey bind(const KeyAttribute& attribute, std::size_t entity, const Bindings& bindings) {
  BoundKey bound;
  bound.prefix.attribute = attribute.name;
  bound.prefix.type = attribute.type;
  bound.prefix.native = attribute.native;
  bool just_free = false;
  for (const auto& part : attribute.parts) {
    if (bound.free) {
      if (part.field) {
        bound.later.push_back(*part.field);
      } else if (just_free) {
        bound.after_free = part.literal;
      }
      just_free = false;
      continue;
    }
    if (!part.field) {
      append_literal(bound.prefix, part.literal);
    } else if (const auto input = bindings.input_of(*part.field)) {
      bound.prefix.terms.push_back(input_term(*input, entity, *part.field));
    } else {
      bound.free = part.field;
      just_free = true;
    }
  }
  return bound;
}

KeyInterval interval_of(const BoundKey& key, const model::AccessPattern& pattern,
                        const PatternPlan& plan, const Planner& planner, std::size_t entity,
                        bool range_here) {
  KeyInterval interval;
  interval.lower = key.prefix;
  interval.has_lower = !key.prefix.terms.empty();
  interval.single = key.whole();
  interval.is_prefix = !interval.single;
  if (interval.single || !range_here) return interval;

  const auto& field_name = pattern.range->field.name;
  const auto with_input = [&](InputRole role, const std::string& text_behind, bool partial) {
    auto expression = key.prefix;
    const auto input = find_input(plan, role, field_name, planner.model);
    auto term = input_term(input.value_or(0), entity, *key.free);
    term.partial = partial;
    expression.terms.push_back(std::move(term));
    append_literal(expression, text_behind);
    return expression;
  };
  const bool last = key.after_free.empty() && key.later.empty();
  const bool native = key.prefix.native;
  // In a collection other keys may go on where this one ends, or go on otherwise behind the same
  // delimiter: a fence right behind the value takes in all alike.
  const bool ends_bare = last && (native || !pattern.is_collection);
  auto delimiter = key.after_free;
  if (pattern.is_collection && !delimiter.empty()) {
    delimiter.resize(decode_utf8(delimiter, 0).size);
  }
  const auto behind_value = native ? std::string() : fence_behind(delimiter);
  const auto fence = behind(key.prefix);

  interval.is_prefix = false;
  const auto range_operator = pattern.range->range_operator;
  interval.lower_asked =
      range_operator != RangeOperator::less && range_operator != RangeOperator::less_equal;
  interval.upper_asked =
      range_operator != RangeOperator::greater && range_operator != RangeOperator::greater_equal;
  switch (range_operator) {
    case RangeOperator::prefix:
      interval.is_prefix = true;
      interval.has_lower = true;
      interval.lower = with_input(InputRole::range_prefix, "", true);
      break;
    case RangeOperator::between:
      interval.has_lower = true;
      interval.lower = with_input(InputRole::range_lower, "", false);
      interval.upper = with_input(InputRole::range_upper, ends_bare ? "" : behind_value, false);
      break;
    case RangeOperator::greater_equal:
      interval.has_lower = true;
      interval.lower = with_input(InputRole::range_value, "", false);
      interval.upper = fence;
      break;
    case RangeOperator::greater:
      interval.has_lower = true;
      interval.upper = fence;
      interval.lower_excluded = ends_bare && !fence;
      interval.lower =
          with_input(InputRole::range_value, interval.lower_excluded ? "" : behind_value, false);
      break;
    case RangeOperator::less_equal:
      interval.upper = with_input(InputRole::range_value, ends_bare ? "" : behind_value, false);
      break;
    case RangeOperator::less:
      interval.upper = with_input(InputRole::range_value, "", false);
      interval.upper_excluded = !interval.has_lower;
      if (last && interval.has_lower) {  // BETWEEN includes its end
        Filter filter;
        filter.kind = Filter::Kind::less;
        filter.entity = entity;
        filter.field = *key.free;
        filter.input = find_input(plan, InputRole::range_value, field_name, planner.model);
        filter.sharpens_range = true;
        interval.sharpen = filter;
      }
      break;
  }
  return interval;
}

SortCondition condition_of(const std::vector<KeyInterval>& intervals) {
  const auto& first = intervals.front();
  const bool all_same =
      std::all_of(intervals.begin(), intervals.end(), [&](const KeyInterval& other) {
        return other.single == first.single && other.is_prefix == first.is_prefix &&
               other.lower_excluded == first.lower_excluded &&
               other.upper_excluded == first.upper_excluded &&
               other.upper.has_value() == first.upper.has_value() &&
               same(other.lower, first.lower) && (!first.upper || same(*other.upper, *first.upper));
      });
  if (all_same) return single_condition(first);

  auto lower = first.lower;
  auto upper = upper_end(first);
  for (const auto& interval : intervals) {
    switch (compare(interval.lower, lower)) {
      case Comparison::less:
        lower = interval.lower;
        break;
      case Comparison::unknown:
        lower = shared_prefix(interval.lower, lower);
        break;
      default:
        break;
    }
    const auto end = upper_end(interval);
    if (!end || !upper) {
      upper = std::nullopt;
      continue;
    }
    switch (compare(*end, *upper)) {
      case Comparison::greater:
        upper = end;
        break;
      case Comparison::unknown:
        upper = behind(shared_prefix(*end, *upper));
        break;
      default:
        break;
    }
  }
  KeyInterval all;
  all.has_lower = !lower.terms.empty();
  all.lower = std::move(lower);
  all.upper = std::move(upper);
  // From a prefix up to its end is the prefix itself.
  if (all.has_lower && all.upper) {
    const auto end = behind(all.lower);
    all.is_prefix = end && same(*end, *all.upper);
  }
  return single_condition(all);
}

bool keeps_to(const SortCondition& condition, const KeyInterval& interval) {
  using Kind = SortConditionKind;
  std::optional<KeyExpression> upper;
  bool has_lower = true;
  switch (condition.kind) {
    case Kind::equal:
      upper = condition.lower;
      break;
    case Kind::begins_with: {
      const bool is_itself = interval.is_prefix && same(condition.lower, interval.lower);
      if (is_itself) return true;
      upper = behind(condition.lower);
      break;
    }
    case Kind::between:
      upper = condition.upper;
      break;
    case Kind::less_equal:
    case Kind::less:
      upper = condition.upper;
      has_lower = false;
      break;
    case Kind::none:
      has_lower = false;
      break;
    default:
      break;
  }
  const bool keeps_lower = has_lower && interval.has_lower &&
                           (condition.kind == Kind::greater) == interval.lower_excluded &&
                           same(condition.lower, interval.lower);
  if (interval.lower_asked && !keeps_lower) return false;
  const auto wanted = upper_end(interval);
  const bool keeps_upper = upper && wanted &&
                           (condition.kind == Kind::less) == interval.upper_excluded &&
                           same(*upper, *wanted);
  return !interval.upper_asked || keeps_upper;
}

KeyLanguage language_of(const Planner& planner, const KeyExpression& expression) {
  KeyLanguage language;
  for (const auto& term : expression.terms) {
    if (!term.is_input()) {
      language.append(KeyLanguage::literal(term.literal));
    } else if (term.partial) {
      language.append(KeyLanguage::any());
    } else {
      const auto& type = planner.entity(term.entity).fields[term.field].type;
      language.append(expression.native ? KeyLanguage::native(type) : KeyLanguage::component(type));
    }
  }
  return language;
}

KeyLanguage language_of(const Planner& planner, const SortCondition& condition) {
  switch (condition.kind) {
    case SortConditionKind::none:
      return KeyLanguage::any();
    case SortConditionKind::equal:
      return language_of(planner, condition.lower);
    case SortConditionKind::begins_with: {
      auto language = language_of(planner, condition.lower);
      return language.append(KeyLanguage::any());
    }
    default:
      break;
  }
  // What both ends begin with holds for all between them; behind it, only literals are compared.
  const auto& lower = condition.lower;
  const auto& upper = condition.upper;
  KeyExpression shared;
  std::size_t terms = 0;
  const bool has_both = condition.kind == SortConditionKind::between;
  while (has_both && terms < lower.terms.size() && terms < upper.terms.size() &&
         lower.terms[terms] == upper.terms[terms]) {
    shared.terms.push_back(lower.terms[terms++]);
  }
  auto language = language_of(planner, shared);
  const auto from = literal_lead(lower, terms);
  auto to = literal_lead(upper, terms);
  const bool has_upper = has_both || condition.kind == SortConditionKind::less ||
                         condition.kind == SortConditionKind::less_equal;
  std::optional<std::string_view> end;
  if (has_upper) {
    if (has_input_from(upper, terms)) to = after_prefix(to);
    if (!to.empty()) end = to;
  }
  return language.append(KeyLanguage::between(from, end));
}

bool sorts_as_field(const model::FieldType& type, bool native, const std::string& after) {
  switch (type.kind) {
    case TypeKind::timestamp:
    case TypeKind::date:
    case TypeKind::ulid:
    case TypeKind::uuid:
    case TypeKind::integer:
    case TypeKind::epoch_seconds:
      return true;
    case TypeKind::number:
    case TypeKind::floating:
    case TypeKind::binary:
      return native;
    case TypeKind::enumeration:
      if (!lists_values_as_text_sorts(type)) return false;
      [[fallthrough]];
    case TypeKind::string:
      return native || after.empty() ||
             sorts_before_all(static_cast<unsigned char>(after.front()), type);
    default:
      return false;
  }
}

}  // namespace keywright::plan
