// Query and Scan.

#include "expression/legacy.hpp"
#include "expression/parameters.hpp"
#include "guard/nearest.hpp"
#include "guard/page_match.hpp"
#include "guard/words.hpp"

#include <algorithm>

namespace keywright::guard {
namespace {

using expression::Condition;
using expression::KeyAttributeCondition;
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

/// Of a range between constants it is another range that is meant, and no key that is misspelt.
std::string misfit_of_end(KeyOperator op, const KeyShape& end, ValueView value, bool is_lower) {
  const auto& pieces = end.pieces();
  const bool is_constant = std::none_of(pieces.begin(), pieces.end(),
                                        [](const auto& piece) { return piece.is_component(); });
  const bool is_range = op != KeyOperator::equal && op != KeyOperator::begins_with;
  if (!is_range || !is_constant) return end.misfit(value);
  const bool is_narrower =
      value.is(AttributeType::string) && is_lower == (value.as_string() > end.text());
  return std::string("its range ") + (is_lower ? "begins" : "ends") + " at " + words_of(value) +
         ", and that of the pattern at " + quoted(end.text()) + ": it " +
         (is_narrower ? "leaves out some of what the pattern returns" : "reads more");
}

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
    return miss_with(
        [&] { return misfit_of_end(condition.op, first, condition.value, has_lower); });
  }
  if (condition.upper && !rule.upper.fits(*condition.upper, captures)) {
    return miss_with(
        [&] { return misfit_of_end(condition.op, rule.upper, *condition.upper, false); });
  }
  return true;
}

bool fits_keys(const ReadRule& rule, const Page& page, Nearest* nearest) {
  Captures captures;
  const auto hash = page.hash;
  const auto range = page.range;
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

std::size_t bounds_of(const Claim& claim) {
  return (claim.lower ? 1U : 0U) + (claim.upper ? 1U : 0U);
}

/// Whether the claim is a comparison by this operator, with any value.
bool compares(const Claim& claim, expression::Operator op) {
  using expression::Operator;
  using Kind = Claim::Kind;
  switch (op) {
    case Operator::equal:
      return claim.choices().size() == 1;
    case Operator::begins_with:
      return claim.is(Kind::begins_with);
    case Operator::between:
      return bounds_of(claim) == 2 && !claim.lower->is_open && !claim.upper->is_open;
    case Operator::less:
    case Operator::less_equal:
      return bounds_of(claim) == 1 && claim.upper && claim.upper->is_open == (op == Operator::less);
    default:
      return bounds_of(claim) == 1 && claim.lower &&
             claim.lower->is_open == (op == Operator::greater);
  }
}

bool is_among(ValueView value, const std::vector<std::string>& texts) {
  return value.is(AttributeType::string) &&
         std::find(texts.begin(), texts.end(), value.as_string()) != texts.end();
}

/// Whether a term of the request's filter is a comparison that the pattern makes.
bool is_term(const FilterRule& rule, const Claim& claim) {
  if (claim.attribute != rule.attribute) return false;
  if (claim.or_missing && !rule.always_there) return false;
  if (rule.types.empty()) return compares(claim, rule.op);
  return claim.is(Claim::Kind::one_of) &&
         std::all_of(claim.values.begin(), claim.values.end(),
                     [&](ValueView value) { return is_among(value, rule.types); });
}

/// Of a term that the pattern does not have.
std::string filter_fault(const Page& page, const Term& term, const Lifetime& lifetime) {
  const auto attributes = listed(attributes_of(*page.condition, *term.node));
  if (term.claim.attribute == lifetime.ttl.attribute && !attributes.empty()) {
    if (const auto future = future_now(*page.condition, lifetime)) {
      return "what its filter calls now, " + words_of(*future) +
             ", is yet to come: it drops what is alive";
    }
  }
  return "it filters by " + attributes + ", and reads and pays for what it drops";
}

bool fits_filter(const ReadRule& rule, const Page& page, Nearest* nearest) {
  if (rule.filters.empty() && page.filter.empty()) return true;
  std::vector<bool> used(rule.filters.size());
  const Lifetime lifetime{rule.ttl, *page.clock};
  for (const auto& term : page.filter) {
    const auto found =
        std::find_if(rule.filters.begin(), rule.filters.end(),
                     [&](const FilterRule& known) { return is_term(known, term.claim); });
    if (found != rule.filters.end()) {
      used[static_cast<std::size_t>(found - rule.filters.begin())] = true;
      continue;
    }
    if (drops_expired(term.claim, lifetime)) continue;
    return miss(nearest, Stage::extras, ViolationKind::filter, rule.pattern,
                [&] { return filter_fault(page, term, lifetime); });
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
  if (page.is_query && !fits_keys(rule, page, nearest)) return false;
  if (!fits_filter(rule, page, nearest)) return false;
  if (rule.forward && page.is_query && *rule.forward != page.forward) {
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

std::vector<std::string> filter_attributes(const Page& page) {
  std::vector<std::string> names;
  for (const auto& term : page.filter) {
    for (auto& name : attributes_of(*page.condition, *term.node)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::string page_words(const Page& page) {
  std::string text;
  const auto add = [&](const std::string& more) {
    if (!text.empty()) text += ", ";
    text += more;
  };
  for (const auto& condition : page.hash) add(condition_words(condition));
  for (const auto& condition : page.range) add(condition_words(condition));
  if (!page.filter.empty()) add("filter on " + listed(filter_attributes(page)));
  if (!page.forward) add("descending");
  if (page.options.consistent) add("strongly consistent");
  return text;
}

}  // namespace

const ReadRule* find_page(const SourceRules& source, const Page& page) {
  return find(page.is_query ? source.queries : source.scans, source, page, nullptr);
}

Violation page_violation(const Rules& rules, const TableRules& table, const SourceRules& source,
                         const Page& page, std::string_view operation) {
  Nearest nearest;
  const auto& declared = page.is_query ? source.queries : source.scans;
  find(declared, source, page, &nearest);
  if (declared.empty()) {
    auto names = filter_attributes(page);
    for (const auto& condition : page.hash) names.emplace_back(condition.attribute);
    nearest.settle(
        page.is_query ? ViolationKind::operation : ViolationKind::scan,
        read_by(rules, table.name, names),
        std::string("no access pattern ") + (page.is_query ? "queries " : "scans ") + source.name);
  }
  return nearest.violation(rules, operation, source.name, page_words(page));
}

Verdict unknown_index(const Rules& rules, const TableRules& table, const std::string& index,
                      std::string_view operation) {
  Nearest nearest;
  nearest.settle(ViolationKind::operation, std::nullopt, "the model has no such index");
  return Verdict::of(nearest.violation(rules, operation, table.name + "." + index, ""));
}

Verdict match_page(const Rules& rules, const TableRules& table, const SourceRules& source,
                   const Page& page, std::string_view operation) {
  if (const auto* rule = find_page(source, page)) return Verdict::of_pattern(rule->pattern);
  return Verdict::of(page_violation(rules, table, source, page, operation));
}

namespace {

Result<expression::KeyAttributeConditions> key_condition_of_query(
    const QueryRequest& request, expression::Parameters& parameters) {
  if (request.key_conditions) return expression::legacy_key_condition(*request.key_conditions);
  return expression::parse_key_condition_text(*request.key_condition_expression, parameters);
}

/// Of a filter expression or the legacy parameter that stands for one; false if it is malformed.
bool read_filter(const std::optional<std::string>& text, expression::Parameters& parameters,
                 const std::optional<LegacyConditions>& legacy,
                 std::optional<ConditionalOperator> join, std::optional<Condition>& filter) {
  if (text) {
    auto parsed =
        expression::parse_condition(*text, expression::ExpressionKind::filter, parameters);
    if (parsed) filter = *std::move(parsed);
    return filter.has_value();
  }
  if (!legacy) return true;
  auto parsed = expression::legacy_filter(&*legacy, join, "");
  if (parsed) filter = *std::move(parsed);
  return parsed.has_value();
}

void use_filter(const std::optional<Condition>& filter, Page& page) {
  if (!filter) return;
  page.condition = &*filter;
  page.filter = terms_of(*filter);
}

}  // namespace

Verdict match(const Rules& rules, const QueryRequest& request) {
  const auto* table = rules.table(request.table_name);
  if (table == nullptr) return Verdict::of(Verdict::Outcome::other_table);
  const auto* source = table->source(request.index_name);
  if (source == nullptr) return unknown_index(rules, *table, *request.index_name, "Query");
  if (!request.key_condition_expression && !request.key_conditions) {
    return Verdict::of(Verdict::Outcome::malformed);
  }
  expression::Parameters parameters(request.expression_attribute_names,
                                    request.expression_attribute_values);
  const auto conditions = key_condition_of_query(request, parameters);
  if (!conditions) return Verdict::of(Verdict::Outcome::malformed);
  const auto keys = expression::bind_key_condition(*conditions, {source->hash, source->range});
  std::optional<Condition> filter;
  if (!keys || !read_filter(request.filter_expression, parameters, request.query_filter,
                            request.conditional_operator, filter)) {
    return Verdict::of(Verdict::Outcome::malformed);
  }
  Page page;
  page.clock = &table->clock;
  page.is_query = true;
  page.hash = keys->hash();
  page.range = keys->range();
  use_filter(filter, page);
  page.options = options_of(request, request.consistent_read);
  page.forward = request.scan_index_forward;
  return match_page(rules, *table, *source, page, "Query");
}

Verdict match(const Rules& rules, const ScanRequest& request) {
  const auto* table = rules.table(request.table_name);
  if (table == nullptr) return Verdict::of(Verdict::Outcome::other_table);
  const auto* source = table->source(request.index_name);
  if (source == nullptr) return unknown_index(rules, *table, *request.index_name, "Scan");
  expression::Parameters parameters(request.expression_attribute_names,
                                    request.expression_attribute_values);
  std::optional<Condition> filter;
  if (!read_filter(request.filter_expression, parameters, request.scan_filter,
                   request.conditional_operator, filter)) {
    return Verdict::of(Verdict::Outcome::malformed);
  }
  Page page;
  page.clock = &table->clock;
  use_filter(filter, page);
  page.options = options_of(request, request.consistent_read);
  return match_page(rules, *table, *source, page, "Scan");
}

}  // namespace keywright::guard
