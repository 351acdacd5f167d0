#include "plan/source_reader.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

// Whom a read meets besides those it wants, and what it costs.

namespace keywright::plan {
namespace {

std::string_view leading_literal(const KeyExpression& expression) {
  return expression.terms.empty() ? std::string_view() : expression.terms.front().literal;
}

}  // namespace

void SourceReader::find_neighbours() {
  if (plan_.access != Access::query && plan_.access != Access::scan) return;
  const auto& first = entity(pattern_.returns.front().entity.index);
  for (std::size_t other = 0; other < planner_.model.entities.size(); ++other) {
    const bool is_wanted =
        std::any_of(pattern_.returns.begin(), pattern_.returns.end(),
                    [&](const auto& returned) { return returned.entity.index == other; });
    const auto* key = key_of(other);
    if (is_wanted || key == nullptr || entity(other).table.index != first.table.index) continue;
    add_neighbour(other, *key);
  }
  if (!plan_.neighbours.empty() || meets_sentinels()) filter_types();
}

void SourceReader::add_neighbour(std::size_t position, const EntityKey& key) {
  const auto& definition = entity(position);
  Neighbour neighbour;
  neighbour.entity = position;
  auto count = items_per_partition(planner_, position, key);
  if (plan_.access == Access::scan) {
    count = items_in_table(planner_, position);
  } else {
    const auto meet = [&](const std::vector<KeyExpression>& wanted,
                          const std::vector<KeyAttribute>& theirs, std::string& witness) {
      for (std::size_t i = 0; i < std::min(wanted.size(), theirs.size()); ++i) {
        if (wanted[i].type != theirs[i].type) return false;
        if (!may_begin_alike(leading_literal(wanted[i]), plan::leading_literal(theirs[i])))
          return false;
        auto ours = language_of(planner_, wanted[i]);
        const bool is_spread = plan_.shards > 1 && &wanted == &plan_.partition;
        if (is_spread && i == 0) ours.append(KeyLanguage::shard_suffix(plan_.shards));
        const auto common = common_text(ours, KeyLanguage::of(definition, theirs[i]));
        if (!common) return false;
        if (i == 0) witness = *common;
      }
      return true;
    };
    const bool has_range = plan_.sort_equal.size() < key.sort.size();
    const bool is_prefix = plan_.sort.kind == SortConditionKind::equal ||
                           plan_.sort.kind == SortConditionKind::begins_with;
    // Before any language is made: many entities share a partition, and few a literal.
    if (has_range && is_prefix &&
        !may_begin_alike(leading_literal(plan_.sort.lower),
                         plan::leading_literal(key.sort[plan_.sort_equal.size()]))) {
      return;
    }
    if (!meet(plan_.partition, key.partition, neighbour.partition_witness)) return;
    if (!meet(plan_.sort_equal, key.sort, neighbour.sort_witness)) return;
    if (has_range) {
      const auto& attribute = key.sort[plan_.sort_equal.size()];
      const auto common =
          common_text(language_of(planner_, plan_.sort), KeyLanguage::of(definition, attribute));
      if (!common) return;
      neighbour.sort_witness = *common;
    }
  }
  neighbour.items = count.items;
  const auto size = index_ ? entry_size(planner_.model, definition, *index_)
                           : item_size(planner_.model, definition);
  neighbour.bytes = count.items * size.avg;
  plan_.neighbours.push_back(std::move(neighbour));
}

// A scan of the table also comes by the items that keep values unique, which are no entity's.
bool SourceReader::meets_sentinels() const {
  const auto& entities = planner_.model.entities;
  return plan_.access == Access::scan && !index_ &&
         std::any_of(entities.begin(), entities.end(), [&](const model::Entity& each) {
           return !each.unique.empty() && planner_.model.table_of(each) == &table_;
         });
}

// Neighbours are kept out of the answer where the source knows what each item is.
void SourceReader::filter_types() {
  model::Field tag;
  tag.name = type_attribute;
  const auto first = pattern_.returns.front().entity.index;
  if (!is_projected(table_, planner_.keys[first], index_, tag)) return;
  Filter filter;
  filter.kind = Filter::Kind::is_type;
  for (const auto& returned : pattern_.returns) filter.entities.push_back(returned.entity.index);
  plan_.filters.push_back(std::move(filter));
}

void SourceReader::estimate_ranges() {
  double all = 0;   // of the wanted items that there are
  double read = 0;  // and that one call reads
  for (auto& range : plan_.ranges) {
    const auto size = index_ ? entry_size(planner_.model, entity(range.entity), *index_)
                             : item_size(planner_.model, entity(range.entity));
    range.bytes = size.avg;
    plan_.cost.estimated = plan_.cost.estimated || size.estimated;
    Expected count{1, false};
    if (plan_.access == Access::batch_get_item) {
      count = {guessed_batch, true};
      if (pattern_.items.max) count = {static_cast<double>(**pattern_.items.max) / 2, true};
      if (pattern_.items.avg) count = {**pattern_.items.avg, false};
    } else if (plan_.access == Access::scan) {
      count = items_in_table(planner_, range.entity);
    } else if (!range.single) {
      count = items_per_partition(planner_, range.entity, *key_of(range.entity));
    }
    range.items = count.items;
    const bool is_list = plan_.access == Access::query && !pattern_.is_collection;
    if (is_list && pattern_.page) {
      const auto page = static_cast<double>(**pattern_.page);
      plan_.cost.estimated = plan_.cost.estimated || (count.estimated && count.items < page);
      range.items = count.estimated ? page : std::min(page, count.items);
    } else {
      plan_.cost.estimated = plan_.cost.estimated || count.estimated;
    }
    if (pattern_.max_items && plan_.access == Access::query) {
      range.items = std::min(range.items, static_cast<double>(**pattern_.max_items));
    }
    all += count.items;
    read += range.items;
  }
  // A page of a list meets its share of the neighbours.
  if (read >= all) return;
  for (auto& neighbour : plan_.neighbours) {
    neighbour.items *= read / all;
    neighbour.bytes *= read / all;
  }
}

void SourceReader::estimate_cost() {
  estimate_ranges();
  auto& cost = plan_.cost;
  cost.mode = plan_.consistent ? ReadMode::strong : ReadMode::eventual;
  for (const auto& range : plan_.ranges) {
    cost.items += range.items;
    cost.bytes += range.items * range.bytes;
  }
  for (const auto& neighbour : plan_.neighbours) {
    cost.items += neighbour.items;
    cost.bytes += neighbour.bytes;
  }
  switch (plan_.access) {
    case Access::get_item:
      cost.units = read_units(cost.bytes, cost.mode);
      break;
    case Access::batch_get_item:  // billed item by item
      cost.units = cost.items * read_units(plan_.ranges.front().bytes, cost.mode);
      break;
    default:
      cost.units = plan_.shards * read_units(cost.bytes / plan_.shards, cost.mode);
  }
}

}  // namespace keywright::plan
