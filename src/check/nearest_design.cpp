#include "check/nearest_design.hpp"

#include "check/index_draft.hpp"
#include "check/text.hpp"
#include "plan/capacity.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace keywright::check {
namespace {

constexpr auto none = std::numeric_limits<std::size_t>::max();
constexpr std::size_t most_global = 20;

// Whether an index of its own is what the pattern lacks: it binds fields that make up no key, or
// that only a filter compares.
bool asks_for_index(const model::Model& model, const plan::PatternPlan& plan) {
  const auto& pattern = model.access_patterns[plan.pattern];
  const bool is_list = *pattern.operation == model::Operation::query && !pattern.is_collection;
  if (!is_list || pattern.by.empty() || model.entity(pattern.entity()) == nullptr) return false;
  const auto resolved = [](const auto& reference) { return reference.resolved(); };
  if (!std::all_of(pattern.by.begin(), pattern.by.end(), resolved)) return false;
  if (model.table_of(*model.entity(pattern.entity())) == nullptr) return false;
  if (const auto* read = plan.read()) {
    return std::any_of(read->filters.begin(), read->filters.end(), [](const auto& filter) {
      return filter.kind != plan::Filter::Kind::is_type && !filter.sharpens_range;
    });
  }
  return std::any_of(plan.candidates.begin(), plan.candidates.end(), [](const auto& candidate) {
    return std::any_of(candidate.reasons.begin(), candidate.reasons.end(), [](const auto& reason) {
      return reason.obstacle == plan::Obstacle::partition_unbound;
    });
  });
}

// What an index and its two key attributes may not be called.
std::set<std::string> taken_names(const model::Model& model, const model::Table& table) {
  std::set<std::string> names{table.partition.name};
  if (table.sort) names.insert(table.sort->name);
  for (const auto& index : table.indexes) {
    names.insert(index.name);
    for (const auto& attribute : index.partition) names.insert(attribute.name);
    for (const auto& attribute : index.sort) names.insert(attribute.name);
  }
  for (const auto& entity : model.entities) {
    if (model.table_of(entity) != &table) continue;
    for (const auto& field : entity.fields) names.insert(field.name);
  }
  return names;
}

// Hands out names and places of new indexes, table by table.
class Names {
 public:
  explicit Names(const model::Model& model) : model_(model), tables_(model.tables.size()) {}

  // Nullopt: the table has as many as it may.
  std::optional<std::string> next(const model::Entity& entity) {
    const auto& table = *model_.table_of(entity);
    auto& state = tables_[entity.table.index];
    if (!state) state = {taken_names(model_, table), global_indexes(table)};
    if (state->indexes >= most_global) return std::nullopt;
    ++state->indexes;
    for (int number = 1;; ++number) {
      const auto name = fmt::format("gsi{}", number);
      const bool is_taken = state->names.contains(name) || state->names.contains(name + "pk") ||
                            state->names.contains(name + "sk");
      if (is_taken) continue;
      state->names.insert(name);
      return name;
    }
  }

 private:
  struct State {
    std::set<std::string> names;
    std::size_t indexes;
  };

  static std::size_t global_indexes(const model::Table& table) {
    return static_cast<std::size_t>(std::count_if(table.indexes.begin(), table.indexes.end(),
                                                  [](const auto& index) { return !index.local; }));
  }

  const model::Model& model_;
  std::vector<std::optional<State>> tables_;
};

NearestDesign design_of(const IndexDraft& draft, Names& names) {
  NearestDesign design;
  design.on = join(draft.partition(), ", ");
  design.unfit = draft.unfit();
  if (design.unfit.empty()) {
    if (const auto name = names.next(draft.entity())) {
      design.name = *name;
      design.key = draft.key();
      design.index = draft.index(*name);
    } else {
      design.unfit = {fmt::format("another index, as the table has {} already", most_global)};
    }
  }
  const auto size = draft.entry_size();
  design.entry_bytes = size.avg;
  design.estimated = size.estimated;
  design.units_per_write = draft.average_writes() * plan::write_units(size.avg);
  return design;
}

}  // namespace

std::string NearestDesign::how(const std::string& entity) const {
  return fmt::format("add to {}: indexes: {{{}: {}}}, and to the indexes of the table: {}: {}",
                     entity, name, key, name, index);
}

NearestDesigns::NearestDesigns(const model::Model& model, const plan::Plan& plan)
    : of_pattern_(model.access_patterns.size(), none) {
  std::vector<IndexDraft> drafts;
  for (const auto& each : plan.patterns) {
    if (!asks_for_index(model, each)) continue;
    IndexDraft draft(model, plan, model.access_patterns[each.pattern]);
    auto& position = of_pattern_[each.pattern];
    for (position = 0; position < drafts.size(); ++position) {
      if (drafts[position].absorb(draft)) break;
    }
    if (position == drafts.size()) drafts.push_back(std::move(draft));
  }
  Names names(model);
  for (const auto& draft : drafts) designs_.push_back(design_of(draft, names));
}

const NearestDesign* NearestDesigns::of(std::size_t pattern) const {
  return of_pattern_[pattern] == none ? nullptr : &designs_[of_pattern_[pattern]];
}

}  // namespace keywright::check
