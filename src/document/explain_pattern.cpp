#include "document/explain_pattern.hpp"

#include "document/amounts.hpp"
#include "document/sample_key.hpp"
#include "model/spelling.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace keywright::document {
namespace {

using plan::KeyExpression;
using plan::SortConditionKind;

class Explainer {
 public:
  Explainer(const model::Model& model, const plan::Plan& plan, const cost::Report& report,
            std::size_t pattern)
      : model_(model),
        pattern_(model.access_patterns[pattern]),
        plan_(plan.patterns[pattern]),
        all_(plan),
        report_(report) {}

  std::string run() {
    text_ = fmt::format("{}: {}", pattern_.name, model::to_text(*pattern_.operation));
    const auto& rate = pattern_.rate;
    if (rate.avg) text_ += fmt::format(", {} calls/s on average", number(**rate.avg));
    if (rate.peak) text_ += fmt::format(", {} at the peak", number(**rate.peak));
    text_ += "\n";
    if (const auto* read = plan_.read()) explain_read(*read);
    for (const auto& write : plan_.writes) explain_write(write);
    if (!pattern_.steps.empty()) explain_steps();
    explain_cost();
    explain_others();
    return std::move(text_);
  }

 private:
  void line(std::string_view name, const std::string& text) {
    if (!text.empty()) text_ += fmt::format("  {:<11}{}\n", name, text);
  }

  [[nodiscard]] std::string words(const KeyExpression& expression) const {
    return model::on_one_line(expression.text(model_, &plan_.inputs));
  }
  [[nodiscard]] std::string equality(const KeyExpression& expression) const {
    return expression.attribute + " = " + words(expression);
  }
  [[nodiscard]] const model::Table& table_of(std::size_t entity) const {
    return *model_.table_of(model_.entities[entity]);
  }
  [[nodiscard]] std::string source(std::size_t entity, std::optional<std::size_t> index) const {
    const auto& table = table_of(entity);
    return index ? fmt::format("index {} of table {}", table.indexes[*index].name, table.name)
                 : fmt::format("table {}", table.name);
  }

  [[nodiscard]] std::string sort_condition(const plan::SortCondition& sort) const {
    const auto& name = sort.lower.attribute.empty() ? sort.upper.attribute : sort.lower.attribute;
    switch (sort.kind) {
      case SortConditionKind::none:
        return "";
      case SortConditionKind::equal:
        return equality(sort.lower);
      case SortConditionKind::begins_with:
        return fmt::format("begins_with({}, {})", name, words(sort.lower));
      case SortConditionKind::between:
        return fmt::format("{} BETWEEN {} AND {}", name, words(sort.lower), words(sort.upper));
      case SortConditionKind::greater_equal:
        return fmt::format("{} >= {}", name, words(sort.lower));
      case SortConditionKind::greater:
        return fmt::format("{} > {}", name, words(sort.lower));
      case SortConditionKind::less_equal:
        return fmt::format("{} <= {}", name, words(sort.upper));
      case SortConditionKind::less:
        return fmt::format("{} < {}", name, words(sort.upper));
    }
    return "";
  }

  [[nodiscard]] std::string inputs(const std::vector<std::size_t>* which) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < plan_.inputs.size(); ++i) {
      if (which != nullptr && std::find(which->begin(), which->end(), i) == which->end()) continue;
      const auto& input = plan_.inputs[i];
      names.push_back(input.name + (input.many ? "[]" : "") + (input.optional ? "?" : ""));
    }
    return model::join(names, ", ");
  }

  void explain_read(const plan::ReadPlan& read) {
    const auto entity = pattern_.entity().index;
    static constexpr std::string_view names[] = {"GetItem", "BatchGetItem", "Query", "Scan"};
    auto request = fmt::format("{} on {}", names[static_cast<std::size_t>(read.access)],
                               source(entity, read.index));
    if (read.consistent) request += ", strongly consistent";
    if (read.shards > 1) request += fmt::format(", {} shards merged in order", read.shards);
    line("request", request);
    for (const auto& expression : read.partition) line("partition", equality(expression));
    for (const auto& expression : read.sort_equal) line("sort", equality(expression));
    line("sort", sort_condition(read.sort));
    if (read.access == plan::Access::query) {
      line("order", read.forward ? "ascending" : "descending");
    }
    line("filter", filters(read));
    for (const auto& range : read.ranges) {
      const auto& name = model_.entities[range.entity].name;
      line("returns", range.single ? fmt::format("one {} of {}", name, bytes(range.bytes))
                                   : fmt::format("{} {} of {} each", number(range.items), name,
                                                 bytes(range.bytes)));
    }
    for (const auto& other : read.neighbours) {
      line("reads too", fmt::format("{} {}, {}, which it does not return", number(other.items),
                                    model_.entities[other.entity].name, bytes(other.bytes)));
    }
    line("inputs", inputs(nullptr));
  }

  [[nodiscard]] std::string filters(const plan::ReadPlan& read) const {
    std::vector<std::string> parts;
    for (const auto& filter : read.filters) {
      if (filter.kind == plan::Filter::Kind::is_type) {
        parts.emplace_back("by the kind of item");
      } else {
        parts.push_back("by " + model_.entities[filter.entity].fields[filter.field].name);
      }
    }
    return model::join(parts, ", ");
  }

  void explain_write(const plan::WritePlan& write) {
    static constexpr std::string_view names[] = {"PutItem", "UpdateItem", "DeleteItem",
                                                 "BatchWriteItem", "TransactWriteItems"};
    if (write.move) text_ += write.function + "\n";
    line("request", fmt::format("{} on {}", names[static_cast<std::size_t>(write.request)],
                                source(write.entity, std::nullopt)));
    if (write.key.empty()) {
      const auto& key = all_.keys[write.entity].table;
      const auto& entity = model_.entities[write.entity];
      for (const auto* half : {&key->partition, &key->sort}) {
        for (const auto& attribute : *half) {
          line("key", attribute.name + " = " + key_template(entity, attribute));
        }
      }
    }
    for (const auto& expression : write.key) line("key", equality(expression));
    line("condition", condition(write));
    const auto& fields = model_.entities[write.entity].fields;
    std::vector<std::string> changes;
    for (const auto& change : write.changes) {
      static constexpr std::string_view verbs[] = {"set ", "set if absent ", "add to ", "remove "};
      changes.push_back(std::string(verbs[static_cast<std::size_t>(change.kind)]) +
                        fields[change.field].name +
                        (change.constant ? " = " + *change.constant : ""));
    }
    line("changes", model::join(changes, ", "));
    for (const auto& index : write.indexes) explain_index(write, index);
    for (const auto& also : write.also_put) {
      line("also puts", model_.entities[also.entity].name + ", in the same transaction");
    }
    line("inputs", inputs(&write.inputs));
  }

  void explain_index(const plan::WritePlan& write, const plan::IndexChange& index) {
    const auto& name = table_of(write.entity).indexes[index.index].name;
    std::vector<std::string> keys;
    for (const auto& key : index.keys) {
      if (key.change == plan::KeyChange::set) keys.push_back("sets " + equality(key.value));
      if (key.change == plan::KeyChange::remove) keys.push_back("removes " + key.attribute.name);
    }
    line("index",
         fmt::format("{}: {}", name,
                     keys.empty() ? std::string("its keys stay") : model::join(keys, ", ")));
  }

  [[nodiscard]] std::string condition(const plan::WritePlan& write) const {
    std::vector<std::string> parts;
    if (write.precondition == plan::Precondition::absent) parts.emplace_back("the item is absent");
    if (write.precondition == plan::Precondition::present) parts.emplace_back("the item is there");
    if (write.precondition == plan::Precondition::in_states) {
      parts.push_back(fmt::format("its state is {}", model::join(write.from_states, " or ")));
    }
    for (const auto& guard : write.guards) {
      parts.push_back(fmt::format("{} is still what the caller says",
                                  model_.entities[write.entity].fields[guard.field].name));
    }
    if (pattern_.condition) parts.emplace_back("and what `condition` demands");
    return model::join(parts, ", ");
  }

  void explain_steps() {
    for (const auto& step : pattern_.steps) {
      const auto* own = model_.pattern_of(step);
      if (own == nullptr) continue;
      const auto name =
          own->name.empty() ? std::string(model::to_text(*own->operation)) : own->name;
      line("step", own->returns.empty() ? name : name + " of " + own->entity().name);
    }
  }

  void explain_cost() {
    double sum = 0;
    for (const auto& cost : report_.patterns) {
      if (cost.traffic.pattern != plan_.pattern) continue;
      const auto& traffic = cost.traffic;
      std::vector<std::string> units;
      if (traffic.read_units > 0) units.push_back(number(traffic.read_units) + " RRU");
      if (traffic.table_units > 0) units.push_back(number(traffic.table_units) + " WRU");
      for (const auto& index : traffic.indexes) {
        if (index.units <= 0) continue;
        const auto& name = model_.tables[index.table].indexes[index.index].name;
        units.push_back(fmt::format("{} WRU for {} ({} of {})", number(index.units), name,
                                    index.entry_writes == 1 ? "a write" : "two writes",
                                    bytes(index.entry_bytes)));
      }
      const auto of = plan_.writes.size() > 1 ? traffic.name + ": " : std::string();
      line("cost",
           fmt::format("{}{} per call; {} calls/s: ${} a month{}", of, model::join(units, " + "),
                       number(traffic.calls.avg), cost::dollars_text(cost.total()),
                       cost.estimated ? " (sizes not given are guessed)" : ""));
      sum += cost.total();
    }
    if (plan_.writes.size() > 1)
      line("in all", fmt::format("${} a month", cost::dollars_text(sum)));
  }

  static std::string_view why(plan::Obstacle obstacle) {
    using enum plan::Obstacle;
    switch (obstacle) {
      case no_key_design:
        return "the entity has no key";
      case not_in_source:
        return "the entity is not in it";
      case unknown_index:
        return "using names another index";
      case not_the_index_meant:
        return "using names another";
      case partition_unbound:
        return "its partition key also needs";
      case key_unbound:
        return "its key also needs";
      case needs_query:
        return "an index is only queried";
      case bound_after_free:
      case range_after_free:
        return "a free component stands before";
      case range_not_ordered:
        return "it does not sort as wanted:";
      case bound_not_in_key:
        return "its key does not have";
      case order_not_in_key:
        return "it is not ordered by";
      case order_after_free:
        return "it is first ordered by something else than";
      case strong_on_global_index:
        return "its reads are eventual";
      case not_projected:
        return "it does not hold";
      case partial_source:
        return "it holds only some of the items";
      case other_partition:
        return "the entities lie in several partitions";
      case other_table:
        return "the entities lie in several tables";
      case sharded_collection:
        return "its entries are spread over shards";
      case condition_not_there:
        return "not all entities have";
      case range_too_wide:
        return "one range would take in other items, as of";
      case prefix_not_text:
        return "no text begins with part of";
    }
    return "";
  }

  // Sources that were tried, and are not the answer.
  void explain_others() {
    if (!model::is_read(*pattern_.operation) || pattern_.returns.empty()) return;
    if (model_.entity(pattern_.entity()) == nullptr || model_.tables.empty()) return;
    for (std::size_t i = 0; i < plan_.candidates.size(); ++i) {
      const auto& candidate = plan_.candidates[i];
      if (plan_.chosen == i) continue;
      std::vector<std::string> reasons;
      for (const auto& each : candidate.reasons) {
        std::string text(why(each.obstacle));
        if (!each.fields.empty()) text += " " + model::listed(each.fields);
        if (std::find(reasons.begin(), reasons.end(), text) == reasons.end()) {
          reasons.push_back(std::move(text));
        }
      }
      auto reason = model::join(reasons, "; ");
      if (candidate.serves()) {
        reason = fmt::format("would serve too, for {} RRU", number(candidate.plan->cost.units));
      }
      line("not by", source(pattern_.entity().index, candidate.index) + ": " + reason);
    }
  }

  const model::Model& model_;
  const model::AccessPattern& pattern_;
  const plan::PatternPlan& plan_;
  const plan::Plan& all_;
  const cost::Report& report_;
  std::string text_;
};

}  // namespace

std::string explain_pattern(const model::Model& model, const plan::Plan& plan,
                            const cost::Report& report, std::size_t pattern) {
  return Explainer(model, plan, report, pattern).run();
}

}  // namespace keywright::document
