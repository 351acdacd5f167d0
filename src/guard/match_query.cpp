// Query and Scan.

#include "expression/condition.hpp"
#include "expression/parameters.hpp"
#include "expression/projection.hpp"
#include "guard/match.hpp"
#include "guard/nearest.hpp"
#include "guard/read_checks.hpp"
#include "guard/words.hpp"

#include <algorithm>

namespace keywright::guard {
namespace {

using expression::Condition;
using expression::KeyAttributeCondition;
using expression::KeyCondition;
using expression::KeyOperator;
using plan::SortConditionKind;

KeyOperator operator_of(SortConditionKind kind) {
  switch (kind) {
    case SortConditionKind::begins_with:
      return KeyOperator::begins_with;
    case SortConditionKind::between:
      return KeyOperator::between;
    case SortConditionKind::greater_equal:
      return KeyOperator::greater_equal;
    case SortConditionKind::greater:
      return KeyOperator::greater;
    case SortConditionKind::less_equal:
      return KeyOperator::less_equal;
    case SortConditionKind::less:
      return KeyOperator::less;
    case SortConditionKind::none:
    case SortConditionKind::equal:
      break;
  }
  return KeyOperator::equal;
}

std::string_view operator_words(KeyOperator op) {
  switch (op) {
    case KeyOperator::equal:
      return "=";
    case KeyOperator::less:
      return "<";
    case KeyOperator::less_equal:
      return "<=";
    case KeyOperator::greater:
      return ">";
    case KeyOperator::greater_equal:
      return ">=";
    case KeyOperator::between:
      return "between";
    case KeyOperator::begins_with:
      return "begins with";
  }
  return "";
}

std::string condition_words(const KeyAttributeCondition& condition) {
  std::string text(condition.attribute);
  text.append(" ")
      .append(operator_words(condition.op))
      .append(" ")
      .append(words_of(condition.value));
  if (condition.upper) text.append(" and ").append(words_of(*condition.upper));
  return text;
}

/// A Query or Scan that is well formed, with its expressions read.
struct Page {
  const KeyCondition* keys = nullptr;  // of a Query
  const Condition* filter = nullptr;
  ReadOptions options;
  bool forward = true;
};

/// The sort condition of a Query is the rule's, its values fitting.
bool fits_sort(const ReadRule& rule, std::span<const KeyAttributeCondition> given,
               Captures& captures, Nearest* nearest) {
  const auto miss_with = [&](const auto& why) {
    return miss(nearest, Stage::partition, ViolationKind::key_condition, rule.pattern, why);
  };
  if (rule.sort == SortConditionKind::none) {
    if (given.empty()) return true;
    return miss_with([&] {
      return "no access pattern has this condition on " + std::string(given.front().attribute);
    });
  }
  const auto& name = rule.lower.empty() ? rule.upper.attribute() : rule.lower.attribute();
  if (given.size() != 1) return miss_with([&] { return "it has no condition on " + name; });
  const auto& condition = given.front();
  if (condition.op != operator_of(rule.sort)) {
    return miss_with([&] { return "no access pattern has this condition on " + name; });
  }
  const bool has_lower =
      rule.sort != SortConditionKind::less && rule.sort != SortConditionKind::less_equal;
  const auto& first = has_lower ? rule.lower : rule.upper;
  if (!first.fits(condition.value, captures)) {
    return miss_with([&] { return first.misfit(condition.value); });
  }
  if (condition.upper && !rule.upper.fits(*condition.upper, captures)) {
    return miss_with([&] { return rule.upper.misfit(*condition.upper); });
  }
  return true;
}

bool fits_keys(const ReadRule& rule, const KeyCondition& keys, Nearest* nearest) {
  Captures captures;
  const auto hash = keys.hash();
  const auto range = keys.range();
  const auto bound = rule.equal.size();
  for (std::size_t i = 0; i < bound; ++i) {
    const bool is_hash = i < hash.size();
    const auto stage = is_hash ? Stage::none : Stage::partition;
    const auto at = i - hash.size();
    if (!is_hash && (at >= range.size() || range[at].op != KeyOperator::equal)) {
      return miss(nearest, stage, ViolationKind::key_condition, rule.pattern,
                  [&] { return "it has no condition on " + rule.equal[i].attribute(); });
    }
    const auto value = is_hash ? hash[i].value : range[at].value;
    if (rule.equal[i].fits(value, captures)) continue;
    return miss(nearest, is_hash ? stage_of_misfit(rule.equal[i], value) : stage,
                ViolationKind::key_condition, rule.pattern,
                [&] { return rule.equal[i].misfit(value); });
  }
  return fits_sort(rule, range.subspan(bound - hash.size()), captures, nearest);
}

/// Whether a term of the request's filter is a comparison that the pattern makes.
bool is_term(const FilterRule& rule, const Condition& filter,
             const expression::ConditionNode& term) {
  using expression::Operator;
  if (rule.types.empty()) return compares(filter, term, rule.attribute, rule.op);
  const bool names_types = compares(filter, term, rule.attribute, Operator::equal) ||
                           compares(filter, term, rule.attribute, Operator::in);
  if (!names_types) return false;
  return names_only(filter, term, rule.types);
}

bool fits_filter(const ReadRule& rule, const Condition* filter, Nearest* nearest) {
  std::vector<bool> used(rule.filters.size());
  if (filter != nullptr) {
    for (const auto* term : terms_of(*filter)) {
      const auto found =
          std::find_if(rule.filters.begin(), rule.filters.end(),
                       [&](const FilterRule& known) { return is_term(known, *filter, *term); });
      if (found != rule.filters.end()) {
        used[static_cast<std::size_t>(found - rule.filters.begin())] = true;
        continue;
      }
      if (drops_expired(*filter, *term, rule.ttl)) continue;
      return miss(nearest, Stage::extras, ViolationKind::filter, rule.pattern, [&] {
        return "it filters by " + listed(attributes_of(*filter, *term)) +
               ", and reads and pays for what it drops";
      });
    }
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] || rule.filters[i].may_be_left_out) continue;
    return miss(nearest, Stage::extras, ViolationKind::filter, rule.pattern,
                [&] { return "it lacks the filter by " + rule.filters[i].attribute; });
  }
  return true;
}

/// Keys come first, and the rest in the order of what it costs.
bool fits(const ReadRule& rule, const SourceRules& source, const Page& page, Nearest* nearest) {
  if (page.keys != nullptr && !fits_keys(rule, *page.keys, nearest)) return false;
  if (!fits_filter(rule, page.filter, nearest)) return false;
  if (rule.forward && page.keys != nullptr && *rule.forward != page.forward) {
    return miss(nearest, Stage::extras, ViolationKind::direction, rule.pattern, [&] {
      return std::string("it reads ") + (page.forward ? "ascending" : "descending");
    });
  }
  return fits_options(rule, source, page.options, nearest);
}

const ReadRule* find(const std::vector<ReadRule>& rules, const SourceRules& source,
                     const Page& page, Nearest* nearest) {
  const ReadRule* found = nullptr;
  for (const auto& rule : rules) {
    if (!fits(rule, source, page, nearest)) continue;
    if (rule.lists_fields == page.options.projects()) return &rule;
    if (found == nullptr) found = &rule;
  }
  return found;
}

std::string page_words(const Page& page) {
  std::string text;
  const auto add = [&](const std::string& more) {
    if (!text.empty()) text += ", ";
    text += more;
  };
  if (page.keys != nullptr) {
    for (const auto& condition : page.keys->hash()) add(condition_words(condition));
    for (const auto& condition : page.keys->range()) add(condition_words(condition));
  }
  if (page.filter != nullptr)
    add("filter on " + listed(attributes_of(*page.filter, page.filter->root())));
  if (!page.forward) add("descending");
  if (page.options.consistent) add("strongly consistent");
  return text;
}

Verdict query_violation(const Rules& rules, const TableRules& table, const SourceRules& source,
                        const Page& page) {
  Nearest nearest;
  find(source.queries, source, page, &nearest);
  if (!nearest.found()) {
    std::vector<std::string> names;
    for (const auto& [name, type] : source.hash_names) names.push_back(name);
    nearest.settle(ViolationKind::operation, read_by(rules, table.name, names),
                   "no access pattern queries " + source.name);
  }
  return Verdict::of(nearest.violation(rules, "Query", source.name, page_words(page)));
}

Verdict scan_violation(const Rules& rules, const TableRules& table, const SourceRules& source,
                       const Page& page) {
  Nearest nearest;
  find(source.scans, source, page, &nearest);
  if (source.scans.empty()) {
    std::vector<std::string> names;
    if (page.filter != nullptr) {
      for (const auto& name : page.filter->attributes()) names.emplace_back(name);
    }
    nearest.settle(ViolationKind::scan, read_by(rules, table.name, names),
                   "no access pattern scans " + source.name);
  }
  return Verdict::of(nearest.violation(rules, "Scan", source.name, page_words(page)));
}

}  // namespace

Verdict match(const Rules& rules, const QueryRequest& request) {
  const auto* table = rules.table(request.table_name);
  if (table == nullptr) return Verdict::of(Verdict::Outcome::other_table);
  const auto* source = table->source(request.index_name);
  if (source == nullptr || !request.key_condition_expression) {
    return Verdict::of(Verdict::Outcome::malformed);
  }
  expression::Parameters parameters(request.expression_attribute_names,
                                    request.expression_attribute_values);
  const auto keys = expression::parse_key_condition(*request.key_condition_expression, parameters,
                                                    {source->hash, source->range});
  if (!keys) return Verdict::of(Verdict::Outcome::malformed);
  const auto filter = read_filter(request.filter_expression, parameters);
  if (!filter) return Verdict::of(Verdict::Outcome::malformed);
  const Page page{&*keys,
                  *filter ? &**filter : nullptr,
                  {request.consistent_read, request.projection_expression,
                   request.expression_attribute_names, request.select},
                  request.scan_index_forward};
  if (const auto* rule = find(source->queries, *source, page, nullptr)) {
    return Verdict::of_pattern(rule->pattern);
  }
  return query_violation(rules, *table, *source, page);
}

Verdict match(const Rules& rules, const ScanRequest& request) {
  const auto* table = rules.table(request.table_name);
  if (table == nullptr) return Verdict::of(Verdict::Outcome::other_table);
  const auto* source = table->source(request.index_name);
  if (source == nullptr) return Verdict::of(Verdict::Outcome::malformed);
  expression::Parameters parameters(request.expression_attribute_names,
                                    request.expression_attribute_values);
  const auto filter = read_filter(request.filter_expression, parameters);
  if (!filter) return Verdict::of(Verdict::Outcome::malformed);
  const Page page{nullptr,
                  *filter ? &**filter : nullptr,
                  {request.consistent_read, request.projection_expression,
                   request.expression_attribute_names, request.select},
                  true};
  if (const auto* rule = find(source->scans, *source, page, nullptr)) {
    return Verdict::of_pattern(rule->pattern);
  }
  return scan_violation(rules, *table, *source, page);
}

}  // namespace keywright::guard
