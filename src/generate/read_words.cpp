#include "generate/read_request.hpp"
#include "model/spelling.hpp"

#include <string>

// What a read does, in the words of its comment.

namespace keywright::generate {
namespace {

using model::join;
using model::listed;
using plan::Access;
using plan::KeyExpression;
using plan::SortConditionKind;

class ReadWords {
 public:
  ReadWords(const Naming& naming, const plan::PatternPlan& plan)
      : naming_(naming),
        plan_(plan),
        pattern_(plan::declared(naming.model, plan)),
        read_(*plan.read()) {}

  [[nodiscard]] std::string get() const {
    std::vector<KeyExpression> key = read_.partition;
    key.insert(key.end(), read_.sort_equal.begin(), read_.sort_equal.end());
    return "GetItem of " + key_words(naming_.model, key) +
           (read_.consistent ? "; strongly consistent." : ".") + expired();
  }

  [[nodiscard]] std::string batch_get() const {
    return "BatchGetItem of any number of " +
           spoken(plural(naming_.entity(pattern_.entity().index).name)) +
           "; results are in the order of the input." + expired();
  }

  [[nodiscard]] std::string list() const {
    const bool is_scan = read_.access == Access::scan;
    std::string words = is_scan ? "Scan" : "Query";
    if (read_.index) words += " of " + table().indexes[*read_.index].name;
    if (!is_scan) words += (read_.index ? ": " : " of ") + range();
    if (pattern_.order) words += ", " + order();
    if (read_.shards > 1) words += ", over " + std::to_string(read_.shards) + " shards";
    if (pattern_.page) words += "; " + std::to_string(**pattern_.page) + " per page";
    if (read_.consistent) words += "; strongly consistent";
    words += '.' + filters();
    if (!ttl_attribute(naming_.model, pattern_).empty()) words += " Expired ones are left out.";
    if (read_.partial) words += " Items that are not in the index are not listed.";
    return words;
  }

  [[nodiscard]] std::string collection() const {
    std::string required;
    for (const auto& returned : pattern_.returns) {
      if (returned.cardinality == model::Cardinality::one && required.empty()) {
        required = naming_.entity(returned.entity.index).name;
      }
    }
    return "One Query of " + range() + "." +
           (required.empty() ? "" : " Without " + one_of(required) + " there is nothing.") +
           filters();
  }

 private:
  [[nodiscard]] const model::Table& table() const {
    return *naming_.model.table_of(naming_.entity(pattern_.entity().index));
  }

  [[nodiscard]] std::string expired() const {
    return ttl_attribute(naming_.model, pattern_).empty() ? "" : " An expired one reads as absent.";
  }

  [[nodiscard]] std::string range() const {
    const auto& sort = read_.sort;
    const auto text = [&](const KeyExpression& expression) {
      return expression.text(naming_.model, &plan_.inputs);
    };
    std::string words = key_words(naming_.model, read_.partition);
    const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
    if (!read_.sort_equal.empty()) add(key_words(naming_.model, read_.sort_equal));
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

  [[nodiscard]] std::string filters() const {
    std::vector<std::string> names;
    for (const auto& filter : read_.filters) {
      if (filter.sharpens_range || filter.kind == plan::Filter::Kind::is_type) continue;
      names.push_back(naming_.entity(filter.entity).fields[filter.field].name);
    }
    return names.empty() ? "" : " Filters by " + listed(names) + ".";
  }

  [[nodiscard]] std::string order() const {
    const auto& field = pattern_.order->field.name;
    const auto* known = naming_.entity(pattern_.entity().index).find_field(field);
    const bool is_time = known != nullptr && (known->type.kind == model::TypeKind::timestamp ||
                                              known->type.kind == model::TypeKind::date ||
                                              known->type.kind == model::TypeKind::epoch_seconds);
    const bool down = pattern_.order->descending;
    if (is_time) return (down ? "newest " : "oldest ") + field + " first";
    return (down ? "greatest " : "least ") + field + " first";
  }

  const Naming& naming_;
  const plan::PatternPlan& plan_;
  const model::AccessPattern& pattern_;
  const plan::ReadPlan& read_;
};

}  // namespace

std::string get_words(const Naming& naming, const plan::PatternPlan& plan) {
  return ReadWords(naming, plan).get();
}

std::string batch_get_words(const Naming& naming, const plan::PatternPlan& plan) {
  return ReadWords(naming, plan).batch_get();
}

std::string list_words(const Naming& naming, const plan::PatternPlan& plan) {
  return ReadWords(naming, plan).list();
}

std::string collection_words(const Naming& naming, const plan::PatternPlan& plan) {
  return ReadWords(naming, plan).collection();
}

std::string key_words(const model::Model& model, const std::vector<KeyExpression>& key,
                      const std::vector<plan::Input>* inputs) {
  std::vector<std::string> words;
  for (const auto& expression : key) words.push_back(expression.text(model, inputs));
  return join(words, ", ");
}

}  // namespace keywright::generate
