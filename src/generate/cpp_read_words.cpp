#include "generate/cpp_read_emitter.hpp"

#include <string>

// What a list or collection reads, in the words of its comment.

namespace keywright::generate {

using plan::Access;
using plan::KeyExpression;
using plan::SortConditionKind;

std::string ReadEmitter::range_words() const {
  const auto& sort = read_.sort;
  const auto text = [&](const KeyExpression& expression) {
    return expression.text(context_.model, &plan_.inputs);
  };
  std::string words = key_words(context_, read_.partition);
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  if (!read_.sort_equal.empty()) add(key_words(context_, read_.sort_equal));
  switch (sort.kind) {
    case SortConditionKind::none:
      break;
    case SortConditionKind::equal:
      add(text(sort.lower));
      break;
    case SortConditionKind::begins_with:
      add("all that begin with " + text(sort.lower));
      break;
    case SortConditionKind::between:
      add("from " + text(sort.lower) + " to " + text(sort.upper));
      break;
    case SortConditionKind::greater_equal:
      add("from " + text(sort.lower) + " on");
      break;
    case SortConditionKind::greater:
      add("after " + text(sort.lower));
      break;
    case SortConditionKind::less_equal:
      add("up to " + text(sort.upper));
      break;
    case SortConditionKind::less:
      add("before " + text(sort.upper));
      break;
  }
  return words;
}

std::string ReadEmitter::filter_words() const {
  std::vector<std::string> names;
  for (const auto& filter : read_.filters) {
    if (filter.sharpens_range || filter.kind == plan::Filter::Kind::is_type) continue;
    names.push_back(context_.entity(filter.entity).fields[filter.field].name);
  }
  return names.empty() ? "" : " Filters by " + listed(names) + ".";
}

std::string ReadEmitter::list_words() const {
  std::string words = read_.access == Access::scan ? "Scan" : "Query";
  const bool is_scan = read_.access == Access::scan;
  if (read_.index) words += " of " + table().indexes[*read_.index].name;
  if (!is_scan) words += (read_.index ? ": " : " of ") + range_words();
  if (pattern_.order) words += ", " + order_words();
  if (read_.shards > 1) words += ", over " + std::to_string(read_.shards) + " shards";
  if (pattern_.page) words += "; " + std::to_string(**pattern_.page) + " per page";
  if (read_.consistent) words += "; strongly consistent";
  words += '.' + filter_words();
  if (!ttl_attribute().empty()) words += " Expired ones are left out.";
  if (read_.partial) words += " Items that are not in the index are not listed.";
  return words;
}

std::string ReadEmitter::order_words() const {
  const auto& field = pattern_.order->field.name;
  const auto* known = context_.entity(entity_).find_field(field);
  const bool is_time = known != nullptr && (known->type.kind == model::TypeKind::timestamp ||
                                            known->type.kind == model::TypeKind::date ||
                                            known->type.kind == model::TypeKind::epoch_seconds);
  const bool down = pattern_.order->descending;
  if (is_time) return (down ? "newest " : "oldest ") + field + " first";
  return (down ? "greatest " : "least ") + field + " first";
}

}  // namespace keywright::generate
